/// An action on a call: CallKit's `CXCallAction` (WK-17).
public enum CallAction: String, Sendable, Hashable, Codable, CaseIterable {
    /// `CXStartCallAction`.
    case start
    /// `CXAnswerCallAction`.
    case answer
    /// `CXEndCallAction`: also to decline a call that rings.
    case end
    /// `CXSetHeldCallAction` with `isOnHold`.
    case hold
    /// `CXSetHeldCallAction` without.
    case resume
    /// `CXSetMutedCallAction` with `isMuted`.
    case mute
    /// `CXSetMutedCallAction` without.
    case unmute
}

/// The state of a call (WK-17).
public enum CallState: String, Sendable, Hashable, Codable, CaseIterable {
    /// It is shown to the user, who has not answered.
    case ringing
    /// The user makes it, and the app has not started it yet.
    case dialling
    /// The user talks.
    case active
    /// The user has put it on hold.
    case held
}
