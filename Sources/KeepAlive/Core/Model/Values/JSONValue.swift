/// Any JSON value, for data without a type of its own.
///
/// FoundationEssentials decodes JSON only into types that are known beforehand. It accepts text that is no JSON, and
/// takes seconds for 1 KB of nested brackets. A socket must do none of that.
public enum JSONValue: Sendable, Hashable, CustomStringConvertible {
    case null
    case bool(Bool)
    /// A number as it was written, so that it can be given back unchanged.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// An object; of several members with one name, the last counts.
    case object([String: JSONValue])

    /// The member of an object; `nil` when there is none or this is no object.
    public subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The text of a string.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The value of a number.
    public var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }

    /// The value of a number that is written without fraction and exponent.
    public var int: Int? { if case .number(let text) = self { Int(text) } else { nil } }

    /// The value of `true` and `false`.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The elements of an array.
    public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// A number; null where it is not finite, which JSON cannot express.
    public static func number(_ value: Double) -> JSONValue {
        guard value.isFinite else { return .null }
        if let whole = Int64(exactly: value) { return .number(String(whole)) }
        return .number("\(value)")
    }

    /// The JSON text, in one line, members in alphabetical order.
    public var text: String {
        var result = ""
        write(to: &result)
        return result
    }

    /// The same text: the members of an object have no other order.
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
    /// DEL, or a control character of ISO 6429 from U+0080 on. JSON takes them as they are, and so does a terminal: as commands.
    package var isControlOfTerminals: Bool { (0x7F...0x9F).contains(value) }

    /// `\u009d` and the like.
    package var escapedForJSON: String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension JSONValue: Encodable {
    /// Encodes what the value stands for.
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
    /// A string.
    public init(stringLiteral text: String) { self = .string(text) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .number(String(value)) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number("\(value)") }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object; of several members with one name, the last counts.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { $1 })
    }
}
