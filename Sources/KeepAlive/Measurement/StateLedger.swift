/// Adds up what a run used: per application state, and per grant. Arithmetic only.
package struct StateLedger: Sendable, Equatable {
    /// What was used in one state.
    package struct Account: Sendable, Equatable, Codable {
        /// Seconds in the state.
        package var seconds = 0.0
        /// CPU seconds of the workload in the state, or `nil` where the machine cannot tell.
        package var cpuSeconds: Double?
        /// Voluntary context switches of the workload in the state: an upper bound of its wakeups; `nil` where the
        /// machine cannot tell.
        package var wakeups: Int64?
        /// How often the state was entered.
        package var entered = 0
    }

    /// How long a grant was held.
    package struct Holding: Sendable, Equatable, Codable {
        /// Seconds held, over all times.
        package var seconds = 0.0
        /// How often it was gained.
        package var gained = 0
    }

    /// Accounts by state.
    package private(set) var states: [ApplicationState: Account] = [:]
    /// Holdings by grant.
    package private(set) var grants: [Grant: Holding] = [:]
    /// Seconds from the last background entry to what ended it: a freeze, the end, or the return; `nil` before.
    package private(set) var aliveInBackgroundSeconds: Double?

    private var current: (state: ApplicationState, since: MonotonicInstant, usage: Usage)
    private var heldSince: [Grant: MonotonicInstant] = [:]
    private var backgroundSince: MonotonicInstant?

    /// Opens the ledger.
    package init(state: ApplicationState, at now: MonotonicInstant) {
        current = (state, now, Usage(cpuSeconds: 0, voluntarySwitches: 0))
        states[state] = Account(entered: 1)
    }

    /// Closes the account of the current state and opens the next one's.
    package mutating func enter(_ state: ApplicationState, at now: MonotonicInstant, usage: Usage) {
        close(at: now, usage: usage)
        if state == .background, current.state.isForeground { backgroundSince = now }
        if state != .background, let since = backgroundSince {
            aliveInBackgroundSeconds = (now - since).inSeconds
            backgroundSince = nil
        }
        states[state, default: Account()].entered += 1
        current = (state, now, usage)
    }

    /// Adds what the current state has used since the last call.
    package mutating func close(at now: MonotonicInstant, usage: Usage) {
        var account = states[current.state, default: Account()]
        account.seconds += (now - current.since).inSeconds
        if let before = current.usage.cpuSeconds, let after = usage.cpuSeconds {
            account.cpuSeconds = (account.cpuSeconds ?? 0) + max(0, after - before)
        }
        if let before = current.usage.voluntarySwitches, let after = usage.voluntarySwitches {
            // A thread that ended takes its count along until its process is reaped; never count backwards.
            account.wakeups = (account.wakeups ?? 0) + max(0, after - before)
        }
        states[current.state] = account
        current = (current.state, now, usage)
        if let since = backgroundSince, current.state == .background {
            aliveInBackgroundSeconds = (now - since).inSeconds
        }
        for (grant, since) in heldSince {
            grants[grant, default: Holding()].seconds += (now - since).inSeconds
            heldSince[grant] = now
        }
    }

    /// A grant begins.
    package mutating func gain(_ grant: Grant, at now: MonotonicInstant) {
        heldSince[grant] = now
        grants[grant, default: Holding()].gained += 1
    }

    /// A grant ends.
    package mutating func lose(_ grant: Grant, at now: MonotonicInstant) {
        guard let since = heldSince.removeValue(forKey: grant) else { return }
        grants[grant, default: Holding()].seconds += (now - since).inSeconds
    }

    package static func == (left: StateLedger, right: StateLedger) -> Bool {
        left.states == right.states && left.grants == right.grants
            && left.aliveInBackgroundSeconds == right.aliveInBackgroundSeconds
    }
}
