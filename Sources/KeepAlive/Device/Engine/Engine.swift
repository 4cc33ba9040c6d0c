import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport
import KeepAliveStrategies

/// The shell around the policy: it takes facts, asks the policy, and carries out what the policy orders.
///
/// It has one policy machine, one armed deadline and one queue of orders. It belongs to the thread of its scheduler:
/// voices and parts call it on that thread only.
package final class Engine: OrderPerformer {
    /// The outcome of a run.
    package struct Outcome: Sendable, Equatable {
        /// The status with which the process ended.
        package var processStatus: ProcessStatus
        /// The exit status of the runner: the process's own status, 128 plus the signal, or 0 as planned.
        package var exitStatus: Int32
        /// True when the run ended because its time was over.
        package var asPlanned: Bool
    }

    /// A change of what the user sees of an app's notifications.
    package enum NotificationChange: Sendable {
        case shown(ShownNotification)
        case withdrawn(identifier: String)
    }

    /// The orders in the queue, each with the instant at which it was decided.
    package struct Order {
        enum Kind {
            /// The orders of one decision, in their order.
            case perform([Effect])
            case write(String)
        }

        let kind: Kind
        let decidedAt: MonotonicInstant
    }

    /// Called when the run begins: with the first launch, or with the wait for one.
    package var onStart: (() -> Void)?
    /// Called once, when the process has ended.
    package var onEnd: ((Outcome) -> Void)?
    /// Called before the app comes to the front, to free the screen for it.
    package var onComingToFront: (() -> Void)?
    /// Called when a notification of the app appears or goes.
    package var onNotification: ((NotificationChange) -> Void)?
    /// Called when the policy has decided about a fact.
    package var onSettled: ((PolicyMachine.Standing) -> Void)?
    /// Called when the reason for ``transition`` may be over.
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
    /// The deadline that the last decision has left.
    private var nextDeadline: MonotonicInstant?
    /// The deadline for which the scheduler is set.
    private var deadline: (at: MonotonicInstant, action: ScheduledAction)?
    /// The actions that the plan has scheduled.
    private var planned: [ScheduledAction] = []
    /// The progress of the run.
    var run = RunProgress()
    /// The callbacks of this instant: on virtual time, an app that causes them without end would see no later one.
    var callbackCount = CallbackCount()
    /// The freeze state of the tree.
    var freeze = FreezeState()

    /// Creates an engine; nothing starts yet.
    ///
    /// - Parameters:
    ///   - machine: the policy, not launched yet, its profile already scaled.
    ///   - audio: a prepared output, or `nil` when no strategy may use one.
    ///   - location: a receiver, or `nil` when no strategy may use one.
    ///   - otherApps: plays the sound of other apps, or `nil` when it is not to be heard.
    ///   - transfers: transfers for background URL sessions, or `nil` where no server can be reached.
    ///   - sockets: watches the sockets that the app tags, or `nil` where it has no real ones.
    ///   - keychain: keeps the app's keychain after the run, or `nil` where it ends with it.
    ///   - app: the voice by which the app can speak for itself.
    ///   - companions: starts the programs that act for a process of the app.
    ///   - strategies: makes the strategies of a process; each process of the app begins with new ones.
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

    // The scheduler may outlive the engine, whose closures are not weak: all references to an object cost several times as
    // much once there has been a weak one, and a day has 86,400 fixes.
    deinit {
        disarm()
        for action in planned { scheduler.cancel(action) }
    }

    // MARK: What is so

    /// The app's name in the timeline.
    package var name: String {
        get { recorder.name }
        set { recorder.name = newValue }
    }

    /// The instant from which the timeline counts; the launch if none is set.
    package var origin: MonotonicInstant? {
        get { recorder.origin }
        set { recorder.origin = newValue }
    }

    /// Readings of the counters, if they are wanted.
    package var series: SampleSeries { recorder.series }

    /// Has the processes of a frozen app looked at, before somebody is told that they stand still.
    package func checkFrozen() { if freeze.isFrozen { workload.checkFrozen() } }

    /// The reason for the app's present state, and what would change it.
    package var explanation: Explanation { machine.explanation(at: scheduler.now, isFrozen: freeze.isFrozen) }

    var hasProcess: Bool { machine.state != .terminated && run.lives > 0 }
    /// The main process of this life.
    var pid: Int32? { run.pid }
    /// True when the kernel has confirmed a freeze, and no thaw since.
    var isFrozen: Bool { freeze.isFrozen }
    /// True when the run ends because its time is over.
    package var endingAsPlanned: Bool { run.endingAsPlanned }

    /// A transition that has begun with the app and goes on by itself; `nil` when there is none.
    package var transition: AppTransition? {
        if run.kill != nil { return .killed }
        return machine.transition.map(AppTransition.policy)
    }

    /// Returns the figures so far. For a run that goes on, they reach up to now.
    ///
    /// - Parameter others: the costs of parts other than the workload.
    package func summary(
        strategies: [String], others: [RunPart: ProxyValues] = [:], environment: RunSummary.Environment,
        outcome: Outcome?
    ) -> RunSummary {
        recorder.summary(machine, strategies: strategies, others: others, environment: environment, outcome: outcome)
    }

    // MARK: Facts in

    /// Tells the policy a fact and performs what it orders.
    package func happened(_ event: PolicyEvent) {
        guard !run.endingAsPlanned else { return }
        switch event {
        case .callbackReturned(let callback) where !voices.isBack(from: callback): break
        case .locationFixArrived(let fix) where !queue.isBusy && machine.passesOn(fix, at: scheduler.now):
            // It comes from the receiver, so it is none of the calls that an app causes without end.
            callOut { voices.deliver(.didUpdateLocation(fix)) }
        default: _ = submit(event)
        }
    }

    /// Tells the policy a fact and queues its orders. They are performed at once unless others are being performed.
    func submit(_ event: PolicyEvent) -> [Effect] {
        // The event may end the sound: what has been played until then is evidence too.
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

    /// The settings of the app's audio session, while it is active.
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

    /// Schedules a step of the plan, unless the plan leaves it out.
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

    /// LC-23: the sockets of a frozen app are taken from it.
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

    /// Tells the policy that a freeze failed: the app runs on, and its state says so.
    func notFrozen(_ why: String, retryAfter: Duration? = nil) {
        freeze.failures += 1
        happened(.freezeFailed(cause: why, attempts: freeze.failures, retryAfter: retryAfter))
    }

    /// The app answers for its process from here on.
    func checkIn() {
        voices.checkedIn()
        note("the app speaks for itself: from here on it launches, answers and completes by its own code")
        happened(.checkedIn)
    }

    /// Has the script of a scenario carry out a step: now, or when the suspended app runs again (LC-27).
    package func carryOut(step: Int) { voices.carryOut(step: step) }

    /// Returns the payload of a push to the app, if it is known.
    package func payload(of push: String?) -> JSONValue? { voices.app?.payload(of: push) }

    /// The part that transfers for background sessions, where there is one.
    package var transfers: (any TransferAgent)? { parts.transfers }

    /// The part that watches the sockets that the app tags, where there is one.
    package var sockets: (any TaggedSockets)? { parts.sockets }

    /// The place where the app's keychain is kept, where there is one.
    package var keychain: (any KeychainStore)? { parts.keychain }

    /// The tokens by which a server reaches the app with pushes (WK-19).
    package var pushTokens: any PushTokens { parts.pushTokens }

    /// The sound device, where there is one.
    package var audio: (any AudioOutput)? { parts.audio }

    /// Has the sound device tell now how much it has played.
    package func sampleAudio() { parts.audio?.sample() }

    /// Starts or ends a failure of the receiver that a scenario plays. Its reports are ignored meanwhile.
    package func receiverFails(_ fails: Bool) { parts.receiverFails(fails) }

    /// The same for the sound device.
    package func soundDeviceFails(_ fails: Bool) { parts.soundDeviceFails(fails) }

    // MARK: Timeline

    /// Writes a line of the app, after the events that it reacts to.
    func log(_ message: String) {
        queue.append(Order(kind: .write(message), decidedAt: scheduler.now))
        carryOut()
    }

    package func note(_ message: String) { recorder.note(message) }

    /// Writes down that a step of a scenario begins.
    package func note(step: String) { recorder.write(.step) { $0.message = step } }
}

extension PolicyEvent {
    /// True for a call of the app that sets up its audio session.
    fileprivate var setsAudioSession: Bool {
        switch self {
        case .audioCategorySet, .audioSessionActivated: true
        default: false
        }
    }
}
