/// Parts of the system UI that can cover an app while the app stays in the foreground (LC-05).
public enum SystemCover: String, Sendable, Hashable, CaseIterable {
    /// The list of notifications, pulled down from the top of the screen.
    case notificationCenter = "notification-center"
    /// The system's panel of switches and sliders.
    case controlCenter = "control-center"
    /// The list of recently used apps.
    case appSwitcher = "app-switcher"
}
