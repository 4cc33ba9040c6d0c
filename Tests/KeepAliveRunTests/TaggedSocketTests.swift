import CLinux
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts
@testable import KeepAliveReport

/// A TCP server that waits for nobody: each call says what there is.
final class SignallingServer {
    private let listener = LocalListener(waits: false)
    private var connections: [CInt] = []
    private var texts: [Int: String] = [:]
    private var ended: Set<Int> = []
    var port: UInt16 { listener.port }

    deinit { for descriptor in connections { close(descriptor) } }

    /// Takes connections that wait; returns whether there are so many.
    func accepts(_ count: Int) -> Bool {
        while connections.count < count {
            let connection = accept(listener.descriptor, nil, nil)
            guard connection != -1 else { return false }
            _ = fcntl(connection, F_SETFL, O_NONBLOCK)
            connections.append(connection)
        }
        return true
    }

    func send(_ text: String, to connection: Int = 0) {
        _ = text.withCString { Glibc.send(connections[connection], $0, strlen($0), CInt(MSG_NOSIGNAL)) }
    }

    /// All that a connection has sent, and whether it has ended.
    func heard(on connection: Int = 0) -> (text: String, hasEnded: Bool) {
        while true {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(connections[connection], &buffer, buffer.count, 0)
            if count == 0 || count < 0 && errno != EAGAIN { ended.insert(connection) }
            guard count > 0 else { break }
            texts[connection, default: ""] += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return (texts[connection] ?? "", ended.contains(connection))
    }

    func hangUp(_ connection: Int = 0) { shutdown(connections[connection], CInt(SHUT_WR)) }
}

/// The system watches the tagged socket of a frozen app (SD-50), on real processes.
@Suite(.ownThread) struct TaggedSocketTests {
    /// An app with two connections, the first of which it tags.
    ///
    /// - Parameter more: its other code.
    private static func app(_ server: SignallingServer, tags: Bool = true, _ more: String = "pass") -> String {
        """
        import os, socket, sys; sys.path.insert(0, "\(ScriptTests.root)/Examples/Python")
        from keepalive import App, Refused
        app = App()
        def say(*words): sys.stdout.write(" ".join(map(str, words)) + "\\n"); sys.stdout.flush()
        def connect():
            made = socket.create_connection(("127.0.0.1", \(server.port)))
            made.setblocking(False)
            return made
        first, second = connect(), connect()
        begun = []
        @app.on
        def didBecomeActive(_):
            if begun: return
            begun.append(True)
            if \(tags ? "True" : "False"): say("tagged", app.tag_socket(first))
            \(more)
            say("begun")
        def woken(event):
            try: data = first.recv(1 << 20)
            except BlockingIOError: return say("nothing")
            say("read", len(data), data[-20:].decode())
            if data == b"close": first.close()
            if data == b"fail": os._exit(3)
            if data: first.sendall(b"ok")
        woken.__name__ = "woken.voipSocket"
        app.on(woken)
        app.run()
        """
    }

    private static func run(
        _ app: String, modes: String = "voip,audio", ios: String = "8.0", _ more: [String] = []
    ) throws -> Runner {
        // In real time, in which the app has the time that the policy gives it, but soon suspended.
        try Runner(
            ["-q", "--events", "-", "--set", "suspensionDelay=0.005", "--ios", ios, "--modes", modes] + more
                + ["--", "/usr/bin/python3", "-c", app])
    }

    /// Starts the app, and freezes it.
    private static func frozen(_ runner: Runner, _ server: SignallingServer) throws {
        #expect(runner.wait { runner.output.contains("begun\n") }, "\(runner.output)\(runner.errors)")
        #expect(runner.look { server.accepts(2) })
        try runner.tell("home")
        #expect(runner.wait { !runner.events(.frozen).isEmpty }, "\(runner.errors)")
    }

    @Test("SD-50: data on the tagged socket thaws the app, which reads it; on another socket it wakes nobody")
    func wakes() throws {
        let server = SignallingServer()
        let runner = try Self.run(Self.app(server))
        try Self.frozen(runner, server)
        server.send("for nobody", to: 1)
        #expect(!runner.wait(1) { runner.events(.thawed).count > 0 })
        let text = String(repeating: "x", count: 100_000) + "the end"
        for round in 1...3 {
            let start = runner.loop.now
            server.send(round == 1 ? text : "call \(round)")
            #expect(runner.look { server.heard().text.utf8.count == 2 * round }, "\(runner.errors)")
            let time = runner.loop.now - start
            #expect(runner.wait { runner.events(.frozen).count == round + 1 }, "\(runner.errors)")
            print("answered after", time.inSeconds, "s")
        }
        #expect(
            runner.output.hasSuffix("begun\nread 100007 xxxxxxxxxxxxxthe end\nread 6 call 2\nread 6 call 3\n")
                || runner.output.hasSuffix("call 2\nread 6 call 3\n") && runner.output.contains("the end"),
            "\(runner.output)")
        #expect(runner.events(.wakeStarted).map(\.wake) == [.voipSocket, .voipSocket, .voipSocket])
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("what is not tagged, or not declared, wakes nobody; nor does a tagged socket since iOS 10", arguments: 0...2)
    func notTagged(way: Int) throws {
        let server = SignallingServer()
        let runner = try Self.run(
            Self.app(server, tags: way != 0), modes: way == 1 ? "audio" : "voip,audio", ios: way == 2 ? "10.0" : "8.0")
        try Self.frozen(runner, server)
        #expect(runner.output.contains("tagged") == (way != 0))
        if way != 0 { #expect(runner.output.contains(way == 1 ? "tagged False" : "tagged True")) }
        server.send("hello")
        #expect(!runner.wait(1) { !runner.events(.thawed).isEmpty })
        #expect(runner.events(.wakeDropped).count == (way == 0 ? 0 : 1))
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("the end of the connection wakes the app once; what it leaves unread wakes it again")
    func hangUp() throws {
        let server = SignallingServer()
        let runner = try Self.run(Self.app(server))
        try Self.frozen(runner, server)
        server.hangUp()
        #expect(runner.wait { runner.output.contains("read 0 \n") }, "\(runner.errors)")
        #expect(runner.wait { runner.events(.frozen).count == 2 })
        #expect(!runner.wait(1) { runner.events(.thawed).count > 1 })
        #expect(runner.events(.note).contains { $0.message == "the other side has closed the tagged socket" })
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("a connection that the app closes is closed, and its number, which another one gets, wakes nobody")
    func closedByTheApp() throws {
        let server = SignallingServer()
        let runner = try Self.run(
            Self.app(
                server,
                """
                @app.on
                    def willEnterForeground(_):
                        number = first.fileno(); first.close(); say("closed")
                        global second; second = connect(); say("same", second.fileno() == number)
                """))
        try Self.frozen(runner, server)
        try runner.tell("launch")
        #expect(runner.wait { runner.output.contains("same True\n") }, "\(runner.output)")
        // Nobody holds the connection open.
        #expect(runner.look { server.heard().hasEnded })
        #expect(runner.look { server.accepts(3) })
        try runner.tell("home")
        #expect(runner.wait { runner.events(.frozen).count == 2 })
        #expect(
            runner.wait {
                runner.events(.note).contains { $0.message?.hasPrefix("the app has closed its tagged") == true }
            }, "\(runner.errors)")
        server.send("hello", to: 2)
        #expect(!runner.wait(1) { runner.events(.thawed).count > 1 })
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test(
        "LC-23: with --reclaim-sockets a frozen app loses its connections and listening sockets, but not the tagged one"
    )
    func reclaimed() throws {
        let server = SignallingServer()
        let app = Self.app(
            server,
            """
            global listening, pair; listening = socket.create_server(("127.0.0.1", 0))
                listening.setblocking(False); pair = socket.socketpair()
                @app.on
                def willEnterForeground(_):
                    say("second", second.recv(9)); pair[0].send(b"x"); say("pair", pair[1].recv(9))
                    try: listening.accept()
                    except OSError as error: say("listening", error.errno)
            """)
        let runner = try Self.run(app, ["--reclaim-sockets"])
        try Self.frozen(runner, server)
        #expect(runner.wait { !runner.events(.socketsReclaimed).isEmpty }, "\(runner.errors)")
        #expect(runner.events(.socketsReclaimed).map(\.evidence?.detail) == ["2 sockets"])
        #expect(runner.look { server.heard(on: 1).hasEnded })
        server.send("call")
        #expect(runner.look { server.heard().text == "ok" }, "\(runner.output)\(runner.errors)")
        #expect(runner.wait { runner.events(.frozen).count == 2 })
        try runner.tell("launch")
        #expect(
            runner.wait { runner.output.contains("second b''\npair b'x'\nlistening 22\n") },
            "\(runner.output)\(runner.errors)")
        // Nothing was left to take at the second freeze.
        #expect(runner.events(.socketsReclaimed).count == 1)
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("LC-23: a socket that the runner has, too, is not taken from an app")
    func sharedSockets() throws {
        let server = SignallingServer()
        // The app inherits the runner's standard input, which is a connection here.
        let start = """
            import os, socket, sys
            made = socket.create_connection(("127.0.0.1", \(server.port))); os.dup2(made.fileno(), 0)
            own = socket.create_connection(("127.0.0.1", \(server.port))); own.set_inheritable(True)
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let app =
            "import os, socket, time; own = socket.create_connection(('127.0.0.1', \(server.port))); "
            + "print('begun', flush=True); time.sleep(1000)"
        let runner = try Runner(
            [
                "-c", start, Runner.path, "-q", "--events", "-", "--reclaim-sockets", "--", "/usr/bin/python3", "-c",
                app,
            ],
            path: "/usr/bin/python3")
        #expect(runner.wait { runner.output == "begun\n" }, "\(runner.errors)")
        #expect(runner.look { server.accepts(3) })
        try runner.tell("home")
        #expect(runner.wait { !runner.events(.socketsReclaimed).isEmpty }, "\(runner.errors)")
        #expect(runner.events(.socketsReclaimed).map(\.evidence?.detail) == ["1 socket"])
        #expect(runner.look { server.heard(on: 2).hasEnded })
        #expect(!server.heard(on: 0).hasEnded && !server.heard(on: 1).hasEnded)
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("SD-52: an app that fails is started again; its connection is gone, and it tags a new one")
    func startedAgain() throws {
        let server = SignallingServer()
        let runner = try Self.run(
            Self.app(server).replacing("def didBecomeActive", with: "def didFinishLaunching").replacing(
                "say(\"begun\")", with: "say('begun', os.getpid())"))
        #expect(runner.wait { runner.output.contains("begun ") }, "\(runner.output)\(runner.errors)")
        #expect(runner.look { server.accepts(2) })
        try runner.tell("home")
        #expect(runner.wait { !runner.events(.frozen).isEmpty }, "\(runner.errors)")
        server.send("fail")
        #expect(runner.look { server.heard().hasEnded && server.heard(on: 1).hasEnded })
        #expect(runner.wait { runner.output.count(of: "begun ") == 2 }, "\(runner.output)\(runner.errors)")
        #expect(runner.events(.launched).map(\.message) == [nil, "for voipRelaunch"])
        #expect(runner.look { server.accepts(4) })
        #expect(runner.wait { runner.events(.frozen).count == 2 }, "\(runner.errors)")
        server.send("again", to: 2)
        #expect(runner.look { server.heard(on: 2).text == "ok" }, "\(runner.errors)")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("what is no connected stream socket is refused; descriptors that nobody wants are closed")
    func refused() throws {
        let server = SignallingServer()
        let runner = try Self.run(
            Self.app(
                server, tags: false,
                """
                import json
                    def refused(made):
                        try: say("taken", app.tag_socket(made))
                        except Refused as error: say("refused", error)
                    refused(open("/dev/null")); refused(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
                    refused(socket.socket()); listening = socket.create_server(("127.0.0.1", 0)); refused(listening)
                    try: app.call("tagSocket")
                    except Refused as error: say("without", error)
                    pairs = [socket.socketpair() for _ in range(20)]
                    for pair in pairs: refused(pair[0])
                    for _ in range(3):
                        line = json.dumps({"jsonrpc": "2.0", "id": 1000000, "method": "state"}) + "\\n"
                        socket.send_fds(app._socket, [line.encode()], [pair[1].fileno() for pair in pairs] * 10)
                        app._next()
                    app.call("untagSockets")
                    say("tagged", app.tag_socket(first))
                """))
        func descriptors() -> Int { (try? SmallFile.list("/proc/\(runner.pid)/fd").count) ?? -1 }
        #expect(runner.wait { runner.output.contains("begun\n") }, "\(runner.output)\(runner.errors)")
        let lines = runner.output.split(separator: "\n")
        #expect(
            lines.count { $0 == "refused what is to be tagged is no connected stream socket, such as one of TCP" } == 4)
        #expect(lines.contains { $0.hasPrefix("without the descriptor of the socket is missing") }, "\(lines)")
        #expect(lines.count { $0 == "taken True" } == 16)
        #expect(lines.count { $0 == "refused 16 sockets are tagged already" } == 4)
        #expect(lines.suffix(2) == ["tagged True", "begun"])
        #expect(runner.look { server.accepts(2) })
        try runner.tell("home")
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        // While it is frozen: one handle of its process, and one duplicate of the socket.
        let before = descriptors()
        server.send("hello")
        #expect(runner.look { server.heard().text == "ok" }, "\(runner.errors)")
        #expect(runner.wait { runner.events(.frozen).count == 2 })
        #expect(runner.look { descriptors() <= before }, "\(before), \(descriptors())")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test(
        "where a sandbox forbids to take a descriptor out of the app, the one that it has passed does",
        arguments: [true, false])
    func withoutTakingOut(takesOut: Bool) throws {
        let server = SignallingServer()
        let program = try Runner(
            [
                "-c",
                """
                import socket, sys
                made = socket.create_connection(("127.0.0.1", \(server.port)))
                print(made.fileno(), flush=True)
                made.recv(3); print("read", flush=True)
                made.recv(3); made.close(); print("closed", flush=True)
                sys.stdin.read()
                """,
            ], path: "/usr/bin/python3")
        #expect(program.wait { program.output.hasSuffix("\n") })
        #expect(program.look { server.accepts(1) })
        let handle = clinux_pidfd_open(program.pid)
        defer { close(handle) }
        let watch = TaggedSocketWatch(loop: program.loop, takesOut: takesOut)
        var reports: [TaggedSocketReport] = []
        watch.onReport = { reports.append($0) }
        try watch.tag(
            clinux_pidfd_getfd(handle, try #require(CInt(program.output.dropLast()))), of: program.pid)
        program.signal(SIGSTOP)
        #expect(program.look { (try? SmallFile.read("/proc/\(program.pid)/stat"))?.contains(") T ") == true })
        watch.watch(true)
        server.send("abc")
        #expect(program.wait { reports == [.data(bytes: 3)] }, "\(reports)")
        watch.watch(false)
        program.signal(SIGCONT)
        #expect(program.wait { program.output.hasSuffix("read\n") })
        watch.watch(true)
        #expect(!program.wait(1) { reports.count > 1 })
        watch.watch(false)
        server.send("def")
        #expect(program.wait { program.output.hasSuffix("closed\n") })
        // What the runner keeps holds the connection up to the next freeze.
        #expect(program.look(takesOut ? 20 : 1) { server.heard().hasEnded } == takesOut)
        watch.watch(true)
        #expect(program.wait { reports == [.data(bytes: 3), .gone] }, "\(reports)")
        #expect(program.look { server.heard().hasEnded })
    }

    @Test(
        "SD-50: a search looks at so many descriptors and no more; what is not among them is watched by what the app has passed"
    )
    func manyDescriptors() throws {
        let server = SignallingServer()
        let program = try Runner(
            [
                "-c",
                """
                import os, resource, signal, socket
                most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]; resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
                first = socket.create_connection(("127.0.0.1", \(server.port)))
                for _ in range(1200): os.dup(0)
                last = socket.create_connection(("127.0.0.1", \(server.port)))
                print(first.fileno(), last.fileno(), flush=True)
                last.recv(4); os.dup(first.fileno()); os.close(first.detach()); print("moved", flush=True)
                signal.pause()
                """,
            ], path: "/usr/bin/python3")
        #expect(program.wait { program.output.hasSuffix("\n") }, "\(program.errors)")
        #expect(program.look { server.accepts(2) })
        let numbers = program.output.split(whereSeparator: \.isWhitespace).compactMap { CInt($0) }
        let handle = clinux_pidfd_open(program.pid)
        defer { close(handle) }
        let passed = numbers.map { clinux_pidfd_getfd(handle, $0) }
        let inodes = try passed.map { try #require(OpenSockets.inode(of: $0)) }
        var left = 1000
        #expect(
            OpenSockets.find(Set(inodes), in: program.pid, left: &left)
                == [inodes[0]: .found(numbers[0]), inodes[1]: .unknown])
        #expect(left == 0)
        left = 10_000
        #expect(
            OpenSockets.find([inodes[1], 1], in: program.pid, left: &left) == [
                inodes[1]: .found(numbers[1]), 1: .absent,
            ])
        #expect((7000...9000).contains(left))
        var open = OpenSockets()
        #expect(open.shutDown(of: [program.pid], except: Set(inodes), descriptors: 1000).isPartial)
        #expect(!open.shutDown(of: [program.pid], except: Set(inodes), descriptors: 2000).isPartial)

        let watch = TaggedSocketWatch(loop: program.loop)
        var reports: [TaggedSocketReport] = []
        watch.onReport = { reports.append($0) }
        for descriptor in passed { #expect(try watch.tag(descriptor, of: program.pid)) }
        program.signal(SIGSTOP)
        #expect(program.look { (try? SmallFile.read("/proc/\(program.pid)/stat"))?.contains(") T ") == true })
        watch.watch(true)
        server.send("abc", to: 0)
        server.send("defg", to: 1)
        #expect(program.wait { reports.count == 2 }, "\(reports)")
        #expect(Set(reports.map { "\($0)" }) == ["data(bytes: 3)", "data(bytes: 4)"])
        watch.watch(false)
        program.signal(SIGCONT)
        // One that the app has elsewhere by now, behind too many others, is not found, and said to be so.
        #expect(program.wait { program.output.hasSuffix("moved\n") }, "\(program.errors)")
        watch.watch(true)
        #expect(program.wait { reports.count == 3 && reports.last == .lost }, "\(reports)")
        watch.watch(false)
    }

    /// A connection of this process, and the server's end of it.
    private static func connected() -> (own: CInt, server: CInt) {
        let listener = LocalListener()
        let own = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = listener.port.bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(own, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        precondition(result == 0)
        return (own, accept(listener.descriptor, nil, nil))
    }

    @Test("the error of a broken connection stays for the app, and a socket that lingers does not hold the runner up")
    func brokenAndLingering() throws {
        let loop = try EventLoop()
        let watch = TaggedSocketWatch(loop: loop)
        var reports: [TaggedSocketReport] = []
        watch.onReport = { reports.append($0) }
        var now = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        let broken = Self.connected()
        try watch.tag(dup(broken.own), of: getpid())
        watch.watch(true)
        setsockopt(broken.server, SOL_SOCKET, SO_LINGER, &now, size)
        close(broken.server)
        #expect(loop.run(until: { !reports.isEmpty }, timeout: .seconds(20)))
        #expect(reports == [.closed])
        var byte: UInt8 = 0
        #expect(recv(broken.own, &byte, 1, 0) == -1 && errno == ECONNRESET)
        close(broken.own)
        watch.watch(false)

        // Urgent data is counted by nothing, and wakes all the same.
        let urgent = Self.connected()
        reports = []
        try watch.tag(dup(urgent.own), of: getpid())
        watch.watch(true)
        #expect(send(urgent.server, "x", 1, CInt(MSG_OOB)) == 1 && send(urgent.server, "call", 4, 0) == 4)
        #expect(loop.run(until: { !reports.isEmpty }, timeout: .seconds(20)))
        #expect(reports.count == 1)
        watch.watch(false)
        for descriptor in [urgent.own, urgent.server] { close(descriptor) }

        let lingering = Self.connected()
        var minute = linger(l_onoff: 1, l_linger: 60)
        setsockopt(lingering.own, SOL_SOCKET, SO_LINGER, &minute, size)
        let much = [UInt8](repeating: 0, count: 50_000_000)
        #expect(send(lingering.own, much, much.count, CInt(MSG_DONTWAIT)) > 0)
        try watch.tag(dup(lingering.own), of: getpid())
        watch.watch(true)
        // The app is gone; the runner has the last of it.
        close(lingering.own)
        let start = loop.now
        watch.watch(false)
        #expect(loop.now - start < .seconds(30))
        close(lingering.server)
    }

    /// With `KEEPALIVE_FULL_SIZE` set ten thousand wakes, which take minutes.
    private static let wakes = Machine.variable("KEEPALIVE_FULL_SIZE") == nil ? 100 : 10_000

    @Test("SD-50: a hundred wakes leak no descriptor, in the runner or in the app")
    func leaks() throws {
        let server = SignallingServer()
        let runner = try Self.run(
            Self.app(server, "say('pid', os.getpid())"),
            ["--set", "voipResumesMax=1000000"])
        try Self.frozen(runner, server)
        let app = try #require(
            runner.output.split(separator: "\n").first { $0.hasPrefix("pid ") }.flatMap { pid_t($0.dropFirst(4)) })
        func descriptors(_ pid: pid_t) -> Int { (try? SmallFile.list("/proc/\(pid)/fd").count) ?? -1 }
        let before = (descriptors(runner.pid), descriptors(app))
        for round in 1...Self.wakes {
            server.send("call \(round)")
            guard runner.look(until: { server.heard().text.utf8.count == 2 * round }) else {
                Issue.record("\(round): \(runner.output.suffix(300)) \(runner.errors.suffix(1000))")
                break
            }
        }
        #expect(runner.wait { runner.output.contains("call \(Self.wakes)\n") })
        #expect(runner.look { descriptors(runner.pid) <= before.0 }, "\(before.0), \(descriptors(runner.pid))")
        #expect(descriptors(app) == before.1)
        runner.signal(SIGTERM)
        try runner.finish()
    }
}
