import KeepAliveEngine
import KeepAlivePolicy

/// The notifications of the app, and the user's reactions to them.
extension VirtualDevice {
    /// The requests of the notifications that the user sees, the oldest first (LN-17).
    public var shownNotifications: [NotificationRequest] { engine.machine.deliveredNotifications }

    /// The number on the app's icon; 0 if there is none (LN-18).
    public var badge: Int { engine.machine.badge }

    /// Taps a notification that the user sees, or chooses one of the notification's actions (LN-05, LN-12).
    ///
    /// - Parameters:
    ///   - identifier: the identifier of the notification's request. If no such notification is shown, only a line is
    ///     written into the timeline.
    ///   - action: the identifier of an action in the notification's category; `nil` for a tap on the notification
    ///     itself.
    ///   - text: the text that the user enters with the action; `nil` for none.
    public func tapNotification(_ identifier: String, action: String? = nil, text: String? = nil) {
        let chosen = action.map { NotificationResponse.Action.custom($0) } ?? .tapped
        happen(.notification(.responded(NotificationResponse(identifier: identifier, action: chosen, text: text))))
    }

    /// Dismisses a notification that the user sees (LN-13).
    public func dismissNotification(_ identifier: String) {
        happen(.notification(.responded(NotificationResponse(identifier: identifier, action: .dismissed))))
    }

    /// Allows or forbids the app's notifications in Settings. Before the app asks for the permission, this call sets
    /// the answer that the user will give (LN-10).
    public func allowNotifications(_ allowed: Bool) { happen(.notification(.permissionChanged(allowed: allowed))) }
}
