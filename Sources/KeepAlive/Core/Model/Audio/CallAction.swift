/// An action on a call: CallKit's `CXCallAction` (WK-17).
public enum CallAction: String, Sendable, Hashable, Codable, CaseIterable {
    /// `CXStartCallAction`.
    case start
    /// `CXAnswerCallAction`.
    case answer
    /// `CXEndCallAction`. The action also declines a call that rings.
    case end
    /// `CXSetHeldCallAction` with `isOnHold` true.
    case hold
    /// `CXSetHeldCallAction` with `isOnHold` false.
    case resume
    /// `CXSetMutedCallAction` with `isMuted` true.
    case mute
    /// `CXSetMutedCallAction` with `isMuted` false.
    case unmute
}

/// The state of a call (WK-17).
public enum CallState: String, Sendable, Hashable, Codable, CaseIterable {
    /// The call is shown to the user, who has not answered yet.
    case ringing
    /// The user has placed the call, and the app has not started it yet.
    case dialling
    /// The user talks on the call.
    case active
    /// The user has put the call on hold.
    case held
}
