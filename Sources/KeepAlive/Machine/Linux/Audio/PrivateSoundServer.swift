import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// A private sound server for a machine without a sound device. Its null sink plays in real time and can be recorded.
/// The server is PulseAudio, or PipeWire where only PipeWire is installed.
///
/// The server has no access to the user's configuration and session bus, and writes only into its own directory. If the
/// runner is killed, a guardian ends the server and removes the directory; otherwise ``close()`` does both.
package final class PrivateSoundServer: SoundServer {
    package let facts: SoundServerFacts
    /// The process id of the server.
    package var pid: Int32 { process.pid }
    /// The CPU time and voluntary context switches of all processes of the server.
    var usage: Usage { process.treeUsage }
    /// The state of the server.
    package private(set) var state = SoundServerState.starting
    /// The callbacks of the clients that play on the server; called when the server is ready and when it has ended.
    private var users: [ObjectIdentifier: (SoundServerState) -> Void] = [:]

    private let loop: EventLoop
    /// The directory of all files that the server writes.
    var directory: String { place.path }
    private let place: OwnDirectory
    private let socketPath: String
    private let process: GuardedProcess
    private var notifier: CInt = -1
    private var watch: EventLoop.Watch?
    private var retry: ScheduledAction?

    /// The name of the sink; its monitor source is `keepalive.monitor`.
    package static let sinkName = "keepalive"

    /// Returns the environment variable that gives a client of a private server the path of the cookie. The cookie
    /// stays in the server's directory; without the variable, libpulse would create a cookie in the user's home
    /// directory.
    static func cookie(of server: String) -> (variable: String, path: String) {
        ("PULSE_COOKIE", server.dropFirst("unix:".count).dropLast("/native".count) + "/cookie")
    }

    /// Starts the server; an event of the loop later sets ``state`` to `ready`.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio` when the package is missing or the server cannot be started.
    package convenience init(loop: EventLoop) throws {
        let program: SoundServerProgram
        do {
            program = try SoundServerProgram.find()
        } catch {
            throw KeepAliveError(.audio, "no private sound device: \(error.message)", remedy: error.remedy)
        }
        try self.init(program, loop: loop)
    }

    /// Starts a given program as the server.
    init(_ program: SoundServerProgram, loop: EventLoop) throws {
        self.loop = loop
        place = try Self.makeDirectory()
        let directory = place.path
        socketPath = directory + "/native"
        facts = SoundServerFacts(
            address: "unix:" + socketPath, name: program.name, silenceSink: program.silenceSink,
            missingIsSilent: program.missingIsSilent, startedAt: loop.now)
        do {
            notifier = try valueOrErrno(inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK)))
            _ = try valueOrErrno(inotify_add_watch(notifier, directory, UInt32(IN_CREATE | IN_ATTRIB)))
            let null = try FileDescriptor.open("/dev/null", .readWrite, options: .closeOnExec)
            defer { try? null.close() }
            process = try GuardedProcess(program.request(directory: directory, null: null.rawValue), loop: loop)
        } catch {
            if notifier >= 0 { Glibc.close(notifier) }
            // The directory may already contain the configuration.
            place.remove()
            throw KeepAliveError(.audio, "cannot start a private \(program.name): \(error)")
        }
        process.onReport = { [unowned self] report in processReported(report) }
        watch = try loop.watch(notifier, for: .readable) { [unowned self] _ in directoryChanged() }
        directoryChanged()
    }

    deinit { close() }

    package func use(_ user: AnyObject, onChange: @escaping (SoundServerState) -> Void) {
        users[ObjectIdentifier(user)] = onChange
    }

    package func leave(_ user: AnyObject) {
        users[ObjectIdentifier(user)] = nil
        if users.isEmpty { close() }
    }

    /// True if another client may use the server: it is starting or ready.
    package var isUsable: Bool { state == .starting || state == .ready }

    private func tellUsers() {
        for tell in Array(users.values) { tell(state) }
    }

    /// Ends the server, and waits until none of its processes is left.
    package func close() {
        guard state != .closed else { return }
        state = .closed
        stopWaiting()
        end()
    }

    /// Ends the remaining processes of the server, and removes the files that the guardian has not removed.
    private func end() {
        process.end()
        place.remove()
    }

    private static func makeDirectory() throws -> OwnDirectory {
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        // The address of a Unix socket has room for 107 bytes, so use only a directory with a short path.
        let parents = [runtime, "/tmp"].filter { $0.first == "/" && $0.utf8.count < 70 }
        do {
            return try OwnDirectory("keepalive-audio-\(getpid())", in: parents)
        } catch {
            throw KeepAliveError(
                .audio, "cannot create a directory for a private sound server: \(error)",
                remedy: "Make $XDG_RUNTIME_DIR or /tmp writable")
        }
    }

    // MARK: Its life

    private func directoryChanged() {
        var buffer = [UInt8](repeating: 0, count: 1024)
        while read(notifier, &buffer, buffer.count) > 0 {}
        connectIfPossible()
    }

    /// Tries to connect. The socket's file exists a moment before the server listens, so another attempt follows every
    /// 5 ms, until the client's timeout.
    private func connectIfPossible() {
        guard state == .starting, access(socketPath, F_OK) == 0 else { return }
        if let retry { loop.cancel(retry) }
        retry = nil
        guard UnixSocket.answers(socketPath) else {
            retry = loop.schedule(after: .milliseconds(5)) { [unowned self] in connectIfPossible() }
            return
        }
        stopWaiting()
        state = .ready
        tellUsers()
    }

    private func stopWaiting() {
        if let retry { loop.cancel(retry) }
        retry = nil
        if let watch { loop.unwatch(watch) }
        watch = nil
        if notifier >= 0 { Glibc.close(notifier) }
        notifier = -1
    }

    private func processReported(_ report: GuardedProcess.Report) {
        let cause: String
        switch report {
        case .continued: return
        // A stopped server neither plays nor answers, so it counts as ended.
        case .stopped: cause = "the private \(name) was stopped"
        case .exited(let status): cause = "the private \(name) ended (\(status))"
        case .guardianLost:
            cause = "the private \(name) lost its guardian"
            // Without a guardian, nothing would remove the directory if the runner were killed later, so end the server
            // now.
            end()
        }
        guard state == .starting || state == .ready else { return }
        stopWaiting()
        state = .ended(cause: cause)
        tellUsers()
    }
}
