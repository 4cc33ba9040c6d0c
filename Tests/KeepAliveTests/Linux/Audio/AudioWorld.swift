import Glibc
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

/// One test's loop, output and what the output has told.
final class AudioWorld {
    let loop: EventLoop
    let output: ALSAAudioOutput
    /// Every private server that was started, the newest last.
    private(set) var servers: [PrivateSoundServer] = []
    private(set) var events: [AudioOutputEvent] = []

    init(_ choice: AudioDeviceChoice, _ sound: Sound = .silence) throws {
        let loop = try EventLoop()
        self.loop = loop
        var started: (PrivateSoundServer) -> Void = { _ in }
        output = ALSAAudioOutput(loop: loop, choice: choice, sound: sound) {
            let server = try PrivateSoundServer(loop: loop)
            started(server)
            return server
        }
        started = { [unowned self] in servers.append($0) }
        output.onEvent = { [unowned self] in events.append($0) }
    }

    /// One whose output plays already: a third of a second is proved.
    static func playing(_ choice: AudioDeviceChoice, _ sound: Sound = .silence) throws -> AudioWorld {
        let world = try AudioWorld(choice, sound)
        try world.output.prepare()
        world.output.start()
        #expect(world.run(until: { $0.playedSeconds >= 0.3 }, timeout: .seconds(20)))
        // A stall before this point is not what the test is about (``hasReplacedServer``).
        if SoundServerProgram.chosen == .pipewire { world.events.removeAll { $0.isStall } }
        return world
    }

    deinit { output.close() }

    /// The greatest evidence so far, in seconds.
    var playedSeconds: Double {
        events.reduce(0) { longest, event in
            guard case .advanced(let frames, let rate) = event else { return longest }
            return max(longest, Double(frames) / Double(rate))
        }
    }

    /// False where PipeWire 0.3.65 has let the first stream stand still, so that nothing can be said of how a start is.
    var isFirstStart: Bool { SoundServerProgram.chosen == .pulseaudio || servers.count == 1 }

    /// The time in which sound returns on another server, or on PipeWire on a third one (``hasReplacedServer``).
    static let returnLimit: Duration = SoundServerProgram.chosen == .pulseaudio ? .seconds(8) : .seconds(20)

    /// Whether another server has taken the place of the first. On a busy machine a stream on PipeWire 0.3.65 may
    /// stand still; then a third server plays.
    var hasReplacedServer: Bool {
        SoundServerProgram.chosen == .pulseaudio ? servers.count == 2 : servers.count >= 2
    }

    var notes: [String] {
        events.compactMap { if case .note(let text) = $0 { text } else { nil } }
    }

    var stalls: [String] {
        events.compactMap { if case .stalled(let cause) = $0 { cause } else { nil } }
    }

    /// Runs the loop until a condition holds, asking for evidence every 50 ms.
    func run(until condition: @escaping (AudioWorld) -> Bool, timeout: Duration) -> Bool {
        var pending: ScheduledAction?
        func ask() {
            output.sample()
            pending = loop.schedule(after: .milliseconds(50), ask)
        }
        ask()
        defer { if let pending { loop.cancel(pending) } }
        return loop.run(until: { [unowned self] in condition(self) }, timeout: timeout)
    }

    /// Lets time pass on the loop.
    func pass(_ duration: Duration) {
        _ = loop.run(until: { false }, timeout: duration)
    }

    /// Starts a PulseAudio client and collects what it prints.
    func client(_ arguments: [String], output collect: @escaping ([UInt8]) -> Void = { _ in }) throws -> Client {
        try Client(arguments, server: servers.last?.server ?? "", loop: loop, collect: collect)
    }

    /// Records half a second of what the sink's left channel plays, once the recording has begun. What is heard from one
    /// channel in place of two is as loud on PulseAudio, and 3 dB louder on PipeWire.
    func record(while condition: @escaping ([Int16]) -> Bool = { $0.count < 24_000 }) throws -> [Int16] {
        var bytes: [UInt8] = []
        func samples() -> [Int16] {
            bytes.withUnsafeBytes { raw in
                (0..<raw.count / 4).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: Int16.self) }
            }
        }
        let recorder = try client([
            "parec", "--raw", "--device=\(PrivateSoundServer.sinkName).monitor", "--format=s16le", "--rate=48000",
            "--channels=2", "--latency-msec=50",
        ]) { bytes += $0 }
        defer { recorder.end() }
        _ = loop.run(until: { !condition(samples()) }, timeout: .seconds(8))
        return samples()
    }
}

extension AudioOutputEvent {
    fileprivate var isStall: Bool { if case .stalled = self { true } else { false } }
}

/// A process with its standard output read by the loop.
final class Client {
    private let process: GuardedProcess
    private let loop: EventLoop
    private let descriptor: CInt
    private var watch: EventLoop.Watch?

    init(_ arguments: [String], server: String, loop: EventLoop, collect: @escaping ([UInt8]) -> Void) throws {
        self.loop = loop
        var ends: [CInt] = [0, 0]
        _ = try valueOrErrno(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends))
        let null = try valueOrErrno(open("/dev/null", O_RDWR | O_CLOEXEC))
        defer {
            Glibc.close(null)
            Glibc.close(ends[1])
        }
        let descriptor = ends[0]
        self.descriptor = descriptor
        // pacat would make a cookie in its home.
        let cookie = PrivateSoundServer.cookie(of: server)
        process = try GuardedProcess(
            GuardedProcess.Request(
                path: "/usr/bin/\(arguments[0])", arguments: arguments,
                environment: [
                    "PULSE_SERVER=\(server)", "\(cookie.variable)=\(cookie.path)", "HOME=/nonexistent",
                    "PATH=/usr/bin:/bin",
                ], standardInput: null,
                standardOutput: ends[1], standardError: null), loop: loop)
        watch = try loop.watch(descriptor, for: .readable) { [unowned self] _ in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 { collect(Array(buffer.prefix(count))) } else { end() }
        }
    }

    deinit { end() }

    /// Whether it has closed its standard output, or was ended.
    var hasEnded: Bool { watch == nil }

    func end() {
        guard let watch else { return }
        self.watch = nil
        loop.unwatch(watch)
        Glibc.close(descriptor)
        process.end()
    }
}

/// What the tests need on the machine.
enum AudioTools {
    static let areInstalled =
        AudioProbe.missingForPrivateServer().isEmpty
        && ["parec", "pacat"].allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }
    static let reason: Comment =
        "needs a sound server (pulseaudio, or pipewire with wireplumber), pulseaudio-utils and libasound2-plugins"

    /// Whether the private server can lower the sound of others.
    static let ducks = SoundServerProgram.chosen == .pulseaudio
    static let ducksReason: Comment = "PipeWire has no module-role-ducking: a note says so"

    /// The timer slack of this thread in nanoseconds.
    static var timerSlack: Int? {
        var link = [CChar](repeating: 0, count: 64)
        guard readlink("/proc/thread-self", &link, 63) > 0 else { return nil }
        let task = String(decoding: link.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let number = task.split(separator: "/").last ?? ""
        return Int(text("/proc/\(number)/timerslack_ns").split(separator: "\n").first ?? "")
    }

    /// Voluntary context switches in a `status` file of /proc.
    static func voluntarySwitches(_ path: String) -> Int {
        let line = text(path).split(separator: "\n").first { $0.hasPrefix("voluntary") }
        return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
    }

    static func text(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { Glibc.close(file) }
        var buffer = [UInt8](repeating: 0, count: 8_192)
        let count = read(file, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
