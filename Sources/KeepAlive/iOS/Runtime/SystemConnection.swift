import KeepAliveFormats
import KeepAliveModel

/// The connection of an app to the system that runs it: a socket, or a virtual device in the same process.
package protocol SystemConnection: AnyObject, Sendable {
    /// Makes a call and waits for its result.
    ///
    /// - Parameter descriptor: a descriptor that goes along with it, or `nil`.
    /// - Throws: ``JSONRPCError``, as the system answers.
    func call(_ method: String, _ parameters: JSONValue, passing descriptor: CInt?) throws(JSONRPCError) -> JSONValue

    /// Answers a call of the system.
    func answer(_ id: JSONValue, _ result: JSONValue)

    /// Calls back once, on the main thread of the app, after a time of the device.
    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void)
}
