import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAliveReport

/// Background sessions over HTTP, against a real server, while the app is frozen, killed or not there.
@Suite(.ownThread, .enabled(if: Requirement.nginx, "no nginx: scripts/unpack-package nginx usr/sbin/nginx"))
struct TransferTests {
    /// The size of a film: with `KEEPALIVE_FULL_SIZE` set as large as a real one, which takes the disk of a test machine.
    private static let film = Machine.variable("KEEPALIVE_FULL_SIZE") == nil ? 40_000_000 : 200_000_000
    private static let part = Machine.variable("KEEPALIVE_FULL_SIZE") == nil ? 100_000 : 1_000_000
    private static let parts = Machine.variable("KEEPALIVE_FULL_SIZE") == nil ? 200 : 1000

    /// A container that is removed with its owner.
    struct Container {
        private let directory: TemporaryDirectory
        let path: String

        init() throws {
            directory = try TemporaryDirectory()
            path = directory.path
        }

        /// The transfers that are kept, by file.
        var kept: [String] {
            ((try? SmallFile.list("\(path)/Library/Caches/com.apple.nsurlsessiond")) ?? []).filter {
                !$0.hasSuffix("lock")
            }
        }
    }

    /// An app in Python that makes the session in each process, and begins these transfers in the first one.
    ///
    /// It prints a line for each callback: its name, the task, and one more value.
    ///
    /// - Parameter quietly: how many tasks end before it says `all`; it prints no other ends then.
    private static func app(_ begin: String, quietly: Int = 0) -> String {
        """
        import os, shutil, sys; sys.path.insert(0, "\(ScriptTests.root)/Examples/Python")
        from keepalive import App
        app = App()
        home = os.environ["HOME"]
        def say(*words): sys.stdout.write(" ".join(map(str, words)) + "\\n"); sys.stdout.flush()
        def start(method="downloadTask", file=None, **request):
            more = {"file": file} if file else {}
            task = app.call(method, identifier="s", request=request, **more)["task"]
            app.call("resumeTask", identifier="s", task=task)
        @app.on
        def didFinishLaunching(_):
            say("pid", os.getpid())
            app.call("backgroundSession", identifier="s")
        @app.on
        def didBecomeActive(_):
            if not os.path.exists(home + "/begun"):
                open(home + "/begun", "w").close()
                \(begin)
            say("begun")
        def told(name, value):
            def handler(event):
                say(name, event.get("task", 0), value(event))
            handler.__name__ = name
            app.on(handler)
        told("didWriteData", lambda event: event["of"])
        told("didSendBodyData", lambda event: event["of"])
        told("didResumeAtOffset", lambda event: event["offset"])
        ends = []
        @app.on
        def didCompleteWithError(event):
            ends.append((event["code"], (event["response"] or {}).get("status")))
            if not \(quietly): say("didCompleteWithError", event["task"], ends[-1])
            if len(ends) == \(quietly): say(set(ends), "all")
        handlers = {}
        @app.on
        def handleEventsForBackgroundURLSession(event):
            say("handleEventsForBackgroundURLSession", event["identifier"])
            handlers[event["identifier"]] = app.later()
        @app.on
        def urlSessionDidFinishEvents(event):
            say("urlSessionDidFinishEvents", event["identifier"])
            handlers.pop(event["identifier"])()
        @app.on
        def didFinishDownloading(event):
            shutil.move(event["location"], f"{home}/Documents/{event['task']}")
            if not \(quietly): say("didFinishDownloading", event["task"], event["response"]["status"])
        app.run()
        """
    }

    private func runner(
        _ app: String, in container: Container, scale: String = "0.1", _ more: [String] = []
    ) throws -> Runner {
        try Runner(
            ["-q", "--events", "-", "--time-scale", scale, "--container", container.path] + more
                + ["--", "/usr/bin/python3", "-c", app])
    }

    /// Presses home when the app has begun its transfers.
    private func pressHome(_ runner: Runner) throws {
        #expect(runner.wait(120) { runner.output.contains("begun\n") }, "\(runner.output)\(runner.errors)")
        try runner.tell("home")
    }

    /// The calls of the delegate, without progress.
    private func calls(_ runner: Runner) -> [String] {
        runner.output.split(separator: "\n").map(String.init).filter {
            !$0.hasPrefix("didWriteData") && !$0.hasPrefix("didSendBodyData") && !$0.hasPrefix("pid") && $0 != "begun"
        }
    }

    private static let ended = [
        "handleEventsForBackgroundURLSession s", "didFinishDownloading 1 206", "didCompleteWithError 1 (None, 206)",
        "urlSessionDidFinishEvents s",
    ]

    @Test(
        "SD-42, UR-01, UR-16: a film for a frozen app, the server killed twice, the app once: every byte, in Apple's order"
    )
    func download() throws {
        let container = try Container()
        let server = try WebServer(bytesPerSecond: Self.film / 5)
        try server.make("film", bytes: Self.film)
        let runner = try runner(
            Self.app("start(url='\(server.url)/film')"), in: container)
        try pressHome(runner)
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        func broken(_ count: Int) -> Bool {
            runner.look { runner.events(.log).filter { $0.message?.contains("broke off") == true }.count >= count }
        }
        for _ in 0..<2 {
            // Some of it is there, and not all.
            let before = size(container)
            #expect(runner.look { size(container) > before + Int64(Self.film / 40) })
            server.kill()
            #expect(broken(1))
            try server.start()
            #expect(runner.look { runner.events(.transfer).last?.message == "s 1: begins" })
        }
        let pid = try #require(runner.output.split(separator: "\n").first.flatMap { pid_t($0.dropFirst(4)) })
        #expect(kill(pid, SIGKILL) == 0)
        #expect(runner.wait { runner.output.contains("urlSessionDidFinishEvents s\n") }, "\(runner.errors)")
        #expect(runner.events(.launched).map(\.message) == [nil, "for urlSession"])
        #expect(Array(calls(runner).suffix(4)) == Self.ended, "\(runner.output)")
        #expect(try WebServer.areSame("\(server.files)/film", "\(container.path)/Documents/1"))
        #expect(server.requests.contains { $0.hasPrefix("GET /film 206 bytes=") }, "\(server.requests)")
        #expect(runner.look { container.kept.isEmpty }, "\(container.kept)")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    /// The bytes of the download so far.
    private func size(_ container: Container) -> Int64 {
        let directory = "\(container.path)/Library/Caches/com.apple.nsurlsessiond"
        return container.kept.filter { $0.hasSuffix(".tmp") }.reduce(0) { sum, name in
            var status = stat()
            return sum + (stat("\(directory)/\(name)", &status) == 0 ? Int64(status.st_size) : 0)
        }
    }

    @Test("UR-01: a runner that is killed in the middle loses nothing: the next run on the container goes on")
    func killedRunner() throws {
        let server = try WebServer(bytesPerSecond: 10_000_000)
        try server.make("film", bytes: 20_000_000)
        let container = try Container()
        let app = Self.app("start(url='\(server.url)/film')")
        let first = try runner(app, in: container)
        try pressHome(first)
        #expect(first.look { size(container) > 3_000_000 })
        first.signal(SIGKILL)
        try first.finish()
        #expect(container.kept.count == 2, "\(container.kept)")
        let second = try runner(app, in: container)
        try pressHome(second)
        #expect(second.wait { second.output.contains("urlSessionDidFinishEvents s\n") }, "\(second.errors)")
        #expect(Array(calls(second).suffix(4)) == Self.ended)
        #expect(try WebServer.areSame("\(server.files)/film", "\(container.path)/Documents/1"))
        #expect(server.requests.last?.hasPrefix("GET /film 206 bytes=") == true, "\(server.requests)")
        #expect(second.look { container.kept.isEmpty }, "\(container.kept)")
        second.signal(SIGTERM)
        try second.finish()
    }

    @Test("a file that has changed on the server meanwhile is downloaded from its first byte")
    func changedFile() throws {
        let server = try WebServer(bytesPerSecond: 10_000_000)
        try server.make("film", bytes: 20_000_000)
        let container = try Container()
        let app = Self.app("start(url='\(server.url)/film')")
        let first = try runner(app, in: container)
        #expect(first.look { size(container) > 3_000_000 })
        first.signal(SIGKILL)
        try first.finish()
        try server.make("film", bytes: 10_000_000)
        let second = try runner(app, in: container)
        #expect(second.wait { second.output.contains("didCompleteWithError 1 (None, 200)") }, "\(second.errors)")
        #expect(!second.output.contains("didResumeAtOffset"))
        #expect(try WebServer.areSame("\(server.files)/film", "\(container.path)/Documents/1"))
        second.signal(SIGTERM)
        try second.finish()
    }

    @Test("an upload from a file goes on while the app is frozen, and the server has every byte")
    func upload() throws {
        let server = try WebServer(bytesPerSecond: 100_000_000)
        try server.make("film", bytes: Self.film)
        let container = try Container()
        let runner = try runner(
            Self.app(
                "start('uploadTask', file='\(server.files)/film', url='\(server.url)/copy', httpMethod='PUT')"),
            in: container)
        try pressHome(runner)
        #expect(runner.wait { runner.output.contains("didCompleteWithError 1 (None, 201)") }, "\(runner.output)")
        #expect(calls(runner).contains("didCompleteWithError 1 (None, 201)"), "\(runner.output)")
        #expect(try WebServer.areSame("\(server.files)/film", "\(server.files)/copy"))
        #expect(runner.look { container.kept.isEmpty }, "\(container.kept)")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("hundreds of downloads: all there, four connections at once, memory flat")
    func many() throws {
        let server = try WebServer(bytesPerSecond: 200_000_000)
        try server.make("part", bytes: Self.part)
        let container = try Container()
        let runner = try runner(
            Self.app("for _ in range(\(Self.parts)): start(url='\(server.url)/part')", quietly: Self.parts),
            in: container,
            scale: "1")
        #expect(runner.wait(120) { runner.output.contains("begun\n") })
        let before = Self.memory(of: runner.pid)
        #expect(runner.wait(120) { runner.output.hasSuffix("all\n") }, "\(runner.output) \(runner.errors.suffix(1500))")
        #expect(runner.output.hasSuffix("{(None, 200)} all\n"))
        // All of it has gone through it.
        #expect(Self.memory(of: runner.pid) < before + 20_000)
        let documents = try SmallFile.list("\(container.path)/Documents")
        #expect(Set(documents) == Set((1...Self.parts).map(String.init)))
        for name in documents.prefix(20) {
            #expect(try WebServer.areSame("\(server.files)/part", "\(container.path)/Documents/\(name)"))
        }
        #expect(runner.look { container.kept.isEmpty }, "\(container.kept)")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    /// The resident memory of a process in kB.
    private static func memory(of pid: pid_t) -> Int {
        let lines = (try? SmallFile.read("/proc/\(pid)/status"))?.split(separator: "\n") ?? []
        return lines.first { $0.hasPrefix("VmRSS") }?.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0
    }

    @Test(
        "Apple's errors: statuses are answers, a redirect loop is -1007, no answer at all is -1001 when the time is over"
    )
    func errors() throws {
        let server = try WebServer(bytesPerSecond: 100_000_000)
        try server.make("film", bytes: 1_000_000)
        let bad = try BadServer()
        let container = try Container()
        let runner = try runner(
            Self.app(
                """
                for path in ["500", "401", "loop", "moved", "none"]: start(url="\(server.url)/" + path)
                        start(url="\(bad.url)/nothing", timeoutIntervalForResource=20)
                        start(url="\(bad.url)/short", timeoutIntervalForResource=20)
                        start("uploadTask", file="/nowhere", url="\(server.url)/copy")
                        start(url="http://127.0.0.1:1/", timeoutIntervalForResource=20)
                        start(url="\(bad.url)/part")
                        start(url="\(bad.url)/endless")
                """), in: container)
        #expect(
            runner.wait { runner.output.count(of: "didCompleteWithError") == 11 || runner.status != nil },
            "\(runner.output)\(runner.errors)")
        let ends = calls(runner).filter { $0.hasPrefix("didComplete") }.sorted()
        #expect(
            ends.map { $0.dropFirst("didCompleteWithError ".count) }
                == [
                    "1 (None, 500)", "2 (None, 401)", "3 (-1007, None)", "4 (None, 200)", "5 (None, 404)",
                    "6 (-1001, None)", "7 (-1001, 200)", "8 (-3001, None)", "9 (-1001, None)",
                    "10 (-1011, None)", "11 (None, 200)",
                ].sorted())
        // What one server sends has no effect on the tasks of others.
        #expect(!runner.events(.note).contains { $0.message?.contains("has ended") == true })
        #expect(runner.look { container.kept.isEmpty }, "\(container.kept)")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    /// A server that lies: it says nothing, or less than it has promised.
    private final class BadServer {
        let port: Int
        private let runner: Runner
        var url: String { "http://127.0.0.1:\(port)" }

        init() throws {
            let script = """
                import socket, threading
                listener = socket.create_server(("127.0.0.1", 0))
                print(listener.getsockname()[1], flush=True)
                def serve(connection):
                    request = connection.recv(65536).decode()
                    if "/part" in request:
                        head = "HTTP/1.1 206 P\\r\\nContent-Range: bytes 5-9/10\\r\\nContent-Length: 5\\r\\n\\r\\n"
                        connection.sendall(head.encode() + b"xxxxx")
                        connection.close()
                    elif "/endless" in request:
                        fields = "".join("X-%d: %s\\r\\n" % (i, "\\x01\\xff" * 100) for i in range(1000))
                        head = "HTTP/1.1 200 OK\\r\\nContent-Length: 1\\r\\n" + fields + "\\r\\n"
                        connection.sendall(head.encode("latin-1") + b"x")
                        connection.close()
                    elif "/short" in request:
                        connection.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 1000\\r\\n\\r\\n" + b"x" * 100)
                        connection.close()
                    else:
                        connection.recv(1)
                while True:
                    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
                """
            let runner = try Runner(["-c", script], path: "/usr/bin/python3")
            self.runner = runner
            #expect(runner.wait { runner.output.contains("\n") }, "\(runner.errors)")
            port = try #require(Int(runner.output.prefix { $0 != "\n" }))
        }
    }

    @Test("a download that was done and not yet moved when the runner was killed is told of once more, to one process")
    func killedWhileTelling() throws {
        let server = try WebServer(bytesPerSecond: 1_000_000)
        try server.make("film", bytes: 1_500_000)
        let container = try Container()
        let app = Self.app("start(url='\(server.url)/film')")
        let name = "def didFinishDownloading(event):\n"
        let slow = app.replacing(name, with: name + "    say('slow'); import time; time.sleep(100)\n")
        let first = try runner(slow, in: container, scale: "1")
        try pressHome(first)
        #expect(first.wait { first.output.contains("slow\n") }, "\(first.output)\(first.errors)")
        first.signal(SIGKILL)
        try first.finish()
        let second = try runner(app, in: container)
        #expect(second.wait { second.output.contains("didCompleteWithError 1 (None, 200)") }, "\(second.errors)")
        #expect(second.events(.launched).count == 1)
        #expect(second.output.count(of: "didFinishDownloading") == 1)
        #expect(try WebServer.areSame("\(server.files)/film", "\(container.path)/Documents/1"))
        #expect(second.look { container.kept.isEmpty }, "\(container.kept)")
        second.signal(SIGTERM)
        try second.finish()
    }

    @Test(
        "a crashed command whose transfers go on ends its run in time, and when the user force-quits it",
        arguments: [0, 1])
    func crashed(way: Int) throws {
        let server = try WebServer(bytesPerSecond: 100_000)
        try server.make("film", bytes: 20_000_000)
        let container = try Container()
        let runner = try runner(
            Self.app("start(url='\(server.url)/film'); os.kill(os.getpid(), 11)"), in: container,
            way == 0 ? ["--for", "2s"] : [])
        #expect(
            runner.wait { runner.events(.note).contains { $0.message?.hasPrefix("the run goes on") == true } },
            "\(runner.errors)")
        if way == 1 { try runner.tell("kill") }
        #expect(try runner.finish() == (way == 0 ? 0 : 128 + SIGSEGV))
        #expect(runner.waitUntilNothingIsLeft())
        #expect(container.kept.count == 2 - way, "\(container.kept)")
    }

    @Test("HEAD has no body, and a header that would be two is refused")
    func oddRequests() throws {
        let server = try WebServer(bytesPerSecond: 1_000_000)
        try server.make("film", bytes: 1000)
        let container = try Container()
        let runner = try runner(
            Self.app(
                """
                start(url="\(server.url)/film", httpMethod="HEAD")
                        try: start(url="\(server.url)/film", headers={"A": "b\\r\\nC: d"})
                        except Exception as error: say("refused", error)
                """), in: container)
        #expect(runner.wait { runner.output.contains("didCompleteWithError 1 (None, 200)") }, "\(runner.output)")
        #expect(runner.wait { runner.output.contains("refused 'headers' must have no control characters") })
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("without a container the transfers end with the run, which says so and leaves nothing")
    func noContainer() throws {
        let server = try WebServer(bytesPerSecond: 1_000_000)
        try server.make("film", bytes: 20_000_000)
        let home = try Container()
        let runner = try Runner(
            [
                "-q", "--events", "-", "--time-scale", "0.1", "--for", "5s", "--", "/usr/bin/python3", "-c",
                Self.app("start(url='\(server.url)/film')"),
            ], environment: ["HOME": home.path])
        try runner.finish()
        let notes = runner.events(.note).compactMap(\.message)
        #expect(notes.contains { $0.hasPrefix("a task of a background session is lost") }, "\(notes)")
        let left = try SmallFile.list("/tmp").filter { $0.hasPrefix("keepalive-transfers-\(runner.pid)-") }
        #expect(left.isEmpty, "\(left)")
    }
}
