import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// The built binary on a private sound server.
@Suite(
    .serialized, .ownThread(.measures),
    .enabled(
        if: Requirement.soundServer && Requirement.parec, Requirement.soundServerReason))
struct SoundRunTests {
    @Test("Playing silence hardly wakes us, nor the server")
    func wakeups() throws {
        let player = try Runner(["play", "--silence"])
        #expect(player.wait { player.errors.contains("pointer advances") }, "\(player.errors)")
        let program = try #require(SoundServerProgram.chosen)
        let pids = [
            player.pid, try #require(player.helpers("keepalive-run").first),
            try #require(player.helpers(program.rawValue).first),
        ]
        func pass(_ duration: Duration) { _ = player.loop.run(until: { false }, timeout: duration) }
        // libpulse asks for the time in ever longer intervals at first.
        pass(.seconds(3))
        let before = pids.map(Runner.voluntarySwitches)
        pass(.seconds(6))
        let wakeups = zip(pids.map(Runner.voluntarySwitches), before).map { $0 - $1 }
        print("wakeups in 6 s: \(wakeups[0]) of ours, \(wakeups[1]) of the player, \(wakeups[2]) of the server")
        #expect(wakeups[0] <= 1)
        // 8 without the timer slack.
        #expect(wakeups[1] <= 3)
        // A graph of PipeWire wakes its daemon for each 8,192 frames.
        #expect(wakeups[2] <= (program == .pulseaudio ? 30 : 100))
        player.signal(SIGTERM)
        #expect(try player.finish() == 143)
    }

    @Test("a sound server that is not known is refused, with those that are")
    func unknownServer() throws {
        let none = try TemporaryFile(
            "</usr/share/alsa/alsa.conf>\npcm.!default { type null }\n", name: "asound.conf")
        let player = try Runner(
            ["play", "--silence"],
            environment: [SoundServerProgram.variable: "PulseAudio", "ALSA_CONFIG_PATH": none.path])
        #expect(try player.finish() == 125)
        #expect(
            player.errors.contains("KEEPALIVE_SOUND_SERVER is 'PulseAudio': it can be pulseaudio or pipewire"),
            "\(player.errors)")
    }

    /// Records what the private server of a runner plays.
    ///
    /// - Returns: for each 100 ms, the level of our tone and of the other app's, 0 to 1.
    private func levels(_ runner: Runner, while condition: @escaping () -> Bool) throws -> [(
        ours: Double, other: Double
    )] {
        let message = try #require(runner.environment("audio"))
        let address = try #require(message.split(separator: " ").first { $0.hasPrefix("unix:") }?.dropLast())
        let file = "/tmp/keepalive-levels-\(getpid()).raw"
        defer { unlink(file) }
        let recorder = try Runner(
            [
                "--record", "--server=\(address)", "--raw", "--device=\(PrivateSoundServer.sinkName).monitor",
                "--format=s16be",
                "--rate=48000", "--channels=1", "--latency-msec=20", file,
            ], path: "/usr/bin/pacat")
        #expect(runner.wait(60) { !condition() })
        recorder.signal(SIGTERM)
        try recorder.finish()
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        let samples = (0..<bytes.count / 2).map {
            Double(Int16(bitPattern: UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]))) / 32_768
        }
        return stride(from: 0, to: samples.count - 4_800, by: 4_800).map { start in
            let piece = samples[start..<start + 4_800]
            return (Self.level(piece, 440), Self.level(piece, OtherAppsPlayer.hertz))
        }
    }

    /// The amplitude of one frequency (Goertzel's sum, written out).
    private static func level(_ piece: ArraySlice<Double>, _ hertz: Double) -> Double {
        var (sine, cosine) = (0.0, 0.0)
        for (index, sample) in piece.enumerated() {
            let angle = 2 * Double.pi * hertz * Double(index) / 48_000
            sine += sample * sin(angle)
            cosine += sample * cos(angle)
        }
        return 2 * (sine * sine + cosine * cosine).squareRoot() / Double(piece.count)
    }

    private func play(_ scenario: String, _ body: (Runner) throws -> Void) throws {
        let path = "/tmp/keepalive-scenario-\(getpid()).yaml"
        try Data(scenario.utf8).write(to: URL(filePath: path))
        defer { unlink(path) }
        let runner = try Runner(
            ["run", "-q", "--events", "-", "--audible", "--scenario", path, "--", "sleep", "100"])
        #expect(runner.wait { !runner.events(.audioAdvanced).isEmpty })
        try body(runner)
        #expect(try runner.finish() == 0, "\(runner.errors) \(runner.output)")
        #expect(runner.waitUntilNothingIsLeft())
    }

    // -30 dBFS is 0.0316.
    private static func isHeard(_ level: Double) -> Bool { level > 0.02 }
    private static func isGone(_ level: Double) -> Bool { level < 0.001 }

    @Test("AS-42, AS-46: another app that does not mix takes the sound, is really heard alone, and gives it back")
    func interruption() throws {
        try play(
            """
            scenario: another app takes the sound and gives it back
            app:
              modes: audio
              on:
                didFinishLaunching: [{activate-session: {category: playback}}, {now-playing: on}, play]
                audioInterruptionEnded: [{activate-session: {category: playback}}, play]
            timeline:
              - {at: 2s, do: {other-app-plays: {app: Music, session: alone}}}
              - {at: 4s, do: {other-app-stops: {app: Music, others: notifying}}}
              - {at: 7s, do: home}
            expect:
              - {called: audioInterruptionBegan, at: other-app-plays}
              - {event: audio-stopped, at: other-app-plays}
              - {called: audioInterruptionEnded, text: shouldResume, at: other-app-stops}
              - {event: audio-started, count: 2}
            """
        ) { runner in
            let levels = try levels(runner) { runner.events(.step).count < 3 }
            // Before, during and after, each half a second away from the changes.
            #expect(levels.contains { Self.isHeard($0.ours) && Self.isGone($0.other) })
            #expect(levels.count { Self.isGone($0.ours) && Self.isHeard($0.other) } >= 10)
            #expect(levels.suffix(5).allSatisfy { Self.isHeard($0.ours) && Self.isGone($0.other) })
            // The second process never sounds together with us.
            #expect(levels.count { Self.isHeard($0.ours) && Self.isHeard($0.other) } <= 3)
        }
    }

    @Test("AS-08, SD-20: silent audio mixes: the other app's sound and ours are really heard together")
    func mixing() throws {
        try play(
            """
            scenario: two apps that mix
            app: {strategy: silent-audio, modes: audio}
            timeline:
              - {at: 100ms, do: home}
              - {at: 2s, do: {other-app-plays: {app: Music, session: alone}}}
              - {at: 4s, do: {other-app-stops: {app: Music, others: silently}}}
              - {at: 5s, do: {locked: on}}
            expect:
              - {never: audioInterruptionBegan}
              - {at: other-app-stops + 900ms, grants: audio}
            """
        ) { runner in
            let levels = try levels(runner) { runner.events(.step).count < 4 }
            #expect(levels.count { Self.isHeard($0.ours) && Self.isHeard($0.other) } >= 10)
            #expect(levels.allSatisfy { Self.isHeard($0.ours) })
            #expect(runner.events(.audioStalled).isEmpty)
        }
    }

    @Test(
        "AS-09: duckOthers makes the other app really quieter, by 20 dB, until the session is deactivated",
        .enabled(if: Requirement.ducking, Requirement.duckingReason))
    func ducking() throws {
        try play(
            """
            scenario: directions over music
            app:
              modes: audio
              on:
                didFinishLaunching: [{activate-session: {category: playback, options: [mixWithOthers]}}, play]
                didEnterBackground: [{activate-session: {category: playback, options: [duckOthers]}}]
            timeline:
              - {at: 1s, do: {other-app-plays: {app: Music, session: mixing}}}
              - {at: 3s, do: home}
              - {at: 6s, do: {locked: on}}
            expect:
              - {event: others-ducked, at: home}
            """
        ) { runner in
            let levels = try levels(runner) { runner.events(.step).count < 3 }
            #expect(levels.contains { Self.isHeard($0.ours) && Self.isHeard($0.other) })
            // -50 dBFS is 0.00316.
            #expect(levels.suffix(10).allSatisfy { Self.isHeard($0.ours) && (0.0025...0.004).contains($0.other) })
            #expect(runner.events(.note).allSatisfy { $0.message?.contains("lower") != true })
        }
    }
}
