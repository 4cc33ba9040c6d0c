import Testing

@testable import KeepAlivePolicy

/// Interruptions, other apps, calls, routes, the media server: the session from outside.
@Suite struct AudioSessionEventTests {
    typealias Session = AudioSessionConfiguration
    static let mixing = Session(category: .playback, mixWithOthers: true)
    static let began = AppCallback.audioInterruptionBegan(reason: 0, wasSuspended: false)

    static func playing(_ session: Session = mixing, ios: IOSVersion = IOSVersion(26)) -> TestDevice {
        AudioCategoryTests.playing(session, ios: ios, modes: [.audio, .location])
    }

    /// Suspended with a session that was active and idle.
    static func suspended(ios: IOSVersion) -> TestDevice {
        var device = AudioCategoryTests.active(mixing, ios: ios)
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        return device
    }

    // MARK: Interruptions

    @Test("AS-45: when the app hears of an interruption, its session is inactive and its sound has stopped")
    func interrupted() throws {
        var device = Self.playing()
        let effects = device.happen(.audioSession(.interruptionBegan(.alarm)))
        let stop = try #require(effects.firstIndex { $0.action == .stopAudio })
        let call = try #require(effects.firstIndex { $0.action == .deliver(Self.began) })
        #expect(stop < call)
        #expect(!device.machine.audio.active)
        device.happen(.audioPlaybackRequested())
        #expect(device.refusals == [.sessionNotActive])
        #expect(device.state == .foregroundActive)
    }

    @Test("AS-45: only an active session is interrupted, and only once")
    func onlyActive() {
        var device = Self.playing()
        device.happen(.audioSession(.interruptionBegan(.alarm)))
        device.happen(.audioSession(.interruptionBegan(.call)))
        #expect(device.callbacks.count { $0 == Self.began } == 1)
        var idle = TestDevice.launched(modes: [.audio])
        idle.happen(.audioSession(.interruptionBegan(.alarm)))
        idle.happen(.audioSession(.interruptionEnded(shouldResume: true)))
        #expect(!idle.callbacks.contains { $0.name.hasPrefix("audioInterruption") })
    }

    @Test("AS-45, AS-36: interrupted in the background, an app without another reason is suspended a second later")
    func interruptedInBackground() {
        var device = Self.playing()
        device.happen(.homePressed)
        device.advance(by: .seconds(100))
        device.happen(.audioSession(.interruptionBegan(.call)))
        #expect(device.grants.isEmpty)
        device.advance(by: .milliseconds(999))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .suspended)
        #expect(device.stateReason?.rule == "AS-45")
    }

    @Test("AS-45, AS-46: with another reason to run, the app stays and hears of the end; it may resume at once")
    func interruptedWithTask() {
        var device = Self.playing()
        device.happen(.homePressed)
        let task = device.beginTask()
        device.happen(.audioSession(.interruptionBegan(.call)))
        device.advance(by: .seconds(10))
        #expect(device.state == .background)
        device.happen(.audioSession(.interruptionEnded(shouldResume: true)))
        #expect(device.callbacks.last == .audioInterruptionEnded(shouldResume: true))
        device.happen(.audioSessionActivated(nil))
        device.happen(.audioPlaybackRequested())
        device.happen(.audioAdvanced(frames: 9600, sampleRate: 48_000))
        device.happen(.backgroundTaskEnded(task))
        device.advance(by: .seconds(1000))
        #expect(device.grants == [.audio])
        #expect(device.state == .background)
    }

    @Test("AS-45: with location as another reason, the app runs on")
    func interruptedWithLocation() {
        var device = Self.playing()
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        device.happen(.locationSessionOpened(source: "test"))
        device.happen(.homePressed)
        device.happen(.audioSession(.interruptionBegan(.call)))
        device.advance(by: .seconds(1000))
        #expect(device.grants == [.location])
    }

    @Test(
        "AS-46, AS-59: the end says whether to resume; it wakes who is to, and reaches another when it runs again",
        arguments: [true, false])
    func ended(shouldResume: Bool) {
        var device = Self.playing()
        device.happen(.homePressed)
        device.happen(.audioSession(.interruptionBegan(.call)))
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
        let end = AppCallback.audioInterruptionEnded(shouldResume: shouldResume)
        device.happen(.audioSession(.interruptionEnded(shouldResume: shouldResume)))
        #expect(device.callbacks.contains(end) == shouldResume)
        #expect(device.state == (shouldResume ? .background : .suspended))
        device.happen(.returnedToForeground)
        #expect(device.callbacks.count { $0 == end } == 1)
    }

    @Test("AS-45, AS-49: a suspended app has no session to interrupt; before iOS 10 it has, and hears of it later")
    func interruptedInSuspension() {
        for (ios, hears) in [(IOSVersion(9, 3), true), (IOSVersion(16), false), (IOSVersion(26), false)] {
            var device = Self.suspended(ios: ios)
            device.happen(.audioSession(.interruptionBegan(.alarm)))
            #expect(!device.callbacks.contains(Self.began))
            device.happen(.returnedToForeground)
            #expect(device.callbacks.contains(Self.began) == hears, "\(ios)")
        }
    }

    @Test("AS-45: an app that does not run hears nothing, also not later; but the call is there when it starts")
    func interruptedWithoutProcess() {
        var device = TestDevice(modes: [.audio])
        device.happen(.audioSession(.interruptionBegan(.call)))
        device.happen(.launched)
        #expect(!device.callbacks.contains(Self.began))
        device.happen(.audioSessionActivated(Session(category: .record)))
        #expect(device.refusals == [.insufficientPriority])
    }

    @Test("AS-47: an app that activates its session during the interruption is told of no end")
    func noEnd() {
        var device = Self.playing()
        device.happen(.audioSession(.interruptionBegan(.call)))
        device.happen(.audioSessionActivated(nil))
        #expect(device.machine.audio.active)
        device.happen(.audioSession(.interruptionEnded(shouldResume: true)))
        #expect(!device.callbacks.contains(.audioInterruptionEnded(shouldResume: true)))
    }

    @Test("AS-47, AS-49: the beginning that tells of a suspension is followed by no end")
    func noEndOfSuspension() {
        var device = Self.suspended(ios: IOSVersion(12, 4))
        device.happen(.returnedToForeground)
        #expect(device.callbacks.contains(.audioInterruptionBegan(reason: 0, wasSuspended: true)))
        device.happen(.audioSession(.interruptionEnded(shouldResume: true)))
        #expect(!device.callbacks.contains(.audioInterruptionEnded(shouldResume: true)))
    }

    @Test(
        "AS-48: the number of the reason, from iOS 14.5 on",
        arguments: [
            (AudioSessionEvent.Cause.call, IOSVersion(26), 0), (.alarm, IOSVersion(26), 0),
            (.callBanner, IOSVersion(26), 0), (.otherApp, IOSVersion(26), 0),
            (.builtInMicMuted, IOSVersion(26), 2), (.builtInMicMuted, IOSVersion(14, 5), 2),
            (.builtInMicMuted, IOSVersion(14, 4), 0), (.routeDisconnected, IOSVersion(17), 4),
        ])
    func reasons(cause: AudioSessionEvent.Cause, ios: IOSVersion, number: Int) {
        var device = Self.playing(Session(category: .playAndRecord), ios: ios)
        device.happen(.audioSession(.nowPlaying(true)))
        device.happen(.audioSession(.interruptionBegan(cause)))
        #expect(device.callbacks.last == .audioInterruptionBegan(reason: number, wasSuspended: false))
    }

    // MARK: Suspension

    @Test(
        "AS-49, AS-50, CF-06, AS-48: what a suspension does to the session, and what the app is told, by version",
        arguments: [
            (IOSVersion(9, 3), false, nil), (IOSVersion(10), true, (0, false)), (IOSVersion(10, 2), true, (0, false)),
            (IOSVersion(10, 3), true, (0, true)), (IOSVersion(14, 4), true, (0, true)),
            (IOSVersion(14, 5), true, (1, true)), (IOSVersion(15, 8), true, (1, true)), (IOSVersion(16), true, nil),
            (IOSVersion(26), true, nil),
        ] as [(IOSVersion, Bool, (Int, Bool)?)])
    func takenBySuspension(ios: IOSVersion, taken: Bool, told: (reason: Int, wasSuspended: Bool)?) {
        var device = Self.suspended(ios: ios)
        #expect(device.state == .suspended)
        #expect(device.machine.audio.active == !taken)
        #expect(!device.callbacks.contains { $0.name == "audioInterruptionBegan" })
        device.happen(.returnedToForeground)
        let expected = told.map { AppCallback.audioInterruptionBegan(reason: $0.reason, wasSuspended: $0.wasSuspended) }
        #expect(device.callbacks.filter { $0.name == "audioInterruptionBegan" } == (expected.map { [$0] } ?? []))
        device.happen(.audioPlaybackRequested())
        #expect(device.refusals == (taken ? [.sessionNotActive] : []))
    }

    @Test("AS-49: a wake resumes the app too, and brings the late beginning before what it is for")
    func toldAtWake() {
        var device = TestDevice.launched(ios: .ios12, modes: [.audio, .remoteNotification])
        device.happen(.audioSessionActivated(Self.mixing))
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        let effects = device.happen(.push(.silent()))
        let began = effects.firstIndex {
            $0.action == .deliver(.audioInterruptionBegan(reason: 0, wasSuspended: true))
        }
        let woken = effects.firstIndex { $0.action == .deliver(.woken(.remoteNotification, identifier: nil)) }
        #expect(began.map { first in woken.map { first < $0 } ?? false } == true)
    }

    @Test("AS-46: what waits for a suspended app goes with its process")
    func queueGoes() {
        var device = Self.playing()
        device.happen(.homePressed)
        device.happen(.audioSession(.interruptionBegan(.call)))
        device.advance(by: .seconds(1))
        device.happen(.audioSession(.interruptionEnded(shouldResume: false)))
        device.happen(.processExited(.signalled(9)))
        device.happen(.launched)
        #expect(!device.callbacks.contains(.audioInterruptionEnded(shouldResume: false)))
    }

    @Test("AS-49: a session that is not active is not taken, and nobody is told", arguments: [true, false])
    func notTaken(interrupted: Bool) {
        var device = interrupted ? Self.playing(ios: IOSVersion(12, 4)) : TestDevice.launched(ios: .ios12)
        device.happen(.homePressed)
        if interrupted { device.happen(.audioSession(.interruptionBegan(.call))) }
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
        device.happen(.returnedToForeground)
        #expect(!device.callbacks.contains(.audioInterruptionBegan(reason: 0, wasSuspended: true)))
    }

    @Test("AS-49: a session that the machine's recovered device gives back was not taken: no late beginning")
    func givenBack() {
        var device = Self.playing(ios: IOSVersion(12, 4))
        device.happen(.homePressed)
        device.happen(.audioStalled(cause: "the sound server went away"))
        device.advance(by: .seconds(10))
        #expect(device.state == .suspended)
        device.happen(.audioAdvanced(frames: 9600, sampleRate: 48_000))
        #expect(device.state == .background)
        #expect(device.machine.audio.active)
        #expect(!device.callbacks.contains { $0.name == "audioInterruptionBegan" })
    }

    // MARK: Other apps

    @Test("AS-42, AS-08: others' sound that does not mix interrupts a session that does not mix, and no other")
    func otherApp() {
        for mine in [true, false] {
            for theirs in [true, false] {
                var device = Self.playing(Session(category: .playback, mixWithOthers: mine))
                device.happen(.audioSession(.otherAppBegan(mixes: theirs)))
                #expect(device.callbacks.contains(Self.began) == (!mine && !theirs), "\(mine) \(theirs)")
                #expect(device.machine.audio.isFlowing == (mine || theirs))
            }
        }
    }

    @Test("AS-46, AS-44: the end of the other app's sound ends the interruption, and says to resume if it notifies")
    func otherAppEnds() {
        for notifies in [true, false] {
            var device = Self.playing(Session(category: .playback))
            device.happen(.audioSession(.otherAppBegan(mixes: false)))
            device.happen(.audioSession(.otherAppEnded(notifiesOthers: notifies)))
            #expect(device.callbacks.contains(.audioInterruptionEnded(shouldResume: notifies)))
        }
    }

    @Test("AS-46: the end of another app's sound does not end a call")
    func otherAppEndsDuringCall() {
        var device = Self.playing()
        device.happen(.audioSession(.otherAppBegan(mixes: true)))
        device.happen(.audioSession(.interruptionBegan(.call)))
        device.happen(.audioSession(.otherAppEnded(notifiesOthers: true)))
        #expect(!device.callbacks.contains(.audioInterruptionEnded(shouldResume: true)))
        device.happen(.audioSession(.interruptionEnded(shouldResume: true)))
        #expect(device.callbacks.contains(.audioInterruptionEnded(shouldResume: true)))
    }

    @Test("AS-42, AS-08: a session interrupts others only when neither mixes, also by a category set later")
    func interruptsOthers() {
        for mine in [true, false] {
            for theirs in [true, false] {
                var device = TestDevice.launched(modes: [.audio])
                device.happen(.audioSession(.otherAppBegan(mixes: theirs)))
                let effects = device.happen(.audioSessionActivated(Session(category: .playback, mixWithOthers: mine)))
                #expect(effects.contains(.interruptOthers(true)) == (!mine && !theirs), "\(mine) \(theirs)")
                let later = device.happen(.audioCategorySet(Session(category: .playback)))
                #expect(later.contains(.interruptOthers(true)) == (mine && !theirs), "\(mine) \(theirs)")
            }
        }
    }

    @Test("AS-46: with several other apps, only the one that interrupts ends the interruption")
    func severalOthers() {
        var device = Self.playing(Session(category: .playback))
        device.happen(.audioSession(.otherAppBegan(.init(app: "Podcasts", mixes: true))))
        device.happen(.audioSession(.otherAppBegan(.init(app: "Music", mixes: false))))
        #expect(device.callbacks.contains(Self.began))
        device.happen(.audioSession(.otherAppEnded(app: "Podcasts", notifiesOthers: true)))
        #expect(!device.callbacks.contains(.audioInterruptionEnded(shouldResume: true)))
        device.happen(.audioSession(.otherAppEnded(app: "Music", notifiesOthers: true)))
        #expect(device.callbacks.filter { $0 == .audioInterruptionEnded(shouldResume: true) }.count == 1)
    }

    @Test("AS-42: against an alarm, which outranks apps and does not mix, only a session that mixes is activated")
    func alarm() {
        for mixes in [true, false] {
            var device = TestDevice.launched(modes: [.audio])
            device.happen(.audioSession(.interruptionBegan(.alarm)))
            device.happen(.audioSessionActivated(Session(category: .playback, mixWithOthers: mixes)))
            #expect(device.refusals == (mixes ? [] : [.insufficientPriority]))
            if !mixes {
                #expect(device.reason { if case .refuseAudio = $0 { true } else { false } }?.rule == "AS-42")
            }
            device.happen(.audioSession(.interruptionEnded(shouldResume: true)))
            device.happen(.audioSessionActivated(nil))
            #expect(device.machine.audio.active)
        }
    }

    @Test("AS-44: only a deactivation that notifies lets the sessions resume that this one has interrupted")
    func notifies() {
        for (interrupts, notifies) in [(true, true), (true, false), (false, true)] {
            var device = TestDevice.launched(modes: [.audio])
            if interrupts { device.happen(.audioSession(.otherAppBegan(mixes: false))) }
            device.happen(.audioSessionActivated(Session(category: .playback)))
            let effects = device.happen(.audioSessionDeactivated(notifyOthers: notifies))
            #expect(effects.contains(.interruptOthers(false)) == (interrupts && notifies))
        }
    }

    @Test("AS-53: the hint about others' sound, by version, state and session")
    func hint() {
        func hints(_ device: inout TestDevice) -> [AppCallback] {
            device.happen(.audioSession(.otherAppBegan(mixes: true)))
            device.happen(.audioSession(.otherAppEnded(notifiesOthers: false)))
            return device.callbacks.filter { $0.name == "silenceSecondaryAudioHint" }
        }
        var front = AudioCategoryTests.active(Self.mixing)
        #expect(hints(&front) == [.silenceSecondaryAudioHint(true), .silenceSecondaryAudioHint(false)])
        var eight = AudioCategoryTests.active(Self.mixing, ios: IOSVersion(8))
        #expect(hints(&eight).count == 2)
        var seven = AudioCategoryTests.active(Self.mixing, ios: IOSVersion(7, 1))
        #expect(hints(&seven).isEmpty)
        var inactive = TestDevice.launched(modes: [.audio])
        #expect(hints(&inactive).isEmpty)
        var behind = Self.playing()
        behind.happen(.homePressed)
        #expect(hints(&behind).isEmpty)
    }

    // MARK: Calls and banners

    @Test("AS-41, AS-29: during a call playback is activated, what takes input is not")
    func call() {
        for category in [Session.Category.playback, .record, .playAndRecord, .multiRoute] {
            var device = TestDevice.launched(modes: [.audio])
            device.happen(.audioSession(.interruptionBegan(.call)))
            device.happen(.audioSessionActivated(Session(category: category)))
            #expect(device.refusals == (category == .playback ? [] : [.insufficientPriority]))
            if category != .playback {
                #expect(device.refusals.first?.code == 561_017_449)
                #expect(device.reason { if case .refuseAudio = $0 { true } else { false } }?.rule == "AS-41")
            }
            device.happen(.audioSession(.interruptionEnded(shouldResume: false)))
            device.happen(.audioSessionActivated(nil))
            #expect(device.machine.audio.active)
        }
    }

    @Test("AS-41, AS-29: during a call an active session does not become one with input")
    func categoryDuringCall() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSession(.interruptionBegan(.call)))
        device.happen(.audioSessionActivated(Session(category: .playback)))
        device.happen(.audioCategorySet(Session(category: .playAndRecord)))
        #expect(device.refusals == [.insufficientPriority])
        #expect(device.machine.audio.configuration.category == .playback)
    }

    @Test(
        "AS-51: who prefers so is interrupted by a call in a banner only when it is accepted, from iOS 14.5 on",
        arguments: [
            (IOSVersion(26), true, false), (IOSVersion(26), false, true), (IOSVersion(14, 5), true, false),
            (IOSVersion(14, 4), true, true),
        ])
    func banner(ios: IOSVersion, prefers: Bool, interrupts: Bool) {
        var device = Self.playing(ios: ios)
        device.happen(.audioSession(.prefersNoInterruptionsFromSystemAlerts(prefers)))
        device.happen(.audioSession(.interruptionBegan(.callBanner)))
        #expect(device.callbacks.contains(Self.began) == interrupts)
        device.happen(.audioSession(.interruptionBegan(.call)))
        #expect(device.callbacks.count { $0 == Self.began } == 1)
        #expect(!device.machine.audio.active)
    }

    @Test("AS-51: the preference has no effect on a call on the whole screen")
    func wholeScreen() {
        var device = Self.playing()
        device.happen(.audioSession(.prefersNoInterruptionsFromSystemAlerts(true)))
        device.happen(.audioSession(.interruptionBegan(.call)))
        #expect(device.callbacks.contains(Self.began))
    }

    // MARK: Routes

    @Test(
        "AS-52, AS-48: losing the route interrupts the Now Playing app from iOS 17 on, unless it opted out",
        arguments: [
            (IOSVersion(16, 7), true, true, false), (IOSVersion(17), true, true, true),
            (IOSVersion(17), false, true, false), (IOSVersion(17), true, false, false),
            (IOSVersion(26), true, true, true),
        ])
    func routeLost(ios: IOSVersion, nowPlaying: Bool, prefers: Bool, interrupts: Bool) {
        for event in [
            AudioSessionEvent.routeChanged(to: .builtInSpeaker, disconnected: true),
            .interruptionBegan(.routeDisconnected),
        ] {
            var device = Self.playing(ios: ios)
            device.happen(.audioSession(.nowPlaying(nowPlaying)))
            device.happen(.audioSession(.prefersInterruptionOnRouteDisconnect(prefers)))
            device.happen(.audioSession(event))
            let began = AppCallback.audioInterruptionBegan(reason: 4, wasSuspended: false)
            #expect(device.callbacks.contains(began) == interrupts, "\(event)")
            #expect(device.machine.audio.isFlowing == !interrupts)
        }
    }

    @Test("AS-52: a route that comes interrupts nobody; the app is told of it")
    func routeComes() {
        var device = Self.playing()
        device.happen(.audioSession(.nowPlaying(true)))
        device.happen(.audioSession(.routeChanged(to: .headphones, disconnected: false)))
        #expect(device.callbacks.last == .audioRouteChanged(to: "headphones"))
        #expect(device.machine.audio.isFlowing)
    }

    // MARK: The media server

    @Test("AS-20, AS-54: the media server takes the sound and the session; nothing works before its reset")
    func mediaServices() {
        var device = Self.playing()
        let effects = device.happen(.audioSession(.mediaServicesLost))
        #expect(effects.contains(.stopAudio))
        #expect(device.callbacks.last == .mediaServicesLost)
        device.happen(.audioSessionActivated(Self.mixing))
        #expect(device.refusals == [.mediaServicesFailed])
        #expect(device.refusals.first?.code == 1_836_282_486)
        device.happen(.audioSession(.mediaServicesReset))
        #expect(device.callbacks.last == .mediaServicesReset)
        device.happen(.audioSessionActivated(Self.mixing))
        device.happen(.audioPlaybackRequested())
        #expect(device.refusals.count == 1)
    }

    @Test("AS-54: a reset takes the category with it, also one without a loss before; observers survive")
    func reset() {
        var device = Self.playing()
        device.happen(.audioSession(.mediaServicesReset))
        #expect(!device.machine.audio.active)
        #expect(device.machine.audio.configuration == Session(category: .soloAmbient))
        device.happen(.audioSessionActivated(Self.mixing))
        device.happen(.audioSession(.interruptionBegan(.alarm)))
        #expect(device.callbacks.contains(Self.began))
    }

    @Test("AS-54, AS-36: in the background the loss ends the reason to run; the reset is heard when the app runs again")
    func resetInBackground() {
        var device = Self.playing()
        device.happen(.homePressed)
        device.happen(.audioSession(.mediaServicesLost))
        device.advance(by: .milliseconds(999))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .suspended)
        #expect(device.stateReason?.rule == "AS-20")
        device.happen(.audioSession(.mediaServicesReset))
        #expect(!device.callbacks.contains(.mediaServicesReset))
        device.happen(.returnedToForeground)
        #expect(device.callbacks.contains(.mediaServicesReset))
    }

    // MARK: setActive(false)

    @Test(
        "AS-43, AS-21, CF-08: setActive(false) while it plays deactivates and fails; before iOS 8 it only fails, from 26 not"
    )
    func busy() {
        let eras = [
            (IOSVersion(7, 1), false, true), (IOSVersion(8), true, true), (IOSVersion(18, 7), true, true),
            (IOSVersion(26), true, false),
        ]
        for (ios, deactivates, fails) in eras {
            var device = Self.playing(ios: ios)
            device.happen(.homePressed)
            let effects = device.happen(.audioSessionDeactivated())
            #expect(device.refusals == (fails ? [.isBusy] : []))
            #expect(device.refusals.first?.code == (fails ? 560_030_580 : nil))
            #expect(effects.contains(.stopAudio) == deactivates)
            #expect(device.machine.audio.active == !deactivates)
            device.advance(by: .seconds(1))
            #expect(device.state == (deactivates ? .suspended : .background), "\(ios)")
        }
    }

    @Test("AS-43: stopped before, the session is deactivated without an error")
    func notBusy() {
        var device = Self.playing()
        device.happen(.audioPlaybackStopped)
        device.happen(.audioSessionDeactivated())
        #expect(device.refusals.isEmpty)
        #expect(!device.machine.audio.active)
    }
}
