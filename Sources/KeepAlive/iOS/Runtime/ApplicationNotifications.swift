import Foundation

/// Notifications of UIKit that frameworks below UIKit observe.
extension Notification.Name {
    package static let applicationDidBecomeActive = Notification.Name("UIApplicationDidBecomeActiveNotification")
    package static let applicationDidReceiveMemoryWarning = Notification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")
}
