import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveProtocol
import KeepAliveStrategies

/// A strategy that is a program and acts for an app beside it. Every callback waits for its answer, and no answer
/// counts as the app's.
///
/// It is started again for each process of the app, and is not frozen with the app.
package final class CompanionVoice: SocketVoice {
    /// True when the strategy is called no more and nothing waits for it.
    private var hasGone = false

    /// The longest time that it may take to say hello.
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

    /// Stops calling the strategy: it has ended, or it does not answer.
    private func end(_ why: String) {
        guard !hasGone, let engine else { return }
        hasGone = true
        engine.note(why)
        for callback in forgetAll() { engine.voices.companionReturned(from: callback) }
    }

    /// Its answers count at once, because it is not frozen, and so does its hello.
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

    /// An exception that the strategy does not catch is one that the app does not catch.
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

    /// Reads a strategy's description of itself from the parameters of its hello.
    ///
    /// - Throws: ``JSONRPCError``.
    package static func descriptor(ofHello parameters: JSONValue) throws -> StrategyDescriptor {
        let (_, _, strategy) = try ApplicationMethods.hello.read(CallParameters(parameters))
        return try descriptor(strategy)
    }

    /// The answer to a strategy's hello: the options that the user chooses.
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
