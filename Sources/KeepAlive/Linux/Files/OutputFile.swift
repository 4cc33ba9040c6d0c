import Glibc
import KeepAlivePolicy
import SystemPackage

/// A file that is written line by line while something goes on, or standard error.
package final class OutputFile {
    /// What happens to lines that nobody takes.
    package enum Overflow: Sendable {
        /// The writer waits for the reader.
        case waits
        /// Whole lines are left out, and counted: what writes them must not stand still.
        case dropsLines
    }

    /// The first error of a write; after it nothing is written any more.
    package private(set) var failure: KeepAliveError?
    /// How many lines nobody took.
    package private(set) var linesLost = 0
    private let output: OutputDescriptor
    private let path: String
    private let overflow: Overflow
    /// The rest of a line that has been written in part; it comes before all others.
    private var rest: [UInt8] = []
    /// Whether the last wait was in vain: until something can be written there is no other.
    private var isStuck = false
    /// How long a reader may keep us waiting.
    private static let patience = Duration.milliseconds(100)
    /// How much a pipe that can be written takes without a wait, in bytes. pipe(7): PIPE_BUF.
    private static let atomicBytes = 4096

    /// Opens a file for writing and empties it; `-` is standard error.
    ///
    /// - Throws: ``KeepAliveError`` with code `output`.
    package init(_ path: String, overflow: Overflow) throws {
        self.path = path
        self.overflow = overflow
        output = try OutputDescriptor.open(path)
        // What is shared with standard output or error is not ours to empty.
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
            // Nothing of it has been written: it can be left out.
            guard rest.count == line.count else { return }
            rest = []
        }
        linesLost += 1
    }

    /// Writes what is left of a line, and makes lost lines a ``failure``.
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

    /// Writes as much of `rest` as is taken before the deadline.
    private func push(until deadline: MonotonicInstant) {
        while !rest.isEmpty, isReady(until: deadline) {
            // With shared flags a write of more would wait for the reader.
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

    /// Waits until something can be written.
    private func isReady(until deadline: MonotonicInstant) -> Bool {
        while true {
            let left = (deadline - EventLoop.monotonicNow) / .milliseconds(1)
            var ready = pollfd(fd: output.number, events: Int16(POLLOUT), revents: 0)
            let count = poll(&ready, 1, isStuck ? 0 : CInt(max(0, left.rounded(.up))))
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
