import CLinux
import Glibc
import KeepAlivePolicy

/// The process that shows notifications on the desktop for a runner (org.freedesktop.Notifications). If the session bus
/// or the notification server does not respond, only this process is blocked.
package final class DesktopService {
    /// The subcommand of keepalive-run that runs this process.
    package static let subcommand = "notification-service"

    private let loop: EventLoop
    private let socket: PacketSocket<DesktopOrder, DesktopReply>
    private var bus: OpaquePointer?
    private var watch: EventLoop.Watch?
    private var capabilities: CInt = 0
    /// The numbers that the notification server has given to the shown notifications, by their keys.
    private var numbers: [String: UInt32] = [:]
    /// The numbers of the notifications that the user has answered. A server may report the end of such a notification
    /// as a dismissal, which is ignored.
    private var answered: Set<UInt32> = []

    /// The action key that the specification reserves for a click on the notification itself.
    private static let click = "default"
    /// The prefix of the keys of the app's actions, because an app may have an action with the key `default`.
    private static let prefix = "action:"
    /// The reason code of the signal NotificationClosed for a notification that the user has dismissed.
    private static let dismissed: UInt32 = 2
    /// The time for which a brief notification is shown, in milliseconds. It is as long as a banner; the value is this
    /// project's choice.
    private static let briefMilliseconds: CInt = 5000

    /// - Parameter descriptor: the connection with the runner, which this object takes over.
    /// - Throws: `Errno`.
    package init(descriptor: CInt) throws {
        loop = try EventLoop()
        socket = try PacketSocket(descriptor, loop: loop)
    }

    /// Carries out orders until the runner closes the connection, and then removes the shown notifications.
    package func run() {
        socket.onMessage = { [unowned self] in obey($0) }
        socket.onEnd = { [loop] in loop.stop() }
        loop.run()
        guard let bus else { return }
        for number in numbers.values { clinux_bus_withdraw(bus, number) }
        clinux_bus_close(bus)
    }

    private func obey(_ order: DesktopOrder) {
        switch order {
        case .show(let notification): show(notification)
        case .withdraw(let key):
            guard let bus, let number = numbers.removeValue(forKey: key) else { return }
            clinux_bus_withdraw(bus, number)
            process()
        }
    }

    private func show(_ notification: DesktopNotification) {
        var failure = [CChar](repeating: 0, count: 512)
        do throws(Failure) {
            let bus = try connection(&failure)
            var words: [String] = []
            if capabilities & CInt(CLINUX_BUS_ACTIONS.rawValue) != 0, !notification.isBrief {
                words += [Self.click, "Open"]
                for action in notification.actions { words += [Self.prefix + action.key, action.title] }
            }
            let body =
                capabilities & CInt(CLINUX_BUS_MARKUP.rawValue) != 0
                ? Self.escaped(notification.body) : notification.body
            let actions = CStringArray(words.map { RawText($0) })
            let number = withExtendedLifetime(actions) {
                clinux_bus_notify(
                    bus, notification.app, numbers[notification.key] ?? 0, notification.summary, body,
                    actions.pointer, notification.plays ? "message-new-instant" : nil,
                    notification.isBrief ? Self.briefMilliseconds : 0, &failure, failure.count)
            }
            guard number != 0 else { throw Failure(failure) }
            numbers[notification.key] = number
            socket.send(.shown(key: notification.key))
            // Signals that arrived together with the reply are processed now, because the socket does not become
            // readable for them again.
            process()
        } catch {
            // The next notification connects again, because a desktop session may start later.
            socket.send(.notShown(key: notification.key, error.text))
        }
    }

    private struct Failure: Error {
        let text: String

        init(_ buffer: [CChar]) {
            text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    private func connection(_ failure: inout [CChar]) throws(Failure) -> OpaquePointer {
        if let bus { return bus }
        let context = Unmanaged.passUnretained(self).toOpaque()
        let opened = clinux_bus_open(
            { context, number, action in
                guard let context, let action else { return }
                Unmanaged<DesktopService>.fromOpaque(context).takeUnretainedValue()
                    .answered(number, String(cString: action))
            },
            { context, number, reason in
                guard let context else { return }
                Unmanaged<DesktopService>.fromOpaque(context).takeUnretainedValue().closed(number, reason)
            }, context, &capabilities, &failure, failure.count)
        guard let opened else { throw Failure(failure) }
        bus = opened
        watch = try? loop.watch(clinux_bus_fd(opened), for: .readable) { [unowned self] _ in process() }
        return opened
    }

    private func process() {
        guard let bus, clinux_bus_process(bus) != 0 else { return }
        disconnect()
    }

    private func disconnect() {
        if let watch { loop.unwatch(watch) }
        watch = nil
        if let bus { clinux_bus_close(bus) }
        bus = nil
        numbers.removeAll()
        answered.removeAll()
    }

    private func answered(_ number: UInt32, _ action: String) {
        guard let key = numbers.first(where: { $0.value == number })?.key else { return }
        answered.insert(number)
        socket.send(
            .answered(key: key, action: action == Self.click ? nil : String(action.dropFirst(Self.prefix.count))))
    }

    private func closed(_ number: UInt32, _ reason: UInt32) {
        let wasAnswered = answered.remove(number) != nil
        guard let key = numbers.first(where: { $0.value == number })?.key else { return }
        numbers[key] = nil
        if reason == Self.dismissed, !wasAnswered { socket.send(.dismissed(key: key)) }
    }

    /// Returns a text with the characters of markup escaped, for a server that interprets the body as markup.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { all, character in
            switch character {
            case "&": all += "&amp;"
            case "<": all += "&lt;"
            case ">": all += "&gt;"
            default: all.append(character)
            }
        }
    }
}
