/// The audio sessions of the apps on one device: which one interrupts which, and which may go on afterwards.
///
/// It knows sessions, not sound. Each app reports what it activates and deactivates; the arbiter answers with the
/// effects on the others (AS-08 to AS-10, AS-42, AS-44).
public struct AudioSessionArbiter: Sendable, Hashable {
    /// An active session, or one that waits for the end of an interruption.
    public struct Session: Sendable, Hashable {
        /// The app that the session belongs to.
        public var app: String
        /// True when it mixes with others (AS-08).
        public var mixes: Bool
        /// True when its sound is spoken: mode `spokenAudio` (AS-10).
        public var speaks: Bool
        /// True when it interrupts spoken sound: `interruptSpokenAudioAndMixWithOthers` (AS-10).
        public var interruptsSpeech: Bool
        /// The app that interrupts it now, if any.
        public fileprivate(set) var interruptedBy: String?

        /// Creates a session.
        public init(app: String = "another app", mixes: Bool, speaks: Bool = false, interruptsSpeech: Bool = false) {
            self.app = app
            self.mixes = mixes
            self.speaks = speaks
            self.interruptsSpeech = interruptsSpeech
        }

        /// Creates the session of an app with this configuration.
        public init(app: String, _ configuration: AudioSessionConfiguration) {
            self.init(
                app: app, mixes: configuration.isMixable, speaks: configuration.effectiveMode == .spokenAudio,
                interruptsSpeech: configuration.options.contains(.interruptSpokenAudioAndMixWithOthers))
        }

        /// The rule by which its activation interrupts another session, or `nil` when both go on.
        public func interrupts(_ other: Session) -> RuleID? {
            if !mixes, !other.mixes { return "AS-42" }
            return interruptsSpeech && other.speaks ? "AS-10" : nil
        }
    }

    /// A change to the session of one app, caused by another app.
    public enum Verdict: Sendable, Hashable {
        /// The app's session is interrupted, by this rule.
        case interrupted(app: String, rule: RuleID)
        /// The app's interruption is over (AS-46).
        case ended(app: String, shouldResume: Bool)
    }

    /// The sessions, in the order of their activation.
    public private(set) var sessions: [Session] = []

    /// Creates the arbiter of a device on which no session is active.
    public init() {}

    /// The sessions that are active and not interrupted.
    public var sounding: [Session] { sessions.filter { $0.interruptedBy == nil } }

    /// Activates a session, or changes an active one. It interrupts the sessions that it does not mix with.
    public mutating func activate(_ session: Session) -> [Verdict] {
        var fresh = session
        fresh.interruptedBy = nil
        // AS-47: an app that activates its session again is not told of the end of its interruption.
        sessions.removeAll { $0.app == session.app }
        var verdicts: [Verdict] = []
        for index in sessions.indices where sessions[index].interruptedBy == nil {
            guard let rule = fresh.interrupts(sessions[index]) else { continue }
            sessions[index].interruptedBy = fresh.app
            verdicts.append(.interrupted(app: sessions[index].app, rule: rule))
        }
        sessions.append(fresh)
        return verdicts
    }

    /// Deactivates a session. The sessions that it interrupted are told, and resume if it notifies others (AS-44).
    ///
    /// - Parameters:
    ///   - app: the app that the session belongs to.
    ///   - notifyingOthers: whether it is deactivated with `notifyOthersOnDeactivation`.
    public mutating func deactivate(app: String, notifyingOthers: Bool) -> [Verdict] {
        sessions.removeAll { $0.app == app }
        let waiting = sessions.filter { $0.interruptedBy == app }
        var verdicts: [Verdict] = []
        for session in waiting {
            // Another session still sounds and interrupts this one.
            if let other = sounding.first(where: { $0.interrupts(session) != nil }) {
                for index in sessions.indices where sessions[index].app == session.app {
                    sessions[index].interruptedBy = other.app
                }
                continue
            }
            verdicts.append(.ended(app: session.app, shouldResume: notifyingOthers))
            if notifyingOthers {
                verdicts += activate(session)
            } else {
                sessions.removeAll { $0.app == session.app }
            }
        }
        return verdicts
    }

    /// Removes a session that the system made inactive. Those that it interrupted stay so until the app deactivates it.
    mutating func withdraw(app: String) {
        sessions.removeAll { $0.app == app }
    }
}
