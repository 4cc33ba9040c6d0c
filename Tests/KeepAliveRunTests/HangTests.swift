import Foundation
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAliveReport

/// File systems that do not answer: they hold up only who waits for them.
@Suite(.ownThread, .enabled(if: Requirement.fuse, "needs /dev/fuse and the right to mount")) struct HangTests {
    private let hanging: HangingFileSystem

    init() throws { hanging = try #require(HangingFileSystem()) }

    /// What a shell does that waits from then on for one that SIGKILL does not end.
    private var reads: String { "cat \(hanging.path)/file & echo ready; wait" }

    /// Waits for the end of a run, whose output what hangs still holds open.
    private func end(of runner: Runner) throws -> Int32 {
        #expect(runner.wait(20) { runner.status != nil }, "\(runner.errors)")
        return try #require(runner.status).shellStatus
    }

    /// Ends a device, and the hang that is in its way.
    private func shutDown(_ device: BootedDevice) throws {
        device.runner.signal(SIGTERM)
        #expect(try end(of: device.runner) == 143)
        hanging.release()
        #expect(device.runner.waitUntilNothingIsLeft())
    }

    @Test(
        "a run ends although a process of it does not: that is told, and swept when the hang is over",
        arguments: SupervisionTests.freezers, ["--for", "SIGTERM"])
    func runEnds(freezer: String, how: String) throws {
        let limit = how == "--for" ? ["--for", "1s"] : []
        let runner = try Runner(["--events", "-", "-q", "--freezer", freezer] + limit + ["--", "sh", "-c", reads])
        #expect(runner.wait { runner.output == "ready\n" })
        let isHeld = runner.look { [hanging] in hanging.holdsSomebody }
        #expect(isHeld)
        if how == "SIGTERM" { runner.signal(SIGTERM) }
        #expect(try end(of: runner) == (how == "--for" ? 0 : 143), "\(runner.errors)")
        let notes = runner.events(.note).compactMap(\.message)
        #expect(
            notes.contains { $0.contains("(cat) was killed and has not ended: the kernel holds it up (state D)") },
            "\(notes)")
        let left = runner.descendants.map(\.name)
        #expect(left.contains("cat") && left.contains(GuardedProcess.guardianName), "\(left)")
        hanging.release()
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("the main process itself hangs: the run ends all the same", arguments: SupervisionTests.freezers)
    func mainHangs(freezer: String) throws {
        let runner = try Runner(
            ["--events", "-", "-q", "--freezer", freezer, "--for", "1s", "--", "cat", "\(hanging.path)/file"])
        #expect(try end(of: runner) == 0, "\(runner.errors)")
        hanging.release()
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test(
        "an app of a device that cannot be ended is told, and the device serves all others",
        arguments: SupervisionTests.freezers)
    func device(freezer: String) throws {
        let device = try BootedDevice(["--freezer", freezer])
        let manifest = try BootedDevice.manifest("hangs")
        #expect(try device.ctl("launch", "--info-plist", manifest.path, "--", "sh", "-c", reads).status == 0)
        let isHeld = device.look { [hanging] in hanging.holdsSomebody }
        #expect(isHeld)
        let ended = try device.ctl("terminate", "org.example.hangs")
        #expect(ended.status == 0 && ended.output.contains("has not ended"), "\(ended)")
        #expect(try device.ctl("launch", "--", "sleep", "100").status == 0)
        #expect(try device.ctl("home").status == 0)
        #expect(device.wait(for: .suspended, of: "app"))
        try shutDown(device)
    }

    @Test(
        "what a client names on a file system that does not answer is refused after a while, and the device serves all others meanwhile",
        arguments: [
            ["launch", "--", "@"], ["launch", "--info-plist", "@", "--", "true"],
            ["launch", "--container", "@", "--", "true"],
            ["location", "run", "@"],
        ])
    func named(arguments: [String]) throws {
        let device = try BootedDevice()
        let file = "\(hanging.path)/file"
        let verb = [arguments[0], "--system", "\(device.runner.pid)"] + arguments.dropFirst()
        let asking = try Runner(["ctl"] + verb.map { $0 == "@" ? file : $0 })
        #expect(try device.ctl("launch", "--", "sleep", "100").status == 0)
        #expect(try device.ctl("home").status == 0)
        #expect(device.wait(for: .suspended, of: "app"))
        // The client itself may look at the file, and hang.
        if device.look({ asking.look(1) { asking.status != nil } || asking.status != nil }) {
            #expect(try asking.finish() == 125, "\(asking.output)")
            #expect(asking.errors.contains("no answer in 5 s"), "\(asking.errors)")
        }
        try shutDown(device)
    }

    @Test("an app that hangs on the way to its program holds up the end of no other app", arguments: [1, 2])
    func start(others: Int) throws {
        let device = try BootedDevice()
        for _ in 0..<others { #expect(try device.ctl("launch", "--", "sleep", "100").status == 0) }
        let refused = try device.ctl("launch", "--stdout", "\(hanging.path)/file", "--", "sleep", "100")
        #expect(refused.status == 125, "\(refused)")
        #expect(try device.ctl("home").status == 0)
        #expect(device.wait(for: .suspended, of: "app"))
        try shutDown(device)
    }

    @Test("an app that prepares a player on such a file holds up itself alone")
    func player() throws {
        let device = try BootedDevice()
        let app = """
            from keepalive import App
            app = App()
            @app.on
            def didFinishLaunching(_):
                app.call("log", message="asks")
                try: app.call("preparePlayer", file="\(hanging.path)/a.wav")
                except Exception as error: app.call("log", message=f"refused: {error}")
            app.run()
            """
        let script = try TemporaryFile(app, name: "app.py")
        let manifest = try BootedDevice.manifest("player", modes: ["audio"])
        #expect(
            try device.ctl(
                "launch", "--info-plist", manifest.path, "--", "env", "PYTHONPATH=\(ScriptTests.root)/Examples/Python",
                "python3", script.path
            ).status == 0)
        #expect(device.wait(.log, of: "player") { $0.message == "asks" })
        // It has not been answered, and others are.
        #expect(try device.ctl("launch", "--", "sleep", "100").status == 0)
        #expect(try device.ctl("home").status == 0)
        #expect(device.wait(for: .suspended, of: "app"))
        #expect(try device.ctl("launch", "org.example.player").status == 0)
        #expect(
            device.wait(.log, of: "player") { $0.message?.contains("refused: ") == true },
            "\(device.runner.events(.log))")
        try shutDown(device)
    }
}
