import Foundation

/// What an app is told of the device.
extension UIApplication {
    /// True while protected files can be read: the device is unlocked, or has no passcode (LC-21). On iOS, files are locked some
    /// seconds after the screen; here with it.
    public nonisolated var isProtectedDataAvailable: Bool { DeviceState.of(.current).conditions.protectedData }

    /// Protected files can be read no longer; on iOS some seconds before that.
    public nonisolated static let protectedDataWillBecomeUnavailableNotification = Notification.Name(
        "UIApplicationProtectedDataWillBecomeUnavailable")
    /// Protected files can be read again.
    public nonisolated static let protectedDataDidBecomeAvailableNotification = Notification.Name(
        "UIApplicationProtectedDataDidBecomeAvailable")
    /// The user allows Background App Refresh, or no longer (BG-07).
    public nonisolated static let backgroundRefreshStatusDidChangeNotification = Notification.Name(
        "UIApplicationBackgroundRefreshStatusDidChangeNotification")

    /// Tells the app that protected files can be read, or no longer.
    func protectedData(isAvailable: Bool) {
        if isAvailable {
            delegate?.applicationProtectedDataDidBecomeAvailable(self)
            NotificationCenter.default.post(name: Self.protectedDataDidBecomeAvailableNotification, object: self)
        } else {
            delegate?.applicationProtectedDataWillBecomeUnavailable(self)
            NotificationCenter.default.post(name: Self.protectedDataWillBecomeUnavailableNotification, object: self)
        }
    }
}
