import KeepAliveFormats
import KeepAlivePolicy

/// Several apps on one device. At most one app is in front, the apps' audio sessions affect each other, and the apps
/// share the memory.
///
/// The device adds no policy: each app has its own policy machine, which learns of the other apps by events.
package final class Device {
    /// An app on the device, with its engine.
    package final class App {
        /// The app's name on the device: its bundle identifier, with a number appended if two apps have the same
        /// identifier.
        package let name: String
        package let engine: Engine
        /// The app's audio session as it was last reported to the other apps; `nil` if it was inactive.
        fileprivate var session: AudioSessionArbiter.Session?
        /// Performs the user's daily habits with this app (MD-23); `nil` if the user has no habits.
        var life: LifePlayer<TypicalLife.AppStep>?

        init(name: String, engine: Engine) {
            self.name = name
            self.engine = engine
        }
    }

    /// The apps on the device, in the order in which they were added.
    package private(set) var apps: [App] = []
    /// The conditions of the device, which also hold for an app that is added later.
    package private(set) var conditions: DeviceConditions
    private(set) var route: AudioPort?
    package private(set) var callInProgress = false
    private var position: LocationFix?
    /// The place of the device in words; `nil` if no place has been given.
    package private(set) var place: String?
    /// The app that was in front when the screen was locked; `nil` if no app was.
    private weak var frontWhenLocked: App?
    private weak var nowPlaying: App?
    private var pushes = 0
    /// The actions that wait until none of their apps is in a transition.
    private var waiting: [(apps: [App], body: () -> Void)] = []
    /// The apps whose latest change of the audio session has not been reported to all other apps yet.
    private var changed: [App] = []
    /// Performs the device's daily habits, such as charging and moving (MD-23); `nil` if the user has no habits.
    var life: LifePlayer<TypicalLife.DeviceStep>?

    /// Called when the device's network has appeared, disappeared or changed.
    package var onNetworkChange: ((DeviceConditions.Network) -> Void)?

    package init(conditions: DeviceConditions = DeviceConditions()) {
        self.conditions = conditions
    }

    // MARK: Apps

    /// Returns a name that no other app on the device has, derived from the bundle identifier.
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

    /// Adds an app to the device. The app's engine must not have been started.
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

    /// Removes an app from the device after the app's run has ended.
    package func remove(_ app: App) {
        apps.removeAll { $0 === app }
        app.life = nil
        // An action must not wait for an app that is not on the device any more.
        for index in waiting.indices { waiting[index].apps.removeAll { $0 === app } }
        callWaiting()
        guard app.session != nil else { return }
        for other in apps { other.engine.happened(.audioSession(.otherAppEnded(app: app.name, notifiesOthers: false))) }
    }

    /// The app on the screen; `nil` if there is none, or if the app is being left or is ending.
    package var front: App? {
        apps.first { $0.engine.machine.isInFront }
    }

    /// The apps whose transition has not ended: apps that are launching, being left or ending.
    package var inTransition: [App] { apps.filter { $0.engine.transition != nil } }

    /// Sets the start and the date of the device's clock, also in the policy of an engine that has been created
    /// already.
    package func start(_ clock: (start: MonotonicInstant, date: DeviceDate), with engine: Engine? = nil) {
        conditions.start = clock.start
        conditions.date = clock.date
        engine?.machine.startClock(at: clock.start, date: clock.date)
    }

    /// Calls `body` once none of the given apps is in a transition.
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

    /// Presses the home button, so that the app in front goes to the background.
    package func pressHome() { front?.engine.happened(.left(by: .home)) }

    /// Brings an app to the front and opens the URL, if one is given. An app without a process is launched.
    package func open(_ app: App, url: OpenedURL? = nil) {
        app.engine.happened(url.map { .urlOpened($0) } ?? .returnedToForeground)
    }

    /// Sends the other apps to the background before an app comes to the front.
    private func makeRoom(for app: App) {
        for other in apps where other !== app { other.engine.happened(.left(by: .otherApp)) }
    }

    /// Locks or unlocks the screen. The lock sends the app in front to the background; the unlock brings that app
    /// back.
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

    /// Changes a condition of the device for all apps.
    package func change(_ change: DeviceChange) {
        let network = conditions.network
        conditions.apply(change)
        for app in apps { app.engine.happened(.device(change)) }
        if conditions.network != network { onNetworkChange?(conditions.network) }
    }

    /// Reports an event to one app, or to every app if the event concerns the whole device.
    package func happened(_ event: PolicyEvent, to app: App) {
        switch event {
        case .device(.locked(let locked)): lock(locked)
        // These events concern one app only (its debugger, disk space, memory or permission), so they are not reported
        // to other apps.
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

    /// Begins or ends a phone call, which interrupts every audio session (AS-41, AS-45).
    package func call(_ begins: Bool, shouldResume: Bool = true) {
        callInProgress = begins
        for app in apps {
            app.engine.happened(
                .audioSession(
                    begins ? .interruptionBegan(.call) : .interruptionEnded(.call, shouldResume: shouldResume)))
        }
    }

    /// Moves the sound to another audio port. The former port may have been disconnected (AS-52).
    ///
    /// - Parameter disconnected: true if the former port has been disconnected; `nil` means true exactly if the
    ///   built-in speaker replaces another port.
    package func changeRoute(to port: AudioPort, disconnected: Bool? = nil) {
        let before = route ?? .builtInSpeaker
        route = port
        let disconnected = disconnected ?? (before != port && port == .builtInSpeaker)
        for app in apps { app.engine.happened(.audioSession(.routeChanged(to: port, disconnected: disconnected))) }
    }

    /// Moves the device, and reports the position to the policy of every app, which may cause significant changes and
    /// region events.
    package func move(to fix: LocationFix) {
        position = fix
        place = "at \(fix.latitude),\(fix.longitude)"
        for app in apps { app.engine.happened(.locationService(.moved(fix))) }
    }

    /// Records that the device has no known position any more.
    ///
    /// - Parameter words: the text to show as the place, such as "no satellites".
    package func leavePlace(for words: String) {
        position = nil
        place = words
    }

    /// Makes memory run short: all apps are warned, and the apps that the kernel would choose are killed (LC-22,
    /// RB-07).
    ///
    /// - Parameter megabytes: the memory to be freed; `nil` for the memory of the first victim.
    /// - Returns: the names of the apps that were chosen.
    package func runShortOfMemory(megabytes: Int? = nil) -> [String] {
        for app in apps { app.engine.happened(.device(.memoryPressure(.warning))) }
        // Apps on the screen are no candidates: iOS purges only apps that are off the screen (LC-22).
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

    /// Delivers a push with a payload in Apple's form to an app (WK-05). A push with `content-available` wakes the app;
    /// a push with an alert is shown.
    ///
    /// - Parameters:
    ///   - payload: an object with `aps`.
    ///   - priority: `apns-priority`.
    ///   - type: `apns-push-type`; `nil` to derive the type from the payload.
    ///   - collapseIdentifier: `apns-collapse-id`.
    /// - Throws: ``JSONRPCError`` when the payload is not valid.
    package func push(
        _ payload: JSONValue, priority: Int = 5, type: PushType? = nil, collapseIdentifier: String? = nil, to app: App
    ) throws {
        let push = RemotePush(
            identifier: "push-\(pushes + 1)", type: type, priority: priority, collapseIdentifier: collapseIdentifier,
            payload: payload)
        // The app defines the payload of a PushKit push, so that payload is not checked.
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
        // The payload is kept for a push that wakes the app. A push that only shows a notification carries its payload
        // itself.
        if push.wakes { app.engine.voices.app?.keep(push.payload, of: push.identifier) }
        app.engine.happened(.push(.arrived(push)))
    }

    // MARK: Audio sessions (AS-42, AS-44)

    private func settled(_ app: App, _ standing: PolicyMachine.Standing) {
        if standing.isNowPlaying, nowPlaying !== app { becomeNowPlaying(app) }
        guard standing.audioSession != app.session || changed.contains(where: { $0 === app }) else { return }
        changed.append(app)
        guard changed.count == 1 else { return }
        // Reporting a session to the other apps may change their sessions and this app's session, which appends further
        // apps to `changed`. The loop ends when no change is left.
        while let next = changed.first {
            tellOthers(of: next)
            changed.removeFirst()
        }
    }

    /// Makes an app the Now Playing app. One app at a time is Now Playing (AS-23).
    private func becomeNowPlaying(_ app: App) {
        let before = nowPlaying
        nowPlaying = app
        before?.engine.happened(.audioSession(.nowPlayingTaken))
    }

    /// The Now Playing app; `nil` if no app is Now Playing.
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
                // The end is not reported to the app that interrupted this session. The interrupter caused the end, and
                // the end of the interrupter's own session later lets this app resume.
                other.engine.happened(
                    .audioSession(
                        .otherAppEnded(app: app.name, notifiesOthers: app.engine.machine.sessionEndNotifiesOthers)))
            }
        }
        guard session == nil, before != nil else { return }
        // The end of this session lets the other apps resume. Another app stays silent until its own code starts the
        // sound, so its sound is reported to this app as ended.
        for other in apps where other !== app && other.session == nil {
            guard app.engine.machine.otherAppsSounding.contains(other.name) else { continue }
            app.engine.happened(.audioSession(.otherAppEnded(app: other.name, notifiesOthers: false)))
        }
    }
}
