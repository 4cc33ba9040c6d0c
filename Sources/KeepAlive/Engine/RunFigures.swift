/// What the engine counts for the summary.
struct RunFigures {
    var ledger: StateLedger
    var evidence = RunSummary.EvidenceCounts()
    var freezer = RunSummary.FreezerFigures()
    var exceptions: [AppleException] = []
    var termination: Termination?
    /// The decision about the last state before the end.
    private var lastReason: Reason?
    private var lastState: ApplicationState
    private var framesOfThisPlayback: Int64 = 0
    private var proxies = Usage()
    private var sampledAt = MonotonicInstant.zero

    init(state: ApplicationState, at now: MonotonicInstant) {
        ledger = StateLedger(state: state, at: now)
        lastState = state
    }

    /// The launch: what came before it does not count.
    mutating func restart(at now: MonotonicInstant) {
        ledger = StateLedger(state: lastState, at: now)
        sampledAt = now
    }

    /// The state changes. Counters are read only when there is something to count: not for a state that was passed
    /// through, and for a suspension only when the kernel has confirmed the freeze.
    mutating func enter(_ state: ApplicationState, _ reason: Reason, at now: MonotonicInstant, usage: () -> Usage) {
        if state != .suspended, now - sampledAt > .milliseconds(1) { sample(at: now, usage: usage()) }
        ledger.enter(state, at: now)
        lastReason = reason
        if state != .terminated { lastState = state }
    }

    /// Books what the tree has used up to now.
    mutating func sample(at now: MonotonicInstant, usage: Usage) {
        ledger.book(usage)
        sampledAt = now
    }

    mutating func finish(at now: MonotonicInstant, usage: Usage) {
        sample(at: now, usage: usage)
        ledger.settle(at: now)
        proxies = usage
    }

    /// Counts frames; returns whether they are the first ones of this playback.
    mutating func playing(frames: Int64) -> Bool {
        let first = framesOfThisPlayback == 0
        evidence.framesPlayed += max(0, frames - framesOfThisPlayback)
        framesOfThisPlayback = frames
        return first
    }

    /// The next frame is the first one again.
    mutating func stalled() {
        framesOfThisPlayback = 0
    }

    mutating func frozen(_ latency: Duration, at now: MonotonicInstant, usage: Usage) {
        // Until this moment it still ran: that belongs to the state before.
        ledger.bookBeforeSuspension(usage)
        sampledAt = now
        freezer.freezes += 1
        freezer.freezeLatencyMaxSeconds = max(freezer.freezeLatencyMaxSeconds ?? 0, latency.inSeconds)
    }

    mutating func thawed(_ latency: Duration) {
        freezer.thaws += 1
        freezer.thawLatencyMaxSeconds = max(freezer.thawLatencyMaxSeconds ?? 0, latency.inSeconds)
    }

    func summary(
        machine: PolicyMachine, plan: RunPlan, strategies: [String], environment: RunSummary.Environment,
        outcome: Engine.Outcome?
    ) -> RunSummary {
        let how: String
        if let termination {
            how = "killed: \(termination.code ?? "signal \(termination.signal)")"
        } else if outcome?.asPlanned == true {
            how = "ended as planned"
        } else {
            how = outcome?.processStatus.description ?? "still running"
        }
        return RunSummary(
            app: machine.manifest.bundleIdentifier, ios: machine.profile.version.description,
            timeScale: plan.timeScale, strategies: strategies,
            declaredModes: machine.manifest.backgroundModes.map(\.rawValue).sorted(),
            exit: RunSummary.Exit(
                status: outcome?.exitStatus ?? 0, how: how, rule: lastReason?.rule, reason: lastReason?.text,
                aliveInBackgroundSeconds: ledger.aliveInBackgroundSeconds, termination: termination,
                exceptions: exceptions, lastState: lastState),
            states: Dictionary(uniqueKeysWithValues: ledger.states.map { ($0.key.rawValue, $0.value) }),
            grants: Dictionary(
                uniqueKeysWithValues: ledger.grants.map { grant, held in
                    var holding = held
                    if grant == .audio { holding.framesPlayed = evidence.framesPlayed }
                    if grant == .location { holding.fixes = evidence.fixes }
                    return (grant.rawValue, holding)
                }),
            evidence: evidence,
            proxies: RunSummary.Proxies(
                cpuSeconds: proxies.cpuSeconds, voluntarySwitches: proxies.voluntarySwitches),
            freezer: freezer, environment: environment)
    }
}
