import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport
import KeepAliveStrategies

/// Connects the policy with the app's processes and the devices of the computer: reports events to the policy, and
/// carries out the effects that the policy orders.
///
/// An engine has one policy machine, one scheduled deadline and one queue of orders. Voices and parts may call the
/// engine only on the thread of the engine's scheduler.
package final class Engine: OrderPerformer {
    /// The way in which a run has ended.
    package struct Outcome: Sendable, Equatable {
        /// The status with which the app's process ended.
        package var processStatus: ProcessStatus
        /// The exit status of the runner: the exit status of the process, 128 plus the signal, or 0 when the run ended
        /// as planned.
        package var exitStatus: Int32
        /// True when the run ended because its time was over.
        package var asPlanned: Bool
    }

    /// A change in the set of the app's notifications that the user sees.
    package enum NotificationChange: Sendable {
        case shown(ShownNotification)
        case withdrawn(identifier: String)
    }

    /// An order in the queue, with the instant at which the policy decided it.
    package struct Order {
        enum Kind {
            /// The effects of one decision, in their order.
            case perform([Effect])
            /// A log line of the app for the timeline.
            case write(String)
        }

        let kind: Kind
        let decidedAt: MonotonicInstant
    }

    /// Called when the run begins: with the first launch, or with the wait for the first launch.
    package var onStart: (() -> Void)?
    /// Called once, when the run has ended.
    package var onEnd: ((Outcome) -> Void)?
    /// Called before the app comes to the front, so that the device can send the other apps to the background.
    package var onComingToFront: (() -> Void)?
    /// Called when a notification of the app is shown or withdrawn.
    package var onNotification: ((NotificationChange) -> Void)?
    /// Called when the policy has decided about an event.
    package var onSettled: ((PolicyMachine.Standing) -> Void)?
    /// Called when ``transition`` may have become `nil`.
    package var onTransitionEnd: (() -> Void)?

    package internal(set) var machine: PolicyMachine
    package let scheduler: any Scheduler
    package let plan: RunPlan
    package let workload: any Workload
    let parts: EngineParts
    private(set) lazy var voices = Voices(self, speakers)
    private let speakers: Voices.Speakers
    let recorder: RunRecorder
    package var queue = OrderQueue<Order>()
    /// The next deadline of the policy, as the last decision has returned it; `nil` if the policy has no deadline.
    private var nextDeadline: MonotonicInstant?
    /// The deadline that is scheduled now, with its action; `nil` if none is scheduled.
    private var deadline: (at: MonotonicInstant, action: ScheduledAction)?
    /// The steps of the plan that have been scheduled, for cancelling them.
    private var planned: [ScheduledAction] = []
    var run = RunProgress()
    /// Counts the callbacks of one instant, to end an app that causes callbacks without end. On virtual time, such an
    /// app would stop the clock.
    var callbackCount = CallbackCount()
    /// The freeze state of the app's process tree.
    var freeze = FreezeState()

    /// Creates an engine. Nothing is started before ``start()``.
    ///
    /// - Parameters:
    ///   - machine: the policy before the launch; the durations of its profile are already multiplied by the time
    ///     scale.
    ///   - audio: a prepared sound device; `nil` if no strategy may use one.
    ///   - location: the location receiver; `nil` if no strategy may use one.
    ///   - otherApps: plays the sound of other apps on the sound device; `nil` if other apps are silent.
    ///   - transfers: the agent for background URL sessions; `nil` if no server can be reached.
    ///   - sockets: watches the sockets that the app tags; `nil` if the app has no real sockets.
    ///   - keychain: keeps the app's keychain after the run; `nil` if the keychain ends with the run.
    ///   - app: the voice of the app's own code; `nil` if that code cannot connect to the runner.
    ///   - companions: starts the programs that act for one process of the app.
    ///   - strategies: makes the strategies of one process; each process of the app gets new strategies.
    ///   - record: takes each event of the timeline, in order.
    package init(
        machine: PolicyMachine, scheduler: any Scheduler, workload: any Workload, audio: (any AudioOutput)? = nil,
        location: (any LocationSource)? = nil, otherApps: (any OtherAppsSound)? = nil,
        transfers: (any TransferAgent)? = nil, sockets: (any TaggedSockets)? = nil,
        pushTokens: (any PushTokens)? = nil, keychain: (any KeychainStore)? = nil, app: AppVoice? = nil,
        companions: @escaping () -> [CompanionVoice] = { [] },
        strategies: @escaping () -> [any KeepAliveStrategy], plan: RunPlan,
        record: @escaping (TimelineEvent) -> Void
    ) {
        self.machine = machine
        self.machine.awaitsReturns = true
        self.machine.install(at: scheduler.now)
        self.scheduler = scheduler
        self.workload = workload
        self.plan = plan
        recorder = RunRecorder(machine, plan: plan, workload: workload, scheduler: scheduler, record: record)
        parts = EngineParts(
            audio: audio, location: location, otherApps: otherApps, transfers: transfers, sockets: sockets,
            pushTokens: pushTokens ?? LocalPushTokens(scheduler: scheduler), keychain: keychain, recorder: recorder)
        speakers = Voices.Speakers(app: app, strategies: strategies, companions: companions)
        recorder.condition = { [unowned self] in
            (canRun: hasProcess && !freeze.isFrozen, isHeld: self.machine.grants.holdsDeviceAwake)
        }
        parts.onFact = { [unowned self] in happened($0) }
        app?.attach(to: self)
        workload.onEvent = { [unowned self] in workloadChanged($0) }
    }

    // The scheduler may outlive the engine, and the scheduled closures hold the engine unowned, so the closures are
    // cancelled here. Weak references would not need this, but would make every access to the engine several times as
    // slow, which matters for the 86,400 fixes of a day.
    deinit {
        disarm()
        for action in planned { scheduler.cancel(action) }
    }

    // MARK: State

    /// The app's name in the timeline.
    package var name: String {
        get { recorder.name }
        set { recorder.name = newValue }
    }

    /// The instant from which the timeline counts; `nil` means the launch.
    package var origin: MonotonicInstant? {
        get { recorder.origin }
        set { recorder.origin = newValue }
    }

    /// The samples of the counters; empty if the plan has no sampling interval.
    package var series: SampleSeries { recorder.series }

    /// Checks whether the processes of a frozen app are still stopped. Call this function before reporting the app as
    /// frozen.
    package func checkFrozen() { if freeze.isFrozen { workload.checkFrozen() } }

    /// The reason for the app's present state, and the events that would change the state.
    package var explanation: Explanation { machine.explanation(at: scheduler.now, isFrozen: freeze.isFrozen) }

    var hasProcess: Bool { machine.state != .terminated && run.lives > 0 }
    /// The process identifier of the app's main process, or of its last one; `nil` before the first launch.
    var pid: Int32? { run.pid }
    /// True if the kernel has confirmed a freeze and the app has not been thawed since.
    var isFrozen: Bool { freeze.isFrozen }
    /// True if the run is ending, or has ended, because its time is over.
    package var endingAsPlanned: Bool { run.endingAsPlanned }

    /// A transition of the app that has begun and ends by itself; `nil` if there is none.
    package var transition: AppTransition? {
        if run.kill != nil { return .killed }
        return machine.transition.map(AppTransition.policy)
    }

    /// Returns the figures so far. The figures of a run that has not ended reach up to now.
    ///
    /// - Parameter others: the costs of parts other than the workload.
    package func summary(
        strategies: [String], others: [RunPart: ProxyValues] = [:], environment: RunSummary.Environment,
        outcome: Outcome?
    ) -> RunSummary {
        recorder.summary(machine, strategies: strategies, others: others, environment: environment, outcome: outcome)
    }

    // MARK: Events

    /// Reports an event to the policy and performs the policy's orders. An event that comes after the planned end is
    /// ignored.
    package func happened(_ event: PolicyEvent) {
        guard !run.endingAsPlanned else { return }
        switch event {
        case .callbackReturned(let callback) where !voices.isBack(from: callback): break
        case .locationFixArrived(let fix) where !queue.isBusy && machine.passesOn(fix, at: scheduler.now):
            // The receiver causes this callback, not the app, so the callback is not counted against the limit of
            // callbacks per instant.
            callOut { voices.deliver(.didUpdateLocation(fix)) }
        default: _ = submit(event)
        }
    }

    /// Reports an event to the policy, queues the policy's orders, and returns the effects. The orders are performed
    /// before the return, unless the engine is already performing orders.
    func submit(_ event: PolicyEvent) -> [Effect] {
        // The event may end the sound, so the frames that have been played until now are counted first.
        if case .audioSession = event { sampleAudio() }
        if machine.comesToFront(with: event) { onComingToFront?() }
        let now = scheduler.now
        let session = event.setsAudioSession ? activeSession : nil
        let decision = machine.decide(event, at: now, keepsTransfers: parts.transfers != nil)
        if event.setsAudioSession, let active = activeSession, active != session {
            recorder.write(.audioSession) { $0.message = active.inWords }
        }
        nextDeadline = decision.nextDeadline
        if !decision.effects.isEmpty { queue.append(Order(kind: .perform(decision.effects), decidedAt: now)) }
        if decision.endsTransition { afterAll { [unowned self] in onTransitionEnd?() } }
        for (session, task) in decision.changedTransfers {
            parts.transfers?.keep(TransferKey(session, task), machine.transferToKeep(session, task: task))
        }
        carryOut()
        voices.app?.settled(self)
        if onSettled != nil || parts.playsOtherApps {
            let standing = machine.standing(as: name)
            parts.play(standing.otherAppsSounding)
            onSettled?(standing)
        }
        return decision.effects
    }

    /// The configuration of the app's audio session; `nil` while the session is inactive.
    private var activeSession: AudioSessionConfiguration? { machine.isAudioSessionActive ? machine.audioSession : nil }

    package func finishedOrders() {
        if run.outcomeWithoutTransfers != nil { endWithoutTransfers() }
        let next = nextDeadline
        guard next != deadline?.at else { return }
        disarm()
        guard let next else { return }
        let action = scheduler.schedule(at: next) { [unowned self] in
            deadline = nil
            happened(.deadlineReached)
        }
        deadline = (next, action)
    }

    /// Schedules a step of the plan; does nothing if the instant is `nil`.
    func schedulePlanned(at instant: MonotonicInstant?, _ step: @escaping () -> Void) {
        if let instant { planned.append(scheduler.schedule(at: instant, step)) }
    }

    func disarm() {
        if let deadline { scheduler.cancel(deadline.action) }
        deadline = nil
    }

    private func workloadChanged(_ event: WorkloadEvent) {
        switch event {
        case .started(let pid): started(pid)
        case .frozen(let latency):
            stands(still: true)
            recorder.frozen(latency)
        case .thawed(let latency):
            stands(still: false)
            recorder.thawed(latency)
        case .disturbed(let note):
            stands(still: false)
            if let note { self.note(note) }
            recorder.disturbed()
        case .freezeFailed(let why):
            stands(still: false)
            recorder.write(.freezeFailed) { $0.message = why }
            notFrozen(why)
        case .exited(let status): exited(status)
        case .lost(let cause):
            note(cause)
            run.supervisionLost = true
            exited(.signalled(9))
        case .note(let text): note(text)
        }
    }

    private func stands(still: Bool) {
        freeze.confirmed(still)
        voices.app?.suspended(still)
        parts.sockets?.watch(still)
        if still { reclaimSockets() }
    }

    /// Takes the sockets of a frozen app away, as iOS may do, and reports their number to the policy (LC-23).
    private func reclaimSockets() {
        guard machine.mayReclaimSockets else { return }
        let taken = workload.reclaimSockets(except: parts.sockets?.inodes ?? [])
        if taken.isForbidden {
            note("not all sockets of the app can be taken from it: pidfd_getfd(2) is forbidden here")
        }
        if taken.isPartial {
            note("not all sockets of the app are taken from it: it has too many descriptors to look at")
        }
        if taken.count > 0 { happened(.resource(.socketsTaken(taken.count))) }
    }

    /// Reports a failed freeze to the policy, so that the app's state says that the app is still running.
    func notFrozen(_ why: String, retryAfter: Duration? = nil) {
        freeze.failures += 1
        happened(.freezeFailed(cause: why, attempts: freeze.failures, retryAfter: retryAfter))
    }

    /// Records that the app's own code has connected: from now on that code answers callbacks, and the planned
    /// reactions end.
    func checkIn() {
        voices.checkedIn()
        note("the app speaks for itself: from here on it launches, answers and completes by its own code")
        happened(.checkedIn)
    }

    /// Makes the script of a scenario carry out a step, now or when the suspended app runs again (LC-27).
    package func carryOut(step: Int) { voices.carryOut(step: step) }

    /// Returns the payload of a push to the app; `nil` if the payload is not known.
    package func payload(of push: String?) -> JSONValue? { voices.app?.payload(of: push) }

    /// The transfer agent for background sessions; `nil` if there is none.
    package var transfers: (any TransferAgent)? { parts.transfers }

    /// The watcher of the sockets that the app tags; `nil` if there is none.
    package var sockets: (any TaggedSockets)? { parts.sockets }

    /// The store that keeps the app's keychain after the run; `nil` if there is none.
    package var keychain: (any KeychainStore)? { parts.keychain }

    /// The push tokens by which a server can reach the app (WK-19).
    package var pushTokens: any PushTokens { parts.pushTokens }

    /// The sound device; `nil` if there is none.
    package var audio: (any AudioOutput)? { parts.audio }

    /// Makes the sound device report now how many frames it has played.
    package func sampleAudio() { parts.audio?.sample() }

    /// Begins or ends a simulated failure of the location receiver for a scenario. Reports of the receiver are ignored
    /// during the failure.
    package func receiverFails(_ fails: Bool) { parts.receiverFails(fails) }

    /// Begins or ends a simulated failure of the sound device for a scenario. Reports of the sound device are ignored
    /// during the failure.
    package func soundDeviceFails(_ fails: Bool) { parts.soundDeviceFails(fails) }

    // MARK: Timeline

    /// Writes a log line of the app into the timeline, after the orders that are already queued have been performed.
    func log(_ message: String) {
        queue.append(Order(kind: .write(message), decidedAt: scheduler.now))
        carryOut()
    }

    package func note(_ message: String) { recorder.note(message) }

    /// Writes the beginning of a scenario's step into the timeline.
    package func note(step: String) { recorder.write(.step) { $0.message = step } }
}

extension PolicyEvent {
    /// True for a call of the app that configures or activates the audio session.
    fileprivate var setsAudioSession: Bool {
        switch self {
        case .audioCategorySet, .audioSessionActivated: true
        default: false
        }
    }
}
