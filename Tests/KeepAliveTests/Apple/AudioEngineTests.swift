import Foundation
import KeepAlive
import KeepAlivePolicy
import KeepAliveTesting
import TestSupport
import Testing

/// An audio engine whose player nodes play.
@MainActor
@Suite(.serialized, .onlyDevice) struct AudioEngineTests {
    private final class Plain: UIResponder, UIApplicationDelegate {}

    private static func buffer(seconds: Double) throws -> AVAudioPCMBuffer {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8_000, channels: 1))
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(seconds * 8_000)))
        buffer.frameLength = buffer.frameCapacity
        return buffer
    }

    @Test("SD-20: a looped buffer keeps the app running, until the engine is stopped")
    func loop() throws {
        let device = try VirtualDevice(modes: [.audio])
        device.launch { Plain() }
        let (engine, node) = device.perform { (AVAudioEngine(), AVAudioPlayerNode()) }
        try device.perform {
            try AVAudioSession.sharedInstance().setCategory(.playback, options: .mixWithOthers)
            engine.attach(node)
            engine.connect(node, to: engine.mainMixerNode, format: nil)
            try engine.start()
            node.scheduleBuffer(try Self.buffer(seconds: 1), at: nil, options: .loops)
            node.play()
        }
        device.pressHome()
        device.advance(by: .seconds(60))
        try device.expect(grants: .audio)
        #expect(node.isPlaying && engine.isRunning)
        device.perform { engine.stop() }
        device.advance(by: .seconds(20))
        try device.expect(.suspended)
    }

    @Test("AS-62: another route stops the engine, which says so; started again, it plays on")
    func route() throws {
        let device = try VirtualDevice(modes: [.audio])
        device.launch { Plain() }
        let engine = device.perform { AVAudioEngine() }
        try device.perform {
            try AVAudioSession.sharedInstance().setCategory(.playback, options: .mixWithOthers)
            try engine.start()
        }
        nonisolated(unsafe) var changes = 0
        let observer = NotificationCenter.default.addObserver(
            forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
        ) { _ in changes += 1 }
        defer { NotificationCenter.default.removeObserver(observer) }
        device.pressHome()
        device.advance(by: .seconds(60))
        device.changeRoute(to: .headphones)
        #expect(changes == 1 && !engine.isRunning)
        try device.perform { try engine.start() }
        device.advance(by: .seconds(60))
        try device.expect(grants: .audio)
        device.changeRoute(to: .builtInSpeaker)
        device.advance(by: .seconds(20))
        #expect(changes == 2)
        try device.expect(.suspended)
    }

    @Test("AS-34: a player that is to play later has the device run until then, and the app with it; a pause ends that")
    func later() throws {
        let device = try VirtualDevice(modes: [.audio])
        device.launch { Plain() }
        let file = FileManager.default.temporaryDirectory.appending(path: "later-\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: file) }
        try SilentFile.wave(seconds: 10).write(to: file)
        let player = try device.perform {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            return try AVAudioPlayer(contentsOf: file)
        }
        _ = device.perform { player.play(atTime: player.deviceCurrentTime + 900) }
        device.pressHome()
        device.advance(by: .seconds(899))
        try device.expect(grants: .audio)
        #expect(!player.isPlaying)
        device.advance(by: .seconds(5))
        #expect(player.isPlaying)
        device.advance(by: .seconds(20))
        try device.expect(.suspended)
        device.returnToApp()
        _ = device.perform { player.play(atTime: player.deviceCurrentTime + 900) }
        device.pressHome()
        device.perform { player.pause() }
        device.advance(by: .seconds(20))
        try device.expect(.suspended)
    }

    @Test("buffers are played one after the other, and their ends are told; a node that leads nowhere is not heard")
    func queue() throws {
        let device = try VirtualDevice(modes: [.audio])
        device.launch { Plain() }
        let (engine, node, stray) = device.perform { (AVAudioEngine(), AVAudioPlayerNode(), AVAudioPlayerNode()) }
        nonisolated(unsafe) var ended: [Int] = []
        try device.perform {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            let effect = AVAudioUnitTimePitch()
            for one in [node, stray, effect] { engine.attach(one) }
            engine.connect(node, to: effect, format: nil)
            engine.connect(effect, to: engine.mainMixerNode, format: nil)
            #expect(throws: AppleException.self) { try catchingNSException { node.play() } }
            try engine.start()
            for (number, seconds) in [(1, 2.0), (2, 3.0)] {
                node.scheduleBuffer(try Self.buffer(seconds: seconds)) { ended.append(number) }
            }
            stray.scheduleBuffer(try Self.buffer(seconds: 1)) { ended.append(9) }
            stray.play()
            node.play()
        }
        device.advance(by: .seconds(1.5))
        #expect(ended == [])
        device.pressHome()
        // The next one begins in the background: the engine runs all the time.
        device.advance(by: .seconds(1))
        #expect(ended == [1] && node.isPlaying)
        device.advance(by: .seconds(20))
        #expect(ended == [1, 2], "\(device.timeline.joined(separator: "\n"))")
        // As on iOS, an engine that runs without a sound keeps the app running.
        try device.expect(grants: .audio)
        device.perform { engine.pause() }
        device.advance(by: .seconds(20))
        try device.expect(.suspended)
    }
}
