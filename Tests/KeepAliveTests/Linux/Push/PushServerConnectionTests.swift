import Glibc
import KeepAliveFormats
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

/// The connection of a device to a push server: a server that answers, that goes, that comes back, and that lies.
@Suite(.ownThread) final class PushServerConnectionTests {
    private let loop: EventLoop
    private let path = "/tmp/keepalive-push-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).sock"
    private var server: MessageServer?
    /// What has come, such as "register org.example.a".
    private var heard: [String] = []
    private var client: LineConnection?
    private var notes: [String] = []
    private var tokens: [[UInt8]] = []
    private var pushes: [(topic: String, push: RemotePush)] = []
    private var nextToken = "0a0b"
    private var epoch = "first"
    private let app = PushRegistration(.alert, of: "org.example.a")

    init() throws { loop = try EventLoop() }

    deinit { unlink(path) }

    /// Listens as a push server does.
    private func serve(answers: Bool = true) throws {
        unlink(path)
        let server = try MessageServer(listener: UnixSocket.listen(path), loop: loop, patience: .seconds(5))
        server.onMessage = { [unowned self] client, message in
            guard case .request(let method, let parameters, let id) = message else { return nil }
            self.client = client
            let words = ["device", "topic", "instance", "number", "value", "reachable"].compactMap { parameters[$0] }
            heard.append(([method] + words.map { $0.string ?? $0.text }).joined(separator: " "))
            guard answers, let id else { return nil }
            if method == "connect" { return .result(["epoch": .string(epoch)], id: id) }
            return .result(["token": .string(nextToken)], id: id)
        }
        self.server = server
    }

    private func connection() -> PushServerConnection {
        let connection = PushServerConnection(path, device: "phone", isTemporary: false, loop: loop)
        connection.onNote = { [unowned self] in notes.append($0) }
        connection.onPush = { [unowned self] in pushes.append((topic: $0, push: $1)) }
        return connection
    }

    private func register(_ connection: PushServerConnection) {
        connection.register(app, for: self) { [unowned self] in tokens.append($0) }
    }

    private func wait(_ condition: @escaping () -> Bool) -> Bool { loop.run(until: condition, timeout: .seconds(20)) }

    private func send(_ line: String) throws {
        let message = try JSONRPCMessage(parsing: line.utf8)
        try #require(client?.send(message) == true)
    }

    private static func push(_ number: Int, _ payload: String = #"{\"aps\":{\"alert\":\"hi\"}}"#) -> String {
        """
        {"jsonrpc":"2.0","method":"push","params":{"number":\(number),"id":"p\(number)","topic":"org.example.a",\
        "type":"alert","priority":10,"collapseID":"c","payload":"\(payload)"}}
        """
    }

    @Test("a token comes from the server, a push goes to the device, and is confirmed when it has been dealt with")
    func registration() throws {
        try serve()
        let connection = connection()
        register(connection)
        #expect(wait { self.tokens.count == 1 })
        #expect(tokens == [[0x0A, 0x0B]])
        #expect(heard == ["connect phone true", "register org.example.a"])
        try send(Self.push(7))
        #expect(wait { self.heard.last == "received 7" })
        let (topic, push) = try #require(pushes.first)
        #expect(topic == "org.example.a" && push.isFor("org.example.a", topic: topic))
        #expect(push.identifier == "p7" && push.type == .alert && push.priority == 10 && push.collapseIdentifier == "c")
        connection.setReachable(false)
        connection.unregister(app)
        #expect(wait { self.heard.suffix(2) == ["reachable false", "unregister org.example.a"] })
        #expect(notes == [])
    }

    @Test("while no server is there the app waits, and one note says so; then it gets its token")
    func late() throws {
        let connection = connection()
        register(connection)
        #expect(notes.count == 1 && notes[0].contains("cannot be reached: no such file or directory"), "\(notes)")
        #expect(tokens.isEmpty)
        try serve()
        #expect(wait { self.tokens.count == 1 })
        #expect(notes.count == 1)
    }

    @Test("a server that comes back is told the same; an app whose token has changed is told, too")
    func returning() throws {
        try serve()
        let connection = connection()
        register(connection)
        #expect(wait { self.tokens.count == 1 })
        server?.close()
        #expect(wait { self.notes.count == 1 })
        #expect(notes[0].contains("has closed the connection"))
        nextToken = "ff"
        heard = []
        try serve()
        #expect(wait { self.tokens.count == 2 })
        #expect(heard == ["connect phone true", "register org.example.a"])
        #expect(tokens[1] == [0xFF])
        // One that it has already is not told again.
        server?.close()
        #expect(wait { self.notes.count == 2 })
        heard = []
        try serve()
        #expect(wait { self.heard.count == 2 })
        try send(Self.push(1))
        #expect(wait { self.pushes.count == 1 })
        #expect(tokens.count == 2)
        register(connection)
        #expect(wait { self.tokens.count == 3 })
        // One that asks while the server is away is answered when it is back, with the token that it has.
        server?.close()
        #expect(wait { self.notes.count == 3 })
        register(connection)
        try serve()
        #expect(wait { self.tokens.count == 4 })
        #expect(tokens[3] == [0xFF])
    }

    @Test("a token that is given up while no server is there is given up when it is; a new one may be asked for")
    func givenUpLate() throws {
        let connection = connection()
        connection.unregister(app)
        #expect(notes.count == 1)
        try serve()
        #expect(wait { self.heard.count == 2 })
        #expect(heard == ["connect phone true", "unregister org.example.a"])
        server?.close()
        #expect(wait { self.notes.count == 2 })
        heard = []
        try serve()
        // The server has confirmed it: it is not said again.
        #expect(wait { self.heard.count == 1 })
        register(connection)
        #expect(wait { self.tokens.count == 1 })
        #expect(heard == ["connect phone true", "register org.example.a"])
    }

    @Test("a push that comes again is confirmed again, and does nothing; one of another run of the server counts")
    func twice() throws {
        try serve()
        let connection = connection()
        register(connection)
        #expect(wait { self.tokens.count == 1 })
        try send(Self.push(1))
        try send(Self.push(1))
        #expect(wait { self.heard.suffix(2) == ["received 1", "received 1"] })
        #expect(pushes.count == 1)
        server?.close()
        #expect(wait { self.notes.count == 1 })
        epoch = "second"
        heard = []
        try serve()
        #expect(wait { self.heard.count == 2 })
        try send(Self.push(1))
        #expect(wait { self.pushes.count == 2 })
    }

    @Test("without a network a push that is on its way reaches nobody, and is not confirmed")
    func noNetwork() throws {
        try serve()
        let connection = connection()
        register(connection)
        #expect(wait { self.tokens.count == 1 })
        connection.setReachable(false)
        try send(Self.push(1))
        #expect(wait { self.heard.last == "reachable false" })
        connection.setReachable(true)
        try send(Self.push(2))
        #expect(wait { self.heard.last == "received 2" })
        #expect(pushes.map(\.push.identifier) == ["p2"])
        #expect(!heard.contains("received 1"))
    }

    @Test("a server that takes and never answers holds nothing up")
    func silent() throws {
        try serve(answers: false)
        let connection = connection()
        register(connection)
        #expect(wait { self.heard.count == 2 })
        var turns = 0
        _ = loop.schedule(after: .milliseconds(1)) { turns += 1 }
        #expect(wait { turns == 1 })
        #expect(tokens.isEmpty && notes.isEmpty)
        try send(Self.push(1))
        #expect(wait { self.pushes.count == 1 })
        withExtendedLifetime(connection) {}
    }

    @Test(
        "what makes no sense is left out, and said; what comes behind it arrives",
        arguments: [
            #"{"jsonrpc":"2.0","method":"push","params":{"number":1}}"#,
            #"{"jsonrpc":"2.0","method":"push"}"#,
            #"{"jsonrpc":"2.0","method":"dance"}"#,
            #"{"jsonrpc":"2.0","id":99,"error":{"code":-1,"message":"no"}}"#,
        ])
    func nonsense(line: String) throws {
        try serve()
        let connection = connection()
        register(connection)
        #expect(wait { self.tokens.count == 1 })
        try send(line)
        try send(Self.push(2))
        #expect(wait { self.pushes.count == 1 })
        #expect(notes.count == 1, "\(notes)")
        withExtendedLifetime(connection) {}
    }

    @Test("answers that nobody waits for, and tokens that are none, change nothing")
    func wrongAnswers() throws {
        nextToken = "no hex"
        try serve()
        let connection = connection()
        register(connection)
        #expect(wait { self.heard.count == 2 })
        try send(#"{"jsonrpc":"2.0","id":77,"result":{"token":"ab"}}"#)
        try send(Self.push(1))
        #expect(wait { self.pushes.count == 1 })
        #expect(tokens.isEmpty)
        withExtendedLifetime(connection) {}
    }

    @Test("a payload that is not JSON is dropped, said, and confirmed: the next ones come")
    func poison() throws {
        try serve()
        let connection = connection()
        register(connection)
        #expect(wait { self.tokens.count == 1 })
        for number in 1...3 { try send(Self.push(number, #"{\"aps\":01}"#)) }
        try send(Self.push(4))
        #expect(wait { self.heard.last == "received 4" })
        #expect(heard.suffix(4) == ["received 1", "received 2", "received 3", "received 4"])
        #expect(pushes.map(\.push.identifier) == ["p4"])
        #expect(notes.count == 3 && notes[0].contains("not JSON"))
        withExtendedLifetime(connection) {}
    }

    @Test("a connection that is closed tries no more, and an owner that is gone is told no more")
    func closed() throws {
        let first = connection()
        register(first)
        first.close()
        try serve()
        // Longer than the first wait of one that tries again.
        var isLater = false
        _ = loop.schedule(after: .milliseconds(1200)) { isLater = true }
        #expect(wait { isLater })
        #expect(heard == [])
        var owner: AnyObject? = PassedDescriptor(-1) { _ in }
        let second = connection()
        second.register(app, for: owner!) { [unowned self] in tokens.append($0) }
        owner = nil
        #expect(wait { self.heard.count == 2 })
        try send(Self.push(1))
        #expect(wait { self.pushes.count == 1 })
        #expect(tokens.isEmpty)
        #expect(heard.filter { $0.hasPrefix("connect") }.count == 1)
        withExtendedLifetime(second) {}
    }

    @Test("auto takes a server only where one listens")
    func auto() throws {
        #expect(!PushServerConnection.isServed(path))
        try serve()
        #expect(PushServerConnection.isServed(path))
        server?.close()
        #expect(!PushServerConnection.isServed(path))
    }
}
