import Glibc
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAliveSound

private let ffmpegIsThere = getenv("KEEPALIVE_NO_SKIPS") != nil || ChildProgram.find("ffmpeg") != nil

/// Sounds that libsndfile does not read, decoded by ffmpeg.
@Suite(.enabled(if: ffmpegIsThere, "needs ffmpeg: make dependencies-test"))
struct DecodedSoundTests {
    /// Writes a tone of 440 Hz as AAC, in stereo at 44.1 kHz.
    static func write(seconds: Int, to path: String) throws {
        let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(null) }
        let ffmpeg = try #require(ChildProgram.find("ffmpeg"))
        let program = try #require(
            ChildProgram(
                ffmpeg,
                ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=\(seconds)"]
                    + ["-ac", "2", "-c:a", "aac", "-b:a", "64k", path], output: null))
        #expect(program.wait(60))
    }

    @Test("an AAC file is heard as it is, and loops where its sound ends")
    func aac() throws {
        let path = "/tmp/keepalive-tone it's-\(getpid()).m4a"
        defer { unlink(path) }
        try Self.write(seconds: 2, to: path)
        let file = try SoundFile(path: path)
        #expect(file.sampleRate == 44_100 && file.channels == 2)
        #expect((1.9...2.2).contains(file.seconds), "\(file.seconds)")
        let second = try file.samples(44_100, from: 22_050)
        #expect(second.count == 88_200)
        let left = stride(from: 0, to: second.count, by: 2).map { second[$0] }
        let crossings = zip(left, left.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect((435...445).contains(crossings), "\(crossings)")
        // A third round has the same samples as the first.
        let frames = Int64((file.seconds * 44_100).rounded())
        #expect(try file.samples(1_000, from: 4_000 + 2 * frames) == file.samples(1_000, from: 4_000))
        // Over its end.
        #expect(try file.samples(2_000, from: frames - 1_000).count == 4_000)
    }

    @Test("a long file plays at once, while it is still being decoded")
    func long() throws {
        let path = "/tmp/keepalive-long-\(getpid()).m4a"
        defer { unlink(path) }
        try Self.write(seconds: 300, to: path)
        let file = try SoundFile(path: path)
        #expect((299...301).contains(file.seconds), "\(file.seconds)")
        #expect(try file.samples(1_000, from: 10_000).contains { abs($0) > 0.01 })
        let source = try FileSource(path: path)
        let configuration = ALSAPCM.Configuration(
            format: .signed16, channels: 2, sampleRate: 44_100, bufferFrames: 10_000)
        #expect(try source.frames(10_000, from: 44_100, as: configuration).count == 40_000)
    }

    @Test("what decodes to more than a limit is refused, by what it says of itself and by what comes")
    func limit() throws {
        for name in ["limit.m4a", "limit.aac"] {
            let path = "/tmp/keepalive-\(getpid())-\(name)"
            defer { unlink(path) }
            try Self.write(seconds: 2, to: path)
            let bytes: Int64 = 2 * 44_100 * 4
            #expect { try DecodedSound(path: path, reason: "", limit: bytes / 2) } throws: {
                ($0 as? KeepAliveError)?.message
                    == "cannot play the file '\(path)': it decodes to more than 176400 bytes"
            }
            #expect(try DecodedSound(path: path, reason: "", limit: bytes * 2).length > 80_000)
        }
    }

    @Test("what is no sound is refused, with its path")
    func noSound() throws {
        let path = "/tmp/keepalive-text-\(getpid()).m4a"
        defer { unlink(path) }
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        #expect(Glibc.write(file, "no sound", 8) == 8)
        close(file)
        #expect { try SoundFile(path: path) } throws: {
            ($0 as? KeepAliveError)?.remedy == "ffmpeg finds no sound in it, either"
        }
    }
}
