import FoundationEssentials
import Glibc
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

/// One after the other: there is one machine.
@Suite("On the kernel's devices", .serialized, .enabled(if: KernelSound.isHere, KernelSound.reason))
struct KernelSoundTests {}

extension KernelSoundTests {
    /// Silence, tones and files on real sound devices of the kernel.
    @Suite("Sound", .serialized) struct Playing {
        static let devices = [
            "hw:Intel", "plughw:Intel", "hw:Loopback,0,0", "plughw:Loopback,0,0", "hw:Dummy", "plug:dmix:Intel",
            "plug:dmix:Loopback",
        ]

        @Test("A device of the kernel loops silence by itself: no wakeup, in real time", arguments: devices)
        func freeRunning(device: String) throws {
            let world = try AudioWorld(.named(device))
            try world.output.prepare()
            world.output.start()
            #expect(world.run(until: { $0.playedSeconds > 0 }, timeout: .seconds(20)))
            #expect(world.output.description.mode == "free-running")
            let (started, playedBefore) = (world.loop.now, world.playedSeconds)
            let before = AudioTools.voluntarySwitches("/proc/thread-self/status")
            world.pass(.seconds(3))
            // The end of the measurement is one.
            #expect(AudioTools.voluntarySwitches("/proc/thread-self/status") - before <= 1)
            world.output.sample()
            let rate = (world.playedSeconds - playedBefore) / (world.loop.now - started).inSeconds
            #expect(abs(rate - 1) < 0.02, "\(rate)")
            #expect(world.stalls.isEmpty)
            print(device, world.output.description)
        }

        @Test("What a device played last is not heard in our silence")
        func silenceIsSilent() throws {
            do {
                let tone = try AudioWorld(.named("hw:Loopback,0,0"), .tone(hertz: 1_000, amplitude: 0.5))
                try tone.output.prepare()
                tone.output.start()
                #expect(tone.run(until: { $0.playedSeconds > 1 }, timeout: .seconds(20)))
            }
            let world = try AudioWorld(.named("hw:Loopback,0,0"))
            try world.output.prepare()
            world.output.start()
            #expect(world.run(until: { $0.playedSeconds > 0 }, timeout: .seconds(20)))
            // Longer than the device's buffer, so that all of it passes by.
            let seconds = (world.output.description.bufferSeconds ?? 0) + 1
            let samples = try KernelSound.record(world, seconds: seconds)
            #expect(samples.allSatisfy { $0 == 0 })
        }

        @Test(
            "A tone arrives at the other end as it was meant, refilled",
            arguments: ["hw:Loopback,0,0", "plug:dmix:Loopback"])
        func tone(device: String) throws {
            try KernelSound.expectTone(on: device, format: device.contains("dmix") ? "S32_LE" : "S16_LE")
        }

        @Test("A file loops without a gap", arguments: ["hw:Loopback,0,0", "plughw:Loopback,0,0"])
        func file(device: String) throws {
            // 100 cycles in 4,410 frames: joined end to end it is one tone, unless a frame is lost or repeated.
            let path = "/tmp/keepalive-loop.wav"
            try WaveFile.write(hertz: 1_000, rate: 44_100, frames: 4_410, amplitude: 0.5, to: path)
            try KernelSound.expectTone(on: device, .file(path: path), rate: 44_100)
        }

        @Test("A file of a low rate plays on a card that has to be given whole periods of a higher one")
        func lowRate() throws {
            let path = "/tmp/keepalive-low.wav"
            try WaveFile.write(hertz: 1_000, rate: 8_000, frames: 8_000, amplitude: 0.5, to: path)
            let world = try AudioWorld(.named("hw:Intel"), .file(path: path))
            try world.output.prepare()
            world.output.start()
            #expect(world.run(until: { $0.playedSeconds > 0.5 }, timeout: .seconds(20)))
            #expect(world.stalls.isEmpty)
        }

        @Test(
            "A device that takes one format only is taken as it is",
            arguments: [
                ("S32_LE", 1, 44_100), ("S32_LE", 2, 48_000), ("S16_LE", 1, 48_000), ("S24_3LE", 2, 96_000),
                ("S16_BE", 1, 8_000), ("FLOAT_LE", 8, 192_000),
            ])
        func oddDevices(format: String, channels: Int, rate: Int) throws {
            // The recorder at the other end of the cable settles what this end can be.
            let world = try AudioWorld(.named("hw:Loopback,0,3"))
            var recorded = 0
            let recorder = try world.client([
                "arecord", "-q", "-D", "hw:Loopback,1,3", "-t", "raw", "-f", format, "-c", "\(channels)", "-r",
                "\(rate)",
            ]) { recorded += $0.count }
            defer { recorder.end() }
            #expect(world.loop.run(until: { recorded > 0 }, timeout: .seconds(60)))
            try world.output.prepare()
            world.output.start()
            #expect(world.run(until: { $0.playedSeconds > 0 }, timeout: .seconds(20)))
            let device = world.output.description
            #expect(device.format == format)
            #expect(device.channels == channels)
            #expect(device.sampleRate == rate)
            #expect(device.mode == "free-running")
        }

        @Test(
            "A device of unusual samples gets what ALSA's plug makes of them, and one that cannot loop is refilled",
            arguments: [
                "type mulaw slave { pcm 'hw:Loopback,0,4' format S16_LE }",
                """
                type multi
                slaves { a { pcm 'hw:Loopback,0,4' channels 2 } b { pcm 'hw:Dummy' channels 2 } }
                bindings { 0 { slave a channel 0 } 1 { slave a channel 1 } 2 { slave b channel 0 } }
                """,
            ])
        func unusual(definition: String) throws {
            let configuration = String(cString: getenv("HOME")) + "/.asoundrc"
            try Data("pcm.unusual { \(definition) }\n".utf8).write(to: URL(filePath: configuration))
            defer { unlink(configuration) }
            let world = try AudioWorld(.named("unusual"))
            try world.output.prepare()
            world.output.start()
            #expect(world.run(until: { $0.playedSeconds > 0 }, timeout: .seconds(20)))
            #expect(world.stalls.isEmpty)
            world.output.close()
            // Companding leaves 13 bits of 16.
            try KernelSound.expectTone(on: "unusual", substream: 4, seconds: 3)
        }

        @Test(
            "A tone of another program passes dmix untouched, with our silence and without", arguments: [true, false])
        func mixing(ours: Bool) throws {
            let path = "/tmp/keepalive-tone.wav"
            try WaveFile.write(hertz: 1_000, rate: 48_000, frames: 48_000 * 12, amplitude: 0.5, channels: 2, to: path)
            let world = try AudioWorld(.named("plug:dmix:Loopback"))
            try world.output.prepare()
            if ours {
                world.output.start()
                #expect(world.run(until: { $0.playedSeconds > 0 }, timeout: .seconds(20)))
            }
            let player = try world.client([
                "aplay", "-q", "-D", "plug:dmix:Loopback", "--buffer-time=340000", path,
            ])
            defer { player.end() }
            let samples = try KernelSound.record(world, seconds: 8, format: "S32_LE")
            guard let first = samples.firstIndex(where: { abs(Int($0)) > 8_000 }) else {
                Issue.record("nothing was heard")
                return
            }
            // From half a second after its beginning, six seconds in one piece.
            let piece = Array(samples.dropFirst(first + 24_000).prefix(48_000 * 6))
            let correlation = KernelSound.correlation(piece, hertz: 1_000, rate: 48_000)
            #expect(correlation >= 0.999)
            #expect(world.stalls.isEmpty)
            print("correlation", correlation, ours ? "with our silence" : "without us", piece.count, "frames")
        }
    }
}

/// Sound files for tests.
enum WaveFile {
    /// Writes a sine wave as a WAV file of 16 bits.
    static func write(
        hertz: Double, rate: Int, frames: Int, amplitude: Double, channels: Int = 2, to path: String
    ) throws {
        func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian, Array.init)
        }
        let size = frames * channels * 2
        var content = Array("RIFF".utf8) + bytes(UInt32(36 + size)) + Array("WAVEfmt ".utf8) + bytes(UInt32(16))
        content += bytes(UInt16(1)) + bytes(UInt16(channels)) + bytes(UInt32(rate))
        content += bytes(UInt32(rate * channels * 2)) + bytes(UInt16(channels * 2)) + bytes(UInt16(16))
        content += Array("data".utf8) + bytes(UInt32(size))
        for frame in 0..<frames {
            let value = Int16(amplitude * 32_767 * sin(2 * .pi * hertz * Double(frame) / Double(rate)))
            for _ in 0..<channels { content += bytes(value) }
        }
        let file = try valueOrErrno(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
        defer { close(file) }
        #expect(Glibc.write(file, content, content.count) == content.count)
    }
}
