import KeepAliveEngine
import KeepAlivePolicy

/// The notifications of the app, and its user.
extension VirtualDevice {
    /// The notifications that the user sees, the oldest first (LN-17).
    public var shownNotifications: [NotificationRequest] { engine.machine.deliveredNotifications }

    /// The number on the app's icon; 0 for none (LN-18).
    public var badge: Int { engine.machine.badge }

    /// Taps a notification that the user sees, or chooses an action of it (LN-05, LN-12).
    ///
    /// - Parameters:
    ///   - identifier: the identifier of its request. Nothing happens but a line in the timeline where none is shown.
    ///   - action: the identifier of an action of its category; `nil` for the notification itself.
    ///   - text: the text that the user types with the action.
    public func tapNotification(_ identifier: String, action: String? = nil, text: String? = nil) {
        let chosen = action.map { NotificationResponse.Action.custom($0) } ?? .tapped
        happen(.notification(.responded(NotificationResponse(identifier: identifier, action: chosen, text: text))))
    }

    /// Dismisses a notification that the user sees (LN-13).
    public func dismissNotification(_ identifier: String) {
        happen(.notification(.responded(NotificationResponse(identifier: identifier, action: .dismissed))))
    }

    /// Allows the app notifications in Settings, or no longer; before it asks, this is the answer that it will get (LN-10).
    public func allowNotifications(_ allowed: Bool) { happen(.notification(.permissionChanged(allowed: allowed))) }
}
