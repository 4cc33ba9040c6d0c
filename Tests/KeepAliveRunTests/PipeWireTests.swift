import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// The private sound server that is started where the machine's is PipeWire: three processes, one of them with PulseAudio's
/// protocol.
@Suite(
    .serialized, .ownThread(.measures),
    .enabled(if: Requirement.pipewire, "needs pipewire, wireplumber and pulseaudio-utils: make test-pipewire"))
struct PipeWireTests {
    private static let environment = [SoundServerProgram.variable: "pipewire"]

    @Test("silence flows, is proved, and leaves nothing behind; the user's own server is not seen")
    func silence() throws {
        let runner = try Runner(
            [
                "-q", "--events", "-", "--modes", "audio", "--strategy", "silent-audio", "--background-after", "0s",
                "--", "sleep", "1000",
            ], environment: Self.environment)
        #expect(runner.wait { runner.events(.grantGained).contains { $0.grant == .audio } }, "\(runner.errors)")
        #expect(runner.wait { !runner.events(.audioAdvanced).isEmpty }, "\(runner.errors)")
        #expect(runner.environment("audio")?.contains("a private PipeWire") == true, "\(runner.errors)")
        #expect(runner.helpers("pulseaudio") == [] && runner.helpers("wireplumber").count == 1)
        runner.signal(SIGTERM)
        #expect(try runner.finish() == 143)
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("a tone is heard without a gap, and a killed daemon is told and replaced")
    func tone() throws {
        let player = try Runner(["play", "--tone", "440"], environment: Self.environment)
        #expect(player.wait { player.errors.contains("pointer advances") }, "\(player.errors)")
        let address = try #require(player.errors.firstMatch(of: /unix:\S*native/)).output
        let recorder = try Runner(
            [
                "--record", "--server=\(address)", "--raw", "--device=\(PrivateSoundServer.sinkName).monitor",
                "--format=u8", "--rate=8000", "--channels=1", "--latency-msec=50",
            ], path: "/usr/bin/parec")
        // Bytes are told as text: the lower half waves of a tone at -30 dBFS are ASCII, silence and the upper ones are not.
        #expect(
            recorder.wait { recorder.output.unicodeScalars.count > 40_000 },
            "\(recorder.output.unicodeScalars.count)\n\(recorder.errors)\n\(player.errors)")
        let heard = recorder.output.unicodeScalars.suffix(24_000)
        #expect(heard.contains { (124...127).contains($0.value) }, "no tone")
        #expect(!heard.split { $0.isASCII }.contains { $0.count > 800 }, "a gap of 100 ms")
        let daemon = try #require(player.helpers("pipewire").first)
        kill(daemon, SIGKILL)
        #expect(player.wait { player.errors.contains("flows again") }, "\(player.errors)")
        #expect(player.helpers("wireplumber").count == 1)
        player.signal(SIGTERM)
        #expect(try player.finish() == 143)
        #expect(player.waitUntilNothingIsLeft())
    }

    @Test("a session manager that comes 2 s after the server's socket, as on a busy machine, is awaited")
    func slowSessionManager() throws {
        let directory = try TemporaryDirectory()
        let manager = "\(directory.path)/wireplumber"
        let path = try #require(Machine.variable("PATH"))
        try Data(
            "#!/bin/sh\necho started >> '\(directory.path)/starts'\nsleep 2\nPATH='\(path)' exec wireplumber \"$@\"\n"
                .utf8
        ).write(to: URL(filePath: manager))
        try #require(chmod(manager, 0o700) == 0)
        let player = try Runner(
            ["play"], environment: Self.environment.merging(["PATH": "\(directory.path):\(path)"]) { $1 })
        #expect(player.wait { player.errors.contains("pointer advances") }, "\(player.errors)")
        // The one that takes its place needs as long, and is not given up for another.
        kill(try #require(player.helpers("pipewire").first), SIGKILL)
        #expect(player.wait { player.errors.contains("flows again") }, "\(player.errors)")
        #expect(try SmallFile.read("\(directory.path)/starts") == "started\nstarted\n")
        player.signal(SIGTERM)
        #expect(try player.finish() == 143)
        #expect(player.waitUntilNothingIsLeft())
    }

    @Test("one that cannot be started leaves no directory")
    func cannotBeStarted() throws {
        let directory = try TemporaryDirectory()
        // Its configuration cannot be written.
        let player = try Runner(
            ["-c", "ulimit -f 0; exec \"$0\" play --for 1s", Runner.path],
            environment: Self.environment.merging(["XDG_RUNTIME_DIR": directory.path]) { $1 }, path: "/bin/sh")
        #expect(try player.finish() == 125)
        #expect(player.errors.contains("cannot start a private PipeWire"), "\(player.errors)")
        #expect(try SmallFile.list(directory.path) == [])
    }

    @Test("AS-09: it cannot lower others, and a note says so; the sound plays")
    func noDucking() throws {
        let scenario = try TemporaryFile(
            """
            scenario: directions
            app:
              modes: audio
              on:
                didFinishLaunching: [{activate-session: {category: playback, options: [duckOthers]}}, play]
            timeline: [{at: 1s, do: home}, {at: 8s, do: {locked: on}}]
            expect: [{event: others-ducked}, {at: home + 2s, grants: audio}]
            """, name: "directions.yaml")
        let runner = try Runner(
            ["run", "--scenario", scenario.path, "--", "sleep", "100"], environment: Self.environment)
        #expect(try runner.finish() == 0, "\(runner.errors) \(runner.output)")
        #expect(runner.errors.contains("the sound server cannot lower other apps' sound"), "\(runner.errors)")
    }

    @Test("its cost is that of its three processes")
    func cost() throws {
        let loop = try EventLoop()
        let server = try PrivateSoundServer(.pipewire, loop: loop)
        defer { server.close() }
        #expect(loop.run(until: { server.state != .starting }, timeout: .seconds(10)))
        try #require(server.state == .ready)
        // The session manager and the protocol's server wait, too, as soon as they have begun.
        let isCounted = loop.run(
            until: {
                guard let daemon = OwnUsage.process(server.pid).voluntarySwitches,
                    let whole = server.usage.voluntarySwitches
                else { return false }
                return whole > daemon + 5
            }, timeout: .seconds(10))
        #expect(isCounted, "\(server.usage)")
    }
}
