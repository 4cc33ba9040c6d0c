import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveProtocol

/// The app's own code as a voice, which is connected through `KEEPALIVE_SOCKET`: takes the calls of the app, and sends
/// the callbacks of iOS to the app.
///
/// An app has one instance, which serves all processes of the app. The app's code makes the same calls as a strategy,
/// so the engine treats both in the same way. A client that says `hello` and asks for events stands for the app's main
/// thread: an awaited callback has returned when that client has answered the callback.
package final class AppVoice: SocketVoice {
    /// True if the app's own code is known to connect to the runner, or has connected. That code then returns from
    /// `didFinishLaunching`, instead of a planned reaction.
    package private(set) var speaks: Bool
    /// Called with true when the app's process has been frozen, and with false when it has been thawed. A frozen
    /// process reads no messages.
    package var onSuspension: ((Bool) -> Void)?
    /// The payloads of the latest pushes, each with the identifier that the policy uses for the push.
    private var payloads: [(push: String, payload: JSONValue)] = []
    /// A client that outlives the app's processes, such as an app that runs in the process of the runner; `nil` if
    /// there is none.
    private var permanent: (any MessageClient)?
    /// True if a client of the present process has said `hello` and asked for events.
    private var hasCheckedIn = false
    private var toldPrecision = true
    private var toldAuthorization: LocationAuthorization?

    /// The maximum number of kept payloads. A small number suffices, because the policy keeps one waiting push and
    /// coalesces later pushes with it.
    private static let payloadsMax = 64

    /// Creates the voice of an app that has not been started yet.
    ///
    /// - Parameters:
    ///   - table: the services of the device.
    ///   - speaks: true if it is known before the launch that the app's own code will connect to the runner.
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

    /// Called when the app's process has been frozen or thawed; passes this on to ``onSuspension``.
    func suspended(_ isSuspended: Bool) { onSuspension?(isSuspended) }

    override func clientEnded(_ wasSubscriber: Bool) {
        guard subscribers.isEmpty, let engine else { return }
        // An app without a connection cannot answer `willResignActive` and `willEnterForeground`, so these callbacks
        // count as returned; otherwise the policy would wait.
        for callback in Self.returnedWithoutApp where holds(callback) { comeBack(from: callback, engine) }
        guard wasSubscriber, engine.hasProcess, engine.run.kill == nil, !engine.endingAsPlanned,
            engine.machine.state.isRunning
        else { return }
        engine.note("the app has closed its connection: nobody answers for it")
    }

    /// The awaited callbacks whose return lets the app leave or enter the screen, so that a missing return would be
    /// visible to the user.
    private static let returnedWithoutApp: [AwaitedCallback] = [.willResignActive, .willEnterForeground]

    private func comeBack(from callback: AwaitedCallback, _ engine: Engine) {
        forget { $0.awaited == callback }
        engine.happened(.callbackReturned(callback))
    }

    /// Adds a permanent client, which gets the callbacks of every process of the app.
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

    /// The answer to the app's `hello`; `nil` before the voice has an engine.
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

    /// The limit is higher than for other programs, because a woken app gets one call for each download that ended
    /// before the wake.
    override var openMax: Int { 10_000 }

    /// Sends a callback to the app. The message has a number if the policy waits for the app's return.
    override func hear(_ callback: AppCallback, host: VoiceHost) throws {
        // An unanswered `didEnterBackground` is forgotten, because a client that connects after the return to the
        // foreground must not get it any more.
        if callback == .willEnterForeground { forget { $0 == .didEnterBackground } }
        guard table.isAwaited(callback) else { return tell(callback.name, parameters(of: callback)) }
        // The app has one main thread: when a callback is called again, only the return from the last call counts.
        // Wakes, ends of transfers, authentication challenges and similar callbacks each concern a separate matter, so
        // each return counts.
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

    /// Keeps the payload of a push for the callback by which the app gets the push.
    func keep(_ payload: JSONValue, of push: String) {
        payloads.append((push, payload))
        if payloads.count > Self.payloadsMax { payloads.removeFirst() }
    }

    /// Returns the payload of a push; `nil` if no payload is kept for the identifier.
    package func payload(of push: String?) -> JSONValue? { payloads.last { $0.push == push }?.payload }

    /// Called when the policy has decided about an event. Sends the app a callback for a changed location
    /// authorization, because the policy orders none for the change.
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
