import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveStrategies

/// A strategy that is a program and acts for an app beside it: every callback waits for its answer, and no answer counts as
/// the app's.
///
/// It is started anew for each process of the app, and not frozen with the app.
package final class CompanionService: SocketVoice {
    /// It is called no more, and nothing waits for it.
    private var hasGone = false

    /// How long it may take to say hello.
    private static let helloLimit = Duration.seconds(5)
    /// What it does not say: it neither launches nor completes for the app.
    private static let areForAppsOnly: Set<String> = ["complete", "implements"]

    package override init() {}

    override var isGone: Bool { hasGone }

    override func begin(host: VoiceHost) {
        super.begin(host: host)
        guard let engine else { return }
        _ = engine.scheduler.schedule(after: Self.helloLimit) { [weak self] in
            guard let self, subscribers.isEmpty else { return }
            end("a strategy has not said hello in \(Self.helloLimit.inWords): it is not waited for")
        }
    }

    override func hasEnded(_ wasSubscriber: Bool) { end("a strategy has ended: what it was to do is not done") }

    /// It is gone, or as good as gone.
    private func end(_ why: String) {
        guard !hasGone, let engine else { return }
        hasGone = true
        engine.note(why)
        for callback in forgetAll() { engine.voices.companionReturned(from: callback) }
    }

    /// What it answers counts at once, as it is not frozen, and it may say who it is.
    override func isTakenInSuspension(_ message: JSONRPCMessage, from client: any MessageClient) -> Bool {
        guard case .request(let method, _, _) = message else { return true }
        return method == "hello"
    }

    override func check(_ method: String, from client: any MessageClient, _ engine: Engine) throws {
        guard engine.machine.state != .suspended || method == "hello" else {
            throw JSONRPCError.refused("the app is suspended, and has more waiting than is kept for it")
        }
        if Self.areForAppsOnly.contains(method) { throw JSONRPCError.refused("'\(method)' is for an app to say") }
    }

    override func hello(_ parameters: AppParameters, from client: any MessageClient) throws -> JSONValue {
        _ = try Self.descriptor(parameters.json)
        _ = subscribe(client)
        return Self.greeting(StrategyOptions())
    }

    /// What the strategy does not catch, the app does not.
    override func hasFailed(_ error: JSONRPCError) {
        if let exception = error.exception { engine?.happened(.exceptionNotCaught(exception)) }
    }

    override func hasReturned(from callback: AppCallback, _ result: JSONValue?, _ engine: Engine) {
        engine.voices.companionReturned(from: callback)
    }

    override func hear(_ callback: AppCallback, host: VoiceHost) throws {
        guard !hasGone else { return }
        if !call(callback) { end("a strategy does not answer: it is not called any more") }
    }

    // MARK: The protocol of a strategy

    /// A callback as a message, for a strategy that plays without a device.
    package static func message(_ callback: AppCallback, number: Int) -> JSONRPCMessage {
        .request(
            method: callback.name, parameters: AppAnswer.parameters(of: callback, voice: nil, engine: nil),
            id: .number(String(number)))
    }

    /// What a strategy says of itself in its hello.
    ///
    /// - Throws: ``JSONRPCError``.
    package static func descriptor(_ json: JSONValue) throws -> StrategyDescriptor {
        let parameters = try AppParameters(json)
        let version = try parameters.integer("protocol", in: 1...1_000_000)
        guard version == protocolVersion else {
            throw JSONRPCError.refused("this runner speaks version \(protocolVersion) of the protocol, it \(version)")
        }
        let strategy = try AppParameters(try parameters.required("strategy").json)
        let modes = strategy.optional("requiredModes")?.json.array ?? []
        let descriptor = StrategyDescriptor(
            name: try strategy.text("name"), summary: try strategy.text("summary"),
            requiredModes: try modes.map { value in
                guard let mode = value.string.flatMap(BackgroundMode.init(rawValue:)) else {
                    throw JSONRPCError.invalidParams("'requiredModes': \(value.text.shortened(to: 60)) is no mode")
                }
                return mode
            })
        try strategy.finish()
        try parameters.finish()
        return descriptor
    }

    /// What a strategy is told that says hello: what the user chooses.
    package static func greeting(_ options: StrategyOptions) -> JSONValue {
        [
            "protocol": .number(String(protocolVersion)),
            "options": [
                "catchesExceptions": .bool(options.catchesExceptions),
                "pausesLocationUpdatesAutomatically": .bool(options.pausesLocationUpdatesAutomatically),
                "needsToRunInBackground": .bool(options.needsToRunInBackground),
            ],
        ]
    }
}
