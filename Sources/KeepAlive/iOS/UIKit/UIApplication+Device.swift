import Foundation

/// The state of the device, as far as an app learns of it.
extension UIApplication {
    /// True while files with complete protection can be read: the device is unlocked, or was locked less than 10 s ago,
    /// or has no passcode (DP-02).
    public nonisolated var isProtectedDataAvailable: Bool { DeviceState.of(.current).conditions.protectedData }

    /// Posted when files with complete protection can no longer be read, 10 s after the screen lock (DP-02).
    public nonisolated static let protectedDataWillBecomeUnavailableNotification = Notification.Name(
        "UIApplicationProtectedDataWillBecomeUnavailable")
    public nonisolated static let protectedDataDidBecomeAvailableNotification = Notification.Name(
        "UIApplicationProtectedDataDidBecomeAvailable")
    /// Posted when the user has allowed or forbidden Background App Refresh (BG-07).
    public nonisolated static let backgroundRefreshStatusDidChangeNotification = Notification.Name(
        "UIApplicationBackgroundRefreshStatusDidChangeNotification")

    /// Tells the app that protected files can be read, or that protected files can no longer be read.
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
