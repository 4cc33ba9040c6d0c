/// The audio sessions of the apps on one device: it decides which session interrupts which, and which may resume.
///
/// The arbiter knows sessions, not sound. The caller reports each activation and deactivation, and the arbiter returns
/// the effects on the other sessions (AS-08 to AS-10, AS-42, AS-44).
public struct AudioSessionArbiter: Sendable, Hashable {
    /// A session that is active, or that waits for the end of an interruption.
    public struct Session: Sendable, Hashable {
        /// The app that owns the session.
        public var app: String
        /// True if the session mixes with others (AS-08).
        public var mixes: Bool
        /// True if the sound of the session is spoken: mode `spokenAudio` (AS-10).
        public var speaks: Bool
        /// True if the session interrupts spoken sound: `interruptSpokenAudioAndMixWithOthers` (AS-10).
        public var interruptsSpeech: Bool
        /// The app that interrupts the session; `nil` if no app does.
        public fileprivate(set) var interruptedBy: String?

        /// Creates a session, which by default neither is spoken nor interrupts speech.
        public init(app: String = "another app", mixes: Bool, speaks: Bool = false, interruptsSpeech: Bool = false) {
            self.app = app
            self.mixes = mixes
            self.speaks = speaks
            self.interruptsSpeech = interruptsSpeech
        }

        /// Creates the session of an app from its configuration.
        public init(app: String, _ configuration: AudioSessionConfiguration) {
            self.init(
                app: app, mixes: configuration.isMixable, speaks: configuration.effectiveMode == .spokenAudio,
                interruptsSpeech: configuration.options.contains(.interruptSpokenAudioAndMixWithOthers))
        }

        /// Returns the rule by which the activation of this session interrupts another session; `nil` if the other
        /// session is not interrupted.
        public func interrupts(_ other: Session) -> RuleID? {
            if !mixes, !other.mixes { return "AS-42" }
            return interruptsSpeech && other.speaks ? "AS-10" : nil
        }
    }

    /// A change to the session of one app, caused by another app.
    public enum Verdict: Sendable, Hashable {
        /// The app's session is interrupted because of this rule.
        case interrupted(app: String, rule: RuleID)
        /// The interruption of the app's session is over (AS-46).
        case ended(app: String, shouldResume: Bool)
    }

    /// The sessions of all apps, in the order of their activation.
    public private(set) var sessions: [Session] = []

    /// Creates the arbiter of a device on which no session is active.
    public init() {}

    /// The sessions that are active and not interrupted.
    public var sounding: [Session] { sessions.filter { $0.interruptedBy == nil } }

    /// Activates a session or changes an active one, interrupts other sessions by the rule of `Session.interrupts(_:)`,
    /// and returns a verdict for each interrupted session.
    public mutating func activate(_ session: Session) -> [Verdict] {
        var fresh = session
        fresh.interruptedBy = nil
        // AS-47: activating a session ends its interruption. The app gets no callback about this end, so there is no
        // verdict for it.
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

    /// Deactivates a session, and ends the interruptions that it caused. The interrupted sessions become active again
    /// if `notifyingOthers` is true, and are removed otherwise (AS-44).
    ///
    /// - Parameters:
    ///   - app: the app that owns the session.
    ///   - notifyingOthers: true if the app used `notifyOthersOnDeactivation`.
    public mutating func deactivate(app: String, notifyingOthers: Bool) -> [Verdict] {
        sessions.removeAll { $0.app == app }
        let waiting = sessions.filter { $0.interruptedBy == app }
        var verdicts: [Verdict] = []
        for session in waiting {
            // If another sounding session would interrupt this session, too, that session becomes the interrupter.
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

    /// Removes a session that is no longer active. The sessions that it interrupted stay interrupted until
    /// ``deactivate(app:notifyingOthers:)``.
    mutating func withdraw(app: String) {
        sessions.removeAll { $0.app == app }
    }
}
