import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

/// The figures that the engine counts for the summary of a run.
struct RunFigures {
    var ledger: StateLedger
    var evidence = RunSummary.EvidenceCounts()
    var freezer = RunSummary.FreezerFigures()
    var exceptions: [AppleException] = []
    var termination: Termination?
    /// The reason for the last state that the app entered.
    private var lastReason: Reason?
    private var lastState: ApplicationState
    private var framesOfThisPlayback: Int64 = 0
    /// The total usage of the workload.
    private(set) var total = Usage()
    private var sampledAt = MonotonicInstant.zero
    /// The seconds during which the app has asked the receiver for its position.
    private(set) var receiverSeconds = 0.0
    private var receiverSince: MonotonicInstant?
    /// The part of ``receiverSeconds`` that passed before the first fix after each start of the receiver.
    private(set) var acquisitionSeconds = 0.0
    private var searchingSince: MonotonicInstant?
    private var frozenSince: MonotonicInstant?

    init(state: ApplicationState, at now: MonotonicInstant) {
        ledger = StateLedger(state: state, at: now)
        lastState = state
    }

    /// Restarts the times in states and grants at the launch, because the time before the launch does not count.
    mutating func restart(at now: MonotonicInstant) {
        ledger = StateLedger(state: lastState, at: now)
        sampledAt = now
    }

    /// Enters a state. The counters are read only if more than 1 ms has passed since the last reading. At a
    /// suspension, the counters are read later, when the kernel has confirmed the freeze.
    mutating func enter(_ state: ApplicationState, _ reason: Reason, at now: MonotonicInstant, usage: () -> Usage) {
        if state != .suspended, now - sampledAt > .milliseconds(1) { sample(at: now, usage: usage()) }
        ledger.enter(state, at: now)
        lastReason = reason
        if state != .terminated { lastState = state }
    }

    /// Begins a grant. Usage before this instant is not counted for the grant.
    mutating func gain(_ grant: Grant, at now: MonotonicInstant, usage: () -> Usage) {
        if now - sampledAt > .milliseconds(1) { sample(at: now, usage: usage()) }
        ledger.gain(grant, at: now)
    }

    /// Ends a grant. Usage up to this instant is counted for the grant.
    mutating func lose(_ grant: Grant, at now: MonotonicInstant, usage: () -> Usage) {
        if now - sampledAt > .milliseconds(1) { sample(at: now, usage: usage()) }
        ledger.lose(grant, at: now)
    }

    /// Takes a reading of the process tree's usage. The increase since the last reading is counted for the present
    /// state and grants.
    mutating func sample(at now: MonotonicInstant, usage: Usage) {
        ledger.book(usage)
        sampledAt = now
    }

    mutating func finish(at now: MonotonicInstant, usage: Usage) {
        settleFrozen(at: now)
        receiver(isOn: false, at: now)
        sample(at: now, usage: usage)
        ledger.settle(at: now)
        total = usage
    }

    /// Counts played frames, and returns whether they are the first of this playback. `frames` is the number of frames
    /// since the start of the playback.
    mutating func playing(frames: Int64, sampleRate: Int) -> Bool {
        let first = framesOfThisPlayback == 0
        let more = max(0, frames - framesOfThisPlayback)
        evidence.framesPlayed += more
        if sampleRate > 0 { evidence.audioSeconds += Double(more) / Double(sampleRate) }
        framesOfThisPlayback = frames
        return first
    }

    /// Ends the playback. The next frame begins a new playback.
    mutating func stalled() {
        framesOfThisPlayback = 0
    }

    mutating func frozen(_ latency: Duration, at now: MonotonicInstant, usage: Usage) {
        // The tree ran until this instant, so the usage belongs to the state before the suspension.
        ledger.bookBeforeSuspension(usage)
        sampledAt = now
        frozenSince = now
        freezer.freezes += 1
        freezer.freezeLatencyMaxSeconds = max(freezer.freezeLatencyMaxSeconds ?? 0, latency.inSeconds)
    }

    mutating func thawed(_ latency: Duration, at now: MonotonicInstant) {
        settleFrozen(at: now)
        freezer.thaws += 1
        freezer.thawLatencyMaxSeconds = max(freezer.thawLatencyMaxSeconds ?? 0, latency.inSeconds)
    }

    /// Ends the frozen time when another program has thawed the tree; this thaw is not counted among the thaws of the
    /// runner.
    mutating func disturbed(at now: MonotonicInstant, usage: Usage) {
        settleFrozen(at: now)
        sample(at: now, usage: usage)
    }

    private mutating func settleFrozen(at now: MonotonicInstant) {
        if let since = frozenSince { freezer.frozenSeconds += (now - since).inSeconds }
        frozenSince = nil
    }

    /// Records that the app has started or stopped the receiver.
    mutating func receiver(isOn: Bool, at now: MonotonicInstant) {
        if let since = receiverSince { receiverSeconds += (now - since).inSeconds }
        settleSearch(at: now)
        receiverSince = isOn ? now : nil
        searchingSince = receiverSince
    }

    /// Counts a fix of the receiver, and returns the number of fixes so far.
    mutating func fixed(at now: MonotonicInstant) -> Int {
        evidence.fixes += 1
        settleSearch(at: now)
        return evidence.fixes
    }

    private mutating func settleSearch(at now: MonotonicInstant) {
        if let since = searchingSince { acquisitionSeconds += (now - since).inSeconds }
        searchingSince = nil
    }

    func summary(
        machine: PolicyMachine, plan: RunPlan, strategies: [String], proxies: [RunPart: ProxyValues],
        environment: RunSummary.Environment, outcome: Engine.Outcome?
    ) -> RunSummary {
        let (ending, how): (RunSummary.Ending, String) =
            if let termination {
                (.killed, "killed: \(termination.code ?? "signal \(termination.signal)")")
            } else if let outcome {
                outcome.asPlanned
                    ? (.asPlanned, "ended as planned") : (.processEnded, outcome.processStatus.description)
            } else {
                (.stillRunning, "still running")
            }
        return RunSummary(
            app: machine.manifest.bundleIdentifier, ios: machine.profile.version.description,
            timeScale: plan.timeScale, strategies: strategies,
            declaredModes: machine.manifest.backgroundModes.map(\.rawValue).sorted(),
            exit: RunSummary.Exit(
                status: outcome?.exitStatus ?? 0, ending: ending, how: how, rule: lastReason?.rule,
                reason: lastReason?.text, aliveInBackgroundSeconds: ledger.aliveInBackgroundSeconds,
                termination: termination, exceptions: exceptions, lastState: lastState),
            states: Dictionary(uniqueKeysWithValues: ledger.states.map { ($0.key.rawValue, $0.value) }),
            grants: Dictionary(
                uniqueKeysWithValues: ledger.grants.map { grant, held in
                    var holding = held
                    if grant == .audio { holding.framesPlayed = evidence.framesPlayed }
                    if grant == .location { holding.fixes = evidence.fixes }
                    return (grant.rawValue, holding)
                }),
            evidence: evidence,
            proxies: proxies,
            freezer: freezer, environment: environment)
    }
}
