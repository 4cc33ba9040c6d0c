import Glibc
import SystemPackage

/// Where the control sockets of this user's running systems are: BASE/PID/control.sock.
///
/// Both directories have the mode 0700, so that no other user gets as far as the socket.
struct ControlDirectory {
    /// The directory of one system.
    let path: String
    /// Its socket.
    var socket: String { "\(path)/\(Self.socketName)" }

    static let socketName = "control.sock"

    /// The directories that may hold those of systems. The first is where the next one goes; systems that were started
    /// with another environment may be in the other.
    static var bases: [String] {
        var result = ["/tmp/keepalive-run-\(geteuid())"]
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        var information = stat()
        // Not that of another user, as sudo may leave it; and the path of the socket must not become too long.
        if runtime.first == "/", runtime.utf8.count <= 64, stat(runtime, &information) == 0,
            information.st_uid == geteuid()
        {
            result.insert("\(runtime)/keepalive-run", at: 0)
        }
        return result
    }

    /// Whether a directory is ours and closed to all others; `nil` if it is, else what is wrong.
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
    static func make(in base: String) throws -> (directory: ControlDirectory, listener: CInt) {
        var lastError = Errno.fileExists
        try makeBase(base)
        sweep(base)
        // The pid is taken when it is that of another container that shares the base.
        for attempt in 0..<100 {
            let directory = ControlDirectory(path: "\(base)/\(getpid())" + (attempt == 0 ? "" : ".\(attempt)"))
            if mkdir(directory.path, 0o700) == -1 {
                lastError = Errno(rawValue: errno)
                switch lastError {
                // Somebody who ended has just removed the empty base.
                case .noSuchFileOrDirectory: try makeBase(base)
                case .fileExists: if !UnixSocket.answers(directory.socket) { directory.remove() }
                default: break
                }
                guard mkdir(directory.path, 0o700) == 0 else { continue }
            }
            do {
                let listener = try UnixSocket.listen(directory.socket)
                // Another one may have swept it before it listened.
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

    /// Removes the sockets and the directory.
    func remove() {
        for name in (try? SmallFile.list(path)) ?? [] where name.hasSuffix(".sock") { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    // MARK: Those of others

    /// The pid that the name of a directory begins with.
    static func pid(of name: Substring) -> pid_t? { pid_t(name.prefix { $0 != "." }) }

    /// The directories in a base, of systems that run or are no more.
    static func all(in base: String) -> [ControlDirectory] {
        guard objection(to: base) == nil else { return [] }
        return ((try? SmallFile.list(base)) ?? []).filter { pid(of: $0[...]) != nil }.sorted()
            .map { ControlDirectory(path: "\(base)/\($0)") }
            .filter { objection(to: $0.path) == nil }
    }

    /// Removes what systems have left that were killed, and their guardian with them or before they had one.
    static func sweep(_ base: String) {
        for directory in all(in: base) {
            // One that starts just now does not listen yet.
            if ProcessTable.isOurs, let pid = directory.path.split(separator: "/").last.flatMap(pid),
                let owner = ProcessTable.entry(pid), owner.state != "Z"
            {
                continue
            }
            if !UnixSocket.answers(directory.socket) { directory.remove() }
        }
    }
}
