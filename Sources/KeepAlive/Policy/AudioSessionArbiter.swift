/// The audio sessions of the apps on one device: who interrupts whom, and who may go on afterwards.
///
/// It knows sessions, not sound: each app tells it what it activates and deactivates, and is told what that does to the
/// others (AS-08 to AS-10, AS-42, AS-44).
public struct AudioSessionArbiter: Sendable, Hashable, Codable {
    /// An active session, or one that waits for the end of an interruption.
    public struct Session: Sendable, Hashable, Codable {
        /// Whose it is.
        public var app: String
        /// Whether it mixes with others (AS-08).
        public var mixes: Bool
        /// Whether its sound is spoken: mode `spokenAudio` (AS-10).
        public var speaks: Bool
        /// Whether it interrupts what is spoken: `interruptSpokenAudioAndMixWithOthers` (AS-10).
        public var interruptsSpeech: Bool
        /// The app that interrupts it, while it does.
        public fileprivate(set) var interruptedBy: String?

        /// Creates a session.
        public init(app: String = "another app", mixes: Bool, speaks: Bool = false, interruptsSpeech: Bool = false) {
            self.app = app
            self.mixes = mixes
            self.speaks = speaks
            self.interruptsSpeech = interruptsSpeech
        }

        /// Creates the session of an app that has set this.
        public init(app: String, _ configuration: AudioSessionConfiguration) {
            self.init(
                app: app, mixes: configuration.isMixable, speaks: configuration.effectiveMode == .spokenAudio,
                interruptsSpeech: configuration.options.contains(.interruptSpokenAudioAndMixWithOthers))
        }

        /// The row by which its activation interrupts another, or `nil` when both go on.
        public func interrupts(_ other: Session) -> RuleID? {
            if !mixes, !other.mixes { return "AS-42" }
            return interruptsSpeech && other.speaks ? "AS-10" : nil
        }
    }

    /// What an app is told because of another one.
    public enum Verdict: Sendable, Hashable {
        /// Its session is interrupted, by this row.
        case interrupted(app: String, rule: RuleID)
        /// Its interruption is over (AS-46).
        case ended(app: String, shouldResume: Bool)
    }

    /// In the order of their activation.
    public private(set) var sessions: [Session] = []

    /// Creates the arbiter of a device on which no session is active.
    public init() {}

    /// Those that are active and not interrupted.
    public var sounding: [Session] { sessions.filter { $0.interruptedBy == nil } }

    /// Activates a session, or changes an active one: it interrupts what it does not mix with.
    public mutating func activate(_ session: Session) -> [Verdict] {
        var fresh = session
        fresh.interruptedBy = nil
        // AS-47: an app that helps itself is told of no end.
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

    /// Deactivates a session: those that it has interrupted are told, and resume if it notifies others (AS-44).
    ///
    /// - Parameters:
    ///   - app: whose session it is.
    ///   - notifyingOthers: whether it is deactivated with `notifyOthersOnDeactivation`.
    public mutating func deactivate(app: String, notifyingOthers: Bool) -> [Verdict] {
        sessions.removeAll { $0.app == app }
        let waiting = sessions.filter { $0.interruptedBy == app }
        var verdicts: [Verdict] = []
        for session in waiting {
            // Somebody else still sounds, with whom it does not mix.
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

    /// The system makes a session inactive: what it has interrupted stays so until the app deactivates it.
    mutating func withdraw(app: String) {
        sessions.removeAll { $0.app == app }
    }
}
