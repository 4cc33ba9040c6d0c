import KeepAliveModel

/// The shape of a value in the protocol. The documentation and the JSON Schema are generated from shapes.
public indirect enum Shape: Sendable, Hashable {
    case null
    /// Any JSON value, including null.
    case anything
    case text
    case flag
    case number(ClosedRange<Double>? = nil)
    case whole(ClosedRange<Int>? = nil)
    /// A whole number that equals the associated value.
    case exactly(Int)
    /// A string that is one of the associated words.
    case word([String])
    case list(Shape)
    /// An object with arbitrary names, whose values have one shape.
    case map(Shape)
    /// An object with the associated members and no others.
    case object([Field])
    /// A value that has one of the associated shapes.
    case either([Shape])
    /// A value of the associated shape, or null.
    case orNull(Shape)
    /// A value that is described in words, because its shape is defined elsewhere.
    case described(String)

    /// A member of a JSON object.
    public struct Field: Sendable, Hashable {
        /// The member's key in the JSON object.
        public let name: String
        /// The shape of the member's value.
        public let shape: Shape
        /// True if the member may be missing.
        public let isOptional: Bool

        /// Creates a member, which is required unless `isOptional` is true.
        public init(_ name: String, _ shape: Shape, isOptional: Bool = false) {
            self.name = name
            self.shape = shape
            self.isOptional = isOptional
        }
    }

    /// Returns the shape of an object whose members are all required.
    public static func object(_ members: KeyValuePairs<String, Shape>) -> Shape {
        .object(members.map { Field($0.key, $0.value) })
    }

    /// Returns the shape of a raw value of an enumeration.
    public static func word<Choice: CaseIterable & RawRepresentable>(of type: Choice.Type) -> Shape
    where Choice.RawValue == String {
        .word(Choice.allCases.map(\.rawValue))
    }

    /// The shape of an audio port's name.
    package static let audioRoute = Shape.word(AudioPort.allCases.map(\.name))

    // MARK: Text for documentation

    /// The text for the shape in the documentation, such as `{name?, expirationHandler?}` or `[{identifier}]`; empty
    /// for null.
    package var text: String {
        switch self {
        case .null: ""
        case .object(let fields):
            fields.isEmpty ? "" : "{\(fields.map { $0.name + ($0.isOptional ? "?" : "") }.joined(separator: ", "))}"
        case .list(let element): "[\(element.text)]"
        case .either(let shapes): shapes.map(\.text).joined(separator: " or ")
        case .orNull(let shape): "\(shape.text) or null"
        case .described(let words): words
        case .text: "text"
        case .anything: "any JSON"
        case .flag: "true or false"
        case .number, .whole, .exactly: "a number"
        case .word(let words): words.joined(separator: " or ")
        case .map: "{…}"
        }
    }

    // MARK: JSON Schema

    /// The JSON Schema of the shape, in draft 2020-12.
    package var schema: JSONValue {
        switch self {
        case .null: return ["type": "null"]
        case .anything: return [:]
        case .text: return ["type": "string"]
        case .flag: return ["type": "boolean"]
        case .number(let range):
            return Self.number("number", range.map { (.number($0.lowerBound), .number($0.upperBound)) })
        case .whole(let range):
            return Self.number(
                "integer",
                range.map {
                    (.number(String($0.lowerBound)), $0.upperBound == .max ? nil : .number(String($0.upperBound)))
                })
        case .exactly(let value): return ["const": .number(String(value))]
        case .word(let words): return ["enum": .array(words.map { .string($0) })]
        case .list(let element): return ["type": "array", "items": element.schema]
        case .map(let value): return ["type": "object", "additionalProperties": value.schema]
        case .object(let fields): return Self.object(fields)
        case .either(let shapes): return ["anyOf": .array(shapes.map(\.schema))]
        case .orNull(let shape): return ["anyOf": [shape.schema, ["type": "null"]]]
        case .described(let words): return ["description": .string(words)]
        }
    }

    private static func number(_ type: String, _ range: (JSONValue, JSONValue?)?) -> JSONValue {
        var members: [String: JSONValue] = ["type": .string(type)]
        if let range {
            members["minimum"] = range.0
            members["maximum"] = range.1
        }
        return .object(members)
    }

    private static func object(_ fields: [Field]) -> JSONValue {
        var members: [String: JSONValue] = [
            "type": "object", "additionalProperties": false,
            "properties": .object(Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.shape.schema) })),
        ]
        let required = fields.filter { !$0.isOptional }
        if !required.isEmpty { members["required"] = .array(required.map { .string($0.name) }) }
        return .object(members)
    }
}
