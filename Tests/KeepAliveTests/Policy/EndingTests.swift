import Testing

@testable import KeepAlivePolicy

/// How apps end, what is left of them, and what comes after.
@Suite struct EndingTests {
    @Test(
        "LC-18: UIApplicationExitsOnSuspend ends the app when it is left, up to iOS 12",
        arguments: [PolicyProfile.ios(4), .ios12, .ios13, .ios26])
    func exitsOnSuspend(profile: PolicyProfile) {
        var device = TestDevice.launched(ios: profile, manifest: Manifest(exitsOnSuspend: true))
        device.hangs = [.willTerminate]
        device.happen(.homePressed)
        if profile.version >= IOSVersion(13) {
            #expect(device.state == .background)
            #expect(!device.callbacks.contains(.willTerminate))
            return
        }
        #expect(device.callbacks.suffix(2) == [.willResignActive, .willTerminate])
        #expect(!device.states.contains(.background))
        device.advance(by: .milliseconds(4999))
        #expect(device.state == .foregroundInactive)
        device.happen(.callbackReturned(.willTerminate))
        #expect(device.state == .terminated)
        #expect(device.stateReason?.rule == "LC-18")
    }

    @Test("LC-19: after a force quit nothing launches the app until the user does", arguments: [7, 12, 13, 26])
    func forceQuit(major: Int) {
        var device = TestDevice.launched(
            ios: .ios(major), modes: [.remoteNotification, .fetch, .processing, .voip, .pushToTalk])
        device.suspend()
        device.happen(.forceQuit)
        #expect(device.state == .terminated)
        #expect(device.termination?.code == "0xdeadfa11")
        for kind in WakeKind.allCases where ![.region, .significantChange, .visit].contains(kind) {
            device.happen(.wake(kind))
        }
        #expect(device.launches == [])
        #expect(device.droppedWakes.contains("LC-19"))
        device.happen(.returnedToForeground)
        #expect(device.state == .foregroundActive)
        device.happen(.processExited(.exited(0)))
        device.happen(.wake(.remoteNotification))
        #expect(device.launches == [.user, .wake(.remoteNotification)])
    }

    @Test("LC-19: an app that is removed while it ends was removed")
    func forceQuitWhileEnding() {
        var device = TestDevice.launched(ios: .ios26, hangs: [.willTerminate])
        device.happen(.terminationRequested(cause: "ctl terminate"))
        device.advance(by: .seconds(3))
        device.happen(.forceQuit)
        device.advance(by: .milliseconds(1999))
        #expect(device.state == .foregroundActive)
        device.happen(.callbackReturned(.willTerminate))
        #expect(device.state == .terminated && device.termination?.code == "0xdeadfa11")
        #expect(device.stateReason?.rule == "LC-19")
    }

    @Test("LC-19: an app that has ended before it is removed is not woken, and its state says so")
    func forceQuitAfterTheEnd() {
        var device = TestDevice.launched(ios: .ios26, modes: [.remoteNotification])
        device.happen(.processExited(.exited(0)))
        #expect(device.machine.stateReason.rule == "LC-01")
        device.happen(.forceQuit)
        #expect(device.machine.stateReason == Reason("LC-19", "the user removed the app from the app switcher"))
        device.happen(.push(.silent()))
        #expect(device.launches == [] && device.state == .terminated)
    }

    @Test("LC-19: before iOS 7 no such mark is known")
    func forceQuitBefore7() {
        var device = TestDevice.launched(ios: .ios(6, 1))
        device.suspend()
        device.happen(.forceQuit)
        device.happen(.wake(.region))
        #expect(device.launches == [.wake(.region)])
    }

    @Test("LC-19: a running app is asked to terminate first, and a restart lifts the mark")
    func forceQuitWhileRunning() {
        var device = TestDevice.launched(ios: .ios26, modes: [.remoteNotification], hangs: [.willTerminate])
        device.happen(.forceQuit)
        #expect(device.callbacks.last == .willTerminate)
        device.happen(.push(.silent()))
        device.happen(.callbackReturned(.willTerminate))
        #expect(device.state == .terminated)
        #expect(device.launches == [])
        device.setConditions { $0.hasPasscode = false }
        device.happen(.device(.rebooted))
        device.happen(.push(.silent()))
        #expect(device.launches == [.wake(.remoteNotification)])
    }

    @Test("LC-19: a process that is on its way when the user force-quits is ended, and nothing is delivered")
    func forceQuitDuringLaunch() {
        var device = TestDevice(ios: .ios26, modes: [.remoteNotification])
        device.hostIsPrompt = false
        device.happen(.push(.silent()))
        device.happen(.forceQuit)
        #expect(device.droppedWakes == ["LC-19"])
        let effects = device.happen(.launchedInBackground)
        #expect(device.terminationRule == "LC-19")
        #expect(effects.count == 1)
        device.happen(.processExited(.signalled(9)))
        #expect(device.callbacks == [])
        #expect(device.machine.exits == [:])
        device.happen(.returnedToForeground)
        #expect(device.launches.last == .user)
    }

    @Test(
        "LC-20, MD-15: regions, significant changes and visits reach a force-quit app from iOS 8 on, as a choice",
        arguments: [(7, true), (8, true), (26, true), (26, false)])
    func locationAfterForceQuit(major: Int, allowed: Bool) {
        var profile = PolicyProfile.ios(major)
        if !allowed { profile.switches.locationRelaunchesForceQuit = false }
        for kind in [WakeKind.region, .significantChange, .visit] {
            var device = TestDevice.launched(ios: profile)
            device.happen(.forceQuit)
            device.happen(.wake(kind))
            #expect((device.launches == [.wake(kind)]) == (major >= 8 && allowed), "\(kind)")
        }
    }

    @Test("LC-21: between the boot and the first unlock nothing is launched, where a passcode is set")
    func beforeFirstUnlock() {
        for passcode in [true, false] {
            var device = TestDevice.launched(ios: .ios26, modes: [.remoteNotification])
            device.setConditions { $0.hasPasscode = passcode }
            device.happen(.device(.rebooted))
            #expect(device.state == .terminated)
            device.happen(.push(.silent()))
            #expect(device.droppedWakes == (passcode ? ["LC-21"] : []))
            device.happen(.device(.locked(false)))
            device.happen(.push(.silent()))
            #expect(device.launches.first == .wake(.remoteNotification))
        }
    }

    @Test("LC-22, RB-07: a suspended app is purged without notice; one that runs is warned and asked to go")
    func purge() {
        var suspended = TestDevice.launched()
        suspended.suspend()
        let before = suspended.callbacks.count
        suspended.happen(.device(.memoryPressure(.warning)))
        suspended.happen(.device(.memoryPressure(.purge)))
        #expect(suspended.callbacks.count == before)
        #expect(suspended.terminationRule == "LC-22")
        #expect(suspended.termination?.namespace == "JETSAM")
        #expect(suspended.termination?.writesCrashReport == false)
        #expect(suspended.machine.exits == [.memoryPressure: 1])

        var running = TestDevice.launched()
        running.happen(.homePressed)
        _ = running.beginTask()
        running.happen(.device(.memoryPressure(.warning)))
        #expect(running.callbacks.last == .didReceiveMemoryWarning)
        #expect(running.state == .background)
        running.happen(.device(.memoryPressure(.purge)))
        #expect(running.callbacks.suffix(2) == [.didReceiveMemoryWarning, .willTerminate])
        #expect(running.state == .terminated)

        var front = TestDevice.launched()
        front.happen(.device(.memoryPressure(.purge)))
        #expect(front.state == .foregroundActive)
    }

    @Test("LC-12, LC-06: an event during willTerminate is for the next process")
    func eventDuringWillTerminate() {
        var device = TestDevice.launched(ios: .ios26, modes: [.remoteNotification], hangs: [.willTerminate])
        device.happen(.homePressed)
        _ = device.beginTask()
        device.happen(.device(.memoryPressure(.purge)))
        device.happen(.push(.silent()))
        #expect(device.woken == [])
        #expect(device.launches == [])
        device.happen(.callbackReturned(.willTerminate))
        #expect(device.launches == [.wake(.remoteNotification)])
        #expect(device.woken == [.remoteNotification])
        #expect(device.grants == [.wake])
    }

    @Test("LC-12: the user who returns during willTerminate gets a new process")
    func returnDuringWillTerminate() {
        var device = TestDevice.launched(
            ios: .ios12, manifest: Manifest(exitsOnSuspend: true))
        device.hangs = [.willTerminate]
        device.happen(.homePressed)
        device.happen(.returnedToForeground)
        #expect(device.launches == [])
        device.happen(.callbackReturned(.willTerminate))
        #expect(device.launches == [.user])
        #expect(device.state == .foregroundActive)
    }

    @Test("LC-01: a new process inherits no task, no grant, no deadline and no lock")
    func nothingLeaks() {
        var device = TestDevice.launched(ios: .ios26, modes: [.remoteNotification])
        device.happen(.resource(.fileLocked(path: "a.sqlite")))
        device.happen(.homePressed)
        _ = device.beginTask()
        device.happen(.push(.silent()))
        device.happen(.processExited(.signalled(11)))
        #expect(device.machine.nextDeadline == nil)
        #expect(device.grants == [])
        device.happen(.returnedToForeground)
        device.happen(.homePressed)
        device.advance(by: .milliseconds(200))
        #expect(device.state == .suspended)
        device.advance(by: .seconds(3600))
        #expect(device.termination == nil)
    }

    @Test("LC-01: what comes after the end changes nothing, and nothing is due")
    func eventsAfterTheEnd() {
        var device = TestDevice.launched(ios: .ios26, modes: [.audio, .location])
        let task = device.beginTask()
        device.happen(.processExited(.exited(0)))
        let late: [PolicyEvent] = [
            .homePressed, .callbackReturned(.didEnterBackground), .callbackReturned(.willTerminate), .deadlineReached,
            .backgroundTaskEnded(task), .backgroundTaskBegan(task, name: ""), .audioAdvanced(frames: 9, sampleRate: 1),
            .locationSessionOpened(source: "x"), .wakeCompleted(.remoteNotification), .sceneDisconnected,
            .usageSampled(cpu: .seconds(1000), wakeups: 9), .terminationRequested(cause: "x"),
            .processExited(.exited(1)),
            .device(.memoryPressure(.purge)), .device(.thermalState(.critical)), .device(.diskSpaceShort),
            .resource(.openGLUsed), .resource(.fileLocked(path: "x")), .launchDeclinedURL,
        ]
        for event in late { #expect(device.happen(event).isEmpty, "\(event)") }
        #expect(device.state == .terminated)
        #expect(device.machine.nextDeadline == nil)
    }
}
