import KeepAliveModel

/// A clock and its timers: the machine's, or a virtual one.
public protocol Scheduler: AnyObject {
    /// The time now.
    var now: MonotonicInstant { get }

    /// Calls back once, not before an instant. If that has passed, it calls at once, but never from within this call.
    ///
    /// - Parameters:
    ///   - instant: the instant of the call.
    ///   - action: the code to call. It is released after the call and after a cancellation.
    /// - Returns: the token that cancels it.
    func schedule(at instant: MonotonicInstant, _ action: @escaping () -> Void) -> ScheduledAction

    /// Cancels a scheduled call; it has no effect when the call has been made already.
    func cancel(_ action: ScheduledAction)
}

/// The token of a scheduled call.
public struct ScheduledAction: Sendable, Hashable {
    package let number: UInt64
}

extension Scheduler {
    /// Calls back once, after a duration from now.
    public func schedule(after duration: Duration, _ action: @escaping () -> Void) -> ScheduledAction {
        schedule(at: now + duration, action)
    }
}

/// The pending calls of a scheduler; calls for one instant keep the order in which they were made.
package struct ScheduledCalls {
    // A type of its own, not a tuple: a closure that is stored as a tuple's part is wrapped in another at each access.
    package struct Call {
        package let at: MonotonicInstant
        fileprivate let number: UInt64
        package let action: () -> Void
    }

    /// The latest first, so that the next one is taken from the end.
    private var pending: [Call] = []
    private var lastNumber: UInt64 = 0

    package init() {}

    /// The instant of the first pending call.
    package var earliest: MonotonicInstant? { pending.last?.at }

    package mutating func insert(at instant: MonotonicInstant, _ action: @escaping () -> Void) -> ScheduledAction {
        lastNumber += 1
        // There are only a few calls at any time: a sorted array beats a heap, and calls can be cancelled in it.
        let place = pending.lastIndex { $0.at > instant }.map { $0 + 1 } ?? 0
        pending.insert(Call(at: instant, number: lastNumber, action: action), at: place)
        return ScheduledAction(number: lastNumber)
    }

    /// Removes a call, whenever it is due, and returns it.
    package mutating func take(_ action: ScheduledAction) -> (() -> Void)? {
        guard let place = pending.firstIndex(where: { $0.number == action.number }) else { return nil }
        return pending.remove(at: place).action
    }

    /// Removes the first call if it is due, and returns it.
    package mutating func popDue(at now: MonotonicInstant) -> Call? {
        guard let earliest, earliest <= now else { return nil }
        return pending.removeLast()
    }
}

/// A clock that stands still until it is told to go on.
///
/// Time jumps from one scheduled call to the next, so a day of device time takes as long as its events.
public final class VirtualScheduler: Scheduler {
    /// The virtual time.
    public private(set) var now = MonotonicInstant.zero
    private var calls = ScheduledCalls()

    /// Creates a clock at zero.
    public init() {}

    /// Schedules a call for a virtual instant.
    public func schedule(at instant: MonotonicInstant, _ action: @escaping () -> Void) -> ScheduledAction {
        calls.insert(at: max(instant, now), action)
    }

    /// Cancels a call.
    public func cancel(_ action: ScheduledAction) {
        // It is released after the access: what it held may cancel a call in turn.
        _ = calls.take(action)
    }

    /// Lets virtual time pass, making every call that falls due, in order. A call may let time pass in turn: that is the time
    /// that it takes.
    ///
    /// - Parameter duration: the time that passes, at least 0.
    public func advance(by duration: Duration) { _ = advance(by: duration, makingAtMost: .max) }

    /// Lets virtual time pass until so many calls have been made; the clock stands at the last one then.
    ///
    /// - Returns: the number of calls.
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
