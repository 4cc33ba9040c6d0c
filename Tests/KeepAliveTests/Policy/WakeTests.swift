import Testing

@testable import KeepAlivePolicy

/// What all wakes have in common: budgets, warnings, kills, and what holds them back.
@Suite struct WakeTests {
    /// A kind of wake with its budget; `nil` codes stand for a suspension.
    struct Terms: CustomTestStringConvertible, Sendable {
        var ios: PolicyProfile
        var kind: WakeKind
        var budget: Int
        var code: String?
        var testDescription: String { "\(kind) on iOS \(ios.version)" }
    }

    static let terms = [
        Terms(ios: .ios(7), kind: .backgroundFetch, budget: 30, code: "0x8badf00d"),
        Terms(ios: .ios12, kind: .backgroundFetch, budget: 30, code: "0x8badf00d"),
        Terms(ios: .ios13, kind: .backgroundFetch, budget: 30, code: "0x2182bad4"),
        Terms(ios: .ios12, kind: .remoteNotification, budget: 30, code: "0x8badf00d"),
        Terms(ios: .ios26, kind: .remoteNotification, budget: 30, code: "0x2182bad4"),
        Terms(ios: .ios12, kind: .urlSession, budget: 30, code: "0x8badf00d"),
        Terms(ios: .ios13, kind: .urlSession, budget: 30, code: "0x2182bad3"),
        Terms(ios: .ios26, kind: .urlSession, budget: 30, code: "0x2182bad3"),
        Terms(ios: .ios(6), kind: .externalAccessory, budget: 10, code: "0x8badf00d"),
        Terms(ios: .ios26, kind: .externalAccessory, budget: 10, code: "0x8badf00d"),
        Terms(ios: .ios(8), kind: .voipKeepAlive, budget: 10, code: nil),
    ]

    @Test(
        "MD-13, UR-05, WK-02, WK-04, RB-19, RB-20: a wake warns 4 s before its budget and kills 1 s after it",
        arguments: terms)
    func budgets(terms: Terms) {
        var device = TestDevice.launched(
            ios: terms.ios, modes: [.fetch, .remoteNotification, .externalAccessory, .voip])
        device.suspend()
        let effects = device.happen(.wake(terms.kind))
        #expect(effects.contains(.startWake(terms.kind, budget: .seconds(terms.budget))))
        let warning = AppCallback.wakeExpiring(terms.kind, identifier: nil)
        device.advance(by: .seconds(terms.budget - 4) - .milliseconds(1))
        #expect(!device.callbacks.contains(warning))
        device.advance(by: .milliseconds(1))
        #expect(device.callbacks.last == warning)
        device.advance(by: .milliseconds(4999))
        #expect(device.grants == [.wake])
        device.advance(by: .milliseconds(1))
        guard let code = terms.code else {
            #expect(device.state == .background)
            device.advance(by: .milliseconds(200))
            #expect(device.state == .suspended)
            return #expect(device.stateReason?.rule == "WK-13")
        }
        #expect(device.state == .terminated)
        #expect(device.termination?.code == code)
        #expect(device.machine.exits == [.backgroundTaskTimeout: 1])
    }

    @Test(
        "CL-18, BM-07: where there is no handler nothing warns and nothing kills: suspended when the time is over",
        arguments: [WakeKind.region, .significantChange, .visit, .bluetoothCentral, .bluetoothPeripheral])
    func withoutHandler(kind: WakeKind) {
        var device = TestDevice.launched(ios: .ios26, modes: [.bluetoothCentral, .bluetoothPeripheral])
        device.suspend()
        let effects = device.happen(.wake(kind))
        #expect(effects.contains(.startWake(kind, budget: .seconds(10))))
        device.advance(by: .seconds(10) - .milliseconds(1))
        #expect(device.grants == [.wake])
        device.advance(by: .milliseconds(201))
        #expect(device.state == .suspended)
        #expect(!device.callbacks.contains { $0.name == "wakeExpiring" })
        device.advance(by: .seconds(100))
        #expect(device.termination == nil)
    }

    @Test("MD-13: a wake that is completed in its last moment leads to suspension")
    func completedInTime() {
        var device = TestDevice.launched(ios: .ios26, modes: [.remoteNotification])
        device.suspend()
        device.happen(.push(.silent()))
        device.advance(by: .milliseconds(30_999))
        device.happen(.push(.completed(.newData)))
        device.advance(by: .milliseconds(199))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .suspended)
        #expect(device.stateReason?.rule == "WK-04")
        #expect(device.machine.nextDeadline == nil)
    }

    @Test("MD-13: two wakes at once have a budget each, and the second does not prolong the first")
    func twoWakes() {
        var device = TestDevice.launched(ios: .ios26, modes: [.remoteNotification, .bluetoothCentral])
        device.suspend()
        device.happen(.push(.silent()))
        device.advance(by: .seconds(25))
        device.happen(.wake(.bluetoothCentral))
        #expect(device.woken == [.remoteNotification, .bluetoothCentral])
        device.happen(.push(.completed(.newData)))
        device.advance(by: .seconds(10))
        #expect(device.state == .background)
        device.happen(.wakeCompleted(.bluetoothCentral))
        device.advance(by: .milliseconds(200))
        #expect(device.state == .suspended)

        var leaking = TestDevice.launched(ios: .ios26, modes: [.remoteNotification])
        leaking.suspend()
        leaking.happen(.push(.silent()))
        leaking.advance(by: .seconds(20))
        leaking.happen(.push(.silent()))
        leaking.advance(by: .milliseconds(10_999))
        #expect(leaking.state == .background)
        leaking.advance(by: .milliseconds(1))
        #expect(leaking.state == .terminated)
    }

    @Test("MD-13, UR-06: in the foreground a wake has no limit, also one that began in the background")
    func foreground() {
        var device = TestDevice.launched(ios: .ios26, modes: [.remoteNotification])
        device.happen(.push(.silent()))
        #expect(device.woken == [.remoteNotification])
        device.advance(by: .seconds(60))
        #expect(device.state == .foregroundActive)
        device.suspend()
        device.happen(.push(.silent()))
        device.advance(by: .seconds(20))
        #expect(device.happen(.returnedToForeground).contains(.endWake(.remoteNotification)))
        device.advance(by: .seconds(3600))
        #expect(device.state == .foregroundActive)
        device.happen(.homePressed)
        device.advance(by: .milliseconds(200))
        #expect(device.state == .suspended)
    }

    @Test("MD-15: after a force quit every wake is blocked but regions and significant changes")
    func afterForceQuit() {
        for kind in WakeKind.allCases {
            var device = TestDevice.launched(ios: .ios26, modes: BackgroundMode.allCases)
            device.happen(.resource(.bluetoothRestoration(true)))
            device.happen(.forceQuit)
            device.happen(.wake(kind))
            let reaches = [.region, .significantChange, .visit].contains(kind)
            #expect((device.launches == [.wake(kind)]) == reaches, "\(kind)")
        }
    }

    @Test("MD-17: Low Power Mode holds back fetch, refresh and processing, as a choice")
    func lowPowerMode() {
        for holdsBack in [true, false] {
            var profile = PolicyProfile.ios26
            profile.switches.lowPowerModeHoldsBackFetch = holdsBack
            for kind in [WakeKind.backgroundFetch, .appRefresh, .processing, .remoteNotification] {
                var device = TestDevice.launched(
                    ios: profile, modes: [.fetch, .processing, .remoteNotification])
                device.suspend()
                device.happen(.device(.lowPowerMode(true)))
                device.happen(.wake(kind))
                let held = holdsBack && kind != .remoteNotification
                #expect(device.droppedWakes == (held ? ["MD-17"] : []), "\(kind)")
                device.happen(.device(.lowPowerMode(false)))
                device.happen(.wake(kind))
                #expect(device.woken.last == kind)
            }
        }
    }

    @Test(
        "MD-12: at suspension the session goes, and up to iOS 15 an interruption waits", arguments: [9, 10, 15, 16, 26])
    func audioAtSuspension(major: Int) {
        var device = TestDevice.launched(ios: .ios(major), modes: [.audio])
        device.happen(.audioSessionActivated(.init(category: .playback, mixWithOthers: true)))
        device.suspend()
        #expect(device.machine.audio.active == (major < 10))
        device.happen(.returnedToForeground)
        let told = device.callbacks.contains {
            if case .audioInterruptionBegan = $0 { true } else { false }
        }
        #expect(told == (10...15).contains(major))
    }

    @Test("MD-16: a device that recovers thaws the app with its evidence")
    func recovery() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSessionActivated(.init(category: .playback, mixWithOthers: true)))
        device.happen(.audioPlaybackRequested())
        device.happen(.audioAdvanced(frames: 10, sampleRate: 8000))
        device.happen(.homePressed)
        device.happen(.audioStalled(cause: "the server died"))
        device.advance(by: .seconds(2))
        #expect(device.state == .suspended)
        device.happen(.audioAdvanced(frames: 20, sampleRate: 8000))
        #expect(device.state == .background)
        #expect(device.stateReason?.rule == "MD-16")
    }

    // MARK: The article's samples

    /// A device whose app has registered two tasks, and submits both at background entry.
    static func sample() -> TestDevice {
        var device = TestDevice(
            ios: .ios13,
            manifest: Manifest(
                backgroundModes: [.fetch, .processing], permittedTaskIdentifiers: ["refresh", "clean"]))
        device.hangs = [.didFinishLaunching]
        device.happen(.launched)
        device.happen(.taskScheduler(.registered(identifier: "refresh")))
        device.happen(.taskScheduler(.registered(identifier: "clean")))
        device.happen(.callbackReturned(.didFinishLaunching))
        device.happen(.homePressed)
        device.happen(
            .taskScheduler(.submitted(.init(.appRefresh, identifier: "refresh", earliestBegin: .seconds(900)))))
        device.happen(.taskScheduler(.submitted(.init(.processing, identifier: "clean"))))
        device.advance(by: .seconds(1))
        return device
    }

    @Test("SD-45: the refresh task runs 15 min after background entry at the earliest, and submits itself again")
    func refreshTask() {
        var device = Self.sample()
        #expect(device.state == .suspended)
        device.advance(by: .seconds(898))
        device.happen(.taskScheduler(.opportunity))
        #expect(device.woken == [])
        device.advance(by: .seconds(1))
        device.happen(.taskScheduler(.opportunity))
        #expect(device.callbacks.last == .woken(.appRefresh, identifier: "refresh"))
        device.happen(
            .taskScheduler(.submitted(.init(.appRefresh, identifier: "refresh", earliestBegin: .seconds(900)))))
        device.advance(by: .seconds(26))
        #expect(device.callbacks.last == .wakeExpiring(.appRefresh, identifier: "refresh"))
        device.happen(.taskScheduler(.completed(identifier: "refresh", success: false)))
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
        device.advance(by: .seconds(900))
        device.happen(.taskScheduler(.opportunity))
        #expect(device.woken == [.appRefresh, .appRefresh])
    }

    @Test("SD-46: the second identifier is a processing task, which waits until the device is not in use")
    func processingTask() {
        var device = Self.sample()
        device.happen(.taskScheduler(.opportunity))
        #expect(device.woken == [])
        device.happen(.device(.inUse(false)))
        device.happen(.taskScheduler(.opportunity))
        #expect(device.callbacks.last == .woken(.processing, identifier: "clean"))
    }

    @Test("SD-47: the debugger launches a task by its identifier, before its time")
    func simulatedLaunch() {
        var device = Self.sample()
        device.happen(.taskScheduler(.launchSimulated(identifier: "other")))
        #expect(device.woken == [])
        device.happen(.taskScheduler(.launchSimulated(identifier: "refresh")))
        #expect(device.callbacks.last == .woken(.appRefresh, identifier: "refresh"))
    }
}
