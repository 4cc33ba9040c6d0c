import FoundationEssentials
import Glibc
import KeepAliveFormats
import SystemPackage
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

/// The app's socket against those who may not speak, and those who speak badly.
@Suite(.ownThread) struct AppSocketTests {
    /// A socket that anybody of this user may speak at, and what arrives there.
    private final class World {
        let loop: EventLoop
        let directory: TemporaryDirectory
        let socket: AppSocket
        var received = 0

        init(patience: Duration = .seconds(60), belongs: @escaping (pid_t) -> Bool = { _ in true }) throws {
            loop = try EventLoop()
            directory = try TemporaryDirectory()
            socket = try AppSocket(
                path: directory.path + "/app.sock", loop: loop, patience: patience, belongs: belongs)
            socket.onMessage = { [unowned self] _, message in
                received += 1
                return message.answered { _, parameters in parameters }
            }
        }

        func connect() throws -> CInt {
            let descriptor = try UnixSocket.connect(socket.path, timeout: .seconds(5))
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            return descriptor
        }

        /// What a client has got so far, and whether it was disconnected.
        func read(_ descriptor: CInt) -> (text: String, isOver: Bool) {
            var text = ""
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                if count > 0 {
                    text += String(decoding: buffer[..<count], as: UTF8.self)
                } else {
                    return (text, count == 0 || errno == ECONNRESET)
                }
            }
        }

        func wait(until condition: @escaping () -> Bool) -> Bool { loop.run(until: condition, timeout: .seconds(30)) }
    }

    @Test("nobody but the app's own processes may speak")
    func strangers() throws {
        let world = try World(belongs: { _ in false })
        let stranger = try world.connect()
        defer { close(stranger) }
        _ = send(stranger, "{}\n", 3, CInt(MSG_NOSIGNAL))
        var isOver = false
        #expect(
            world.wait {
                isOver = isOver || world.read(stranger).isOver
                return isOver
            })
        #expect(world.received == 0)
        var information = stat()
        #expect(stat(world.socket.path, &information) == 0 && information.st_mode & 0o777 == 0o600)
    }

    @Test("a real run takes its own processes, with their children, and no other one's")
    func ownProcesses() throws {
        let script = try TemporaryFile(
            "echo $KEEPALIVE_SOCKET; (\"$1\" ctl app applicationState; true); exec sleep 600", name: "app.sh")
        let runner = try Runner(["--quiet", "--for", "20s", "--", "/bin/sh", script.path, Runner.path])
        #expect(runner.look { runner.output.count(of: "\n") >= 2 }, "\(runner.output) \(runner.errors)")
        #expect(runner.output.contains(#""state":"active""#))
        let path = String(runner.output.split(separator: "\n")[0])
        // This process knows the path, and is none of the app's.
        #expect(runner.look { access(path, F_OK) == 0 })
        let stranger = try Runner(["ctl", "app", "applicationState"], environment: ["KEEPALIVE_SOCKET": path])
        #expect(runner.look { stranger.look(1) { stranger.status != nil } || stranger.status != nil })
        #expect(try stranger.finish() == 125)
        runner.signal(SIGTERM)
        try runner.finish()
        #expect(access(path, F_OK) != 0)
    }

    @Test("at rest nobody listens, those that have connected are served, and afterwards the app can connect again")
    func rest() throws {
        let world = try World()
        let early = try world.connect()
        let request = #"{"jsonrpc":"2.0","id":1,"method":"echo","params":{"a":1}}"# + "\n"
        _ = send(early, request, request.utf8.count, CInt(MSG_NOSIGNAL))
        // Nothing has been accepted yet.
        world.socket.isAtRest = true
        #expect(throws: Errno.connectionRefused) { try UnixSocket.connect(world.socket.path) }
        for client in [early, try again(in: world)] {
            _ = send(client, request, request.utf8.count, CInt(MSG_NOSIGNAL))
            var answer = ""
            #expect(
                world.wait {
                    answer += world.read(client).text
                    return answer.contains("\n")
                })
            #expect(answer.hasPrefix(#"{"id":1,"jsonrpc":"2.0","result":{"a":1}}"#))
            close(client)
        }
        world.socket.isAtRest = true
        world.socket.close()
        #expect(access(world.socket.path, F_OK) != 0)
    }

    private func again(in world: World) throws -> CInt {
        world.socket.isAtRest = false
        return try world.connect()
    }

    @Test("10,000 lines of garbage get errors and a disconnect, while another client is served in between")
    func garbage() throws {
        let world = try World()
        let (hostile, good) = (try world.connect(), try world.connect())
        defer { for descriptor in [hostile, good] { close(descriptor) } }
        let lines = Array(String(repeating: "garbage\n", count: 10_000).utf8)
        _ = lines.withUnsafeBytes { send(hostile, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
        let request = #"{"jsonrpc":"2.0","id":1,"method":"echo","params":{"a":1}}"# + "\n"
        _ = send(good, request, request.utf8.count, CInt(MSG_NOSIGNAL))
        var (answers, said, isOver) = ("", "", false)
        #expect(
            world.wait {
                answers += world.read(good).text
                let (text, over) = world.read(hostile)
                said += text
                isOver = isOver || over
                return isOver && !answers.isEmpty
            })
        #expect(answers == #"{"id":1,"jsonrpc":"2.0","result":{"a":1}}"# + "\n")
        #expect(said.count(of: "-32700") == LineConnection.complaintsMax + 1)
        #expect(world.received == 1)
    }

    @Test("a line of 10 MB is refused as soon as it is too long")
    func longLine() throws {
        let world = try World()
        let client = try world.connect()
        defer { close(client) }
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        var (sent, said, isOver) = (0, "", false)
        #expect(
            world.wait {
                if sent < 10 << 20 {
                    let count = chunk.withUnsafeBytes { send(client, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
                    if count > 0 { sent += count }
                }
                let (text, over) = world.read(client)
                said += text
                isOver = isOver || over
                return isOver
            })
        #expect(said.contains("longer than \(JSONRPCMessage.longestLine) bytes"))
        #expect(sent < 2 << 20 && world.received == 0)
    }

    @Test("half a line at the end is taken as a line; half a line in between waits for its other half")
    func halfLines() throws {
        let world = try World()
        let client = try world.connect()
        defer { close(client) }
        let request = #"{"jsonrpc":"2.0","id":1,"method":"echo"}"#
        _ = send(client, request, 10, CInt(MSG_NOSIGNAL))
        #expect(!world.loop.run(until: { world.received > 0 }, timeout: .milliseconds(50)))
        let rest = String(request.dropFirst(10))
        _ = send(client, rest, rest.utf8.count, CInt(MSG_NOSIGNAL))
        shutdown(client, Int32(SHUT_WR))
        #expect(world.wait { world.received == 1 })
    }

    @Test("who never reads is disconnected; who is frozen is not")
    func silentReader() throws {
        let world = try World(patience: .milliseconds(200))
        var clients: [any MessageClient] = []
        world.socket.onMessage = { client, _ in
            clients.append(client)
            return nil
        }
        var ended = 0
        world.socket.onEnd = { _ in ended += 1 }
        let descriptors = [try world.connect(), try world.connect()]
        defer { for descriptor in descriptors { close(descriptor) } }
        let line = #"{"jsonrpc":"2.0","method":"x"}"# + "\n"
        for descriptor in descriptors { _ = send(descriptor, line, line.utf8.count, CInt(MSG_NOSIGNAL)) }
        #expect(world.wait { clients.count == 2 })
        clients[0].mayWait = true
        // More than the kernel takes, and less than is held for a client.
        let news = JSONRPCMessage.request(
            method: "news", parameters: ["text": .string(String(repeating: "x", count: 10_000))], id: nil)
        for client in clients { for _ in 0..<40 { client.send(news) } }
        #expect(world.wait { ended == 1 })
        #expect(!world.loop.run(until: { ended == 2 }, timeout: .milliseconds(500)))
        clients[0].mayWait = false
        #expect(world.wait { ended == 2 })
    }

    @Test("who leaves too much unread is disconnected, frozen or not")
    func unread() throws {
        let world = try World()
        var client: (any MessageClient)?
        world.socket.onMessage = { sender, _ in
            client = sender
            return nil
        }
        let descriptor = try world.connect()
        defer { close(descriptor) }
        let line = #"{"jsonrpc":"2.0","method":"x"}"# + "\n"
        _ = send(descriptor, line, line.utf8.count, CInt(MSG_NOSIGNAL))
        #expect(world.wait { client != nil })
        client?.mayWait = true
        let news = JSONRPCMessage.request(
            method: "news", parameters: ["text": .string(String(repeating: "x", count: 100_000))], id: nil)
        var sent = 0
        while sent < 1000, client?.send(news) == true { sent += 1 }
        // What the kernel holds, and what we hold.
        let held = LineConnection.Limits.app.waitingMax / 100_000
        #expect(held - 10..<held + 20 ~= sent, "\(sent)")
    }

    @Test(
        "an app that writes all its answers before it reads on is read all the same, and then gets all that it is owed")
    func answersFirst() throws {
        let world = try World()
        var client: (any MessageClient)?
        world.socket.onMessage = { [unowned world] sender, message in
            client = sender
            world.received += 1
            return message.answered { _, parameters in parameters }
        }
        let descriptor = try world.connect()
        defer { close(descriptor) }
        let line =
            #"{"jsonrpc":"2.0","id":1,"method":"x","params":{"text":""# + String(repeating: "y", count: 1000) + "\"}}\n"
        func write() -> Bool { send(descriptor, line, line.utf8.count, CInt(MSG_NOSIGNAL)) == line.utf8.count }
        #expect(write())
        #expect(world.wait { world.received == 1 })
        // More than the kernel takes in each direction; every one of its lines is answered at length.
        let news = JSONRPCMessage.request(
            method: "news", parameters: ["text": .string(String(repeating: "x", count: 10_000))], id: nil)
        for _ in 0..<200 { client?.send(news) }
        var written = 1
        #expect(
            world.wait {
                while written < 2000, write() { written += 1 }
                return world.received == 2000
            }, "\(world.received) of \(written) taken")
        var got = 0
        #expect(
            world.wait {
                got += world.read(descriptor).text.utf8.count { $0 == UInt8(ascii: "\n") }
                return got == 2200
            }, "\(got)")
    }
}
