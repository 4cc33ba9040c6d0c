import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAliveReport

/// An app in Python with a background session, and the runs of it.
enum TransferApp {
    /// A container that is removed with its owner.
    struct Container {
        private let directory: TemporaryDirectory
        let path: String

        init() throws {
            directory = try TemporaryDirectory()
            path = directory.path
        }

        /// The directory of the transfers.
        var transfers: String { "\(path)/Library/Caches/com.apple.nsurlsessiond" }

        /// The transfers that are kept, by file.
        var kept: [String] { ((try? SmallFile.list(transfers)) ?? []).filter { !$0.hasSuffix("lock") } }

        /// The bytes of the downloads so far.
        var bytes: Int64 {
            kept.filter { $0.hasSuffix(".tmp") }.reduce(0) { sum, name in
                var status = stat()
                return sum + (stat("\(transfers)/\(name)", &status) == 0 ? Int64(status.st_size) : 0)
            }
        }
    }

    /// The app makes the session in each process, and begins these transfers in the first one.
    ///
    /// It prints a line for each callback: its name, the task, and one more value.
    ///
    /// - Parameter quietly: how many tasks end before it says `all`; it prints no other ends then.
    static func script(_ begin: String, quietly: Int = 0) -> String {
        """
        import base64, os, shutil, sys; sys.path.insert(0, "\(ScriptTests.root)/Examples/Python")
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
        told("didSendBodyData", lambda event: f"{event['bytes']} of {event['of']}")
        told("didResumeAtOffset", lambda event: event["offset"])
        ends = []
        @app.on
        def didCompleteWithError(event):
            ends.append((event["code"], (event["response"] or {}).get("status")))
            if event["data"]: say("data", event["task"], base64.b64decode(event["data"]).decode())
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

    static func run(
        _ app: String, in container: Container, scale: String = "0.1", _ more: [String] = []
    ) throws -> Runner {
        try Runner(arguments(app, in: container.path, scale: scale, more))
    }

    static func arguments(_ app: String, in container: String, scale: String = "0.1", _ more: [String] = []) -> [String]
    {
        ["-q", "--events", "-", "--time-scale", scale, "--container", container] + more
            + ["--", "/usr/bin/python3", "-c", app]
    }

    /// Presses home when the app has begun its transfers.
    static func pressHome(_ runner: Runner) throws {
        #expect(runner.wait(120) { runner.output.contains("begun\n") }, "\(runner.output)\(runner.errors)")
        try runner.tell("home")
    }

    /// The calls of the delegate, without progress.
    static func calls(_ runner: Runner) -> [String] {
        runner.output.split(separator: "\n").map(String.init).filter {
            !$0.hasPrefix("didWriteData") && !$0.hasPrefix("didSendBodyData") && !$0.hasPrefix("pid") && $0 != "begun"
        }
    }
}
