import CSndFile
import Glibc
import Testing

@testable import KeepAliveFleet
@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAliveSound

@Suite struct SoundFileTests {
    /// What has happened to a file.
    enum Damage: CaseIterable {
        case none
        /// Written by a program that did not know the length: FLAC and WAV have a number that says so.
        case noLength
        /// The last third is missing.
        case cutOff
    }

    @Test(
        "A file loops at the end of what it holds, whatever it says of its length",
        arguments: ["wav", "flac", "ogg"], Damage.allCases)
    func loops(kind: String, damage: Damage) throws {
        let frames = 40_000
        let path = "/tmp/keepalive-\(kind)-\(damage)-\(getpid()).\(kind)"
        defer { unlink(path) }
        try Self.write(frames: frames, kind: kind, to: path)
        try Self.damage(path, kind: kind, damage)
        let file = try FileSource(path: path)
        let configuration = ALSAPCM.Configuration(
            format: .signed16, channels: 1, sampleRate: 8_000, bufferFrames: 10_000)
        var samples: [Int16] = []
        // As a refilled device takes it: one piece after the other.
        while samples.count < 3 * frames {
            let bytes = try file.frames(10_000, from: Int64(samples.count), as: configuration)
            bytes.withUnsafeBytes { samples += $0.bindMemory(to: Int16.self) }
        }
        // It falls where the file begins again, and nowhere else.
        let falls = samples.indices.dropFirst().filter { Int(samples[$0]) - Int(samples[$0 - 1]) < -8_000 }
        let length = try #require(falls.first)
        switch damage {
        case .none, .noLength: #expect(length == frames)
        case .cutOff: #expect((frames / 2..<frames * 3 / 4).contains(length))
        }
        #expect(falls == Array(stride(from: length, to: samples.count, by: length)))
    }

    @Test("A file cut off before its first sound is refused before anything plays")
    func nothingLeft() throws {
        let path = "/tmp/keepalive-nothing-\(getpid()).ogg"
        defer { unlink(path) }
        try Self.write(frames: 40_000, kind: "ogg", to: path)
        // The headers take more than 4,000 bytes.
        #expect(truncate(path, 4_000) == 0)
        #expect { try SoundFile(path: path) } throws: { ($0 as? KeepAliveError)?.message.contains(path) == true }
    }

    /// Writes a rising ramp with some noise, which fills pages, mono at 8 kHz.
    private static func write(frames: Int, kind: String, to path: String) throws {
        typealias Open =
            @convention(c) (UnsafePointer<CChar>, CInt, UnsafeMutablePointer<CSndFile_Info>) -> OpaquePointer?
        typealias Write = @convention(c) (OpaquePointer, UnsafePointer<Double>, Int64) -> Int64
        try #require(CSndFile_load() == 0)
        let library = try #require(dlopen("libsndfile.so.1", RTLD_NOW))
        let open = unsafeBitCast(try #require(dlsym(library, "sf_open")), to: Open.self)
        let write = unsafeBitCast(try #require(dlsym(library, "sf_writef_double")), to: Write.self)
        // SF_FORMAT_… of sndfile.h: the container and how it is encoded.
        let format =
            switch kind {
            case "wav": 0x01_0002
            case "flac": 0x17_0002
            default: 0x20_0060
            }
        let modeWrite: CInt = 0x20
        var info = CSndFile_Info(
            frames: 0, samplerate: 8_000, channels: 1, format: CInt(format), sections: 0, seekable: 0)
        let file = try #require(open(path, modeWrite, &info), "\(String(cString: CSndFile_error(nil)))")
        defer { CSndFile_close(file) }
        var random = RandomStream(seed: 1)
        let ramp = (0..<frames).map { Double($0) / Double(frames) - 0.5 + 0.05 * (random.unit() - 0.5) }
        #expect(write(file, ramp, Int64(frames)) == frames)
    }

    private static func damage(_ path: String, kind: String, _ damage: Damage) throws {
        let file = open(path, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        switch damage {
        case .none: break
        case .cutOff:
            let size = lseek(file, 0, SEEK_END)
            #expect(ftruncate(file, size * 2 / 3) == 0)
        case .noLength:
            // RFC 9639, 8.2: 36 bits of the stream information count the samples, 0 stands for unknown.
            // A WAV that was written into a pipe has the greatest sizes. Ogg knows no length.
            let places: [(at: off_t, bytes: [UInt8])] =
                switch kind {
                case "flac": [(22, [0, 0, 0, 0])]
                case "wav": [(4, [255, 255, 255, 255]), (40, [255, 255, 255, 255])]
                default: []
                }
            for place in places { #expect(pwrite(file, place.bytes, place.bytes.count, place.at) == place.bytes.count) }
        }
    }
}
