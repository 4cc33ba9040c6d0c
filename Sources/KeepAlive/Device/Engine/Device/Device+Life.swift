import KeepAlivePolicy

/// The life of a device whose user has habits (MD-23).
extension Device {
    /// Begins to perform the user's habits with an app, such as opening and leaving it. The first call also begins the
    /// device's own habits, such as charging and moving.
    func live(_ life: TypicalLife, with app: App) {
        let engine = app.engine
        let clock = DayClock(
            timeOfDay: conditions.timeOfDay, start: conditions.start, scale: engine.plan.timeScale)
        if self.life == nil {
            self.life = LifePlayer(clock, engine.scheduler, days: life.deviceDay) { [unowned self] in happened($0) }
        }
        let name = engine.machine.manifest.bundleIdentifier
        // An app that the run launches, and that the plan does not send to the background, is in use at the start; the
        // user leaves it after ``firstUse``.
        let isOpened = engine.plan.launchesAtStart && engine.plan.backgroundAfter == nil
        app.life = LifePlayer(
            clock, engine.scheduler, first: isOpened ? (Self.firstUse, .leaves) : nil,
            days: { life.appDay($0, of: name) }
        ) { [unowned self, unowned app] in happened($0, to: app) }
    }

    /// The time for which an app that is opened at the start of a run is used, in seconds.
    private static let firstUse: Int64 = 120

    private func happened(_ step: TypicalLife.DeviceStep) {
        switch step {
        case .externalPower(let on): change(.externalPower(on))
        case .network(let network): change(.network(network))
        case .used(true): lock(false)
        // The screen is not locked while an app is in front, because that app is still used.
        case .used(false): if front == nil { lock(true) }
        case .arrives(let place):
            move(to: place)
            for app in apps { app.engine.happened(.locationService(.visited())) }
        case .memoryRunsShort: _ = runShortOfMemory()
        }
    }

    private func happened(_ step: TypicalLife.AppStep, to app: App) {
        switch step {
        case .opens:
            lock(false)
            open(app)
        case .leaves:
            guard front === app else { return }
            pressHome()
            lock(true)
        case .push:
            guard app.engine.machine.manifest.backgroundModes.contains(.remoteNotification) else { return }
            app.engine.happened(.push(.silent(priority: 5, identifier: nil)))
        }
    }
}
