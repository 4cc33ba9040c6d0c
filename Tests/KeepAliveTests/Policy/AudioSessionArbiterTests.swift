import Testing

@testable import KeepAlivePolicy

/// Several apps on one device: who interrupts whom, for every pair of sessions.
@Suite struct AudioSessionArbiterTests {
    typealias Arbiter = AudioSessionArbiter
    typealias Session = Arbiter.Session

    /// In front, playing with proof.
    private static func playing(_ session: AudioSessionConfiguration) -> TestDevice {
        var device = TestDevice.launched(ios: PolicyProfile(version: IOSVersion(26)), modes: [.audio, .location])
        device.happen(.audioSessionActivated(session))
        device.happen(.audioPlaybackRequested())
        device.happen(.audioAdvanced(frames: 4800, sampleRate: 48_000))
        return device
    }

    /// Every kind of session that differs here.
    static func kinds(app: String) -> [Session] {
        [true, false].flatMap { mixes in
            [true, false].flatMap { speaks in
                [true, false].map { Session(app: app, mixes: mixes, speaks: speaks, interruptsSpeech: $0) }
            }
        }
    }

    @Test(
        "AS-08, AS-10, AS-42: the second of two interrupts the first when neither mixes, or by a prompt what is spoken")
    func pairs() {
        for first in Self.kinds(app: "first") {
            for second in Self.kinds(app: "second") {
                var arbiter = Arbiter()
                #expect(arbiter.activate(first).isEmpty)
                let expected: RuleID? =
                    !first.mixes && !second.mixes ? "AS-42" : second.interruptsSpeech && first.speaks ? "AS-10" : nil
                #expect(
                    arbiter.activate(second) == (expected.map { [.interrupted(app: "first", rule: $0)] } ?? []),
                    "\(first) \(second)")
                #expect(arbiter.sounding.map(\.app) == (expected == nil ? ["first", "second"] : ["second"]))
            }
        }
    }

    @Test("AS-44, AS-46: what was interrupted resumes only when the interrupter notifies", arguments: [true, false])
    func deactivation(notifies: Bool) {
        var arbiter = Arbiter()
        _ = arbiter.activate(Session(app: "music", mixes: false))
        _ = arbiter.activate(Session(app: "radio", mixes: true))
        _ = arbiter.activate(Session(app: "call", mixes: false))
        #expect(arbiter.sounding.map(\.app) == ["radio", "call"])
        let verdicts = arbiter.deactivate(app: "call", notifyingOthers: notifies)
        #expect(verdicts == [.ended(app: "music", shouldResume: notifies)])
        #expect(arbiter.sounding.map(\.app) == (notifies ? ["radio", "music"] : ["radio"]))
    }

    @Test("AS-44: interruptions nest; each ends what it has begun")
    func nested() {
        var arbiter = Arbiter()
        for app in ["a", "b", "c"] { _ = arbiter.activate(Session(app: app, mixes: false)) }
        #expect(arbiter.sounding.map(\.app) == ["c"])
        #expect(arbiter.deactivate(app: "c", notifyingOthers: true) == [.ended(app: "b", shouldResume: true)])
        #expect(arbiter.deactivate(app: "b", notifyingOthers: true) == [.ended(app: "a", shouldResume: true)])
        #expect(arbiter.sounding.map(\.app) == ["a"])
    }

    @Test("AS-42, AS-46: who waits is not told to resume while another sounds with which it does not mix")
    func passedOn() {
        var arbiter = Arbiter()
        _ = arbiter.activate(Session(app: "waiting", mixes: false))
        _ = arbiter.activate(Session(app: "first", mixes: false))
        _ = arbiter.activate(Session(app: "second", mixes: false))
        // "first" interrupts "waiting", "second" interrupts "first"; "first" ends.
        #expect(arbiter.deactivate(app: "first", notifyingOthers: true) == [])
        #expect(arbiter.sounding.map(\.app) == ["second"])
        #expect(
            arbiter.deactivate(app: "second", notifyingOthers: true) == [.ended(app: "waiting", shouldResume: true)])
    }

    @Test("AS-46: this app is told to resume when the last of those ends that interrupt it")
    func lastOfSeveral() {
        var device = Self.playing(AudioSessionConfiguration(category: .playback))
        device.happen(.audioSession(.otherAppBegan(.init(app: "A", mixes: false))))
        device.happen(.audioSession(.otherAppBegan(.init(app: "B", mixes: false))))
        device.happen(.audioSession(.otherAppEnded(app: "A", notifiesOthers: true)))
        #expect(!device.callbacks.contains(.audioInterruptionEnded(shouldResume: true)))
        device.happen(.audioSession(.otherAppEnded(app: "B", notifiesOthers: true)))
        #expect(device.callbacks.contains(.audioInterruptionEnded(shouldResume: true)))
    }

    @Test("AS-41, AS-42: during a call or an alarm no other app is heard either", arguments: [true, false])
    func silencedByPriority(call: Bool) {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSession(.otherAppBegan(.init(app: "Music", mixes: true))))
        #expect(device.machine.otherAppsSounding == ["Music"])
        device.happen(.audioSession(.interruptionBegan(call ? .call : .alarm)))
        #expect(device.machine.otherAppsSounding.isEmpty)
        device.happen(.audioSession(.interruptionEnded(call ? .call : .alarm, shouldResume: true)))
        #expect(device.machine.otherAppsSounding == ["Music"])
    }

    @Test("AS-44: what this session interrupted may resume also after an interruption of its own")
    func deactivatedLate() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSession(.otherAppBegan(.init(app: "Music", mixes: false))))
        device.happen(.audioSessionActivated(AudioSessionConfiguration(category: .playback)))
        device.happen(.audioSession(.interruptionBegan(.alarm)))
        device.happen(.audioSession(.interruptionEnded(shouldResume: true)))
        let effects = device.happen(.audioSessionDeactivated(notifyOthers: true))
        #expect(effects.contains(.interruptOthers(false)))
        #expect(device.machine.otherAppsSounding == ["Music"])
    }

    @Test("MD-16, AS-42: a device that comes back does not give the session back against another app")
    func notGivenBack() {
        for mixes in [true, false] {
            var device = Self.playing(AudioSessionConfiguration(category: .playback))
            device.happen(.left(by: .home))
            device.happen(.callbackReturned(.didEnterBackground))
            device.happen(.audioStalled(cause: "gone"))
            device.advance(by: .seconds(5))
            #expect(device.machine.state == .suspended)
            device.happen(.audioSession(.otherAppBegan(.init(app: "Music", mixes: mixes))))
            let effects = device.happen(.audioAdvanced(frames: 1_000_000, sampleRate: 48_000))
            #expect(!effects.contains(.interruptOthers(true)))
            #expect((device.machine.state == .background) == mixes)
        }
    }

    @Test("AS-47: an app that activates its session by itself during an interruption is told of no end")
    func helpsItself() {
        var arbiter = Arbiter()
        _ = arbiter.activate(Session(app: "ours", mixes: false))
        _ = arbiter.activate(Session(app: "theirs", mixes: false))
        #expect(
            arbiter.activate(Session(app: "ours", mixes: false)) == [.interrupted(app: "theirs", rule: "AS-42")])
        #expect(arbiter.deactivate(app: "ours", notifyingOthers: true) == [.ended(app: "theirs", shouldResume: true)])
    }

    @Test("AS-42, AS-46: two apps with the whole policy meet in one arbiter and agree on who sounds")
    func twoMachines() {
        for (mine, theirs) in [(false, false), (false, true), (true, false), (true, true)] {
            var navigation = Self.playing(
                AudioSessionConfiguration(category: .playback, mixWithOthers: mine))
            var music = Self.playing(
                AudioSessionConfiguration(category: .playback, mixWithOthers: theirs))
            // Music is activated second, and told to the other; then it stops, and notifies.
            let session = Session(app: "music", music.machine.audio.configuration)
            navigation.happen(.audioSession(.otherAppBegan(session)))
            #expect(navigation.machine.audio.isFlowing == (mine || theirs))
            let before = navigation.callbacks.count
            music.happen(.audioPlaybackStopped)
            music.happen(.audioSessionDeactivated(notifyOthers: true))
            navigation.happen(.audioSession(.otherAppEnded(app: "music", notifiesOthers: true)))
            let ended = navigation.callbacks.dropFirst(before).contains(.audioInterruptionEnded(shouldResume: true))
            #expect(ended == (!mine && !theirs))
        }
    }
}
