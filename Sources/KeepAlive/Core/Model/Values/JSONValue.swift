/// Any JSON value, for data that has no Swift type of its own.
///
/// FoundationEssentials decodes JSON only into types that are known in advance. Its decoder accepts some invalid texts,
/// and needs seconds for 1 KB of nested brackets. This type is therefore parsed by `JSONValue.init(parsing:)`, which is
/// safe for data from a socket.
public enum JSONValue: Sendable, Hashable, CustomStringConvertible {
    case null
    case bool(Bool)
    /// A number as text, exactly as in the source, so that it can be written unchanged.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// An object. If a name occurs more than once, the last member is kept.
    case object([String: JSONValue])

    /// The member with a name; `nil` if the object has no such member or the value is not an object.
    public subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The string's text; `nil` if the value is not a string.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The number's value; `nil` if the value is not a number.
    public var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }

    /// The number's value; `nil` if the value is not a number or has a fraction or an exponent.
    public var int: Int? { if case .number(let text) = self { Int(text) } else { nil } }

    /// The boolean's value; `nil` if the value is not a boolean.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The array's elements; `nil` if the value is not an array.
    public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// Returns a number; null if the number is not finite, because JSON cannot represent it.
    public static func number(_ value: Double) -> JSONValue {
        guard value.isFinite else { return .null }
        if let whole = Int64(exactly: value) { return .number(String(whole)) }
        return .number("\(value)")
    }

    /// The value as JSON text in one line, with the members of objects in alphabetical order.
    public var text: String {
        var result = ""
        write(to: &result)
        return result
    }

    /// The same as ``text``.
    public var description: String { text }

    private func write(to result: inout String) {
        switch self {
        case .null: result += "null"
        case .bool(let value): result += value ? "true" : "false"
        case .number(let text): result += text
        case .string(let text): Self.write(text, to: &result)
        case .array(let elements):
            result += "["
            for (place, element) in elements.enumerated() {
                if place > 0 { result += "," }
                element.write(to: &result)
            }
            result += "]"
        case .object(let members):
            result += "{"
            for (place, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if place > 0 { result += "," }
                Self.write(member.key, to: &result)
                result += ":"
                member.value.write(to: &result)
            }
            result += "}"
        }
    }

    private static func write(_ text: String, to result: inout String) {
        result += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case _ where scalar.value < 0x20 || scalar.isControlOfTerminals: result += scalar.escapedForJSON
            default: result.unicodeScalars.append(scalar)
            }
        }
        result += "\""
    }
}

extension Unicode.Scalar {
    /// True for DEL and the control characters of ISO 6429 from U+0080 on. JSON allows them unescaped, but a terminal
    /// would execute them as commands, so they are escaped.
    package var isControlOfTerminals: Bool { (0x7F...0x9F).contains(value) }

    /// The scalar as a JSON escape sequence, such as `\u009d`.
    package var escapedForJSON: String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension JSONValue: Encodable {
    /// Encodes the value as what it represents (an array, a number and so on), not as an enumeration.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let text):
            if let value = Int64(text) {
                try container.encode(value)
            } else if let value = UInt64(text) {
                try container.encode(value)
            } else {
                try container.encode(Double(text) ?? .nan)
            }
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a JSON string from a literal.
    public init(stringLiteral text: String) { self = .string(text) }
    /// Creates a whole JSON number from a literal.
    public init(integerLiteral value: Int) { self = .number(String(value)) }
    /// Creates a JSON number with a fraction from a literal.
    public init(floatLiteral value: Double) { self = .number("\(value)") }
    /// Creates a JSON boolean from a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a JSON array from a literal.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object. If a name occurs more than once, the last member is kept.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { $1 })
    }
}
