import FoundationEssentials
import KeepAliveModel

extension JSONValue {
    /// Decodes this value as a type that knows its own members.
    ///
    /// - Throws: `DecodingError`.
    public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    /// Encodes a value with members of its own as this one.
    ///
    /// - Throws: `EncodingError`, such as for a number that is not finite.
    public init(encoding value: any Encodable) throws {
        do {
            try self.init(parsing: try JSONEncoder().encode(value))
        } catch let error as SyntaxError {
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: [], debugDescription: error.description))
        }
    }
}
