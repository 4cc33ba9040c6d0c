import Foundation
import KeepAliveTesting
import Testing

@testable import BackgroundPlayer

@MainActor
@Suite(.serialized) struct BackgroundPlayerTests {
    /// A second of silence, in place of the sample's AAC.
    private static func sound() throws -> String {
        var bytes = Data("RIFF".utf8)
        func add(_ value: UInt32, _ count: Int) { bytes += withUnsafeBytes(of: value.littleEndian) { Array($0.prefix(count)) } }
        let length = UInt32(8_000 * 2 * 60)
        add(36 + length, 4)
        bytes += Data("WAVEfmt ".utf8)
        for (value, count) in [(16, 4), (1, 2), (1, 2), (8_000, 4), (16_000, 4), (2, 2), (16, 2)] { add(UInt32(value), count) }
        bytes += Data("data".utf8)
        add(length, 4)
        bytes += Data(count: Int(length))
        let file = FileManager.default.temporaryDirectory.appending(path: "background-player.wav")
        try bytes.write(to: file)
        return file.path
    }

    @Test("the player plays on in the background, is paused by the lock screen, suspended, and resumed by it")
    func remote() async throws {
        let device = try VirtualDevice(modes: [.audio])
        let app = device.launch { AppDelegate() }
        let path = try Self.sound()
        let controller = ViewController()
        device.perform {
            app.window = UIWindow(frame: .zero)
            app.window?.rootViewController = controller
            app.window?.makeKeyAndVisible()
            controller.player.playFile(atPath: path)
            MPNowPlayingInfoCenter.default().nowPlayingInfo = [MPMediaItemPropertyTitle: "silence"]
        }
        device.pressHome()
        device.advance(by: .seconds(20))
        try device.expect(.background)
        device.remoteCommand(.pause)
        device.advance(by: .seconds(20))
        try device.expect(.suspended)
        device.remoteCommand(.play)
        device.advance(by: .seconds(12))
        try device.expect(.background)
        device.forceQuit()
        try device.expect(.terminated)
    }

    @Test("an interruption pauses it, and its end resumes it")
    func interruption() throws {
        let device = try VirtualDevice(modes: [.audio])
        device.launch { AppDelegate() }
        let player = Player()
        let path = try Self.sound()
        device.perform { player.playFile(atPath: path) }
        device.call(true)
        #expect(!player.player.isPlaying)
        device.call(false)
        #expect(player.player.isPlaying)
    }
}
