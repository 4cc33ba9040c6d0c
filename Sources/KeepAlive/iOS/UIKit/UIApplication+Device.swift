import Foundation

/// What an app is told of the device.
extension UIApplication {
    /// True while completely protected files can be read: the device is unlocked, or was a few seconds ago, or has no passcode
    /// (DP-02).
    public nonisolated var isProtectedDataAvailable: Bool { DeviceState.of(.current).conditions.protectedData }

    /// Completely protected files can no longer be read: 10 s after the lock (DP-02).
    public nonisolated static let protectedDataWillBecomeUnavailableNotification = Notification.Name(
        "UIApplicationProtectedDataWillBecomeUnavailable")
    public nonisolated static let protectedDataDidBecomeAvailableNotification = Notification.Name(
        "UIApplicationProtectedDataDidBecomeAvailable")
    /// The user allows Background App Refresh, or no longer (BG-07).
    public nonisolated static let backgroundRefreshStatusDidChangeNotification = Notification.Name(
        "UIApplicationBackgroundRefreshStatusDidChangeNotification")

    /// Tells the app that protected files can be read, or no longer.
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
