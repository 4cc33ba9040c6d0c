/// The kinds of deadline, in the order in which they are handled when several fall due at one instant.
///
/// Deadlines that end the app come first. The freeze comes after all else that belongs to the process.
enum DeadlineKind: Int, CaseIterable {
    /// A background task is held beyond its time (BT-19).
    case taskKill
    /// A wake was not completed in its time (MD-13).
    case wakeKill
    /// `didFinishLaunching` has not returned (LC-14).
    case launch
    /// `didEnterBackground` has not returned (LC-09).
    case enterBackground
    /// `willEnterForeground` has not returned (LC-32).
    case enterForeground
    /// `willTerminate` has not returned (LC-13).
    case willTerminate
    /// No call was reported after a VoIP push (WK-10).
    case callReport
    /// An incoming call has rung for long enough (WK-17).
    case callRing
    /// The app has not answered an action of a call (WK-17).
    case callAction
    /// The expiration handlers are due (BT-14).
    case taskExpiration
    /// A wake's time is nearly over (MD-13).
    case wakeExpiration
    /// A continued task has reported no progress (BG-21).
    case continuedTaskStall
    /// The documented time of `didEnterBackground` is over (LC-08).
    case enterBackgroundAdvice
    /// `willResignActive` has not returned: the app is left all the same (MD-19).
    case willResignActive
    /// A task is still held after its handler (BT-22).
    case taskStillHeld
    /// The device has not proved that it plays (AS-34).
    case audioEvidence
    /// The app has been in one place (CL-12).
    case locationPause
    /// A counter of the app may have reached its limit (RB-10, RB-14).
    case usage
    /// The keep-alive handler of a VoIP app is due (WK-13).
    case voipKeepAlive
    /// The app has not returned from the last call about a transfer: it may be suspended all the same (UR-06).
    case transferTelling
    /// The app is frozen.
    case suspension
    /// A silent push that was held back may go (WK-06).
    case heldPush
    /// A transfer has taken too long (UR-11).
    case transferTimeout
    /// A transfer that waits for a time may begin (UR-16, UR-17).
    case transferStart
    /// A notification is due (LN-05).
    case notification
    /// The device may have stayed beyond the boundary of a region for long enough (CL-45).
    case regionStay
    /// A visit is told (CL-19).
    case visit
    /// A Live Activity has been shown for as long as the system lets it (WK-24).
    case liveActivity
    /// An app that may use the location only in front has been behind for a while (CL-07).
    case locationDenial
    /// The key of completely protected files is dropped (DP-02).
    case protectedData
    /// The system runs by itself what is due (MD-20).
    case opportunity

    /// It is about what the system keeps for the app.
    fileprivate var outlivesProcess: Bool {
        switch self {
        case .heldPush, .transferTimeout, .transferStart, .notification, .regionStay, .visit, .liveActivity,
            .opportunity:
            true
        default: false
        }
    }
}

/// At most one instant for each kind of deadline, for up to 32 kinds.
///
/// The minimum is needed after every event. So two vectors hold the instants, each with its minimum stored: a change in
/// one does not touch the other.
struct DeadlineSet: Sendable, Hashable {
    private struct Half: Sendable, Hashable {
        var instants = SIMD16<Int64>(repeating: .max)
        var earliest = Int64.max

        mutating func set(_ index: Int, to value: Int64) {
            guard instants[index] != value else { return }
            instants[index] = value
            earliest = instants.min()
        }
    }

    private var first = Half()
    private var second = Half()

    subscript(kind: DeadlineKind) -> MonotonicInstant? {
        get {
            let index = kind.rawValue
            let value = index < 16 ? first.instants[index] : second.instants[index - 16]
            return value == .max ? nil : MonotonicInstant(nanoseconds: value)
        }
        set {
            let index = kind.rawValue
            let value = newValue?.nanoseconds ?? .max
            if index < 16 { first.set(index, to: value) } else { second.set(index - 16, to: value) }
        }
    }

    private var earliestNanoseconds: Int64 { min(first.earliest, second.earliest) }

    /// The first instant at which something falls due.
    var earliest: MonotonicInstant? {
        let earliest = earliestNanoseconds
        return earliest == .max ? nil : MonotonicInstant(nanoseconds: earliest)
    }

    /// Removes and returns the deadline that is due first, with its instant, if any is due.
    mutating func popDue(at now: MonotonicInstant) -> (kind: DeadlineKind, instant: MonotonicInstant)? {
        let earliest = earliestNanoseconds
        guard earliest <= now.nanoseconds else { return nil }
        for kind in DeadlineKind.allCases where self[kind]?.nanoseconds == earliest {
            self[kind] = nil
            return (kind, MonotonicInstant(nanoseconds: earliest))
        }
        return nil
    }

    /// Removes the deadlines of the process, which has ended.
    mutating func endProcess() {
        for kind in DeadlineKind.allCases where !kind.outlivesProcess { self[kind] = nil }
    }
}
