import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import SystemPackage

/// Sends requests to a running system of this user. A request blocks for at most the timeout.
package struct ControlClient {
    /// A running system.
    package struct System: Sendable, Hashable {
        /// The pid of its runner.
        package let pid: Int32
        /// The path of its control socket.
        package let path: String

        /// Its name: its pid, with a suffix where two containers share a directory.
        package var name: String { path.split(separator: "/").dropLast().last.map(String.init) ?? path }
    }

    /// The system that gets the requests.
    package let system: System
    private let timeout: Duration
    /// Is called some times a second while an answer is waited for, with the time so far; what it throws ends the wait.
    package var whileWaiting: ((Duration) throws -> Void)?

    /// The longest answer, in bytes.
    fileprivate static let longestAnswer = 16 << 20

    // MARK: Finding

    /// The systems of this user whose socket takes connections, by pid. Directories that killed systems have left are
    /// removed.
    package static func systems() -> [System] { systems(in: ControlDirectory.bases) }

    static func systems(in bases: [String]) -> [System] {
        bases.flatMap { base in
            ControlDirectory.sweep(base)
            return ControlDirectory.all(in: base).filter { UnixSocket.answers($0.socket) }.compactMap { directory in
                directory.path.split(separator: "/").last.flatMap { ControlDirectory.pid(of: $0) }
                    .map { System(pid: $0, path: directory.socket) }
            }
        }.sorted { ($0.pid, $0.name) < ($1.pid, $1.name) }
    }

    /// Chooses a system.
    ///
    /// - Parameters:
    ///   - name: its pid, with the suffix that tells two apart; the name that it was given; or a path of its socket
    ///     that has a `/` in it. `nil` if there is only one.
    ///   - timeout: the longest time of a request.
    /// - Throws: ``KeepAliveError`` with code `control` when there is none, none of that name, or more than one; with
    ///   code `usage` for a text that is not a valid name.
    package init(system name: String? = nil, timeout: Duration = .seconds(5)) throws {
        try self.init(system: name, timeout: timeout, bases: ControlDirectory.bases)
    }

    init(system name: String? = nil, timeout: Duration = .seconds(5), bases: [String]) throws {
        self.timeout = timeout
        if let name { try Self.check(name) }
        let running = Self.systems(in: bases)
        if let name, name.contains("/") {
            // The path may lie outside the directories that are searched, such as that of another user, for root.
            let pid = name.split(separator: "/").dropLast().last.flatMap { ControlDirectory.pid(of: $0) }
            system = running.first { $0.path == name } ?? System(pid: pid ?? 0, path: name)
            return
        }
        let matching = name.map { name in Self.matching(name, among: running) } ?? Self.own(among: running)
        if matching.count == 1 {
            system = matching[0]
        } else if running.isEmpty {
            throw KeepAliveError(
                .control,
                name.map { "there is no device '\($0)': none of yours is running" }
                    ?? "no device of yours is running",
                remedy: "'keepalive-run boot' starts one, 'keepalive-run -- COMMAND' one with an app")
        } else if matching.isEmpty {
            throw KeepAliveError(
                .control, "there is no device '\(name ?? "")'", remedy: "Running: \(Self.titles(of: running))")
        } else if let name {
            throw KeepAliveError(
                .control, "\(matching.count) devices are called '\(name)'",
                remedy: "Name one by its socket, --system PATH: \(matching.map(\.path).joined(separator: ", "))")
        } else {
            throw KeepAliveError(
                .control, "\(running.count) devices are running",
                remedy: "Name one of them with --system PID: \(Self.titles(of: running))")
        }
    }

    /// The systems with a pid, or with a name that they were given.
    private static func matching(_ name: String, among running: [System]) -> [System] {
        if name.first?.isNumber == true { return running.filter { $0.name == name } }
        return running.filter { givenName(of: $0) == name }
    }

    /// The name that a system reports.
    private static func givenName(of system: System) -> String? { status(of: system)?["name"]?.string }

    private static func status(of system: System) -> JSONValue? {
        try? ControlClient(system: system, timeout: .seconds(1)).request("status")
    }

    /// The systems in words, for people to choose from: pids, with the names that were given, and their apps.
    private static func titles(of running: [System]) -> String {
        // The text of an error is not worth a longer wait.
        let end = EventLoop.monotonicNow + .seconds(1)
        return running.map { system in
            title(of: system, EventLoop.monotonicNow < end ? status(of: system) : nil)
        }.joined(separator: ", ")
    }

    static func title(of system: System, _ status: JSONValue?) -> String {
        let given = status?["name"]?.string.flatMap { $0 == "\(system.pid)" ? nil : $0 }
        let apps = (status?["apps"]?.array ?? []).compactMap { $0["name"]?.string }
        let words = [given, apps.isEmpty ? nil : apps.prefix(3).joined(separator: ", ")].compactMap { $0 }
        return words.isEmpty ? system.name : "\(system.name) (\(words.joined(separator: ": ").withoutControls))"
    }

    /// Within an app, the system that it runs on; else all.
    private static func own(among running: [System]) -> [System] {
        guard let socket = getenv(AppSocket.variable).map({ String(cString: $0) }),
            let end = socket.lastIndex(of: "/")
        else { return running }
        let own = running.filter { $0.path == "\(socket[..<end])/\(ControlDirectory.socketName)" }
        return own.isEmpty ? running : own
    }

    private init(system: System, timeout: Duration) {
        self.system = system
        self.timeout = timeout
    }

    /// Makes a client for the socket of the app that this process belongs to.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` when it belongs to none.
    package static func ownApp(timeout: Duration = .seconds(5)) throws -> ControlClient {
        guard let path = getenv(AppSocket.variable).map({ String(cString: $0) }), !path.isEmpty else {
            throw KeepAliveError(
                .usage, "this is for an app to say: \(AppSocket.variable) is not set here",
                remedy: "Run it from within: keepalive-run -- sh -c '…'")
        }
        return ControlClient(system: System(pid: 0, path: path), timeout: timeout)
    }

    /// Returns whether a text may be given to a system as its name.
    package static func isName(_ text: String) -> Bool {
        text.utf8.count <= 63 && text.first?.isLetter == true
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    }

    /// Refuses a text that cannot name a system.
    private static func check(_ name: String) throws {
        if name.contains("/") {
            guard !UnixSocket.isSomethingElse(name) else {
                throw KeepAliveError(.usage, "--system \(name): not a socket")
            }
            return
        }
        if isName(name) { return }
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isName = parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { "0123456789".contains($0) } }
        guard isName, let pid = pid_t(parts[0]), pid > 0 else {
            throw KeepAliveError(
                .usage,
                "--system '\(name)': neither a pid such as 4711, or 4711.1 where two have it, nor a name, nor a path with a / in it"
            )
        }
    }

    // MARK: Asking

    /// Sends one request and waits for its result.
    ///
    /// - Parameters:
    ///   - method: the name of the method.
    ///   - parameters: an object or an array, or null for none.
    /// - Throws: ``KeepAliveError`` with code `control`: the system does not answer, or answers with an error.
    package func request(_ method: String, _ parameters: JSONValue = .null) throws -> JSONValue {
        let connection = try open()
        defer { close(connection) }
        var input = Input(connection: connection)
        return try ask(method, parameters, over: &input)
    }

    /// Sends one request, and passes on the messages that follow until the other end closes.
    ///
    /// - Parameters:
    ///   - first: takes the result.
    ///   - told: takes each further message; returns an answer to it, or `nil`.
    /// - Throws: ``KeepAliveError`` with code `control`, or an error that a body throws.
    package func follow(
        _ method: String, _ parameters: JSONValue = .null, first: (JSONValue) throws -> Void,
        told: (JSONRPCMessage) throws -> JSONRPCMessage?
    ) throws {
        let connection = try open()
        defer { close(connection) }
        var input = Input(connection: connection)
        try first(try ask(method, parameters, over: &input))
        while let line = try input.line(until: nil, self) {
            guard let message = try? JSONRPCMessage(parsing: line) else { throw failure("said what is no message") }
            if let answer = try told(message) { try send(Array((answer.text + "\n").utf8), to: connection) }
        }
    }

    /// Sends one request; the caller takes the messages that follow when they come.
    ///
    /// - Throws: ``KeepAliveError`` with code `control` or `refusal`.
    package func following(_ method: String, _ parameters: JSONValue = .null) throws -> Following {
        var input = Input(connection: try open())
        do {
            let first = try ask(method, parameters, over: &input)
            return Following(first: first, input: input, client: self)
        } catch {
            close(input.connection)
            throw error
        }
    }

    /// A connection on which a system reports events.
    package final class Following {
        /// The answer to the request.
        package let first: JSONValue
        /// The descriptor of the connection; it becomes readable when a message has come.
        package var descriptor: CInt { input.connection }
        private var input: Input
        private let client: ControlClient

        fileprivate init(first: JSONValue, input: Input, client: ControlClient) {
            self.first = first
            self.input = input
            self.client = client
        }

        deinit { close(input.connection) }

        /// Takes the messages that have come; `nil` when the other end has closed.
        ///
        /// - Throws: ``KeepAliveError`` with code `control`.
        package func take() throws -> [JSONRPCMessage]? {
            guard let line = try input.line(until: nil, client) else { return nil }
            var lines = [line]
            while let next = input.buffered() { lines.append(next) }
            return lines.compactMap { try? JSONRPCMessage(parsing: $0) }
        }
    }

    private func open() throws -> CInt {
        let connection: CInt
        do {
            connection = try UnixSocket.connect(system.path, timeout: timeout)
        } catch {
            if error == .wouldBlock { throw silence }
            throw failure("cannot be reached at \(system.path): \(error)")
        }
        // root may connect to a system of any user. For others, the peer must be this user or root.
        guard UnixSocket.peerIsTrusted(connection) || geteuid() == 0 else {
            close(connection)
            throw failure("belongs to another user")
        }
        return connection
    }

    private func ask(_ method: String, _ parameters: JSONValue, over input: inout Input) throws -> JSONValue {
        let deadline = EventLoop.monotonicNow + timeout
        let request = JSONRPCMessage.request(method: method, parameters: parameters, id: 1)
        try send(Array((request.text + "\n").utf8), to: input.connection)
        guard let line = try input.line(until: deadline, self) else {
            throw failure("closed the connection without an answer")
        }
        let answer: JSONValue
        do {
            answer = try JSONValue(parsing: line)
        } catch {
            throw failure("answered what is not JSON: \(error)")
        }
        // A server that cannot parse the request answers with a null id.
        guard answer["id"] == 1 || (answer["id"] == .null && answer["error"] != nil) else {
            throw failure("answered another request")
        }
        if let error = answer["error"] {
            throw KeepAliveError(.refusal, error["message"]?.string ?? error.text)
        }
        guard let result = answer["result"] else { throw failure("answered without a result") }
        return result
    }

    /// Sends one request and waits for its result.
    ///
    /// - Throws: ``KeepAliveError`` with code `control`, also when the result is something else.
    package func request<Value: Decodable>(
        _ method: String, _ parameters: JSONValue = .null, as type: Value.Type
    ) throws -> Value {
        let result = try request(method, parameters)
        do {
            return try result.decoded(as: type)
        } catch {
            throw failure("answered '\(method)' with something else. Is it another version of keepalive-run?")
        }
    }

    fileprivate func failure(_ what: String) -> KeepAliveError {
        KeepAliveError(.control, "the system \(system.pid > 0 ? system.name : system.path) \(what)")
    }

    fileprivate var silence: KeepAliveError {
        KeepAliveError(
            .control, failure("does not answer within \(timeout)").message,
            remedy: system.pid > 0 ? "If it has been stopped: kill -CONT \(system.pid)" : nil)
    }

    private func send(_ bytes: [UInt8], to connection: CInt) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                throw silence
            } else if errno == EPIPE || errno == ECONNRESET {
                // The other end may have sent the reason before it closed.
                return
            } else if errno != EINTR {
                throw failure("cannot be asked: \(Errno(rawValue: errno))")
            }
        }
    }

    /// The input of a connection, cut into lines.
    fileprivate struct Input {
        let connection: CInt
        private var bytes: [UInt8] = []

        init(connection: CInt) {
            self.connection = connection
        }

        /// The next line that has arrived already.
        mutating func buffered() -> [UInt8]? {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            let line = Array(bytes[..<end])
            bytes.removeFirst(end + 1)
            return line
        }

        /// The next line, or `nil` when the other end has closed.
        ///
        /// - Parameter deadline: the end of the wait; `nil` for no limit.
        mutating func line(until deadline: MonotonicInstant?, _ client: ControlClient) throws -> [UInt8]? {
            var buffer = [UInt8](repeating: 0, count: 64 * 1024)
            let start = EventLoop.monotonicNow
            while true {
                if let line = buffered() { return line }
                guard bytes.count <= ControlClient.longestAnswer else {
                    throw client.failure("answers more than \(ControlClient.longestAnswer >> 20) MiB")
                }
                try client.whileWaiting?(EventLoop.monotonicNow - start)
                let now = EventLoop.monotonicNow
                let look = client.whileWaiting.map { _ in now + .milliseconds(200) }
                let end = [deadline, look].compactMap { $0 }.min()
                let milliseconds = end.map { ($0 - now) / .milliseconds(1) }
                var wait = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
                let ready = poll(&wait, 1, milliseconds.map { CInt(clamping: max(0, min($0.rounded(.up), 1e9))) } ?? -1)
                if ready == 0 {
                    if let deadline, EventLoop.monotonicNow >= deadline { throw client.silence }
                    continue
                }
                let count = ready < 0 ? -1 : recv(connection, &buffer, buffer.count, 0)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return nil }
                bytes += buffer[..<count]
            }
        }
    }
}
