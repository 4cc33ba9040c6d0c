#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A program that runs beside this one, and writes to a file.
final class ChildProgram {
    private var pid: pid_t = 0
    private var status: CInt?

    /// Returns the path of a program; `nil` if it is not installed.
    static func find(_ name: String) -> String? {
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Starts a program, without input, and with its errors dropped; `nil` if it cannot be started.
    ///
    /// - Parameter output: its standard output.
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
        // This process may have blocked signals that the program needs.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        guard posix_spawn(&pid, path, &actions, &attributes, &words, environ) == 0 else { return nil }
    }

    deinit { end() }

    /// True once it has ended.
    var hasEnded: Bool {
        if status != nil { return true }
        var value: CInt = 0
        // ECHILD: another part of this process has waited for it.
        if waitpid(pid, &value, WNOHANG) != 0 { status = value }
        return status != nil
    }

    /// Waits for its end.
    ///
    /// - Parameter limit: in seconds.
    /// - Returns: whether it has ended.
    func wait(_ limit: Double) -> Bool {
        var waited = 0.0
        while !hasEnded {
            guard waited < limit else { return false }
            usleep(2_000)
            waited += 0.002
        }
        return true
    }

    /// Ends it.
    func end() {
        guard !hasEnded else { return }
        kill(pid, SIGKILL)
        while waitpid(pid, nil, 0) == -1, errno == EINTR {}
        status = SIGKILL
    }
}
