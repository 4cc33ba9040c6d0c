import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// What the machine says of itself.
package enum Machine {
    /// A path from the root: others begin where the process is.
    package static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(currentDirectory)/\(path)"
    }

    /// The directory that this process works in.
    package static var currentDirectory: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }

    /// How many columns the terminal has that standard output is; `nil` where it is none.
    package static var terminalWidth: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Ends this process when a time has passed, with some words on standard error: for commands that wait for others.
    package static func exitAfter(_ duration: Duration, status: Int32, words: String = "") {
        exitStatusOfAlarm = status
        let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: words.utf8.count)
        _ = text.initialize(from: words.utf8)
        lastWords = UnsafeBufferPointer(text)
        // Nothing but what signal-safety(7) allows.
        signal(SIGALRM) { _ in
            _ = write(STDERR_FILENO, Machine.lastWords.baseAddress, Machine.lastWords.count)
            _exit(Machine.exitStatusOfAlarm)
        }
        var timer = itimerval()
        let parts = duration.components
        timer.it_value.tv_sec = Int(parts.seconds)
        timer.it_value.tv_usec = max(1, Int(parts.attoseconds / 1_000_000_000_000))
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    }

    /// Both are written before the handler that reads them is set.
    nonisolated(unsafe) private static var exitStatusOfAlarm: Int32 = 0
    nonisolated(unsafe) private static var lastWords = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    /// Makes room for many apps: each takes some descriptors. What is started has the limit of before.
    package static func raiseDescriptorLimit() { _ = clinux_raise_descriptor_limit() }

    /// The pid of this process.
    package static var pid: Int32 { getpid() }

    /// The kernel's release, as `uname -r`.
    package static var kernelRelease: String {
        var information = utsname()
        uname(&information)
        return withUnsafeBytes(of: &information.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Whether standard output is a terminal.
    package static var standardOutputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// How many CPUs there are to run on.
    package static var cpuCount: Int { max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))) }

    /// The path of the running binary, with links resolved.
    package static var executable: String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? 0
        }
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }

    /// The directory of the running binary.
    package static var executableDirectory: String {
        let path = executable
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// What this program was called by, as a shell takes it.
    package static var program: String { quoted(arguments.first ?? "keepalive-run") }

    /// How this program was called, as a shell takes it.
    package static var commandLine: String {
        (["keepalive-run"] + arguments.dropFirst()).map(quoted).joined(separator: " ")
    }

    /// A word as a shell takes it.
    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "-")...UInt8(ascii: ":") ~= byte || byte == UInt8(ascii: "_")
        }
        return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }

    /// Seconds on the machine's monotonic clock.
    package static var monotonicSeconds: Double { Double(EventLoop.monotonicNow.nanoseconds) / 1e9 }

    /// The arguments of this process; also where there is no /proc, of which Swift reads them.
    package static var arguments: [String] { rawArguments.map(\.text) }

    private static var rawArguments: [RawText] {
        var count: CInt = 0
        guard let values = clinux_arguments(&count) else { return [] }
        return (0..<Int(count)).compactMap { values[$0].map { RawText(cString: $0) } }
    }

    /// Whether clone3(2) can be used here.
    package static var hasClone3: Bool { clinux_has_clone3() != 0 }

    /// The environment of this process, as it is.
    package static var rawEnvironment: [RawText] { OwnEnvironment.entries }

    /// A variable of the environment.
    package static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The arguments of this process after the first `--`, as they are.
    package static var argumentsAfterTerminator: [RawText] {
        Array(rawArguments.drop { $0.bytes != Array("--".utf8) }.dropFirst())
    }

    /// Descriptors above 2 that were open at the first call and are to be passed on, as `3<file` in a shell does.
    ///
    /// Must be read first before anything else is opened: what the runner opens itself is close-on-exec, but a library
    /// may forget it.
    package static let inheritedDescriptors: [CInt] = ((try? SmallFile.list("/proc/self/fd")) ?? [])
        .compactMap { CInt($0) }
        .filter { descriptor in
            let flags = fcntl(descriptor, F_GETFD)
            return descriptor > 2 && flags != -1 && flags & FD_CLOEXEC == 0
        }
        .sorted()

    /// Opens /dev/null where standard input, output or error is closed, so that no file of ours takes its number.
    ///
    /// For reading only: a write fails with EBADF, as it would have.
    package static func secureStandardDescriptors() {
        for descriptor in CInt(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number: this one.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Whether standard error is a terminal.
    package static var standardErrorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Ends this process at once; guardians take down whatever was started.
    package static func leave(_ status: Int32) -> Never { exit(status) }

    /// Writes to standard error; who does not read it is waited for.
    package static func writeToStandardError(_ text: String) {
        _ = OutputDescriptor.writeAll(text, to: STDERR_FILENO)
    }

    /// Writes to standard output.
    ///
    /// - Throws: ``KeepAliveError`` with code `output`.
    package static func writeToStandardOutput(_ text: String) throws {
        if let error = OutputDescriptor.writeAll(text, to: STDOUT_FILENO) {
            throw OutputDescriptor.failure("standard output", error)
        }
    }
}
