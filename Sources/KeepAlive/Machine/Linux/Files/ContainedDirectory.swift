import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// A directory in an app's container. The app can write there, and put a link, a FIFO or a file of somebody else in place of
/// anything: no name leads out of the container, nothing but a regular file with one name is opened, and nothing waits.
final class ContainedDirectory {
    private let descriptor: CInt
    let path: String

    /// Opens a directory beneath a container, and makes what is missing of it.
    ///
    /// - Parameters:
    ///   - relative: the path in the container.
    ///   - mode: the permissions of what is made; `nil` to make nothing.
    ///   - owner: the user in whose name it is made; `nil` for the container's owner.
    /// - Throws: `Errno`: ELOOP for a symbolic link, ENOTDIR for something else.
    init(_ relative: String, in container: String, mode: mode_t?, as owner: FileOwner? = nil) throws(Errno) {
        path = relative.isEmpty ? container : "\(container)/\(relative)"
        // The container itself is named by who runs the app, and may be reached by a link.
        let base = try valueOrErrno(Glibc.open(container, CInt(CLINUX_O_PATH) | O_DIRECTORY | O_CLOEXEC))
        defer { close(base) }
        guard !relative.isEmpty else {
            descriptor = try valueOrErrno(fcntl(base, F_DUPFD_CLOEXEC, 3))
            return
        }
        let asked = owner
        let owner: FileOwner
        if let asked { owner = asked } else { owner = try Self.owner(of: base) }
        var current = try valueOrErrno(fcntl(base, F_DUPFD_CLOEXEC, 3))
        for name in relative.split(separator: "/").map(String.init) {
            let above = current
            defer { close(above) }
            current = try owner.acting { () throws(Errno) in
                if let mode, mkdirat(above, name, mode) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
                return try valueOrErrno(clinux_open_beneath(above, name, CInt(CLINUX_O_PATH) | O_DIRECTORY, 0))
            }
        }
        descriptor = current
    }

    /// Opens a directory of this process's own.
    init(own path: String) throws(Errno) {
        self.path = path
        descriptor = try valueOrErrno(Glibc.open(path, CInt(CLINUX_O_PATH) | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
    }

    deinit { close(descriptor) }

    private static func owner(of descriptor: CInt) throws(Errno) -> FileOwner {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw Errno(rawValue: errno) }
        return FileOwner(of: information)
    }

    /// The owner of the directory.
    var owner: FileOwner { (try? Self.owner(of: descriptor)) ?? .runner }

    /// Opens a regular file that has no other name, not blocking.
    ///
    /// - Parameter flags: those of open(2).
    /// - Throws: `Errno`: EINVAL for another kind of file, EMLINK for one with several names.
    func open(_ name: String, _ flags: CInt, mode: mode_t = 0o600, as owner: FileOwner) throws(Errno) -> CInt {
        try Self.check(name)
        let file = try owner.acting { () throws(Errno) in
            try valueOrErrno(
                clinux_open_beneath(descriptor, name, flags | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW, mode))
        }
        var information = stat()
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw .invalidArgument
        }
        guard information.st_nlink <= 1 else {
            close(file)
            throw .tooManyLinks
        }
        return file
    }

    /// Makes a file without a name; a copy that is cut short leaves nothing then.
    ///
    /// - Throws: `Errno`: EOPNOTSUPP or EISDIR where the file system has no such files.
    func openUnnamed(mode: mode_t, as owner: FileOwner) throws(Errno) -> CInt {
        try owner.acting { () throws(Errno) in
            try valueOrErrno(clinux_open_beneath(descriptor, ".", O_WRONLY | CInt(CLINUX_O_TMPFILE), mode))
        }
    }

    /// Gives a file a name that is free.
    ///
    /// - Throws: `Errno`: EEXIST where it is taken.
    func name(_ file: CInt, _ name: String, as owner: FileOwner) throws(Errno) {
        try Self.check(name)
        try owner.acting { () throws(Errno) in
            _ = try valueOrErrno(clinux_name_file(file, descriptor, name))
        }
    }

    /// Renames a file, in place of what has the other name, or only where that is free.
    func rename(_ old: String, to new: String, replacing: Bool = true, as owner: FileOwner) throws(Errno) {
        try Self.check(old)
        try Self.check(new)
        try owner.acting { () throws(Errno) in
            _ = try valueOrErrno(
                replacing
                    ? renameat(descriptor, old, descriptor, new) : clinux_rename_as_new_in(descriptor, old, new))
        }
    }

    /// Deletes a file; a directory stays.
    func remove(_ name: String, as owner: FileOwner) {
        guard (try? Self.check(name)) != nil else { return }
        _ = try? owner.acting { () throws(Errno) in _ = try valueOrErrno(unlinkat(descriptor, name, 0)) }
    }

    /// The result of lstat(2); `nil` where there is no file.
    func information(of name: String) -> stat? {
        var information = stat()
        guard (try? Self.check(name)) != nil,
            fstatat(descriptor, name, &information, AT_SYMLINK_NOFOLLOW) == 0
        else { return nil }
        return information
    }

    /// The names in the directory.
    ///
    /// - Parameter limit: the most that are read.
    func names(limit: Int = 100_000) throws(Errno) -> [String] {
        let copy = try valueOrErrno(openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        guard let directory = fdopendir(copy) else {
            let error = Errno(rawValue: errno)
            close(copy)
            throw error
        }
        defer { closedir(directory) }
        var names: [String] = []
        while names.count < limit, let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// A name from outside is no path.
    private static func check(_ name: String) throws(Errno) {
        guard !name.isEmpty, name != ".", name != "..",
            !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
        else { throw .invalidArgument }
    }
}
