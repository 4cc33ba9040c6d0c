import Glibc
import KeepAlivePolicy
import SystemPackage

/// The directory of one running system of this user, with its control socket: BASE/PID/control.sock.
///
/// Both directories have the mode 0700, so that no other user can reach the socket.
struct ControlDirectory {
    /// The directory of one system.
    let path: String
    /// Its socket.
    var socket: String { "\(path)/\(Self.socketName)" }

    static let socketName = "control.sock"

    /// The directories that may hold directories of systems. A new system uses the first that can be used. Systems that
    /// were started with another environment may be in the others.
    ///
    /// The name in /tmp may be taken, by another user or by the same user id in another user namespace. Then a random
    /// suffix is added.
    static var bases: [String] { bases(in: "/tmp") }

    static func bases(in shared: String) -> [String] { usualBases(in: shared) + suffixedBases(in: shared) }

    private static func usualBases(in shared: String) -> [String] {
        var result = ["\(shared)/\(sharedName)"]
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        var information = stat()
        // sudo may leave the variable of another user, whose directory is not used. The path of the socket must not be
        // too long.
        if runtime.first == "/", runtime.utf8.count <= 64, stat(runtime, &information) == 0,
            information.st_uid == geteuid()
        {
            result.insert("\(runtime)/keepalive-run", at: 0)
        }
        return result
    }

    /// The bases with a random suffix. The whole shared directory is read for them, and it may hold many thousand files.
    private static func suffixedBases(in shared: String) -> [String] {
        ((try? SmallFile.list(shared)) ?? []).filter { $0.hasPrefix("\(sharedName)-") }.sorted()
            .map { "\(shared)/\($0)" }.filter { objection(to: $0) == nil }
    }

    private static var sharedName: String { "keepalive-run-\(geteuid())" }

    /// Makes the directory of this process in the first base that can be used, and listens in it.
    ///
    /// - Parameters:
    ///   - shared: the directory that all users write to.
    ///   - hold: called with the path of each directory that is made, before anything listens in it.
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

    /// The reason why a directory cannot be used; `nil` if it belongs to this user and no other user may enter it.
    static func objection(to path: String) -> String? {
        var information = stat()
        guard lstat(path, &information) == 0 else { return "\(Errno(rawValue: errno))" }
        if information.st_mode & S_IFMT != S_IFDIR { return "it is not a directory" }
        if information.st_uid != geteuid() { return "it belongs to user \(information.st_uid)" }
        if information.st_mode & 0o077 != 0 { return "others may enter it" }
        return nil
    }

    // MARK: Making one

    /// Makes the directory of this process and listens in it.
    ///
    /// - Throws: ``KeepAliveError`` with code `control`.
    static func make(
        in base: String, hold: (String) -> Void = { _ in }
    ) throws -> (directory: ControlDirectory, listener: CInt) {
        var lastError = Errno.fileExists
        try makeBase(base)
        sweep(base)
        // The name is taken when a system in another container that shares the base has the same pid.
        for attempt in 0..<100 {
            let directory = ControlDirectory(path: "\(base)/\(getpid())" + (attempt == 0 ? "" : ".\(attempt)"))
            if mkdir(directory.path, 0o700) == -1 {
                lastError = Errno(rawValue: errno)
                switch lastError {
                // A system that ended has just removed the empty base.
                case .noSuchFileOrDirectory: try makeBase(base)
                case .fileExists: if !UnixSocket.answers(directory.socket) { directory.remove() }
                default: break
                }
                guard mkdir(directory.path, 0o700) == 0 else { continue }
            }
            do {
                hold(directory.path)
                let listener = try UnixSocket.listen(directory.socket)
                // Another system may have swept the directory before this one listened.
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

    /// The time since the last change of its content; `nil` when it is gone.
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

    // MARK: Those of others

    /// Returns the pid that the name of a directory begins with.
    static func pid(of name: Substring) -> pid_t? { pid_t(name.prefix { $0 != "." }) }

    /// Returns the directories of systems in a base, of those that run and those that have ended.
    static func all(in base: String) -> [ControlDirectory] {
        guard objection(to: base) == nil else { return [] }
        return ((try? SmallFile.list(base)) ?? []).filter { pid(of: $0[...]) != nil }.sorted()
            .map { ControlDirectory(path: "\(base)/\($0)") }
            .filter { objection(to: $0.path) == nil }
    }

    /// Removes the directories that killed systems have left, when their guardian was killed, too, or had not started
    /// yet.
    static func sweep(_ base: String) {
        for directory in all(in: base) {
            // A system that has just started does not listen yet. Later the pid proves nothing: another process may
            // have it.
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
