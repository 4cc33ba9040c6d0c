import Glibc
import KeepAliveFormats
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

/// A control server in a base of its own, on a loop of its own.
private final class ControlWorld {
    let loop: EventLoop
    let directory: TemporaryDirectory
    let base: String
    var server: ControlServer
    /// Gives the answers that are still to come.
    var give: [(any Encodable) -> Void] = []
    /// The methods that were called.
    private(set) var called: [String] = []

    init(patience: Duration = .seconds(60)) throws {
        loop = try EventLoop()
        directory = try TemporaryDirectory()
        base = directory.path + "/base"
        server = try ControlServer(loop: loop, base: base, patience: patience)
        server.onRequest = { [unowned self] _, method, parameters in
            called.append(method)
            switch method {
            case "echo": return .now(parameters)
            case "later": return .later { [unowned self] give in self.give.append { give(.success($0)) } }
            case "large": return .now(String(repeating: "x", count: 1 << 20))
            case "refuse": throw KeepAliveError(.usage, "not now")
            case "close":
                server.close()
                return .now(true)
            default: throw JSONRPCError.methodNotFound(method)
            }
        }
    }

    func wait(until condition: @escaping () -> Bool) -> Bool { loop.run(until: condition, timeout: .seconds(30)) }

    /// Runs something that blocks on a thread of its own, and the loop until it is done.
    func whileServing<Value>(_ body: @escaping () throws -> Value) throws -> Result<Value, any Error> {
        var ends: [CInt] = [0, 0]
        pipe(&ends)
        defer { for end in ends { close(end) } }
        var result: Result<Value, any Error>?
        let call = Call { [ends] in
            result = Result(catching: body)
            _ = write(ends[1], "x", 1)
        }
        var thread = pthread_t()
        let created = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Call>.fromOpaque(argument).takeUnretainedValue().body() }
                return nil
            }, Unmanaged.passUnretained(call).toOpaque())
        try #require(created == 0)
        var isDone = false
        let watch = try loop.watch(ends[0], for: .readable) { _ in isDone = true }
        defer { loop.unwatch(watch) }
        let served = wait { isDone }
        #expect(served)
        pthread_join(thread, nil)
        return try #require(result)
    }

    private final class Call {
        let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }
    }
}

/// A client that says what the test lets it say, without blocking, on the loop of the server.
private final class RawClient {
    private(set) var received = ""
    private(set) var isOver = false
    let descriptor: CInt
    private let loop: EventLoop
    private var watch: EventLoop.Watch?

    init(_ world: ControlWorld, reading: Bool = true) throws {
        loop = world.loop
        descriptor = try UnixSocket.connect(world.server.path)
        guard reading else { return }
        watch = try loop.watch(descriptor, for: .readable) { [unowned self] _ in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                received += String(decoding: buffer[..<count], as: UTF8.self)
            } else {
                isOver = true
                if let watch { loop.unwatch(watch) }
            }
        }
    }

    deinit { hangUp() }

    private var isClosed = false

    func hangUp() {
        guard !isClosed else { return }
        isClosed = true
        if let watch { loop.unwatch(watch) }
        close(descriptor)
    }

    /// Sends what fits into the socket, and says how much that was.
    @discardableResult
    func say(_ bytes: [UInt8]) -> Int {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count <= 0 { break }
            sent += count
        }
        return sent
    }

    @discardableResult
    func say(_ text: String) -> Int { say(Array(text.utf8)) }

    func finishSaying() { shutdown(descriptor, CInt(SHUT_WR)) }

    static func request(_ id: Int, _ method: String = "echo", _ parameters: String = "[]") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"# + "\n"
    }

    var lines: [Substring] { received.split(separator: "\n") }
}

@Suite(.ownThread) struct ControlTests {
    private let world: ControlWorld

    init() throws { world = try ControlWorld() }

    /// Whether a new client is served.
    private func serves() throws -> Bool {
        let client = try RawClient(world)
        client.say(RawClient.request(7))
        return world.wait { client.lines.count == 1 } && client.lines[0].contains(#""id":7"#)
    }

    // MARK: Talking

    @Test("requests are answered in order, many at once and byte by byte")
    func order() throws {
        let client = try RawClient(world)
        client.say((1...500).map { RawClient.request($0) }.joined())
        #expect(world.wait { client.lines.count == 500 })
        for (place, line) in client.lines.enumerated() { #expect(line.contains(#""id":\#(place + 1),"#)) }
        for byte in RawClient.request(501).utf8 {
            #expect(client.lines.count == 500)
            client.say([byte])
            // One turn of the loop, in which the server reads it.
            var turns = 0
            let turned = world.wait {
                turns += 1
                return turns > 1
            }
            #expect(turned)
        }
        #expect(world.wait { client.lines.count == 501 })
    }

    @Test(
        "an answer that takes its time comes before the next, also to a client that has said all; nobody waits for it")
    func later() throws {
        let client = try RawClient(world)
        client.say(RawClient.request(1, "later") + RawClient.request(2))
        client.finishSaying()
        #expect(world.wait { world.give.count == 1 })
        // Others are served meanwhile, and this one is not answered out of turn.
        #expect(try serves())
        #expect(client.lines.isEmpty && !client.isOver)
        world.give[0]("now")
        #expect(world.wait { client.isOver })
        #expect(client.lines.map { $0.contains(#""id":1"#) } == [true, false] && client.lines[0].contains("now"))
    }

    @Test("a client that does not wait for its answer is gone, and the answer is nobody's")
    func laterInVain() throws {
        let client = try RawClient(world, reading: false)
        client.say(RawClient.request(1, "later"))
        #expect(world.wait { world.give.count == 1 })
        client.hangUp()
        #expect(world.wait { world.server.connections.isEmpty })
        world.give[0]("now")
        #expect(try serves())
    }

    @Test("a client of its own gets the result, or a helpful error")
    func client() throws {
        func ask(_ method: String, _ parameters: JSONValue = .null) throws -> Result<JSONValue, any Error> {
            try world.whileServing { [base = world.base] in
                try ControlClient(bases: [base]).request(method, parameters)
            }
        }
        #expect(try ask("echo", ["a": [1, 2.5, "x"]]).get() == ["a": [1, 2.5, "x"]])
        #expect(try ask("echo").get() == .null)
        #expect(try ask("large").get().string?.utf8.count == 1 << 20)
        let tooLong = JSONValue.array([.string(String(repeating: "x", count: 1 << 20))])
        for (answer, text) in [
            (try ask("refuse"), "not now"), (try ask("missing"), "there is no method 'missing'"),
            (try ask("echo", tooLong), "longer than"),
        ] {
            let error = #expect(throws: KeepAliveError.self) { try answer.get() }
            #expect(error?.code == .refusal && error?.description.contains(text) == true)
        }
        #expect(KeepAliveError.Code.control.exitStatus == 125)
    }

    @Test("a handler may close the server that asks it")
    func closing() throws {
        let client = try RawClient(world)
        client.say(RawClient.request(1, "close") + RawClient.request(2))
        #expect(world.wait { client.isOver })
        #expect(world.called == ["close"])
        #expect(access(world.base, F_OK) == -1)
    }

    // MARK: Misuse

    @Test("a line over 64 KiB is an error and the end; one of 64 KiB is not")
    func longLines() throws {
        let limit = JSONRPCMessage.longestLine
        let head = #"{"jsonrpc":"2.0","id":1,"method":"echo","params":[""#
        let longest = head + String(repeating: "x", count: limit - head.utf8.count - 3) + "\"]}"
        let client = try RawClient(world)
        client.say(longest + "\n")
        #expect(world.wait { client.lines.count == 1 })
        #expect(client.received.contains("xxx"))
        for text in [longest + " \n", String(repeating: "x", count: limit + 1)] {
            let client = try RawClient(world)
            client.say(text)
            #expect(world.wait { client.isOver })
            #expect(client.lines.count == 1 && client.received.contains("-32600"))
        }
        #expect(try serves())
    }

    @Test("garbage is answered with errors or a disconnect, soon")
    func garbage() throws {
        var random = SystemRandomNumberGenerator()
        let nested = String(repeating: "[", count: 30_000) + "\n"
        let shallow = "[" + String(repeating: "[[[[[[[[]]]]]]]],", count: 3_500) + "0]\n"
        let blank = String(repeating: "\n", count: 60_000)
        for bytes in [
            (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }, Array(nested.utf8),
            Array(shallow.utf8), Array(blank.utf8), [UInt8](repeating: 0, count: 1_000_000),
        ] {
            let client = try RawClient(world)
            client.say(bytes)
            client.finishSaying()
            #expect(world.wait { client.isOver })
            for line in client.lines { #expect(line.contains("error")) }
        }
        #expect(try serves())
        #expect(world.called == ["echo"])
    }

    @Test("half a line holds nobody up; at the end of the client it is an error, and a whole one is answered")
    func halfLines() throws {
        let waiting = try RawClient(world)
        waiting.say(#"{"jsonrpc":"#)
        #expect(try serves())
        let gone = try RawClient(world)
        gone.say(#"{"jsonrpc":"#)
        gone.hangUp()
        let half = try RawClient(world)
        half.say(#"{"jsonrpc":"#)
        half.finishSaying()
        #expect(world.wait { half.isOver })
        #expect(half.lines.count == 1 && half.received.contains("-32700"))
        let whole = try RawClient(world)
        whole.say(String(RawClient.request(1).dropLast()))
        whole.finishSaying()
        #expect(world.wait { whole.isOver })
        #expect(whole.lines.count == 1 && whole.received.contains("result"))
        #expect(world.wait { world.server.connections.count == 1 })
        waiting.say("\"2.0\"}\n")
        #expect(world.wait { waiting.lines.count == 1 })
    }

    @Test("a client that never reads is held to one answer, holds nobody up, and is disconnected")
    func neverReads() throws {
        let world = try ControlWorld(patience: .milliseconds(300))
        let deaf = try RawClient(world, reading: false)
        deaf.say((1...100).map { RawClient.request($0, "large") }.joined())
        #expect(world.wait { !world.called.isEmpty })
        let client = try RawClient(world)
        client.say(RawClient.request(1))
        #expect(world.wait { client.lines.count == 1 })
        // It does not count on more than the socket takes, which is less than one such answer.
        #expect(world.called.filter { $0 == "large" }.count == 1)
        #expect(world.wait { world.server.connections.count == 1 })
        #expect(world.called.filter { $0 == "large" }.count == 1)
    }

    @Test("a client that reads slowly gets all of a large answer")
    func readsSlowly() throws {
        let world = try ControlWorld(patience: .milliseconds(500))
        let slow = try RawClient(world, reading: false)
        slow.say(RawClient.request(1, "large"))
        var received = 0
        var again: ScheduledAction?
        func readOn() {
            var buffer = [UInt8](repeating: 0, count: 50_000)
            received += max(0, read(slow.descriptor, &buffer, buffer.count))
            again = world.loop.schedule(after: .milliseconds(40)) { readOn() }
        }
        readOn()
        defer { if let again { world.loop.cancel(again) } }
        // Some 25 reads: in all longer than the patience.
        #expect(world.wait { received > 1 << 20 })
        #expect(world.server.connections.count == 1)
    }

    @Test("of a hundred clients the longest silent ones are disconnected, and the newest are served")
    func manyClients() throws {
        let clients = try (0..<100).map { _ in try RawClient(world) }
        #expect(world.wait { clients.filter { $0.isOver }.count == 100 - MessageServer.connectionsMax })
        #expect(world.server.connections.count == MessageServer.connectionsMax)
        #expect(clients.prefix(68).allSatisfy { $0.isOver })
        for client in clients.suffix(32) { client.say(RawClient.request(1)) }
        #expect(world.wait { clients.suffix(32).allSatisfy { $0.lines.count == 1 } })
        for client in clients { client.hangUp() }
        #expect(world.wait { world.server.connections.isEmpty })
        #expect(try serves())
    }

    @Test("while nobody asks, the loop does not wake")
    func idle() throws {
        let clients = try (0..<3).map { _ in try RawClient(world) }
        for client in clients { client.say(RawClient.request(1)) }
        #expect(world.wait { clients.allSatisfy { $0.lines.count == 1 } })
        var turns = 0
        // Awaits nothing but time: that nothing happens.
        _ = world.loop.run(
            until: {
                turns += 1
                return false
            }, timeout: .milliseconds(300))
        // Before the first sleep, after the time-out, and for the result.
        #expect(turns <= 3)
    }

    @Test("without a free descriptor it neither spins nor gives up")
    func noDescriptors() throws {
        try OwnProcess.run("ControlTests/noDescriptors") {
            let world = try ControlWorld()
            let client = try RawClient(world)
            client.say(RawClient.request(1))
            #expect(world.wait { client.lines.count == 1 })
            var taken: [CInt] = []
            while case let descriptor = dup(client.descriptor), descriptor >= 0 { taken.append(descriptor) }
            guard let last = taken.popLast() else { return }
            close(last)
            let second = try RawClient(world)
            second.say(RawClient.request(2))
            var turns = 0
            _ = world.loop.run(
                until: {
                    turns += 1
                    return false
                }, timeout: .milliseconds(300))
            #expect(turns < 10 && second.lines.isEmpty)
            // The one that is served already still is.
            client.say(RawClient.request(3))
            #expect(world.wait { client.lines.count == 2 })
            for descriptor in taken { close(descriptor) }
            #expect(world.wait { second.lines.count == 1 })
        }
    }

    // MARK: Whom it lets in, and where it is

    private func mode(_ path: String) -> mode_t {
        var information = stat()
        return lstat(path, &information) == 0 ? information.st_mode & 0o7777 : 0
    }

    @Test("directory and socket are closed to others")
    func modes() {
        #expect(mode(world.base) == 0o700)
        #expect(mode(world.server.directory) == 0o700)
        #expect(mode(world.server.path) == 0o600)
    }

    @Test(
        "another user is disconnected, even where the modes would let him in",
        .enabled(if: getuid() == 0, "needs root to become another user"))
    func otherUser() throws {
        for path in [world.directory.path, world.base, world.server.directory, world.server.path] { chmod(path, 0o777) }
        let script = """
            import os, socket, sys
            os.setuid(int(sys.argv[2]))
            s = socket.socket(socket.AF_UNIX); s.settimeout(20); s.connect(sys.argv[1])
            try: s.send(b'{"jsonrpc":"2.0","id":1,"method":"echo"}\\n'); answer = s.recv(100)
            except (BrokenPipeError, ConnectionResetError): answer = b''
            sys.exit(5 if answer == b'' else 6)
            """
        for (user, status) in [("65534", ProcessStatus.exited(5)), ("0", .exited(6))] {
            let process = try GuardedProcess(
                GuardedProcess.Request(
                    path: try CommandResolver.resolve("python3", path: nil),
                    arguments: ["python3", "-c", script, world.server.path, user], environment: []), loop: world.loop)
            var ended: ProcessStatus?
            process.onReport = { if case .exited(let status) = $0 { ended = status } }
            #expect(world.wait { ended != nil })
            #expect(ended == status)
        }
        #expect(world.called == ["echo"])
    }

    @Test("a base that others may enter, that is a link or no directory is refused")
    func badBases() throws {
        let directory = try TemporaryDirectory()
        let open = directory.path + "/open"
        let link = directory.path + "/link"
        let file = directory.path + "/file"
        mkdir(open, 0o700)
        chmod(open, 0o750)
        symlink(world.base, link)
        close(creat(file, 0o600))
        for base in [open, link, file] {
            let error = #expect(throws: KeepAliveError.self) { try ControlServer(loop: world.loop, base: base) }
            #expect(error?.code == .control && error?.remedy != nil)
            #expect(ControlClient.systems(in: [base]) == [])
        }
    }

    @Test("the usual bases are absolute, short enough, and end in this user's")
    func bases() throws {
        #expect(ControlDirectory.bases.contains("/tmp/keepalive-run-\(geteuid())"))
        for base in ControlDirectory.bases {
            #expect(base.first == "/" && "\(base)/4194304.99/control.sock".utf8.count <= UnixSocket.longestPath)
        }
    }

    @Test("a base that somebody else has made blocks nobody: there is another, which clients find")
    func takenBase() throws {
        let shared = try TemporaryDirectory()
        let taken = "\(shared.path)/keepalive-run-\(geteuid())"
        if getuid() == 0 {
            mkdir(taken, 0o700)
            chown(taken, 65_534, 65_534)
        } else {
            close(creat(taken, 0o600))
        }
        // Those in a runtime directory come first where there is one.
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
        unsetenv("XDG_RUNTIME_DIR")
        defer { if let runtime { setenv("XDG_RUNTIME_DIR", runtime, 1) } }
        let made = try ControlDirectory.make(inShared: shared.path)
        defer { close(made.listener) }
        #expect(made.base.hasPrefix(taken + "-"))
        #expect(ControlDirectory.objection(to: made.base) == nil)
        #expect(
            ControlClient.systems(in: ControlDirectory.bases(in: shared.path)).map(\.path) == [made.directory.socket])
        // The next one shares it.
        let second = try ControlDirectory.make(inShared: shared.path)
        defer { close(second.listener) }
        #expect(second.base == made.base)
    }

    /// Leaves a socket as a killed system does: nobody listens.
    private func leaveSocket(in directory: String) throws {
        let descriptor = try UnixSocket.listen(directory + "/control.sock")
        // A process that another test is starting has a copy of the descriptor until its execve(2): closing alone
        // would leave a socket that listens.
        shutdown(descriptor, CInt(SHUT_RDWR))
        close(descriptor)
    }

    @Test("what a killed system has left goes, also when another process has its pid by now")
    func reusedPid() throws {
        let directory = try TemporaryDirectory()
        let base = directory.path + "/base"
        mkdir(base, 0o700)
        // Nobody's, and not listening, in the name of a process that lives.
        let stale = "\(base)/\(getppid())"
        mkdir(stale, 0o700)
        try leaveSocket(in: stale)
        #expect(ControlClient.systems(in: [base]) == [])
        #expect(access(stale, F_OK) == 0, "it may be about to listen")
        let old = [timespec(tv_sec: 1_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000, tv_nsec: 0)]
        utimensat(AT_FDCWD, stale, old, 0)
        #expect(ControlClient.systems(in: [base]) == [])
        #expect(access(stale, F_OK) == -1)
    }

    @Test("closing removes everything; what a killed system has left is removed by the next one and by a client")
    func sweeping() throws {
        let directory = try TemporaryDirectory()
        let base = directory.path + "/base"
        let own = "\(base)/\(getpid())"
        // No process can have this pid.
        let stale = "\(base)/4194305"
        for leftBehind in [stale, own] {
            for sweep in [
                { [world] in _ = try ControlServer(loop: world.loop, base: base) },
                { _ = ControlClient.systems(in: [base]) },
            ] {
                mkdir(base, 0o700)
                mkdir(leftBehind, 0o700)
                try leaveSocket(in: leftBehind)
                try sweep()
                // A client leaves a directory alone whose process lives: it may be about to listen.
                if leftBehind == stale { #expect(access(stale, F_OK) == -1) }
            }
        }
        let server = try ControlServer(loop: world.loop, base: base)
        #expect(server.directory == own)
        let second = try ControlServer(loop: world.loop, base: base)
        #expect(second.directory == own + ".1")
        #expect(ControlClient.systems(in: [base]).map(\.path) == [server.path, second.path])
        server.close()
        #expect(ControlClient.systems(in: [base]).map(\.path) == [second.path])
        second.close()
        second.close()
        #expect(access(base, F_OK) == -1)
    }

    // MARK: Choosing a system

    @Test("a system is found by its pid, by its path, or because it is the only one")
    func choosing() throws {
        let bases = [world.base]
        let pid = getpid()
        let path = world.server.path
        #expect(try ControlClient(bases: bases).system == ControlClient.System(pid: pid, path: path))
        #expect(try ControlClient(system: "\(pid)", bases: bases).system.path == path)
        #expect(try ControlClient(system: path, bases: []).system == ControlClient.System(pid: pid, path: path))
        func complaint(about name: String? = nil, in bases: [String]) -> String {
            let error = #expect(throws: KeepAliveError.self) { try ControlClient(system: name, bases: bases) }
            #expect(error?.code == .control)
            return error?.description ?? ""
        }
        #expect(complaint(in: []).hasPrefix("no device of yours is running"))
        #expect(
            complaint(about: "5", in: [])
                == "there is no device '5': none of yours is running. 'keepalive-run boot' starts one, 'keepalive-run -- COMMAND' one with an app"
        )
        #expect(complaint(about: "5", in: bases) == "there is no device '5'. Running: \(pid)")
        let second = try ControlServer(loop: world.loop, base: world.base)
        #expect(complaint(in: bases) == "2 devices are running. Name one of them with --system PID: \(pid), \(pid).1")
        let system = ControlClient.System(pid: 7, path: "/x/keepalive-7/control")
        let apps: JSONValue = [["name": "org.example.tea"], ["name": "\u{1B}b"], ["name": "c"], ["name": "d"]]
        #expect(ControlClient.title(of: system, nil) == system.name)
        #expect(ControlClient.title(of: system, ["name": "7", "apps": []]) == system.name)
        #expect(
            ControlClient.title(of: system, ["name": "7", "apps": [["name": "org.example.tea"]]])
                == "\(system.name) (org.example.tea)")
        #expect(
            ControlClient.title(of: system, ["name": "kitchen", "apps": apps]).hasSuffix(
                "(kitchen: org.example.tea, \\u{1b}b, c)"))
        #expect(try ControlClient(system: "\(pid).1", bases: bases).system.path == second.path)
        second.close()
        #expect(try ControlClient(bases: bases).system.path == path)
    }

    @Test("a system that does not answer, or is gone, is an error in time")
    func silence() throws {
        // Nobody runs the loop, as when the runner has been stopped: the kernel accepts, nobody answers.
        let client = try ControlClient(timeout: .milliseconds(50), bases: [world.base])
        let silent = #expect(throws: KeepAliveError.self) { try client.request("echo") }
        #expect(silent?.description.contains("does not answer") == true)
        #expect(silent?.remedy == "If it has been stopped: kill -CONT \(getpid())")
        world.server.close()
        let gone = #expect(throws: KeepAliveError.self) { try client.request("echo") }
        #expect(gone?.description.contains("cannot be reached") == true)
    }
}
