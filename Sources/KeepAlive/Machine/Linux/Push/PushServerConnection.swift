import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// The connection of a device to a push server on this machine: a Unix socket with JSON-RPC 2.0, one message per line.
///
/// The device sends its name, requests tokens, receives pushes, and confirms each push after the call of ``onPush``. If
/// the server closes the connection, the device connects again and requests its tokens again.
package final class PushServerConnection {
    /// A token that an app has requested. The app gets the token, and later each new token that replaces it.
    private struct Wanted {
        var token: [UInt8]?
        /// True while an app waits for the token, even if the connection is lost meanwhile.
        var isAwaited = false
        var owners: [Owner]

        struct Owner {
            weak var object: AnyObject?
            let tell: ([UInt8]) -> Void
        }
    }

    /// A request to the server, which awaits the server's answer.
    private enum Question {
        case connection
        case token(PushRegistration)
        case end(PushRegistration)
    }

    /// The largest number of pushes that are remembered; the server leaves fewer pushes unconfirmed.
    private static let handledMax = 1024

    /// Called with the topic of a push and the push.
    package var onPush: ((String, RemotePush) -> Void)?
    /// Called with messages for the device's log.
    package var onNote: ((String) -> Void)?

    private let path: String
    private let device: String
    private let isTemporary: Bool
    private let loop: EventLoop
    private var connection: LineConnection?
    private var backoff = Backoff(first: .seconds(1), limit: .seconds(60))
    private var retry: ScheduledAction?
    private var wanted: [PushRegistration: Wanted] = [:]
    /// The registrations whose tokens are to be invalidated, until the server confirms the invalidation.
    private var unwanted: Set<PushRegistration> = []
    /// The requests that the server has not answered yet, by their numbers.
    private var asked: [Int: Question] = [:]
    /// The identifier of the server's run. The numbers of that run's last pushes are in ``handled``, because the server
    /// may send a push again.
    private var epoch: String?
    private var handled: [Int] = []
    private var number = 0
    private var isReachable = true
    private var isClosed = false
    /// The last message about a server that cannot be reached, so that the same message is reported only once.
    private var complaint: String?

    /// The default name of the server's socket.
    private static let standardName = "keepalive-apns.sock"

    /// - Parameters:
    ///   - path: the path of the server's socket for devices.
    ///   - device: the device's name, which must be unique at the server.
    ///   - isTemporary: true if the device does not connect again under this name after it has ended.
    package init(_ path: String, device: String, isTemporary: Bool, loop: EventLoop) {
        self.isTemporary = isTemporary
        self.path = path
        self.device = device
        self.loop = loop
    }

    deinit { close() }

    /// The default path of the server's socket.
    package static var standardPath: String {
        let directory = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        return directory.hasPrefix("/") ? "\(directory)/\(standardName)" : "/tmp/keepalive-apns-\(geteuid()).sock"
    }

    /// Returns whether a server of this user, or of root, listens at a path.
    package static func isServed(_ path: String) -> Bool {
        guard let descriptor = try? UnixSocket.connect(path) else { return false }
        defer { Glibc.close(descriptor) }
        return UnixSocket.peerIsTrusted(descriptor)
    }

    /// Closes the connection, and stops further attempts to connect.
    package func close() {
        isClosed = true
        if let retry { loop.cancel(retry) }
        retry = nil
        connection?.close()
        connection = nil
    }

    /// Tells the server whether the device has a network. Without one, the server keeps the pushes for the device.
    package func setReachable(_ isReachable: Bool) {
        guard isReachable != self.isReachable else { return }
        self.isReachable = isReachable
        tell("reachable", ["value": .bool(isReachable)])
    }

    /// Requests a token, and connects if necessary.
    ///
    /// - Parameters:
    ///   - owner: the object that requests the token. The object is held weakly; after it is released, `tell` is not
    ///     called.
    ///   - tell: called from the loop with the token, and later with a new one that replaces it.
    package func register(_ registration: PushRegistration, for owner: AnyObject, tell: @escaping ([UInt8]) -> Void) {
        var entry = wanted[registration] ?? Wanted(owners: [])
        entry.owners.removeAll { $0.object == nil || $0.object === owner }
        entry.owners.append(.init(object: owner, tell: tell))
        entry.isAwaited = true
        wanted[registration] = entry
        unwanted.remove(registration)
        if connection == nil {
            connect()
        } else {
            ask("register", .token(registration), Self.parameters(registration))
        }
    }

    /// Invalidates a token: now, or when the server can be reached again.
    package func unregister(_ registration: PushRegistration) {
        wanted[registration] = nil
        unwanted.insert(registration)
        if connection == nil {
            connect()
        } else {
            ask("unregister", .end(registration), Self.parameters(registration))
        }
    }

    // MARK: The connection

    private func connect() {
        guard connection == nil, retry == nil, !isClosed else { return }
        do {
            let descriptor = try UnixSocket.connect(path)
            guard UnixSocket.peerIsTrusted(descriptor) else {
                Glibc.close(descriptor)
                return again("belongs to another user")
            }
            let connection = try LineConnection(
                descriptor, peer: 0, loop: loop, patience: .seconds(10),
                onLine: { [unowned self] _, line in
                    take(line)
                    return .none
                }, onEnd: { [weak self] _ in self?.ended() })
            connection.limits = .app
            self.connection = connection
            complaint = nil
            asked = [:]
            ask(
                "connect", .connection,
                ["device": .string(device), "reachable": .bool(isReachable), "temporary": .bool(isTemporary)])
            for registration in unwanted.sorted(by: { $0.topic < $1.topic }) {
                ask("unregister", .end(registration), Self.parameters(registration))
            }
            for registration in wanted.keys.sorted(by: { $0.topic < $1.topic }) {
                ask("register", .token(registration), Self.parameters(registration))
            }
        } catch {
            again("cannot be reached: \((error as? Errno)?.phrase ?? "\(error)")")
        }
    }

    private func ended() {
        connection = nil
        again("has closed the connection")
    }

    /// Reports why there is no connection, and schedules another attempt.
    private func again(_ what: String) {
        guard !isClosed else { return }
        if complaint != what {
            complaint = what
            onNote?("the push server at \(path) \(what); the device tries again")
        }
        guard retry == nil else { return }
        retry = loop.schedule(after: backoff.next()) { [unowned self] in
            retry = nil
            connect()
        }
    }

    private func tell(_ method: String, _ parameters: JSONValue, id: JSONValue? = nil) {
        connection?.send(.request(method: method, parameters: parameters, id: id))
    }

    private func ask(_ method: String, _ question: Question, _ parameters: JSONValue) {
        number += 1
        asked[number] = question
        tell(method, parameters, id: .number(String(number)))
    }

    private static func parameters(_ registration: PushRegistration) -> JSONValue {
        var members: [String: JSONValue] = ["topic": .string(registration.topic)]
        members["instance"] = registration.activity.map { .string($0) }
        return .object(members)
    }

    // MARK: Messages from the server

    private func take(_ line: ArraySlice<UInt8>) {
        switch try? JSONRPCMessage(parsing: line) {
        case .request("push", let parameters, _): pushed(parameters)
        case .result(let result, let id): answered(id, result)
        case .failure(let error, let id):
            guard case .token(let registration)? = id.int.flatMap({ asked.removeValue(forKey: $0) }) else {
                return onNote?("the push server at \(path) complains: \(error.message)") ?? ()
            }
            onNote?("the push server gives no token for \(registration.topic): \(error.message)")
        default: onNote?("the push server at \(path) sent what is no message: it is left out")
        }
    }

    private func answered(_ id: JSONValue, _ result: JSONValue) {
        guard let question = id.int.flatMap({ asked.removeValue(forKey: $0) }) else { return }
        // The server works, so the next failure starts with a short pause again.
        backoff.reset()
        switch question {
        case .connection:
            guard let epoch = result["epoch"]?.string, epoch != self.epoch else { return }
            self.epoch = epoch
            handled = []
        case .end(let registration): unwanted.remove(registration)
        case .token(let registration):
            guard let token = result["token"]?.string.flatMap(Self.bytes), var entry = wanted[registration] else {
                return
            }
            // An app is not told a token that it already has, unless it has requested the token again.
            let isTold = entry.token != token || entry.isAwaited
            entry.token = token
            entry.isAwaited = false
            entry.owners.removeAll { $0.object == nil }
            wanted[registration] = entry
            if isTold { for owner in entry.owners { owner.tell(token) } }
        }
    }

    private func pushed(_ parameters: JSONValue) {
        guard let number = parameters["number"]?.int, let identifier = parameters["id"]?.string,
            let topic = parameters["topic"]?.string, let text = parameters["payload"]?.string
        else { return onNote?("the push server at \(path) sent a push that lacks something: it is left out") ?? () }
        // Without a network no push reaches the device. The push is not confirmed, so the server keeps it and sends it
        // again.
        guard isReachable else { return }
        // With a network, even an invalid push is confirmed, because the server would send an unconfirmed push again
        // without end.
        defer { tell("received", ["number": .number(String(number))]) }
        guard !handled.contains(number) else { return }
        handled.append(number)
        if handled.count > Self.handledMax { handled.removeFirst() }
        guard let payload = try? JSONValue(parsing: text.utf8) else {
            return onNote?("push \(identifier) for \(topic) has a payload that is not JSON: it is dropped") ?? ()
        }
        onPush?(
            topic,
            RemotePush(
                identifier: identifier, type: parameters["type"]?.string.flatMap { PushType(rawValue: $0) },
                priority: parameters["priority"]?.int ?? 10, collapseIdentifier: parameters["collapseID"]?.string,
                payload: payload))
    }

    private static func bytes(_ hex: String) -> [UInt8]? {
        let digits = hex.compactMap(\.hexDigitValue)
        guard digits.count == hex.utf8.count, digits.count.isMultiple(of: 2), !digits.isEmpty else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
