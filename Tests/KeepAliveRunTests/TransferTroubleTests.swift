import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAliveReport

/// Background sessions with servers that lie, files that are odd, and processes that end at a bad time.
@Suite(.ownThread, .enabled(if: Requirement.nginx, "no nginx: scripts/systems/unpack-package nginx usr/sbin/nginx"))
struct TransferTroubleTests {
    @Test(
        "Apple's errors: statuses are answers, a redirect loop is -1007, no answer at all is -1001 when the time is over"
    )
    func errors() throws {
        let server = try WebServer(bytesPerSecond: 100_000_000)
        try server.make("film", bytes: 1_000_000)
        let bad = try BadServer()
        let container = try TransferApp.Container()
        let runner = try TransferApp.run(
            TransferApp.script(
                """
                for path in ["500", "401", "loop", "moved", "none"]: start(url="\(server.url)/" + path)
                        start(url="\(bad.url)/nothing", timeoutIntervalForResource=20)
                        start(url="\(bad.url)/short", timeoutIntervalForResource=20)
                        start("uploadTask", file="/nowhere", url="\(server.url)/copy")
                        start(url="http://127.0.0.1:1/", timeoutIntervalForResource=20)
                        start(url="\(bad.url)/part")
                        start(url="\(bad.url)/endless")
                        start(url="\(bad.url)/long")
                """), in: container)
        #expect(
            runner.wait { runner.output.count(of: "didCompleteWithError") == 12 || runner.status != nil },
            "\(runner.output)\(runner.errors)")
        let ends = TransferApp.calls(runner).filter { $0.hasPrefix("didComplete") }.sorted()
        #expect(
            ends.map { $0.dropFirst("didCompleteWithError ".count) }
                == [
                    "1 (None, 500)", "2 (None, 401)", "3 (-1007, None)", "4 (None, 200)", "5 (None, 404)",
                    "6 (-1001, None)", "7 (-1001, 200)", "8 (-3001, None)", "9 (-1001, None)",
                    "10 (-1011, None)", "11 (None, 200)", "12 (None, 200)",
                ].sorted())
        // What one server sends has no effect on the tasks of others.
        #expect(!runner.events(.note).contains { $0.message?.contains("has ended") == true })
        #expect(runner.look { container.kept.isEmpty }, "\(container.kept)")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("UR-02: a server that asks who the app is wakes it; its answer is sent, and the password is kept nowhere")
    func credentials() throws {
        let server = try BadServer()
        let container = try TransferApp.Container()
        try Data("a body".utf8).write(to: URL(filePath: "\(container.path)/body"))
        let app = TransferApp.script(
            """
            start(url="\(server.url)/basic")
                    start(url="\(server.url)/digest")
                    start("uploadTask", file=home + "/body", url="\(server.url)/digest", httpMethod="PUT")
                    start(url="\(server.url)/basic?nobody")
                    start(url="\(server.url)/away")
            """
        ).replacing(
            "app.run()",
            with: """
                @app.on
                def didReceiveChallenge(event):
                    way = event["authenticationMethod"].removeprefix("NSURLAuthenticationMethodHTTP")
                    say("asked", event["task"], way, event["realm"], event["previousFailureCount"])
                    if event["task"] == 5: say("away", event["challengedURL"].split("/")[2].split(":")[0])
                    if "nobody" in event["url"]: return None
                    right = event["previousFailureCount"] or event["task"] > 1
                    return {"disposition": "useCredential", "user": "me", "password": "secret" if right else "wrong"}
                app.run()
                """)
        let runner = try TransferApp.run(app, in: container)
        try TransferApp.pressHome(runner)
        // The server waits before it answers to the right password.
        #expect(
            runner.wait {
                runner.events(.transfer).count { $0.message == "s 1: begins" } == 3
            }, "\(runner.output)\(runner.errors)")
        let records = container.kept.filter { $0.hasSuffix(".json") }
        #expect(!records.isEmpty, "\(container.kept)")
        for name in records {
            #expect(try !SmallFile.read("\(container.transfers)/\(name)").contains("secret"))
        }
        #expect(
            runner.wait {
                Set(TransferApp.calls(runner).filter { $0.hasPrefix("didCompleteWithError") }).count == 5
            }, "\(runner.output)\(runner.errors)")
        let calls = TransferApp.calls(runner)
        // Only another process is told once more (SD-43).
        #expect(
            calls.count { $0.hasPrefix("didCompleteWithError") } == 5 || runner.events(.launched).count > 1,
            "\(calls)\(runner.errors)")
        #expect(
            Set(calls.filter { $0.hasPrefix("asked") }) == [
                "asked 1 Basic films 0", "asked 1 Basic films 1", "asked 2 Digest series 0", "asked 3 Digest series 0",
                "asked 4 Basic films 0", "asked 5 Digest series 0",
            ])
        #expect(calls.contains("away localhost"))
        #expect(
            Set(calls.filter { $0.hasPrefix("didComplete") }) == [
                "didCompleteWithError 1 (None, 200)", "didCompleteWithError 2 (None, 201)",
                "didCompleteWithError 3 (None, 201)", "didCompleteWithError 4 (None, 401)",
                "didCompleteWithError 5 (None, 201)",
            ], "\(calls)")
        #expect(calls.contains("data 3 PUT a body"), "\(calls)")
        #expect(try SmallFile.read("\(container.path)/Documents/1") == "a film")
        #expect(try SmallFile.read("\(container.path)/Documents/2") == "GET ")
        #expect(!runner.events(.wakeStarted).isEmpty)
        #expect(runner.look { container.kept.isEmpty }, "\(container.kept)")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("UR-06: an app that runs is not suspended before it has dealt with the end of a transfer, for 30 s at most")
    func toldBeforeSuspension() throws {
        let server = try WebServer(bytesPerSecond: 100_000)
        // It lasts until home has been pressed on a busy machine, too, and ends before the time of the task does.
        try server.make("film", bytes: 170_000)
        let container = try TransferApp.Container()
        // Its only reason to run ends in the call; it is frozen 20 ms later where nothing else holds it.
        let app = TransferApp.script(
            """
            app.call("beginBackgroundTask", name="film")
                    start(url="\(server.url)/film")
            """
        ).replacing(
            "    shutil.move(",
            with: "    app.call('endBackgroundTask', task=1); import time; time.sleep(0.4)\n    shutil.move(")
        let runner = try TransferApp.run(app, in: container)
        try TransferApp.pressHome(runner)
        #expect(
            runner.wait { runner.output.contains("didCompleteWithError 1 (None, 200)") },
            "\(runner.output)\(runner.errors)")
        #expect(runner.events(.frozen).isEmpty && runner.events(.wakeStarted).isEmpty)
        #expect(runner.wait { !runner.events(.frozen).isEmpty }, "\(runner.errors)")
        runner.signal(SIGTERM)
        try runner.finish()

        // An app that never returns from the last call is frozen all the same.
        let other = try TransferApp.Container()
        let name = "def didCompleteWithError(event):\n"
        let deaf = try TransferApp.run(
            app.replacing(name, with: name + "    say('deaf'); import time; time.sleep(100)\n"), in: other)
        try TransferApp.pressHome(deaf)
        #expect(deaf.wait { !deaf.events(.frozen).isEmpty }, "\(deaf.output)\(deaf.errors)")
        #expect(deaf.output.contains("deaf\n"))
        deaf.signal(SIGTERM)
        try deaf.finish()
    }

    @Test("a download that was done and not yet moved when the runner was killed is told of once more, to one process")
    func killedWhileTelling() throws {
        let server = try WebServer(bytesPerSecond: 1_000_000)
        try server.make("film", bytes: 1_500_000)
        let container = try TransferApp.Container()
        let app = TransferApp.script("start(url='\(server.url)/film')")
        let name = "def didFinishDownloading(event):\n"
        let slow = app.replacing(name, with: name + "    say('slow'); import time; time.sleep(100)\n")
        let first = try TransferApp.run(slow, in: container, scale: "1")
        try TransferApp.pressHome(first)
        #expect(first.wait { first.output.contains("slow\n") }, "\(first.output)\(first.errors)")
        first.signal(SIGKILL)
        try first.finish()
        let second = try TransferApp.run(app, in: container)
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
        let container = try TransferApp.Container()
        let runner = try TransferApp.run(
            TransferApp.script("start(url='\(server.url)/film'); os.kill(os.getpid(), 11)"), in: container,
            way == 0 ? ["--for", "2s"] : [])
        #expect(
            runner.wait { runner.events(.note).contains { $0.message?.hasPrefix("the run goes on") == true } },
            "\(runner.errors)")
        if way == 1 { try runner.tell("kill") }
        #expect(try runner.finish() == (way == 0 ? 0 : 128 + SIGSEGV))
        #expect(runner.waitUntilNothingIsLeft())
        // The next process is told of the film: where it goes on, or of its end.
        let suffixes = container.kept.map { $0.split(separator: ".").dropFirst().joined(separator: ".") }
        #expect(suffixes.contains("tmp.json") && suffixes.contains("tmp") == (way == 0), "\(container.kept)")
    }

    @Test("HEAD has no body, and a header that would be two is refused")
    func oddRequests() throws {
        let server = try WebServer(bytesPerSecond: 1_000_000)
        try server.make("film", bytes: 1000)
        let container = try TransferApp.Container()
        let runner = try TransferApp.run(
            TransferApp.script(
                """
                start(url="\(server.url)/film", httpMethod="HEAD")
                        try: start(url="\(server.url)/film", headers={"A": "b\\r\\nC: d"})
                        except Exception as error: say("refused", error)
                """), in: container)
        #expect(runner.wait { runner.output.contains("didCompleteWithError 1 (None, 200)") }, "\(runner.output)")
        #expect(
            runner.wait {
                runner.output.contains("refused 'url', 'httpMethod' and 'headers' must have no control characters")
            })
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("without a container the transfers end with the run, which says so and leaves nothing")
    func noContainer() throws {
        let server = try WebServer(bytesPerSecond: 1_000_000)
        try server.make("film", bytes: 20_000_000)
        let home = try TransferApp.Container()
        let runner = try Runner(
            [
                "-q", "--events", "-", "--time-scale", "0.1", "--for", "5s", "--", "/usr/bin/python3", "-c",
                TransferApp.script("start(url='\(server.url)/film')"),
            ], environment: ["HOME": home.path])
        try runner.finish()
        let notes = runner.events(.note).compactMap(\.message)
        #expect(notes.contains { $0.hasPrefix("a task of a background session is lost") }, "\(notes)")
        func left() -> [String] {
            ((try? SmallFile.list("/tmp")) ?? []).filter { $0.hasPrefix("keepalive-transfers-\(runner.pid)-") }
        }
        #expect(runner.look { left().isEmpty }, "\(left())")
    }

    @Test("a download goes on only where the resource is the same; its validator is that of the first answer")
    func resources() throws {
        let bad = try BadServer()
        let container = try TransferApp.Container()
        let runner = try TransferApp.run(
            TransferApp.script(
                """
                for path in ["changed", "dated"]: start(url="\(bad.url)/" + path)
                        start(url="\(bad.url)/overflow", timeoutIntervalForResource=30)
                        start(url="\(bad.url)/span", headers={"range": "bytes=100-199"})
                """), in: container)
        #expect(
            runner.wait { runner.output.count(of: "didCompleteWithError") == 4 || runner.status != nil },
            "\(runner.output)\(runner.errors)")
        func content(_ task: Int) throws -> String { try SmallFile.read("\(container.path)/Documents/\(task)") }
        #expect(try content(1) == String(repeating: "y", count: 1000))
        #expect(
            try content(2)
                == String(repeating: "a", count: 100) + String(repeating: "b", count: 100)
                + String(repeating: "c", count: 800))
        #expect(try content(4) == String(repeating: "z", count: 100))
        let calls = TransferApp.calls(runner)
        #expect(
            calls.filter { $0.hasPrefix("didResumeAtOffset 2") } == [
                "didResumeAtOffset 2 100", "didResumeAtOffset 2 200",
            ])
        #expect(!calls.contains { $0.hasPrefix("didResumeAtOffset 1") })
        #expect(calls.contains { $0.hasPrefix("didCompleteWithError 3 (-1001, ") }, "\(calls)")
        #expect(!runner.events(.note).contains { $0.message?.contains("has ended") == true })
        #expect(bad.requests(for: "/span", count: 1) == ["GET /span bytes=100-199 "])
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test(
        "an upload: Apple's redirects, the answer's beginning, the whole as total; a FIFO is no file, and holds up nothing"
    )
    func uploads() throws {
        let bad = try BadServer()
        let container = try TransferApp.Container()
        let file = "\(container.path)/file"
        try Data(repeating: 7, count: 5000).write(to: URL(filePath: file))
        let runner = try TransferApp.run(
            TransferApp.script(
                """
                os.mkfifo(home + "/fifo")
                        start("uploadTask", file=home + "/fifo", url="\(bad.url)/kept")
                        start("uploadTask", file=home + "/file", url="\(bad.url)/see")
                        start("uploadTask", file=home + "/file", url="\(bad.url)/kept", httpMethod="PUT")
                        start("uploadTask", file=home + "/file", url="\(bad.url)/seen", httpMethod="PATCH")
                """), in: container)
        #expect(
            runner.wait { runner.output.count(of: "didCompleteWithError") == 4 || runner.status != nil },
            "\(runner.output)\(runner.errors)")
        let lines = runner.output.split(separator: "\n")
        #expect(lines.contains("didCompleteWithError 1 (-3001, None)"))
        #expect(lines.contains("data 2 GET 0"), "\(lines)")
        #expect(lines.contains("data 3 " + String(repeating: "k", count: 16 * 1024)))
        #expect(lines.contains("data 4 PATCH 5000"))
        for task in 2...4 { #expect(lines.contains("didSendBodyData \(task) 5000 of 5000"), "\(lines)") }
        // Nobody says that it is a form. The requests of the tasks come in any order.
        #expect(bad.requests(for: "/see", count: 3).contains("POST /see  "))
        #expect(runner.look { container.kept.isEmpty }, "\(container.kept)")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("a host has four connections; what waits for one has not begun")
    func connections() throws {
        let bad = try BadServer()
        let container = try TransferApp.Container()
        let runner = try TransferApp.run(
            TransferApp.script(#"for _ in range(12): start(url="\#(bad.url)/busy")"#, quietly: 12), in: container)
        #expect(runner.wait { runner.output.hasSuffix("{(None, 200)} all\n") }, "\(runner.output)\(runner.errors)")
        let most = try (1...12).map { try SmallFile.read("\(container.path)/Documents/\($0)") }.max()
        #expect(most == "4")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("a file that may not grow ends its task with -3003, and no other one")
    func fileLimit() throws {
        let server = try WebServer(bytesPerSecond: 100_000_000)
        try server.make("film", bytes: 1_000_000)
        try server.make("still", bytes: 1_000)
        let container = try TransferApp.Container()
        let app = TransferApp.script(#"for name in ["film", "still"]: start(url="\#(server.url)/" + name)"#)
        let runner = try Runner(
            ["-c", #"ulimit -f 100; exec "$0" "$@""#, Runner.path] + TransferApp.arguments(app, in: container.path),
            path: "/bin/sh")
        #expect(
            runner.wait { runner.output.count(of: "didCompleteWithError") == 2 || runner.status != nil },
            "\(runner.output)\(runner.errors)")
        #expect(
            TransferApp.calls(runner).filter { $0.hasPrefix("didComplete") }.sorted()
                == ["didCompleteWithError 1 (-3003, 200)", "didCompleteWithError 2 (None, 200)"])
        #expect(!runner.events(.note).contains { $0.message?.contains("has ended") == true })
        runner.signal(SIGTERM)
        try runner.finish()
    }

    /// Runs the app until a part of a film is there, and kills the runner.
    private func killInTheMiddle(_ begin: String = "", of server: WebServer, in container: TransferApp.Container) throws
    {
        let runner = try TransferApp.run(TransferApp.script("start(url='\(server.url)/film')\(begin)"), in: container)
        #expect(runner.look { container.bytes > 2_000_000 }, "\(runner.output)\(runner.errors)")
        runner.signal(SIGKILL)
        try runner.finish()
    }

    @Test("odd files among the kept transfers are said and left out; a link is not followed")
    func oddFiles() throws {
        let server = try WebServer(bytesPerSecond: 10_000_000)
        try server.make("film", bytes: 20_000_000)
        let container = try TransferApp.Container()
        try killInTheMiddle(of: server, in: container)
        let body = try #require(container.kept.first { $0.hasSuffix(".tmp") })
        let record = try SmallFile.read("\(container.transfers)/\(body).json")
        let huge = record.replacing("\"number\":1", with: "\"number\":9223372036854775807").replacing(
            body, with: "huge.tmp")
        #expect(huge != record)
        try Data(huge.utf8).write(to: URL(filePath: "\(container.transfers)/huge.tmp.json"))
        // Dates and times beyond all that is reckoned with.
        for (index, change) in ["\"createdAt\":-1e30", "\"resumedAt\":1e308", "\"createdAt\":-9.3e18"].enumerated() {
            let key = change.prefix { $0 != ":" } + ":"
            guard let start = record.firstRange(of: key)?.lowerBound else { continue }
            let end = record[start...].firstIndex { $0 == "," || $0 == "}" } ?? record.endIndex
            let name = "date\(index).tmp"
            var forged = record
            forged.replaceSubrange(start..<end, with: change)
            forged = forged.replacing(body, with: name).replacing("\"number\":1", with: "\"number\":\(index + 10)")
            try Data(forged.utf8).write(to: URL(filePath: "\(container.transfers)/\(name).json"))
        }
        let time = record.replacing(
            "\"idleTimeout\":", with: "\"earliestBegin\":[9223372036854775807,0],\"idleTimeout\":"
        )
        .replacing(body, with: "time.tmp")
        #expect(time != record)
        try Data(time.utf8).write(to: URL(filePath: "\(container.transfers)/time.tmp.json"))
        #expect(mkfifo("\(container.transfers)/fifo.json", 0o600) == 0)
        unlink("\(container.transfers)/\(body)")
        try Data("mine".utf8).write(to: URL(filePath: "\(container.path)/mine"))
        #expect(symlink("\(container.path)/mine", "\(container.transfers)/\(body)") == 0)
        let runner = try TransferApp.run(TransferApp.script("pass"), in: container)
        #expect(
            runner.wait { runner.output.contains("didCompleteWithError 1 (-3000, ") },
            "\(runner.output)\(runner.errors)")
        let notes = runner.events(.note).compactMap(\.message)
        for name in ["fifo.json", "huge.tmp.json", "time.tmp.json"] {
            #expect(
                notes.contains { $0.hasPrefix("a kept transfer is lost: \(container.transfers)/\(name): ") }, "\(notes)"
            )
        }
        #expect(try SmallFile.read("\(container.path)/mine") == "mine")
        #expect(runner.look { container.kept.isEmpty }, "\(container.kept)")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("a suspended task of the last run goes on when the app resumes it")
    func suspended() throws {
        let server = try WebServer(bytesPerSecond: 10_000_000)
        try server.make("film", bytes: 20_000_000)
        let container = try TransferApp.Container()
        let first = try TransferApp.run(
            TransferApp.script(
                """
                start(url='\(server.url)/film')
                        import time
                        directory = home + "/Library/Caches/com.apple.nsurlsessiond/"
                        bodies = lambda: [name for name in (os.listdir(directory) if os.path.isdir(directory) else []) if name.endswith(".tmp")]
                        while not any(os.path.getsize(directory + name) > 3000000 for name in bodies()): time.sleep(0.01)
                        app.call("suspendTask", identifier="s", task=1)
                """), in: container)
        #expect(first.wait { first.output.contains("begun\n") }, "\(first.errors)")
        first.signal(SIGTERM)
        try first.finish()
        #expect(container.bytes > 3_000_000)
        let second = try TransferApp.run(
            TransferApp.script("pass").replacing(
                #"app.call("backgroundSession", identifier="s")"#,
                with: #"app.call("backgroundSession", identifier="s"); app.call("resumeTask", identifier="s", task=1)"#),
            in: container)
        #expect(
            second.wait { second.output.contains("didCompleteWithError 1 (None, 206)") },
            "\(second.output)\(second.errors)")
        #expect(second.output.contains("didResumeAtOffset 1 "))
        #expect(try WebServer.areSame("\(server.files)/film", "\(container.path)/Documents/1"))
        second.signal(SIGTERM)
        try second.finish()
    }

    @Test("UR-17: earliestBeginDate is kept through a restart of the runner")
    func earliestBegin() throws {
        let server = try WebServer(bytesPerSecond: 10_000_000)
        try server.make("film", bytes: 1_000)
        let container = try TransferApp.Container()
        let app = TransferApp.script("start(url='\(server.url)/film', earliestBegin=3600)")
        for _ in 0..<2 {
            let runner = try TransferApp.run(app, in: container)
            #expect(
                runner.wait {
                    runner.events(.log).contains { $0.message == "session s: task 1 waits" && $0.rule == "UR-17" }
                },
                "\(runner.errors)")
            runner.signal(SIGTERM)
            try runner.finish()
            #expect(runner.events(.transfer).isEmpty)
        }
    }

    @Test(
        "a command that cannot be told what has ended ends its run, and what has ended is kept; the container may move")
    func cannotBeTold() throws {
        let server = try WebServer(bytesPerSecond: 10_000_000)
        try server.make("film", bytes: 3_000_000)
        let container = try TransferApp.Container()
        let app = TransferApp.script("start(url='\(server.url)/film')")
        let name = "def didFinishDownloading(event):\n"
        let first = try TransferApp.run(
            app.replacing(name, with: name + "    say('slow'); import time; time.sleep(100)\n"), in: container,
            scale: "1")
        #expect(first.wait { first.output.contains("slow\n") }, "\(first.output)\(first.errors)")
        first.signal(SIGKILL)
        try first.finish()
        let crashing = try TransferApp.run("raise SystemExit(3)", in: container, scale: "1")
        #expect(try crashing.finish() == 3, "\(crashing.errors)")
        #expect(crashing.events(.launched).count <= 2)
        #expect(
            crashing.events(.note).last?.message
                == "a task of a background session is kept for the next run: \(container.transfers)",
            "\(crashing.errors)")
        let other = try TransferApp.Container()
        let moved = "\(other.path)/moved"
        #expect(rename(container.path, moved) == 0)
        let last = try Runner(TransferApp.arguments(app, in: moved))
        #expect(
            last.wait { last.output.contains("didCompleteWithError 1 (None, 200)") }, "\(last.output)\(last.errors)")
        #expect(try WebServer.areSame("\(server.files)/film", "\(moved)/Documents/1"))
        last.signal(SIGTERM)
        try last.finish()
    }

    @Test(
        "an app that crashes while it is told of a download is told once more; of the file only if it has not moved it",
        arguments: [false, true])
    func crashedWhileTold(moves: Bool) throws {
        let server = try WebServer(bytesPerSecond: 10_000_000)
        try server.make("film", bytes: 300_000)
        let container = try TransferApp.Container()
        let name = "def didFinishDownloading(event):\n"
        let crash = """
            \(name)    if not os.path.exists(home + "/crashed"):
                    open(home + "/crashed", "w").close()
                    if \(moves ? "True" : "False"): shutil.move(event["location"], f"{home}/Documents/1")
                    os._exit(3)

            """
        let runner = try TransferApp.run(
            TransferApp.script("start(url='\(server.url)/film')").replacing(name, with: crash), in: container)
        #expect(
            runner.wait { runner.output.contains("urlSessionDidFinishEvents s\n") }, "\(runner.output)\(runner.errors)")
        let told = ["didFinishDownloading 1 200", "didCompleteWithError 1 (None, 200)"].dropFirst(moves ? 1 : 0)
        #expect(
            TransferApp.calls(runner)
                == ["handleEventsForBackgroundURLSession s"] + told + ["urlSessionDidFinishEvents s"])
        #expect(try WebServer.areSame("\(server.files)/film", "\(container.path)/Documents/1"))
        #expect(runner.look { container.kept.isEmpty }, "\(container.kept)")
        runner.signal(SIGTERM)
        try runner.finish()
    }
}
