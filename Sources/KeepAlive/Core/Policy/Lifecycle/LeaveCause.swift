/// A way into the background (LC-05, SD-01).
public enum LeaveCause: Sendable, Hashable, CaseIterable {
    case home
    case lock
    /// Another app came to the front.
    case otherApp

    /// The way in words.
    package var inWords: String {
        switch self {
        case .home: "home pressed"
        case .lock: "the screen was locked"
        case .otherApp: "another app came to the front"
        }
    }
}
