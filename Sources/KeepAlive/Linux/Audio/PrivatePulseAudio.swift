import Glibc
import SystemPackage

/// A sound device for a machine without one: a PulseAudio server of our own with a null sink, which plays in real time
/// and can be recorded.
///
/// It sees neither the user's configuration nor the user's session bus, writes only into a directory of its own, and
/// lives under a guardian that ends it and removes the directory however the runner ends.
package final class PrivatePulseAudio: SoundServer {
    /// The address for `PULSE_SERVER`.
    package let server: String
    /// The pid of the server.
    package var pid: Int32 { process.pid }
    /// CPU time and voluntary switches of the server.
    var usage: Usage { process.usage }
    /// How far it got.
    package private(set) var state = SoundServerState.starting
    /// Who plays on it: told once it is ready and once it has ended.
    private var users: [ObjectIdentifier: (SoundServerState) -> Void] = [:]

    private let loop: EventLoop
    /// The directory of everything it writes; the guardian removes it.
    let directory: String
    private let socketPath: String
    private let process: GuardedProcess
    private var notifier: CInt = -1
    private var watch: EventLoop.Watch?
    private var retry: ScheduledAction?

    /// The name of the sink; its monitor source is `keepalive.monitor`.
    package static let sinkName = "keepalive"

    /// What a client of a private server has in its environment: its cookie stays in the server's directory, where
    /// libpulse would make one in the user's home.
    static func cookie(of server: String) -> (variable: String, path: String) {
        ("PULSE_COOKIE", server.dropFirst("unix:".count).dropLast("/native".count) + "/cookie")
    }

    /// Starts the server; ``state`` becomes `ready` on the loop.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio` when the package is missing or the server cannot be started.
    package init(loop: EventLoop) throws {
        self.loop = loop
        guard let executable = ExternalTool.pulseaudio.find() else {
            throw KeepAliveError(
                .audio, "no private sound device: pulseaudio is not installed",
                remedy: "apt-get install pulseaudio libasound2-plugins")
        }
        directory = try Self.makeDirectory()
        socketPath = directory + "/native"
        server = "unix:" + socketPath
        do {
            notifier = try valueOrErrno(inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK)))
            _ = try valueOrErrno(inotify_add_watch(notifier, directory, UInt32(IN_CREATE | IN_ATTRIB)))
            let null = try FileDescriptor.open("/dev/null", .readWrite, options: .closeOnExec)
            defer { try? null.close() }
            process = try GuardedProcess(
                Self.request(executable, directory: directory, socket: socketPath, null: null.rawValue), loop: loop)
        } catch {
            if notifier >= 0 { Glibc.close(notifier) }
            rmdir(directory)
            throw KeepAliveError(.audio, "cannot start a private PulseAudio: \(error)")
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

    /// Whether another one may join in.
    package var isUsable: Bool { state == .starting || state == .ready }

    private func tellUsers() {
        for tell in Array(users.values) { tell(state) }
    }

    /// Ends the server and waits until nothing of it is left.
    package func close() {
        guard state != .closed else { return }
        state = .closed
        stopWaiting()
        process.end()
    }

    // MARK: What to start

    /// Whether there is a server to start.
    static var isInstalled: Bool { ExternalTool.pulseaudio.find() != nil }

    private static func makeDirectory() throws -> String {
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        var lastError = Errno.noSuchFileOrDirectory
        // The address of a Unix socket has room for 107 bytes.
        for parent in [runtime, "/tmp"] where parent.first == "/" && parent.utf8.count < 70 {
            var template = Array("\(parent)/keepalive-audio-XXXXXX".utf8CString)
            if mkdtemp(&template) != nil {  // mode 0700
                return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            }
            lastError = Errno(rawValue: errno)
        }
        throw KeepAliveError(
            .audio, "cannot create a directory for a private PulseAudio: \(lastError)",
            remedy: "Make $XDG_RUNTIME_DIR or /tmp writable")
    }

    private static func request(
        _ executable: String, directory: String, socket: String, null: CInt
    ) -> GuardedProcess.Request {
        let arguments = [
            "pulseaudio", "-n", "--daemonize=no", "--fail=yes", "--exit-idle-time=-1", "--use-pid-file=no",
            // No real-time thread, no raised priority: neither is needed for silence, and both need privileges.
            "--realtime=no", "--high-priority=no", "--log-target=stderr", "--log-level=error",
            // The sink first: when the socket appears, there is something to play on.
            "--load=module-null-sink sink_name=\(sinkName) rate=48000 channels=2 format=s16le",
            "--load=module-native-protocol-unix auth-cookie-enabled=0 socket=\(socket)",
        ]
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        var environment = [
            "PATH=\(path)", "LC_ALL=C.UTF-8",
            "PULSE_RUNTIME_PATH=\(directory)/run", "PULSE_STATE_PATH=\(directory)/state",
            // An address that cannot be: libdbus fails at once instead of starting a bus.
            "DBUS_SESSION_BUS_ADDRESS=none:", "DBUS_SYSTEM_BUS_ADDRESS=none:",
        ]
        for name in ["HOME", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
            environment.append("\(name)=\(directory)")
        }
        return GuardedProcess.Request(
            path: executable, arguments: arguments, environment: environment, standardInput: null,
            standardOutput: null, standardError: null, cleanupDirectory: directory)
    }

    // MARK: Its life

    private func directoryChanged() {
        var buffer = [UInt8](repeating: 0, count: 1024)
        while read(notifier, &buffer, buffer.count) > 0 {}
        connectIfPossible()
    }

    /// The socket exists a moment before it listens: tried again after 5 ms, until the time-out of whoever waits.
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
        // It plays nothing, and answers nobody: as good as gone.
        case .stopped: cause = "the private PulseAudio was stopped"
        case .exited(let status): cause = "the private PulseAudio ended (\(status))"
        case .guardianLost: cause = "the private PulseAudio lost its guardian"
        }
        guard state == .starting || state == .ready else { return }
        stopWaiting()
        state = .ended(cause: cause)
        tellUsers()
    }
}
