import KeepAliveFormats
import KeepAliveModel

/// The connection of an app to the system that runs it: a socket, or a virtual device in the same process.
package protocol SystemConnection: AnyObject, Sendable {
    /// Makes a call, and waits for its result.
    ///
    /// - Parameters:
    ///   - method: the name of the method.
    ///   - parameters: the parameters as an object, or `null`.
    ///   - descriptor: a file descriptor to send with the call; `nil` for none.
    /// - Throws: ``JSONRPCError``, the error with which the system answers.
    func call(_ method: String, _ parameters: JSONValue, passing descriptor: CInt?) throws(JSONRPCError) -> JSONValue

    /// Answers a call of the system.
    func answer(_ id: JSONValue, _ result: JSONValue)

    /// Calls a function once on the app's main thread, after a delay in seconds of the device's clock.
    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void)
}
