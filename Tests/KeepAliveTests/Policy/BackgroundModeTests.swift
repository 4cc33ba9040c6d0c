import Testing

@testable import KeepAlive
@testable import KeepAlivePolicy

/// What each value of `UIBackgroundModes` gives, in which versions, and what happens without it.
@Suite struct BackgroundModeTests {
    /// Suspended.
    static func suspended(ios: IOSVersion = IOSVersion(26), modes: [BackgroundMode]) -> TestDevice {
        var device = TestDevice.launched(ios: PolicyProfile(version: ios), modes: modes)
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        return device
    }

    static func isResumed(_ kind: WakeKind, _ mode: BackgroundMode, ios: IOSVersion) -> Bool {
        var device = suspended(ios: ios, modes: [mode])
        device.happen(.wake(kind))
        return device.state == .background
    }

    @Test(
        """
        BM-04, BM-05, BM-06, BM-07, BM-08, BM-09, BM-10, BM-11, BM-13, BM-15: the versions in which a mode wakes, \
        and that it does not without being declared
        """,
        arguments: [
            (WakeKind.location, BackgroundMode.location, IOSVersion(4), IOSVersion(8, 4)),
            (.voipSocket, .voip, IOSVersion(4), IOSVersion(8, 4)), (.voipPush, .voip, IOSVersion(8), IOSVersion(26)),
            (.externalAccessory, .externalAccessory, IOSVersion(5), IOSVersion(26)),
            (.bluetoothCentral, .bluetoothCentral, IOSVersion(5), IOSVersion(26)),
            (.bluetoothPeripheral, .bluetoothPeripheral, IOSVersion(6), IOSVersion(26)),
            (.backgroundFetch, .fetch, IOSVersion(7), IOSVersion(26)),
            (.appRefresh, .fetch, IOSVersion(13), IOSVersion(26)),
            (.remoteNotification, .remoteNotification, IOSVersion(7), IOSVersion(26)),
            (.processing, .processing, IOSVersion(13), IOSVersion(26)),
            (.pushToTalk, .pushToTalk, IOSVersion(16), IOSVersion(26)),
            (.newsstand, .newsstandContent, IOSVersion(5), IOSVersion(8, 4)),
        ])
    func versions(kind: WakeKind, mode: BackgroundMode, first: IOSVersion, last: IOSVersion) {
        let all = [
            IOSVersion(4), IOSVersion(5), IOSVersion(6), IOSVersion(7), IOSVersion(8), IOSVersion(8, 4), IOSVersion(9),
            IOSVersion(10), IOSVersion(12, 4), IOSVersion(13), IOSVersion(15, 8), IOSVersion(16), IOSVersion(26),
        ]
        for ios in all {
            #expect(Self.isResumed(kind, mode, ios: ios) == (ios >= first && ios <= last), "\(kind) on \(ios)")
            var without = Self.suspended(ios: ios, modes: BackgroundMode.allCases.filter { $0 != mode })
            without.happen(.wake(kind))
            #expect(without.state == .suspended)
            if ios >= first, ios <= last { #expect(without.droppedWakes == [mode.rule]) }
        }
    }

    @Test(
        "BM-18, BM-19, BM-20, BM-06: the budget of a wake: 30 s or about 10, warned 4 s before, over 1 s after",
        arguments: [
            (WakeKind.backgroundFetch, IOSVersion(26), 30), (.remoteNotification, IOSVersion(26), 30),
            (.urlSession, IOSVersion(26), 30), (.appRefresh, IOSVersion(26), 30),
            (.backgroundFetch, IOSVersion(7), 30), (.externalAccessory, IOSVersion(5), 10),
            (.externalAccessory, IOSVersion(26), 10),
            (.voipKeepAlive, IOSVersion(8), 10),
        ])
    func budgets(kind: WakeKind, ios: IOSVersion, seconds: Int) {
        var device = Self.suspended(ios: ios, modes: BackgroundMode.allCases)
        #expect(device.happen(.wake(kind)).contains(.startWake(kind, budget: .seconds(seconds))))
        device.advance(by: .seconds(seconds - 4) - .milliseconds(1))
        #expect(!device.callbacks.contains { $0.name == "wakeExpiring" })
        device.advance(by: .milliseconds(1))
        #expect(device.callbacks.last == .wakeExpiring(kind, identifier: nil))
        device.advance(by: .seconds(5) - .milliseconds(1))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        if kind == .voipKeepAlive {
            // The one that is not killed (CF-04).
            device.advance(by: .seconds(1))
            #expect(device.state == .suspended)
        } else {
            #expect(device.state == .terminated)
        }
    }

    @Test("BM-21: the budget of a background task by era")
    func taskBudgets() {
        for (ios, seconds) in [
            (IOSVersion(4), 600), (IOSVersion(6, 1), 600), (IOSVersion(7), 180), (IOSVersion(12, 4), 180),
            (IOSVersion(13), 30), (IOSVersion(26), 30),
        ] {
            var device = TestDevice.launched(ios: PolicyProfile(version: ios))
            _ = device.beginTask()
            #expect(device.happen(.homePressed).contains(.startTaskClock(remaining: .seconds(seconds))), "\(ios)")
        }
    }

    @Test("BM-02: workout-processing gives nothing on iOS")
    func workout() {
        var device = TestDevice.launched(modes: [.workoutProcessing])
        device.happen(.audioSessionActivated(.init(category: .playback, mixWithOthers: true)))
        device.happen(.audioPlaybackRequested())
        device.happen(.audioAdvanced(frames: 100, sampleRate: 8000))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        #expect(device.exceptions.count == 1)
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
        let needingNoMode: [WakeKind] = [.region, .significantChange, .visit, .urlSession, .activitySession]
        for kind in WakeKind.allCases where !needingNoMode.contains(kind) {
            guard kind != .continuedProcessing else { continue }
            device.happen(.wake(kind))
            #expect(device.state == .suspended, "\(kind)")
        }
    }

    @Test("BM-03, BM-05: voip alone does not let the app play in the background; with audio beside it does")
    func voipAndAudio() {
        for modes in [[BackgroundMode.voip], [.voip, .audio]] {
            var device = TestDevice.launched(modes: modes)
            device.happen(.audioSessionActivated(.init(category: .playback, mixWithOthers: true)))
            device.happen(.homePressed)
            device.happen(.audioPlaybackRequested())
            #expect(device.refusals == (modes.contains(.audio) ? [] : [.cannotStartPlaying]))
        }
    }

    @Test("BM-04: before iOS 9 a location resumes a suspended app with the mode; it launches none")
    func oldLocation() {
        var device = Self.suspended(ios: IOSVersion(8, 4), modes: [.location])
        device.happen(.processExited(.signalled(9)))
        device.happen(.wake(.location))
        #expect(device.state == .terminated)
        #expect(device.droppedWakes == ["BM-04"])
    }

    @Test("BM-06: an accessory resumes a suspended app, and launches none")
    func accessory() {
        var device = Self.suspended(modes: [.externalAccessory])
        device.happen(.processExited(.signalled(9)))
        device.happen(.wake(.externalAccessory))
        #expect(device.state == .terminated)
        #expect(device.droppedWakes == ["BM-06"])
    }

    @Test("BM-07: Bluetooth launches an app only when it restores its state; a resumed one may ask for more time")
    func bluetooth() {
        for restores in [true, false] {
            var device = Self.suspended(modes: [.bluetoothCentral])
            device.happen(.returnedToForeground)
            device.happen(.resource(.bluetoothRestoration(restores)))
            device.happen(.homePressed)
            device.advance(by: .seconds(1))
            device.happen(.processExited(.signalled(9)))
            device.happen(.wake(.bluetoothCentral))
            #expect((device.state == .background) == restores)
        }
        var device = Self.suspended(modes: [.bluetoothCentral])
        device.happen(.wake(.bluetoothCentral))
        _ = device.beginTask()
        device.happen(.wakeCompleted(.bluetoothCentral))
        device.advance(by: .seconds(20))
        #expect(device.state == .background)
    }

    @Test("BM-08: without the mode a central's request does not reach the app in the background")
    func peripheral() {
        var device = Self.suspended(modes: [])
        device.happen(.wake(.bluetoothPeripheral))
        #expect(device.droppedWakes == ["BM-08"])
    }

    @Test(
        "BM-12: ranging in the background: paired devices from iOS 16 on, any with a Live Activity from 18.4 on",
        arguments: [
            (IOSVersion(15, 8), true, true, false), (IOSVersion(16), true, false, true),
            (IOSVersion(16), false, true, false), (IOSVersion(18, 3), false, true, false),
            (IOSVersion(18, 4), false, true, true), (IOSVersion(18, 4), false, false, false),
        ])
    func ranging(ios: IOSVersion, paired: Bool, liveActivity: Bool, allowed: Bool) {
        for declared in [true, false] {
            var device = TestDevice.launched(
                ios: PolicyProfile(version: ios), modes: declared ? [.nearbyInteraction] : [])
            let event = PolicyEvent.locationService(.ranging(paired: paired, liveActivity: liveActivity))
            device.happen(event)
            #expect(device.serviceErrors.isEmpty)
            device.happen(.homePressed)
            device.happen(event)
            #expect(device.serviceErrors.isEmpty == (allowed && declared))
            if !(allowed && declared) { #expect(device.serviceErrors.map(\.rule) == ["BM-12"]) }
        }
    }

    @Test("BM-13: Push to Talk wakes an app in a channel and activates its session, which the app must not do")
    func pushToTalk() {
        var device = TestDevice.launched(modes: [.pushToTalk])
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        device.happen(.voip(.pushToTalkPushed))
        #expect(device.droppedWakes == ["BM-13"])
        device.happen(.returnedToForeground)
        device.happen(.voip(.pushToTalkChannel(true)))
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        device.happen(.voip(.pushToTalkPushed))
        #expect(device.state == .background)
        #expect(device.machine.audio.active)
        device.happen(.audioSessionActivated(.init(category: .playback)))
        #expect(device.logsBesideScenes.last?.contains("the app must not") == true)
        device.happen(.audioPlaybackRequested())
        device.happen(.audioAdvanced(frames: 1, sampleRate: 8000))
        #expect(device.refusals.isEmpty)
        device.happen(.wakeCompleted(.pushToTalk))
        device.advance(by: .seconds(100))
        #expect(device.grants == [.audio])
        device.happen(.audioPlaybackStopped)
        #expect(!device.machine.audio.active)
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
    }

    @Test("BM-16: a method without its mode is a log line, word for word, and nothing else")
    func implemented() {
        for (mode, method) in [
            (BackgroundMode.fetch, "performFetchWithCompletionHandler:"),
            (.remoteNotification, "didReceiveRemoteNotification:fetchCompletionHandler:"),
        ] {
            var device = TestDevice.launched()
            let effects = device.happen(.fetch(.implemented(mode)))
            let text =
                "You've implemented -[<UIApplicationDelegate> application:\(method)], but you still need to add "
                + "\"\(mode.rawValue)\" to the list of your supported UIBackgroundModes in your Info.plist."
            #expect(effects.map(\.action) == [.log(text)])
            var declared = TestDevice.launched(modes: [mode])
            #expect(declared.happen(.fetch(.implemented(mode))).isEmpty)
        }
    }

    @Test("BM-17: CallKit without voip is CXError missingVoIPBackgroundMode, from iOS 14.5 on")
    func callKit() {
        for (ios, modes, fails) in [
            (IOSVersion(14, 4), [BackgroundMode](), false), (IOSVersion(14, 5), [], true),
            (IOSVersion(26), [], true), (IOSVersion(26), [.voip], false),
        ] {
            var device = TestDevice.launched(ios: PolicyProfile(version: ios), modes: modes)
            device.happen(.voip(.callKitUsed))
            #expect(device.serviceErrors.map(\.name) == (fails ? ["missingVoIPBackgroundMode"] : []))
        }
    }
}
