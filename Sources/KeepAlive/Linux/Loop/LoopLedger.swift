import Glibc
import KeepAlivePolicy

/// For whom an event loop works: its thread's CPU time and wakeups, by account.
package struct LoopLedger {
    /// For whom something is done.
    package enum Account: Sendable, CaseIterable {
        /// The runner itself: supervision, policy, files.
        case runner
        /// The client of the receiver.
        case location
        /// What a private receiver is told, as a real one is told by its antenna.
        case feed
    }

    /// What was done for an account.
    package struct Entry: Sendable, Equatable {
        /// CPU time of the thread, in seconds.
        package var cpuSeconds = 0.0
        /// How often the loop woke and did something for it first.
        package var wakeups: Int64 = 0

        package init() {}
    }

    /// For whom something is being done now.
    private(set) var account = Account.runner
    private var entries: [Account: Entry] = [:]
    /// The thread's CPU time up to which everything has been booked; `nil` while nothing is counted.
    private var bookedTo: Double?
    /// Whether the loop has woken, and done nothing yet.
    private var hasJustWoken = false

    /// Whether anything is counted.
    var counts: Bool { bookedTo != nil }

    /// Begins to count.
    mutating func begin() {
        entries = [:]
        bookedTo = Self.threadSeconds
    }

    /// What has been counted up to now.
    var settled: [Account: Entry] {
        var copy = self
        copy.book()
        return copy.entries
    }

    /// Works for an account from now on.
    ///
    /// - Returns: the one before.
    @discardableResult
    mutating func change(to next: Account) -> Account {
        let before = account
        if hasJustWoken, counts {
            hasJustWoken = false
            entries[next, default: Entry()].wakeups += 1
        }
        guard next != before else { return before }
        book()
        account = next
        return before
    }

    /// The loop has woken.
    mutating func woke() { hasJustWoken = true }

    private mutating func book() {
        guard let since = bookedTo else { return }
        let now = Self.threadSeconds
        entries[account, default: Entry()].cpuSeconds += now - since
        bookedTo = now
    }

    private static var threadSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
