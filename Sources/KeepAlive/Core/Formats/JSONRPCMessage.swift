import KeepAliveModel

/// A line of JSON-RPC 2.0, in either direction. Batches are not accepted.
package enum JSONRPCMessage: Sendable, Equatable {
    /// A call; without an `id`, the sender waits for no answer.
    case request(method: String, parameters: JSONValue, id: JSONValue?)
    /// The answer to a call.
    case result(JSONValue, id: JSONValue)
    /// The answer that a call has failed, with its error; the `id` is null where it could not be read.
    case failure(JSONRPCError, id: JSONValue)

    /// A line that is no message, with the error for its sender.
    package struct Malformed: Error {
        /// The error.
        package let error: JSONRPCError
        /// The message's `id`, if it has one that may be repeated.
        package let id: JSONValue?
        /// True when the sender waits for no answer.
        package let isNotification: Bool

        /// The answer.
        package var answer: JSONRPCMessage { .failure(error, id: id ?? .null) }
    }

    /// Reads a line.
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
            // A message that is no request may have been meant as a notification; that cannot be known.
            let isNotification = id == nil && error.code != JSONRPCError.invalidRequest("").code
            var repeated: JSONValue?
            // A value that may not be an id is not repeated.
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

    /// The longest line that a program may send, without its break, in bytes.
    package static let longestLine = 64 * 1024

    /// The answer that a line is too long to be read.
    package static var tooLong: JSONRPCMessage { .failure(.lineTooLong, id: .null) }

    /// The message in one line, without a break.
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
    /// Reads the `error` of an answer; a missing code counts as an internal error.
    fileprivate init(_ value: JSONValue) {
        self.init(code: value["code"]?.int ?? -32603, value["message"]?.string ?? value.text, data: value["data"])
    }

    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["code": .number(String(code)), "message": .string(message)]
        members["data"] = data
        return .object(members)
    }
}
