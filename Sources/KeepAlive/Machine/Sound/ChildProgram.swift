#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A child process that writes its standard output to a file descriptor.
final class ChildProgram {
    private var pid: pid_t = 0
    private var status: CInt?

    /// Returns the path of a program in `PATH`; `nil` if the program is not installed.
    static func find(_ name: String) -> String? {
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Starts a program with standard input and standard error at /dev/null; `nil` if the program cannot be started.
    ///
    /// - Parameter output: the file descriptor that becomes the program's standard output.
    init?(_ path: String, _ arguments: [String], output: CInt) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The child process inherits the signal mask, so unblock the signals that this process has blocked.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        guard posix_spawn(&pid, path, &actions, &attributes, &words, environ) == 0 else { return nil }
    }

    deinit { end() }

    /// True once the child process has ended.
    var hasEnded: Bool {
        if status != nil { return true }
        var value: CInt = 0
        // If waitpid fails with ECHILD, another part of this process has already waited for the child process, so the
        // child process has ended.
        if waitpid(pid, &value, WNOHANG) != 0 { status = value }
        return status != nil
    }

    /// Waits until the child process has ended or the time limit is over.
    ///
    /// - Parameter limit: the time limit in seconds.
    /// - Returns: true if the child process has ended.
    func wait(_ limit: Double) -> Bool {
        var waited = 0.0
        while !hasEnded {
            guard waited < limit else { return false }
            usleep(2_000)
            waited += 0.002
        }
        return true
    }

    /// Kills the child process and waits for its end. Has no effect if the child process has ended.
    func end() {
        guard !hasEnded else { return }
        kill(pid, SIGKILL)
        while waitpid(pid, nil, 0) == -1, errno == EINTR {}
        status = SIGKILL
    }
}
