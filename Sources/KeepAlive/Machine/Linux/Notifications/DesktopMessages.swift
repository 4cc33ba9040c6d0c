/// An order of the runner to the ``DesktopService``, the process that shows notifications on the desktop.
enum DesktopOrder: Codable, Sendable {
    /// Shows a notification, or replaces the one with the same key.
    case show(DesktopNotification)
    /// Removes the notification with a key.
    case withdraw(key: String)
}

/// The content of a notification on the desktop.
package struct DesktopNotification: Codable, Sendable, Hashable {
    /// A button of the notification.
    package struct Action: Codable, Sendable, Hashable {
        package var key: String
        package var title: String

        package init(key: String, title: String) {
            self.key = key
            self.title = title
        }
    }

    /// The key by which the user's answer refers to this notification.
    package var key: String
    /// The name of the app that sends the notification.
    package var app: String
    package var summary: String
    package var body: String
    package var actions: [Action]
    /// True if the notification plays a sound.
    package var plays: Bool
    /// True if the notification disappears by itself and cannot be answered.
    package var isBrief: Bool

    package init(
        key: String, app: String, summary: String, body: String, actions: [Action], plays: Bool, isBrief: Bool
    ) {
        self.key = key
        self.app = app
        self.summary = summary
        self.body = body
        self.actions = actions
        self.plays = plays
        self.isBrief = isBrief
    }
}

/// A reply of the ``DesktopService`` to the runner.
enum DesktopReply: Codable, Sendable {
    case shown(key: String)
    /// The notification could not be shown, for this reason.
    case notShown(key: String, String)
    /// The user has clicked the notification, or chosen an action; `action` is `nil` for a click.
    case answered(key: String, action: String?)
    /// The user has dismissed the notification.
    case dismissed(key: String)
}
