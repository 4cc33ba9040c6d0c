import KeepAliveEngine
import KeepAliveLinux
import KeepAlivePolicy

/// Where the notifications of a device appear besides its timeline.
package enum NotificationPlace: String, CaseIterable, Sendable {
    /// In the timeline and in `ctl notifications` only.
    case timeline
    /// On this machine's desktop as well.
    case desktop
}

/// Shows the notifications of a device's apps on the desktop. A click there is a tap of the user (LN-05, LN-12, LN-13).
final class DesktopTray {
    private let desktop: DesktopNotifications
    private weak var device: Device?
    /// The app whose notification was shown last: it is told of what fails.
    private weak var last: Device.App?

    init(device: Device, loop: EventLoop) {
        self.device = device
        desktop = DesktopNotifications(executable: Machine.executable, loop: loop)
        desktop.onNote = { [unowned self] in last?.engine.note($0) }
        desktop.onAnswer = { [unowned self] in answered($0, $1) }
    }

    /// Shows what an app's engine shows, from now on.
    func watch(_ app: Device.App) {
        app.engine.onNotification = { [unowned self, unowned app] change in
            switch change {
            case .shown(let shown): show(shown, of: app)
            case .withdrawn(let identifier): desktop.withdraw(Self.key(app.name, identifier))
            }
        }
    }

    func close() { desktop.close() }

    private func show(_ shown: ShownNotification, of app: Device.App) {
        // What is only in the list is no alert.
        guard shown.isAlert else { return }
        last = app
        let content = shown.request.content
        let title = content.title.isEmpty ? app.name : content.title
        desktop.show(
            DesktopNotification(
                key: Self.key(app.name, shown.request.identifier), app: app.name, summary: title,
                body: [content.subtitle, content.body].filter { !$0.isEmpty }.joined(separator: "\n"),
                // A desktop has no field to type into.
                actions: shown.actions.filter { !$0.takesText }.map { .init(key: $0.identifier, title: $0.title) },
                plays: shown.plays))
    }

    private func answered(_ key: String, _ answer: DesktopNotifications.Answer) {
        // An app that has been removed answers nothing.
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

    /// No name of an app has a line break.
    private static func key(_ app: String, _ identifier: String) -> String { "\(app)\n\(identifier)" }
}
