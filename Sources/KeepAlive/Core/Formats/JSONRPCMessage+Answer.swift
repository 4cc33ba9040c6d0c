import KeepAliveModel

extension JSONRPCMessage {
    /// Handles a request: the handler returns the result or throws an error.
    ///
    /// A ``JSONRPCError`` is sent unchanged, and a `KeepAliveError` as -32000 with its description. A `DecodingError`
    /// is sent as invalid parameters, any other error as an internal error.
    ///
    /// - Parameter handler: is given the method and the parameters: an object, an array, or null if there are none.
    /// - Returns: the response; `nil` if the sender expects none, because the message is a notification or not a
    ///   request.
    package func answered(
        by handler: (_ method: String, _ parameters: JSONValue) throws -> any Encodable
    ) -> JSONRPCMessage? {
        guard case .request(let method, let parameters, let id) = self else { return nil }
        do {
            let result = try handler(method, parameters)
            guard let id else { return nil }
            return .result(try (result as? JSONValue) ?? JSONValue(encoding: result), id: id)
        } catch {
            return id.map { .failure(Self.asJSONRPC(error), id: $0) }
        }
    }

    private static func asJSONRPC(_ error: any Error) -> JSONRPCError {
        switch error {
        case let error as JSONRPCError: error
        case let error as KeepAliveError: .refused(error.description)
        case let error as DecodingError: .invalidParams("\(error)")
        default: .internalError("\(error)")
        }
    }
}
