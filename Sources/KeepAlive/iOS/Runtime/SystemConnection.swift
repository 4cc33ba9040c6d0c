import KeepAliveFormats
import KeepAliveModel

/// The connection of an app to the system that runs it: a socket to the runner, or a virtual device in the same
/// process.
package protocol SystemConnection: AnyObject, Sendable {
    /// Calls a method of the system, and waits for the result.
    ///
    /// - Parameters:
    ///   - method: the name of the method.
    ///   - parameters: the parameters as an object, or `null`.
    ///   - descriptor: a file descriptor to send with the call; `nil` for none.
    /// - Throws: ``JSONRPCError``, if the system replies with an error.
    func call(_ method: String, _ parameters: JSONValue, passing descriptor: CInt?) throws(JSONRPCError) -> JSONValue

    /// Sends the reply to a call of the system.
    func answer(_ id: JSONValue, _ result: JSONValue)

    /// Calls a function once on the app's main thread, after a delay in seconds: virtual time on a virtual device,
    /// otherwise real time.
    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void)
}
