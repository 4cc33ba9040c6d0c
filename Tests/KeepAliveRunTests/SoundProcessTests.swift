import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// The process that plays sound: what hangs or ends there ends nothing else.
@Suite(
    .serialized, .ownThread(.measures),
    .enabled(if: Requirement.soundServer, Requirement.soundServerReason))
struct SoundProcessTests {
    /// A server that lets clients connect, and never says a word; its address is one that no table of usual ones has.
    private final class SilentServer {
        let path = "/tmp/keepalive-silent-\(getpid())"
        private let descriptor: CInt

        init() throws {
            unlink(path)
            descriptor = try UnixSocket.listen(path)
        }

        deinit {
            close(descriptor)
            unlink(path)
        }

        var environment: [String: String] { ["PULSE_SERVER": "unix:\(path)"] }
    }

    private func players(_ runner: Runner) -> [pid_t] {
        runner.descendants.map(\.identity.pid).filter { pid in
            ((try? SmallFile.read("/proc/\(pid)/cmdline")) ?? "").contains(SoundProcess.subcommand)
        }
    }

    private func run(_ options: [String] = [], _ environment: [String: String] = [:]) throws -> Runner {
        try Runner(
            ["-q", "--events", "-", "--modes", "audio", "--strategy", "silent-audio", "--background-after", "0s"]
                + options + ["--", "sleep", "1000"], environment: environment)
    }

    private func gains(_ runner: Runner) -> Int { runner.events(.grantGained).count { $0.grant == .audio } }

    @Test(
        "a sound server that never answers is an error of the device, and an end of the wait",
        arguments: ["TERM", "INT"])
    func neverAnswers(signal: String) throws {
        let server = try SilentServer()
        let named = try Runner(["play", "--for", "1s", "--audio-device", "pulse"], environment: server.environment)
        #expect(try named.finish(30) == 125)
        #expect(named.errors.contains("'pulse': the sound server does not answer"), "\(named.errors)")
        // The same while it waits: a signal ends it at once.
        let waiting = try run(["--audio-device", "pulse"], server.environment)
        #expect(waiting.look { !self.players(waiting).isEmpty })
        let start = waiting.loop.now
        waiting.signal(signal == "TERM" ? SIGTERM : SIGINT)
        #expect(try waiting.finish(30) == (signal == "TERM" ? 143 : 130))
        #expect(waiting.loop.now - start < .seconds(4), "it waited for the server")
        #expect(waiting.waitUntilNothingIsLeft())
    }

    @Test("where the machine's device hangs, a private one takes its place, and doctor says so")
    func privateInstead() throws {
        let server = try SilentServer()
        // The default device is made PulseAudio's for this process alone.
        let home = "/tmp/keepalive-home-\(getpid())"
        mkdir(home, 0o700)
        defer {
            unlink("\(home)/.asoundrc")
            rmdir(home)
        }
        let file = open("\(home)/.asoundrc", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let text = "pcm.!default { type pulse }\n"
        _ = write(file, text, text.utf8.count)
        close(file)
        let environment = server.environment.merging(["HOME": home]) { $1 }
        let runner = try run([], environment)
        #expect(runner.wait { gains(runner) == 1 }, "\(runner.errors)")
        #expect(runner.environment("audio")?.contains("the sound server does not answer") == true, "\(runner.errors)")
        runner.signal(SIGTERM)
        #expect(try runner.finish() == 143)
        #expect(runner.waitUntilNothingIsLeft())
        let doctor = try Runner(["doctor"], environment: environment)
        #expect(try doctor.finish(40) == 0)
        #expect(doctor.output.contains("the sound server does not answer"), "\(doctor.output)")
    }

    @Test("one that is killed or stopped is told, replaced, and plays on", arguments: [SIGKILL, SIGSTOP, SIGSEGV])
    func replaced(signal: CInt) throws {
        let runner = try run()
        #expect(runner.wait { gains(runner) == 1 }, "\(runner.errors)")
        for round in 1...3 {
            let player = try #require(players(runner).first)
            kill(player, signal)
            #expect(runner.wait { runner.events(.audioStalled).count == round }, "\(runner.errors)")
            #expect(runner.wait { gains(runner) == round + 1 }, "\(runner.errors)")
            #expect(players(runner).count == 1)
            #expect(kill(player, 0) == -1)
        }
        let returns = runner.events(.note).count { $0.message?.contains("flows again") == true }
        // A stream on PipeWire may stand still, and then another server plays: that is one more return.
        #expect(SoundServerProgram.chosen == .pulseaudio ? returns == 3 : returns >= 3, "\(runner.errors)")
        runner.signal(SIGTERM)
        #expect(try runner.finish() == 143)
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("a sound that is not readable is refused by name, and its length is asked of the process")
    func badFile() throws {
        let player = try Runner(["play", "--for", "1s", "--audio-file", "/nonexistent.wav"])
        #expect(try player.finish() == 125)
        #expect(player.errors.contains("/nonexistent.wav"), "\(player.errors)")
        // What libsndfile does not read takes ffmpeg, which is not in this PATH.
        let folder = try TemporaryDirectory()
        let other = try Runner(
            ["play", "--for", "1s", "--audio-file", Runner.path], environment: ["PATH": folder.path])
        #expect(try other.finish() == 125)
        #expect(other.errors.contains("apt-get install ffmpeg"), "\(other.errors)")
    }

    @Test("who switches the device off while it is being opened waits for nothing, and nothing else is tried")
    func switchedOff() throws {
        let server = try SilentServer()
        let directory = try TemporaryDirectory()
        try "pcm.!default { type pulse }\n".write(
            toFile: "\(directory.path)/.asoundrc", atomically: false, encoding: .utf8)
        let environment = server.environment.merging(["HOME": directory.path]) { $1 }
        let runner = try run([], environment)
        #expect(runner.look { !self.players(runner).isEmpty && (try? runner.tell("status")) != nil })
        let first = players(runner)
        let start = runner.loop.now
        try runner.tell("shutdown")
        #expect(try runner.finish(30) == 125)
        #expect(runner.errors.contains("switched off before the command was started"), "\(runner.errors)")
        // It is given a second to leave by itself.
        #expect(runner.loop.now - start < .seconds(4), "it waited for the server")
        #expect(first.count == 1 && runner.waitUntilNothingIsLeft())
        // The same for a sound by itself: the signal is obeyed, no other device is tried.
        let player = try Runner(["play", "--for", "1s"], environment: environment)
        #expect(player.look { !self.players(player).isEmpty })
        player.signal(SIGINT)
        #expect(try player.finish(30) == 130)
        #expect(!player.errors.contains("playing on"), "\(player.errors)")
        #expect(player.waitUntilNothingIsLeft())
    }

    @Test("what is ordered while it waits for a private server is done after that, one after the other")
    func ordersInTurn() throws {
        let loop = try EventLoop()
        let service = try ServiceProcess<SoundReply, SoundOrder>(
            SoundProcess.subcommand, executable: Runner.path, loop: loop)
        defer { service.process.end() }
        var asked = 0
        var answered: [Int] = []
        var stalls: [(run: Int, cause: String)] = []
        service.socket.onMessage = { reply in
            switch reply {
            case .wantsServer: asked += 1
            case .answered(let number): answered.append(number)
            case .event(.stalled(let cause), let run): stalls.append((run, cause))
            default: break
            }
        }
        service.socket.send(.open(.automatic, .silence, defaultFailure: "not for this test"))
        service.socket.send(.start(run: 1))
        #expect(service.socket.wait(until: { asked == 1 }, limit: .seconds(10)))
        // It is there, though it waits.
        service.socket.send(.sample(1))
        #expect(service.socket.wait(until: { answered == [1] }, limit: .seconds(10)))
        service.socket.send(.stop)
        service.socket.send(.start(run: 2))
        service.socket.send(.sample(2))
        let facts = SoundServerFacts(address: "unix:/nonexistent", name: "test")
        service.socket.send(.server(.starting, facts))
        #expect(service.socket.wait(until: { answered == [1, 2] }, limit: .seconds(10)))
        #expect(stalls.isEmpty, "a start after a stop is no failure")
        #expect(asked == 1, "the second start waits for the server of the first")
        service.socket.send(.server(.ended(cause: "the end of the test"), facts))
        #expect(service.socket.wait(until: { !stalls.isEmpty }, limit: .seconds(10)))
        #expect(stalls.map(\.run) == [2] && stalls[0].cause.contains("the end of the test"), "\(stalls)")
    }

    @Test("it is no command of a user's")
    func noRunner() throws {
        let (status, _, errors) = try Runner.run(["sound-service"])
        #expect(status == 125)
        #expect(errors.contains("no connection with a runner"), "\(errors)")
    }
}
