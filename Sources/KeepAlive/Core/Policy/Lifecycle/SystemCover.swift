/// Parts of the system that cover an app without leaving it (LC-05).
public enum SystemCover: String, Sendable, Hashable, CaseIterable {
    /// The notifications, from the top of the screen.
    case notificationCenter = "notification-center"
    /// The switches and sliders of the system.
    case controlCenter = "control-center"
    /// The list of the apps in use.
    case appSwitcher = "app-switcher"
}
