import Testing

@testable import KeepAlivePolicy

/// What each category may do in front and behind, and what its options do while it is active.
@Suite struct AudioCategoryTests {
    typealias Session = AudioSessionConfiguration

    /// In front with an active session.
    static func active(
        _ session: Session, ios: IOSVersion = IOSVersion(26), modes: [BackgroundMode] = [.audio]
    ) -> TestDevice {
        var device = TestDevice.launched(ios: PolicyProfile(version: ios), modes: modes)
        device.happen(.audioSessionActivated(session))
        return device
    }

    /// In front, playing with proof.
    static func playing(
        _ session: Session = Session(category: .playback, mixWithOthers: true), ios: IOSVersion = IOSVersion(26),
        modes: [BackgroundMode] = [.audio]
    ) -> TestDevice {
        var device = active(session, ios: ios, modes: modes)
        device.happen(.audioPlaybackRequested())
        device.happen(.audioAdvanced(frames: 4800, sampleRate: 48_000))
        return device
    }

    @Test(
        "AS-01, AS-02, AS-03, AS-04, AS-05, AS-06, AS-07: who plays on in the background",
        arguments: [
            (Session.Category.ambient, "stops"), (.soloAmbient, "stops"), (.playback, "goes on"),
            (.record, "refused"), (.playAndRecord, "goes on"), (.multiRoute, "goes on"),
            (.audioProcessing, "refused"),
        ])
    func plays(category: Session.Category, outcome: String) {
        var device = Self.playing(Session(category: category))
        #expect(device.refusals == (outcome == "refused" ? [.incompatibleCategory] : []))
        let effects = device.happen(.homePressed)
        device.advance(by: .seconds(1000))
        #expect(effects.contains(.stopAudio) == (outcome == "stops"))
        #expect(device.state == (outcome == "goes on" ? .background : .suspended))
        if outcome == "stops" { #expect(device.stateReason?.rule == "AS-55") }
    }

    @Test(
        "AS-01, AS-02, AS-03, AS-04, AS-05, AS-06, AS-07, AS-22: who records, and on into the background",
        arguments: [
            (Session.Category.ambient, false), (.soloAmbient, false), (.playback, false), (.record, true),
            (.playAndRecord, true), (.multiRoute, true), (.audioProcessing, false),
        ])
    func records(category: Session.Category, may: Bool) {
        var device = Self.active(Session(category: category))
        device.happen(.audioRecordingRequested)
        device.happen(.audioAdvanced(frames: 4800, sampleRate: 48_000))
        #expect(device.refusals == (may ? [] : [.incompatibleCategory]))
        device.happen(.homePressed)
        device.advance(by: .seconds(1000))
        #expect(device.state == (may ? .background : .suspended))
    }

    @Test("SD-24, SD-25, AS-36: sound keeps the app running until it stops, and a second later the app is suspended")
    func stops() {
        var device = Self.playing()
        device.happen(.homePressed)
        device.advance(by: .seconds(10_000))
        #expect(device.state == .background)
        device.happen(.audioPlaybackStopped)
        device.advance(by: .seconds(1) - .milliseconds(1))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .suspended)
        #expect(device.stateReason?.rule == "AS-36")
    }

    @Test("SD-23, SD-24: without the mode play() fails in the background, and the refusal says what to turn on")
    func turnOnTheMode() {
        var device = Self.active(Session(category: .playback, mixWithOthers: true), modes: [])
        device.happen(.homePressed)
        device.happen(.audioPlaybackRequested())
        let reason = device.reason { if case .refuseAudio = $0 { true } else { false } }
        #expect(reason?.text.contains("turn on the audio background mode") == true)
    }

    @Test("SD-26: in front every category that plays may play, with the mode and without", arguments: [true, false])
    func inFront(declared: Bool) {
        for category in Session.Category.allCases where category != .record && category != .audioProcessing {
            let device = Self.playing(Session(category: category), modes: declared ? [.audio] : [])
            #expect(device.refusals.isEmpty)
            #expect(device.machine.audio.isFlowing)
        }
    }

    @Test("AS-40: sound that does not mix goes on into the background; stopped there, it does not start again")
    func stoppedThere() {
        var device = Self.playing(Session(category: .playback))
        device.happen(.homePressed)
        device.advance(by: .seconds(100))
        #expect(device.state == .background)
        device.happen(.audioPlaybackStopped)
        device.happen(.audioPlaybackRequested())
        #expect(device.refusals == [.cannotInterruptOthers])
        #expect(device.reason { if case .refuseAudio = $0 { true } else { false } }?.rule == "AS-40")
        device.happen(.returnedToForeground)
        device.happen(.audioPlaybackRequested())
        #expect(device.refusals.count == 1)
        device.happen(.audioPlaybackStopped)
        device.happen(.homePressed)
        device.happen(.audioPlaybackRequested())
        #expect(device.refusals.count == 1)
    }

    @Test("AS-40, AS-38: stopped there, sound that mixes starts again, and so does that of the Now Playing app")
    func startsAgain() {
        var mixing = Self.playing()
        mixing.happen(.homePressed)
        mixing.happen(.audioPlaybackStopped)
        mixing.happen(.audioPlaybackRequested())
        #expect(mixing.refusals.isEmpty)
        var nowPlaying = Self.playing(Session(category: .playback))
        nowPlaying.happen(.audioSession(.nowPlaying(true)))
        nowPlaying.happen(.homePressed)
        nowPlaying.happen(.audioPlaybackStopped)
        nowPlaying.happen(.audioPlaybackRequested())
        #expect(nowPlaying.refusals.isEmpty)
    }

    @Test("AS-23, CF-07: in the background only the Now Playing app activates a session that does not mix")
    func nowPlaying() {
        for isIt in [false, true] {
            var device = TestDevice.launched(modes: [.audio])
            device.happen(.audioSession(.nowPlaying(isIt)))
            device.happen(.homePressed)
            device.happen(.audioSessionActivated(Session(category: .playback)))
            #expect(device.refusals == (isIt ? [] : [.cannotInterruptOthers]))
            #expect(device.machine.audio.active == isIt)
        }
    }

    @Test("AS-37: silence counts as sound, unless the profile says that it does not")
    func silence() {
        for counts in [true, false] {
            var profile = PolicyProfile.ios26
            profile.switches.silenceCountsAsPlaying = counts
            var device = TestDevice.launched(ios: profile, modes: [.audio])
            device.happen(.audioSessionActivated(Session(category: .playback, mixWithOthers: true)))
            device.happen(.audioPlaybackRequested(silent: true))
            device.happen(.audioAdvanced(frames: 100, sampleRate: 8000))
            device.happen(.homePressed)
            device.advance(by: .seconds(100))
            #expect(device.state == (counts ? .background : .suspended))
            if !counts { #expect(device.stateReason?.rule == "AS-37") }
        }
    }

    @Test("AS-37: where silence does not count, a second player that is heard does")
    func heard() {
        var profile = PolicyProfile.ios26
        profile.switches.silenceCountsAsPlaying = false
        var device = TestDevice.launched(ios: profile, modes: [.audio])
        device.happen(.audioSessionActivated(Session(category: .playback, mixWithOthers: true)))
        device.happen(.audioPlaybackRequested(silent: true))
        device.happen(.audioPlaybackRequested(silent: false))
        device.happen(.audioAdvanced(frames: 100, sampleRate: 8000))
        device.happen(.homePressed)
        device.advance(by: .seconds(100))
        #expect(device.state == .background)
    }

    @Test(
        "AS-27, AS-39, AS-04: a recording does not start in the background; one that runs goes on",
        arguments: [IOSVersion(12), IOSVersion(13), IOSVersion(18), IOSVersion(26)])
    func recording(ios: IOSVersion) {
        for mixes in [true, false] {
            var device = Self.active(Session(category: .playAndRecord, mixWithOthers: mixes), ios: ios)
            device.happen(.homePressed)
            device.happen(.audioRecordingRequested)
            #expect(device.refusals == [.cannotStartRecording])
            #expect(device.refusals.first?.code == 561_145_187)
        }
        var running = Self.active(Session(category: .record), ios: ios)
        running.happen(.audioRecordingRequested)
        running.happen(.audioAdvanced(frames: 1, sampleRate: 8000))
        running.happen(.homePressed)
        running.advance(by: .seconds(1000))
        #expect(running.state == .background)
    }

    @Test("AS-30: without an input nothing records, and record is not activated")
    func noInput() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSession(.inputAvailable(false)))
        device.happen(.audioSessionActivated(Session(category: .record)))
        #expect(device.refusals == [.resourceNotAvailable])
        device.happen(.audioSessionActivated(Session(category: .playAndRecord)))
        device.happen(.audioRecordingRequested)
        #expect(device.refusals == [.resourceNotAvailable, .resourceNotAvailable])
        device.happen(.audioPlaybackRequested())
        #expect(device.refusals.count == 2)
    }

    @Test("AS-25: while Siri records, input is hers; playback is not concerned")
    func siri() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSession(.siriRecording(true)))
        device.happen(.audioSessionActivated(Session(category: .playAndRecord)))
        #expect(device.refusals == [.siriIsRecording])
        device.happen(.audioSession(.siriRecording(false)))
        device.happen(.audioSessionActivated(Session(category: .playAndRecord)))
        #expect(device.refusals.count == 1)
        device.happen(.audioSession(.siriRecording(true)))
        device.happen(.audioSessionActivated(nil))
        #expect(device.refusals == [.siriIsRecording, .siriIsRecording])
        var player = TestDevice.launched(modes: [.audio])
        player.happen(.audioSession(.siriRecording(true)))
        player.happen(.audioSessionActivated(Session(category: .playback)))
        #expect(player.refusals.isEmpty)
    }

    // MARK: Options at work

    /// How others' sound was lowered and raised, in order.
    static func ducking(_ device: TestDevice) -> [Bool] {
        device.effects.compactMap { if case .duckOthers(let on) = $0.effect.action { on } else { nil } }
    }

    @Test("AS-09: ducking lasts from activation to deactivation")
    func ducks() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioCategorySet(Session(category: .playback, options: [.duckOthers])))
        #expect(Self.ducking(device) == [])
        device.happen(.audioSessionActivated(nil))
        #expect(Self.ducking(device) == [true])
        device.happen(.audioSessionDeactivated())
        #expect(Self.ducking(device) == [true, false])
        device.happen(.audioSessionDeactivated())
        #expect(Self.ducking(device) == [true, false])
    }

    @Test("AS-09: a change of the options while active begins and ends it too")
    func ducksByChange() {
        var device = Self.active(Session(category: .playback, mixWithOthers: true))
        device.happen(.audioCategorySet(Session(category: .playback, options: [.duckOthers])))
        #expect(Self.ducking(device) == [true])
        device.happen(.audioCategorySet(Session(category: .playback)))
        #expect(Self.ducking(device) == [true, false])
    }

    @Test(
        "AS-09: whatever takes the session ends the ducking: interruption, suspension, the media server, the end",
        arguments: [
            PolicyEvent.audioSession(.interruptionBegan(.call)), .homePressed, .audioSession(.mediaServicesLost),
            .audioSession(.mediaServicesReset), .forceQuit, .device(.rebooted),
        ])
    func duckingEnds(event: PolicyEvent) {
        var device = Self.active(Session(category: .playback, options: [.duckOthers]))
        device.happen(event)
        device.advance(by: .seconds(1))
        #expect(Self.ducking(device) == [true, false])
    }

    @Test("AS-10: its session interrupts what others speak, and mixes with the rest")
    func interruptsSpoken() {
        for speaks in [true, false] {
            var device = TestDevice.launched(modes: [.audio])
            device.happen(.audioSession(speaks ? .otherAppBeganToSpeak(mixes: false) : .otherAppBegan(mixes: false)))
            device.happen(
                .audioSessionActivated(
                    Session(category: .playback, options: [.interruptSpokenAudioAndMixWithOthers])))
            let effects = device.effects.map(\.effect)
            #expect(effects.contains(.interruptOthers(true)) == speaks)
            if speaks { #expect(device.reason { $0 == .interruptOthers(true) }?.rule == "AS-10") }
        }
    }

    @Test("AS-10: a prompt of another app interrupts spoken sound, from iOS 9 on, though both mix")
    func prompted() {
        for (ios, mode, interrupts) in [
            (IOSVersion(26), Session.Mode.spokenAudio, true), (IOSVersion(26), .default, false),
            (IOSVersion(9), .spokenAudio, true), (IOSVersion(8, 4), .spokenAudio, false),
        ] {
            var device = Self.playing(Session(category: .playback, options: [.mixWithOthers], mode: mode), ios: ios)
            device.happen(.audioSession(.otherAppPrompted))
            let began = device.callbacks.contains(.audioInterruptionBegan(reason: 0, wasSuspended: false))
            #expect(began == interrupts, "\(ios) \(mode)")
            device.happen(.audioSession(.otherAppEnded(notifiesOthers: true)))
            #expect(device.callbacks.contains(.audioInterruptionEnded(shouldResume: true)) == interrupts)
        }
    }

    @Test("AS-14: defaultToSpeaker survives interruptions, routes, deactivation and suspension, not a new category")
    func speaker() {
        let session = Session(category: .playAndRecord, options: [.defaultToSpeaker])
        var device = Self.active(session)
        device.happen(.audioSession(.interruptionBegan(.alarm)))
        device.happen(.audioSession(.interruptionEnded(shouldResume: true)))
        device.happen(.audioSession(.routeChanged(to: .headphones, disconnected: false)))
        device.happen(.audioSessionActivated(nil))
        device.happen(.audioSessionDeactivated())
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
        device.happen(.returnedToForeground)
        #expect(device.machine.audio.configuration == session)
        device.happen(.audioCategorySet(Session(category: .playback)))
        #expect(device.machine.audio.configuration.options.isEmpty)
    }

    @Test("AS-15: a muted microphone interrupts sessions with input, unless they override it")
    func mutedMicrophone() {
        for (session, interrupts) in [
            (Session(category: .playAndRecord), true), (Session(category: .record), true),
            (Session(category: .playAndRecord, options: [.overrideMutedMicrophoneInterruption]), false),
            (Session(category: .playback), false),
        ] {
            var device = Self.active(session)
            device.happen(.audioSession(.interruptionBegan(.builtInMicMuted)))
            #expect(device.machine.audio.active == !interrupts, "\(session)")
        }
    }

    @Test(
        "SD-22: the sample's session on each route",
        arguments: [
            ([.builtInSpeaker], false), ([.builtInReceiver], false), ([.airPlay], false), ([], false),
            ([.headphones], true), ([.bluetoothA2DP], true), ([.bluetoothLE], true), ([.bluetoothHFP], true),
            ([.builtInSpeaker, .bluetoothHFP], true),
        ] as [(Set<AudioPort>, Bool)])
    func sample(outputs: Set<AudioPort>, worn: Bool) {
        let session = Session.sample(outputs: outputs)
        #expect(session.category == .playAndRecord)
        #expect(session.mode == .default)
        #expect(session.options.map(\.rawValue).sorted() == (worn ? [1, 4, 32] : [1, 8]))
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.homePressed)
        device.happen(.audioSessionActivated(session))
        device.happen(.audioPlaybackRequested())
        #expect(device.refusals.isEmpty)
        // On stop: the player first, then the session.
        device.happen(.audioPlaybackStopped)
        device.happen(.audioSessionDeactivated())
        #expect(device.refusals.isEmpty)
    }

    @Test("SD-22: the routes have the values of AVAudioSession.Port")
    func ports() {
        #expect(
            AudioPort.allCases.map(\.rawValue) == [
                "Receiver", "Speaker", "Headphones", "BluetoothA2DPOutput", "BluetoothLE", "BluetoothHFP", "AirPlay",
            ])
    }
}
