import Glibc
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

/// The kernel's sound cards of the virtual machine: `make test-vm` runs the tests that need them.
enum KernelSound {
    /// Whether this is that machine.
    static let isHere = getenv("KEEPALIVE_VM") != nil
    static let reason: Comment = "needs the sound cards of the virtual machine: make test-vm"

    /// Plays a tone of 1 kHz and compares what arrives at the loopback's other end with it.
    ///
    /// The machine's clock has to count its instructions: one that goes on while the machine stands still lets small
    /// buffers run dry.
    static func expectTone(
        on device: String, _ sound: Sound = .tone(hertz: 1_000, amplitude: 0.5), substream: Int = 0,
        seconds: Double = 6,
        rate: Int = 48_000, format: String = "S16_LE"
    ) throws {
        let world = try AudioWorld(.named(device), sound)
        try world.output.prepare()
        world.output.start()
        #expect(world.run(until: { $0.playedSeconds > 0 }, timeout: .seconds(20)))
        #expect(world.output.description.mode == "refilled")
        #expect(world.output.description.sampleRate == rate)
        let samples = try record(world, substream: substream, seconds: seconds, rate: rate, format: format)
        #expect(world.stalls.isEmpty)
        #expect(correlation(Array(samples.dropFirst(rate / 2)), hertz: 1_000, rate: Double(rate)) > 0.999)
    }

    /// Records from the other end of the loopback card.
    ///
    /// - Parameters:
    ///   - substream: which of its cables.
    ///   - seconds: how much; the first samples are from before there was sound.
    ///   - format: what the other end plays, `S16_LE` or `S32_LE`: dmix takes the latter where it can.
    static func record(
        _ world: AudioWorld, substream: Int = 0, seconds: Double, rate: Int = 48_000, format: String = "S16_LE"
    ) throws -> [Int16] {
        var bytes: [UInt8] = []
        let width = format.hasPrefix("S32") ? 4 : 2
        let wanted = Int(seconds * Double(rate)) * 2 * width
        let recorder = try world.client([
            "arecord", "-q", "-D", "hw:Loopback,1,\(substream)", "-t", "raw", "-f", format, "-c", "2", "-r", "\(rate)",
            "--buffer-time=2000000",
        ]) { bytes += $0 }
        defer { recorder.end() }
        _ = world.loop.run(until: { bytes.count >= wanted }, timeout: .seconds(Int(seconds) + 10))
        #expect(bytes.count >= wanted)
        // The left channel of each frame.
        return bytes.withUnsafeBytes { raw in
            // The upper half of a sample of 32 bits.
            (0..<raw.count / width / 2).map {
                raw.loadUnaligned(fromByteOffset: $0 * 2 * width + width - 2, as: Int16.self)
            }
        }
    }

    /// How well samples are a sine wave of one phase from beginning to end: 1 for exactly that.
    ///
    /// A gap, a repetition or a missing frame shifts the phase of all that follows, and shows.
    static func correlation(_ samples: [Int16], hertz: Double, rate: Double) -> Double {
        var (sine, cosine, energy) = (0.0, 0.0, 0.0)
        for (index, sample) in samples.enumerated() {
            let angle = 2 * Double.pi * (hertz * Double(index) / rate).truncatingRemainder(dividingBy: 1)
            sine += Double(sample) * sin(angle)
            cosine += Double(sample) * cos(angle)
            energy += Double(sample) * Double(sample)
        }
        guard energy > 0 else { return 0 }
        return ((sine * sine + cosine * cosine) / (energy * Double(samples.count) / 2)).squareRoot()
    }

    /// The frames that the kernel says a substream has played: `hw_ptr` of its status file.
    static func hardwarePointer(card: String, device: Int = 0, substream: Int = 0) -> Int? {
        let path = "/proc/asound/\(card)/pcm\(device)p/sub\(substream)/status"
        let line = AudioTools.text(path).split(separator: "\n").first { $0.hasPrefix("hw_ptr") }
        return line?.split(separator: " ").last.flatMap { Int($0) }
    }

    /// Writes a word into a file of the kernel.
    static func write(_ text: String, to path: String) throws {
        let file = try valueOrErrno(open(path, O_WRONLY | O_CLOEXEC))
        defer { close(file) }
        #expect(
            Glibc.write(file, text, text.utf8.count) == text.utf8.count, "\(path): \(String(cString: strerror(errno)))")
    }

    /// Runs a program to its end.
    static func run(_ arguments: String...) throws {
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let pid = OwnChildren.start {
            var pid = pid_t(-1)
            return posix_spawnp(&pid, arguments[0], nil, nil, &words, environ) == 0 ? pid : -1
        }
        try #require(pid > 0)
        var status: CInt = 0
        waitpid(pid, &status, 0)
        #expect(status == 0, "\(arguments)")
    }

    /// How many descriptors this process has open.
    static var openDescriptors: Int {
        guard let directory = opendir("/proc/self/fd") else { return -1 }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        return count
    }
}
