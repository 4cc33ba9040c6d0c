import Foundation

/// Formats a list in English: `a, b, and c`. Foundation on Linux lacks this class.
open class ListFormatter: Formatter, @unchecked Sendable {
    open var itemFormatter: Formatter?
    /// Stored, but ignored: the words are always English.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var locale: Locale! = .current

    open class func localizedString(byJoining strings: [String]) -> String {
        switch strings.count {
        case 0...1: strings.first ?? ""
        case 2: strings.joined(separator: " and ")
        default: "\(strings.dropLast().joined(separator: ", ")), and \(strings[strings.count - 1])"
        }
    }

    /// Returns the text for a list.
    ///
    /// - Returns: the text; `nil` if `itemFormatter` returns no text for an item.
    open func string(from items: [Any]) -> String? {
        let texts = items.compactMap { item in itemFormatter.map { $0.string(for: item) } ?? "\(item)" }
        return texts.count == items.count ? Self.localizedString(byJoining: texts) : nil
    }

    override open func string(for obj: Any?) -> String? { (obj as? [Any]).flatMap { string(from: $0) } }
}
