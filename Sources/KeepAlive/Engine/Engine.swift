import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport
import KeepAliveStrategies

/// The shell around the policy: it tells the policy what happens, performs what the policy orders, and keeps the time
/// line.
///
/// One policy machine, one armed deadline, one queue of effects. It belongs to the thread of its scheduler; strategies
/// and ports call it on that thread only.
package final class Engine {
    /// How a run ended.
    package struct Outcome: Sendable, Equatable {
        /// How the process ended.
        package var processStatus: ProcessStatus
        /// What the runner exits with: the process's own status, 128 plus the signal, or 0 as planned.
        package var exitStatus: Int32
        /// Whether the run ended because its time was over.
        package var asPlanned: Bool
    }

    /// Called once, when the process has ended.
    package var onEnd: ((Outcome) -> Void)?
    /// Called before the app comes to the front: the screen is to be free for it.
    package var onComingToFront: (() -> Void)?
    /// Called when a fact has been decided about.
    package var onSettled: (() -> Void)?
    /// Whether the last end of the audio session lets others resume (AS-44).
    private(set) var notifiesOthers = false
    /// What the app is called in the timeline.
    package var name: String
    /// What times of the timeline are counted from; the launch where it is not said.
    package var origin: MonotonicInstant?

    /// What waits in the queue.
    private enum Order {
        case perform(Effect)
        case write(String)
    }

    package private(set) var machine: PolicyMachine
    package let scheduler: any Scheduler
    let plan: RunPlan
    package let workload: any Workload
    let audio: (any AudioOutput)?
    let location: (any LocationSource)?
    let otherApps: (any OtherAppsSound)?
    private var otherAppsHeard: [String] = []
    private let record: (TimelineEvent) -> Void
    private(set) var runners: [StrategyRunner] = []
    /// The app's own voice, where it has one.
    let app: AppService?
    /// Programs that act for the app beside it, in this life.
    private(set) var companions: [(service: AppService, runner: StrategyRunner)] = []
    private let makeCompanions: () -> [AppService]
    /// What the app has returned from while a program has not.
    private var earlyReturns: Set<AwaitedCallback> = []
    /// The calls that the app itself makes in this life.
    private(set) var appRunner: StrategyRunner?
    private let makeStrategies: () -> [any KeepAliveStrategy]
    /// Orders that wait, with the instant at which each was decided.
    private var queue: [(order: Order, decidedAt: MonotonicInstant)] = []
    /// What is called when no order waits any more.
    private var afterwards: [() -> Void] = []
    private var draining = false
    /// When the order that is being performed was decided; its line in the timeline carries that time.
    private(set) var decidedAt: MonotonicInstant?
    private var deadline: (at: MonotonicInstant, action: ScheduledAction)?
    private(set) var launchedAt: MonotonicInstant?
    /// The time of the last line of the timeline.
    private var lastTime = 0.0
    package private(set) var endingAsPlanned = false
    /// The signal by which the user asked to end the run.
    private var interruption: Int32?
    /// The run ends with the process that has just ended: nothing launches it again.
    private var isOver = false
    /// A signal of the user is on its way: until then the app can react to it, and is not frozen.
    var noFreezeBefore: MonotonicInstant?
    /// Why the process that is being started is started.
    private var launchCause = LaunchCause.user
    /// The parts of the machine that have been told of.
    var announced: Set<Grant> = []
    var receiverFailed = false
    var soundDeviceFailed = false
    /// The main process of this life.
    private(set) var pid: Int32?
    /// How many processes the app has had: what one of them was about to do, the next does not.
    private(set) var lives = 0
    /// The kill that the policy has ordered and whose exit has not been seen.
    var kill: Termination?
    /// The runner itself failed.
    private var supervisionLost = false
    private var nextTask = 1
    /// The life in which the app has taken over its answers from the runner.
    var answersAfterLives = 0
    /// Callbacks within one instant.
    var callbackCount = CallbackCount()
    /// How often the process has been called, of the calls whose return is awaited.
    var calls: [AwaitedCallback: Int] = [:]
    private(set) var taskOwners: [BackgroundTaskIdentifier: StrategyRunner] = [:]
    var figures: RunFigures
    /// Whether the user, who has been asked for when-in-use authorization only, would allow more.
    var mayAskForAlways = false
    /// Whether the user leaves the app, which has not returned from `willResignActive`.
    package var isLeaving = false
    /// When that is not awaited any more.
    var leavingLimit: ScheduledAction?
    /// Called when what made ``transition`` may be over.
    package var onTransitionEnd: (() -> Void)?
    /// Readings of the counters, if they are wanted.
    package internal(set) var series: SampleSeries
    var sampling: ScheduledAction?
    /// Freezes in a row that were not confirmed.
    private var failedFreezes = 0
    /// The kernel has confirmed a freeze, and no thaw since.
    private(set) var isFrozen = false

    /// Why the app is in its state now, and what would change it.
    package var explanation: Explanation { machine.explanation(at: scheduler.now, isFrozen: isFrozen) }

    /// Creates an engine; nothing starts yet.
    ///
    /// - Parameters:
    ///   - machine: the policy, not launched yet, its profile already scaled.
    ///   - audio: a prepared output, or `nil` when no strategy may use one.
    ///   - location: a receiver, or `nil` when no strategy may use one.
    ///   - otherApps: plays what other apps play, or `nil` when nobody shall hear it.
    ///   - companions: starts the programs that act for a process of the app.
    ///   - app: by what the app can speak for itself.
    ///   - strategies: makes the strategies of a process; each process of the app begins with new ones.
    ///   - record: takes each event of the timeline, in order.
    package init(
        machine: PolicyMachine, scheduler: any Scheduler, workload: any Workload, audio: (any AudioOutput)? = nil,
        location: (any LocationSource)? = nil, otherApps: (any OtherAppsSound)? = nil, app: AppService? = nil,
        companions: @escaping () -> [AppService] = { [] },
        strategies: @escaping () -> [any KeepAliveStrategy], plan: RunPlan,
        record: @escaping (TimelineEvent) -> Void
    ) {
        self.machine = machine
        name = machine.manifest.bundleIdentifier
        self.scheduler = scheduler
        self.workload = workload
        self.audio = audio
        self.location = location
        self.otherApps = otherApps
        self.app = app
        makeCompanions = companions
        self.plan = plan
        self.record = record
        series =
            plan.sampleEvery == nil ? SampleSeries() : SampleSeries(windows: Self.budgetWindows(machine.profile))
        figures = RunFigures(state: machine.state, at: scheduler.now)
        makeStrategies = strategies
        workload.onEvent = { [unowned self] in workloadChanged($0) }
        audio?.onEvent = { [unowned self] in audioChanged($0) }
        location?.onEvent = { [unowned self] in locationChanged($0) }
        otherApps?.onNote = { [unowned self] in note($0) }
        app?.attach(to: self)
    }

    // MARK: Starting and ending

    /// Launches the app and follows the plan.
    ///
    /// - Throws: ``KeepAliveError`` of the workload; nothing runs then.
    package func start() throws {
        for warning in machine.manifest.warnings { note(warning) }
        guard plan.launchesAtStart else {
            launchedAt = scheduler.now
            announceEnvironment()
            return followPlan()
        }
        try workload.launch()
    }

    /// The user sent the runner a signal that asks to end, as a shell would.
    ///
    /// A frozen app is thawed for it and ended when it does not. A running one gets it as it would without a runner,
    /// and is not frozen while it may be cleaning up. Without a process, the run ends at once.
    ///
    /// - Parameters:
    ///   - fromTerminal: whether a key of the terminal sent it, which speaks to a whole process group.
    ///   - delivered: whether the terminal has sent it to the app as well.
    package func userSignalled(_ signal: Int32, fromTerminal: Bool = false, delivered: Bool = false) {
        interruption = signal
        if !hasProcess {
            guard !isOver else { return }
            finishFigures()
            end(Outcome(processStatus: .signalled(signal), exitStatus: 128 + signal, asPlanned: false))
        } else if machine.state == .suspended {
            // A second one of a kind is merged with the one that waits in the frozen process.
            if fromTerminal, !delivered {
                workload.interrupt(signal: signal, grace: plan.terminationGrace)
            } else {
                workload.terminate(signal: signal, grace: plan.terminationGrace)
            }
        } else {
            noFreezeBefore = scheduler.now + plan.terminationGrace
            if !delivered { workload.signal(signal) }
        }
    }

    /// Brings the figures up to now.
    func settle() {
        guard machine.state != .terminated else { return }
        finishFigures()
    }

    private func finishFigures() {
        takeSample()
        figures.finish(at: scheduler.now, usage: workload.counters())
    }

    /// The figures so far: of a run that goes on, up to now.
    ///
    /// - Parameter others: what others than the workload have cost.
    package func summary(
        strategies: [String], others: [RunPart: ProxyValues] = [:], environment: RunSummary.Environment,
        outcome: Outcome?
    ) -> RunSummary {
        var figures = figures
        var series = series
        if outcome == nil {
            // Copies: who asks changes nothing, neither what is read when, nor what that adds up to.
            if plan.sampleEvery != nil, let reading { series.add(reading) }
            figures.finish(at: scheduler.now, usage: workload.counters())
        }
        return figures.summary(
            machine: machine, plan: plan, strategies: strategies,
            proxies: others.merging([.workload: workloadProxies(figures, series)]) { $1 },
            environment: environment, outcome: outcome)
    }

    private func announceEnvironment() {
        announceAudio()
        announceLocation()
        let freezer = workload.freezerDescription
        let place = freezer.path.map { " at \($0)" } ?? ""
        emit(.environment) { $0.message = "freezer: \(freezer.kind)\(place): \(freezer.reason)" }
    }

    private func followPlan() {
        let start = launchedAt ?? scheduler.now
        figures.restart(at: start)
        beginSampling()
        if let after = plan.backgroundAfter {
            _ = scheduler.schedule(at: start + after) { [weak self] in self?.happened(.homePressed) }
        }
        if let after = plan.foregroundAfter {
            _ = scheduler.schedule(at: start + after) { [weak self] in self?.happened(.returnedToForeground) }
        }
        if let after = plan.endAfter {
            _ = scheduler.schedule(at: start + after) { [weak self] in self?.endAsPlanned() }
        }
    }

    /// The run's time is over.
    package func endAsPlanned() {
        guard hasProcess || plan.outlivesProcess, !endingAsPlanned, !isOver else { return }
        endingAsPlanned = true
        audio?.sample()
        emit(.ended) { $0.message = "the run's time is over" }
        finishFigures()
        // The app may be gone already, or never have been there.
        guard hasProcess else {
            return end(Outcome(processStatus: .exited(0), exitStatus: 0, asPlanned: true))
        }
        // A suspended app is killed silently; a running one has time to terminate (LC-12).
        let running = machine.state.isRunning
        workload.terminate(signal: running ? 15 : 9, grace: running ? plan.terminationGrace : .zero)
    }

    var hasProcess: Bool { machine.state != .terminated && lives > 0 }

    private func end(_ outcome: Outcome) {
        isOver = true
        disarm()
        onEnd?(outcome)
    }

    private func exited(_ status: ProcessStatus) {
        emit(.exited) { $0.message = status.description }
        isFrozen = false
        failedFreezes = 0
        if !endingAsPlanned { finishFigures() }
        let killed = kill
        kill = nil
        if let killed, status != .signalled(killed.signal) {
            note("the command had ended by itself before the signal reached it: \(status)")
        }
        audio?.stop()
        figures.stalled()
        location?.stop()
        isOver = !plan.outlivesProcess || endingAsPlanned || supervisionLost || interruption != nil
        _ = submit(.processExited(status))
        callOut {
            stopLeaving()
            afterAll { [unowned self] in onTransitionEnd?() }
        }
        takeSample()
        guard isOver else { return }
        let exitStatus: Int32
        if supervisionLost {
            exitStatus = KeepAliveError.Code.supervision.exitStatus
        } else if let killed {
            exitStatus = 128 + killed.signal
        } else if endingAsPlanned {
            exitStatus = 0
        } else {
            exitStatus = status.shellStatus
        }
        end(Outcome(processStatus: status, exitStatus: exitStatus, asPlanned: endingAsPlanned && killed == nil))
    }

    // MARK: Facts in

    /// Tells the policy a fact and performs what it orders.
    package func happened(_ event: PolicyEvent) {
        guard !endingAsPlanned else { return }
        if case .callbackReturned(let callback) = event, isHeld(callback) {
            earlyReturns.insert(callback)
            return
        }
        if case .homePressed = event, beginLeaving() { return }
        _ = submit(event)
    }

    /// Tells the policy a fact; its orders are queued, and performed at once unless some are being performed.
    func submit(_ event: PolicyEvent) -> [Effect] {
        // It may take the sound away: what has been played until then is evidence too.
        if case .audioSession = event { sampleAudio() }
        if case .audioSessionDeactivated(let notifies) = event { notifiesOthers = notifies }
        if machine.bringsToFront(event), !machine.state.isForeground || isLeaving { onComingToFront?() }
        let now = scheduler.now
        let wasLaunching = machine.isLaunching
        let effects = machine.handle(event, at: now)
        queue.append(contentsOf: effects.map { (.perform($0), now) })
        if wasLaunching, !machine.isLaunching { afterAll { [unowned self] in onTransitionEnd?() } }
        // The user is back, or has forced it to quit: there is nothing to leave.
        if machine.state == .foregroundActive || machine.reasonOfEnding != nil { stopLeaving() }
        if !draining { drain() }
        hearOtherApps()
        app?.settled(self)
        onSettled?()
        if machine.activeAudioSession(of: "") == nil { notifiesOthers = false }
        return effects
    }

    /// What other apps play has to be heard as the policy has it: it has interrupted them, or let them resume.
    private func hearOtherApps() {
        guard let otherApps else { return }
        let apps = machine.otherAppsSounding
        guard apps != otherAppsHeard else { return }
        otherAppsHeard = apps
        otherApps.play(apps)
    }

    /// Calls a strategy from outside of an order: what it causes is queued, and performed after it.
    func callOut(_ body: () -> Void) {
        guard !draining else { return body() }
        draining = true
        body()
        drain()
    }

    /// Calls when all orders are carried out, with what they lead to; within ``callOut(_:)``.
    func afterAll(_ body: @escaping () -> Void) { afterwards.append(body) }

    private func drain() {
        draining = true
        // Bounded by the policy: every order leads to finitely many calls of strategies, which run out.
        while true {
            guard !queue.isEmpty else {
                decidedAt = nil
                guard !afterwards.isEmpty else { break }
                afterwards.removeFirst()()
                continue
            }
            let next = queue.removeFirst()
            decidedAt = next.decidedAt
            switch next.order {
            case .perform(let effect): perform(effect)
            case .write(let line): emit(.log) { $0.message = line }
            }
        }
        draining = false
        arm()
    }

    private func arm() {
        let next = machine.nextDeadline
        guard next != deadline?.at else { return }
        disarm()
        guard let next else { return }
        let action = scheduler.schedule(at: next) { [weak self] in
            self?.deadline = nil
            self?.happened(.deadlineReached)
        }
        deadline = (next, action)
    }

    private func disarm() {
        if let deadline { scheduler.cancel(deadline.action) }
        deadline = nil
    }

    private func workloadChanged(_ event: WorkloadEvent) {
        switch event {
        case .started(let pid): started(pid)
        case .frozen(let latency):
            failedFreezes = 0
            stands(still: true)
            takeSample()
            figures.frozen(latency, at: scheduler.now, usage: workload.counters())
            emit(.frozen) { $0.latency = latency.inSeconds }
        case .thawed(let latency):
            stands(still: false)
            takeSample()
            figures.thawed(latency, at: scheduler.now)
            emit(.thawed) { $0.latency = latency.inSeconds }
        case .freezeFailed(let why):
            stands(still: false)
            emit(.freezeFailed) { $0.message = why }
            notFrozen(why)
        case .exited(let status): exited(status)
        case .lost(let cause):
            note(cause)
            supervisionLost = true
            exited(.signalled(9))
        case .note(let text): note(text)
        }
    }

    private func stands(still: Bool) {
        isFrozen = still
        app?.suspended(still)
    }

    /// The app runs on, and its state says so.
    func notFrozen(_ why: String, retryAfter: Duration? = nil) {
        failedFreezes += 1
        happened(.freezeFailed(cause: why, attempts: failedFreezes, retryAfter: retryAfter))
    }

    private func started(_ pid: Int32) {
        lives += 1
        self.pid = pid
        let isFirst = launchedAt == nil
        if isFirst {
            launchedAt = scheduler.now
            announceEnvironment()
        }
        for runner in runners { runner.applicationStateChanged(to: .terminated) }
        runners = makeStrategies().map { StrategyRunner($0, engine: self) }
        beginCompanions()
        beginVoice()
        // BT-26: each process counts its own tasks.
        nextTask = 1
        taskOwners.removeAll()
        calls.removeAll()
        figures.termination = nil
        takeSample()
        emit(.launched) {
            $0.pid = pid
            if lives > 1 || !isFirst { $0.message = launchCause.inWords }
        }
        if isFirst { followPlan() }
        happened(launchCause.isForWake ? .launchedInBackground : .launched)
    }

    private func beginCompanions() {
        for companion in companions { companion.runner.applicationStateChanged(to: .terminated) }
        earlyReturns.removeAll()
        companions = makeCompanions().map { service in
            let runner = StrategyRunner(engine: self) { callback, _ in service.deliver(callback) }
            service.attach(to: self)
            service.begin(host: runner)
            return (service, runner)
        }
    }

    /// A program has dealt with a callback: the app is back from it when all are.
    func strategyReturned(from callback: AppCallback) {
        if callback == .willResignActive { leaveIfResigned() }
        guard let awaited = AppAnswer.awaited(callback), !isHeld(awaited), earlyReturns.remove(awaited) != nil else {
            return
        }
        happened(.callbackReturned(awaited))
    }

    private func isHeld(_ callback: AwaitedCallback) -> Bool {
        companions.contains { $0.service.holds(callback) }
    }

    /// The app speaks with the calls of this life, in answer to its callbacks and whenever it likes.
    private func beginVoice() {
        guard let app else { return }
        appRunner?.applicationStateChanged(to: .terminated)
        let runner = StrategyRunner(engine: self) { callback, _ in app.deliver(callback) }
        appRunner = runner
        app.begin(host: runner)
    }

    /// The app answers for its process from here on.
    func checkIn() {
        // What was under way for one that says nothing ends first.
        leave()
        // What was to be done for it, it does.
        answersAfterLives = lives
        note("the app speaks for itself: from here on it launches, answers and completes by its own code")
        happened(.checkedIn)
    }

    /// Starts the app's process for a reason that the policy has.
    func launch(_ cause: LaunchCause) {
        guard !isOver else { return note("iOS would launch the app again, \(cause.inWords); the run is over") }
        launchCause = cause
        do {
            try workload.launch()
        } catch {
            note("the app could not be launched again: \(error)")
            happened(.launchFailed(cause: "\(error)"))
        }
    }

    /// The script of a scenario, if one is played: the last of the strategies.
    package var script: ScenarioScript? { runners.last.map { ScenarioScript(runner: $0) } }

    /// Writes down that a step of a scenario begins.
    package func note(step: String) {
        emit(.step) { $0.message = step }
    }

    // MARK: Calls of strategies

    func beginTask(
        named name: String, hasHandler: Bool, for runner: StrategyRunner
    ) -> BackgroundTaskIdentifier {
        // SD-16, BT-25: not from a state in which no code of the app runs.
        guard machine.canBeginBackgroundTask else { return .invalid }
        let identifier = BackgroundTaskIdentifier(rawValue: nextTask)
        nextTask += 1
        taskOwners[identifier] = runner
        emit(.taskBegan) {
            $0.task = identifier.rawValue
            $0.message = name
        }
        _ = submit(.backgroundTaskBegan(identifier, name: name, hasHandler: hasHandler))
        return identifier
    }

    func endTask(_ identifier: BackgroundTaskIdentifier) {
        if taskOwners.removeValue(forKey: identifier) != nil {
            emit(.taskEnded) { $0.task = identifier.rawValue }
        }
        _ = submit(.backgroundTaskEnded(identifier))
    }

    package func sampleAudio() {
        audio?.sample()
    }

    /// The app asks for location while it is in use; who would get more gets that.
    func requestWhenInUseAuthorization() {
        if machine.manifest.usageDescriptions[Manifest.whenInUseUsageKey] == nil {
            _ = submit(.locationAuthorizationAskedWithoutUsageString(key: Manifest.whenInUseUsageKey))
        } else if machine.locationAuthorization == .notDetermined {
            let answer = plan.locationAuthorization
            mayAskForAlways = answer == .authorizedAlways
            _ = submit(.locationAuthorizationChanged(mayAskForAlways ? .authorizedWhenInUse : answer))
        }
    }

    // MARK: Timeline

    /// Writes a line of the app, after whatever it is a reaction to.
    func log(_ message: String) {
        queue.append((.write(message), scheduler.now))
        if !draining { drain() }
    }

    package func note(_ message: String) {
        emit(.note) { $0.message = message }
    }

    func emit(
        _ kind: TimelineEvent.Kind, _ reason: Reason? = nil, _ fill: (inout TimelineEvent) -> Void = { _ in }
    ) {
        // What was caused in between carries its own, later time; the line after it must not seem to come before.
        let t = max(lastTime, (origin ?? launchedAt).map { ((decidedAt ?? scheduler.now) - $0).inSeconds } ?? 0)
        lastTime = t
        var event = TimelineEvent(t: t, app: name, event: kind)
        event.rule = reason?.rule
        event.reason = reason?.text
        // A state always says what proves it, if only that nothing needs to.
        event.evidence = reason?.evidence ?? (kind == .state ? Evidence() : nil)
        fill(&event)
        record(event)
    }
}
