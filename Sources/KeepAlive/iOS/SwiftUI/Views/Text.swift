import Foundation
import KeepAlive

public struct Text: Equatable, Sendable {
    public struct DateStyle: Equatable, Sendable {
        private let name: String

        public static let time = DateStyle(name: "time")
        public static let date = DateStyle(name: "date")
        public static let relative = DateStyle(name: "relative")
        public static let offset = DateStyle(name: "offset")
        public static let timer = DateStyle(name: "timer")
    }

    public enum TruncationMode: Sendable {
        case head, tail, middle
    }

    public enum Case: Sendable {
        case uppercase, lowercase
    }

    /// The text to show, after localization and formatting.
    let content: String

    public nonisolated init(verbatim content: String) {
        self.content = content
    }

    @_disfavoredOverload
    public nonisolated init(_ content: some StringProtocol) {
        self.content = String(content)
    }

    public nonisolated init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) {
        content = key.text(table: tableName, bundle: bundle)
    }

    public nonisolated init(_ attributedContent: AttributedString) {
        content = String(attributedContent.characters)
    }

    public nonisolated init(_ date: Date, style: DateStyle) {
        content = date.description
    }

    public nonisolated init<Format: FormatStyle>(_ input: Format.FormatInput, format: Format)
    where Format.FormatOutput == String {
        content = format.format(input)
    }

    public nonisolated init(_ image: Image) {
        content = ""
    }

    public nonisolated static func + (left: Text, right: Text) -> Text { Text(verbatim: left.content + right.content) }
}

extension Text: View, Part {
    func parts(_ node: Node) -> [Child] { [] }
}

public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable, Sendable {
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var key = ""
        fileprivate var arguments: [String] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) { key += literal }
        public mutating func appendInterpolation<Value>(_ value: Value) { append(String(describing: value), "%@") }
        public mutating func appendInterpolation(_ value: some BinaryInteger) { append(String(value), "%lld") }
        public mutating func appendInterpolation(_ value: some CVarArg, specifier: String) {
            append(String(format: specifier, value), specifier)
        }
        public mutating func appendInterpolation<Format: FormatStyle>(_ input: Format.FormatInput, format: Format)
        where Format.FormatOutput == String {
            append(format.format(input), "%@")
        }
        public mutating func appendInterpolation(_ text: Text) { append(text.content, "%@") }
        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) { append(date.description, "%@") }

        private mutating func append(_ value: String, _ specifier: String) {
            key += specifier
            arguments.append(value)
        }
    }

    private let key: String
    private let arguments: [String]
    private let specifiers = ["%@", "%lld"]

    public init(_ value: String) {
        key = value
        arguments = []
    }

    public init(stringLiteral value: String) { self.init(value) }

    public init(stringInterpolation: StringInterpolation) {
        key = stringInterpolation.key
        arguments = stringInterpolation.arguments
    }

    /// Returns the translation, whose format specifiers are replaced by the arguments: `%2$@` by the second one, and
    /// specifiers without a position in order.
    func text(table: String? = nil, bundle: Bundle? = nil) -> String {
        var rest = (bundle ?? .main).localizedString(forKey: key, value: key, table: table)[...]
        var text = ""
        var next = 0
        while let place = rest.firstMatch(of: Self.specifier) {
            let position = place.output.1.flatMap { Int($0) }.map { $0 - 1 } ?? next
            if place.output.1 == nil { next += 1 }
            // A specifier without an argument stays as it is.
            text += rest[..<place.range.lowerBound]
            text += arguments.indices.contains(position) ? arguments[position] : String(place.output.0)
            rest = rest[place.range.upperBound...]
        }
        return text + rest
    }

    nonisolated(unsafe) private static let specifier = /%(?:([0-9]+)\$)?[0-9.]*(?:@|lld|d|f|s)/
}

public struct LocalizedStringResource: ExpressibleByStringLiteral, Equatable, Sendable {
    public let key: String

    public init(stringLiteral value: String) {
        key = value
    }
}

extension Text {
    public nonisolated func bold(_ isActive: Bool = true) -> Text { self }
    public nonisolated func italic(_ isActive: Bool = true) -> Text { self }
    public nonisolated func font(_ font: Font?) -> Text { self }
    public nonisolated func fontWeight(_ weight: Font.Weight?) -> Text { self }
    public nonisolated func fontDesign(_ design: Font.Design?) -> Text { self }
    public nonisolated func foregroundColor(_ color: Color?) -> Text { self }
    public nonisolated func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { self }
    public nonisolated func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text { self }
    public nonisolated func kerning(_ kerning: CGFloat) -> Text { self }
    public nonisolated func tracking(_ tracking: CGFloat) -> Text { self }
    public nonisolated func monospacedDigit() -> Text { self }
}
