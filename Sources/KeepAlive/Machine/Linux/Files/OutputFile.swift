import Glibc
import KeepAlivePolicy
import SystemPackage

/// An output that is written line by line during a run: a file, or standard error.
package final class OutputFile {
    /// The treatment of lines that the reader of a pipe or a terminal does not take in time.
    package enum Overflow: Sendable {
        /// Writes wait for the reader.
        case waits
        /// Whole lines are dropped and counted, because the writer must not block.
        case dropsLines
    }

    /// The first error of a write, after which nothing more is written; `nil` if there is none.
    package private(set) var failure: KeepAliveError?
    /// The number of lines that were dropped.
    package private(set) var linesLost = 0
    private let output: OutputDescriptor
    private let path: String
    private let overflow: Overflow
    /// The rest of a line that was written in part. It is written before other lines.
    private var rest: [UInt8] = []
    /// True if the output did not become writable in the last wait. Later writes do not wait until the output is
    /// writable again.
    private var isStuck = false
    /// The longest wait for the reader in one call.
    private static let patience = Duration.milliseconds(100)
    /// The number of bytes that a writable pipe takes without blocking (pipe(7), PIPE_BUF).
    private static let atomicBytes = 4096

    /// Opens a file for writing and empties it; `-` is standard error.
    ///
    /// - Throws: ``KeepAliveError`` with code `output`.
    package init(_ path: String, overflow: Overflow) throws {
        self.path = path
        self.overflow = overflow
        output = try OutputDescriptor.open(path)
        // A file that is also standard output or standard error must not be emptied.
        if output.isOwn, output.isRegular { ftruncate(output.number, 0) }
        if overflow == .waits { output.makeBlocking() }
    }

    deinit {
        close(output.number)
    }

    /// Writes one or more whole lines. An error is kept in ``failure``.
    package func write(_ text: String) {
        guard failure == nil else { return }
        guard overflow == .dropsLines, !output.isRegular else {
            if let error = OutputDescriptor.writeAll(text, to: output.number) { fail(error) }
            return
        }
        let deadline = EventLoop.monotonicNow + Self.patience
        push(until: deadline)
        guard failure == nil else { return }
        let line = Array(text.utf8)
        if rest.isEmpty {
            rest = line
            push(until: deadline)
            // The line is dropped only if no part of it has been written.
            guard rest.count == line.count else { return }
            rest = []
        }
        linesLost += 1
    }

    /// Writes the rest of the last line, and sets ``failure`` if lines were lost.
    package func finish() {
        guard failure == nil else { return }
        push(until: EventLoop.monotonicNow + Self.patience)
        guard failure == nil else { return }
        if !rest.isEmpty { linesLost += 1 }
        rest = []
        guard linesLost > 0 else { return }
        failure = KeepAliveError(
            .output,
            "\(path == "-" ? "standard error" : path): \(linesLost) line\(linesLost == 1 ? " was" : "s were") lost, "
                + "because nobody read them",
            remedy: "A file takes every line")
    }

    /// Writes as much of `rest` as the reader takes before the deadline.
    private func push(until deadline: MonotonicInstant) {
        while !rest.isEmpty, isReady(until: deadline) {
            // If the flags are shared, the descriptor may be blocking, and a write of more than ``atomicBytes`` would
            // wait for the reader.
            let count = rest.withUnsafeBytes { bytes in
                Glibc.write(
                    output.number, bytes.baseAddress, output.isOwn ? bytes.count : min(bytes.count, Self.atomicBytes))
            }
            if count >= 0 {
                rest.removeFirst(count)
            } else if errno == EAGAIN {
                // Another writer has filled the pipe, so try again until the deadline.
                if EventLoop.monotonicNow >= deadline { return }
            } else if errno != EINTR {
                return fail(errno)
            }
        }
    }

    /// Waits until the output is writable or the deadline has passed. Returns whether it is writable.
    private func isReady(until deadline: MonotonicInstant) -> Bool {
        while true {
            let left = (deadline - EventLoop.monotonicNow) / .milliseconds(1)
            var ready = pollfd(fd: output.number, events: Int16(POLLOUT), revents: 0)
            let count = poll(&ready, 1, isStuck ? 0 : CInt(clamping: max(0, left.rounded(.up))))
            if count == -1, errno == EINTR { continue }
            isStuck = count == 0
            return count > 0
        }
    }

    private func fail(_ error: CInt) {
        failure = OutputDescriptor.failure(path, error)
        rest = []
    }
}
