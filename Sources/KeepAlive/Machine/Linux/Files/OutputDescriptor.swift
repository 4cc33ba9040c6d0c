import Glibc
import KeepAlivePolicy
import SystemPackage

/// An open descriptor to write to.
struct OutputDescriptor {
    let number: CInt
    /// True when no other process shares the open file description, so that its flags may be changed.
    let isOwn: Bool
    /// True for a regular file, to which a write never waits.
    let isRegular: Bool

    /// Opens the file that an option names, without changing it; `-` is standard error.
    ///
    /// A path that leads to the file of standard output or standard error, such as /dev/stderr, means that descriptor.
    /// Opened again, the file would have a second offset, and writes would overwrite each other.
    ///
    /// - Parameter creates: whether a missing file is made.
    /// - Throws: ``KeepAliveError`` with code `output`.
    static func open(_ path: String, creates: Bool = true) throws -> OutputDescriptor {
        let number: CInt
        var isOwn = true
        if let standard = path == "-" ? STDERR_FILENO : standard(at: path) {
            (number, isOwn) = copy(of: standard)
        } else {
            // Not blocking: a FIFO without a reader is an error, not a wait.
            number = Glibc.open(
                path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (creates ? O_CREAT : 0), 0o644)
        }
        guard number >= 0 else { throw failure(path, errno) }
        var information = stat()
        fstat(number, &information)
        return OutputDescriptor(
            number: number, isOwn: isOwn, isRegular: information.st_mode & S_IFMT == S_IFREG)
    }

    /// Makes the error of a write that failed.
    static func failure(_ path: String, _ error: CInt) -> KeepAliveError {
        let cause = error == ENXIO ? "nobody reads this FIFO" : "\(Errno(rawValue: error))"
        return KeepAliveError(.output, "\(path.isEmpty ? "''" : path): cannot write: \(cause)")
    }

    /// The standard descriptor, output or error, that a path leads to and that can be written.
    static func standard(at path: String) -> CInt? {
        guard let identity = FileIdentity(path: path) else { return nil }
        return [STDERR_FILENO, STDOUT_FILENO].first {
            FileIdentity(descriptor: $0) == identity && fcntl($0, F_GETFL) & O_ACCMODE != O_RDONLY
        }
    }

    /// Makes an own descriptor for a standard one, which may be closed.
    ///
    /// A pipe or a terminal is opened anew, which gives it flags of its own. Where that is not allowed, and for a
    /// socket, which cannot be opened, the workload shares the flags.
    private static func copy(of descriptor: CInt) -> (number: CInt, isOwn: Bool) {
        var information = stat()
        fstat(descriptor, &information)
        let isPipe = information.st_mode & S_IFMT == S_IFIFO
        if isPipe || isatty(descriptor) == 1, fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY {
            let own = Glibc.open(
                "/proc/self/fd/\(descriptor)", O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
            if own >= 0 { return (own, true) }
        }
        return (fcntl(descriptor, F_DUPFD_CLOEXEC, 3), false)
    }

    /// Lets writes wait for the reader, unless the flags are shared.
    func makeBlocking() {
        guard isOwn else { return }
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
    }

    /// Writes the whole text, however long that takes.
    ///
    /// - Returns: the errno of a failure, or `nil`.
    static func writeAll(_ text: String, to descriptor: CInt) -> CInt? {
        var copy = text
        return copy.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    /// Writes all bytes, however long that takes.
    ///
    /// - Returns: the errno of a failure, or `nil`.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> CInt? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let slice = UnsafeRawBufferPointer(rebasing: rest)
            let count = write(descriptor, slice.baseAddress, slice.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process has made the shared description non-blocking.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
