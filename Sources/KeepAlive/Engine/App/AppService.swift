/// The app's own voice: what a program says through `KEEPALIVE_SOCKET`, and what the system calls it with.
///
/// One for each app, over all its processes. It makes the same calls as a strategy does, so an app that speaks for itself
/// is treated as one for which a strategy acts. Who says `hello` and wants events is the app's main thread: callbacks
/// that the system waits for return when it answers them.
package final class AppService {
    /// The version of the protocol.
    package static let protocolVersion = 1

    /// A call of the system that the app has not returned from.
    struct OpenCall {
        var callback: AppCallback
        var message: JSONRPCMessage
    }

    /// Who speaks.
    package enum Role: Sendable {
        /// The app itself: it answers for its process.
        case app
        /// A strategy that acts for it: every callback waits for its answer, and none of them counts as the app's.
        case strategy
    }

    let role: Role
    let memory = AppCall.Memory()
    /// Whether the app is known to speak for itself: its launch ends when it says so.
    package private(set) var speaks: Bool
    /// Further methods, from rooms above: `nil` where there is none of that name.
    package var furtherMethods: ((String, JSONValue, any StrategyHost) throws -> JSONValue?)?
    /// Payloads of pushes that are on their way, by what the policy knows them by.
    var payloads: [String: JSONValue] = [:]
    /// The regions that the app has the system watch; they outlive its processes.
    var regions: [String: AppRegion] = [:]
    /// The crossings that have been found, by region: whether inwards.
    var crossings: [String: Bool] = [:]
    var players = AppPlayers()

    private weak var engine: Engine?
    /// The calls that this life of the app can make.
    private(set) var host: StrategyRunner?
    private var subscribers: [any MessageClient] = []
    /// A client that lives longer than the app's processes: an app in the same process.
    private var permanent: (any MessageClient)?
    private var openCalls: [Int: OpenCall] = [:]
    private var lastCall = 0
    /// The process of this life has said hello.
    private var hasCheckedIn = false
    private var toldAuthorization: LocationAuthorization?

    /// Creates the voice of an app that has not been started.
    ///
    /// - Parameter speaks: whether it is known beforehand that the app will speak for itself.
    package init(_ role: Role = .app, speaks: Bool = false) {
        self.role = role
        self.speaks = speaks
    }

    /// Whether the app answers for itself now, or will.
    var answersForItself: Bool { speaks || hasCheckedIn }

    // MARK: Lives

    func attach(to engine: Engine) { self.engine = engine }

    /// A process begins; what was said to the last one is void.
    func begin(host: StrategyRunner) {
        self.host = host
        openCalls.removeAll()
        hasCheckedIn = false
        toldAuthorization = nil
        players = AppPlayers()
        for client in subscribers { client.finish() }
        subscribers = permanent.map { [$0] } ?? []
    }

    /// A frozen process reads nothing.
    func suspended(_ isSuspended: Bool) {
        for client in subscribers { client.mayWait = isSuspended }
    }

    /// A connection of the app has ended.
    package func ended(_ client: any MessageClient) {
        let before = subscribers.count
        subscribers.removeAll { $0 === client }
        if role == .strategy, before > 0, let engine {
            engine.note("a strategy has ended: what it was to do is not done")
            let open = openCalls.values.map(\.callback)
            openCalls.removeAll()
            for callback in open { engine.strategyReturned(from: callback) }
            return
        }
        guard before > 0, subscribers.isEmpty, let engine, engine.hasProcess, engine.kill == nil,
            !engine.endingAsPlanned,
            engine.machine.state.isRunning
        else { return }
        engine.note("the app has closed its connection: nobody answers for it")
    }

    /// Calls a client through all lives of the app.
    package func stay(_ client: any MessageClient) {
        permanent = client
        subscribers.append(client)
    }

    // MARK: From the app

    /// Takes a message of the app; what is returned is the answer.
    package func take(_ message: JSONRPCMessage, from client: any MessageClient) -> JSONRPCMessage? {
        switch message {
        case .request:
            return message.answered { method, parameters in
                guard let engine, let host else { throw JSONRPCError.refused("the app has not been started yet") }
                // What the call causes is performed after it, in order, as after any call of an app.
                var result: Result<JSONValue, any Error> = .success(.null)
                engine.callOut {
                    result = Result { try self.fulfil(method, AppParameters(parameters), client, engine, host) }
                }
                return try result.get()
            }
        case .result(let value, let id): returned(id, value)
        case .failure(let error, let id):
            // What the strategy does not catch, the app does not.
            if role == .strategy, let exception = AppAnswer.exception(error) {
                engine?.happened(.exceptionNotCaught(exception))
            }
            // Its callback ended with an error of its own; it has ended all the same.
            engine?.log("the app answered with an error: \(error.message)")
            returned(id, .null)
        }
        return nil
    }

    private func fulfil(
        _ method: String, _ parameters: AppParameters, _ client: any MessageClient, _ engine: Engine,
        _ host: StrategyRunner
    ) throws -> JSONValue {
        do {
            switch method {
            case "hello": return try hello(parameters, client, engine)
            case "complete": return try complete(parameters)
            default: break
            }
            let call = AppCall(parameters: parameters, engine: engine, host: host, service: self)
            if role == .strategy, AppRequest.areForAppsOnly.contains(method) {
                throw JSONRPCError.refused("'\(method)' is for an app to say")
            }
            if let request = AppRequest.named(method) {
                let result = try request.fulfil(call)
                try parameters.finish()
                return result
            }
            if let result = try furtherMethods?(method, parameters.json, host) { return result }
            let hint = NearestName.find(for: method, among: AppRequest.names).map { "; did you mean '\($0)'?" } ?? ""
            throw JSONRPCError(code: -32601, "there is no method '\(method)'\(hint)")
        } catch {
            throw AppAnswer.error(error)
        }
    }

    /// The app says who it is, and whether it wants to be called.
    private func hello(
        _ parameters: AppParameters, _ client: any MessageClient, _ engine: Engine
    ) throws -> JSONValue {
        let version = try parameters.integer("protocol", in: 1...1_000_000)
        guard version == Self.protocolVersion else {
            throw JSONRPCError.refused(
                "this runner speaks version \(Self.protocolVersion) of the protocol, the app version \(version)")
        }
        if role == .strategy {
            _ = try Self.descriptor(parameters.json)
            subscribe(client, engine)
            return Self.strategyGreeting(StrategyOptions())
        }
        let wantsEvents = try parameters.optional("events")?.flag() ?? true
        try parameters.finish()
        guard engine.hasProcess else { throw JSONRPCError.refused("the app has ended") }
        if wantsEvents { subscribe(client, engine) }
        return greeting
    }

    /// What an app is told that says hello.
    package var greeting: JSONValue {
        guard let engine else { return .null }
        let machine = engine.machine
        return [
            "protocol": .number(String(Self.protocolVersion)), "app": .string(machine.manifest.bundleIdentifier),
            "ios": .string(machine.profile.version.description),
            "state": .string(AppAnswer.applicationState(machine.state)),
            "timeScale": .number(engine.plan.timeScale),
            "authorization": .string(machine.location.authorization.rawValue),
            "route": .string(machine.audio.route.rawValue), "usesScenes": .bool(machine.usesScenes),
            "sceneDelegateClass": machine.manifest.sceneDelegateClass.map { .string($0) } ?? .null,
        ]
    }

    private func subscribe(_ client: any MessageClient, _ engine: Engine) {
        guard !subscribers.contains(where: { $0 === client }) else { return }
        client.isSubscriber = true
        // What the system has called already comes first, in its order; after the answer to hello.
        let waiting = openCalls.sorted { $0.key < $1.key }.map(\.value.message)
        subscribers.append(client)
        if !waiting.isEmpty {
            _ = engine.scheduler.schedule(at: engine.scheduler.now) { for message in waiting { client.send(message) } }
        }
        guard !hasCheckedIn, role == .app else { return }
        hasCheckedIn = true
        if !speaks {
            speaks = true
            _ = engine.scheduler.schedule(at: engine.scheduler.now) { [weak engine] in engine?.checkIn() }
        }
    }

    /// Answers a call of the system by its number: for programs that cannot answer on the connection that it came over.
    private func complete(_ parameters: AppParameters) throws -> JSONValue {
        let number = try parameters.integer("call", in: 1...Int.max)
        let result = parameters.optionalJSON("result") ?? .null
        try parameters.finish()
        guard openCalls[number] != nil else {
            throw JSONRPCError.refused("no call \(number) waits to be completed")
        }
        returned(.number(String(number)), result)
        return .null
    }

    private func returned(_ id: JSONValue, _ result: JSONValue) {
        guard let number = id.int, let call = openCalls.removeValue(forKey: number), let engine else { return }
        if role == .strategy { return engine.strategyReturned(from: call.callback) }
        for event in AppAnswer.events(of: call.callback, result: result) { engine.happened(event) }
    }

    // MARK: To the app

    /// Calls the app: with a number where the system waits for its return.
    func deliver(_ callback: AppCallback) {
        let parameters = AppAnswer.parameters(of: callback, service: self, engine: engine)
        guard role == .strategy || AppAnswer.isAwaited(callback) else { return tell(callback.name, parameters) }
        lastCall += 1
        let message = JSONRPCMessage.request(
            method: callback.name, parameters: parameters, id: .number(String(lastCall)))
        openCalls[lastCall] = OpenCall(callback: callback, message: message)
        for client in subscribers { client.send(message) }
    }

    /// Whether the system waits for the return from a callback.
    func holds(_ callback: AwaitedCallback) -> Bool {
        openCalls.values.contains { AppAnswer.awaited($0.callback) == callback }
    }

    /// A callback as a message, for a strategy that plays without a device.
    package static func message(_ callback: AppCallback, number: Int) -> JSONRPCMessage {
        .request(
            method: callback.name, parameters: AppAnswer.parameters(of: callback, service: nil, engine: nil),
            id: .number(String(number)))
    }

    /// The exception that an answer carries, if it does.
    package static func exception(_ error: JSONRPCError) -> AppleException? { AppAnswer.exception(error) }

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
    package static func strategyGreeting(_ options: StrategyOptions) -> JSONValue {
        [
            "protocol": .number(String(protocolVersion)),
            "options": [
                "catchesExceptions": .bool(options.catchesExceptions),
                "pausesLocationUpdatesAutomatically": .bool(options.pausesLocationUpdatesAutomatically),
                "needsToRunInBackground": .bool(options.needsToRunInBackground),
            ],
        ]
    }

    /// Tells the app something that it need not answer.
    func tell(_ method: String, _ parameters: JSONValue = .null) {
        for client in subscribers { client.send(.request(method: method, parameters: parameters, id: nil)) }
    }

    /// The number of the oldest open call that a callback belongs to, such as the one of a wake that expires.
    func number(of kind: WakeKind, _ identifier: String?) -> Int? {
        openCalls.filter { _, call in
            if case .woken(kind, let called) = call.callback { return identifier == nil || called == identifier }
            return false
        }.keys.min()
    }

    /// A player has played all that it has.
    func playerFinished(_ number: Int, _ engine: Engine) {
        if players.finish(number, engine) { host?.pause() }
        tell("audioPlayerDidFinishPlaying", ["player": .number(String(number))])
    }

    /// The device is somewhere else: what the app has the system watch for may have come (CL-16, CL-17).
    package func moved(to fix: LocationFix) {
        guard let engine else { return }
        engine.happened(.locationService(.moved(fix)))
        for identifier in regions.keys.sorted() {
            let threshold = engine.machine.profile.regionCrossingMetres
            guard let crossing = regions[identifier]?.crossing(at: fix, threshold: threshold) else { continue }
            crossings[identifier] = crossing.entered
            engine.happened(.locationService(.regionCrossed(identifier: identifier, metres: crossing.metres)))
        }
    }

    /// Something has been decided: what the policy has no callback for is told here.
    func settled(_ engine: Engine) {
        let machine = engine.machine
        if !machine.isPlayingAudio { players.stopAll(engine) }
        guard !subscribers.isEmpty, machine.location.authorization != toldAuthorization else { return }
        if toldAuthorization != nil {
            tell("didChangeAuthorization", ["status": .string(machine.location.authorization.rawValue)])
        }
        toldAuthorization = machine.location.authorization
    }
}
