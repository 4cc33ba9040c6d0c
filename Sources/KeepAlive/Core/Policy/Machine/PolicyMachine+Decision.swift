/// The query of the engine, which keeps its machine in a class, with every event.
///
/// Each of these is `mutating`, so that the machine is lent to it. A question that is not would copy its three kilobytes
/// first, which took most of the time of an event.
extension PolicyMachine {
    /// The effects of an event, and the next deadline.
    package struct Decision {
        /// The effects, in order.
        package var effects: [Effect]
        /// True when a transition that went on is over.
        package var endsTransition: Bool
        /// The transfers of which something that is to be kept may have changed.
        package var changedTransfers: [(session: String, task: Int)]
        /// The time at which ``PolicyEvent/deadlineReached`` must come; `nil` for never.
        package var nextDeadline: MonotonicInstant?
    }

    /// The effects on the rest of the device.
    package struct Standing {
        /// The other apps whose sound is heard.
        package var otherAppsSounding: [String]
        /// True when the app is Now Playing (AS-23).
        package var isNowPlaying: Bool
        /// The app's session as other apps see it, or `nil` while it is inactive.
        package var audioSession: AudioSessionArbiter.Session?
    }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - now: the time of the event; not before the last event.
    ///   - keepsTransfers: whether the changed transfers are wanted.
    package mutating func decide(
        _ event: PolicyEvent, at now: MonotonicInstant, keepsTransfers: Bool
    ) -> Decision {
        let before = transition
        let effects = handle(event, at: now)
        return Decision(
            effects: effects, endsTransition: before != nil && transition != before,
            changedTransfers: keepsTransfers ? changedTransfers(by: event, effects) : [], nextDeadline: nextDeadline)
    }

    /// Returns what concerns the rest of the device.
    ///
    /// - Parameter name: the app's name, for its session.
    package mutating func standing(as name: String) -> Standing {
        Standing(
            otherAppsSounding: otherAppsSounding, isNowPlaying: isNowPlaying,
            audioSession: activeAudioSession(of: name))
    }

    /// Returns whether an event brings an app to the front that is not there, or that the user is leaving.
    package mutating func comesToFront(with event: PolicyEvent) -> Bool {
        guard !isOnScreen || process.isResigning else { return false }
        return switch event {
        case .launched, .returnedToForeground, .urlOpened: true
        case .documentOpened(let document): DocumentOpening.rank(of: manifest, for: document.types) != nil
        case .notification(.responded(let response)): opensApp(response)
        default: false
        }
    }
}
