import KeepAliveModel

extension JSONRPCMessage {
    /// Fulfils a call: the handler returns the result, or throws the error.
    ///
    /// A ``JSONRPCError`` goes out as it is, and a `KeepAliveError` as -32000 with its description. A `DecodingError`
    /// becomes invalid parameters, anything else an internal error.
    ///
    /// - Parameter handler: gets the method and the parameters: an object, an array, or null when there are none.
    /// - Returns: the answer, or `nil` where the sender waits for none: this is a notification, or no call at all.
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
