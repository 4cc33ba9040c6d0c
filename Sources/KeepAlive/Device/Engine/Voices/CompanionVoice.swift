import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveProtocol
import KeepAliveStrategies

/// A strategy that is a program and acts for an app beside the app's process. The app has not returned from a callback
/// until the program has answered the callback; the result in the answer is ignored.
///
/// The program is started again for each process of the app, and is not frozen with the app.
package final class CompanionVoice: SocketVoice {
    /// True once the strategy's program has ended or has not answered in time: the program is not called any more, and
    /// no callback waits for it.
    private var hasGone = false

    /// The time limit for the program's `hello`.
    private static let helloLimit = Duration.seconds(5)

    package init(_ table: @escaping @autoclosure () -> ServiceTable) { super.init(makingTable: table) }

    override var isGone: Bool { hasGone }

    override func begin(host: VoiceHost) {
        super.begin(host: host)
        guard let engine else { return }
        _ = engine.scheduler.schedule(after: Self.helloLimit) { [weak self] in
            guard let self, subscribers.isEmpty else { return }
            end("a strategy has not said hello in \(Self.helloLimit.inWords): it is not waited for")
        }
    }

    override func clientEnded(_ wasSubscriber: Bool) { end("a strategy has ended: what it was to do is not done") }

    /// Stops calling the strategy, because its program has ended or does not answer. Its open callbacks count as
    /// returned.
    private func end(_ why: String) {
        guard !hasGone, let engine else { return }
        hasGone = true
        engine.note(why)
        for callback in forgetAll() { engine.voices.companionReturned(from: callback) }
    }

    /// Returns true for answers and for `hello`. The program is not frozen with the app, so these messages are
    /// processed even while the app is suspended.
    override func isTakenInSuspension(_ message: JSONRPCMessage, from client: any MessageClient) -> Bool {
        guard case .request(let method, _, _) = message else { return true }
        return method == "hello"
    }

    override func check(_ method: AppMethod, from client: any MessageClient, _ engine: Engine) throws {
        guard engine.machine.state != .suspended || method.name == "hello" else {
            throw JSONRPCError.refused("the app is suspended, and has more waiting than is kept for it")
        }
        if method.callers == .apps { throw JSONRPCError.refused("'\(method.name)' is for an app to say") }
    }

    override func hello(from client: any MessageClient, events: Bool, strategy: StrategyHello?) throws -> JSONValue {
        _ = try Self.descriptor(strategy)
        _ = subscribe(client)
        return Self.greeting(StrategyOptions())
    }

    /// Reports an uncaught exception of the strategy to the policy, as an uncaught exception of the app.
    override func appFailed(_ error: JSONRPCError) {
        if let exception = error.exception { engine?.happened(.exceptionNotCaught(exception)) }
    }

    override func appReturned(from callback: AppCallback, _ result: JSONValue?, _ engine: Engine) {
        engine.voices.companionReturned(from: callback)
    }

    override func hear(_ callback: AppCallback, host: VoiceHost) throws {
        guard !hasGone else { return }
        if !call(callback) { end("a strategy does not answer: it is not called any more") }
    }

    // MARK: The protocol of a strategy

    private static func descriptor(_ strategy: StrategyHello?) throws -> StrategyDescriptor {
        guard let strategy else { throw JSONRPCError.invalidParams("'strategy' is missing") }
        return StrategyDescriptor(
            name: strategy.name, summary: strategy.summary, requiredModes: strategy.requiredModes)
    }

    /// Reads the description of a strategy from the parameters of the strategy's `hello`.
    ///
    /// - Throws: ``JSONRPCError`` if the description is missing or not valid.
    package static func descriptor(ofHello parameters: JSONValue) throws -> StrategyDescriptor {
        let (_, _, strategy) = try ApplicationMethods.hello.read(CallParameters(parameters))
        return try descriptor(strategy)
    }

    /// Returns the answer to a strategy's `hello`: the protocol version and the strategy's options.
    package static func greeting(_ options: StrategyOptions) -> JSONValue {
        [
            "protocol": .number(String(ProtocolVersion.current)),
            "options": [
                "catchesExceptions": .bool(options.catchesExceptions),
                "pausesLocationUpdatesAutomatically": .bool(options.pausesLocationUpdatesAutomatically),
                "needsToRunInBackground": .bool(options.needsToRunInBackground),
            ],
        ]
    }
}
