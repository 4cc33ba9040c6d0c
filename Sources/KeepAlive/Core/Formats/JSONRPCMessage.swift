import KeepAliveModel

/// A JSON-RPC 2.0 message, in either direction. Batches are not supported.
package enum JSONRPCMessage: Sendable, Equatable {
    /// A request; a notification if the `id` is `nil`, and then the sender expects no response.
    case request(method: String, parameters: JSONValue, id: JSONValue?)
    /// The response to a request that succeeded.
    case result(JSONValue, id: JSONValue)
    /// The response to a request that failed; the `id` is null if the request's `id` could not be read.
    case failure(JSONRPCError, id: JSONValue)

    /// A line that is not a valid message, with the error to send to its sender.
    package struct Malformed: Error {
        package let error: JSONRPCError
        /// The message's `id`; `nil` if it has none, or the `id` has an invalid type and so cannot be repeated in the
        /// response.
        package let id: JSONValue?
        /// True if the sender expects no response.
        package let isNotification: Bool

        /// The response to the malformed message.
        package var answer: JSONRPCMessage { .failure(error, id: id ?? .null) }
    }

    /// Parses a line.
    ///
    /// - Throws: ``Malformed``.
    package init(parsing line: some Sequence<UInt8>) throws(Malformed) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: line)
        } catch {
            throw Malformed(error: .parseError("this line is not JSON: \(error)"), id: nil, isNotification: false)
        }
        let id = value["id"]
        do throws(JSONRPCError) {
            try self.init(value, id: id)
        } catch {
            // An invalid request without an `id` gets a response, because the sender may have meant a request and not a
            // notification.
            let isNotification = id == nil && error.code != JSONRPCError.invalidRequest("").code
            var repeated: JSONValue?
            // Only a string or a number is a valid `id`; other values are not repeated in the response.
            if case .string? = id { repeated = id }
            if case .number? = id { repeated = id }
            throw Malformed(error: error, id: repeated, isNotification: isNotification)
        }
    }

    private init(_ value: JSONValue, id: JSONValue?) throws(JSONRPCError) {
        guard case .object = value else {
            throw JSONRPCError.invalidRequest("a message is an object; batches are not taken")
        }
        switch id {
        case nil, .null, .string, .number: break
        default: throw JSONRPCError.invalidRequest("'id' must be a string, a number or null")
        }
        guard value["jsonrpc"] == "2.0" else { throw JSONRPCError.invalidRequest("'jsonrpc' must be \"2.0\"") }
        if value["method"] == nil, let id {
            if let result = value["result"] {
                self = .result(result, id: id)
                return
            }
            if let error = value["error"] {
                self = .failure(JSONRPCError(error), id: id)
                return
            }
        }
        guard let method = value["method"]?.string else {
            throw JSONRPCError.invalidRequest("'method' must be a string")
        }
        switch value["params"] {
        case nil: self = .request(method: method, parameters: .null, id: id)
        case .some(let parameters):
            switch parameters {
            case .object, .array: self = .request(method: method, parameters: parameters, id: id)
            default: throw JSONRPCError.invalidParams("'params' must be an object or an array")
            }
        }
    }

    /// The maximum length of a line from a program in bytes, without the line break.
    package static let longestLine = 64 * 1024

    /// The response to a line that is longer than ``longestLine``.
    package static var tooLong: JSONRPCMessage { .failure(.lineTooLong, id: .null) }

    /// The message as one line of JSON, without the line break.
    package var text: String {
        var members: [String: JSONValue] = ["jsonrpc": "2.0"]
        switch self {
        case .request(let method, let parameters, let id):
            members["method"] = .string(method)
            if parameters != .null { members["params"] = parameters }
            members["id"] = id
        case .result(let result, let id):
            members["result"] = result
            members["id"] = id
        case .failure(let error, let id):
            members["error"] = error.json
            members["id"] = id
        }
        return JSONValue.object(members).text
    }
}

extension JSONRPCError {
    /// Creates an error from the `error` member of a response; a missing code is taken as -32603 (internal error).
    fileprivate init(_ value: JSONValue) {
        self.init(code: value["code"]?.int ?? -32603, value["message"]?.string ?? value.text, data: value["data"])
    }

    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["code": .number(String(code)), "message": .string(message)]
        members["data"] = data
        return .object(members)
    }
}
