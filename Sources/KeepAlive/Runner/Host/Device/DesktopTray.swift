import KeepAliveEngine
import KeepAliveLinux
import KeepAlivePolicy

/// The place where the notifications of a device appear, in addition to its timeline.
package enum NotificationPlace: String, CaseIterable, Sendable {
    /// Notifications appear only in the timeline and in `ctl notifications`.
    case timeline
    /// Notifications also appear on this machine's desktop.
    case desktop
}

/// Shows the notifications of a device's apps on the desktop. A click on a notification counts as a tap of the user
/// (LN-05, LN-12, LN-13).
final class DesktopTray {
    private let desktop: DesktopNotifications
    private weak var device: Device?
    /// The app whose notification was shown last. Errors of the desktop are noted in the timeline of this app.
    private weak var last: Device.App?

    init(device: Device, loop: EventLoop) {
        self.device = device
        desktop = DesktopNotifications(loop: loop)
        desktop.onNote = { [unowned self] in last?.engine.note($0) }
        desktop.onAnswer = { [unowned self] in answered($0, $1) }
    }

    /// Shows the notifications of an app on the desktop from now on.
    func watch(_ app: Device.App) {
        app.engine.onNotification = { [weak self, weak app] change in
            guard let self, let app else { return }
            switch change {
            case .shown(let shown): show(shown, of: app)
            case .withdrawn(let identifier): desktop.withdraw(Self.key(app.name, identifier))
            }
        }
    }

    func close() { desktop.close() }

    private func show(_ shown: ShownNotification, of app: Device.App) {
        // A notification that appears only in the notification list is not shown on the desktop.
        guard shown.isAlert else { return }
        last = app
        // A banner of an app in the foreground is not in the notification list, so it disappears by itself.
        let isListed = app.engine.machine.deliveredNotifications.contains {
            $0.identifier == shown.request.identifier
        }
        let content = shown.request.content
        let title = content.title.isEmpty ? app.name : content.title
        desktop.show(
            DesktopNotification(
                key: Self.key(app.name, shown.request.identifier), app: app.name,
                summary: String(title.prefix(Self.titleMax)),
                body: String(
                    [content.subtitle, content.body].filter { !$0.isEmpty }.joined(separator: "\n").prefix(Self.bodyMax)
                ),
                // A desktop notification has no text field, so actions with text input are left out.
                actions: shown.actions.filter { !$0.takesText }.prefix(Self.actionsMax).map {
                    .init(key: $0.identifier, title: String($0.title.prefix(Self.titleMax)))
                }, plays: shown.plays, isBrief: !isListed))
    }

    private func answered(_ key: String, _ answer: DesktopNotifications.Answer) {
        // The click is ignored if the app has been removed from the device.
        guard let app = device?.apps.first(where: { key.hasPrefix(Self.key($0.name, "")) }) else { return }
        let identifier = String(key.dropFirst(Self.key(app.name, "").count))
        let action: NotificationResponse.Action =
            switch answer {
            case .chosen(nil): .tapped
            case .chosen(let action?): .custom(action)
            case .dismissed: .dismissed
            }
        app.engine.happened(.notification(.responded(NotificationResponse(identifier: identifier, action: action))))
    }

    /// The maximum numbers of characters and buttons in a desktop notification. The limits are this project's choice,
    /// because a desktop shows only a few lines.
    private static let (titleMax, bodyMax, actionsMax) = (200, 1000, 4)

    /// Returns the key of an app's notification on the desktop. App names contain no line break, so the key is
    /// unique.
    private static func key(_ app: String, _ identifier: String) -> String { "\(app)\n\(identifier)" }
}
