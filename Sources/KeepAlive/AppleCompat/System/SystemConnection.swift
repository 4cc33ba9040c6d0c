/// The way from an app to the system that runs it: a socket, or a virtual device in the same process.
package protocol SystemConnection: AnyObject, Sendable {
    /// Makes a call and waits for its result.
    ///
    /// - Throws: ``JSONRPCError``, as the system answers.
    func call(_ method: String, _ parameters: JSONValue) throws(JSONRPCError) -> JSONValue

    /// Answers a call of the system.
    func answer(_ id: JSONValue, _ result: JSONValue)

    /// Calls back once, on the main thread of the app, after a time of the device.
    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void)
}

/// What a call of the system's answers with, as Swift has it.
enum SystemAnswer {
    /// The codes of the protocol: an exception, an error.
    static let exception = -32001
    static let error = -32002

    /// The exception that a framework raises, if it is one.
    static func exception(_ error: JSONRPCError) -> AppleException? {
        guard error.code == exception else { return nil }
        return AppleException(
            name: error.data?["name"]?.string ?? "NSInternalInconsistencyException",
            reason: error.data?["reason"]?.string ?? error.message,
            rule: RuleID(error.data?["rule"]?.string ?? "LC-01"))
    }
}
