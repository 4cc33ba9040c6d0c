import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// Facts about the machine and about this process.
package enum Machine {
    /// Makes a path absolute. A relative path begins at the working directory. For a path from the command line or from
    /// a client, use ``fullPath(_:)``, which refuses names that are not UTF-8.
    package static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(currentDirectory)/\(path)"
    }

    /// The working directory of this process; `/` if it cannot be determined.
    package static var currentDirectory: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }

    /// The number of columns of the terminal on standard output; `nil` if standard output is not a terminal.
    package static var terminalWidth: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Ends this process after a duration, for commands that wait for other processes.
    ///
    /// - Parameters:
    ///   - status: the exit status.
    ///   - words: the message that is written to standard error before the end.
    package static func exitAfter(_ duration: Duration, status: Int32, words: String = "") {
        exitStatusOfAlarm = status
        let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: words.utf8.count)
        _ = text.initialize(from: words.utf8)
        lastWords = UnsafeBufferPointer(text)
        // The handler makes only calls that signal-safety(7) allows.
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

    /// The exit status and the message for the handler of SIGALRM. Both are set before the handler is installed.
    nonisolated(unsafe) private static var exitStatusOfAlarm: Int32 = 0
    nonisolated(unsafe) private static var lastWords = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    /// Raises the limit on file descriptors, because each app takes some. Child processes get the old limit.
    package static func raiseDescriptorLimit() { _ = clinux_raise_descriptor_limit() }

    package static var pid: Int32 { getpid() }

    /// The kernel's release, as `uname -r` prints it.
    package static var kernelRelease: String {
        var information = utsname()
        uname(&information)
        return withUnsafeBytes(of: &information.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    package static var standardOutputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The number of CPUs that are online.
    package static var cpuCount: Int { max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))) }

    /// The path by which the running binary can be started again. This is `/proc/self/exe` if the file of the binary
    /// has been replaced or removed, for example by an upgrade.
    package static var executable: String {
        let path = executablePath
        var own = stat()
        var there = stat()
        let isInPlace =
            stat("/proc/self/exe", &own) == 0 && stat(path, &there) == 0 && own.st_dev == there.st_dev
            && own.st_ino == there.st_ino
        return isInPlace ? path : "/proc/self/exe"
    }

    /// Sets the name of this process (proc_pid_comm(5)) to `keepalive-run`. A process that was started through
    /// `/proc/self/exe` would otherwise have the name `exe`.
    package static func takeItsName() { clinux_set_name("keepalive-run") }

    /// The path of the running binary, with links resolved. The file may have been replaced or removed since the start.
    private static var executablePath: String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? 0
        }
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }

    /// The directory of the running binary; `.` if it cannot be determined.
    package static var executableDirectory: String {
        let path = executablePath
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// The name by which this program was called, quoted for a shell.
    package static var program: String { quoted(arguments.first ?? "keepalive-run") }

    /// The command line of this program, quoted for a shell.
    package static var commandLine: String {
        (["keepalive-run"] + rawArguments.dropFirst()).map { $0.isText ? quoted($0.text) : "$\(quoted($0.visible))" }
            .joined(separator: " ")
    }

    /// Quotes a word for a shell if necessary.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "-")...UInt8(ascii: ":") ~= byte || byte == UInt8(ascii: "_")
        }
        return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }

    /// Seconds on the machine's monotonic clock.
    package static var monotonicSeconds: Double { Double(EventLoop.monotonicNow.nanoseconds) / 1e9 }

    /// The arguments of this process. Swift's `CommandLine` reads them from /proc; this property works without /proc,
    /// too.
    package static var arguments: [String] { rawArguments.map(\.text) }

    static var rawArguments: [RawText] {
        var count: CInt = 0
        guard let values = clinux_arguments(&count) else { return [] }
        return (0..<Int(count)).compactMap { values[$0].map { RawText(cString: $0) } }
    }

    /// True if clone3(2) can be used on this machine.
    package static var hasClone3: Bool { clinux_has_clone3() != 0 }

    /// The environment of this process, unchanged.
    package static var rawEnvironment: [RawText] { OwnEnvironment.entries }

    /// Returns the value of an environment variable; `nil` if the variable is not set.
    package static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The arguments of this process after the first `--`, unchanged.
    package static var argumentsAfterTerminator: [RawText] {
        Array(rawArguments.drop { $0.bytes != Array("--".utf8) }.dropFirst())
    }

    /// The file descriptors above 2 that were open at the first access and are to be passed on to children, such as
    /// descriptor 3 after `3<file` in a shell.
    ///
    /// This property must be read before this process opens anything. The runner opens its own files close-on-exec, but
    /// a library may open files that would then count as inherited.
    package static let inheritedDescriptors: [CInt] = ((try? SmallFile.list("/proc/self/fd")) ?? [])
        .compactMap { CInt($0) }
        .filter { descriptor in
            let flags = fcntl(descriptor, F_GETFD)
            return descriptor > 2 && flags != -1 && flags & FD_CLOEXEC == 0
        }
        .sorted()

    /// Opens /dev/null as standard input, output or error if that descriptor is closed, so that no file of this process
    /// gets that descriptor's number.
    ///
    /// /dev/null is opened for reading only: a write fails with EBADF, as it would without this call.
    package static func secureStandardDescriptors() {
        for descriptor in CInt(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            // open(2) takes the lowest free number, which is `descriptor`.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    package static var standardErrorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Ends this process at once. The guardians then end all processes that this process has started.
    package static func leave(_ status: Int32) -> Never { exit(status) }
}
