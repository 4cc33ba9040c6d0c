import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

@Suite(.ownThread) struct StrategyRunTests {
    static let events = ["-q", "--events", "-"]
    static let ticking = ["--", "sh", "-c", "while :; do echo x; sleep 0.05; done"]

    @Test(
        "SD-11, SD-12: the background task's time, scaled, on a real process",
        arguments: [("12.4", 0.02, 3.5), ("13.0", 0.1, 3.1)])
    func backgroundTask(ios: String, scale: Double, expected: Double) throws {
        let runner = try Runner(
            Self.events + [
                "--ios", ios, "--strategy", "background-task", "--time-scale", "\(scale)", "--background-after", "0s",
            ]
                + Self.ticking)
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        let background = try #require(runner.event(entering: .background))
        let suspended = try #require(runner.event(entering: .suspended))
        #expect(abs(suspended.t - background.t - expected) < 0.3)
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test(
        "BT-19: a leaked task is killed with the era's code",
        arguments: [("12.4", 0.01, "0x8badf00d"), ("26", 0.05, "0x2182BAD2")])
    func leakedTask(ios: String, scale: Double, code: String) throws {
        let runner = try Runner(
            Self.events + [
                "--ios", ios, "--strategy", "leaked-task", "--time-scale", "\(scale)", "--background-after", "0s",
            ]
                + Self.ticking)
        #expect(try runner.finish() == 137)
        #expect(runner.events(.terminated).first?.termination?.code == code)
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("--set changes a constant of the real run's profile")
    func set() throws {
        let runner = try Runner(
            Self.events + ["--set", "suspensionDelay=1.5", "--background-after", "0s"] + Self.ticking)
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        let background = try #require(runner.event(entering: .background))
        let suspended = try #require(runner.event(entering: .suspended))
        #expect(suspended.t - background.t >= 1.5)
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("SD-04: --reading articles kills the real run whose didEnterBackground takes longer than 5 s")
    func reading() throws {
        let scenario = try TemporaryFile(
            """
            scenario: slow
            app: {takes: {didEnterBackground: 8s}}
            timeline: [{at: 1s, do: home}]
            expect: [{killed: "0x8badf00d", at: home + 5s}]
            """)
        let options = ["-q", "--ios", "26", "--time-scale", "0.2", "--scenario", scenario.path]
        #expect(try Runner.run(options + ["--reading", "articles"] + Self.ticking).status == 0)
        #expect(try Runner.run(options + Self.ticking).status == 1)
    }

    @Test("CL-01: without the mode, SIGABRT and the exact text; caught, it is suspended")
    func modeMissing() throws {
        let runner = try Runner(Self.events + ["--strategy", "location", "--background-after", "100ms"] + Self.ticking)
        #expect(try runner.finish() == 134)
        let text =
            "Invalid parameter not satisfying: !stayUp || CLClientIsBackgroundable(internal->fClient) || _CFMZEnabled()"
        #expect(runner.events(.exception).first?.exception?.reason == text)
        #expect(runner.events(.exception).first?.rule == "CL-01")
    }

    @Test("CL-07: caught, the app is suspended in the background", .enabled(if: Requirement.gpsd, "needs gpsd"))
    func modeMissingCaught() throws {
        let runner = try Runner(
            Self.events + ["--strategy", "location", "--catch-exceptions", "--background-after", "100ms"] + Self.ticking
        )
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        #expect(runner.event(entering: .suspended)?.rule == "CL-07")
        runner.signal(SIGTERM)
        #expect(try runner.finish() == 143)
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test(
        "CL-06, CL-23: fixes keep it running; kill -9 of gpsd suspends it; gpsd's return resumes it",
        .enabled(if: Requirement.gpsd, "needs gpsd"))
    func location() throws {
        let runner = try Runner(
            Self.events + ["--strategy", "location", "--modes", "location", "--background-after", "500ms"]
                + Self.ticking)
        #expect(runner.wait { runner.events(.fix).count >= 3 })
        #expect(runner.events(.frozen).isEmpty)
        #expect(runner.environment("gpsd:")?.contains("built-in walk") == true)
        let gpsd = try #require(runner.descendants.first { $0.name == "gpsd" })
        // Stopped before it is killed, so that its guardian takes longer to start it again than the release takes.
        kill(gpsd.identity.pid, SIGKILL)
        #expect(runner.wait { !runner.events(.locationLost).isEmpty })
        #expect(runner.wait { runner.events(.locationOpened).count == 2 })
        let fixes = runner.events(.fix).count
        #expect(runner.wait { runner.events(.fix).count > fixes })
        #expect(runner.events(.grantLost).last?.grant == .location)
        #expect(runner.events(.grantGained).last?.grant == .location)
        runner.signal(SIGTERM)
        #expect(try runner.finish() == 143)
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test(
        "AS-34: silent audio keeps it running, and ALSA null does not",
        .enabled(if: Requirement.soundServer, Requirement.soundServerReason))
    func silentAudio() throws {
        let audio = ["--strategy", "silent-audio", "--modes", "audio", "--background-after", "200ms"]
        let runner = try Runner(Self.events + audio + Self.ticking)
        #expect(runner.wait { !runner.events(.audioAdvanced).isEmpty })
        // Three times what an app without a grant gets.
        let output = runner.output.count
        _ = runner.loop.run(until: { false }, timeout: .milliseconds(1500))
        #expect(runner.output.count > output)
        #expect(runner.events(.frozen).isEmpty)
        runner.signal(SIGKILL)
        #expect(runner.wait { runner.status != nil })
        #expect(runner.waitUntilNothingIsLeft())

        let null = try Runner(Self.events + audio + ["--audio-device", "null"] + Self.ticking)
        #expect(null.wait { !null.events(.frozen).isEmpty })
        #expect(null.event(entering: .suspended)?.rule == "AS-34")
        #expect(null.events(.audioAdvanced).isEmpty)
        #expect(null.events(.note).contains { $0.message?.contains("no evidence of playing") == true })
        null.signal(SIGTERM)
        try null.finish()
    }

    /// The samples that a command records from a server, as they arrive.
    private static func record(from server: String, bytes: Int) throws -> [UInt8] {
        let file = try TemporaryFile(name: "recording.raw")
        let script =
            "parec --server=\(server) -d keepalive.monitor --format=s16le --rate=48000 --channels=2 --raw | head -c \(bytes) > \(file.path)"
        let recorder = try Runner(["-c", script], path: "/bin/sh")
        try recorder.finish()
        return Array(try Data(contentsOf: URL(filePath: file.path)))
    }

    @Test(
        "AS-08, SD-20: the monitor records only zeros; another client's tone mixes in unchanged",
        .enabled(if: Requirement.soundServer && Requirement.parec, Requirement.soundServerReason))
    func mixing() throws {
        let runner = try Runner(
            Self.events + ["--strategy", "silent-audio", "--modes", "audio", "--background-after", "100ms"]
                + Self.ticking)
        #expect(runner.wait { !runner.events(.audioAdvanced).isEmpty })
        let environment = try #require(runner.environment("audio:"))
        let server = try #require(environment.split(separator: " ").first { $0.hasPrefix("unix:") }).dropLast()
        let silence = try Self.record(from: String(server), bytes: 48_000)
        #expect(silence.count == 48_000)
        #expect(silence.allSatisfy { $0 == 0 })

        // A square wave of 100 Hz at half scale, a second of it, over and over.
        let high: [UInt8] = [0x00, 0x40]
        let low: [UInt8] = [0x00, 0xC0]
        var wave: [UInt8] = []
        for sample in 0..<48_000 { wave += (sample / 240).isMultiple(of: 2) ? high : low }
        let file = try TemporaryFile(name: "tone.raw")
        try Data(wave).write(to: URL(filePath: file.path))
        let play =
            "while :; do cat \(file.path); done | pacat --server=\(server) --format=s16le --rate=48000 --channels=1 --raw"
        // Recorded in pieces until the tone has begun; from then on every sample is one of the two levels. PipeWire 0.3.65
        // may take a stream on a busy machine and never play it: then the tone is started anew.
        var player: Runner?
        var recording: [UInt8] = []
        for _ in 0..<(SoundServerProgram.chosen == .pipewire ? 3 : 1) where !recording.contains(0x40) {
            player = nil
            player = try Runner(["-c", play], path: "/bin/sh")
            for _ in 0..<20 where !recording.contains(0x40) {
                recording = try Self.record(from: String(server), bytes: 96_000)
            }
        }
        recording = try Self.record(from: String(server), bytes: 192_000)
        let samples = stride(from: 0, to: recording.count, by: 2).map {
            Int16(bitPattern: UInt16(recording[$0]) | UInt16(recording[$0 + 1]) << 8)
        }
        // On PipeWire a recording begins with the silence of one quantum, in each of two channels.
        let levels = samples.drop { $0 == 0 }
        #expect(samples.count - levels.count <= (SoundServerProgram.chosen == .pipewire ? 2 * 8_192 : 0))
        #expect(levels.allSatisfy { $0 == 0x4000 || $0 == -0x4000 })
        #expect(Set(levels).count == 2)
        _ = player
        runner.signal(SIGTERM)
        try runner.finish()
    }
}
