import KeepAliveModel

/// An error as a JSON-RPC 2.0 answer carries it. A handler of requests may throw one.
public struct JSONRPCError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The number of the kind; those from -32768 to -32000 belong to the protocol.
    public var code: Int
    /// The error in words, in one line.
    public var message: String
    /// The details for programs, or `nil`.
    public var data: JSONValue?

    /// Creates an error.
    public init(code: Int, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// The line is not JSON.
    public static func parseError(_ message: String) -> JSONRPCError { JSONRPCError(code: -32700, message) }

    /// The line is JSON, but not a request.
    public static func invalidRequest(_ message: String) -> JSONRPCError { JSONRPCError(code: -32600, message) }

    /// The line is longer than one may be.
    package static var lineTooLong: JSONRPCError {
        invalidRequest("the line is longer than \(JSONRPCMessage.longestLine) bytes")
    }

    /// There is no such method.
    public static func methodNotFound(_ method: String) -> JSONRPCError {
        JSONRPCError(code: -32601, "there is no method '\(method)'")
    }

    /// The method does not take these parameters.
    public static func invalidParams(_ message: String) -> JSONRPCError { JSONRPCError(code: -32602, message) }

    /// The method itself failed, through no fault of the request.
    public static func internalError(_ message: String) -> JSONRPCError { JSONRPCError(code: -32603, message) }

    /// The request is fine and cannot be fulfilled now.
    public static func refused(_ message: String) -> JSONRPCError { JSONRPCError(code: -32000, message) }

    /// The message.
    public var description: String { message }
}
