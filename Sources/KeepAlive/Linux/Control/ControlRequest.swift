/// Answers one line of JSON-RPC 2.0: a request, or a notification, which gets no answer. Batches are not taken.
enum ControlRequest {
    /// The answer to a line, without a line break, or `nil` for a notification.
    static func answer(to line: some Sequence<UInt8>, by handler: ControlServer.Handler?) -> String? {
        let request: JSONValue
        do {
            request = try JSONValue(parsing: line)
        } catch {
            return failure(.parseError("this line is not JSON: \(error)"), id: nil)
        }
        let id = request["id"]
        do {
            let (method, parameters) = try parts(of: request)
            guard let handler else { throw JSONRPCError.methodNotFound(method) }
            let result = try handler(method, parameters)
            guard let id else { return nil }
            return text(["id": id, "result": try (result as? JSONValue) ?? JSONValue(encoding: result)])
        } catch {
            let error = asJSONRPC(error)
            // Whether something that is no request was meant as a notification cannot be known.
            if id == nil && error.code != JSONRPCError.invalidRequest("").code { return nil }
            return failure(error, id: id)
        }
    }

    /// The answer that a line is too long to be read.
    static func tooLong(limit: Int) -> String {
        failure(.invalidRequest("the line is longer than \(limit) bytes"), id: nil)
    }

    private static func parts(of request: JSONValue) throws -> (method: String, parameters: JSONValue) {
        guard case .object = request else {
            throw JSONRPCError.invalidRequest("a request is an object; batches are not taken")
        }
        switch request["id"] {
        case nil, .null, .string, .number: break
        default: throw JSONRPCError.invalidRequest("'id' must be a string, a number or null")
        }
        guard request["jsonrpc"] == "2.0" else { throw JSONRPCError.invalidRequest("'jsonrpc' must be \"2.0\"") }
        guard let method = request["method"]?.string else {
            throw JSONRPCError.invalidRequest("'method' must be a string")
        }
        switch request["params"] {
        case nil: return (method, .null)
        case .some(let parameters):
            switch parameters {
            case .object, .array: return (method, parameters)
            default: throw JSONRPCError.invalidParams("'params' must be an object or an array")
            }
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

    private static func failure(_ error: JSONRPCError, id: JSONValue?) -> String {
        var id = id
        switch id {
        case .string, .number: break
        // What may not be an id is not repeated.
        default: id = .null
        }
        return text([
            "id": id ?? .null, "error": ["code": .number(String(error.code)), "message": .string(error.message)],
        ])
    }

    private static func text(_ members: [String: JSONValue]) -> String {
        JSONValue.object(members.merging(["jsonrpc": "2.0"]) { $1 }).text
    }
}
