import Glibc
import SystemPackage

/// A file that a run writes, or standard error.
package final class OutputFile {
    private let descriptor: CInt
    /// The first error of a write; after it nothing is written any more.
    package private(set) var failure: KeepAliveError?
    private let path: String
    /// How long a reader may keep us waiting.
    private static let patienceMilliseconds: CInt = 100

    /// Opens a file for writing and empties it; `-` is standard error.
    ///
    /// - Throws: ``KeepAliveError`` with code `output`.
    package init(_ path: String) throws {
        self.path = path
        if path == "-" {
            // A descriptor of its own: the workload may not close ours.
            descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        } else {
            // Not blocking: a FIFO without a reader is an error, not a wait.
            descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o644)
        }
        guard descriptor >= 0 else {
            let cause = errno == ENXIO ? "nobody reads this FIFO" : "\(Errno(rawValue: errno))"
            throw KeepAliveError(.output, "\(path.isEmpty ? "''" : path): cannot write: \(cause)")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Writes text; an error is kept in ``failure``.
    package func write(_ text: String) {
        guard failure == nil else { return }
        var copy = text
        copy.withUTF8 { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let slice = UnsafeBufferPointer(rebasing: rest)
                let count = Glibc.write(descriptor, slice.baseAddress, slice.count)
                if count == -1 {
                    if errno == EINTR { continue }
                    if errno == EAGAIN {
                        // The workload has made the shared description non-blocking. A reader that takes nothing for a
                        // while loses a line; it does not stop the run.
                        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                        if poll(&ready, 1, Self.patienceMilliseconds) == 1 { continue }
                        return
                    }
                    failure = KeepAliveError(.output, "\(path): cannot write: \(Errno(rawValue: errno))")
                    return
                }
                rest = rest.dropFirst(count)
            }
        }
    }
}
