import KeepAlivePolicy
import KeepAlivePorts

/// Adds up the usage of a run by application state and by grant. The ledger reads no clock and no counters: the caller
/// provides all times and readings.
package struct StateLedger: Sendable, Equatable {
    /// The usage in one application state.
    package struct Account: Sendable, Equatable, Codable {
        /// The total time in the state, in seconds.
        package var seconds = 0.0
        /// The number of times that the state was entered.
        package var entered = 0
        /// The app's usage in the state, as far as the machine can read it.
        package var used = Usage()
    }

    /// The total time for which a grant was held, and the usage in it.
    package struct Holding: Sendable, Equatable, Codable {
        /// The total time for which the grant was held, in seconds.
        package var seconds = 0.0
        /// The number of times that the app gained the grant.
        package var gained = 0
        /// The number of audio frames played; only for the grant `audio`, otherwise `nil`.
        package var framesPlayed: Int64?
        /// The number of fixes received; only for the grant `location`, otherwise `nil`.
        package var fixes: Int?
        /// The app's usage while the grant was held. If several grants are held at once, each is charged with the whole
        /// usage.
        package var used = Usage()
    }

    package private(set) var states: [ApplicationState: Account] = [:]
    package private(set) var grants: [Grant: Holding] = [:]
    /// The time in seconds from the last move from foreground to background to the freeze, the end or the return to the
    /// foreground; up to now while the app is in the background. `nil` before the first entry.
    package private(set) var aliveInBackgroundSeconds: Double?

    private var state: ApplicationState
    private var since: MonotonicInstant
    private var lastUsage = Usage.zero
    private var heldSince: [Grant: MonotonicInstant] = [:]
    private var backgroundSince: MonotonicInstant?

    /// Opens the ledger with the app in a state.
    package init(state: ApplicationState, at now: MonotonicInstant) {
        self.state = state
        since = now
        states[state] = Account(entered: 1)
    }

    /// Closes the account of the current state and opens the account of the next state.
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

    /// Adds the time since the last call to the current state and to all grants held.
    package mutating func settle(at now: MonotonicInstant) {
        states[state, default: Account()].seconds += (now - since).inSeconds
        since = now
        if let backgroundSince { aliveInBackgroundSeconds = (now - backgroundSince).inSeconds }
        for (grant, began) in heldSince {
            grants[grant, default: Holding()].seconds += (now - began).inSeconds
            heldSince[grant] = now
        }
    }

    /// Adds the usage since the last call to the current state and to all grants held.
    ///
    /// - Parameter usage: the counters of the process tree now, not their increase.
    package mutating func book(_ usage: Usage) {
        book(usage, on: state)
    }

    /// Adds the usage since the last call to the state `background`, even if the current state is another one. Called
    /// when a freeze is confirmed, because the usage arose before the freeze.
    package mutating func bookBeforeSuspension(_ usage: Usage) {
        book(usage, on: .background)
    }

    private mutating func book(_ usage: Usage, on state: ApplicationState) {
        let difference = usage.since(lastUsage)
        states[state, default: Account()].used.book(difference)
        for grant in heldSince.keys { grants[grant, default: Holding()].used.book(difference) }
        lastUsage.raise(to: usage)
    }

    /// Records that the app has gained a grant.
    package mutating func gain(_ grant: Grant, at now: MonotonicInstant) {
        heldSince[grant] = now
        grants[grant, default: Holding()].gained += 1
    }

    /// Records that the app has lost a grant.
    package mutating func lose(_ grant: Grant, at now: MonotonicInstant) {
        guard let since = heldSince.removeValue(forKey: grant) else { return }
        grants[grant, default: Holding()].seconds += (now - since).inSeconds
    }
}
