import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveEngine
@testable import KeepAliveHost
@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAliveStrategies

/// A strategy, a freezer and a service of somebody else: Examples/PlugIn, which sees nothing but what is public.
@Suite(.ownThread) struct PlugInTests {
    private static let path = Runner.built("example-plug-in")

    private func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
        let runner = try Runner(arguments, path: Self.path)
        return (try runner.finish(60), runner.output, runner.errors)
    }

    @Test("the strategy and the freezer act on a real process, which stands still when it is said to")
    func realProcess() throws {
        let file = try TemporaryFile("", name: "ticks")
        func size() -> Int { (try? Data(contentsOf: URL(filePath: file.path)).count) ?? 0 }
        let runner = try Runner(
            [
                "-q", "--events", "-", "--ios", "12.4", "--time-scale", "0.01", "--strategy", "patient-task",
                "--freezer", "stopper", "--background-after", "0.2s", "--", "/bin/sh", "-c",
                "while :; do echo tick >> \(file.path); sleep 0.02; done",
            ], path: Self.path)
        #expect(runner.wait { !runner.events(.frozen).isEmpty }, "\(runner.errors)")
        let before = size()
        // Awaits nothing but time: in 0.2 s of running, it writes some lines.
        _ = runner.loop.run(until: { false }, timeout: .milliseconds(200))
        #expect(before > 0 && size() == before)
        #expect(runner.events(.taskBegan).map(\.message) == ["patient"])
        #expect(runner.events(.taskEnded).count == 1)
        #expect(runner.events(.environment).contains { $0.message == "freezer: stopper: asked for" })
        runner.signal(SIGTERM)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("the service answers an app, and tells it something later")
    func service() throws {
        let app = """
            import sys; sys.path.insert(0, "\(ScriptTests.root)/Examples/Python")
            from keepalive import App, Refused
            app = App()
            @app.on
            def didUpdatePedometer(parameters):
                print("told", parameters["steps"], flush=True)
            app.call("hello", protocol=1)
            print(app.call("queryPedometer", duration=90)["steps"], flush=True)
            try: app.call("queryPedometer", duration=-1)
            except Refused as refusal: print(refusal, flush=True)
            app.call("startPedometerUpdates", after=10)
            app.run()
            """
        let runner = try Runner(
            ["-q", "--time-scale", "0.01", "--", "/usr/bin/python3", "-c", app], path: Self.path)
        #expect(runner.wait { runner.output.contains("told 20") }, "\(runner.output)\(runner.errors)")
        #expect(runner.output.hasPrefix("180\n'duration' must be a number from 0 to 31536000"), "\(runner.output)")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("an app in Swift reaches the service by Apple's names")
    func serviceForSwift() throws {
        let runner = try Runner(["-q", "--time-scale", "0.1", "--", Runner.built("example-walk")], path: Self.path)
        #expect(runner.wait { runner.output.contains("since then: 2 steps") }, "\(runner.output)\(runner.errors)")
        #expect(runner.output.hasPrefix("in the last minute: 120 steps"), "\(runner.output)")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("without the plug-in, the app gets the error")
    func withoutService() throws {
        let runner = try Runner(["-q", "--", Runner.built("example-walk")])
        #expect(runner.wait { runner.output.contains("there is no method 'queryPedometer'") }, "\(runner.output)")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("plug-ins are names like those that ship with it: in lists, in errors, on virtual time")
    func names() throws {
        #expect(try run(["list", "strategies"]).output.contains("patient-task"))
        #expect(try run(["list", "protocol"]).output.contains("queryPedometer"))
        #expect(try run(["list", "protocol", "--schema"]).output.contains("startPedometerUpdates"))
        let verified = try run(["verify", "--strategy", "patient-task"])
        #expect(verified.status == 0 && verified.output.contains("patient-task"), "\(verified)")
        let wrong = try run(["--freezer", "stoper", "--", "true"])
        #expect(wrong.status == 64 && wrong.errors.contains("did you mean 'stopper'?"), "\(wrong)")
        let scenario = try TemporaryFile(
            """
            scenario: a strategy of somebody else
            ios: "12.4"
            app: {strategy: patient-task}
            timeline:
              - {at: 1s, do: home}
            expect:
              - {at: home + 176s, event: task-expired}
              - {at: home + 176s + 200ms, state: suspended}
            """, name: "scenario.yaml")
        let played = try run(["simulate", scenario.path])
        #expect(played.status == 0, "\(played)")
    }

    @Test("a name that is taken is refused")
    func taken() {
        #expect(throws: KeepAliveError.self) { try StrategyRegistry.add(SilentAudioStrategy.self) }
        #expect(throws: KeepAliveError.self) {
            try FreezerRegistry.add(FreezerPlugIn("cgroup") { try SignalFreezer(reason: "", loop: $0 as! EventLoop) })
        }
        #expect(throws: KeepAliveError.self) {
            try ServiceTable.add(Service(methods: [AppMethod(Method("hello", "")) { (_: AppCall) in }]))
        }
        #expect(throws: KeepAliveError.self) {
            try ServiceTable.add(Service(callbacks: [CallbackRow(telling: Callback("didFinishLaunching", ""))]))
        }
    }
}
