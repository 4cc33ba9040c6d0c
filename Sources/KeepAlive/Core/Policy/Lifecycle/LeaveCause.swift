/// A cause for which the app moves into the background (LC-05, SD-01).
public enum LeaveCause: Sendable, Hashable, CaseIterable {
    case home
    case lock
    /// Another app came to the front.
    case otherApp

    /// The cause in words, for the timeline.
    package var inWords: String {
        switch self {
        case .home: "home pressed"
        case .lock: "the screen was locked"
        case .otherApp: "another app came to the front"
        }
    }
}
