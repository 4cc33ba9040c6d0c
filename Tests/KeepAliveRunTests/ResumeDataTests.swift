import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAliveReport

/// Resume data (UR-20) over HTTP, on real processes.
@Suite(.ownThread, .enabled(if: Requirement.nginx, "no nginx: scripts/systems/unpack-package nginx usr/sbin/nginx"))
struct ResumeDataTests {
    /// An app that cancels its download when so much of it is there, and keeps the resume data in its Documents.
    ///
    /// - Parameters:
    ///   - begin: makes the tasks of a process, with `data` for the resume data of a former one.
    ///   - limit: the bytes after which it cancels its first task.
    private static func app(_ begin: String, cancelsAt limit: Int = 1 << 60) -> String {
        """
        import os, shutil, sys; sys.path.insert(0, "\(ScriptTests.root)/Examples/Python")
        from keepalive import App, Refused
        app = App()
        documents = os.environ["HOME"] + "/Documents/"
        def say(*words): sys.stdout.write(" ".join(map(str, words)) + "\\n"); sys.stdout.flush()
        def make(method, **parameters):
            task = app.call(method, identifier="s", **parameters)["task"]
            app.call("resumeTask", identifier="s", task=task)
            return task
        # As a former process has left it: this one may be told of an end before it is in use.
        data = open(documents + "data").read() if os.path.exists(documents + "data") else None
        @app.on
        def didFinishLaunching(_): app.call("backgroundSession", identifier="s")
        @app.on
        def didBecomeActive(_):
            \(begin)
            say("begun")
        cancelled = []
        @app.on
        def didWriteData(event):
            say("wrote", event["bytes"])
            if event["bytes"] > \(limit) and not cancelled:
                cancelled.append(event["task"])
                app.call("cancelTask", identifier="s", task=event["task"], producingResumeData=True)
        @app.on
        def didResumeAtOffset(event): say("resumed", event["task"], event["offset"])
        @app.on
        def didFinishDownloading(event):
            shutil.move(event["location"], documents + str(event["task"]))
            say("finished", event["task"], event["description"], event["response"]["status"])
        @app.on
        def didCompleteWithError(event):
            if event["resumeData"]: open(documents + "data", "w").write(event["resumeData"])
            say("completed", event["task"], event["kind"], event["url"].split("/")[-1], event["description"],
                event["code"], event["cancelReason"], bool(event["resumeData"]))
        app.run()
        """
    }

    @Test("a cancelled download goes on in the next run, from what came before the runner was killed, and only once")
    func nextRun() throws {
        let server = try WebServer(bytesPerSecond: 5_000_000)
        try server.make("film", bytes: 10_000_000)
        let container = try TransferApp.Container()
        let first = try TransferApp.run(
            Self.app(
                "make('downloadTask', request={'url': '\(server.url)/film', 'taskDescription': 'The Film'})",
                cancelsAt: 3_000_000), in: container)
        #expect(first.wait { first.output.contains("completed ") }, "\(first.output)\(first.errors)")
        #expect(first.output.hasSuffix("completed 1 download film The Film -999 None True\n"), "\(first.output)")
        let kept = try #require(first.events(.transfer).first { $0.rule == "UR-20" }?.message)
        #expect(kept.hasPrefix("s 1: ") && kept.hasSuffix(" bytes"))
        // The process that transfers sets the file aside after the app has its data: a kill in between loses it.
        #expect(first.wait { container.kept.contains { $0.hasSuffix(".resume") } }, "\(container.kept)")
        first.signal(SIGKILL)
        try first.finish()
        #expect(container.kept.count == 1, "\(container.kept)")

        let second = try TransferApp.run(
            Self.app("if data: make('downloadTaskWithResumeData', resumeData=data)"), in: container)
        #expect(second.wait { second.output.contains("completed ") }, "\(second.output)\(second.errors)")
        let resumed = try #require(
            second.output.split(separator: "\n").first { $0.hasPrefix("resumed 1 ") },
            "\(second.output)\(second.errors)")
        // At least what was told, and what the server had sent by then.
        let offset = try #require(Int(resumed.dropFirst("resumed 1 ".count)))
        #expect(offset > 3_000_000 && offset < 10_000_000)
        #expect(second.output.hasSuffix("finished 1 None 206\ncompleted 1 download film None None None False\n"))
        #expect(try WebServer.areSame("\(server.files)/film", "\(container.path)/Documents/1"))
        #expect(server.requests.last == "GET /film 206 bytes=\(offset)-", "\(server.requests)")
        second.signal(SIGTERM)
        try second.finish()
        #expect(container.kept.isEmpty, "\(container.kept)")

        let third = try TransferApp.run(
            Self.app("if data: make('downloadTaskWithResumeData', resumeData=data)"), in: container)
        #expect(third.wait { third.output.contains("completed ") }, "\(third.output)\(third.errors)")
        #expect(third.output.contains("finished 1 None 200\n") && !third.output.contains("resumed"))
        #expect(third.events(.note).contains { $0.message?.contains("the download begins anew") == true })
        third.signal(SIGTERM)
        try third.finish()
    }

    @Test("UR-07: after a force quit the next process is told of the reason, and goes on from the resume data")
    func forceQuit() throws {
        let server = try WebServer(bytesPerSecond: 5_000_000)
        try server.make("film", bytes: 10_000_000)
        let container = try TransferApp.Container()
        let begin = """
            if data: make('downloadTaskWithResumeData', resumeData=data)
                elif not os.path.exists(documents + "begun"):
                    open(documents + "begun", "w").close()
                    task = make('downloadTask', request={'url': '\(server.url)/film'})
                    app.call("changeTask", identifier="s", task=task, taskDescription="The Film")
            """
        let first = try TransferApp.run(Self.app(begin), in: container)
        #expect(first.wait { first.output.contains("wrote") }, "\(first.output)\(first.errors)")
        try first.tell("kill")
        try first.finish()
        let second = try TransferApp.run(Self.app(begin), in: container)
        #expect(second.wait { second.output.contains("completed ") }, "\(second.output)\(second.errors)")
        #expect(second.output.contains("completed 1 download film The Film -999 0 True\n"), "\(second.output)")
        second.signal(SIGTERM)
        try second.finish()
        let third = try TransferApp.run(Self.app(begin), in: container)
        #expect(third.wait { third.output.contains("completed ") }, "\(third.output)\(third.errors)")
        #expect(third.output.contains("resumed ") && third.output.contains(" None 206\n"), "\(third.output)")
        #expect(try WebServer.areSame("\(server.files)/film", "\(container.path)/Documents/1"))
        third.signal(SIGTERM)
        try third.finish()
        #expect(container.kept.isEmpty, "\(container.kept)")
    }

    @Test("resume data that the app has changed names no other file, and what is no resume data has an error")
    func attacks() throws {
        let server = try WebServer(bytesPerSecond: 50_000_000)
        try server.make("film", bytes: 100_000)
        let container = try TransferApp.Container()
        #expect(mkdir("\(container.path)/Documents", 0o700) == 0)
        let victim = "\(container.path)/Documents/CFNetworkDownload_abcdef.resume"
        try Data("mine".utf8).write(to: URL(filePath: victim))
        let runner = try TransferApp.run(
            Self.app(
                """
                import base64, json
                    def changed(**fields):
                        text = json.loads(base64.b64decode(data))
                        text["resumption"].update(fields)
                        return base64.b64encode(json.dumps(text).encode()).decode()
                    data = base64.b64encode(json.dumps({"direction": "download", "url": "\(server.url)/film",
                        "method": "GET", "headers": {}, "idleTimeout": [0, 0], "allowsCellularAccess": True,
                        "allowsConstrainedNetworkAccess": True,
                        "resumption": {"file": "x", "bytes": 4, "validator": "x"}}).encode()).decode()
                    for text in ["", "%", base64.b64encode(b"{}").decode(), "A" * 60001]:
                        try: say(make('downloadTaskWithResumeData', resumeData=text))
                        except Refused as error: say("refused", error)
                    for file in ["../../../Documents/CFNetworkDownload_abcdef.resume", "lock", "CFNetworkDownload_/..resume"]:
                        try: make('downloadTaskWithResumeData', resumeData=changed(file=file))
                        except Refused as error: say("refused", error)
                """), in: container)
        #expect(
            runner.wait { runner.output.count(of: "completed ") == 3 || runner.status != nil },
            "\(runner.output)\(runner.errors)")
        #expect(runner.output.count(of: "refused") == 4, "\(runner.output)\(runner.errors)")
        #expect(runner.output.count(of: " None 200\n") == 3 && !runner.output.contains("resumed"), "\(runner.output)")
        #expect(try SmallFile.read(victim) == "mine")
        #expect(runner.events(.note).filter { $0.message?.contains("begins anew") == true }.count == 3)
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("what no task takes up in seven days is deleted by the next run")
    func old() throws {
        let container = try TransferApp.Container()
        let server = try WebServer(bytesPerSecond: 50_000_000)
        try server.make("film", bytes: 1000)
        #expect(mkdir("\(container.path)/Library", 0o700) == 0 && mkdir("\(container.path)/Library/Caches", 0o700) == 0)
        #expect(mkdir(container.transfers, 0o700) == 0)
        for (name, age) in [("CFNetworkDownload_old.resume", 8), ("CFNetworkDownload_new.resume", 6)] {
            let path = "\(container.transfers)/\(name)"
            try Data("x".utf8).write(to: URL(filePath: path))
            let seconds = Int(WallClock.now) - age * 86_400
            var times = (timeval(tv_sec: seconds, tv_usec: 0), timeval(tv_sec: seconds, tv_usec: 0))
            let isSet = withUnsafePointer(to: &times) { pointer in
                pointer.withMemoryRebound(to: timeval.self, capacity: 2) { utimes(path, $0) == 0 }
            }
            #expect(isSet)
        }
        let runner = try TransferApp.run(Self.app("pass"), in: container)
        #expect(runner.wait { runner.output.contains("begun") }, "\(runner.errors)")
        #expect(runner.look { container.kept == ["CFNetworkDownload_new.resume"] }, "\(container.kept)")
        runner.signal(SIGTERM)
        try runner.finish()
    }
}
