import Glibc
import KeepAlivePolicy
import SystemPackage

/// The descriptor of an output file, or a copy of the descriptor of standard output or standard error.
struct OutputDescriptor {
    let number: CInt
    /// True when no other process shares the open file description, so that its flags may be changed.
    let isOwn: Bool
    /// True for a regular file, to which a write never blocks.
    let isRegular: Bool

    /// Opens the file that an option names, without changing its content; `-` is standard error.
    ///
    /// A path to the file of standard output or standard error, such as /dev/stderr, gives a copy of that descriptor.
    /// If the file were opened a second time, both descriptors would have their own offsets, and their writes would
    /// overwrite each other.
    ///
    /// - Parameter creates: true to create a missing file.
    /// - Throws: ``KeepAliveError`` with code `output`.
    static func open(_ path: String, creates: Bool = true) throws -> OutputDescriptor {
        let number: CInt
        var isOwn = true
        if let standard = path == "-" ? STDERR_FILENO : standard(at: path) {
            (number, isOwn) = copy(of: standard)
        } else {
            // O_NONBLOCK, so that a FIFO without a reader is an error and does not block.
            number = Glibc.open(
                path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (creates ? O_CREAT : 0), 0o644)
        }
        guard number >= 0 else { throw failure(path, errno) }
        var information = stat()
        fstat(number, &information)
        return OutputDescriptor(
            number: number, isOwn: isOwn, isRegular: information.st_mode & S_IFMT == S_IFREG)
    }

    /// Returns the error for a write that failed.
    static func failure(_ path: String, _ error: CInt) -> KeepAliveError {
        let cause = error == ENXIO ? "nobody reads this FIFO" : "\(Errno(rawValue: error))"
        return KeepAliveError(.output, "\(path.isEmpty ? "''" : path): cannot write: \(cause)")
    }

    /// Returns the descriptor of standard error or standard output if a path leads to the file of that descriptor, and
    /// the descriptor is open for writing; otherwise `nil`.
    static func standard(at path: String) -> CInt? {
        guard let identity = FileIdentity(path: path) else { return nil }
        return [STDERR_FILENO, STDOUT_FILENO].first {
            FileIdentity(descriptor: $0) == identity && fcntl($0, F_GETFL) & O_ACCMODE != O_RDONLY
        }
    }

    /// Returns a descriptor for the file of a standard descriptor, so that closing it does not close the standard
    /// descriptor.
    ///
    /// A pipe or a terminal is opened again, so that the new descriptor has its own flags. If that is not permitted,
    /// and for a socket, which cannot be opened, the descriptor is duplicated, and the duplicate shares its flags with
    /// the workload's descriptor.
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

    /// Makes writes wait for the reader, unless the flags are shared with other processes.
    func makeBlocking() {
        guard isOwn else { return }
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
    }

    /// Writes the whole text, and waits as long as necessary.
    ///
    /// - Returns: the errno of a failure, or `nil`.
    static func writeAll(_ text: String, to descriptor: CInt) -> CInt? {
        var copy = text
        return copy.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    /// Writes all bytes, and waits as long as necessary.
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
                // Another process has set O_NONBLOCK on the shared file description, so wait until the descriptor is
                // writable.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
