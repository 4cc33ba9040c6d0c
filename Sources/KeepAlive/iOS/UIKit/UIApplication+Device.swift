import Foundation

/// The conditions of the device of which UIKit informs an app.
extension UIApplication {
    /// True while files with complete protection can be read: the device is unlocked, was locked less than 10 s ago, or
    /// has no passcode (DP-02).
    public nonisolated var isProtectedDataAvailable: Bool { DeviceState.of(.current).conditions.protectedData }

    /// Posted 10 s after the screen lock, when files with complete protection can no longer be read (DP-02).
    public nonisolated static let protectedDataWillBecomeUnavailableNotification = Notification.Name(
        "UIApplicationProtectedDataWillBecomeUnavailable")
    public nonisolated static let protectedDataDidBecomeAvailableNotification = Notification.Name(
        "UIApplicationProtectedDataDidBecomeAvailable")
    /// Posted when the user has switched Background App Refresh on or off (BG-07).
    public nonisolated static let backgroundRefreshStatusDidChangeNotification = Notification.Name(
        "UIApplicationBackgroundRefreshStatusDidChangeNotification")

    /// Informs the delegate and observers that protected files can be read from now on (true) or no longer (false).
    func protectedData(isAvailable: Bool) {
        DeviceState.of(.current).protectedData(isAvailable: isAvailable)
        if isAvailable {
            delegate?.applicationProtectedDataDidBecomeAvailable(self)
            NotificationCenter.default.post(name: Self.protectedDataDidBecomeAvailableNotification, object: self)
        } else {
            delegate?.applicationProtectedDataWillBecomeUnavailable(self)
            NotificationCenter.default.post(name: Self.protectedDataWillBecomeUnavailableNotification, object: self)
        }
    }
}
