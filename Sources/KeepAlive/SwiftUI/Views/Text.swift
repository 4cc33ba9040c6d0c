import Foundation
import KeepAlive

/// A text that is to be shown. It holds what it says.
public struct Text: Equatable, Sendable {
    /// How a date is written.
    public struct DateStyle: Equatable, Sendable {
        private let name: String

        /// The time of day.
        public static let time = DateStyle(name: "time")
        /// The day.
        public static let date = DateStyle(name: "date")
        /// The time from now.
        public static let relative = DateStyle(name: "relative")
        /// The time from now, with a sign.
        public static let offset = DateStyle(name: "offset")
        /// A clock that counts.
        public static let timer = DateStyle(name: "timer")
    }

    /// Where a text is cut.
    public enum TruncationMode: Sendable {
        /// At its beginning.
        case head
        /// At its end.
        case tail
        /// In its middle.
        case middle
    }

    /// Upper or lower case.
    public enum Case: Sendable {
        /// Upper case.
        case uppercase
        /// Lower case.
        case lowercase
    }

    /// What it says.
    let content: String

    /// Creates a text as it is.
    public nonisolated init(verbatim content: String) {
        self.content = content
    }

    /// Creates a text as it is.
    @_disfavoredOverload
    public nonisolated init(_ content: some StringProtocol) {
        self.content = String(content)
    }

    /// Creates a text of a key. The strings of the main bundle give its translation.
    public nonisolated init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) {
        content = key.text(table: tableName, bundle: bundle)
    }

    /// Creates a text with attributes, which are left out.
    public nonisolated init(_ attributedContent: AttributedString) {
        content = String(attributedContent.characters)
    }

    /// Creates a text of a date.
    public nonisolated init(_ date: Date, style: DateStyle) {
        content = date.description
    }

    /// Creates a text of a value.
    public nonisolated init<Format: FormatStyle>(_ input: Format.FormatInput, format: Format)
    where Format.FormatOutput == String {
        content = format.format(input)
    }

    /// Creates a text that begins with an image, which is left out.
    public nonisolated init(_ image: Image) {
        content = ""
    }

    /// Joins two texts.
    public nonisolated static func + (left: Text, right: Text) -> Text { Text(verbatim: left.content + right.content) }
}

extension Text: View, Part {
    func parts(_ node: Node) -> [Child] { [] }
}

/// A text that the strings of a bundle translate.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable, Sendable {
    /// Takes the parts of an interpolated text.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var key = ""
        fileprivate var arguments: [String] = []

        /// Creates it.
        public init(literalCapacity: Int, interpolationCount: Int) {}
        /// Takes a part that is not a value.
        public mutating func appendLiteral(_ literal: String) { key += literal }
        /// Takes a value.
        public mutating func appendInterpolation<Value>(_ value: Value) { append(String(describing: value), "%@") }
        /// Takes an integer.
        public mutating func appendInterpolation(_ value: some BinaryInteger) { append(String(value), "%lld") }
        /// Takes a value with a format.
        public mutating func appendInterpolation(_ value: some CVarArg, specifier: String) {
            append(String(format: specifier, value), specifier)
        }
        /// Takes a value with a style.
        public mutating func appendInterpolation<Format: FormatStyle>(_ input: Format.FormatInput, format: Format)
        where Format.FormatOutput == String {
            append(format.format(input), "%@")
        }
        /// Takes a text.
        public mutating func appendInterpolation(_ text: Text) { append(text.content, "%@") }
        /// Takes a date.
        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) { append(date.description, "%@") }

        private mutating func append(_ value: String, _ specifier: String) {
            key += specifier
            arguments.append(value)
        }
    }

    private let key: String
    private let arguments: [String]
    private let specifiers = ["%@", "%lld"]

    /// Creates a key.
    public init(_ value: String) {
        key = value
        arguments = []
    }

    /// Creates a key of a literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// Creates a key with values in it.
    public init(stringInterpolation: StringInterpolation) {
        key = stringInterpolation.key
        arguments = stringInterpolation.arguments
    }

    /// Returns its translation, with the values in their places.
    func text(table: String? = nil, bundle: Bundle? = nil) -> String {
        var rest = (bundle ?? .main).localizedString(forKey: key, value: key, table: table)[...]
        var text = ""
        for argument in arguments {
            guard let place = rest.firstMatch(of: Self.specifier) else { break }
            text += rest[..<place.range.lowerBound] + argument
            rest = rest[place.range.upperBound...]
        }
        return text + rest
    }

    nonisolated(unsafe) private static let specifier = /%[0-9.$]*(?:@|lld|d|f|s)/
}

/// A text that is translated when it is used.
public struct LocalizedStringResource: ExpressibleByStringLiteral, Equatable, Sendable {
    /// Its key.
    public let key: String

    /// Creates it of a literal.
    public init(stringLiteral value: String) {
        key = value
    }
}

extension Text {
    /// Bold letters.
    public nonisolated func bold(_ isActive: Bool = true) -> Text { self }
    /// Italic letters.
    public nonisolated func italic(_ isActive: Bool = true) -> Text { self }
    /// A font.
    public nonisolated func font(_ font: Font?) -> Text { self }
    /// A weight of letters.
    public nonisolated func fontWeight(_ weight: Font.Weight?) -> Text { self }
    /// A design of letters.
    public nonisolated func fontDesign(_ design: Font.Design?) -> Text { self }
    /// A color.
    public nonisolated func foregroundColor(_ color: Color?) -> Text { self }
    /// A line below.
    public nonisolated func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { self }
    /// A line through.
    public nonisolated func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text { self }
    /// The space between letters.
    public nonisolated func kerning(_ kerning: CGFloat) -> Text { self }
    /// The space between letters.
    public nonisolated func tracking(_ tracking: CGFloat) -> Text { self }
    /// Digits of one width.
    public nonisolated func monospacedDigit() -> Text { self }
}
