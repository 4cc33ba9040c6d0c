/// A kind of push, as `apns-push-type` names it.
public enum PushType: String, Sendable, Hashable, Codable, CaseIterable {
    /// It shows something (WK-05).
    case alert
    /// It wakes the app, and shows nothing (WK-04).
    case background
    /// A call, through PushKit (WK-08).
    case voip
}
