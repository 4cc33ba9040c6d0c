import KeepAlivePolicy
import KeepAlivePorts

/// Shows notifications on the desktop, through a ``DesktopService`` process.
package final class DesktopNotifications {
    /// The user's answer to a notification.
    package enum Answer: Sendable {
        /// A click on the notification (`nil`), or the key of an action.
        case chosen(action: String?)
        /// The notification was closed without a choice.
        case dismissed
    }

    /// Called with the key of a notification and the user's answer.
    package var onAnswer: ((String, Answer) -> Void)?
    /// Called with the reason when notifications cannot be shown.
    package var onNote: ((String) -> Void)?

    private let loop: EventLoop
    private var service: ServiceProcess<DesktopReply, DesktopOrder>?
    /// The last failure that was reported, so that the same failure is reported only once.
    private var told: String?
    /// The time limits of the notifications that are not confirmed yet, by their keys. At the limit, the
    /// ``DesktopService`` process is ended.
    private var unconfirmed: [String: ScheduledAction] = [:]

    /// The longest time that the ``DesktopService`` process may take to end by itself; the limit is this project's
    /// choice.
    private static let leavingLimit = Duration.seconds(1)
    /// The longest time until a notification is shown; the limit is this project's choice. The ``DesktopService``
    /// itself waits 5 s for the notification server.
    private static let patience = Duration.seconds(8)

    /// Creates the object. The ``DesktopService`` process is started when the first notification is shown.
    package init(loop: EventLoop) {
        self.loop = loop
    }

    deinit { close() }

    /// Shows a notification, or replaces the one with the same key.
    package func show(_ notification: DesktopNotification) {
        guard let service = running(), service.socket.send(.show(notification)) else {
            return fail("a notification is not shown on the desktop: its process does not take it")
        }
        if let former = unconfirmed.removeValue(forKey: notification.key) { loop.cancel(former) }
        unconfirmed[notification.key] = loop.schedule(after: Self.patience) { [unowned self] in
            end()
            fail("the desktop's notification server does not answer")
        }
    }

    package func withdraw(_ key: String) {
        confirm(key)
        service?.socket.send(.withdraw(key: key))
    }

    /// Ends the ``DesktopService`` process, which first removes its notifications.
    package func close() {
        forgetUnconfirmed()
        guard let service else { return }
        self.service = nil
        service.process.onReport = nil
        service.socket.finish(limit: Self.leavingLimit)
        service.process.end()
    }

    private func running() -> ServiceProcess<DesktopReply, DesktopOrder>? {
        if let service { return service }
        do {
            let service = try ServiceProcess<DesktopReply, DesktopOrder>(
                DesktopService.subcommand, loop: loop)
            service.socket.onMessage = { [unowned self] in take($0) }
            service.socket.onEnd = { [unowned self] in
                end()
                fail("the process that shows notifications on the desktop has ended")
            }
            self.service = service
            return service
        } catch {
            return nil
        }
    }

    private func take(_ reply: DesktopReply) {
        switch reply {
        case .shown(let key):
            confirm(key)
            told = nil
        case .notShown(let key, let reason):
            confirm(key)
            fail("a notification is not shown on the desktop: \(reason)")
        case .answered(let key, let action): onAnswer?(key, .chosen(action: action))
        case .dismissed(let key): onAnswer?(key, .dismissed)
        }
    }

    private func confirm(_ key: String) {
        if let limit = unconfirmed.removeValue(forKey: key) { loop.cancel(limit) }
    }

    private func fail(_ text: String) {
        guard text != told else { return }
        told = text
        onNote?(text)
    }

    private func forgetUnconfirmed() {
        for limit in unconfirmed.values { loop.cancel(limit) }
        unconfirmed.removeAll()
    }

    private func end() {
        forgetUnconfirmed()
        service?.abandon()
        service = nil
    }
}
