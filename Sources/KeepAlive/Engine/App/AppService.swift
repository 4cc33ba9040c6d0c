import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveStrategies

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
    /// Called when the app is suspended, and when it runs again: what is frozen reads nothing.
    package var onSuspension: ((Bool) -> Void)?
    /// Payloads of the last pushes, by what the policy knows them by.
    private var payloads: [(push: String, payload: JSONValue)] = []
    /// The regions that the app has the system watch; they outlive its processes.
    var regions: [String: AppRegion] = [:]
    /// Where the device is, as far as the app's regions know.
    private(set) var position: LocationFix?
    /// Looks at the regions again when the device has stayed long enough.
    private var regionLook: ScheduledAction?
    var players = AppPlayers()

    private weak var engine: Engine?
    /// The calls that this life of the app can make.
    private(set) var host: StrategyRunner?
    private let subscribers = AppSubscribers()
    /// A client that lives longer than the app's processes: an app in the same process.
    private var permanent: (any MessageClient)?
    private var openCalls: [Int: OpenCall] = [:]
    private var lastCall = 0
    /// What came while the app was suspended: it was said before the freeze, and counts after it.
    private var held: [(message: JSONRPCMessage, client: any MessageClient)] = []
    /// A strategy that is gone: it is called no more, and nothing waits for it.
    private var hasEnded = false
    /// The process of this life has said hello.
    private var hasCheckedIn = false
    private var toldAuthorization: LocationAuthorization?

    /// How many lines are held for a suspended app, and how many calls may be open: nobody needs more.
    private static let waitingMax = 1000
    /// How many payloads are kept: the policy holds one push, and coalesces the others.
    private static let payloadsMax = 64
    /// How long a strategy may take to say hello.
    private static let helloLimit = Duration.seconds(5)

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
        held.removeAll()
        hasCheckedIn = false
        toldAuthorization = nil
        players = AppPlayers()
        subscribers.startAnew(with: permanent)
        guard role == .strategy, let engine else { return }
        _ = engine.scheduler.schedule(after: Self.helloLimit) { [weak self] in
            guard let self, subscribers.isEmpty else { return }
            end("a strategy has not said hello in \(Self.helloLimit.inWords): it is not waited for")
        }
    }

    /// A frozen process reads nothing.
    func suspended(_ isSuspended: Bool) { onSuspension?(isSuspended) }

    /// The app runs again: what it had said before counts now.
    func resumed() {
        guard !held.isEmpty, let engine else { return }
        _ = engine.scheduler.schedule(at: engine.scheduler.now) { [weak self] in self?.takeHeld() }
    }

    private func takeHeld() {
        let waiting = held
        held = []
        for (message, client) in waiting {
            if let answer = take(message, from: client) { client.send(answer) }
        }
    }

    /// A connection of the app has ended.
    package func ended(_ client: any MessageClient) {
        held.removeAll { $0.client === client }
        let wasSubscriber = subscribers.remove(client)
        if role == .strategy { return end("a strategy has ended: what it was to do is not done") }
        engine?.leaveIfResigned()
        guard wasSubscriber, subscribers.isEmpty, let engine, engine.hasProcess, engine.kill == nil,
            !engine.endingAsPlanned,
            engine.machine.state.isRunning
        else { return }
        engine.note("the app has closed its connection: nobody answers for it")
    }

    /// A strategy is gone, or as good as gone.
    private func end(_ why: String) {
        guard !hasEnded, let engine else { return }
        hasEnded = true
        engine.note(why)
        let open = openCalls.values.map(\.callback)
        openCalls.removeAll()
        for callback in open { engine.strategyReturned(from: callback) }
    }

    /// Calls a client through all lives of the app.
    package func stay(_ client: any MessageClient) {
        permanent = client
        subscribers.add(client, waiting: [], on: nil)
    }

    // MARK: From the app

    /// Takes a message of the app; what is returned is the answer.
    package func take(_ message: JSONRPCMessage, from client: any MessageClient) -> JSONRPCMessage? {
        if isHeld(message, client) { return nil }
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
            if role == .strategy, let exception = error.exception {
                engine?.happened(.exceptionNotCaught(exception))
            }
            // Its callback ended with an error of its own; it has ended all the same.
            engine?.log("the app answered with an error: \(error.message)")
            returned(id, nil)
        }
        return nil
    }

    /// Whether a message has to wait until the app runs again: it was written before the freeze, and is read after it.
    private func isHeld(_ message: JSONRPCMessage, _ client: any MessageClient) -> Bool {
        guard let engine, engine.machine.state == .suspended, client !== permanent, held.count < Self.waitingMax else {
            return false
        }
        // A program beside the app is not frozen: what it answers counts at once, and it may say who it is.
        if role == .strategy {
            guard case .request(let method, _, _) = message, method != "hello" else { return false }
        }
        held.append((message, client))
        return true
    }

    private func fulfil(
        _ method: String, _ parameters: AppParameters, _ client: any MessageClient, _ engine: Engine,
        _ host: StrategyRunner
    ) throws -> JSONValue {
        do {
            guard role == .strategy || client === permanent || engine.hasProcess else {
                throw JSONRPCError.refused("the app has ended")
            }
            guard engine.machine.state != .suspended || method == "hello" || client === permanent else {
                throw JSONRPCError.refused("the app is suspended, and has more waiting than is kept for it")
            }
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
                try parameters.expect(request.parameterNames)
                return try request.fulfil(call)
            }
            if let result = try furtherMethods?(method, parameters.json, host) { return result }
            let hint = NearestName.find(for: method, among: AppRequest.names).map { "; did you mean '\($0)'?" } ?? ""
            throw JSONRPCError(code: -32601, "there is no method '\(method)'\(hint)")
        } catch {
            throw JSONRPCError.answer(error)
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
            "authorization": .string(machine.locationAuthorization.rawValue),
            "route": .string(machine.audioRoute.rawValue), "usesScenes": .bool(machine.usesScenes),
            "sceneDelegateClass": machine.manifest.sceneDelegateClass.map { .string($0) } ?? .null,
        ]
    }

    private func subscribe(_ client: any MessageClient, _ engine: Engine) {
        guard !subscribers.contains(client) else { return }
        // What the system has called already comes first, in its order.
        subscribers.add(
            client, waiting: openCalls.sorted { $0.key < $1.key }.map(\.value.message), on: engine.scheduler)
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

    private func returned(_ id: JSONValue, _ result: JSONValue?) {
        guard let number = id.int, let call = openCalls.removeValue(forKey: number), let engine else { return }
        if role == .strategy { return engine.strategyReturned(from: call.callback) }
        for event in AppAnswer.events(of: call.callback, result: result) { engine.happened(event) }
        if call.callback == .willResignActive { engine.leaveIfResigned() }
    }

    // MARK: To the app

    /// Calls the app: with a number where the system waits for its return.
    func deliver(_ callback: AppCallback) {
        guard !hasEnded else { return }
        let parameters = AppAnswer.parameters(of: callback, service: self, engine: engine)
        // The way back ends the way out: who connects later is not sent on it.
        if role == .app, callback == .willEnterForeground { forget { $0 == .didEnterBackground } }
        guard role == .strategy || AppAnswer.isAwaited(callback) else { return tell(callback.name, parameters) }
        guard openCalls.count < Self.waitingMax else {
            return end("a strategy does not answer: it is not called any more")
        }
        // It has one main thread: called once more, it is back when it has returned from the last call.
        if role == .app {
            if case .woken = callback {} else { forget { $0.name == callback.name } }
        }
        lastCall += 1
        let message = JSONRPCMessage.request(
            method: callback.name, parameters: parameters, id: .number(String(lastCall)))
        openCalls[lastCall] = OpenCall(callback: callback, message: message)
        subscribers.send(message)
    }

    /// The system waits no longer for what it was called with; an answer that comes late is nobody's.
    private func forget(where isMeant: (AppCallback) -> Bool) {
        for (number, call) in openCalls where isMeant(call.callback) { openCalls[number] = nil }
    }

    /// A wake is over, by the app's word or without it.
    func wakeEnded(_ kind: WakeKind) {
        // The answers to these say which one they are about; any other would end the next of its kind.
        guard !kind.isSchedulerTask, kind != .urlSession else { return }
        forget { if case .woken(kind, _) = $0 { true } else { false } }
    }

    /// Whether it has not returned from `willResignActive`; an app that nobody speaks for has nothing to return from.
    var isResigning: Bool {
        (role == .strategy || !subscribers.isEmpty) && openCalls.values.contains { $0.callback == .willResignActive }
    }

    /// It is not waited for any more; what it says of it later is nobody's.
    func forgetResigning() { forget { $0 == .willResignActive } }

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
        guard !hasEnded else { return }
        subscribers.send(.request(method: method, parameters: parameters, id: nil))
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
        position = fix
        engine.happened(.locationService(.moved(fix)))
        lookAtRegions(engine)
    }

    private func lookAtRegions(_ engine: Engine) {
        guard let position else { return }
        if let regionLook { engine.scheduler.cancel(regionLook) }
        regionLook = nil
        let profile = engine.machine.profile
        for identifier in regions.keys.sorted() {
            let metres = regions[identifier]?.crossing(
                at: position, threshold: profile.regionCrossingMetres, stay: profile.regionCrossingStay,
                now: engine.scheduler.now)
            guard let metres else { continue }
            engine.happened(.locationService(.regionCrossed(identifier: identifier, metres: metres)))
        }
        guard let first = regions.values.compactMap(\.crossingSince).min() else { return }
        regionLook = engine.scheduler.schedule(at: first + profile.regionCrossingStay) { [weak self, weak engine] in
            guard let self, let engine else { return }
            regionLook = nil
            lookAtRegions(engine)
        }
    }

    /// Keeps what a push carries until the app is told of it.
    func keep(_ payload: JSONValue, of push: String) {
        payloads.append((push, payload))
        if payloads.count > Self.payloadsMax { payloads.removeFirst() }
    }

    /// What the last push carries.
    var latestPayload: JSONValue? { payloads.last?.payload }

    /// What a push carries; the least that one can without a service that knows.
    func payload(of push: String?) -> JSONValue {
        payloads.last { $0.push == push }?.payload ?? ["aps": ["content-available": 1]]
    }

    /// Something has been decided: what the policy has no callback for is told here.
    func settled(_ engine: Engine) {
        let machine = engine.machine
        if !machine.isPlayingAudio { players.stopAll(engine) }
        guard !subscribers.isEmpty, machine.locationAuthorization != toldAuthorization else { return }
        if toldAuthorization != nil {
            tell("didChangeAuthorization", ["status": .string(machine.locationAuthorization.rawValue)])
        }
        toldAuthorization = machine.locationAuthorization
    }
}
