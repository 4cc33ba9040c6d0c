import Testing

@testable import KeepAliveModel
@testable import KeepAlivePolicy

/// Sound, interruptions and routes. The state that a machine keeps from one event to the next, where no timeline shows it at once.
@Suite struct AudioStateTests {
    private static let alone = AudioSessionConfiguration(category: .playback)

    /// A running app whose sound flows.
    private static func player(_ ios: PolicyProfile = ProfileCatalogue.newest, engine: Int? = nil) -> TestDevice {
        var device = TestDevice.launched(ios: ios, modes: [.audio, .voip])
        device.happen(.audioSessionActivated(alone))
        device.happen(.audioPlaybackRequested(engine: engine))
        device.happen(.audioAdvanced(frames: 4800, sampleRate: 48_000))
        return device
    }

    @Test("AS-30: a refused activation is forgotten by the next one alone")
    func activation() {
        var activity = AudioActivity()
        activity.activationRefused = true
        activity.active = false
        #expect(activity.activationRefused)
        activity.active = true
        #expect(!activity.activationRefused)
    }

    @Test("AS-41: Siri records on when the app's process has ended")
    func siri() {
        var activity = AudioActivity()
        activity.siriRecords = true
        activity.forgetProcess()
        #expect(activity.siriRecords)
    }

    @Test("AS-39: a player that is interrupted is no recorder; a recorder that the app stops does not record again")
    func recordsAgain() {
        var device = Self.player()
        device.happen(.audioSession(.interruptionBegan(.call)))
        #expect(device.machine.audio.playsAgain && !device.machine.audio.recordsAgain)
        device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSessionActivated(AudioSessionConfiguration(category: .playAndRecord)))
        device.happen(.audioRecordingRequested)
        device.happen(.audioSession(.interruptionBegan(.call)))
        #expect(device.machine.audio.recordsAgain)
        device.happen(.audioPlaybackStopped)
        #expect(!device.machine.audio.recordsAgain)
    }

    @Test("AS-58: where interrupted sound does not run on, nothing plays again by itself")
    func playsAgain() throws {
        let profile = try ProfileCatalogue.newest.applying([ProfileOverride(parsing: "interruptedAudioRuns=false")])
        var device = Self.player(profile)
        device.happen(.audioSession(.interruptionBegan(.call)))
        #expect(!device.machine.audio.playsAgain)
    }

    @Test("AS-40, AS-61, AS-62: what the loss of a route stops in the background was stopped in the background")
    func stoppedByRoute() {
        for engine in [nil, 1] {
            var device = Self.player(engine: engine)
            device.happen(.audioSession(.routeChanged(to: .headphones, disconnected: false)))
            if engine != nil { device.happen(.audioPlaybackRequested(engine: 2)) }
            device.happen(.audioAdvanced(frames: 9600, sampleRate: 48_000))
            device.happen(.left(by: .home))
            #expect(device.machine.audio.flow == .playing)
            #expect(!device.machine.audio.stoppedInBackground)
            device.happen(.audioSession(.routeChanged(to: .builtInSpeaker, disconnected: true)))
            #expect(device.machine.audio.flow == .stopped)
            #expect(device.machine.audio.stoppedInBackground, "\(engine ?? 0)")
            #expect(device.machine.audio.engine == nil)
        }
    }

    @Test("AS-60: an app whose session mixes has no controls, and the timeline says so")
    func mixingControls() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSessionActivated(AudioSessionConfiguration(category: .playback)))
        device.happen(.audioPlaybackRequested())
        device.happen(.audioSession(.nowPlaying(true)))
        device.happen(.audioSession(.remoteCommandsHandled([.pause])))
        var machine = device.machine
        machine.audio.configuration = AudioSessionConfiguration(category: .playback, mixWithOthers: true)
        let effects = machine.handle(.audioSession(.remoteCommand(RemoteCommand(.pause))), at: device.now)
        let logged = effects.first { if case .log = $0.action { true } else { false } }
        #expect(logged?.reason == Reason("AS-60", "the session mixes, so the app has no controls"))
    }

    @Test("AS-49: the late beginning of an interruption is told once, and is not lost in a suspension")
    func lateBeginning() {
        let notice = ProcessLife.Queued(
            callback: .audioInterruptionBegan(reason: 1, wasSuspended: true), reason: Reason("AS-49", "late"))
        var machine = TestDevice.launched(modes: [.audio]).machine
        machine.audio.lateBeginning = notice
        machine.tellLateBeginning()
        #expect(machine.audio.lateBeginning == nil)

        machine.audio.lateBeginning = notice
        machine.process.record.queued = []
        machine.deactivateAudioOnSuspension()
        #expect(machine.audio.lateBeginning == nil)
        #expect(machine.process.record.queued.contains(notice))

        machine.audio.lateBeginning = notice
        machine.giveBackAudioSession()
        #expect(machine.audio.lateBeginning == nil)

        var device = Self.player()
        device.happen(.audioPlaybackStopped)
        device.suspend()
        machine = device.machine
        machine.audio.lateBeginning = notice
        let effects = machine.handle(.returnedToForeground, at: device.now)
        #expect(effects.contains { $0.action == .deliver(notice.callback) })
    }

    @Test("BM-13: Push to Talk leaves an ambient session alone, and the timeline says so")
    func ambientChannel() {
        var machine = TestDevice.launched(modes: [.pushToTalk]).machine
        machine.audio.configuration = AudioSessionConfiguration(category: .ambient)
        machine.effects = []
        machine.activateForPushToTalk()
        #expect(machine.effects.map(\.reason) == [Reason("BM-13", "the app rests in the category ambient")])
        #expect(!machine.audio.active)
    }
}
