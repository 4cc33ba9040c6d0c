/// What can fall due, in the order in which it is handled when several fall due at one instant: what ends the app first,
/// the freeze last.
enum DeadlineKind: Int, CaseIterable {
    /// A background task is held beyond its time (BT-19).
    case taskKill
    /// A wake was not completed in its time (MD-13).
    case wakeKill
    /// `didFinishLaunching` has not returned (LC-14).
    case launch
    /// `didEnterBackground` has not returned (LC-09).
    case enterBackground
    /// `willTerminate` has not returned (LC-13).
    case willTerminate
    /// The expiration handlers are due (BT-14).
    case taskExpiration
    /// A wake's time is nearly over (MD-13).
    case wakeExpiration
    /// A continued task has reported no progress (BG-21).
    case continuedTaskStall
    /// The documented time of `didEnterBackground` is over (LC-08).
    case enterBackgroundAdvice
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
    /// The freeze.
    case suspension
    /// A silent push that was held back may go (WK-06); it outlives the process.
    case heldPush
    /// A transfer has taken too long (UR-11); it outlives the process.
    case transferTimeout
}

/// At most one instant for each kind of deadline. A vector, because its minimum is asked for after every event.
struct DeadlineSet: Sendable, Hashable, Codable {
    private var instants = SIMD16<Int64>(repeating: .max)
    /// The one kind for which the vector has no place.
    private var transferTimeout = Int64.max
    private var cachedEarliest = Int64.max

    subscript(kind: DeadlineKind) -> MonotonicInstant? {
        get {
            let value = kind == .transferTimeout ? transferTimeout : instants[kind.rawValue]
            return value == .max ? nil : MonotonicInstant(nanoseconds: value)
        }
        set {
            let value = newValue?.nanoseconds ?? .max
            if kind == .transferTimeout {
                transferTimeout = value
            } else {
                guard instants[kind.rawValue] != value else { return }
                instants[kind.rawValue] = value
            }
            cachedEarliest = min(instants.min(), transferTimeout)
        }
    }

    /// The first instant at which something falls due.
    var earliest: MonotonicInstant? {
        cachedEarliest == .max ? nil : MonotonicInstant(nanoseconds: cachedEarliest)
    }

    /// Takes out what is due first, if anything is due.
    mutating func popDue(at now: MonotonicInstant) -> DeadlineKind? {
        guard cachedEarliest <= now.nanoseconds else { return nil }
        for kind in DeadlineKind.allCases where self[kind]?.nanoseconds == cachedEarliest {
            self[kind] = nil
            return kind
        }
        return nil
    }

    mutating func removeAll() {
        self = DeadlineSet()
    }
}
