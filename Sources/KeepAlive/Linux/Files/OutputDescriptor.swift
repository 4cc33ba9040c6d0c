import Glibc
import KeepAlivePolicy
import SystemPackage

/// An open descriptor to write to, and what may be done with it.
struct OutputDescriptor {
    let number: CInt
    /// Whether the open file description is nobody else's, so that its flags are ours to set.
    let isOwn: Bool
    /// Whether it is a regular file, for which nobody ever waits.
    let isRegular: Bool

    /// Opens what an option names, without changing it; `-` is standard error.
    ///
    /// A path that leads to what standard output or standard error is, such as /dev/stderr, means that descriptor: with
    /// an offset of its own, a file would be written twice over.
    ///
    /// - Parameter creates: whether a file is made where none is.
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

    /// What could not be done, for people.
    static func failure(_ path: String, _ error: CInt) -> KeepAliveError {
        let cause = error == ENXIO ? "nobody reads this FIFO" : "\(Errno(rawValue: error))"
        return KeepAliveError(.output, "\(path.isEmpty ? "''" : path): cannot write: \(cause)")
    }

    /// Which of standard output and standard error a path leads to, if one of them can be written.
    static func standard(at path: String) -> CInt? {
        guard let identity = FileIdentity(path: path) else { return nil }
        return [STDERR_FILENO, STDOUT_FILENO].first {
            FileIdentity(descriptor: $0) == identity && fcntl($0, F_GETFL) & O_ACCMODE != O_RDONLY
        }
    }

    /// A descriptor of our own for a standard one: the workload may close ours.
    ///
    /// For a pipe and a terminal it is opened anew, which gives flags of our own; where that is not allowed, and for a
    /// socket, which cannot be opened, the flags are shared with the workload.
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

    /// Lets writes wait for the reader, where the flags are ours.
    func makeBlocking() {
        guard isOwn else { return }
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
    }

    /// Writes everything, however long that takes.
    ///
    /// - Returns: the errno of a failure, or `nil`.
    static func writeAll(_ text: String, to descriptor: CInt) -> CInt? {
        var copy = text
        return copy.withUTF8 { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let slice = UnsafeBufferPointer(rebasing: rest)
                let count = write(descriptor, slice.baseAddress, slice.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    // Somebody has made the shared description non-blocking.
                    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&ready, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return nil
        }
    }
}
