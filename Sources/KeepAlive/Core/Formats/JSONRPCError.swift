import KeepAliveModel

/// An error in a JSON-RPC 2.0 response. Request handlers may throw it.
public struct JSONRPCError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The error code; codes from -32768 to -32000 are reserved by JSON-RPC.
    public var code: Int
    /// A description of the error, in one line.
    public var message: String
    /// Details for programs; `nil` if there are none.
    public var data: JSONValue?

    /// Creates an error; static functions such as ``refused(_:)`` create errors with the codes of JSON-RPC.
    public init(code: Int, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// Returns the error for a line that is not JSON; code -32700.
    public static func parseError(_ message: String) -> JSONRPCError { JSONRPCError(code: -32700, message) }

    /// Returns the error for a line that is JSON, but not a valid request; code -32600.
    public static func invalidRequest(_ message: String) -> JSONRPCError { JSONRPCError(code: -32600, message) }

    /// The error for a line that exceeds the maximum length; code -32600.
    package static var lineTooLong: JSONRPCError {
        invalidRequest("the line is longer than \(JSONRPCMessage.longestLine) bytes")
    }

    /// Returns the error for a method that does not exist; code -32601.
    public static func methodNotFound(_ method: String) -> JSONRPCError {
        JSONRPCError(code: -32601, "there is no method '\(method)'")
    }

    /// Returns the error for parameters that the method does not accept; code -32602.
    public static func invalidParams(_ message: String) -> JSONRPCError { JSONRPCError(code: -32602, message) }

    /// Returns the error for a method that failed although the request was correct; code -32603.
    public static func internalError(_ message: String) -> JSONRPCError { JSONRPCError(code: -32603, message) }

    /// Returns the error for a request that is valid but cannot be fulfilled at present; code -32000.
    public static func refused(_ message: String) -> JSONRPCError { JSONRPCError(code: -32000, message) }

    /// The same as ``message``.
    public var description: String { message }
}
