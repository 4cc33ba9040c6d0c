import FoundationEssentials

/// A property list value of any type.
package enum PropertyListValue: Equatable, Sendable {
    case string(String)
    case boolean(Bool)
    case integer(Int)
    case real(Double)
    case date(Date)
    case data(Data)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])

    /// The value's text; `nil` if it is not a string.
    package var string: String? { if case .string(let text) = self { text } else { nil } }
    /// The value's elements; empty if it is not an array.
    package var array: [PropertyListValue] { if case .array(let elements) = self { elements } else { [] } }
    /// The value's members; empty if it is not a dictionary.
    package var dictionary: [String: PropertyListValue] {
        if case .dictionary(let members) = self { members } else { [:] }
    }
    /// The strings among the value's elements. A single string counts as an array of one.
    package var strings: [String] { string.map { [$0] } ?? array.compactMap(\.string) }

    /// The member with a key; `nil` if there is none.
    package subscript(key: String) -> PropertyListValue? { dictionary[key] }
}

extension PropertyListValue: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    package init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Key.self) {
            var found: [String: PropertyListValue] = [:]
            for key in members.allKeys {
                found[key.stringValue] = try members.decode(PropertyListValue.self, forKey: key)
            }
            self = .dictionary(found)
        } else if var elements = try? decoder.unkeyedContainer() {
            var found: [PropertyListValue] = []
            while !elements.isAtEnd { found.append(try elements.decode(PropertyListValue.self)) }
            self = .array(found)
        } else {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self = .string(text)
            } else if let truth = try? value.decode(Bool.self) {
                self = .boolean(truth)
            } else if let number = try? value.decode(Int.self) {
                self = .integer(number)
            } else if let number = try? value.decode(Double.self) {
                self = .real(number)
            } else if let date = try? value.decode(Date.self) {
                self = .date(date)
            } else {
                self = .data(try value.decode(Data.self))
            }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .dictionary(let members):
            var container = encoder.container(keyedBy: Key.self)
            for (name, value) in members { try container.encode(value, forKey: Key(stringValue: name)) }
        case .string(let value): try encode(value, encoder)
        case .boolean(let value): try encode(value, encoder)
        case .integer(let value): try encode(value, encoder)
        case .real(let value): try encode(value, encoder)
        case .date(let value): try encode(value, encoder)
        case .data(let value): try encode(value, encoder)
        }
    }

    private func encode(_ value: some Encodable, _ encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
