import Foundation
import TestSupport
import Testing

@testable import KeepAlive
@testable import KeepAlivePolicy
@testable import KeepAlivePorts
@testable import KeepAliveTesting

/// AVPlayer by Apple's names.
@MainActor
@Suite(.serialized, .onlyDevice) struct PlayerTests {
    private final class Delegate: UIResponder, UIApplicationDelegate {}

    private static func sound(_ seconds: Int = 10) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appending(path: "player-\(UUID().uuidString).wav")
        try SilentFile.wave(seconds: seconds).write(to: file)
        return file
    }

    private static func device(_ modes: [BackgroundMode] = [.audio]) throws -> VirtualDevice {
        let device = try VirtualDevice(modes: modes)
        device.launch { Delegate() }
        device.perform { try? AVAudioSession.sharedInstance().setCategory(.playback) }
        return device
    }

    @Test(
        "AS-52: the session tells the output by Apple's text of it, before and after a change",
        arguments: AudioPort.allCases.filter { $0 != .builtInSpeaker })
    func route(port: AudioPort) throws {
        let device = try Self.device()
        nonisolated(unsafe) var former: [String?] = []
        let change = NotificationCenter.default.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
        ) { notification in
            let route = notification.userInfo?[AVAudioSessionRouteChangePreviousRouteKey]
            former.append((route as? AVAudioSessionRouteDescription)?.outputs.first?.portType.rawValue)
        }
        defer { NotificationCenter.default.removeObserver(change) }
        func output() -> String? {
            device.perform { AVAudioSession.sharedInstance().currentRoute.outputs.first?.portType.rawValue }
        }
        #expect(output() == "Speaker")
        device.changeRoute(to: port)
        #expect(output() == port.rawValue)
        #expect(former == ["Speaker"])
    }

    @Test("a player without a sound plays nothing")
    func empty() throws {
        let device = try Self.device()
        let player = device.perform { AVAudioPlayer() }
        #expect(!device.perform { player.play() })
        #expect(player.duration == 0 && player.url == nil && !device.engine.machine.isPlayingAudio)
    }

    @Test("of several players the one that began last is heard, silence last of all")
    func heard() throws {
        let files = try (0..<3).map { _ in try Self.sound() }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        let device = try Self.device()
        let output = try #require(device.engine.audio as? VirtualAudioOutput)
        let players = try device.perform { try files.map { try AVAudioPlayer(contentsOf: $0) } }
        func sounds(_ number: Int) -> Bool { output.sound == .file(path: files[number].path) }
        (players[0].volume, players[2].volume) = (0, 0)
        _ = device.perform { players[0].play() }
        #expect(sounds(0))
        _ = device.perform { players[1].play() }
        #expect(sounds(1))
        device.advance(by: .seconds(1))
        _ = device.perform { players[2].play() }
        #expect(sounds(1), "silence does not take the place of a sound")
        device.perform { players[1].pause() }
        #expect(sounds(2) && device.engine.machine.isPlayingAudio)
        device.perform { players[2].pause() }
        #expect(sounds(0))
        device.perform { players[0].pause() }
        #expect(!device.engine.machine.isPlayingAudio)
    }

    @Test("SD-20, AS-01: it plays on in the background to the end of its item, and is suspended then")
    func plays() throws {
        let file = try Self.sound()
        defer { try? FileManager.default.removeItem(at: file) }
        let device = try Self.device()
        nonisolated(unsafe) var words: [String] = []
        let (player, item, observations) = device.perform {
            let item = AVPlayerItem(url: file)
            let player = AVPlayer(playerItem: item)
            let status = player.observe(\.timeControlStatus, options: [.old, .new]) { _, change in
                guard change.oldValue != change.newValue, let new = change.newValue else { return }
                words.append("\(new)")
            }
            let ready = item.observe(\.status, options: .new) { _, change in words.append("\(change.newValue!)") }
            #expect(item.status == .unknown && item.duration.isIndefinite)
            player.play()
            #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
            #expect(player.reasonForWaitingToPlay == .evaluatingBufferingRate)
            return (player, item, [status, ready])
        }
        let ended = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
        ) { _ in words.append("end") }
        defer { NotificationCenter.default.removeObserver(ended) }
        device.advance(by: .seconds(1))
        #expect(words == ["waitingToPlayAtSpecifiedRate", "readyToPlay", "playing"])
        #expect(item.duration.seconds == 10)
        device.pressHome()
        device.advance(by: .seconds(8))
        try device.expect(grants: .audio)
        #expect(abs(device.perform { player.currentTime().seconds } - 9) < 0.01)
        device.advance(by: .seconds(10))
        #expect(words.suffix(2) == ["paused", "end"] && player.rate == 0)
        try device.expect(.suspended)
        withExtendedLifetime(observations) {}
    }

    @Test("a block is called again and again while it plays, with the position, and not when it pauses")
    func periodic() throws {
        let file = try Self.sound(60)
        defer { try? FileManager.default.removeItem(at: file) }
        let device = try Self.device()
        nonisolated(unsafe) var times: [Double] = []
        let player = device.perform { AVPlayer(url: file) }
        let observer = device.perform {
            player.addPeriodicTimeObserver(forInterval: CMTime(seconds: 1, preferredTimescale: 10), queue: .main) {
                times.append($0.seconds.rounded())
            }
        }
        device.advance(by: .seconds(3))
        #expect(times.isEmpty)
        device.perform { player.play() }
        device.advance(by: .milliseconds(3500))
        #expect(times == [0, 1, 2, 3])
        device.perform { player.pause() }
        device.advance(by: .seconds(3))
        #expect(times.count == 4)
        device.perform { player.seek(to: CMTime(value: 30, timescale: 1)) }
        #expect(times.last == 30)
        device.perform { player.play() }
        device.advance(by: .milliseconds(1500))
        #expect(times.suffix(2) == [30, 31])
        let count = times.count
        device.perform { player.removeTimeObserver(observer) }
        device.advance(by: .seconds(3))
        #expect(times.count == count)
    }

    @Test("a player that is sent back at its end plays on, however it ends, and stands at its end before that")
    func loops() throws {
        let file = try Self.sound(2)
        defer { try? FileManager.default.removeItem(at: file) }
        for action in [AVPlayer.ActionAtItemEnd.pause, .none] {
            let device = try Self.device()
            let player = device.perform { AVPlayer(url: file) }
            player.actionAtItemEnd = action
            nonisolated(unsafe) var ends: [Double] = []
            let token = NotificationCenter.default.addObserver(
                forName: .AVPlayerItemDidPlayToEndTime, object: player.currentItem, queue: nil
            ) { _ in
                ends.append(player.currentTime().seconds)
                guard ends.count < 3 else { return }
                player.seek(to: .zero)
                player.play()
            }
            defer { NotificationCenter.default.removeObserver(token) }
            device.perform {
                // Else it might not begin again in the background (AS-40).
                MPNowPlayingInfoCenter.default().nowPlayingInfo = [MPMediaItemPropertyTitle: "Tides"]
                player.play()
            }
            device.pressHome()
            device.advance(by: .seconds(5))
            try device.expect(grants: .audio)
            device.advance(by: .seconds(20))
            #expect(ends == [2, 2, 2])
            #expect(player.rate == (action == .pause ? 0 : 1))
            try device.expect(.suspended)
            #expect(player.currentItem?.asset is AVURLAsset && AVAsset(url: file) is AVURLAsset)
        }
    }

    @Test("AS-45: a call pauses it, and AS-26: what an AVAudioPlayer may not begin, it may not")
    func refused() throws {
        let file = try Self.sound(60)
        defer { try? FileManager.default.removeItem(at: file) }
        let device = try Self.device()
        let player = device.perform { AVPlayer(url: file) }
        device.perform { player.play() }
        device.advance(by: .seconds(1))
        #expect(player.timeControlStatus == .playing)
        device.call(true)
        device.advance(by: .seconds(1))
        #expect(player.rate == 0 && player.timeControlStatus == .paused)
        device.call(false)
        let other = try Self.device([.fetch])
        let silent = other.perform { AVPlayer(url: file) }
        other.pressHome()
        other.perform { silent.play() }
        #expect(silent.rate == 0)
    }

    @Test("an item on the network plays once it is downloaded, in the background, too")
    func network() async throws {
        let sound = SilentFile.wave(seconds: 30)
        let server = try Greeting { _ in
            Data("HTTP/1.1 200 OK\r\nContent-Type: audio/wav\r\nContent-Length: \(sound.count)\r\n\r\n".utf8) + sound
        }
        let device = try Self.device()
        let player = device.perform { AVPlayer(url: server.url) }
        let item = try #require(player.currentItem)
        device.perform { player.play() }
        device.advance(by: .milliseconds(1))
        #expect(item.status == .unknown && player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        try await Self.wait(device) { item.status == .readyToPlay }
        #expect(player.timeControlStatus == .playing && item.duration.seconds == 30)
        device.pressHome()
        device.advance(by: .seconds(20))
        try device.expect(.background)
        #expect(player.currentTime().seconds > 19)
        device.advance(by: .seconds(15))
        #expect(player.rate == 0 && item.currentTime().seconds == 30)
    }

    /// Lets a device do what waits for its main thread until a condition holds, for at most 10 s.
    private static func wait(_ device: VirtualDevice, until condition: () -> Bool) async throws {
        for _ in 0..<1000 where !condition() {
            await device.runPendingTasks()
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(condition())
    }

    @Test(
        "an item on the network that cannot be played says why",
        arguments: [
            ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "status 404"),
            ("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\nsound without an end", "no live streams"),
            (
                "HTTP/1.1 200 OK\r\nContent-Type: application/vnd.apple.mpegurl\r\nContent-Length: 7\r\n\r\n#EXTM3U",
                "HLS is not played"
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nx", "it has more than"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort", "http://127.0.0.1"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nno sound", "cannot"),
        ])
    func networkFailures(answer: String, word: String) async throws {
        let server = try Greeting { _ in Data(answer.utf8) }
        let device = try Self.device()
        let player = device.perform { AVPlayer(url: server.url) }
        device.perform { player.play() }
        device.advance(by: .seconds(1))
        try await Self.wait(device) { player.currentItem?.status == .failed }
        let error = player.currentItem?.error as? AVError
        #expect(error?.localizedDescription.contains(word) == true, "\(error?.localizedDescription ?? "")")
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    }

    @Test("an item that cannot be played says why: neither a file nor on the network, no file, no sound")
    func failures() throws {
        let device = try Self.device()
        let text = FileManager.default.temporaryDirectory.appending(path: "player-\(UUID().uuidString).mp3")
        try Data("no sound".utf8).write(to: text)
        defer { try? FileManager.default.removeItem(at: text) }
        for (url, code, word) in [
            (URL(string: "rtsp://example.org/a.mp3")!, AVError.Code.contentIsUnavailable, "only files"),
            (URL(fileURLWithPath: "/nowhere.wav"), .contentIsUnavailable, "cannot be opened"),
            (text, .fileFormatNotRecognized, text.path),
        ] {
            let player = device.perform { AVPlayer(url: url) }
            device.perform { player.play() }
            device.advance(by: .seconds(1))
            #expect(player.currentItem?.status == .failed)
            let error = player.currentItem?.error as? AVError
            #expect(error?.code == code && error?.localizedDescription.contains(word) == true)
            #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        }
    }

    @Test(
        "AS-60: the lock screen resumes a player that was suspended, and it plays on; what nobody handles has no effect"
    )
    func remoteCommands() throws {
        let file = try Self.sound(60)
        defer { try? FileManager.default.removeItem(at: file) }
        final class Target: NSObject {
            var seconds: [Double] = []
            func skip(_ event: MPSkipIntervalCommandEvent) -> MPRemoteCommandHandlerStatus {
                seconds.append(event.interval)
                return .success
            }
        }
        let device = try Self.device()
        let target = Target()
        let player = device.perform { AVPlayer(url: file) }
        device.perform {
            let center = MPRemoteCommandCenter.shared()
            center.playCommand.addTarget { _ in
                try? AVAudioSession.sharedInstance().setActive(true)
                player.play()
                return .success
            }
            center.pauseCommand.addTarget { _ in
                player.pause()
                return .success
            }
            let skip = Selector("skip:", { (object: Target, argument1) in object.skip(argument1) })
            center.skipForwardCommand.addTarget(target, action: skip)
            MPNowPlayingInfoCenter.default().nowPlayingInfo = [MPMediaItemPropertyTitle: "Tides"]
            player.play()
        }
        device.pressHome()
        device.advance(by: .seconds(5))
        device.remoteCommand(.pause)
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
        device.remoteCommand(.nextTrack)
        try device.expect(.suspended)
        device.remoteCommand(.play)
        device.advance(by: .seconds(20))
        try device.expect(grants: .audio)
        device.remoteCommand(.skipForward, value: 30)
        device.remoteCommand(.skipForward)
        #expect(target.seconds == [30, 15])
        device.perform {
            let center = MPRemoteCommandCenter.shared()
            center.skipForwardCommand.removeTarget(target)
            center.playCommand.isEnabled = false
        }
        device.remoteCommand(.skipForward)
        #expect(target.seconds.count == 2)
        device.remoteCommand(.pause)
        device.advance(by: .seconds(5))
        device.remoteCommand(.play)
        try device.expect(.suspended)
    }

    @Test("a queue plays its items one after the other, and what is put into it in its place")
    func queue() throws {
        let files = try [2, 3, 4].map(Self.sound)
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        let device = try Self.device()
        let items = device.perform { files.map { AVPlayerItem(url: $0) } }
        let player = device.perform { AVQueuePlayer(items: Array(items.prefix(2))) }
        device.perform {
            player.insert(items[2], after: items[0])
            player.play()
        }
        #expect(player.items() == [items[0], items[2], items[1]])
        device.advance(by: .milliseconds(2500))
        #expect(player.currentItem === items[2] && player.timeControlStatus == .playing)
        device.perform { player.advanceToNextItem() }
        device.advance(by: .milliseconds(500))
        #expect(player.items() == [items[1]])
        device.advance(by: .seconds(5))
        #expect(player.items().isEmpty && player.reasonForWaitingToPlay == .noItemToPlay)
    }

    @Test("a sound that is to begin later begins then, unless it is stopped before")
    func later() throws {
        let file = try Self.sound(60)
        defer { try? FileManager.default.removeItem(at: file) }
        let device = try Self.device()
        let player = try device.perform { try AVAudioPlayer(contentsOf: file) }
        #expect(device.perform { player.play(atTime: player.deviceCurrentTime + 5) })
        device.advance(by: .seconds(4))
        #expect(device.perform { !player.isPlaying })
        device.advance(by: .seconds(2))
        #expect(device.perform { player.isPlaying })
        device.perform {
            player.stop()
            player.play(atTime: player.deviceCurrentTime + 5)
            player.pause()
        }
        device.advance(by: .seconds(10))
        #expect(device.perform { !player.isPlaying })
    }

    @Test("a looper plays an item again and again, until it is told to end")
    func looper() throws {
        let file = try Self.sound(2)
        defer { try? FileManager.default.removeItem(at: file) }
        let device = try Self.device()
        let player = device.perform { AVQueuePlayer() }
        let looper = device.perform { AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: file)) }
        device.perform { player.play() }
        #expect(player.items().count == 2 && looper.status == .ready)
        device.advance(by: .milliseconds(7500))
        #expect(looper.loopCount == 3 && player.items().count == 2 && player.timeControlStatus == .playing)
        device.perform { looper.disableLooping() }
        #expect(player.items().count == 1 && looper.status == .cancelled)
        device.advance(by: .seconds(5))
        #expect(looper.loopCount == 4 && player.items().isEmpty)
    }

    @Test("times are exact fractions, and know what is no number")
    func times() {
        #expect(CMTime(value: 1, timescale: 3) == CMTime(value: 2, timescale: 6))
        #expect(CMTime(value: 1, timescale: 3).hashValue == CMTime(value: 2, timescale: 6).hashValue)
        #expect(CMTime(seconds: 1.5, preferredTimescale: 600).value == 900)
        #expect(CMTime(seconds: 1.0 / 3, preferredTimescale: 10).flags.contains(.hasBeenRounded))
        #expect(CMTime(value: 1, timescale: 2) + CMTime(value: 1, timescale: 3) == CMTime(value: 5, timescale: 6))
        #expect(CMTime(value: 1, timescale: 24) + CMTime(value: 1, timescale: 25) == CMTime(value: 49, timescale: 600))
        #expect(
            CMTime(value: 1, timescale: .max) + CMTime(value: 1, timescale: .max - 1) < CMTime(value: 1, timescale: 1))
        #expect(CMTime(value: 5, timescale: 10) - CMTime(value: 7, timescale: 10) == CMTime(value: -2, timescale: 10))
        #expect(
            CMTime.negativeInfinity < .zero && CMTime.zero < .positiveInfinity && CMTime.positiveInfinity < .indefinite)
        #expect(!CMTime.invalid.isValid && CMTime.indefinite.seconds.isNaN && !CMTime.indefinite.isNumeric)
        #expect(CMTime(seconds: .nan, preferredTimescale: 1).isIndefinite)
        #expect(CMTime(seconds: 1e30, preferredTimescale: 600).isPositiveInfinity)
        #expect(CMTime(seconds: 1e17, preferredTimescale: 600).isNumeric)
        #expect((CMTime.zero - CMTime(value: .min, timescale: 1)).isPositiveInfinity)
        #expect((CMTime.positiveInfinity + .zero).isPositiveInfinity && !(CMTime.invalid + .zero).isValid)
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 1), end: CMTime(value: 3, timescale: 1))
        #expect(range.containsTime(range.start) && !range.containsTime(range.end) && range.duration.seconds == 2)
        #expect(CMTimeMultiplyByFloat64(CMTimeMake(value: 3, timescale: 2), multiplier: 2).seconds == 3)
    }
}
