import Foundation
import Glibc
import KeepAliveFormats
import KeepAliveTesting
import TestSupport
import Testing

@testable import KeepAlive
@testable import KeepAlivePolicy

/// The streams over a connection, against a real server.
@MainActor
@Suite(.onlyDevice) struct SocketStreamTests {
    /// Keeps what one stream tells.
    private final class Listener: NSObject, StreamDelegate {
        var events: [Stream.Event] = []
        func stream(_ stream: Stream, handle event: Stream.Event) { events.append(event) }
    }

    /// Two streams, each with a delegate of its own.
    private struct Pair {
        let input: InputStream
        let output: OutputStream
        let heard = (input: Listener(), output: Listener())

        init(_ port: Int) throws {
            var made: (InputStream?, OutputStream?)
            Stream.getStreamsToHost(withName: "127.0.0.1", port: port, inputStream: &made.0, outputStream: &made.1)
            input = try #require(made.0)
            output = try #require(made.1)
            input.delegate = heard.input
            output.delegate = heard.output
        }
    }

    private let device: VirtualDevice
    private let listener = LocalListener()

    init() throws {
        device = try TestApp.device()
        device.launch { TestApp.plain() }
    }

    private func pair(_ port: Int? = nil) throws -> Pair {
        var made: Pair?
        try device.perform { made = try Pair(port ?? Int(listener.port)) }
        return try #require(made)
    }

    @Test("what is written while the connection is made goes out; what is read waits")
    func whileOpening() throws {
        let pair = try pair()
        #expect(pair.input.streamStatus == .notOpen)
        #expect(pair.output.write([1, 2, 3], maxLength: 3) == -1)
        pair.output.open()
        #expect(pair.output.write([1, 2, 3], maxLength: 3) == 3)
        let connection = accept(listener.descriptor, nil, nil)
        defer { close(connection) }
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(read(connection, &buffer, 10) == 3)
        #expect(write(connection, "hello", 5) == 5)
        #expect(pair.input.streamStatus == .notOpen && pair.input.read(&buffer, maxLength: 10) == -1)
        pair.input.open()
        #expect(pair.input.read(&buffer, maxLength: 10) == 5 && buffer.starts(with: Array("hello".utf8)))
        pair.input.close()
        pair.output.close()
    }

    @Test("a stream that is opened later is told all; opening or closing twice, or without opening, changes nothing")
    func openedLater() async throws {
        let pair = try pair()
        pair.output.open()
        pair.output.open()
        let connection = accept(listener.descriptor, nil, nil)
        defer { close(connection) }
        try await device.runPendingTasks { pair.heard.output.events == [.openCompleted, .hasSpaceAvailable] }
        #expect(write(connection, "hello", 5) == 5)
        await device.runPendingTasks()
        #expect(pair.heard.input.events.isEmpty)
        pair.input.open()
        try await device.runPendingTasks { pair.heard.input.events == [.openCompleted, .hasBytesAvailable] }
        #expect(pair.input.hasBytesAvailable && pair.output.hasSpaceAvailable)
        pair.input.close()
        pair.input.close()
        #expect(pair.input.streamStatus == .closed && pair.output.streamStatus == .open)
        #expect(write(connection, "more", 4) == 4)
        await device.runPendingTasks()
        #expect(pair.heard.input.events.count == 2)
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(pair.input.read(&buffer, maxLength: 10) == -1)
        #expect(pair.output.write([7], maxLength: 1) == 1 && read(connection, &buffer, 10) == 1)
        pair.output.close()
        #expect(pair.output.write([7], maxLength: 1) == -1)

        let second = try self.pair()
        second.output.open()
        let other = accept(listener.descriptor, nil, nil)
        defer { close(other) }
        second.input.close()
        #expect(second.output.write([7], maxLength: 1) == 1 && read(other, &buffer, 10) == 1)
        second.output.close()
        #expect(read(other, &buffer, 10) == 0)
    }

    @Test("a connection that cannot be made is told to both streams, also to the one that is opened later")
    func refused() async throws {
        let pair = try pair(Int(LocalListener().port))
        pair.input.open()
        try await device.runPendingTasks { pair.heard.input.events == [.errorOccurred] }
        #expect((pair.input.streamError as? POSIXError)?.code == .ECONNREFUSED)
        pair.output.open()
        try await device.runPendingTasks { pair.heard.output.events == [.errorOccurred] }
        #expect(pair.output.streamStatus == .error && pair.heard.input.events == [.errorOccurred])
    }

    @Test("a write takes as much as there is room for; a look for bytes leaves a reset to be read")
    func bounds() async throws {
        let pair = try pair()
        pair.input.open()
        pair.output.open()
        let connection = accept(listener.descriptor, nil, nil)
        try await device.runPendingTasks { pair.heard.output.events == [.openCompleted, .hasSpaceAvailable] }
        let much = [UInt8](repeating: 0, count: 50_000_000)
        let sent = pair.output.write(much, maxLength: much.count)
        #expect(sent > 0 && sent < much.count)
        // The reader that the main queue has is told in its next turn; until then only we look.
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close(connection)
        while !pair.input.hasBytesAvailable {}
        #expect(pair.input.hasBytesAvailable)
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(pair.input.read(&buffer, maxLength: 10) == -1)
        #expect((pair.input.streamError as? POSIXError)?.code == .ECONNRESET && pair.input.streamStatus == .error)
        try await device.runPendingTasks {
            pair.heard.input.events.last == .errorOccurred && pair.heard.output.events.last == .errorOccurred
        }
    }

    @Test("a call that is longer than a line fails, and costs the app nothing")
    func longLine() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sock").path
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        // Both live as long as the tests: the end of a connection to the system ends an app.
        let server = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        let listens = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(server, 1) == 0
            }
        }
        #expect(listens)
        let connection = try SocketConnection(path: path) { _ in }
        unlink(path)
        let text = String(repeating: "x", count: JSONRPCMessage.longestLine)
        #expect {
            try connection.call("changeTask", ["taskDescription": .string(text)], passing: nil)
        } throws: {
            ($0 as? JSONRPCError)?.message == "the line is longer than 65536 bytes"
        }
        let taken = accept(server, nil, nil)
        var byte: UInt8 = 0
        #expect(recv(taken, &byte, 1, CInt(MSG_DONTWAIT)) == -1 && errno == EAGAIN)
    }
}
