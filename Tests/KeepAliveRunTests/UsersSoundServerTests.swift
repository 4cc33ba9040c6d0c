import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// A sound server that belongs to the user and not to us, where libpulse looks for one.
private final class UsersSoundServer {
    let directory: String
    private var process: Runner?

    private let rate: Int

    init(rate: Int = 48_000) throws {
        self.rate = rate
        var template = Array("/tmp/keepalive-user-XXXXXX".utf8CString)
        _ = try #require(mkdtemp(&template))
        directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        try start()
    }

    deinit {
        process = nil
        _ = try? Runner(["-rf", directory], path: "/bin/rm").finish()
    }

    var environment: [String: String] {
        ["XDG_RUNTIME_DIR": directory, "HOME": directory, "DBUS_SESSION_BUS_ADDRESS": "none:"]
    }

    var pid: pid_t { process?.pid ?? 0 }

    private var socket: String { directory + "/pulse/native" }

    func start() throws {
        let server = try Runner(
            [
                "-n", "--daemonize=no", "--fail=yes", "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no",
                "--high-priority=no", "--load=module-null-sink sink_name=users rate=\(rate) channels=2",
                "--load=module-native-protocol-unix auth-cookie-enabled=0",
            ], environment: environment, path: "/usr/bin/pulseaudio")
        process = server
        #expect(server.look { UnixSocket.answers(self.socket) }, "\(server.errors)")
    }

    /// What a client of the server prints.
    func ask(_ arguments: [String]) throws -> String {
        let client = try Runner(arguments, environment: environment, path: "/usr/bin/pactl")
        #expect(try client.finish() == 0, "\(client.errors)")
        return client.output
    }
}

/// The built binary on the user's own sound server: it is used where there is one, and left as it was found.
@Suite(
    .serialized, .ownThread(.measures),
    .enabled(if: Requirement.pulseaudio, "needs pulseaudio: it is the user's server here"))
struct UsersSoundServerTests {
    private func run(_ server: UsersSoundServer, _ options: [String] = []) throws -> Runner {
        try Runner(
            ["-q", "--events", "-", "--modes", "audio", "--strategy", "silent-audio", "--background-after", "0s"]
                + options + ["--", "sleep", "1000"], environment: server.environment)
    }

    /// True while the app holds the audio grant, and the device has proved that it plays: one that stops before is no stall (AS-34).
    ///
    /// On a busy machine a device may stall by itself, and go on; so what counts is what came last.
    private func plays(_ runner: Runner) -> Bool {
        let sound = runner.events.map(\.event).last { [.audioAdvanced, .audioStalled].contains($0) }
        return sound == .audioAdvanced && gains(runner) == losses(runner) + 1
    }

    private func gains(_ runner: Runner) -> Int { runner.events(.grantGained).count { $0.grant == .audio } }

    private func losses(_ runner: Runner) -> Int { runner.events(.grantLost).count { $0.grant == .audio } }

    private func isFrozen(_ runner: Runner) -> Bool {
        runner.events(.frozen).count == runner.events(.thawed).count + 1
    }

    /// How often a stall was told since the device has played.
    private func stalls(_ runner: Runner) -> Int {
        let kinds = runner.events.map(\.event)
        let last = kinds.lastIndex(of: .audioAdvanced) ?? 0
        return kinds[last...].count { $0 == .audioStalled }
    }

    @Test("Its end freezes the app, its return thaws it, and it is never taken for ours", arguments: ["auto", "pulse"])
    func killed(device: String) throws {
        let server = try UsersSoundServer()
        let runner = try run(server, ["--audio-device", device])
        #expect(runner.wait { plays(runner) }, "\(runner.errors)")
        #expect(try server.ask(["list", "short", "sink-inputs"]).split(separator: "\n").count == 1)
        for _ in 1...2 {
            let before = losses(runner)
            kill(server.pid, SIGKILL)
            #expect(runner.wait { isFrozen(runner) && losses(runner) > before }, "\(runner.errors)")
            #expect(stalls(runner) == 1)
            try server.start()
            #expect(runner.wait { plays(runner) && !isFrozen(runner) }, "\(runner.errors)")
        }
        #expect(runner.descendants.allSatisfy { $0.name != "pulseaudio" })
        runner.signal(SIGTERM)
        #expect(try runner.finish() == 143)
        #expect(runner.waitUntilNothingIsLeft())
        #expect(try server.ask(["list", "short", "sink-inputs"]).isEmpty)
    }

    @Test("silence has the rate of its sink, so that it resamples nothing", arguments: [44_100, 48_000])
    func rate(rate: Int) throws {
        let server = try UsersSoundServer(rate: rate)
        let runner = try run(server)
        #expect(runner.wait { plays(runner) }, "\(runner.errors)")
        let stream = try server.ask(["list", "sink-inputs"])
        #expect(stream.contains("Sample Specification: u8 1ch \(rate)Hz"), "\(stream)")
        // Nor does the server give back blocks of memory, for which the player would wake.
        let maps = try runner.descendants.map { try SmallFile.read("/proc/\($0.identity.pid)/maps") }
        let players = maps.filter { $0.contains("libpulse.so") }
        #expect(players.count == 1, "\(maps)")
        for maps in players {
            #expect(!maps.contains("pulse-shm") && !maps.contains("memfd:pulseaudio"), "\(maps)")
        }
    }

    @Test("libpulse is given the files that it would read by itself")
    func configuration() throws {
        let home = try TemporaryDirectory()
        func included(_ more: [String: String] = [:]) -> [String] {
            let variables = ["HOME": home.path].merging(more) { $1 }
            return PulseClientConfiguration.included { variables[$0] }
        }
        func write(_ name: String) throws -> String {
            let file = URL(filePath: home.path + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
            return file.path
        }
        #expect(included().allSatisfy { $0.hasPrefix("/etc/pulse/") })
        let own = try write("/.config/pulse/client.conf")
        let more = [try write("/.config/pulse/client.conf.d/1.conf"), try write("/.config/pulse/client.conf.d/2.conf")]
        _ = try write("/.config/pulse/client.conf.d/2.conf.bak")
        #expect(included() == [own] + more)
        let old = try write("/.pulse/client.conf")
        #expect(included() == [old])
        let elsewhere = try write("/elsewhere/client.conf")
        #expect(included(["PULSE_CONFIG_PATH": home.path + "/elsewhere"]) == [elsewhere])
        #expect(included([PulseClientConfiguration.variable: own]) == [own] + more)
        #expect(included([PulseClientConfiguration.variable: "/nonexistent"]) == [])
    }

    @Test("One that hangs freezes the app and holds up nothing: no signal, no start, no end")
    func hangs() throws {
        let server = try UsersSoundServer()
        let runner = try run(server, ["--audible", "--audio-device", "pulse"])
        #expect(runner.wait { plays(runner) }, "\(runner.errors)")
        kill(server.pid, SIGSTOP)
        defer { kill(server.pid, SIGCONT) }
        #expect(runner.wait { isFrozen(runner) }, "\(runner.errors)")
        #expect(stalls(runner) == 1, "\(runner.errors)")
        runner.signal(SIGTERM)
        #expect(try runner.finish() == 143)
        #expect(runner.waitUntilNothingIsLeft())
        let player = try Runner(["play", "--for", "1s", "--audio-device", "pulse"], environment: server.environment)
        #expect(try player.finish() == 125)
        #expect(player.errors.contains("does not answer"), "\(player.errors)")
        let other = try Runner(["play", "--for", "1s"], environment: server.environment)
        #expect(try other.finish() == 0, "\(other.errors)")
        #expect(other.errors.contains("private PulseAudio"), "\(other.errors)")
    }

    @Test("AS-09: what a killed run leaves of its ducking lowers nobody, and the next one tidies it up")
    func leftDucking() throws {
        let server = try UsersSoundServer()
        let path = "/tmp/keepalive-duck-\(getpid()).yaml"
        defer { unlink(path) }
        let scenario = """
            scenario: directions
            app:
              modes: audio
              on: {didFinishLaunching: [{activate-session: {category: playback, options: [duckOthers]}}, play]}
            timeline: [{at: 100s, do: home}]
            expect: [{event: others-ducked}]
            """
        try Data(scenario.utf8).write(to: URL(filePath: path))
        func duck() throws -> Runner {
            let runner = try Runner(
                ["run", "-q", "--events", "-", "--scenario", path, "--", "sleep", "1000"],
                environment: server.environment)
            #expect(runner.wait { !runner.events(.audioAdvanced).isEmpty }, "\(runner.errors)")
            return runner
        }
        func modules() throws -> Int { try server.ask(["list", "short", "modules"]).count(of: "module-role-ducking") }
        func lowering() throws -> Int {
            try server.ask(["list", "sink-inputs"]).count(of: "media.role = \"keepalive\"")
        }

        let killed = try duck()
        #expect(try lowering() == 1)
        killed.signal(SIGKILL)
        #expect(killed.waitUntilNothingIsLeft())
        #expect(try modules() == 1)

        let plain = try run(server)
        #expect(plain.wait { gains(plain) == 1 })
        #expect(try lowering() == 0)
        plain.signal(SIGTERM)
        try plain.finish()

        // Two at once: the module stays until the last of them ends.
        let (first, second) = (try duck(), try duck())
        #expect(try lowering() == 2)
        for (runner, left) in [(first, 1), (second, 0)] {
            runner.signal(SIGTERM)
            try runner.finish()
            #expect(runner.events(.note).allSatisfy { $0.message?.contains("lower") != true }, "\(runner.errors)")
            #expect(try modules() == left)
        }
    }
}
