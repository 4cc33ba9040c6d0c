import CLinux
import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// The one loop of a runner: descriptors through epoll(7), time through one timerfd.
///
/// It belongs to the thread that runs it, which is why it is not `Sendable` and needs no lock. While nothing happens it
/// sleeps in `epoll_wait` without a timeout and does not wake.
package final class EventLoop: Scheduler {
    /// What to be told about a descriptor. Errors and hang-ups are always told.
    package struct Interest: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        /// There is something to read.
        package static let readable = Interest(rawValue: EPOLLIN.rawValue)
        /// There is room to write.
        package static let writable = Interest(rawValue: EPOLLOUT.rawValue)
        /// Exceptional condition; a change of a cgroup file.
        package static let priority = Interest(rawValue: EPOLLPRI.rawValue)
        /// Told when it begins, not as long as it lasts (`EPOLLET`).
        package static let edgeTriggered = Interest(rawValue: 0x8000_0000)
        /// Error or hang-up.
        package static let broken = Interest(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
    }

    /// The token of a watched descriptor.
    package struct Watch: Sendable, Hashable {
        fileprivate let number: UInt64
    }

    private let epoll: FileDescriptor
    private let timer: FileDescriptor
    private var calls = ScheduledCalls()
    /// Of the calls that need not be on time: from when on they may be made.
    private var early: [ScheduledAction: MonotonicInstant] = [:]
    private var armedFor: MonotonicInstant?
    private var handlers: [UInt64: (descriptor: CInt, account: LoopLedger.Account, handler: (Interest) -> Void)] = [:]
    /// What the loop's thread did, and for whom.
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

    /// `CLOCK_MONOTONIC`: does not count the time that the machine sleeps.
    package var now: MonotonicInstant { Self.monotonicNow }

    /// `CLOCK_MONOTONIC` without a loop.
    ///
    /// Asked of the kernel itself: a library that fakes the clock for the app (libfaketime) would have the loop wait for
    /// instants that its timer never reaches.
    package static var monotonicNow: MonotonicInstant {
        var time = timespec()
        clinux_monotonic_time(&time)
        return MonotonicInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    // MARK: Accounts

    /// Begins to count what is done for whom; before, ``spent`` is 0.
    package func measure() { ledger.begin() }

    /// CPU time and wakeups of the loop's thread since ``measure()``, by account.
    package var spent: [LoopLedger.Account: LoopLedger.Entry] { ledger.settled }

    /// Charges an account with what a body does, and with all that comes of the watches and calls that it asks for.
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

    /// Calls back once, when the loop is awake for another reason, and at the latest with a delay: costs no wakeup of its
    /// own as long as others come.
    ///
    /// - Parameters:
    ///   - duration: when it may be called first.
    ///   - tolerance: how much later it may be called, as of Foundation's `Timer`.
    package func schedule(
        after duration: Duration, tolerance: Duration, _ action: @escaping () -> Void
    ) -> ScheduledAction {
        let scheduled = schedule(at: now + duration + tolerance, action)
        early[scheduled] = now + duration
        return scheduled
    }

    package func cancel(_ action: ScheduledAction) {
        calls.remove(action)
        early[action] = nil
        arm()
    }

    /// Sets the one timer to the earliest call; a call to the kernel only when that changes.
    private func arm() {
        let earliest = calls.earliest
        guard earliest != armedFor else { return }
        armedFor = earliest
        guard let earliest else {
            clinux_set_timer(timer.rawValue, nil)
            return
        }
        // 0 would disarm; an instant in the past fires at once.
        let nanoseconds = max(1, earliest.nanoseconds)
        var instant = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        clinux_set_timer(timer.rawValue, &instant)
    }

    // MARK: Descriptors

    /// Calls back whenever something happens on a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: an open descriptor; it must stay open until ``unwatch(_:)``.
    ///   - interest: what to be told; empty means errors and hang-ups only.
    ///   - handler: called from ``run()`` with what happened.
    /// - Throws: `Errno` of epoll_ctl(2), for example `EPERM` for a regular file.
    package func watch(
        _ descriptor: CInt, for interest: Interest, _ handler: @escaping (Interest) -> Void
    ) throws -> Watch {
        lastNumber += 1
        try add(descriptor, interest, number: lastNumber)
        handlers[lastNumber] = (descriptor, ledger.account, handler)
        return Watch(number: lastNumber)
    }

    /// Whether anybody is waiting for a descriptor.
    var isWatching: Bool { !handlers.isEmpty }

    /// Stops watching; of no effect when it has been stopped already.
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

    /// Runs until ``stop()``.
    package func run() {
        stopped = false
        while !stopped { turn() }
    }

    /// Runs until a condition holds or a time has passed.
    ///
    /// A ``stop()`` meanwhile, or before it when it is called from a handler, still ends a ``run()`` around it.
    ///
    /// - Returns: whether the condition holds.
    package func run(until condition: @escaping () -> Bool, timeout: Duration) -> Bool {
        var expired = false
        let wasStopped = stopped
        stopped = false
        let deadline = schedule(after: timeout) { expired = true }
        defer {
            cancel(deadline)
            stopped = stopped || wasStopped
        }
        while !condition() && !expired && !stopped { turn() }
        return condition()
    }

    /// Whether ``stop()`` was called since the last ``run()`` began: why a wait has ended before its time.
    package var isStopping: Bool { stopped }

    /// Ends ``run()`` after the handler that calls it.
    package func stop() {
        stopped = true
    }

    /// Sleeps until something happens, and handles it.
    private func turn() {
        var events = [epoll_event](repeating: epoll_event(), count: 16)
        let count = epoll_wait(epoll.rawValue, &events, Int32(events.count), -1)
        guard count > 0 else { return }
        ledger.woke()
        for event in events.prefix(Int(count)) where !stopped {
            if event.data.u64 == 0 {
                fireTimers()
            } else {
                // A handler before it in this round may have stopped watching it.
                guard let entry = handlers[event.data.u64] else { continue }
                charge(to: entry.account) { entry.handler(Interest(rawValue: event.events)) }
            }
        }
        callEarly()
    }

    /// Makes the calls that may be made since the loop is awake.
    private func callEarly() {
        guard !early.isEmpty, !stopped else { return }
        let now = now
        for action in early.filter({ $0.value <= now }).keys.sorted(by: { $0.number < $1.number }) {
            // One before it may have cancelled it.
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
        // Only what is due now: a call that schedules itself again for now runs in the next round.
        let due = now
        while !stopped, let action = calls.popDue(at: due) { action() }
        arm()
    }
}

/// The result of a C call, or the errno that it has left.
func valueOrErrno(_ result: CInt) throws(Errno) -> CInt {
    guard result != -1 else { throw Errno(rawValue: errno) }
    return result
}
