/// A kind of push: the values of `apns-push-type`.
public enum PushType: String, Sendable, Hashable, Codable, CaseIterable {
    /// A push that the user sees or hears (WK-05).
    case alert
    /// A silent push, which wakes the app and shows nothing (WK-04).
    case background
    /// A call, delivered through PushKit (WK-08).
    case voip
    /// A request for the device's location, delivered to the app's Location Push Service Extension (WK-20).
    case location
    /// A notice that somebody begins to speak in a Push to Talk channel (BM-13).
    case pushtotalk
    /// A push that starts, updates or ends a Live Activity (WK-21).
    case liveactivity

    /// The suffix that `apns-topic` has after the bundle identifier for this kind of push; empty for ordinary pushes.
    package var topicSuffix: String {
        switch self {
        case .alert, .background: ""
        case .voip: ".voip"
        case .location: ".location-query"
        case .pushtotalk: ".voip-ptt"
        case .liveactivity: ".push-type.liveactivity"
        }
    }
}
