import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveProtocol

/// The app's own voice: the calls of its program through `KEEPALIVE_SOCKET`, and the calls of the system to it.
///
/// One for each app, over all its processes. It makes the same calls as a strategy does, so an app that speaks for
/// itself is treated like one for which a strategy acts. A client that says `hello` and wants events is the app's main
/// thread: a callback that the system waits for returns when the client answers it.
package final class AppVoice: SocketVoice {
    /// True when the app is known to speak for itself: its launch ends when it says so.
    package private(set) var speaks: Bool
    /// Called when the app is suspended, and when it runs again. A frozen process reads nothing.
    package var onSuspension: ((Bool) -> Void)?
    /// The payloads of the last pushes, each with the identifier by which the policy knows the push.
    private var payloads: [(push: String, payload: JSONValue)] = []
    /// A client that outlives the app's processes: an app in the same process.
    private var permanent: (any MessageClient)?
    /// True when the process of this life has said hello.
    private var hasCheckedIn = false
    private var toldPrecision = true
    private var toldAuthorization: LocationAuthorization?

    /// The most payloads that are kept. The policy holds one push and coalesces the others.
    private static let payloadsMax = 64

    /// Creates the voice of an app that has not been started.
    ///
    /// - Parameters:
    ///   - table: the services of the device.
    ///   - speaks: whether it is known beforehand that the app will speak for itself.
    package init(_ table: @escaping @autoclosure () -> ServiceTable, speaks: Bool = false) {
        self.speaks = speaks
        super.init(makingTable: table)
    }

    // MARK: Lives

    override func begin(host: VoiceHost) {
        super.begin(host: host)
        hasCheckedIn = false
        toldAuthorization = nil
        subscribers.startAnew(with: permanent)
    }

    /// Reports that the process is frozen or thawed. A frozen process reads nothing.
    func suspended(_ isSuspended: Bool) { onSuspension?(isSuspended) }

    override func clientEnded(_ wasSubscriber: Bool) {
        guard subscribers.isEmpty, let engine else { return }
        // An app without a connection has nothing to return from.
        for callback in Self.returnedWithoutApp where holds(callback) { comeBack(from: callback, engine) }
        guard wasSubscriber, engine.hasProcess, engine.run.kill == nil, !engine.endingAsPlanned,
            engine.machine.state.isRunning
        else { return }
        engine.note("the app has closed its connection: nobody answers for it")
    }

    /// The callbacks on whose return what the user sees depends.
    private static let returnedWithoutApp: [AwaitedCallback] = [.willResignActive, .willEnterForeground]

    private func comeBack(from callback: AwaitedCallback, _ engine: Engine) {
        forget { $0.awaited == callback }
        engine.happened(.callbackReturned(callback))
    }

    /// Adds a client that is called through all lives of the app.
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

    override func hello(from client: any MessageClient, events: Bool, strategy: StrategyHello?) throws -> JSONValue {
        if strategy != nil { throw JSONRPCError.invalidParams("'strategy' is for a strategy to say, not for an app") }
        if events, subscribe(client), !hasCheckedIn { checkIn() }
        return greeting?.json ?? .null
    }

    private func checkIn() {
        hasCheckedIn = true
        guard !speaks, let engine else { return }
        speaks = true
        _ = engine.scheduler.schedule(at: engine.scheduler.now) { [weak engine] in engine?.checkIn() }
    }

    /// The answer to an app's hello.
    package var greeting: AppGreeting? {
        guard let engine else { return nil }
        let machine = engine.machine
        return AppGreeting(
            app: machine.manifest.bundleIdentifier, version: machine.profile.version,
            state: machine.state.applicationStateName, timeScale: engine.plan.timeScale,
            authorization: machine.locationAuthorization, route: machine.audioRoute.name,
            usesScenes: machine.usesScenes, supportsMultipleScenes: machine.supportsMultipleScenes,
            isMultitaskingSupported: machine.supportsMultitasking,
            backgroundModes: machine.manifest.backgroundModes.sorted { $0.rawValue < $1.rawValue },
            sceneDelegateClass: machine.manifest.sceneDelegateClass)
    }

    override func appReturned(from callback: AppCallback, _ result: JSONValue?, _ engine: Engine) {
        for event in table.row(of: callback).events(callback, result) { engine.happened(event) }
    }

    // MARK: To the app

    /// A woken app gets a call for each download that has ended meanwhile.
    override var openMax: Int { 10_000 }

    /// Calls the app, with a number if the system waits for its return.
    override func hear(_ callback: AppCallback, host: VoiceHost) throws {
        // The return to the foreground ends the way out: a client that connects later is not told of it.
        if callback == .willEnterForeground { forget { $0 == .didEnterBackground } }
        guard table.isAwaited(callback) else { return tell(callback.name, parameters(of: callback)) }
        // The app has one main thread: when it is called again, only the return from the last call counts. A wake, a
        // transfer's end and a server's question are about something of their own.
        switch callback {
        case .woken, .performCallAction, .remoteCommand, .didReceivePush, .willPresentNotification,
            .didReceiveNotificationResponse,
            .didFinishDownloading,
            .didCompleteTransfer, .didReceiveChallenge:
            break
        default: forget { $0.name == callback.name }
        }
        _ = call(callback)
        if let awaited = callback.awaited, Self.returnedWithoutApp.contains(awaited), subscribers.isEmpty, let engine {
            engine.afterAll { [weak self, weak engine] in
                guard let self, let engine, holds(awaited) else { return }
                comeBack(from: awaited, engine)
            }
        }
    }

    /// Keeps a push's payload until the app is told of it.
    func keep(_ payload: JSONValue, of push: String) {
        payloads.append((push, payload))
        if payloads.count > Self.payloadsMax { payloads.removeFirst() }
    }

    /// Returns the payload of a push.
    package func payload(of push: String?) -> JSONValue? { payloads.last { $0.push == push }?.payload }

    /// Called when the policy has decided: tells the app of changes for which the policy has no callback.
    override func settled(_ engine: Engine) {
        super.settled(engine)
        guard !subscribers.isEmpty else { return }
        let authorization = engine.machine.locationAuthorization
        let isPrecise = engine.machine.hasFullAccuracy
        guard authorization != toldAuthorization || isPrecise != toldPrecision else { return }
        if toldAuthorization != nil {
            tell(LocationCallbacks.didChangeAuthorization, authorization, isPrecise)
        }
        (toldAuthorization, toldPrecision) = (authorization, isPrecise)
    }
}
