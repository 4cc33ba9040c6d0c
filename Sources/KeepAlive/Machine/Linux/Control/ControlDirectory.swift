import Glibc
import KeepAlivePolicy
import SystemPackage

/// The directory of one running keepalive-run (runner) of this user, with its control socket: BASE/PID/control.sock.
///
/// BASE and BASE/PID have the mode 0700, so that no other user can reach the socket.
struct ControlDirectory {
    /// The path of the runner's directory.
    let path: String
    /// The path of the runner's control socket.
    var socket: String { "\(path)/\(Self.socketName)" }

    static let socketName = "control.sock"

    /// The base directories that may contain the directories of runners. A new runner uses the first usable base.
    /// Runners that were started with another environment may be in the other bases.
    ///
    /// The name in /tmp may be taken by another user, or by the same user id in another user namespace. A random suffix
    /// is then added to the name.
    static var bases: [String] { bases(in: "/tmp") }

    static func bases(in shared: String) -> [String] { usualBases(in: shared) + suffixedBases(in: shared) }

    private static func usualBases(in shared: String) -> [String] {
        var result = ["\(shared)/\(sharedName)"]
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        var information = stat()
        // sudo may leave another user's value in the variable, so only a directory of this user is used. A longer value
        // is not used, because the path of a socket has at most ``UnixSocket/longestPath`` bytes.
        if runtime.first == "/", runtime.utf8.count <= 64, stat(runtime, &information) == 0,
            information.st_uid == geteuid()
        {
            result.insert("\(runtime)/keepalive-run", at: 0)
        }
        return result
    }

    /// Returns the bases with a random suffix. This reads the whole shared directory, which may hold many thousand
    /// files.
    private static func suffixedBases(in shared: String) -> [String] {
        ((try? SmallFile.list(shared)) ?? []).filter { $0.hasPrefix("\(sharedName)-") }.sorted()
            .map { "\(shared)/\($0)" }.filter { objection(to: $0) == nil }
    }

    private static var sharedName: String { "keepalive-run-\(geteuid())" }

    /// Creates the directory of this process in the first usable base, and listens on a socket in it.
    ///
    /// - Parameters:
    ///   - shared: the directory in which all users may write.
    ///   - hold: called with the path of each directory that is created, before a socket exists in it.
    /// - Throws: ``KeepAliveError`` with code `control`.
    static func make(
        inShared shared: String = "/tmp", hold: (String) -> Void = { _ in }
    ) throws -> (base: String, directory: ControlDirectory, listener: CInt) {
        var failure: (any Error)?
        for bases in [usualBases, suffixedBases] {
            for base in bases(shared) {
                do {
                    let (directory, listener) = try make(in: base, hold: hold)
                    return (base, directory, listener)
                } catch {
                    failure = failure ?? error
                }
            }
        }
        var template = Array("\(shared)/\(sharedName)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw failure ?? KeepAliveError(.control, "cannot make a directory in \(shared): \(Errno(rawValue: errno))")
        }
        let base = text(template)
        let (directory, listener) = try make(in: base, hold: hold)
        return (base, directory, listener)
    }

    /// Returns the reason why a directory cannot be used; `nil` if it belongs to this user and no other user may enter
    /// it.
    static func objection(to path: String) -> String? {
        var information = stat()
        guard lstat(path, &information) == 0 else { return "\(Errno(rawValue: errno))" }
        if information.st_mode & S_IFMT != S_IFDIR { return "it is not a directory" }
        if information.st_uid != geteuid() { return "it belongs to user \(information.st_uid)" }
        if information.st_mode & 0o077 != 0 { return "others may enter it" }
        return nil
    }

    // MARK: Making one

    /// Creates the directory of this process in a base, and listens on a socket in it.
    ///
    /// - Throws: ``KeepAliveError`` with code `control`.
    static func make(
        in base: String, hold: (String) -> Void = { _ in }
    ) throws -> (directory: ControlDirectory, listener: CInt) {
        var lastError = Errno.fileExists
        try makeBase(base)
        sweep(base)
        // The name is taken if a runner in another container that shares the base has the same pid; then try a suffix.
        for attempt in 0..<100 {
            let directory = ControlDirectory(path: "\(base)/\(getpid())" + (attempt == 0 ? "" : ".\(attempt)"))
            if mkdir(directory.path, 0o700) == -1 {
                lastError = Errno(rawValue: errno)
                switch lastError {
                // A runner that ended has just removed the empty base, so create the base again.
                case .noSuchFileOrDirectory: try makeBase(base)
                case .fileExists: if !UnixSocket.answers(directory.socket) { directory.remove() }
                default: break
                }
                guard mkdir(directory.path, 0o700) == 0 else { continue }
            }
            do {
                hold(directory.path)
                let listener = try UnixSocket.listen(directory.socket)
                // Another runner's ``sweep(_:)`` may have removed the directory before this process listened, so check
                // that the socket still exists.
                if access(directory.socket, F_OK) == 0 { return (directory, listener) }
                close(listener)
            } catch {
                lastError = error
                directory.remove()
            }
        }
        throw KeepAliveError(.control, "cannot make a control socket in \(base): \(lastError)")
    }

    private static func makeBase(_ base: String) throws {
        guard mkdir(base, 0o700) == -1 else { return }
        let error = Errno(rawValue: errno)
        guard error == .fileExists else {
            throw KeepAliveError(.control, "cannot make the directory \(base) for the control socket: \(error)")
        }
        if let objection = objection(to: base) {
            throw KeepAliveError(
                .control, "\(base) cannot hold the control socket: \(objection)",
                remedy: "Remove it; it is made again, for you alone")
        }
    }

    /// The time in seconds since the directory's content last changed; `nil` if the directory does not exist.
    private var ageSeconds: Double? {
        var information = stat()
        guard lstat(path, &information) == 0 else { return nil }
        return WallClock.now - Double(information.st_mtim.tv_sec)
    }

    /// Removes the sockets and the directory.
    func remove() {
        for name in (try? SmallFile.list(path)) ?? [] where name.hasSuffix(".sock") { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    // MARK: Other systems

    /// Returns the pid at the beginning of a directory's name; `nil` if the name begins with no pid.
    static func pid(of name: Substring) -> pid_t? { pid_t(name.prefix { $0 != "." }) }

    /// Returns the directories of all runners in a base, of running and of ended ones.
    static func all(in base: String) -> [ControlDirectory] {
        guard objection(to: base) == nil else { return [] }
        return ((try? SmallFile.list(base)) ?? []).filter { pid(of: $0[...]) != nil }.sorted()
            .map { ControlDirectory(path: "\(base)/\($0)") }
            .filter { objection(to: $0.path) == nil }
    }

    /// Removes the directories that killed runners have left in a base. Normally a runner's guardian removes the
    /// directory of a killed runner, but the guardian may have been killed, too, or may not have started yet.
    static func sweep(_ base: String) {
        for directory in all(in: base) {
            // A runner that has just started does not listen yet, so keep a new directory while a process with its pid
            // exists. Later the pid proves nothing, because another process may have it.
            if directory.ageSeconds.map({ $0 < 10 }) ?? true, ProcessTable.isOurs,
                let pid = directory.path.split(separator: "/").last.flatMap(pid),
                let owner = ProcessTable.entry(pid), owner.state != "Z"
            {
                continue
            }
            if !UnixSocket.answers(directory.socket) { directory.remove() }
        }
    }
}
