/// The kinds of deadline, in the order in which they are handled when several fall due at one instant.
///
/// Deadlines that kill the app come first. The freeze comes after all other deadlines of the process.
enum DeadlineKind: Int, CaseIterable {
    /// A background task is held beyond its time (BT-19).
    case taskKill
    /// A wake was not completed within its time (MD-13).
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
    /// The expiration handlers of the background tasks are due (BT-14).
    case taskExpiration
    /// The time of a wake is nearly over (MD-13).
    case wakeExpiration
    /// A continued task has reported no progress (BG-21).
    case continuedTaskStall
    /// The documented time for `didEnterBackground` is over (LC-08).
    case enterBackgroundAdvice
    /// `willResignActive` has not returned: the app moves to the background anyway (MD-19).
    case willResignActive
    /// A background task is still held after its expiration handler was called (BT-22).
    case taskStillHeld
    /// The audio device has not proved that it plays the app's sound (AS-34).
    case audioEvidence
    /// The device has stayed in one place long enough for location updates to pause (CL-12).
    case locationPause
    /// The CPU time or the wakeups of the app may have reached their limit (RB-10, RB-14).
    case usage
    /// The keep-alive handler of a VoIP app is due (WK-13).
    case voipKeepAlive
    /// The app has not returned from the last callback about a transfer: it may be suspended anyway (UR-06).
    case transferTelling
    /// The freeze of the app is due.
    case suspension
    /// A silent push that was held back may be delivered (WK-06).
    case heldPush
    /// A transfer has taken longer than its timeout (UR-11).
    case transferTimeout
    /// A transfer that waits until a given time may begin (UR-16, UR-17).
    case transferStart
    /// A notification is due (LN-05).
    case notification
    /// The device may have been beyond the boundary of a region for long enough to report the crossing (CL-45).
    case regionStay
    /// A visit is reported to the app (CL-19).
    case visit
    /// A Live Activity has been shown for the longest time that the system allows (WK-24).
    case liveActivity
    /// An app with When In Use authorization has been in the background for long enough to be denied location (CL-07).
    case locationDenial
    /// The system discards the key of completely protected files (DP-02).
    case protectedData
    /// The system, acting by itself, runs the tasks and fetches that are due (MD-20).
    case opportunity

    /// True for a deadline of something that the system keeps for the app after its process has ended.
    fileprivate var outlivesProcess: Bool {
        switch self {
        case .heldPush, .transferTimeout, .transferStart, .notification, .regionStay, .visit, .liveActivity,
            .opportunity:
            true
        default: false
        }
    }
}

/// A set of deadlines: at most one instant for each of up to 32 kinds.
///
/// The earliest instant is needed after every event. Two vectors hold the instants, each with its minimum stored, so
/// after a change only one vector is searched again.
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

    /// The instant of the earliest deadline; `nil` if there is none.
    var earliest: MonotonicInstant? {
        let earliest = earliestNanoseconds
        return earliest == .max ? nil : MonotonicInstant(nanoseconds: earliest)
    }

    /// Removes and returns the earliest deadline and its instant; returns `nil` if no deadline is due.
    mutating func popDue(at now: MonotonicInstant) -> (kind: DeadlineKind, instant: MonotonicInstant)? {
        let earliest = earliestNanoseconds
        guard earliest <= now.nanoseconds else { return nil }
        for kind in DeadlineKind.allCases where self[kind]?.nanoseconds == earliest {
            self[kind] = nil
            return (kind, MonotonicInstant(nanoseconds: earliest))
        }
        return nil
    }

    /// Removes the deadlines that belong to the app's process, which has ended.
    mutating func endProcess() {
        for kind in DeadlineKind.allCases where !kind.outlivesProcess { self[kind] = nil }
    }
}
