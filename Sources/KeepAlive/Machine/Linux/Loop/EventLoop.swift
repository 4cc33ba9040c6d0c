import CLinux
import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// The only event loop of a runner. It watches file descriptors with epoll(7), and uses one timerfd for scheduled
/// calls.
///
/// The loop belongs to the thread that runs it, so it is not `Sendable` and needs no lock. While nothing happens, the
/// thread sleeps in `epoll_wait` without a timeout and without wakeups.
package final class EventLoop: Scheduler {
    /// The events of a file descriptor to report. Errors and hang-ups are always reported.
    package struct Interest: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Data can be read.
        package static let readable = Interest(rawValue: EPOLLIN.rawValue)
        /// Data can be written without blocking.
        package static let writable = Interest(rawValue: EPOLLOUT.rawValue)
        /// An exceptional condition, such as a change of a cgroup file.
        package static let priority = Interest(rawValue: EPOLLPRI.rawValue)
        /// Report an event when it begins, not as long as it lasts (`EPOLLET`).
        package static let edgeTriggered = Interest(rawValue: 0x8000_0000)
        /// An error or a hang-up.
        package static let broken = Interest(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
    }

    /// The token of a watched file descriptor.
    package struct Watch: Sendable, Hashable {
        fileprivate let number: UInt64
    }

    private let epoll: FileDescriptor
    private let timer: FileDescriptor
    private var calls = ScheduledCalls()
    /// The earliest times of the calls that have a tolerance.
    private var early: [ScheduledAction: MonotonicInstant] = [:]
    /// The time for which the timer is set; `nil` while it is not set.
    private var armedFor: MonotonicInstant?
    private var handlers: [UInt64: (descriptor: CInt, account: LoopLedger.Account, handler: (Interest) -> Void)] = [:]
    /// The CPU time and wakeups of the loop's thread, by account.
    private var ledger = LoopLedger()
    private var lastNumber: UInt64 = 0
    private var stopped = false

    /// Creates the loop.
    ///
    /// - Throws: `Errno` of epoll_create1(2) or timerfd_create(2).
    package init() throws {
        epoll = FileDescriptor(rawValue: try valueOrErrno(epoll_create1(Int32(EPOLL_CLOEXEC))))
        timer = FileDescriptor(
            rawValue: try valueOrErrno(timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))))
        try add(timer.rawValue, .readable, number: 0)
    }

    deinit {
        try? epoll.close()
        try? timer.close()
    }

    /// The time of `CLOCK_MONOTONIC`, which stops while the machine is suspended.
    package var now: MonotonicInstant { Self.monotonicNow }

    /// The time of `CLOCK_MONOTONIC`, without an event loop.
    ///
    /// The time is read from the kernel directly. With a library that fakes the clock for the app (libfaketime), the
    /// loop would otherwise wait for instants that its timer never reaches.
    package static var monotonicNow: MonotonicInstant {
        var time = timespec()
        clinux_monotonic_time(&time)
        return MonotonicInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    // MARK: Accounts

    /// Begins to count the work of each account; before this call, ``spent`` is empty.
    package func measure() { ledger.begin() }

    /// The CPU time and wakeups of the loop's thread since ``measure()``, by account.
    package var spent: [LoopLedger.Account: LoopLedger.Entry] { ledger.settled }

    /// Charges an account with the work of a body, and with the watches and calls that the body sets up.
    package func charge<Result>(to account: LoopLedger.Account, _ body: () throws -> Result) rethrows -> Result {
        let before = ledger.change(to: account)
        defer { ledger.change(to: before) }
        return try body()
    }

    // MARK: Time

    package func schedule(at instant: MonotonicInstant, _ action: @escaping () -> Void) -> ScheduledAction {
        defer { arm() }
        let account = ledger.account
        guard account != .runner || ledger.counts else { return calls.insert(at: instant, action) }
        return calls.insert(at: instant) { [unowned self] in charge(to: account, action) }
    }

    /// Calls `action` once: when the loop is awake for another reason, or at the latest after the tolerance. The call
    /// causes no wakeup of its own if another wakeup comes in time.
    ///
    /// - Parameters:
    ///   - duration: the earliest time of the call, from now.
    ///   - tolerance: the longest delay after the earliest time, as for Foundation's `Timer`.
    package func schedule(
        after duration: Duration, tolerance: Duration, _ action: @escaping () -> Void
    ) -> ScheduledAction {
        let scheduled = schedule(at: now + duration + tolerance, action)
        early[scheduled] = now + duration
        return scheduled
    }

    package func cancel(_ action: ScheduledAction) {
        // The closure is released only after the access to `calls`, because releasing it may cancel another call.
        _ = calls.take(action)
        early[action] = nil
        arm()
    }

    /// Sets the timer to the earliest call; makes a system call only if that time has changed.
    private func arm() {
        let earliest = calls.earliest
        guard earliest != armedFor else { return }
        armedFor = earliest
        guard let earliest else {
            clinux_set_timer(timer.rawValue, nil)
            return
        }
        // A time of 0 would disarm the timer; an instant in the past fires at once.
        let nanoseconds = max(1, earliest.nanoseconds)
        var instant = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        clinux_set_timer(timer.rawValue, &instant)
    }

    // MARK: Descriptors

    /// Calls back whenever an event happens on a file descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: an open file descriptor; it must stay open until ``unwatch(_:)``.
    ///   - interest: the events to report; empty means errors and hang-ups only.
    ///   - handler: called from ``run()`` with the events.
    /// - Throws: `Errno` of epoll_ctl(2), for example `EPERM` for a regular file.
    package func watch(
        _ descriptor: CInt, for interest: Interest, _ handler: @escaping (Interest) -> Void
    ) throws -> Watch {
        lastNumber += 1
        try add(descriptor, interest, number: lastNumber)
        handlers[lastNumber] = (descriptor, ledger.account, handler)
        return Watch(number: lastNumber)
    }

    /// True while any descriptor is watched.
    var isWatching: Bool { !handlers.isEmpty }

    /// Stops watching; has no effect on a watch that has already ended.
    package func unwatch(_ watch: Watch) {
        guard let entry = handlers.removeValue(forKey: watch.number) else { return }
        epoll_ctl(epoll.rawValue, EPOLL_CTL_DEL, entry.descriptor, nil)
    }

    private func add(_ descriptor: CInt, _ interest: Interest, number: UInt64) throws {
        var event = epoll_event()
        event.events = interest.rawValue
        event.data.u64 = number
        _ = try valueOrErrno(epoll_ctl(epoll.rawValue, EPOLL_CTL_ADD, descriptor, &event))
    }

    // MARK: Running

    /// Handles events and scheduled calls until ``stop()`` is called.
    package func run() {
        stopped = false
        while !stopped { turn() }
    }

    /// Handles events and scheduled calls until a condition holds, a time has passed or ``stop()`` is called.
    ///
    /// A ``stop()`` during this call also ends the surrounding ``run()``. An earlier ``stop()`` does not shorten this
    /// call, and ends the surrounding ``run()`` afterwards.
    ///
    /// - Returns: true if the condition holds.
    package func run(until condition: @escaping () -> Bool, timeout: Duration) -> Bool {
        var expired = false
        let wasStopped = stopped
        stopped = false
        let deadline = schedule(after: timeout) { expired = true }
        defer {
            cancel(deadline)
            stopped = stopped || wasStopped
        }
        // Evaluate the condition only once per turn: a condition on the state of the machine may be false again a
        // moment later.
        var holds = condition()
        while !holds && !expired && !stopped {
            turn()
            holds = condition()
        }
        return holds
    }

    /// True if ``stop()`` was called since the last ``run()`` began; waits then end early.
    package var isStopping: Bool { stopped }

    /// Ends ``run()`` after the current handler has returned.
    package func stop() {
        stopped = true
    }

    /// Sleeps until an event happens or a call is due, and handles it.
    private func turn() {
        var events = [epoll_event](repeating: epoll_event(), count: 16)
        let count = epoll_wait(epoll.rawValue, &events, Int32(events.count), -1)
        guard count > 0 else { return }
        ledger.woke()
        for event in events.prefix(Int(count)) where !stopped {
            if event.data.u64 == 0 {
                fireTimers()
            } else {
                // Skip an event whose watch an earlier handler of this turn has ended.
                guard let entry = handlers[event.data.u64] else { continue }
                charge(to: entry.account) { entry.handler(Interest(rawValue: event.events)) }
            }
        }
        callEarly()
    }

    /// Makes the calls whose earliest time has come, because the loop is awake.
    private func callEarly() {
        guard !early.isEmpty, !stopped else { return }
        let now = now
        for action in early.filter({ $0.value <= now }).keys.sorted(by: { $0.number < $1.number }) {
            // Skip a call that an earlier call has cancelled.
            guard early.removeValue(forKey: action) != nil, let call = calls.take(action) else { continue }
            call()
        }
        arm()
    }

    private func fireTimers() {
        var expirations: UInt64 = 0
        withUnsafeMutableBytes(of: &expirations) { buffer in
            _ = try? timer.read(into: buffer)
        }
        armedFor = nil
        // Make only the calls that are due now: a call that schedules itself again for now is made in the next turn.
        let due = now
        while !stopped, let call = calls.popDue(at: due) { call.action() }
        arm()
    }
}

/// Returns the result of a C call; throws the value of `errno` if the result is -1.
func valueOrErrno(_ result: CInt) throws(Errno) -> CInt {
    guard result != -1 else { throw Errno(rawValue: errno) }
    return result
}
