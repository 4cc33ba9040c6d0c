import KeepAlivePolicy
import KeepAlivePorts

/// The app's own voice: what its program says through `KEEPALIVE_SOCKET`, and what the system calls it with.
///
/// One for each app, over all its processes. It makes the same calls as a strategy does, so an app that speaks for itself
/// is treated as one for which a strategy acts. Who says `hello` and wants events is the app's main thread: callbacks
/// that the system waits for return when it answers them.
package final class AppService: SocketVoice {
    /// Whether the app is known to speak for itself: its launch ends when it says so.
    package private(set) var speaks: Bool
    /// Called when the app is suspended, and when it runs again: what is frozen reads nothing.
    package var onSuspension: ((Bool) -> Void)?
    /// Payloads of the last pushes, by what the policy knows them by.
    private var payloads: [(push: String, payload: JSONValue)] = []
    /// A client that lives longer than the app's processes: an app in the same process.
    private var permanent: (any MessageClient)?
    /// The process of this life has said hello.
    private var hasCheckedIn = false
    private var toldAuthorization: LocationAuthorization?

    /// What the app is told when it may know more, or less, of the position.
    package static let didChangeAuthorization = "didChangeAuthorization"
    /// How many payloads are kept: the policy holds one push, and coalesces the others.
    private static let payloadsMax = 64

    /// Creates the voice of an app that has not been started.
    ///
    /// - Parameters:
    ///   - table: the services of the device.
    ///   - speaks: whether it is known beforehand that the app will speak for itself.
    package init(_ table: ServiceTable, speaks: Bool = false) {
        self.speaks = speaks
        super.init(table)
    }

    // MARK: Lives

    override func begin(host: VoiceHost) {
        super.begin(host: host)
        hasCheckedIn = false
        toldAuthorization = nil
        subscribers.startAnew(with: permanent)
    }

    /// A frozen process reads nothing.
    func suspended(_ isSuspended: Bool) { onSuspension?(isSuspended) }

    override func hasEnded(_ wasSubscriber: Bool) {
        guard subscribers.isEmpty, let engine else { return }
        // Who has nobody that speaks has nothing to return from.
        if holds(.willResignActive) { returnsFromResignation(engine) }
        guard wasSubscriber, engine.hasProcess, engine.run.kill == nil, !engine.endingAsPlanned,
            engine.machine.state.isRunning
        else { return }
        engine.note("the app has closed its connection: nobody answers for it")
    }

    private func returnsFromResignation(_ engine: Engine) {
        forget { $0 == .willResignActive }
        engine.happened(.callbackReturned(.willResignActive))
    }

    /// Calls a client through all lives of the app.
    package func stay(_ client: any MessageClient) {
        permanent = client
        subscribers.add(client, waiting: [], on: nil)
    }

    // MARK: From the app

    override func isTakenInSuspension(_ message: JSONRPCMessage, from client: any MessageClient) -> Bool {
        client === permanent
    }

    override func check(_ method: AppMethod, from client: any MessageClient, _ engine: Engine) throws {
        guard client === permanent || engine.hasProcess else { throw JSONRPCError.refused("the app has ended") }
        guard engine.machine.state != .suspended || method.name == "hello" || client === permanent else {
            throw JSONRPCError.refused("the app is suspended, and has more waiting than is kept for it")
        }
    }

    override func hello(from client: any MessageClient, events: Bool, strategy: JSONValue?) throws -> JSONValue {
        if strategy != nil { throw JSONRPCError.invalidParams("'strategy' is for a strategy to say, not for an app") }
        if events, subscribe(client), !hasCheckedIn { checkIn() }
        return greeting
    }

    private func checkIn() {
        hasCheckedIn = true
        guard !speaks, let engine else { return }
        speaks = true
        _ = engine.scheduler.schedule(at: engine.scheduler.now) { [weak engine] in engine?.checkIn() }
    }

    /// What an app is told that says hello.
    package var greeting: JSONValue {
        guard let engine else { return .null }
        let machine = engine.machine
        return [
            "protocol": .number(String(Self.protocolVersion)), "app": .string(machine.manifest.bundleIdentifier),
            "ios": .string(machine.profile.version.description),
            "state": .string(machine.state.applicationStateName),
            "timeScale": .number(engine.plan.timeScale),
            "authorization": .string(machine.locationAuthorization.rawValue),
            "route": .string(machine.audioRoute.rawValue), "usesScenes": .bool(machine.usesScenes),
            "sceneDelegateClass": machine.manifest.sceneDelegateClass.map { .string($0) } ?? .null,
        ]
    }

    override func hasReturned(from callback: AppCallback, _ result: JSONValue?, _ engine: Engine) {
        for event in table.row(of: callback).events(callback, result) { engine.happened(event) }
    }

    // MARK: To the app

    /// Calls the app: with a number where the system waits for its return.
    override func hear(_ callback: AppCallback, host: VoiceHost) throws {
        // The way back ends the way out: who connects later is not sent on it.
        if callback == .willEnterForeground { forget { $0 == .didEnterBackground } }
        guard table.isAwaited(callback) else { return tell(callback.name, parameters(of: callback)) }
        // It has one main thread: called once more, it is back when it has returned from the last call.
        if case .woken = callback {} else { forget { $0.name == callback.name } }
        _ = call(callback)
        if callback == .willResignActive, subscribers.isEmpty, let engine {
            engine.afterAll { [weak self, weak engine] in
                guard let self, let engine, holds(.willResignActive) else { return }
                returnsFromResignation(engine)
            }
        }
    }

    /// Keeps what a push carries until the app is told of it.
    func keep(_ payload: JSONValue, of push: String) {
        payloads.append((push, payload))
        if payloads.count > Self.payloadsMax { payloads.removeFirst() }
    }

    /// What the last push carries.
    package var latestPayload: JSONValue? { payloads.last?.payload }

    /// What a push carries.
    package func payload(of push: String?) -> JSONValue? { payloads.last { $0.push == push }?.payload }

    /// Something has been decided: what the policy has no callback for is told here.
    override func settled(_ engine: Engine) {
        super.settled(engine)
        let machine = engine.machine
        guard !subscribers.isEmpty, machine.locationAuthorization != toldAuthorization else { return }
        if toldAuthorization != nil {
            tell(Self.didChangeAuthorization, ["status": .string(machine.locationAuthorization.rawValue)])
        }
        toldAuthorization = machine.locationAuthorization
    }
}
