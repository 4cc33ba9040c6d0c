import KeepAlivePolicy
import KeepAlivePorts

/// Adds up the usage of a run for each application state and each grant. It only does arithmetic.
package struct StateLedger: Sendable, Equatable {
    /// The usage in one state.
    package struct Account: Sendable, Equatable, Codable {
        /// Seconds in the state.
        package var seconds = 0.0
        /// The number of times that the state was entered.
        package var entered = 0
        /// The workload's usage in the state, as far as the machine can tell.
        package var used = Usage()
    }

    /// The time for which a grant was held, and the usage in it.
    package struct Holding: Sendable, Equatable, Codable {
        /// Seconds held, over all times.
        package var seconds = 0.0
        /// The number of times that it was gained.
        package var gained = 0
        /// Frames that proved it; only for `audio`.
        package var framesPlayed: Int64?
        /// Fixes that proved it; only for `location`.
        package var fixes: Int?
        /// The workload's usage while it was held. Of several grants held at once, each is charged with all of it.
        package var used = Usage()
    }

    /// Accounts by state.
    package private(set) var states: [ApplicationState: Account] = [:]
    /// Holdings by grant.
    package private(set) var grants: [Grant: Holding] = [:]
    /// Seconds from the last background entry to the freeze, the end or the return; `nil` before the first entry.
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

    /// Books the usage since the last booking on the current state and on the grants that are held.
    package mutating func book(_ usage: Usage) {
        book(usage, on: state)
    }

    /// Books the usage since the last booking on the background: the freeze has just been confirmed.
    package mutating func bookBeforeSuspension(_ usage: Usage) {
        book(usage, on: .background)
    }

    private mutating func book(_ usage: Usage, on state: ApplicationState) {
        let difference = usage.since(lastUsage)
        states[state, default: Account()].used.book(difference)
        for grant in heldSince.keys { grants[grant, default: Holding()].used.book(difference) }
        lastUsage.raise(to: usage)
    }

    /// Begins a grant.
    package mutating func gain(_ grant: Grant, at now: MonotonicInstant) {
        heldSince[grant] = now
        grants[grant, default: Holding()].gained += 1
    }

    /// Ends a grant.
    package mutating func lose(_ grant: Grant, at now: MonotonicInstant) {
        guard let since = heldSince.removeValue(forKey: grant) else { return }
        grants[grant, default: Holding()].seconds += (now - since).inSeconds
    }
}
