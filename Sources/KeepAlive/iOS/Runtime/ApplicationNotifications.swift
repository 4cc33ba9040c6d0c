import Foundation

/// Names of UIKit notifications, for frameworks that do not import UIKit.
extension Notification.Name {
    package static let applicationDidBecomeActive = Notification.Name("UIApplicationDidBecomeActiveNotification")
    package static let applicationDidReceiveMemoryWarning = Notification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")
}
