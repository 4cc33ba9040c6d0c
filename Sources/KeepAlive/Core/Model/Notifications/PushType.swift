/// A kind of push, as `apns-push-type` names it.
public enum PushType: String, Sendable, Hashable, Codable, CaseIterable {
    /// It shows something (WK-05).
    case alert
    /// It wakes the app, and shows nothing (WK-04).
    case background
    /// A call, through PushKit (WK-08).
    case voip
    /// A question for the place, to the app's Location Push Service Extension (WK-20).
    case location
    /// Somebody begins to speak in a Push to Talk channel (BM-13).
    case pushtotalk
    /// It starts, updates or ends a Live Activity (WK-21).
    case liveactivity

    /// The text after the bundle identifier in the topic of such a push, as `apns-topic` has it.
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
