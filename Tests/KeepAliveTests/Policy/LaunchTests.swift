import Testing

@testable import KeepAlivePolicy

/// Launching, coming back, and what the user opens an app with.
@Suite struct LaunchTests {
    static let scenes = Manifest(adoptsScenes: true)

    @Test("LC-02: only an app with scenes loses one, in the background or suspended, and gets it back with the user")
    func sceneDisconnects() {
        for suspended in [false, true] {
            var device = TestDevice.launched(ios: .ios26, manifest: Self.scenes)
            device.happen(.sceneDisconnected)
            #expect(device.machine.sceneState == .foregroundActive)
            device.happen(.homePressed)
            if suspended { device.advance(by: .seconds(1)) }
            device.happen(.sceneDisconnected)
            #expect(device.machine.sceneState == .unattached)
            #expect(device.state == (suspended ? .suspended : .background))
            // A suspended app hears of it when it runs again.
            #expect(device.callbacks.contains(.sceneDidDisconnect) == !suspended)
            device.happen(.returnedToForeground)
            #expect(device.callbacks.count { $0 == .sceneDidDisconnect } == 1)
            #expect(device.machine.sceneState == .foregroundActive)
        }
    }

    @Test(
        "LC-03: scenes are opt-in, and there are none before iOS 13",
        arguments: [
            (PolicyProfile.ios12, true, false), (.ios13, true, true), (.ios13, false, false), (.ios26, true, true),
        ])
    func scenesAreOptIn(profile: PolicyProfile, adopts: Bool, expected: Bool) {
        var device = TestDevice.launched(ios: profile, manifest: Manifest(adoptsScenes: adopts))
        #expect(device.machine.usesScenes == expected)
        device.happen(.homePressed)
        device.happen(.sceneDisconnected)
        #expect((device.machine.sceneState == .unattached) == expected)
    }

    @Test(
        "LC-04: an app without scenes is told so at its launch, from iOS 18.4 on",
        arguments: [
            (PolicyProfile.ios12, false, 0), (.ios(18, 3), false, 0), (.ios(18, 4), false, 1), (.ios(18, 7), false, 1),
            (.ios26, false, 1), (.ios27, false, 1), (.ios26, true, 0),
        ])
    func missingScenes(profile: PolicyProfile, adopts: Bool, lines: Int) {
        let device = TestDevice.launched(ios: profile, manifest: Manifest(adoptsScenes: adopts))
        let text =
            profile.version < IOSVersion(26)
            ? "CLIENT OF UIKIT REQUIRES UPDATE: This process does not adopt UIScene lifecycle. "
                + "This will become an assert in a future version."
            : "UIScene lifecycle will soon be required. Failure to adopt will result in an assert in the future."
        #expect(device.logs.count { $0 == text } == lines)
        #expect(device.logs.count { $0.contains("UIScene") } == lines)
    }

    @Test(
        "LC-29: an app without scenes that was built with the SDK of iOS 27 runs into a trap there, and nowhere else",
        arguments: [
            (PolicyProfile.ios27, false, 27.0, true), (.ios27, false, 27.1, true), (.ios27, false, 26.4, false),
            (.ios27, false, nil, false), (.ios27, true, 27, false), (.ios26, false, 27, false),
        ] as [(PolicyProfile, Bool, Double?, Bool)])
    func scenesRequired(profile: PolicyProfile, adopts: Bool, sdk: Double?, traps: Bool) {
        let manifest = Manifest(adoptsScenes: adopts, linkedSDK: sdk.flatMap { IOSVersion(parsing: "\($0)") })
        let device = TestDevice.launched(ios: profile, manifest: manifest)
        #expect((device.state == .terminated) == traps)
        #expect(device.termination?.signal == (traps ? 5 : nil))
        #expect(device.logs.contains { $0.hasPrefix("Application failed to launch: UIScene life cycle") } == traps)
        #expect(device.callbacks.isEmpty == traps)
    }

    @Test("LC-05: the snapshot is taken when didEnterBackground has returned, and the suspension comes after it")
    func snapshot() {
        var device = TestDevice.launched(hangs: [.didEnterBackground])
        device.happen(.homePressed)
        device.advance(by: .seconds(3))
        #expect(device.state == .background)
        #expect(!device.effects.map(\.effect).contains(.takeSnapshot))
        #expect(device.happen(.callbackReturned(.didEnterBackground)).contains(.takeSnapshot))
        device.advance(by: .milliseconds(199))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .suspended)
    }

    @Test(
        "LC-06: an event launches a dead app into the background: launch, didEnterBackground, event, snapshot",
        arguments: [PolicyProfile.ios12, .ios13, .ios26])
    func launchedForAnEvent(profile: PolicyProfile) {
        var device = TestDevice(ios: profile, modes: [.remoteNotification])
        let effects = device.happen(.push(.silent()))
        #expect(effects.first?.action == .launch(.wake(.remoteNotification)))
        #expect(device.states == [.background])
        #expect(
            device.callbacks == [
                .didFinishLaunching(.wake(.remoteNotification)), .didEnterBackground,
                .woken(.remoteNotification, identifier: nil),
            ])
        #expect(effects.contains(.takeSnapshot))
        device.happen(.push(.completed(.newData)))
        device.advance(by: .milliseconds(199))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .suspended)
    }

    @Test("LC-06: one process serves all events that come up before it runs, in their order")
    func oneProcessForTwoEvents() {
        var device = TestDevice(ios: .ios26, modes: [.remoteNotification, .bluetoothCentral])
        device.hostIsPrompt = false
        device.happen(.push(.silent()))
        device.happen(.push(.silent()))
        #expect(device.launches == [.wake(.remoteNotification)])
        device.happen(.launchedInBackground)
        #expect(device.woken == [.remoteNotification, .remoteNotification])
    }

    @Test("LC-06: an event for an app that is launching waits for didFinishLaunching")
    func eventDuringLaunch() {
        for background in [false, true] {
            var device = TestDevice(ios: .ios26, modes: [.remoteNotification])
            device.hangs = [.didFinishLaunching]
            device.happen(background ? .push(.silent()) : .launched)
            device.happen(.push(.silent()))
            #expect(device.woken == [])
            device.happen(.callbackReturned(.didFinishLaunching))
            #expect(device.woken.count == (background ? 2 : 1))
        }
    }

    @Test("LC-06: what waited for a process that ended is not given to the one that the user starts later")
    func pendingEventsEndWithTheirProcess() {
        var device = TestDevice(ios: .ios26, modes: [.remoteNotification])
        device.hangs = [.didFinishLaunching]
        device.happen(.push(.silent()))
        device.happen(.processExited(.exited(1)))
        #expect(device.droppedWakes == ["LC-06"])
        device.hangs = []
        device.happen(.launched)
        #expect(device.woken == [])

        var failing = TestDevice(ios: .ios26, modes: [.remoteNotification])
        failing.hostIsPrompt = false
        failing.happen(.push(.silent()))
        failing.happen(.launchFailed(cause: "no such file"))
        #expect(failing.droppedWakes == ["LC-06"])
        failing.happen(.push(.silent()))
        #expect(failing.launches.count == 2)
    }

    @Test("LC-05, LC-06: the user who is quicker than a process for an event gets it in the foreground")
    func userOvertakesTheProcess() {
        var device = TestDevice(ios: .ios26, modes: [.remoteNotification])
        device.hostIsPrompt = false
        device.happen(.push(.silent()))
        device.happen(.returnedToForeground)
        #expect(device.launches.count == 1)
        device.happen(.launchedInBackground)
        #expect(device.state == .foregroundActive)
        #expect(device.callbacks.first == .didFinishLaunching(.user))
        #expect(device.woken == [.remoteNotification])
    }

    @Test("LC-06, LC-14: the user who looks at a launch into the background makes it one into the foreground")
    func userLooksAtTheLaunch() {
        var device = TestDevice(ios: .ios26, modes: [.remoteNotification])
        device.hangs = [.didFinishLaunching]
        device.happen(.push(.silent()))
        device.advance(by: .seconds(60))
        device.happen(.returnedToForeground)
        #expect(device.state == .foregroundInactive)
        device.advance(by: .milliseconds(19_999))
        #expect(device.state == .foregroundInactive)
        device.advance(by: .milliseconds(1))
        #expect(device.terminationRule == "LC-14")
    }

    @Test("LC-07: an event resumes a suspended app, calls didEnterBackground again, and then delivers")
    func resumedForAnEvent() {
        for again in [true, false] {
            var profile = PolicyProfile.ios26
            profile.switches.callsDidEnterBackgroundOnResume = again
            var device = TestDevice.launched(ios: profile, modes: [.remoteNotification])
            device.suspend()
            let before = device.callbacks.count
            let effects = device.happen(.push(.silent()))
            #expect(effects.first?.action == .resume)
            let event = AppCallback.woken(.remoteNotification, identifier: nil)
            #expect(Array(device.callbacks[before...]) == (again ? [.didEnterBackground, event] : [event]))
            #expect(effects.contains(.takeSnapshot))
            device.happen(.push(.completed(.noData)))
            device.advance(by: .milliseconds(200))
            #expect(device.state == .suspended)
        }
    }

    @Test("SD-04: a suspended app vanishes without notice")
    func vanishes() {
        var device = TestDevice.launched()
        device.suspend()
        let before = device.callbacks.count
        device.happen(.device(.memoryPressure(.purge)))
        #expect(device.state == .terminated)
        #expect(device.callbacks.count == before)
    }

    @Test("SD-05: on a device without multitasking leaving ends the app, and nothing runs in the background")
    func noMultitasking() {
        var device = TestDevice.launched(ios: .ios(4), modes: [.voip])
        device.setConditions { $0.supportsMultitasking = false }
        #expect(!device.machine.canBeginBackgroundTask)
        _ = device.beginTask()
        #expect(device.grants == [.foreground])
        device.happen(.homePressed)
        #expect(device.callbacks.suffix(2) == [.willResignActive, .willTerminate])
        #expect(!device.states.contains(.background))
        #expect(device.state == .terminated)
        #expect(device.stateReason?.rule == "SD-05")
        device.happen(.wake(.region))
        #expect(device.droppedWakes == ["SD-05"])
        #expect(device.launches == [])
    }

    @Test("LC-09: who checks in in the background launches anew, and owes no return from an earlier didEnterBackground")
    func checksInWhileLeaving() {
        var device = TestDevice.launched(hangs: [.didFinishLaunching, .didEnterBackground])
        device.happen(.callbackReturned(.didFinishLaunching))
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        #expect(device.callbacks.last == .didEnterBackground)
        device.happen(.checkedIn)
        #expect(device.callbacks.last == .didFinishLaunching(.user))
        // A launch into the background has no limit in wall clock time.
        device.advance(by: .seconds(60))
        #expect(device.state == .background && device.termination == nil)
    }
}
