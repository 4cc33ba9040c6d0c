import CLinux
import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// A program that exchanges messages with the runner over its standard input and output, one message per line.
///
/// The program runs under a guardian, like every process that the runner starts.
package final class ProgramPeer {
    private let process: GuardedProcess
    private let descriptor: CInt
    private var connection: LineConnection?
    private var input: [UInt8] = []

    /// The longest wait for an answer of the program.
    package static let patience = Duration.seconds(5)

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - path: the path of the program.
    ///   - loop: the event loop on which the program's guardian is watched.
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
        // The time limit keeps a program that never reads from blocking the runner's writes.
        var limit = timeval(tv_sec: Int(clamping: Self.patience / .seconds(1)), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { end() }

    /// Closes the connection, and kills the program and its descendants.
    package func end() {
        if let connection { connection.close() } else if !process.isEnded { close(descriptor) }
        connection = nil
        process.end()
    }

    // MARK: Without waiting

    /// Starts to receive messages on the event loop.
    ///
    /// From then on, ``next(until:)`` must not be called, because the event loop reads the messages.
    ///
    /// - Parameters:
    ///   - loop: the event loop.
    ///   - onMessage: called with each message; it returns the answer, or `nil` for none.
    ///   - onEnd: called when the program has closed its end of the socket.
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

    /// Sends a message to the program, and waits until it is written.
    ///
    /// - Throws: ``KeepAliveError`` with code `supervision`.
    package func send(_ message: JSONRPCMessage) throws {
        if let error = OutputDescriptor.writeAll(message.text + "\n", to: descriptor) {
            throw KeepAliveError(.supervision, "the strategy does not listen: \(error)")
        }
    }

    /// Waits for the next message of the program.
    ///
    /// - Parameter deadline: the end of the wait; `nil` for 5 s from now.
    /// - Throws: ``KeepAliveError`` with code `supervision` if the program has ended, is too late, or sends a line that
    ///   is not a message.
    package func next(until deadline: MonotonicInstant? = nil) throws -> JSONRPCMessage {
        func failure(_ what: String) -> KeepAliveError { KeepAliveError(.supervision, "the strategy \(what)") }
        let deadline = deadline ?? EventLoop.monotonicNow + Self.patience
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            // This check also ends the wait if the program sends one request after another without an answer.
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
