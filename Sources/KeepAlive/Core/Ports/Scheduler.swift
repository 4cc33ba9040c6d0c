import KeepAliveModel

/// A clock with timers: the machine's clock, or a virtual clock.
public protocol Scheduler: AnyObject {
    /// The current time of the clock.
    var now: MonotonicInstant { get }

    /// Calls a closure once, at an instant or shortly afterwards. If the instant has passed, the call is made as soon
    /// as possible, but never within this method.
    ///
    /// - Parameters:
    ///   - instant: the earliest instant of the call.
    ///   - action: the closure to call. It is released after the call or the cancellation.
    /// - Returns: a token for ``cancel(_:)``.
    func schedule(at instant: MonotonicInstant, _ action: @escaping () -> Void) -> ScheduledAction

    /// Cancels a scheduled call; has no effect if the call has been made already.
    func cancel(_ action: ScheduledAction)
}

/// A token that identifies a scheduled call.
public struct ScheduledAction: Sendable, Hashable {
    package let number: UInt64
}

extension Scheduler {
    /// Calls a closure once, after a duration from now.
    public func schedule(after duration: Duration, _ action: @escaping () -> Void) -> ScheduledAction {
        schedule(at: now + duration, action)
    }
}

/// The pending calls of a scheduler. Calls for the same instant are made in the order in which they were scheduled.
package struct ScheduledCalls {
    // A struct and not a tuple, because Swift wraps a closure that is stored in a tuple in another closure at each
    // access.
    package struct Call {
        package let at: MonotonicInstant
        fileprivate let number: UInt64
        package let action: () -> Void
    }

    /// The pending calls, the latest first, so that the earliest is removed from the end.
    private var pending: [Call] = []
    private var lastNumber: UInt64 = 0

    package init() {}

    /// The instant of the earliest pending call; `nil` if there is none.
    package var earliest: MonotonicInstant? { pending.last?.at }

    package mutating func insert(at instant: MonotonicInstant, _ action: @escaping () -> Void) -> ScheduledAction {
        lastNumber += 1
        // For the few pending calls a sorted array is faster than a heap, and it allows cancelling.
        let place = pending.lastIndex { $0.at > instant }.map { $0 + 1 } ?? 0
        pending.insert(Call(at: instant, number: lastNumber, action: action), at: place)
        return ScheduledAction(number: lastNumber)
    }

    /// Removes a call, even before it is due, and returns its closure; returns `nil` if the call is not pending.
    package mutating func take(_ action: ScheduledAction) -> (() -> Void)? {
        guard let place = pending.firstIndex(where: { $0.number == action.number }) else { return nil }
        return pending.remove(at: place).action
    }

    /// Removes the earliest call and returns it if it is due; otherwise returns `nil`.
    package mutating func popDue(at now: MonotonicInstant) -> Call? {
        guard let earliest, earliest <= now else { return nil }
        return pending.removeLast()
    }
}

/// A virtual clock, which advances only when ``advance(by:)`` is called.
///
/// Time jumps from one scheduled call to the next, so a day of device time takes only as long as its calls.
public final class VirtualScheduler: Scheduler {
    /// The virtual time, which starts at zero.
    public private(set) var now = MonotonicInstant.zero
    private var calls = ScheduledCalls()

    /// Creates a clock at zero.
    public init() {}

    /// Schedules a call at a virtual instant; a past instant is taken as now.
    public func schedule(at instant: MonotonicInstant, _ action: @escaping () -> Void) -> ScheduledAction {
        calls.insert(at: max(instant, now), action)
    }

    /// Cancels a scheduled call; has no effect if the call has been made already.
    public func cancel(_ action: ScheduledAction) {
        // The closure is released after the access to `calls` has ended, because its release may cancel another call.
        _ = calls.take(action)
    }

    /// Advances virtual time and makes each call that becomes due, in order. A call may itself advance the time, to
    /// simulate its own duration.
    ///
    /// - Parameter duration: the duration by which time advances, at least 0.
    public func advance(by duration: Duration) { _ = advance(by: duration, makingAtMost: .max) }

    /// Advances virtual time, but stops at the instant of the last call once `callsMax` calls have been made.
    ///
    /// - Returns: the number of calls that were made.
    package func advance(by duration: Duration, makingAtMost callsMax: Int) -> Int {
        let end = now + duration
        var made = 0
        while made < callsMax, let call = calls.popDue(at: end) {
            now = max(now, call.at)
            made += 1
            call.action()
        }
        if made < callsMax { now = max(now, end) }
        return made
    }
}
