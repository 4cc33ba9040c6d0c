import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import SystemPackage

/// Sends requests to a running keepalive-run of this user, over its control socket. Each request blocks at most for the
/// timeout.
package struct ControlClient {
    /// A running keepalive-run (a runner), to which requests can be sent.
    package struct System: Sendable, Hashable {
        /// The process id of the runner; 0 if it is not known.
        package let pid: Int32
        /// The path of the socket to which requests are sent.
        package let path: String

        /// The name of the socket's directory: the runner's pid, with a suffix if runners in two containers share a
        /// base directory and have the same pid.
        package var name: String { path.split(separator: "/").dropLast().last.map(String.init) ?? path }
    }

    /// The runner to which the requests are sent.
    package let system: System
    private let timeout: Duration
    /// Called about every 200 ms during the wait for a message, with the time waited so far. An error that the closure
    /// throws ends the wait.
    package var whileWaiting: ((Duration) throws -> Void)?

    /// The longest answer that is accepted, in bytes.
    fileprivate static let longestAnswer = 16 << 20

    // MARK: Finding

    /// Returns the runners of this user whose control sockets accept connections, sorted by pid. Also removes the
    /// directories that killed runners have left.
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

    /// Creates a client for a running keepalive-run.
    ///
    /// - Parameters:
    ///   - name: the runner's pid, with a suffix if two runners have the same pid; the name that was given to the
    ///     runner; or the path of its socket, which contains a `/`. `nil` for the runner of the app to which this
    ///     process belongs, or else for the only runner.
    ///   - timeout: the time limit of a request.
    /// - Throws: ``KeepAliveError`` with code `control` when no runner matches, or more than one; with code `usage` for
    ///   a text that is not a valid name.
    package init(system name: String? = nil, timeout: Duration = .seconds(5)) throws {
        try self.init(system: name, timeout: timeout, bases: ControlDirectory.bases)
    }

    init(system name: String? = nil, timeout: Duration = .seconds(5), bases: [String]) throws {
        self.timeout = timeout
        if let name { try Self.check(name) }
        let running = Self.systems(in: bases)
        if let name, name.contains("/") {
            // The path is used even if no runner was found there: root may name the socket of another user's runner.
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

    /// Returns the runners that a name selects: by pid if the name begins with a digit, otherwise by the name that was
    /// given to the runner.
    private static func matching(_ name: String, among running: [System]) -> [System] {
        if name.first?.isNumber == true { return running.filter { $0.name == name } }
        return running.filter { givenName(of: $0) == name }
    }

    /// Asks a runner for the name that was given to it; `nil` when the runner does not answer within a second.
    private static func givenName(of system: System) -> String? { status(of: system)?["name"]?.string }

    private static func status(of system: System) -> JSONValue? {
        try? ControlClient(system: system, timeout: .seconds(1)).request("status")
    }

    /// Asks the runners for their given names and their apps, and returns a list of the runners for an error message.
    private static func titles(of running: [System]) -> String {
        // The list is only part of an error message, so ask no further runner after a second.
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

    /// Returns the runner of the app to which this process belongs; all runners if this process belongs to no app, or
    /// if its runner is not found.
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

    /// Creates a client for the socket of the app to which this process belongs.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` when this process belongs to no app.
    package static func ownApp(timeout: Duration = .seconds(5)) throws -> ControlClient {
        guard let path = getenv(AppSocket.variable).map({ String(cString: $0) }), !path.isEmpty else {
            throw KeepAliveError(
                .usage, "this is for an app to say: \(AppSocket.variable) is not set here",
                remedy: "Run it from within: keepalive-run -- sh -c '…'")
        }
        return ControlClient(system: System(pid: 0, path: path), timeout: timeout)
    }

    /// Returns whether a text is a valid name to give to a keepalive-run: at most 63 ASCII letters, digits, `-` and
    /// `_`, beginning with a letter.
    package static func isName(_ text: String) -> Bool {
        text.utf8.count <= 63 && text.first?.isLetter == true
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    }

    /// Throws an error for a text that is no pid, no given name and no path of a socket.
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
    /// - Throws: ``KeepAliveError`` with code `control` when the runner does not answer, or `refusal` when it answers
    ///   with an error.
    package func request(_ method: String, _ parameters: JSONValue = .null) throws -> JSONValue {
        let connection = try open()
        defer { close(connection) }
        var input = Input(connection: connection)
        return try ask(method, parameters, over: &input)
    }

    /// Sends one request, and passes on the messages that follow until the other end disconnects.
    ///
    /// - Parameters:
    ///   - first: called with the result.
    ///   - told: called with each further message; returns an answer to the message, or `nil`.
    /// - Throws: ``KeepAliveError`` with code `control` or `refusal`, or an error that a closure throws.
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

    /// Sends one request; the caller takes the messages that follow from the returned connection.
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

    /// A connection on which a runner reports events.
    package final class Following {
        /// The answer to the request.
        package let first: JSONValue
        /// The file descriptor of the connection; it becomes readable when a message has arrived.
        package var descriptor: CInt { input.connection }
        private var input: Input
        private let client: ControlClient

        fileprivate init(first: JSONValue, input: Input, client: ControlClient) {
            self.first = first
            self.input = input
            self.client = client
        }

        deinit { close(input.connection) }

        /// Waits until a message has arrived, and returns all messages that have arrived; `nil` when the other end has
        /// disconnected.
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
        // root may connect to the runner of any user. For any other user, the peer must be the same user or root.
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
        // A server that cannot parse the request answers with a null id, so an error with this id is accepted, too.
        guard answer["id"] == 1 || (answer["id"] == .null && answer["error"] != nil) else {
            throw failure("answered another request")
        }
        if let error = answer["error"] {
            throw KeepAliveError(.refusal, error["message"]?.string ?? error.text)
        }
        guard let result = answer["result"] else { throw failure("answered without a result") }
        return result
    }

    /// Sends one request, waits for its result and decodes it.
    ///
    /// - Throws: ``KeepAliveError`` with code `control`, also when the result cannot be decoded, or `refusal`.
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
                // The other end may have sent the reason before it disconnected. This is no error here, so that the
                // caller reads that reason.
                return
            } else if errno != EINTR {
                throw failure("cannot be asked: \(Errno(rawValue: errno))")
            }
        }
    }

    /// The input of a connection, split into lines.
    fileprivate struct Input {
        let connection: CInt
        private var bytes: [UInt8] = []

        init(connection: CInt) {
            self.connection = connection
        }

        /// Returns the next line that has already arrived; `nil` if there is none.
        mutating func buffered() -> [UInt8]? {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            let line = Array(bytes[..<end])
            bytes.removeFirst(end + 1)
            return line
        }

        /// Waits for the next line and returns it; `nil` when the other end has disconnected.
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
