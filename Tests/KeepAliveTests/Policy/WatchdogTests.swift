import Testing

@testable import KeepAlivePolicy

/// What happens to an app that does not return from a call, and what a debugger and a simulator change about it.
@Suite struct WatchdogTests {
    static let all = ProfileCatalogue.all

    @Test("LC-08, LC-09, SD-04: didEnterBackground is told of at 5 s and kills at 10 s", arguments: all)
    func enterBackground(profile: PolicyProfile) {
        var device = TestDevice.launched(ios: profile, hangs: [.didEnterBackground])
        device.happen(.homePressed)
        device.advance(by: .milliseconds(4999))
        #expect(!device.logRules.contains("LC-08"))
        device.advance(by: .milliseconds(1))
        #expect(device.logRules.contains("LC-08"))
        device.advance(by: .milliseconds(4999))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .terminated)
        #expect(device.terminationRule == "LC-09")
        #expect(device.termination?.code == "0x8badf00d")
        #expect(device.termination?.writesCrashReport == true)
        #expect(
            device.termination?.explanation.contains(
                "exhausted real (wall clock) time allowance of 10.00 seconds (ProcessVisibility: Background)") == true)
        #expect(device.machine.exits == [.watchdog: 1])
    }

    @Test("LC-08, LC-09: a return in time, or the way back, ends the watch")
    func enterBackgroundInTime() {
        for event in [PolicyEvent.callbackReturned(.didEnterBackground), .returnedToForeground] {
            var device = TestDevice.launched(hangs: [.didEnterBackground])
            device.happen(.homePressed)
            device.advance(by: .milliseconds(4999))
            device.happen(event)
            device.advance(by: .seconds(60))
            #expect(device.termination == nil)
            #expect(!device.logRules.contains("LC-08"))
        }
    }

    @Test("LC-12: a running app has 5 s to terminate; a suspended one is not asked")
    func willTerminate() {
        var running = TestDevice.launched(hangs: [.willTerminate])
        running.happen(.homePressed)
        _ = running.beginTask()
        running.happen(.terminationRequested(cause: "an update"))
        #expect(running.callbacks.last == .willTerminate)
        running.advance(by: .milliseconds(4999))
        #expect(running.state == .background)
        running.happen(.callbackReturned(.willTerminate))
        #expect(running.state == .terminated)
        #expect(running.terminationRule == "LC-12")
        #expect(running.termination?.code == nil)
        #expect(running.machine.exits == [.normal: 1])

        var suspended = TestDevice.launched()
        suspended.suspend()
        suspended.happen(.terminationRequested(cause: "an update"))
        #expect(suspended.state == .terminated)
        #expect(!suspended.callbacks.contains(.willTerminate))
    }

    @Test("LC-13: willTerminate that overruns 5 s means a kill", arguments: all)
    func willTerminateOverrun(profile: PolicyProfile) {
        var device = TestDevice.launched(ios: profile, hangs: [.willTerminate])
        device.happen(.terminationRequested(cause: "an update"))
        device.advance(by: .milliseconds(4999))
        #expect(device.termination == nil)
        device.advance(by: .milliseconds(1))
        #expect(device.terminationRule == "LC-13")
        #expect(device.termination?.code == "0x8badf00d")
        let isOld = profile.version < IOSVersion(15)
        #expect(device.termination?.namespace == (isOld ? "SPRINGBOARD" : "FRONTBOARD"))
        #expect(
            device.termination?.explanation
                == (isOld
                    ? "process-exit watchdog transgression: exhausted real (wall clock) time allowance of 5.00 seconds "
                        + "(ProcessVisibility: Background)"
                    : "Failed to terminate gracefully after 5.0s (WatchdogEvent: process-exit)"))
    }

    @Test("LC-14, LC-16: a launch in the foreground has 20 s of wall clock", arguments: all)
    func launch(profile: PolicyProfile) {
        var device = TestDevice.launched(ios: profile, hangs: [.didFinishLaunching])
        device.advance(by: .milliseconds(19_999))
        #expect(device.state == .foregroundInactive)
        device.advance(by: .milliseconds(1))
        #expect(device.terminationRule == "LC-14")
        #expect(device.termination?.code == "0x8badf00d")
        // The watchdog's own words, with scenes or without.
        #expect(
            device.termination?.explanation
                == "process-launch watchdog transgression: exhausted real (wall clock) time allowance of 20.00 seconds "
                + "(ProcessVisibility: Foreground)")
    }

    @Test("LC-14, LC-15: a launch in the background has no wall clock; its CPU time is limited", arguments: all)
    func launchInBackground(profile: PolicyProfile) {
        var manifest = Manifest()
        manifest.declare([.bluetoothCentral])
        var device = TestDevice(ios: profile, manifest: manifest, monitorsUsage: true)
        device.hangs = [.didFinishLaunching]
        device.happen(.wake(.significantChange))
        device.happen(.usageSampled(cpu: .seconds(100), wakeups: 0))
        device.advance(by: .seconds(25))
        device.happen(.usageSampled(cpu: .milliseconds(102_319), wakeups: 0))
        #expect(device.state == .background)
        // The counters are read again when the limit can be reached, and not before.
        #expect(device.machine.nextDeadline.map { $0 - device.now <= .milliseconds(100) } == true)
        device.happen(.usageSampled(cpu: .milliseconds(102_320), wakeups: 0))
        #expect(device.terminationRule == "LC-15")
        #expect(device.termination?.code == "0x8badf00d")
        #expect(device.termination?.explanation.contains("CPU time allowance of 2.32 seconds") == true)
    }

    // MARK: The debugger

    /// An app that overruns something, and how long it takes until it is killed.
    struct Overrun: CustomTestStringConvertible, Sendable {
        var name: String
        var hangs: Set<AwaitedCallback> = []
        var begin: @Sendable (inout TestDevice) -> Void
        var kill: Duration
        var rule: RuleID
        var testDescription: String { name }
    }

    static let overruns = [
        Overrun(
            name: "launch", hangs: [.didFinishLaunching], begin: { $0.happen(.launched) }, kill: .seconds(20),
            rule: "LC-14"),
        Overrun(
            name: "didEnterBackground", hangs: [.didEnterBackground],
            begin: {
                $0.happen(.launched)
                $0.happen(.homePressed)
            }, kill: .seconds(10), rule: "LC-09"),
        Overrun(
            name: "willTerminate", hangs: [.willTerminate],
            begin: {
                $0.happen(.launched)
                $0.happen(.terminationRequested(cause: "an update"))
            }, kill: .seconds(5), rule: "LC-13"),
        Overrun(
            name: "task",
            begin: {
                $0.happen(.launched)
                $0.happen(.homePressed)
                _ = $0.beginTask()
            }, kill: .seconds(30), rule: "BT-21"),
        Overrun(
            name: "wake",
            begin: {
                $0.happen(.launched)
                $0.suspend()
                $0.happen(.push(.silent()))
            }, kill: .seconds(31), rule: "RB-20"),
    ]

    @Test("LC-17, MD-14: with a debugger attached before, nothing is killed for its time", arguments: overruns)
    func attachedBefore(overrun: Overrun) {
        var device = TestDevice(ios: .ios26, modes: [.remoteNotification])
        device.hangs = overrun.hangs
        device.setConditions { $0.debuggerAttached = true }
        overrun.begin(&device)
        device.advance(by: .seconds(3600))
        #expect(device.termination == nil)
        #expect(device.state != .suspended)
    }

    @Test("LC-17, MD-14: a debugger that is attached in the last moment prevents the kill", arguments: overruns)
    func attachedLate(overrun: Overrun) {
        var device = TestDevice(ios: .ios26, modes: [.remoteNotification])
        device.hangs = overrun.hangs
        overrun.begin(&device)
        device.advance(by: overrun.kill - .milliseconds(1))
        device.happen(.device(.debugger(true)))
        device.advance(by: .seconds(3600))
        #expect(device.termination == nil)
        // Detached, the app is watched again.
        device.happen(.device(.debugger(false)))
        device.advance(by: overrun.kill)
        #expect(device.terminationRule == overrun.rule)
    }

    @Test("LC-17: without the debugger the control group is killed at its time", arguments: overruns)
    func withoutDebugger(overrun: Overrun) {
        var device = TestDevice(ios: .ios26, modes: [.remoteNotification])
        device.hangs = overrun.hangs
        overrun.begin(&device)
        device.advance(by: overrun.kill - .milliseconds(1))
        #expect(device.termination == nil)
        device.advance(by: .milliseconds(1))
        #expect(device.terminationRule == overrun.rule)
    }

    @Test("LC-17, MD-14, UR-10: a debugger thaws a suspended app, and without it the app is suspended again")
    func debuggerThaws() {
        var device = TestDevice.launched()
        device.suspend()
        #expect(device.happen(.device(.debugger(true))).first?.action == .resume)
        device.advance(by: .seconds(60))
        #expect(device.state == .background)
        // No launch event is needed: the app runs.
        device.happen(.transfer(.sessionCreated(identifier: "s")))
        device.happen(.transfer(.finished(identifier: "s")))
        #expect(device.woken == [])
        device.happen(.device(.debugger(false)))
        device.advance(by: .milliseconds(199))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .suspended)
    }

    @Test("LC-17: a simulator suspends and ends tasks, and has no watchdog")
    func simulator() {
        for overrun in Self.overruns {
            var device = TestDevice(ios: .ios26, modes: [.remoteNotification])
            device.hangs = overrun.hangs
            device.setConditions { $0.isSimulator = true }
            overrun.begin(&device)
            device.advance(by: .seconds(60))
            #expect((device.termination == nil) == !overrun.hangs.isEmpty, "\(overrun.name)")
        }
        var device = TestDevice.launched()
        device.setConditions { $0.isSimulator = true }
        device.suspend()
        #expect(device.state == .suspended)
    }
}
