import Glibc
import KeepAlivePolicy
import SystemPackage

/// A file that is written line by line during a run, or standard error.
package final class OutputFile {
    /// The treatment of lines that nobody reads.
    package enum Overflow: Sendable {
        /// The writer waits for the reader.
        case waits
        /// Whole lines are left out and counted: the writer must not stand still.
        case dropsLines
    }

    /// The first error of a write; nothing is written after it.
    package private(set) var failure: KeepAliveError?
    /// The number of lines that were left out.
    package private(set) var linesLost = 0
    private let output: OutputDescriptor
    private let path: String
    private let overflow: Overflow
    /// The rest of a line that was written in part; it is written before other lines.
    private var rest: [UInt8] = []
    /// True when the last wait was in vain. There is no other wait until something can be written.
    private var isStuck = false
    /// The longest wait for a reader.
    private static let patience = Duration.milliseconds(100)
    /// The bytes that a writable pipe takes without a wait. pipe(7): PIPE_BUF.
    private static let atomicBytes = 4096

    /// Opens a file for writing and empties it; `-` is standard error.
    ///
    /// - Throws: ``KeepAliveError`` with code `output`.
    package init(_ path: String, overflow: Overflow) throws {
        self.path = path
        self.overflow = overflow
        output = try OutputDescriptor.open(path)
        // A file that is shared with standard output or error must not be emptied.
        if output.isOwn, output.isRegular { ftruncate(output.number, 0) }
        if overflow == .waits { output.makeBlocking() }
    }

    deinit {
        close(output.number)
    }

    /// Writes whole lines; an error is kept in ``failure``.
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
            // No part of the line has been written, so it can be left out.
            guard rest.count == line.count else { return }
            rest = []
        }
        linesLost += 1
    }

    /// Writes the rest of a line, and reports lost lines as a ``failure``.
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
            // With shared flags a longer write would wait for the reader.
            let count = rest.withUnsafeBytes { bytes in
                Glibc.write(
                    output.number, bytes.baseAddress, output.isOwn ? bytes.count : min(bytes.count, Self.atomicBytes))
            }
            if count >= 0 {
                rest.removeFirst(count)
            } else if errno == EAGAIN {
                // Another writer was faster.
                if EventLoop.monotonicNow >= deadline { return }
            } else if errno != EINTR {
                return fail(errno)
            }
        }
    }

    /// Waits until something can be written, or the deadline passes.
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
