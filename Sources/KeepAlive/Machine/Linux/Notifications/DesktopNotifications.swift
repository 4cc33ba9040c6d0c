import KeepAlivePolicy
import KeepAlivePorts

/// Shows notifications on the desktop, through a process of its own (``DesktopService``).
package final class DesktopNotifications {
    /// An answer of the user to what is shown.
    package enum Answer: Sendable {
        /// A click on it, or an action by its key.
        case chosen(action: String?)
        case dismissed
    }

    /// Takes the answers, with the key of the notification.
    package var onAnswer: ((String, Answer) -> Void)?
    /// Takes what a user should know: that nothing can be shown, and why.
    package var onNote: ((String) -> Void)?

    private let loop: EventLoop
    private var service: ServiceProcess<DesktopReply, DesktopOrder>?
    /// The last failure that was told: the same one is told once.
    private var told: String?
    /// The notifications that have not been confirmed yet; no process that hangs is left to itself.
    private var unconfirmed: [String: ScheduledAction] = [:]

    /// The longest time that the process may take to end by itself, our choice.
    private static let leavingLimit = Duration.seconds(1)
    /// The longest time until a notification is shown, our choice: the service itself waits 5 s for the server.
    private static let patience = Duration.seconds(8)

    /// Creates the part; no process is started before something is shown.
    package init(loop: EventLoop) {
        self.loop = loop
    }

    deinit { close() }

    /// Shows a notification; one with the same key is replaced.
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

    /// Takes a notification away.
    package func withdraw(_ key: String) {
        confirm(key)
        service?.socket.send(.withdraw(key: key))
    }

    /// Ends the process, which takes away what it shows.
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
