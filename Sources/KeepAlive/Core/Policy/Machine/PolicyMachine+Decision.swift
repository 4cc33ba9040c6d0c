/// The queries that the engine makes with every event.
///
/// The engine keeps its machine in a class. These methods are `mutating`, so that Swift gives them the machine in
/// place. For a non-mutating method Swift would first copy the machine's three kilobytes, which took most of the time
/// of an event.
extension PolicyMachine {
    /// The effects of an event, and the next deadline.
    package struct Decision {
        /// The effects, in the order in which the engine performs them.
        package var effects: [Effect]
        /// True when a transition that was in progress before the event is over.
        package var endsTransition: Bool
        /// The transfers whose stored state may have changed.
        package var changedTransfers: [(session: String, task: Int)]
        /// The time at which the engine must send ``PolicyEvent/deadlineReached``; `nil` if no deadline is set.
        package var nextDeadline: MonotonicInstant?
    }

    /// The app's effects on the rest of the device.
    package struct Standing {
        /// The other apps whose sound can be heard.
        package var otherAppsSounding: [String]
        /// True when the app is the Now Playing app (AS-23).
        package var isNowPlaying: Bool
        /// The app's audio session as other apps see it; `nil` while the session is inactive.
        package var audioSession: AudioSessionArbiter.Session?
    }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - now: the time of the event; not before the last event.
    ///   - keepsTransfers: true to get the changed transfers; false leaves that list empty.
    package mutating func decide(
        _ event: PolicyEvent, at now: MonotonicInstant, keepsTransfers: Bool
    ) -> Decision {
        let before = transition
        let effects = handle(event, at: now)
        return Decision(
            effects: effects, endsTransition: before != nil && transition != before,
            changedTransfers: keepsTransfers ? changedTransfers(by: event, effects) : [], nextDeadline: nextDeadline)
    }

    /// Returns the app's effects on the rest of the device.
    ///
    /// - Parameter name: the app's name in its audio session.
    package mutating func standing(as name: String) -> Standing {
        Standing(
            otherAppsSounding: otherAppsSounding, isNowPlaying: isNowPlaying,
            audioSession: activeAudioSession(of: name))
    }

    /// Returns true if an event brings the app to the front from the background, or while the user is leaving it.
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
