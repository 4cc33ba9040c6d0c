import CLinux
import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// A program that exchanges messages with the runner over its standard input and output, one message a line.
///
/// It runs under a guardian, as every process that the runner starts.
package final class ProgramPeer {
    private let process: GuardedProcess
    private let descriptor: CInt
    private var connection: LineConnection?
    private var input: [UInt8] = []

    /// The longest wait for an answer.
    package static let patience = Duration.seconds(5)

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - path: its file.
    ///   - loop: the loop on which its messages arrive, unless ``next(until:)`` waits for them.
    /// - Throws: ``KeepAliveError`` with code `commandNotFound`, `commandNotExecutable` or `supervision`.
    package init(path: String, loop: EventLoop) throws {
        let file = try CommandResolver.resolve(path.contains("/") ? path : "./\(path)", path: nil)
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw KeepAliveError(.supervision, "cannot speak with \(path): \(Errno(rawValue: errno))")
        }
        defer { close(ends[1]) }
        var request = GuardedProcess.Request(
            path: file, arguments: [RawText(path)], environment: Machine.rawEnvironment)
        request.standardInput = ends[1]
        request.standardOutput = ends[1]
        do {
            process = try GuardedProcess(request, loop: loop)
        } catch {
            close(ends[0])
            throw error
        }
        descriptor = ends[0]
        // A program that never reads must not block the runner's writes.
        var limit = timeval(tv_sec: Int(clamping: Self.patience / .seconds(1)), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { end() }

    /// Ends the program.
    package func end() {
        if let connection { connection.close() } else if !process.isEnded { close(descriptor) }
        connection = nil
        process.end()
    }

    // MARK: Without waiting

    /// Takes its messages on the loop.
    ///
    /// - Parameter onEnd: called when the program has closed its end.
    /// - Throws: `Errno` of epoll_ctl(2).
    package func listen(
        on loop: EventLoop, onMessage: @escaping (any MessageClient, JSONRPCMessage) -> JSONRPCMessage?,
        onEnd: @escaping (any MessageClient) -> Void
    ) throws {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        connection = try LineConnection(
            descriptor, peer: process.pid, loop: loop, patience: Self.patience,
            onLine: { client, line in
                do throws(JSONRPCMessage.Malformed) {
                    return onMessage(client, try JSONRPCMessage(parsing: line)).map { .text($0.text) } ?? .none
                } catch {
                    return error.isNotification ? .none : .complaint(error.answer.text)
                }
            }, onEnd: onEnd)
    }

    // MARK: Waiting

    /// Sends a message.
    package func send(_ message: JSONRPCMessage) throws {
        if let error = OutputDescriptor.writeAll(message.text + "\n", to: descriptor) {
            throw KeepAliveError(.supervision, "the strategy does not listen: \(error)")
        }
    }

    /// Waits for its next message.
    ///
    /// - Parameter deadline: the end of the wait; by default 5 s from now.
    /// - Throws: ``KeepAliveError`` with code `supervision`: the program has ended, is too late, or sends a line that
    ///   is no message.
    package func next(until deadline: MonotonicInstant? = nil) throws -> JSONRPCMessage {
        func failure(_ what: String) -> KeepAliveError { KeepAliveError(.supervision, "the strategy \(what)") }
        let deadline = deadline ?? EventLoop.monotonicNow + Self.patience
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            // A program that sends one request after another has not answered either.
            guard EventLoop.monotonicNow <= deadline else { throw failure("is not done in \(Self.patience.inWords)") }
            if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(input[..<end])
                input.removeFirst(end + 1)
                guard !line.isEmpty else { continue }
                do throws(JSONRPCMessage.Malformed) {
                    return try JSONRPCMessage(parsing: line)
                } catch {
                    throw failure("says what is no message: \(error.error)")
                }
            }
            guard input.count <= JSONRPCMessage.longestLine else { throw failure("says a line that is too long") }
            let left = (deadline - EventLoop.monotonicNow) / .milliseconds(1)
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, CInt(clamping: max(0, left.rounded(.up))))
            if ready == 0 { throw failure("says nothing for \(Self.patience.inWords)") }
            let count = ready < 0 ? -1 : recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw failure("has ended") }
            input += buffer[..<count]
        }
    }
}
