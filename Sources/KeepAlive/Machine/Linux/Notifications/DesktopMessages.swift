/// An order of the runner to the process that shows notifications on the desktop.
enum DesktopOrder: Codable, Sendable {
    /// Show a notification; one with the same key is replaced.
    case show(DesktopNotification)
    /// Take it away.
    case withdraw(key: String)
}

/// A notification as a desktop shows it.
package struct DesktopNotification: Codable, Sendable, Hashable {
    /// A button.
    package struct Action: Codable, Sendable, Hashable {
        package var key: String
        package var title: String

        package init(key: String, title: String) {
            self.key = key
            self.title = title
        }
    }

    /// The name by which answers come.
    package var key: String
    /// The app that it is from.
    package var app: String
    package var summary: String
    package var body: String
    package var actions: [Action]
    package var plays: Bool
    /// It goes by itself, and cannot be answered.
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

/// A reply of that process.
enum DesktopReply: Codable, Sendable {
    /// It is shown.
    case shown(key: String)
    /// It is not shown: the reason.
    case notShown(key: String, String)
    /// The user has clicked it, or chosen an action.
    case answered(key: String, action: String?)
    /// The user has dismissed it.
    case dismissed(key: String)
}
