import KeepAliveEngine
import KeepAlivePolicy

/// The events that concern an app of a fleet, and the reactions of the app's code.
extension FleetApp {
    var plan: AppClass { kind.plan }

    /// The maximum gap between two arrivals of a Poisson process, in microseconds. A longer gap would last beyond the
    /// end of every fleet simulation, which is at most 3650 days long. With 23 hours of night per day, 3650 days of
    /// waking time take 7.6e18 ns on the clock, which just fits into 64 bits.
    private static let gapMaxMicroseconds = 3650 * 86_400e6

    // MARK: Planning

    func planFirstSteps() {
        planNext(.sessionBegins, .sessions, perDay: user.sessionsPerDay, byDay: true)
        planNext(.interruptionBegins, .interruptions, perDay: user.interruptionsPerDay, byDay: true)
        planNext(.memoryPressure, .memory, perDay: user.memoryPressurePerDay, byDay: false)
        for index in plan.wakes.indices { planNextWake(index) }
        if kind.needsNights { plan(.nightBegins, at: user.wakingTime) }
    }

    private func planNextWake(_ index: Int) {
        planNext(
            .wake(index), at: Chance.wakes.rawValue + index, perDay: user.wakesPerDay[index],
            byDay: plan.wakes[index].kind.isOfTheDay)
    }

    private func planNext(_ what: FleetStep, _ chance: Chance, perDay: Double, byDay: Bool) {
        planNext(what, at: chance.rawValue, perDay: perDay, byDay: byDay)
    }

    /// Plans the next arrival of a Poisson process. With `byDay`, the process has no arrivals at night.
    private func planNext(_ what: FleetStep, at stream: Int, perDay: Double, byDay: Bool) {
        guard perDay > 0 else { return }
        let length = byDay ? user.wakingTime : DayClock.day
        // The gap is at least 1 µs, because two arrivals at the same instant would count as one.
        let gap = max(1, random[stream].exponential() * Double(length) / perDay / 1000)
        guard gap <= Self.gapMaxMicroseconds else { return }
        let time = Int64(clamping: gap) * 1000
        plan(what, at: byDay ? user.instant(awake: time, after: now) : now + time)
    }

    private func happens(_ chance: Chance, _ probability: Double) -> Bool {
        probability > 0 && random[chance.rawValue].happens(probability)
    }

    // MARK: Steps

    func perform(_ step: FleetStep) {
        switch step {
        case .sessionBegins:
            planNext(.sessionBegins, .sessions, perDay: user.sessionsPerDay, byDay: true)
            guard !record.isOpen else { return }
            record.isOpen = true
            record.tally.sessions += 1
            let length = plan.sessions.length.drawNanoseconds(&random[Chance.sessions.rawValue])
            plan(.sessionEnds, at: now + max(1000, length))
            submit(.returnedToForeground)
        case .sessionEnds:
            record.isOpen = false
            let quits = happens(.sessions, plan.sessions.forceQuit)
            activity.leavesScreen = machine.isOnScreen
            submit(.left(by: .home))
            if quits { plan(.forceQuit, at: now + 1_000_000_000) }
        case .forceQuit: if !record.isOpen { submit(.forceQuit) }
        case .nightBegins:
            plan(.nightEnds, at: now + DayClock.day - user.wakingTime)
            submit(.device(.inUse(false)))
            submit(.device(.externalPower(true)))
        case .nightEnds:
            plan(.nightBegins, at: now + user.wakingTime)
            submit(.device(.externalPower(false)))
            submit(.device(.inUse(true)))
        case .interruptionBegins:
            planNext(.interruptionBegins, .interruptions, perDay: user.interruptionsPerDay, byDay: true)
            let length = plan.interruptions.length.drawNanoseconds(&random[Chance.interruptions.rawValue])
            plan(.interruptionEnds, at: now + length)
            submit(.audioSession(.interruptionBegan(.call)))
        case .interruptionEnds:
            let resumes = happens(.interruptions, plan.interruptions.resumes)
            submit(.audioSession(.interruptionEnded(.call, shouldResume: resumes)))
        case .memoryPressure:
            planNext(.memoryPressure, .memory, perDay: user.memoryPressurePerDay, byDay: false)
            submit(.device(.memoryPressure(.purge)))
        case .wake(let index):
            planNextWake(index)
            submit(arrival(of: plan.wakes[index].kind))
        case .timer(let number): fire(number)
        case .returned(let callback): submit(.callbackReturned(callback))
        case .wakeDone(let kind): complete(kind)
        case .workDone(let task): if activity.work?.task == task { endWork() }
        case .audioPlays(let number):
            if number == activity.playing { submit(.audioAdvanced(frames: 2205, sampleRate: 44_100)) }
        case .locationOpens(let number):
            if number == activity.locating { submit(.locationSessionOpened(source: "receiver")) }
        case .fix(let number): if number == activity.locating { fixArrived() }
        }
    }

    private func fixArrived() {
        plan(.fix(activity.locating), after: max(1_000_000_000, drawFixTime()))
        guard machine.state.isRunning else { return }
        if happens(.location, plan.location.moves) { place += 1 }
        submit(.locationFixArrived(position))
    }

    /// The app's position. Two places are either the same or more than 1 km apart, while the policy's distance limits
    /// are 50 to 500 m. The policy computes distances with the C library's sine, whose last bit depends on the
    /// processor; at distances above 1 km, the last bit changes no decision.
    private var position: LocationFix {
        LocationFix(latitude: 0, longitude: Double(place % 10_000) / 100, timestamp: Double(now) / 1e9)
    }

    func drawFixTime() -> Int64 { plan.location.fixEvery.drawNanoseconds(&random[Chance.location.rawValue]) }

    /// Returns the event that reports a wake of the given kind to the policy.
    private func arrival(of kind: WakeKind) -> PolicyEvent {
        switch kind {
        case .backgroundFetch: return .fetch(.opportunity)
        case .remoteNotification: return .push(.silent())
        case .appRefresh, .processing: return .taskScheduler(.opportunity)
        case .urlSession: return .transfer(.finished(identifier: kind.fleetIdentifier ?? ""))
        case .voipPush: return .voip(.pushed())
        case .voipSocket: return .voip(.socketDataArrived)
        case .pushToTalk: return .voip(.pushToTalkPushed())
        case .region:
            return .locationService(.regionCrossed(identifier: kind.fleetIdentifier ?? "", metres: 500))
        case .significantChange:
            place += 1
            return .locationService(.moved(position))
        case .visit: return .locationService(.visited())
        default: return .wake(kind)
        }
    }

    // MARK: The app's code

    func react(to callback: AppCallback) {
        switch callback {
        case .didFinishLaunching:
            setUp()
            comeBack(.didFinishLaunching, after: plan.launchTime)
        case .willResignActive: afterAll { [unowned self] in submit(.callbackReturned(.willResignActive)) }
        case .willEnterForeground: afterAll { [unowned self] in submit(.callbackReturned(.willEnterForeground)) }
        case .didEnterBackground:
            if activity.leavesScreen {
                activity.leavesScreen = false
                submitRequests()
                beginWork()
            }
            comeBack(.didEnterBackground, after: plan.enterBackgroundTime)
        case .willTerminate: submit(.callbackReturned(.willTerminate))
        case .backgroundTaskExpired(let task):
            if let work = activity.work, work.task == task.rawValue, !work.leaks { endWork() }
        case .woken(let kind, _): work(on: kind)
        case .wakeExpiring(let kind, _):
            // Of the wakes in a fleet, only tasks of `BGTaskScheduler` have an expiration handler, in which the app
            // completes the task. A slow fetch or push gets no warning.
            if kind == .appRefresh || kind == .processing, !activity.stuck.contains(kind) { complete(kind) }
        default: break
        }
    }

    private func comeBack(_ callback: AwaitedCallback, after time: Distribution) {
        let length = time.isZero ? 0 : time.drawNanoseconds(&random[Chance.callbacks.rawValue])
        if length > 0 { plan(.returned(callback), after: length) } else { submit(.callbackReturned(callback)) }
    }

    /// Performs the app's work in `didFinishLaunching`, such as registrations by which services can wake the app.
    private func setUp() {
        for wake in plan.wakes {
            switch wake.kind {
            case .appRefresh, .processing:
                guard machine.profile.features.taskScheduler else { continue }
                submit(.taskScheduler(.registered(identifier: wake.kind.fleetIdentifier ?? "")))
            case .backgroundFetch:
                submit(.fetch(.intervalSet(.nanoseconds(Int64(clamping: wake.earliestBegin * 1e9)))))
            case .urlSession:
                submit(.transfer(.sessionCreated(identifier: WakeKind.urlSession.fleetIdentifier ?? "")))
            case .region, .significantChange, .visit: monitor(wake.kind)
            case .bluetoothCentral, .bluetoothPeripheral: submit(.resource(.bluetoothRestoration(true)))
            case .voipSocket: submit(.voip(.socketTagged(true)))
            case .pushToTalk: submit(.voip(.pushToTalkChannel(true)))
            default: break
            }
        }
    }

    private func monitor(_ kind: WakeKind) {
        submit(.locationAuthorizationRequested(always: true, answer: user.authorization))
        switch kind {
        case .region:
            submit(.locationService(.regionMonitoringStarted(identifier: kind.fleetIdentifier ?? "")))
        case .significantChange: submit(.locationService(.significantChangeMonitoring(true)))
        default: submit(.locationService(.visitMonitoring(true)))
        }
    }

    /// Submits task requests and starts transfers, as apps do when they leave the screen.
    private func submitRequests() {
        for wake in plan.wakes {
            switch wake.kind {
            case .appRefresh, .processing: submitRequest(wake)
            case .urlSession:
                submit(.transfer(.taskResumed(identifier: WakeKind.urlSession.fleetIdentifier ?? "")))
            default: break
            }
        }
    }

    private func submitRequest(_ wake: AppClass.WakePlan) {
        guard machine.profile.features.taskScheduler else { return }
        submit(
            .taskScheduler(
                .submitted(
                    BackgroundTaskRequest(
                        wake.kind == .appRefresh ? .appRefresh : .processing,
                        identifier: wake.kind.fleetIdentifier ?? "",
                        earliestBegin: .nanoseconds(Int64(clamping: wake.earliestBegin * 1e9)),
                        requiresExternalPower: wake.requiresExternalPower))))
    }

    private func work(on kind: WakeKind) {
        record.delivered(kind)
        guard let index = self.kind.planOfKind[kind] else {
            return complete(kind)
        }
        let wake = plan.wakes[index]
        let stream = Chance.wakes.rawValue + index
        if kind == .appRefresh || kind == .processing { submitRequest(wake) }
        if wake.neverCompletes > 0, random[stream].happens(wake.neverCompletes) {
            if kind == .voipPush { submit(.voip(.returnedWithoutReport)) } else { activity.stuck.insert(kind) }
            return
        }
        activity.stuck.remove(kind)
        // The app must report the call before the callback returns (WK-08), so the work for a VoIP push takes no time.
        let length = kind == .voipPush ? 0 : wake.work.drawNanoseconds(&random[stream])
        if length > 0 { plan(.wakeDone(kind), after: length) } else { complete(kind) }
    }

    private func complete(_ kind: WakeKind) {
        submit(AppBehaviour.completion(of: kind, identifier: kind.fleetIdentifier))
    }

    private func beginWork() {
        guard let plan = plan.backgroundWork, activity.work == nil else { return }
        let task = beginBackgroundTask(named: "background-work", hasExpirationHandler: true)
        guard task != .invalid else { return }
        activity.work = (task.rawValue, happens(.work, plan.leak))
        if happens(.work, plan.lock) { submit(.resource(.fileLocked(path: "shared.sqlite"))) }
        let length = plan.length.drawNanoseconds(&random[Chance.work.rawValue])
        if activity.work?.leaks == false { self.plan(.workDone(task.rawValue), after: length) }
    }

    private func endWork() {
        guard let task = activity.work?.task else { return }
        activity.work = nil
        endBackgroundTask(BackgroundTaskIdentifier(rawValue: task))
    }
}
