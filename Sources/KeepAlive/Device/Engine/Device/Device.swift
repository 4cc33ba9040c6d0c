import KeepAliveFormats
import KeepAlivePolicy

/// Several apps on one device: one of them is in front, their audio sessions affect each other, and they share
/// memory.
///
/// It adds no policy of its own: each app has its own machine, which learns of the other apps by events.
package final class Device {
    /// An app on the device.
    package final class App {
        /// The app's name here: its bundle identifier, with a number where two apps have the same one.
        package let name: String
        package let engine: Engine
        /// Its audio session as the others have been told of it.
        fileprivate var session: AudioSessionArbiter.Session?
        /// The life that its user leads with it (MD-23).
        var life: LifePlayer<TypicalLife.AppStep>?

        init(name: String, engine: Engine) {
            self.name = name
            self.engine = engine
        }
    }

    /// The apps, in the order in which they came.
    package private(set) var apps: [App] = []
    /// The conditions of the device; they hold for an app that comes later, too.
    package private(set) var conditions: DeviceConditions
    private(set) var route: AudioPort?
    package private(set) var callInProgress = false
    private var position: LocationFix?
    /// The place of the device in words; `nil` where none has been given.
    package private(set) var place: String?
    /// The app that was in front when the screen was locked.
    private weak var frontWhenLocked: App?
    private weak var nowPlaying: App?
    private var pushes = 0
    /// The actions that wait until apps have been left or have gone.
    private var waiting: [(apps: [App], body: () -> Void)] = []
    /// Apps whose sessions have changed, while others are being told.
    private var changed: [App] = []
    /// The life of the device (MD-23).
    var life: LifePlayer<TypicalLife.DeviceStep>?

    /// Called when the network has come, gone or changed.
    package var onNetworkChange: ((DeviceConditions.Network) -> Void)?

    package init(conditions: DeviceConditions = DeviceConditions()) {
        self.conditions = conditions
    }

    // MARK: Apps

    /// Returns a name for an app that no other app has.
    package func name(for bundleIdentifier: String) -> String {
        let taken = Set(apps.map(\.name))
        var name = bundleIdentifier
        var number = 2
        while taken.contains(name) {
            name = "\(bundleIdentifier)-\(number)"
            number += 1
        }
        return name
    }

    /// Puts an app on the device; its engine has not been started.
    @discardableResult
    package func add(_ engine: Engine, name: String) -> App {
        let app = App(name: name, engine: engine)
        engine.name = name
        engine.onComingToFront = { [weak self, weak app] in if let app { self?.makeRoom(for: app) } }
        engine.onTransitionEnd = { [weak self] in self?.callWaiting() }
        engine.onSettled = { [weak self, weak app] in if let app { self?.settled(app, $0) } }
        for other in apps {
            if let session = other.session { engine.happened(.audioSession(.otherAppBegan(session))) }
        }
        apps.append(app)
        if let route { engine.happened(.audioSession(.routeChanged(to: route, disconnected: false))) }
        if callInProgress { engine.happened(.audioSession(.interruptionBegan(.call))) }
        if let position { engine.happened(.locationService(.moved(position))) }
        if case .typical(let seed) = conditions.systemLife { live(TypicalLife(seed: seed), with: app) }
        return app
    }

    /// Takes an app off the device; its run is over.
    package func remove(_ app: App) {
        apps.removeAll { $0 === app }
        app.life = nil
        // Nothing waits any longer for an app that is gone.
        for index in waiting.indices { waiting[index].apps.removeAll { $0 === app } }
        callWaiting()
        guard app.session != nil else { return }
        for other in apps { other.engine.happened(.audioSession(.otherAppEnded(app: app.name, notifiesOthers: false))) }
    }

    /// The app on the screen, unless the user is leaving it, or it is ending.
    package var front: App? {
        apps.first { $0.engine.machine.isInFront }
    }

    /// The apps that are being left or are ending.
    package var inTransition: [App] { apps.filter { $0.engine.transition != nil } }

    /// Sets the clock by which the device's day passes, and its date; for the policy of an app that is made already, too.
    package func start(_ clock: (start: MonotonicInstant, date: DeviceDate), with engine: Engine? = nil) {
        conditions.start = clock.start
        conditions.date = clock.date
        engine?.machine.startClock(at: clock.start, date: clock.date)
    }

    /// Calls `body` when each of these apps has been left or has gone.
    package func once(settled apps: [App], _ body: @escaping () -> Void) {
        waiting.append((apps, body))
        callWaiting()
    }

    private func callWaiting() {
        let due = waiting.filter { entry in !entry.apps.contains { $0.engine.transition != nil } }
        waiting.removeAll { entry in !entry.apps.contains { $0.engine.transition != nil } }
        for entry in due { entry.body() }
    }

    // MARK: The user

    /// The user presses home.
    package func pressHome() { front?.engine.happened(.left(by: .home)) }

    /// The user brings an app to the front, and with it a URL if one is given; an app without a process is launched.
    package func open(_ app: App, url: OpenedURL? = nil) {
        app.engine.happened(url.map { .urlOpened($0) } ?? .returnedToForeground)
    }

    /// Sends the other apps home before an app comes to the screen.
    private func makeRoom(for app: App) {
        for other in apps where other !== app { other.engine.happened(.left(by: .otherApp)) }
    }

    /// Locks the screen, which sends the app in front home, or unlocks it, which brings that app back.
    package func lock(_ locked: Bool) {
        guard locked != conditions.locked else { return }
        if locked {
            frontWhenLocked = front
            front?.engine.happened(.left(by: .lock))
            change(.locked(true))
            change(.inUse(false))
        } else {
            change(.locked(false))
            change(.inUse(true))
            if let app = frontWhenLocked, front == nil, app.engine.hasProcess { open(app) }
            frontWhenLocked = nil
        }
    }

    // MARK: The device

    /// Changes a condition, for every app.
    package func change(_ change: DeviceChange) {
        let network = conditions.network
        conditions.apply(change)
        for app in apps { app.engine.happened(.device(change)) }
        if conditions.network != network { onNetworkChange?(conditions.network) }
    }

    /// Tells one app what has happened, or every app if it is a fact about the device.
    package func happened(_ event: PolicyEvent, to app: App) {
        switch event {
        case .device(.locked(let locked)): lock(locked)
        // A debugger is attached to one app; disk space and memory are taken from one, and a permission too.
        case .device(.debugger), .device(.diskSpaceShort), .device(.memoryPressure), .device(.privacyChanged):
            app.engine.happened(event)
        case .device(let change): self.change(change)
        case .audioSession(.interruptionBegan(.call)): call(true)
        case .audioSession(.interruptionEnded(.call, let shouldResume)): call(false, shouldResume: shouldResume)
        case .audioSession(.routeChanged(let port, let disconnected)): changeRoute(to: port, disconnected: disconnected)
        case .audioSession(.mediaServicesLost), .audioSession(.mediaServicesReset), .transfer(.serviceLost):
            for app in apps { app.engine.happened(event) }
        case .locationService(.moved(let fix)): move(to: fix)
        case .push(.arrived(let push)): receive(push, for: app)
        default: app.engine.happened(event)
        }
    }

    /// Begins or ends a call, which interrupts every session (AS-41, AS-45).
    package func call(_ begins: Bool, shouldResume: Bool = true) {
        callInProgress = begins
        for app in apps {
            app.engine.happened(
                .audioSession(
                    begins ? .interruptionBegan(.call) : .interruptionEnded(.call, shouldResume: shouldResume)))
        }
    }

    /// Moves the sound to another port; the port in use before may be gone (AS-52).
    ///
    /// - Parameter disconnected: whether it is gone; by default, when the built-in speaker takes the place of another
    ///   port.
    package func changeRoute(to port: AudioPort, disconnected: Bool? = nil) {
        let before = route ?? .builtInSpeaker
        route = port
        let disconnected = disconnected ?? (before != port && port == .builtInSpeaker)
        for app in apps { app.engine.happened(.audioSession(.routeChanged(to: port, disconnected: disconnected))) }
    }

    /// Moves the device. Services that watch it without updates learn of it: significant changes and regions.
    package func move(to fix: LocationFix) {
        position = fix
        place = "at \(fix.latitude),\(fix.longitude)"
        for app in apps { app.engine.happened(.locationService(.moved(fix))) }
    }

    /// Notes that the device is not at one place any more.
    ///
    /// - Parameter words: the words to show instead, such as "no satellites".
    package func leavePlace(for words: String) {
        position = nil
        place = words
    }

    /// Runs short of memory: running apps are warned, and the app that the kernel would choose goes (LC-22, RB-07).
    ///
    /// - Parameter megabytes: the memory that is needed; `nil` for as much as the first victim holds.
    /// - Returns: the apps that were chosen.
    package func runShortOfMemory(megabytes: Int? = nil) -> [String] {
        for app in apps { app.engine.happened(.device(.memoryPressure(.warning))) }
        // An app in the foreground is not chosen.
        let candidates = apps.filter { $0.engine.hasProcess && !$0.engine.machine.isOnScreen }.map { app in
            Jetsam.Candidate(
                name: app.name, band: app.engine.machine.jetsamBand,
                megabytes: max(1, Int((app.engine.workload.memoryBytes ?? 0) >> 20)))
        }
        let victims = Jetsam.victims(among: candidates, freeing: megabytes ?? 1)
        for victim in victims {
            guard let app = apps.first(where: { $0.name == victim.name }) else { continue }
            app.engine.note("chosen: band \(victim.band), \(victim.megabytes) MB")
            app.engine.happened(.device(.memoryPressure(.purge)))
        }
        return victims.map(\.name)
    }

    // MARK: Services

    /// Delivers a push to an app, from Apple's payload (WK-05): `content-available` wakes it, an alert is shown.
    ///
    /// - Parameters:
    ///   - payload: an object with `aps`.
    ///   - priority: `apns-priority`.
    ///   - type: `apns-push-type`; `nil` for what the payload says.
    ///   - collapseIdentifier: `apns-collapse-id`.
    /// - Throws: ``JSONRPCError`` when the payload is not valid.
    package func push(
        _ payload: JSONValue, priority: Int = 5, type: PushType? = nil, collapseIdentifier: String? = nil, to app: App
    ) throws {
        let push = RemotePush(
            identifier: "push-\(pushes + 1)", type: type, priority: priority, collapseIdentifier: collapseIdentifier,
            payload: payload)
        // A push through PushKit is the app's own affair.
        if type != .voip {
            guard let aps = payload["aps"], case .object = aps else {
                throw JSONRPCError.invalidParams(
                    "the payload has no 'aps' object, as in {\"aps\": {\"content-available\": 1}}")
            }
            guard push.isSilent || push.isShown || ![nil, .alert, .background].contains(type) else {
                throw JSONRPCError.invalidParams(
                    "'aps' holds neither content-available: 1 nor an alert, badge or sound")
            }
        }
        pushes += 1
        receive(push, for: app)
    }

    /// Delivers a push that has reached the device to its app.
    package func receive(_ push: RemotePush, for app: App) {
        // A notification that only shows something has its payload with it.
        if push.wakes { app.engine.voices.app?.keep(push.payload, of: push.identifier) }
        app.engine.happened(.push(.arrived(push)))
    }

    // MARK: Audio sessions (AS-42, AS-44)

    private func settled(_ app: App, _ standing: PolicyMachine.Standing) {
        if standing.isNowPlaying, nowPlaying !== app { becomeNowPlaying(app) }
        guard standing.audioSession != app.session || changed.contains(where: { $0 === app }) else { return }
        changed.append(app)
        guard changed.count == 1 else { return }
        // Telling the others may change their sessions, and this app's again.
        while let next = changed.first {
            tellOthers(of: next)
            changed.removeFirst()
        }
    }

    /// One app at a time is Now Playing (AS-23).
    private func becomeNowPlaying(_ app: App) {
        let before = nowPlaying
        nowPlaying = app
        before?.engine.happened(.audioSession(.nowPlayingTaken))
    }

    /// The Now Playing app, unless it has ceased to be.
    package var nowPlayingApp: App? { nowPlaying.flatMap { $0.engine.machine.isNowPlaying ? $0 : nil } }

    private func tellOthers(of app: App) {
        let session = app.engine.machine.activeAudioSession(of: app.name)
        let before = app.session
        guard session != before else { return }
        app.session = session
        let interrupter = app.engine.machine.audioInterrupter
        for other in apps where other !== app {
            if let session {
                other.engine.happened(.audioSession(.otherAppBegan(session)))
            } else if other.name != interrupter {
                // The app that interrupts this one knows already, and lets it resume when its own session ends.
                other.engine.happened(
                    .audioSession(
                        .otherAppEnded(app: app.name, notifiesOthers: app.engine.machine.sessionEndNotifiesOthers)))
            }
        }
        guard session == nil, before != nil else { return }
        // The end of this session lets other apps go on, but their own code starts them: until then they are silent.
        for other in apps where other !== app && other.session == nil {
            guard app.engine.machine.otherAppsSounding.contains(other.name) else { continue }
            app.engine.happened(.audioSession(.otherAppEnded(app: other.name, notifiesOthers: false)))
        }
    }
}
