import KeepAlivePolicy
import KeepAlivePorts

/// Adds up what a run used: per application state, and per grant. Arithmetic only.
package struct StateLedger: Sendable, Equatable {
    /// What was used in one state.
    package struct Account: Sendable, Equatable, Codable {
        /// Seconds in the state.
        package var seconds = 0.0
        /// How often the state was entered.
        package var entered = 0
        /// What the workload used in the state, as far as the machine can tell.
        package var used = Usage()
    }

    /// How long a grant was held.
    package struct Holding: Sendable, Equatable, Codable {
        /// Seconds held, over all times.
        package var seconds = 0.0
        /// How often it was gained.
        package var gained = 0
        /// Frames that proved it; only for `audio`.
        package var framesPlayed: Int64?
        /// Fixes that proved it; only for `location`.
        package var fixes: Int?
        /// What the workload used while it was held. Of several grants that are held at once each has it all.
        package var used = Usage()
    }

    /// Accounts by state.
    package private(set) var states: [ApplicationState: Account] = [:]
    /// Holdings by grant.
    package private(set) var grants: [Grant: Holding] = [:]
    /// Seconds from the last background entry to what ended it: a freeze, the end, or the return; `nil` before.
    package private(set) var aliveInBackgroundSeconds: Double?

    private var state: ApplicationState
    private var since: MonotonicInstant
    private var lastUsage = Usage.zero
    private var heldSince: [Grant: MonotonicInstant] = [:]
    private var backgroundSince: MonotonicInstant?

    /// Opens the ledger.
    package init(state: ApplicationState, at now: MonotonicInstant) {
        self.state = state
        since = now
        states[state] = Account(entered: 1)
    }

    /// Closes the account of the current state and opens the next one's.
    package mutating func enter(_ next: ApplicationState, at now: MonotonicInstant) {
        settle(at: now)
        if next == .background, state.isForeground { backgroundSince = now }
        if next != .background, let began = backgroundSince {
            aliveInBackgroundSeconds = (now - began).inSeconds
            backgroundSince = nil
        }
        states[next, default: Account()].entered += 1
        state = next
    }

    /// Adds the time since the last call to the current state and to the grants that are held.
    package mutating func settle(at now: MonotonicInstant) {
        states[state, default: Account()].seconds += (now - since).inSeconds
        since = now
        if let backgroundSince { aliveInBackgroundSeconds = (now - backgroundSince).inSeconds }
        for (grant, began) in heldSince {
            grants[grant, default: Holding()].seconds += (now - began).inSeconds
            heldSince[grant] = now
        }
    }

    /// Books what was used since the last booking on the current state, and on the grants that are held.
    package mutating func book(_ usage: Usage) {
        book(usage, on: state)
    }

    /// Books what was used since the last booking on the background: the freeze has just been confirmed.
    package mutating func bookBeforeSuspension(_ usage: Usage) {
        book(usage, on: .background)
    }

    private mutating func book(_ usage: Usage, on state: ApplicationState) {
        let difference = usage.since(lastUsage)
        states[state, default: Account()].used.book(difference)
        for grant in heldSince.keys { grants[grant, default: Holding()].used.book(difference) }
        lastUsage.raise(to: usage)
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
}
