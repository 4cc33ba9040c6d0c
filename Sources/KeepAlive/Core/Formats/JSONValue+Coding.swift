import FoundationEssentials
import KeepAliveModel

extension JSONValue {
    /// Decodes the value as a `Decodable` type.
    ///
    /// - Throws: `DecodingError`.
    public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    /// Creates a JSON value by encoding an `Encodable` value.
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
