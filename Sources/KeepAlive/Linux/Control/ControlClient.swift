import Glibc
import SystemPackage

/// Asks a running system of this user. It blocks, for at most its timeout.
package struct ControlClient {
    /// A system that runs.
    package struct System: Sendable, Hashable {
        /// The pid of its runner.
        package let pid: Int32
        /// The path of its control socket.
        package let path: String

        /// What it is called: its pid, with a suffix where two containers share a directory.
        package var name: String { path.split(separator: "/").dropLast().last.map(String.init) ?? path }
    }

    /// The system that is asked.
    package let system: System
    private let timeout: Duration

    /// The longest answer, in bytes.
    private static let longestAnswer = 16 << 20

    // MARK: Finding

    /// The systems of this user whose socket takes connections, by pid. What killed ones have left is removed.
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
    ///   - name: its pid, with the suffix that tells two apart, or a path of its socket that has a `/` in it; `nil` if
    ///     there is only one.
    ///   - timeout: how long a request may take.
    /// - Throws: ``KeepAliveError`` with code `control` when there is none, none of that name, or more than one; with
    ///   code `usage` for what is no name of a system.
    package init(system name: String? = nil, timeout: Duration = .seconds(5)) throws {
        try self.init(system: name, timeout: timeout, bases: ControlDirectory.bases)
    }

    init(system name: String? = nil, timeout: Duration = .seconds(5), bases: [String]) throws {
        self.timeout = timeout
        if let name { try Self.check(name) }
        let running = Self.systems(in: bases)
        if let name, name.contains("/") {
            // The path may be one that is found nowhere, such as another user's, for root.
            let pid = name.split(separator: "/").dropLast().last.flatMap { ControlDirectory.pid(of: $0) }
            system = running.first { $0.path == name } ?? System(pid: pid ?? 0, path: name)
            return
        }
        let names = running.map(\.name).joined(separator: ", ")
        let matching = name.map { name in running.filter { $0.name == name } } ?? running
        if matching.count == 1 {
            system = matching[0]
        } else if running.isEmpty {
            throw KeepAliveError(
                .control,
                name.map { "there is no system '\($0)': none of yours is running" }
                    ?? "no system of yours is running",
                remedy: "keepalive-run starts one")
        } else if matching.isEmpty {
            throw KeepAliveError(.control, "there is no system '\(name ?? "")'", remedy: "Running: \(names)")
        } else if let name {
            throw KeepAliveError(
                .control, "\(matching.count) systems are called '\(name)'",
                remedy: "Name one by its socket, --system PATH: \(matching.map(\.path).joined(separator: ", "))")
        } else {
            throw KeepAliveError(
                .control, "\(running.count) systems are running",
                remedy: "Name one of them with --system PID: \(names)")
        }
    }

    /// Refuses what cannot be the name of a system.
    private static func check(_ name: String) throws {
        if name.contains("/") {
            guard !UnixSocket.isSomethingElse(name) else {
                throw KeepAliveError(.usage, "--system \(name): not a socket")
            }
            return
        }
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isName = parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { "0123456789".contains($0) } }
        guard isName, let pid = pid_t(parts[0]), pid > 0 else {
            throw KeepAliveError(
                .usage,
                "--system '\(name)': neither a pid such as 4711, or 4711.1 where two have it, nor a path with a / in it"
            )
        }
    }

    // MARK: Asking

    /// Sends one request and waits for its result.
    ///
    /// - Parameters:
    ///   - method: its name.
    ///   - parameters: an object or an array, or null for none.
    /// - Throws: ``KeepAliveError`` with code `control`: the system does not answer, or answers with an error.
    package func request(_ method: String, _ parameters: JSONValue = .null) throws -> JSONValue {
        let deadline = EventLoop.monotonicNow + timeout
        let connection: CInt
        do {
            connection = try UnixSocket.connect(system.path, timeout: timeout)
        } catch {
            if error == .wouldBlock { throw silence }
            throw failure("cannot be reached at \(system.path): \(error)")
        }
        defer { close(connection) }
        // root may ask a system of any user, but whoever is asked must be who we take it for.
        guard UnixSocket.peerIsTrusted(connection) || geteuid() == 0 else { throw failure("belongs to another user") }
        var request: [String: JSONValue] = ["jsonrpc": "2.0", "id": 1, "method": .string(method)]
        if parameters != .null { request["params"] = parameters }
        try send(Array((JSONValue.object(request).text + "\n").utf8), to: connection)
        let answer: JSONValue
        do {
            answer = try JSONValue(parsing: try receiveLine(from: connection, until: deadline))
        } catch let error as JSONValue.SyntaxError {
            throw failure("answered what is not JSON: \(error)")
        }
        // Who cannot make out the request answers with null.
        guard answer["id"] == 1 || (answer["id"] == .null && answer["error"] != nil) else {
            throw failure("answered another request")
        }
        if let error = answer["error"] {
            throw KeepAliveError(.control, "\(method): \(error["message"]?.string ?? error.text)")
        }
        guard let result = answer["result"] else { throw failure("answered without a result") }
        return result
    }

    /// Sends one request and waits for its result.
    ///
    /// - Throws: ``KeepAliveError`` with code `control`, also when the result is something else.
    package func request<Value: Decodable>(_ method: String, as type: Value.Type) throws -> Value {
        let result = try request(method)
        do {
            return try result.decoded(as: type)
        } catch {
            throw failure("answered '\(method)' with something else. Is it another version of keepalive-run?")
        }
    }

    private func failure(_ what: String) -> KeepAliveError {
        KeepAliveError(.control, "the system \(system.pid > 0 ? system.name : system.path) \(what)")
    }

    private var silence: KeepAliveError {
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
                // It may have said why.
                return
            } else if errno != EINTR {
                throw failure("cannot be asked: \(Errno(rawValue: errno))")
            }
        }
    }

    private func receiveLine(from connection: CInt, until deadline: MonotonicInstant) throws -> [UInt8] {
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let milliseconds = (deadline - EventLoop.monotonicNow) / .milliseconds(1)
            var wait = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, CInt(max(0, min(milliseconds.rounded(.up), 1e9))))
            if ready == 0 { throw silence }
            let count = ready < 0 ? -1 : recv(connection, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw failure("closed the connection without an answer") }
            if let end = buffer[..<count].firstIndex(of: UInt8(ascii: "\n")) { return line + buffer[..<end] }
            line += buffer[..<count]
            if line.count > Self.longestAnswer { throw failure("answers more than \(Self.longestAnswer >> 20) MiB") }
        }
    }
}
