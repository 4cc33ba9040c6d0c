import Foundation

/// The notifications of UIKit that frameworks below it wait for.
extension Notification.Name {
    package static let applicationDidBecomeActive = Notification.Name("UIApplicationDidBecomeActiveNotification")
    package static let applicationDidReceiveMemoryWarning = Notification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")
}
