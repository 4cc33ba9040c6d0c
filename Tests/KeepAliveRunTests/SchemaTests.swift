import TestSupport
import Testing

@testable import KeepAlivePolicy

/// What is written for programs, against what is published of its layout.
@Suite(.ownThread) struct SchemaTests {
    private func check(_ files: [TemporaryFile], _ schema: String, in directory: String = "docs/schema") throws {
        try check(files, schema: "\(ScriptTests.root)/\(directory)/\(schema).schema.json")
    }

    private func check(_ files: [TemporaryFile], schema path: String) throws {
        let runner = try Runner([path] + files.map(\.path), path: "\(ScriptTests.root)/scripts/check/check-schema")
        #expect(try runner.finish() == 0, "\(runner.output)\(runner.errors)")
        #expect(runner.output.contains("\(files.count) files, 0 complaints"))
    }

    @Test("summaries of runs of all kinds have no field, and no value, that their schema does not know")
    func summaries() throws {
        let runs: [(options: [String], command: [String])] = [
            (
                [
                    "--energy", "pixel-3", "--modes", "audio,location", "--strategy", "silent-audio", "--strategy",
                    "location", "--background-after", "0.2s", "--for", "2s",
                ], [Runner.workload, "timer", "20", "100000"]
            ),
            // An exception ends it (LU-07), and a frozen one is killed (LC-12).
            (["--strategy", "location", "--background-after", "0.1s", "--for", "1s"], ["/bin/sleep", "9"]),
            (["--background-after", "0.1s", "--for", "0.5s", "--time-scale", "0.1"], ["/bin/sleep", "9"]),
            (["--sample", "0s"], ["/bin/true"]), ([], [Runner.workload, "udp", "10", "1000"]),
        ]
        let files = try runs.map { options, command in
            let file = try TemporaryFile("", name: "summary.json")
            _ = try Runner.run(["run", "-q", "--summary", file.path] + options + ["--"] + command)
            return file
        }
        #expect(files[0].text.contains("\"batteryPercent\""))
        #expect(files[1].text.contains("NSInternalInconsistencyException"))
        try check(files, "run-summary")
    }

    @Test("a recording of the recorder for phones has no field that its schema does not know")
    func recording() throws {
        let file = try TemporaryFile("", name: "recording.ndjson")
        let runner = try Runner(
            [
                "run", "-q", "--info-plist", "\(ScriptTests.root)/Examples/Recorder/Info.plist", "--background-after",
                "0.5s", "--for", "2s", "--", Runner.built("example-recorder"), "task", "audio", "location", "refresh",
            ], environment: ["RECORDER_FILE": file.path])
        _ = try runner.finish()
        #expect(file.text.contains("didUpdateLocations"), "\(file.text)")
        try check([file], "recording")
    }

    @Test(
        "a comparison with its estimates is as its schema has it, and its trace and a run's are of the trace-event format"
    )
    func comparison() throws {
        let file = try TemporaryFile("", name: "comparison.json")
        let traces = try (0..<2).map { try TemporaryFile("", name: "trace\($0).json") }
        let result = try Runner.run([
            "measure", "--strategy", "background-task", "--energy", "oneplus-3", "--repeat", "2", "--warm-up", "0",
            "--rest", "0s", "--for", "1s", "--summary", file.path, "--meter", "echo 1", "--trace", traces[0].path, "--",
            Runner.workload, "idle",
        ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(file.text.contains("\"energyJoules\""))
        try check([file], "comparison")
        // Each arm under its name, from its launch on.
        #expect(traces[0].text.count(of: #""process_name""#) == 2)
        #expect(traces[0].text.contains(#"{"name":"background-task"}"#))
        _ = try Runner.run([
            "run", "-q", "--trace", traces[1].path, "--modes", "audio", "--strategy", "silent-audio",
            "--background-after", "0.2s", "--for", "1.5s", "--", Runner.workload, "timer", "20", "100000",
        ])
        try check(traces, "trace-event", in: "Tests/Schemas")
    }

    @Test(
        "every line that goes over an app's socket is as the protocol's schema has it", .enabled(if: Requirement.gpsd))
    func protocolLines() throws {
        let lines = try TemporaryFile("", name: "lines.json")
        let app = try TemporaryFile(
            """
            import sys
            sys.path.insert(0, sys.argv[1])
            sys.dont_write_bytecode = True
            import keepalive
            lines = open(sys.argv[2], "a", buffering=1)
            class App(keepalive.App):
                def _send(self, message, descriptor=None):
                    lines.write(keepalive.json.dumps({"jsonrpc": "2.0", **message}) + "\\n")
                    super()._send(message, descriptor)
                def _next(self):
                    message = super()._next()
                    if message is not None:
                        lines.write(keepalive.json.dumps(message) + "\\n")
                    return message
            app = App()
            def attempt(method, **parameters):
                try:
                    return app.call(method, **parameters)
                except keepalive.Refused as refused:
                    return refused.data
            @app.on
            def didFinishLaunching(_):
                attempt("registerTask", identifier="x")
                attempt("requestAlwaysAuthorization")
                attempt("setAllowsBackgroundLocationUpdates", value=True)
                attempt("startUpdatingLocation", pausesAutomatically=False)
                attempt("setMinimumBackgroundFetchInterval", seconds=0)
                attempt("setMinimumBackgroundFetchInterval", seconds=None)
                attempt("registerForRemoteNotifications")
                attempt("startMonitoringRegion", identifier="r", latitude=1.5, longitude=2, radius=300)
                attempt("setTimer", seconds=0.2)
                attempt("perform", verb="lock-file", argument="/x")
                return {"handled": True}
            @app.on
            def didEnterBackground(_):
                attempt("beginBackgroundTask", name="t", expirationHandler=True)
                attempt("applicationState")
                attempt("setCategory", category="playback", options=["mixWithOthers"], mode="default")
                attempt("setActive", active=True)
                attempt("preparePlayer")
                attempt("play", loops=-1)
                attempt("player")
                attempt("audioSession")
                attempt("submitTaskRequest", kind="appRefresh", identifier="x", earliestBegin=900)
                attempt("pendingTaskRequests")
                attempt("endBackgroundTask", task=1)
            @app.on
            def didReceiveRemoteNotification(_):
                return {"result": "newData"}
            app.run()
            """, name: "app.py")
        let runner = try Runner([
            "--quiet", "--modes", "location,remote-notification", "--background-after", "2s", "--foreground-after",
            "4s", "--", "/usr/bin/python3", app.path, "\(ScriptTests.root)/Examples/Python", lines.path,
        ])
        #expect(runner.look { lines.text.contains("didEnterBackground") }, "\(runner.errors)")
        for verb in [["push"], ["call", "start"], ["call", "end"], ["route", "headphones"]] {
            let asking = try Runner(["ctl"] + verb + ["--system", "\(runner.pid)"])
            #expect(runner.look { asking.look(1) { asking.status != nil } || asking.status != nil })
        }
        let methods = [
            "hello", "didUpdateLocation", "timerFired", "didReceiveRemoteNotification", "audioRouteChanged",
            "willEnterForeground",
        ]
        #expect(
            runner.look { methods.allSatisfy { lines.text.contains(#""method": "\#($0)""#) } }, "\(runner.errors)")
        try runner.tell("shutdown")
        #expect(try runner.finish() == 0, "\(runner.errors)")
        for method in methods {
            #expect(lines.text.contains(#""method": "\#(method)""#), "\(method)")
        }
        let listed = try Runner(["list", "protocol", "--schema"])
        #expect(try listed.finish() == 0)
        let schema = try TemporaryFile(listed.output, name: "protocol.json")
        try check([lines], schema: schema.path)
        withExtendedLifetime(schema) {}
    }
}
