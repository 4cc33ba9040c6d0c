import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

/// Devices that need no sound server.
@Suite("Audio output without a server", .ownThread(.measures))
struct AudioOutputWithoutServerTests {
    @Test("The null device swallows sound and never proves anything", arguments: [Sound.silence, .quietTone])
    func nullDeviceNeverAdvances(sound: Sound) throws {
        let world = try AudioWorld(.named("null"), sound)
        try world.output.prepare()
        world.output.start()
        #expect(world.run(until: { !$0.notes.isEmpty }, timeout: .seconds(20)))
        #expect(world.notes.first?.contains("no evidence") == true)
        world.pass(.milliseconds(500))
        world.output.sample()
        #expect(world.playedSeconds == 0)
        #expect(world.notes.count == 1)
        #expect(world.stalls.isEmpty)
    }

    @Test("An unknown device is an error that names it and helps")
    func unknownDevice() throws {
        let world = try AudioWorld(.named("nosuchpcm"))
        do {
            try world.output.prepare()
            Issue.record("it opened")
        } catch let error as KeepAliveError {
            #expect(error.code == .audio)
            #expect(error.message.contains("'nosuchpcm'"))
            #expect(error.message.contains("Unknown PCM"))
            #expect(error.remedy?.contains("aplay -L") == true)
        }
    }

    @Test("Silence that stands still is started a second time where the server may not play it; no other sound is")
    func secondStart() {
        let pipewire = SilenceOnServer(rate: 48_000, missingIsSilent: false)
        var run = PCMPlayback.Run()
        let due = { (isSilent: Bool, server: SilenceOnServer?) in
            PCMPlayback.needsSecondStart(run, isSilent: isSilent, server: server)
        }
        run.proofAttempts = 3
        #expect(!due(true, pipewire))
        run.proofAttempts = 4
        #expect(due(true, pipewire))
        #expect(!due(false, pipewire))
        #expect(!due(true, SilenceOnServer(rate: 48_000, missingIsSilent: true)))
        #expect(!due(true, nil))
        run.isSecondStart = true
        #expect(!due(true, pipewire))
    }

    @Test("A tone repeats without a seam", arguments: [8_000, 44_100, 48_000])
    func toneHasNoSeam(rate: Int) {
        let configuration = ALSAPCM.Configuration(format: .signed16, channels: 1, sampleRate: rate, bufferFrames: rate)
        let sound = Tone(hertz: 440, amplitude: 0.0316)
        let whole = sound.frames(rate * 2, from: 0, as: configuration)
        #expect(
            sound.frames(rate, from: 0, as: configuration) + sound.frames(rate, from: Int64(rate), as: configuration)
                == whole)
        let steps = (1..<rate * 2).map { index in
            let at = { (i: Int) in Int(Int16(bitPattern: UInt16(whole[2 * i]) | UInt16(whole[2 * i + 1]) << 8)) }
            return abs(at(index) - at(index - 1))
        }
        // The steepest step of a sine of amplitude 1,035 at 440 Hz.
        #expect((steps.max() ?? 0) <= Int(1_036 * 2 * Double.pi * 440 / Double(rate)) + 2)
    }
}

/// The device of a machine without one.
@Suite(
    "Audio output on a private server", .serialized, .ownThread(.measures),
    .enabled(if: AudioTools.areInstalled, AudioTools.reason))
struct AudioOutputOnPrivateServerTests {
    @Test(
        "Silence has a sink of its own, which converts nothing; a sound that is heard, or lowers others, has the usual one",
        .enabled(if: SoundServerProgram.chosen == .pulseaudio, "all sinks of PipeWire have one clock, and so one rate"))
    func silenceSink() throws {
        func list(_ what: String, of world: AudioWorld) throws -> [[Substring]] {
            var said: [UInt8] = []
            let client = try world.client(["pactl", "list", "short", what]) { said += $0 }
            #expect(world.loop.run(until: { client.hasEnded }, timeout: .seconds(20)))
            return String(decoding: said, as: UTF8.self).split(separator: "\n").map { $0.split(separator: "\t") }
        }
        func sink(of world: AudioWorld) throws -> String {
            // The server may not have the new stream yet.
            var stream: [Substring]?
            for _ in 0..<100 where stream == nil { stream = try list("sink-inputs", of: world).first { $0.count > 1 } }
            let number = try #require(stream)[1]
            return String(try #require(try list("sinks", of: world).first { $0.count > 1 && $0[0] == number })[1])
        }
        let silent = try AudioWorld.playing(.automatic)
        #expect(try sink(of: silent) == "keepalive-silence")
        #expect(silent.output.description.sampleRate == 1_000)
        silent.output.duckOthers(true)
        #expect(silent.run(until: { $0.output.description.sampleRate == 48_000 }, timeout: .seconds(20)))
        #expect(try sink(of: silent) == "keepalive")
        #expect(try sink(of: try AudioWorld.playing(.automatic, .quietTone)) == "keepalive")
    }

    @Test("Silence advances, within the policy's second and in real time")
    func silenceAdvances() throws {
        let world = try AudioWorld(.automatic)
        try world.output.prepare()
        let start = world.loop.now
        world.output.start()
        #expect(world.loop.run(until: { world.playedSeconds > 0 }, timeout: .seconds(20)))
        let first = world.loop.now - start
        #expect(world.run(until: { $0.playedSeconds >= 0.5 }, timeout: .seconds(20)))
        guard world.isFirstStart else { return }
        // On PipeWire it may have had to be started a second time.
        #expect(first < (SoundServerProgram.chosen == .pulseaudio ? .seconds(1) : .seconds(2)))
        // What PipeWire has taken for its next cycle counts as played.
        let taken = SoundServerProgram.chosen == .pipewire ? 8_192.0 / 48_000 : 0
        #expect((world.loop.now - start).inSeconds >= world.playedSeconds * 0.95 - taken)
        #expect(world.output.description.mode == "refilled")
        #expect(world.output.description.server == world.servers.first?.server)
        #expect(world.stalls.isEmpty)
        print("first evidence after", first.inSeconds, "s;", world.output.description)
    }

    @Test("A second start needs no probe and counts from zero")
    func secondStart() throws {
        let world = try AudioWorld.playing(.automatic)
        world.output.stop()
        var later: [AudioOutputEvent] = []
        world.output.onEvent = { later.append($0) }
        world.pass(.milliseconds(200))
        #expect(later.isEmpty)
        let start = world.loop.now
        world.output.start()
        #expect(world.loop.run(until: { !later.isEmpty }, timeout: .seconds(20)))
        let passed = world.loop.now - start
        guard case .advanced(let frames, let rate)? = later.first else {
            Issue.record("\(later)")
            return
        }
        #expect(Double(frames) / Double(rate) <= passed.inSeconds + 0.2, "it counts from the second start")
    }

    @Test("A player that stops without having been asked goes on where it was")
    func pause() throws {
        let world = try AudioWorld(.automatic, .tone(hertz: 1_000, amplitude: 0.1))
        try world.output.prepare()
        world.output.start()
        // By itself it tells seldom: with bad luck nothing had been played when it looked.
        #expect(world.run(until: { $0.playedSeconds > 0 }, timeout: .seconds(20)), "\(world.events)")
        let start = world.loop.now
        // libpulse extrapolates the pointer of PulseAudio. On PipeWire it knows what was asked last, every 1.5 s.
        world.pass(SoundServerProgram.chosen == .pulseaudio ? .seconds(1) : .seconds(4))
        let known = world.output.playback.run.frames
        world.output.stop()
        let rate = Double(world.output.description.sampleRate ?? 0)
        #expect(Double(world.output.playback.run.frames) / rate > (world.loop.now - start).inSeconds * 0.8)
        #expect(world.output.playback.run.frames > known)
    }

    @Test("A killed server is told, restarted, and plays again")
    func recovers() throws {
        let world = try AudioWorld.playing(.automatic)
        let before = world.playedSeconds
        let victim = try #require(world.servers.last)
        let start = world.loop.now
        kill(victim.pid, SIGKILL)
        #expect(world.loop.run(until: { !world.stalls.isEmpty }, timeout: .seconds(20)))
        let told = world.loop.now - start
        #expect(world.run(until: { $0.playedSeconds > before }, timeout: AudioWorld.returnLimit))
        #expect(world.stalls.count == 1)
        #expect(world.notes.contains { $0.contains("flows again") })
        #expect(world.hasReplacedServer)
        print("told after", told.inSeconds, "s, again after", (world.loop.now - start).inSeconds, "s", world.stalls)
    }

    @Test("Nothing is left behind")
    func leavesNothing() throws {
        let world = try AudioWorld(.automatic)
        try world.output.prepare()
        let server = try #require(world.servers.last)
        let directory = server.server.dropFirst("unix:".count).dropLast("/native".count)
        #expect(access("/proc/\(server.pid)", F_OK) == 0)
        #expect(access(String(directory), F_OK) == 0)
        world.output.close()
        #expect(access("/proc/\(server.pid)", F_OK) == -1)
        #expect(access(String(directory), F_OK) == -1)
    }

    @Test("The sink plays what we say it plays", arguments: [false, true])
    func recording(audible: Bool) throws {
        let world = try AudioWorld.playing(.automatic, audible ? .quietTone : .silence)
        let samples = try world.record()
        #expect(samples.count >= 24_000)
        #expect(samples.contains { $0 != 0 } == audible)
        // -30 dBFS.
        #expect(samples.allSatisfy { abs(Int($0)) < 1_100 })
    }

    @Test(
        "Silence is silent from its first sample on, though the server has nothing to play yet", arguments: [1, 2, 3])
    func silentStart(round: Int) throws {
        let world = try AudioWorld(.automatic)
        try world.output.prepare()
        let server = try #require(world.servers.last)
        #expect(world.loop.run(until: { server.state == .ready }, timeout: .seconds(20)))
        var bytes: [String: Int] = [:]
        var loudest: UInt8 = 0
        let sinks = [PrivateSoundServer.sinkName, server.facts.silenceSink].compactMap { $0 }
        let recorders = try sinks.map { sink in
            try world.client([
                "parec", "--raw", "--device=\(sink).monitor", "--format=s16le", "--rate=48000", "--latency-msec=20",
            ]) {
                bytes[sink, default: 0] += $0.count
                loudest = max(loudest, $0.max() ?? 0)
            }
        }
        defer { for recorder in recorders { recorder.end() } }
        // A recorder resumes a sink that was suspended.
        #expect(world.loop.run(until: { bytes.count == sinks.count }, timeout: .seconds(20)), "\(bytes)")
        let before = bytes
        world.output.start()
        let isRecorded = { (world: AudioWorld) in
            world.playedSeconds > 0.5 && bytes.allSatisfy { $0.value > before[$0.key, default: 0] + 96_000 }
        }
        #expect(world.run(until: isRecorded, timeout: .seconds(20)), "\(bytes)")
        #expect(loudest == 0)
    }

    @Test("Another client's sound mixes with our silence")
    func mixing() throws {
        let world = try AudioWorld.playing(.automatic)
        // Any bytes are sound to pacat.
        let player = try world.client(
            ["pacat", "--raw", "--format=s16le", "--channels=1", "--rate=4000", "/usr/bin/pacat"])
        defer { player.end() }
        let samples = try world.record { samples in !samples.contains { abs(Int($0)) > 1_000 } }
        #expect(samples.contains { abs(Int($0)) > 1_000 })
        #expect(world.stalls.isEmpty)
    }

    @Test("Looking at a server that hangs does not hang us")
    func hungServer() throws {
        let world = try AudioWorld.playing(.automatic)
        let pid = try #require(world.servers.last).pid
        kill(pid, SIGSTOP)
        let start = world.loop.now
        for _ in 0..<10 { world.output.sample() }
        #expect(world.loop.now - start < .milliseconds(100))
        kill(pid, SIGCONT)
    }

    @Test("What the user has stays as it is")
    func environmentIsUntouched() throws {
        let before = AudioTools.text("/proc/self/environ")
        let slack = try #require(AudioTools.timerSlack)
        let world = try AudioWorld(.automatic)
        try world.output.prepare()
        #expect(AudioTools.text("/proc/self/environ") == before)
        #expect(getenv("PULSE_SERVER").map { String(cString: $0) } != world.output.description.server)
        #expect(AudioTools.timerSlack == slack)
    }
}

/// Other programs' sound on the same server.
@Suite(
    "Audio beside others", .serialized, .ownThread(.measures), .enabled(if: AudioTools.areInstalled, AudioTools.reason))
struct AudioBesideOthersTests {
    /// The loudest sample of half a second.
    private func peak(_ world: AudioWorld) throws -> Int { try world.record().map { abs(Int($0)) }.max() ?? 0 }

    /// Another program plays a tone of half the full scale, for a minute.
    private func playTone(on world: AudioWorld) throws -> Client {
        let path = "/tmp/keepalive-duck-\(getpid()).wav"
        try WaveFile.write(hertz: 1_000, rate: 48_000, frames: 48_000 * 60, amplitude: 0.5, to: path)
        let player = try world.client(["paplay", path])
        // It has opened the file once it is heard; half a second at most.
        _ = try peak(world)
        unlink(path)
        return player
    }

    /// A server on which our silence and another program's tone play.
    private func withTone() throws -> (world: AudioWorld, player: Client) {
        let world = try AudioWorld.playing(.automatic)
        let player = try playTone(on: world)
        var loudest = 0
        for _ in 0..<10 where loudest < 15_000 { loudest = try peak(world) }
        #expect((15_000...17_000).contains(loudest))
        return (world, player)
    }

    @Test(
        "AS-09: ducking lowers another program's sound by 20 dB, and gives it back",
        .enabled(if: AudioTools.ducks, AudioTools.ducksReason))
    func ducking() throws {
        let (world, player) = try withTone()
        defer { player.end() }
        func reach(_ range: ClosedRange<Int>) throws -> Int {
            var loudest = -1
            for _ in 0..<10 where !range.contains(loudest) { loudest = try peak(world) }
            return loudest
        }
        world.output.duckOthers(true)
        // -20 dB is a tenth: 1,638.
        #expect((1_500...1_800).contains(try reach(1_500...1_800)))
        world.output.duckOthers(false)
        #expect((15_000...17_000).contains(try reach(15_000...17_000)))
        // Our silence stopped while it ducks: nothing lowers the other any more.
        world.output.duckOthers(true)
        _ = try reach(1_500...1_800)
        world.output.stop()
        #expect((15_000...17_000).contains(try reach(15_000...17_000)))
        #expect(world.notes.isEmpty)
    }

    @Test(
        "AS-09: others are lowered on the server that replaces another, too",
        .enabled(if: AudioTools.ducks, AudioTools.ducksReason))
    func duckingAfterRestart() throws {
        let world = try AudioWorld(.automatic)
        try world.output.prepare()
        world.output.start()
        world.output.duckOthers(true)
        #expect(world.run(until: { $0.playedSeconds >= 0.3 }, timeout: .seconds(20)))
        let before = world.playedSeconds
        kill(try #require(world.servers.last).pid, SIGKILL)
        #expect(world.run(until: { $0.playedSeconds > before + 0.5 }, timeout: .seconds(8)))
        let player = try playTone(on: world)
        defer { player.end() }
        var loudest = 0
        for _ in 0..<10 where !(1_500...1_800).contains(loudest) { loudest = try peak(world) }
        #expect((1_500...1_800).contains(loudest))
        #expect(world.notes.allSatisfy { !$0.contains("lower") }, "\(world.notes)")
    }

    @Test(
        "AS-09: a server that answers late lowers others when it has answered; sound does not wait for that",
        .enabled(if: AudioTools.ducks, AudioTools.ducksReason))
    func duckingLate() throws {
        let world = try AudioWorld(.automatic)
        try world.output.prepare()
        let folder = "/tmp/keepalive-late-\(getpid())"
        defer { unlink(folder + "/go"); unlink(folder + "/pactl"); rmdir(folder) }
        mkdir(folder, 0o700)
        func write(_ text: String, to name: String) throws {
            let file = try valueOrErrno(open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o700))
            defer { close(file) }
            #expect(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
        }
        // It asks the server when the file is there.
        try write("#!/bin/sh\nuntil [ -e \(folder)/go ]; do sleep 0.05; done\nexec pactl \"$@\"\n", to: "pactl")
        world.output.others.ducking = ServerDucking(loop: world.loop, pactl: folder + "/pactl")
        world.output.duckOthers(true)
        world.output.start()
        #expect(world.output.others.ducking?.isBusy == true)
        #expect(world.run(until: { $0.playedSeconds > 0.3 }, timeout: .seconds(20)))
        try write("", to: "go")
        let player = try playTone(on: world)
        defer { player.end() }
        var loudest = 0
        for _ in 0..<20 where !(1_500...1_800).contains(loudest) { loudest = try peak(world) }
        #expect((1_500...1_800).contains(loudest))
        #expect(world.notes.isEmpty, "\(world.notes)")
        #expect(world.stalls.isEmpty, "\(world.stalls)")
    }

    @Test(
        "AS-09: others are lowered on a server that took another's place while nothing played",
        .enabled(if: AudioTools.ducks, AudioTools.ducksReason))
    func duckingAfterPause() throws {
        let world = try AudioWorld(.automatic)
        try world.output.prepare()
        world.output.duckOthers(true)
        world.output.start()
        #expect(world.run(until: { $0.playedSeconds > 0.2 }, timeout: .seconds(20)))
        world.output.stop()
        kill(try #require(world.servers.last).pid, SIGKILL)
        #expect(
            world.loop.run(
                until: { world.servers.last?.state == .ready && world.servers.count == 2 }, timeout: .seconds(20)))
        world.output.start()
        #expect(world.run(until: { $0.output.playback.run.frames > 0 }, timeout: .seconds(20)))
        var modules = ""
        let client = try world.client(["pactl", "list", "short", "modules"]) {
            modules += String(decoding: $0, as: UTF8.self)
        }
        #expect(world.loop.run(until: { client.hasEnded }, timeout: .seconds(20)))
        #expect(ServerDucking.module(in: modules) != nil, "\(modules)")
    }

    @Test("AS-09: the module of ours is found in a list, and whether another run uses it")
    func modulesAndStreams() {
        let list =
            "0\tmodule-null-sink\tsink_name=x\t\n7\tmodule-role-ducking\ttrigger_roles=keepalive volume=-20dB\t\n"
        #expect(ServerDucking.module(in: list) == "7")
        #expect(ServerDucking.module(in: list.replacing("keepalive", with: "phone")) == nil)
        func stream(_ role: String, _ pid: pid_t) -> String {
            "Sink Input #3\n\tProperties:\n\t\tmedia.role = \"\(role)\"\n\t\tapplication.process.id = \"\(pid)\"\n"
        }
        #expect(!ServerDucking.isUsedByAnother(in: ""))
        #expect(!ServerDucking.isUsedByAnother(in: stream("keepalive", getpid()) + stream("music", 1)))
        #expect(ServerDucking.isUsedByAnother(in: stream("keepalive", getpid()) + stream("keepalive", 1)))
    }

    @Test("AS-09: sound begins also when ducking is taken back while the server is being asked")
    func duckingTakenBack() throws {
        let world = try AudioWorld(.automatic)
        try world.output.prepare()
        world.output.duckOthers(true)
        world.output.start()
        world.output.duckOthers(false)
        #expect(world.run(until: { $0.playedSeconds > 0 }, timeout: .seconds(20)))
        #expect(world.stalls.isEmpty)
    }

    @Test("AS-09: where nothing can lower others, a note says so")
    func noMixer() throws {
        let world = try AudioWorld(.named("null"))
        try world.output.prepare()
        world.output.duckOthers(true)
        #expect(world.notes.first?.contains("no mixer") == true)
        world.output.duckOthers(false)
        #expect(world.notes.count == 1)
    }

    @Test("A private server that is stopped is replaced like one that has ended")
    func stoppedServer() throws {
        let world = try AudioWorld.playing(.automatic)
        let before = world.playedSeconds
        kill(try #require(world.servers.last).pid, SIGSTOP)
        #expect(world.loop.run(until: { !world.stalls.isEmpty }, timeout: .seconds(20)))
        #expect(world.run(until: { $0.playedSeconds > before }, timeout: AudioWorld.returnLimit))
        #expect(world.hasReplacedServer)
    }

    @Test("A file loops without a gap on a server")
    func file() throws {
        let path = "/tmp/keepalive-loop-\(getpid()).wav"
        defer { unlink(path) }
        // 100 cycles in 4,800 frames: joined end to end it is one tone.
        try WaveFile.write(hertz: 1_000, rate: 48_000, frames: 4_800, amplitude: 0.5, channels: 1, to: path)
        let world = try AudioWorld.playing(.automatic, .file(path: path))
        let samples = try world.record { $0.count < 48_000 * 3 }
        let tone = Array(samples.dropFirst(4_800))
        #expect(KernelSound.correlation(tone, hertz: 1_000, rate: 48_000) > 0.999)
        #expect(world.output.description.sampleRate == 48_000)
    }

    @Test("What cannot be looped is an error that names the file and says why")
    func badFiles() throws {
        let empty = "/tmp/keepalive-empty-\(getpid()).wav"
        try WaveFile.write(hertz: 1_000, rate: 48_000, frames: 0, amplitude: 0.5, to: empty)
        let slow = "/tmp/keepalive-slow-\(getpid()).wav"
        try WaveFile.write(hertz: 1, rate: 1, frames: 10, amplitude: 0.5, to: slow)
        defer {
            unlink(empty)
            unlink(slow)
        }
        for (path, words) in [
            ("/nonexistent.wav", "No such file"), ("/etc/passwd", "Format not recognised"), (empty, "no sound"),
            ("/tmp", "not a regular file"), (slow, "it has 1 frames a second"),
        ] {
            let world = try AudioWorld(.named("null"), .file(path: path))
            do {
                try world.output.prepare()
                Issue.record("\(path) was opened")
            } catch let error as KeepAliveError {
                #expect(error.code == .audio, "\(path)")
                #expect(error.message.contains("'\(path)'"))
                #expect(error.message.contains(words), "\(error)")
            }
        }
    }
}
