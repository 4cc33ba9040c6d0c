import Glibc
import KeepAlivePolicy

/// The CPU time and wakeups of an event loop's thread, by account.
package struct LoopLedger {
    /// The purpose of some work.
    package enum Account: Sendable, CaseIterable {
        /// The runner itself: supervision, policy, files.
        case runner
        /// The client of the location receiver.
        case location
        /// The input of a private receiver, in place of an antenna's.
        case feed
    }

    /// The work done for an account.
    package struct Entry: Sendable, Equatable {
        /// The CPU time of the thread, in seconds.
        package var cpuSeconds = 0.0
        /// The number of times that the loop woke and worked for this account first.
        package var wakeups: Int64 = 0

        package init() {}
    }

    /// The account of the current work.
    private(set) var account = Account.runner
    private var entries: [Account: Entry] = [:]
    /// The thread's CPU time up to which everything has been booked; `nil` while nothing is counted.
    private var bookedTo: Double?
    /// True when the loop has woken, and done nothing yet.
    private var hasJustWoken = false

    /// True while work is counted.
    var counts: Bool { bookedTo != nil }

    /// Begins to count.
    mutating func begin() {
        entries = [:]
        bookedTo = Self.threadSeconds
    }

    /// The entries up to now.
    var settled: [Account: Entry] {
        var copy = self
        copy.book()
        return copy.entries
    }

    /// Books the work from now on to an account.
    ///
    /// - Returns: the account before.
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

    /// Records that the loop has woken.
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
