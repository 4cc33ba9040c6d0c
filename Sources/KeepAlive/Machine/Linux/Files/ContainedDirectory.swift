import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// A directory in an app's container. The app can write there, and can replace any file by a link, a FIFO or another
/// user's file. Therefore the operations refuse names that lead out of the container, open only regular files with a
/// single name, and never block.
final class ContainedDirectory {
    private let descriptor: CInt
    let path: String

    /// Opens a directory beneath a container, and makes the missing directories on the way.
    ///
    /// - Parameters:
    ///   - relative: the path in the container.
    ///   - mode: the permissions of the directories that are made; `nil` to make none.
    ///   - owner: the user with whose rights the directories are opened and made; `nil` for the container's owner.
    /// - Throws: `Errno`: ELOOP for a symbolic link in the path, ENOTDIR for another file that is not a directory.
    init(_ relative: String, in container: String, mode: mode_t?, as owner: FileOwner? = nil) throws(Errno) {
        path = relative.isEmpty ? container : "\(container)/\(relative)"
        // The container's path comes from the user who runs keepalive-run, not from the app, so symbolic links in this
        // path are followed.
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

    /// Opens a directory that this process itself has made.
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

    /// The owner of the directory; the runner's user if the owner cannot be determined.
    var owner: FileOwner { (try? Self.owner(of: descriptor)) ?? .runner }

    /// Opens a regular file that has no other name, in non-blocking mode.
    ///
    /// - Parameter flags: flags of open(2).
    /// - Throws: `Errno`: EINVAL if the file is not regular, EMLINK if the file has several names.
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

    /// Makes a file without a name (`O_TMPFILE`). If a copy into the file is cut short, no file is left behind.
    ///
    /// - Throws: `Errno`: EOPNOTSUPP or EISDIR if the file system does not support files without a name.
    func openUnnamed(mode: mode_t, as owner: FileOwner) throws(Errno) -> CInt {
        try owner.acting { () throws(Errno) in
            try valueOrErrno(clinux_open_beneath(descriptor, ".", O_WRONLY | CInt(CLINUX_O_TMPFILE), mode))
        }
    }

    /// Gives an open file without a name a name in this directory.
    ///
    /// - Throws: `Errno`: EEXIST if the name is taken.
    func name(_ file: CInt, _ name: String, as owner: FileOwner) throws(Errno) {
        try Self.check(name)
        try owner.acting { () throws(Errno) in
            _ = try valueOrErrno(clinux_name_file(file, descriptor, name))
        }
    }

    /// Renames a file.
    ///
    /// - Parameter replacing: true to replace a file that has the new name; false to throw EEXIST if such a file
    ///   exists.
    func rename(_ old: String, to new: String, replacing: Bool = true, as owner: FileOwner) throws(Errno) {
        try Self.check(old)
        try Self.check(new)
        try owner.acting { () throws(Errno) in
            _ = try valueOrErrno(
                replacing
                    ? renameat(descriptor, old, descriptor, new) : clinux_rename_as_new_in(descriptor, old, new))
        }
    }

    /// Deletes a file. A directory is not deleted, and errors are ignored.
    func remove(_ name: String, as owner: FileOwner) {
        guard (try? Self.check(name)) != nil else { return }
        _ = try? owner.acting { () throws(Errno) in _ = try valueOrErrno(unlinkat(descriptor, name, 0)) }
    }

    /// The result of lstat(2) for a name; `nil` if there is no such file.
    func information(of name: String) -> stat? {
        var information = stat()
        guard (try? Self.check(name)) != nil,
            fstatat(descriptor, name, &information, AT_SYMLINK_NOFOLLOW) == 0
        else { return nil }
        return information
    }

    /// Returns the names in the directory, without `.` and `..`.
    ///
    /// - Parameter limit: the largest number of names that are read.
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

    /// Throws EINVAL for a name that is empty, `.` or `..`, or contains a slash or a null byte: names come from the
    /// app, and must not be paths.
    private static func check(_ name: String) throws(Errno) {
        guard !name.isEmpty, name != ".", name != "..",
            !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
        else { throw .invalidArgument }
    }
}
