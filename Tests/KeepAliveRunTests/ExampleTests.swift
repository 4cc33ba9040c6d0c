import TestSupport
import Testing

@testable import KeepAliveHost
@testable import KeepAlivePolicy
@testable import KeepAliveTesting

/// The apps of Examples/, on real parts; `make examples` prints the same.
@Suite(.ownThread(.measures)) struct ExampleTests {
    @Test(
        "each example does what its row says",
        .enabled(if: Requirement.cgroup && Requirement.soundServer && Requirement.gpsd),
        arguments: [
            "timer", "task-then-audio", "background-player", "background-location", "refresh", "fetch", "silent-push",
            "renewal", "python", "shell", "download", "python-download", "voip", "reader", "python-reader",
            "reminder", "python-reminder", "calls", "news", "python-news",
            "python-voip", "articles", "articles-wakes",
        ])
    func example(name: String) throws {
        let directory = Runner.path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        let runner = try Runner(
            ["\(ScriptTests.root)/scripts/examples/examples", "--bin", directory, name], path: "/usr/bin/python3")
        let status = try runner.finish(180)
        #expect(status == 0 && runner.output.contains("all as expected"), "\(runner.output)\(runner.errors)")
    }

    @Test(
        "MD-20: on a booted device an app's fetch comes by itself, and with --system-life none only when it is told",
        arguments: [true, false])
    func systemLife(isEager: Bool) throws {
        let example = Runner.path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/example-fetch"
        let device = try BootedDevice(["--ios", "12.4"] + (isEager ? [] : ["--system-life", "none"]))
        try device.ctl("launch", "--info-plist", "\(ScriptTests.root)/Examples/Fetch/Info.plist", "--", example)
        #expect(device.wait(for: .foregroundActive, of: "fetch"))
        #expect(try device.ctl("home").status == 0)
        #expect(device.wait(for: .suspended, of: "fetch"))
        #expect(device.runner.events(.wakeStarted).map(\.wake) == (isEager ? [.backgroundFetch] : []))
        if !isEager {
            try device.ctl("fetch")
            #expect(device.wait(.wakeStarted, of: "fetch") { $0.wake == .backgroundFetch })
        }
        try device.shutDown()
    }

    @Test("MD-20: the scenario of README.md is met by the example's process, on a device that acts by itself")
    func readme() throws {
        let folder = "\(ScriptTests.root)/Examples/Refresh"
        let scenario = try String(contentsOfFile: folder + "/refresh.yaml", encoding: .utf8)
        let shown = try String(contentsOfFile: "\(ScriptTests.root)/README.md", encoding: .utf8)
            .replacing("     # the system runs tasks and fetches as soon as the rules allow", with: "")
        #expect(shown.contains(scenario))
        let example = Runner.path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/example-refresh"
        let runner = try Runner([
            "run", "--scenario", "\(folder)/refresh.yaml", "--time-scale", "0.02", "--color", "never", "--", example,
        ])
        #expect(try runner.finish() == 0, "\(runner.errors)")
    }

    @Test("a strategy that is a program keeps the promises of one that is built in")
    func conformance() throws {
        let strategy = try StrategyChoice.named("exec:\(ScriptTests.root)/Examples/Python/strategy.py")
        #expect(strategy.descriptor.name == "python-task")
        #expect(StrategyConformance.violations(of: strategy) == [])
    }

    @Test(
        "a program that is no strategy is refused with what is wrong",
        arguments: [
            ("exit 0", "has ended"), ("echo garbage; sleep 9", "says what is no message"),
            (#"echo '{"jsonrpc":"2.0","id":1,"method":"play"}'; sleep 9"#, "first line must be its hello"),
            (
                #"echo '{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1}}'; sleep 9"#,
                "'strategy' is missing"
            ),
            (
                #"echo '{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":7}}'; sleep 9"#,
                "version 1 of the protocol"
            ),
        ])
    func noStrategy(script: String, says: String) throws {
        let file = try TemporaryFile("#!/bin/sh\n\(script)\n", name: "strategy")
        #expect(chmodExecutable(file.path))
        let result = try Runner.run(["--strategy", "exec:\(file.path)", "--", "true"])
        #expect(result.status == 64 && result.errors.contains(says), "\(result)")
    }

    private func chmodExecutable(_ path: String) -> Bool {
        (try? Runner(["755", path], path: "/bin/chmod").finish()) == 0
    }
}
