import Testing

@testable import KeepAlivePolicy

@Suite struct AudioPolicyTests {
    static let mixable = AudioSessionConfiguration(category: .playback, mixWithOthers: true)

    /// In the background, playing with proof.
    static func playing() -> TestDevice {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSessionActivated(mixable))
        device.happen(.homePressed)
        device.happen(.audioPlaybackRequested())
        device.advance(by: .milliseconds(100))
        device.happen(.audioAdvanced(frames: 4800, sampleRate: 48_000))
        return device
    }

    @Test("AS-34: declared and flowing audio keeps the app running")
    func keepsRunning() {
        var device = Self.playing()
        device.advance(by: .seconds(100_000))
        #expect(device.state == .background)
        #expect(device.grants == [.audio])
        #expect(device.machine.nextDeadline == nil)
    }

    @Test("AS-34: a player that the device never proves has one second, then counts for nothing")
    func noEvidence() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSessionActivated(Self.mixable))
        device.happen(.homePressed)
        #expect(device.happen(.audioPlaybackRequested()).contains(.startAudio))
        device.advance(by: .milliseconds(999))
        #expect(device.grants == [.audio])
        device.advance(by: .milliseconds(1))
        #expect(device.grants.isEmpty)
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
        #expect(device.stateReason?.rule == "AS-34")
        #expect(device.stateReason?.evidence?.framesPlayed == 0)
    }

    @Test("a pointer that does not move forward proves nothing")
    func standingPointer() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSessionActivated(Self.mixable))
        device.happen(.homePressed)
        device.happen(.audioPlaybackRequested())
        device.happen(.audioAdvanced(frames: 0, sampleRate: 48_000))
        device.advance(by: .seconds(2))
        #expect(device.state == .suspended)
    }

    @Test("AS-26: without the mode, playing in the background is refused with !pla, and the app is suspended")
    func modeMissing() {
        var device = TestDevice.launched()
        device.happen(.audioSessionActivated(Self.mixable))
        device.happen(.homePressed)
        device.happen(.audioPlaybackRequested())
        #expect(device.refusals == [.cannotStartPlaying])
        #expect(device.refusals.first?.code == 561_015_905)
        device.advance(by: .milliseconds(200))
        #expect(device.state == .suspended)
        #expect(device.stateReason?.rule == "AS-26")
    }

    @Test("AS-26: activating in the background without the mode is refused too")
    func activationRefused() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        device.happen(.audioSessionActivated(Self.mixable))
        #expect(device.refusals == [.cannotStartPlaying])
    }

    @Test(
        "AS-01, AS-02, AS-26: ambient and soloAmbient do not play in the background",
        arguments: [
            AudioSessionConfiguration.Category.ambient, .soloAmbient,
        ])
    func categories(category: AudioSessionConfiguration.Category) {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSessionActivated(.init(category: category)))
        device.happen(.homePressed)
        device.happen(.audioPlaybackRequested())
        #expect(device.refusals == [.cannotStartPlaying])
    }

    @Test("AS-23, AS-38: in the background a session must mix to be activated")
    func mixing() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.homePressed)
        device.happen(.audioSessionActivated(.init(category: .playback)))
        #expect(device.refusals == [.cannotInterruptOthers])
        #expect(device.refusals.first?.code == 560_557_684)
        device.happen(.audioSessionActivated(Self.mixable))
        #expect(device.refusals.count == 1)
    }

    @Test("AS-33: playing without an active session is refused")
    func noSession() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioPlaybackRequested())
        #expect(device.refusals == [.sessionNotActive])
        #expect(device.refusals.first?.code == 1_768_841_571)
    }

    @Test("AS-35: an active session alone does not keep the app running")
    func sessionAlone() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSessionActivated(Self.mixable))
        device.happen(.homePressed)
        device.advance(by: .milliseconds(200))
        #expect(device.state == .suspended)
    }

    @Test("AS-55, BM-03: audio that plays when the app leaves stops without the mode")
    func stopsAtBackgroundEntry() {
        var device = TestDevice.launched()
        device.happen(.audioSessionActivated(Self.mixable))
        device.happen(.audioPlaybackRequested())
        device.happen(.audioAdvanced(frames: 100, sampleRate: 8000))
        #expect(device.happen(.homePressed).contains(.stopAudio))
        device.advance(by: .milliseconds(200))
        #expect(device.state == .suspended)
        #expect(device.stateReason?.rule == "AS-55")
    }

    @Test("AS-36: when audio stops flowing, the app is suspended a second later")
    func stalls() {
        var device = Self.playing()
        device.happen(.audioStalled(cause: "the sound server went away"))
        #expect(device.grants.isEmpty)
        device.advance(by: .milliseconds(999))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .suspended)
        #expect(device.stateReason?.text.contains("the sound server went away") == true)
        #expect(device.stateReason?.evidence?.framesPlayed == 4800)
    }

    @Test("a short gap in the sound does not suspend")
    func shortGap() {
        var device = Self.playing()
        device.happen(.audioStalled(cause: "xrun"))
        device.advance(by: .milliseconds(500))
        device.happen(.audioAdvanced(frames: 9600, sampleRate: 48_000))
        device.advance(by: .seconds(100))
        #expect(device.state == .background)
    }

    @Test("when the device recovers, the grant returns, and the app with it")
    func recovers() {
        var device = Self.playing()
        device.happen(.audioStalled(cause: "the sound server went away"))
        device.advance(by: .seconds(10))
        let effects = device.happen(.audioAdvanced(frames: 9600, sampleRate: 48_000))
        #expect(effects.contains(.gainGrant(.audio)))
        #expect(effects.contains(.resume))
        #expect(device.stateReason?.rule == "MD-16")
        #expect(device.state == .background)
        device.advance(by: .seconds(100))
        #expect(device.state == .background)
    }

    @Test("a stalled player can be started again")
    func restartsStalled() {
        var device = Self.playing()
        device.happen(.audioStalled(cause: "xrun"))
        #expect(device.happen(.audioPlaybackRequested()).contains(.startAudio))
        #expect(device.grants == [.audio])
    }

    @Test("a player that the app stopped does not come back by itself")
    func stoppedByTheApp() {
        var device = Self.playing()
        #expect(device.happen(.audioPlaybackStopped).contains(.stopAudio))
        device.happen(.audioAdvanced(frames: 9600, sampleRate: 48_000))
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
    }

    @Test("AS-20 to AS-33: the numbers are the four characters, big-endian")
    func numbers() {
        #expect(AudioSessionError.cannotStartRecording.code == 561_145_187)
        #expect(AudioSessionError.resourceNotAvailable.code == 561_145_203)
    }
}
