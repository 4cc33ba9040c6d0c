import Testing

@testable import KeepAlivePolicy

@Suite struct LifecycleTests {
    @Test("SD-01, SD-02: the state before the first launch is the era's")
    func stateBeforeLaunch() {
        #expect(TestDevice(ios: .ios12).state == .notRunning)
        #expect(TestDevice(ios: .ios13).state == .unattached)
        #expect(TestDevice(ios: .ios26).state == .unattached)
    }

    @Test("LC-05: launching goes through inactive to active, with the callbacks in order")
    func launching() {
        let device = TestDevice.launched()
        #expect(device.states == [.foregroundInactive, .foregroundActive])
        #expect(device.callbacks == [.didFinishLaunching(), .didBecomeActive])
        #expect(device.grants == [.foreground])
    }

    @Test("LC-05: leaving resigns active first, then enters the background")
    func leaving() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        #expect(device.states.suffix(2) == [.foregroundInactive, .background])
        #expect(device.callbacks.suffix(2) == [.willResignActive, .didEnterBackground])
    }

    @Test("LC-05: an app is told once that it is left, and is not in the background before it has returned from that")
    func leavingInSteps() {
        var device = TestDevice.launched(hangs: [.willResignActive])
        device.happen(.homePressed)
        #expect(device.state == .foregroundInactive && device.callbacks.last == .willResignActive)
        #expect(device.grants == [.foreground] && device.machine.transition == .leaving && !device.machine.isInFront)
        device.happen(.homePressed)
        device.happen(.callbackReturned(.willResignActive))
        #expect(device.callbacks.suffix(2) == [.willResignActive, .didEnterBackground])
        #expect(device.callbacks.count { $0 == .willResignActive } == 1)
        device.happen(.returnedToForeground)
        device.happen(.homePressed)
        device.happen(.returnedToForeground)
        #expect(device.state == .foregroundActive && device.machine.nextDeadline == nil)
        #expect(device.callbacks.suffix(2) == [.willResignActive, .didBecomeActive])
        // What it says of that way out afterwards leads nowhere; told anew, it leaves.
        device.happen(.callbackReturned(.willResignActive))
        #expect(device.state == .foregroundActive)
        device.happen(.homePressed)
        device.happen(.callbackReturned(.willResignActive))
        #expect(device.callbacks.suffix(2) == [.willResignActive, .didEnterBackground])
    }

    @Test("LC-05: an app that does not return from willResignActive is left after five seconds, and 'why' says so")
    func leftAllTheSame() throws {
        var device = TestDevice.launched(hangs: [.willResignActive])
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        let next = try #require(device.machine.explanation(at: device.now).next.first)
        #expect(
            next.inSeconds == 4 && next.what == "left, if willResignActive has not returned" && next.rule == "LC-05")
        device.advance(by: .milliseconds(3_999))
        #expect(device.state == .foregroundInactive)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .background && device.logRules.last == "LC-05")
        #expect(device.logs.last?.contains("has not returned from willResignActive in 5 s") == true)
    }

    @Test("LC-05, LC-17: under a debugger an app has as long as it wants to return from willResignActive")
    func leavingUnderDebugger() {
        var device = TestDevice.launched(hangs: [.willResignActive])
        device.happen(.device(.debugger(true)))
        device.happen(.homePressed)
        device.advance(by: .seconds(60))
        #expect(device.state == .foregroundInactive)
        device.happen(.device(.debugger(false)))
        device.advance(by: .seconds(5))
        #expect(device.state == .background)
    }

    @Test("LC-05, LC-12: an app that is forced to quit on its way out is not left any more")
    func quitOnTheWay() {
        var device = TestDevice.launched(hangs: [.willResignActive, .willTerminate])
        device.happen(.homePressed)
        device.happen(.forceQuit)
        device.happen(.callbackReturned(.willResignActive))
        #expect(device.state == .foregroundInactive)
        #expect(!device.callbacks.contains(.didEnterBackground))
        device.advance(by: .seconds(5))
        #expect(device.state == .terminated && device.logRules.allSatisfy { $0 != "LC-05" })
    }

    @Test("a host that does not tell of willResignActive has the app left at once (LC-05)")
    func notAwaited() {
        var machine = PolicyMachine(profile: .ios26, manifest: Manifest())
        for event in [PolicyEvent.launched, .callbackReturned(.didFinishLaunching), .homePressed] {
            _ = machine.handle(event, at: .zero)
        }
        #expect(machine.state == .background)
    }

    @Test("LC-10, LC-11: without a grant the app is suspended after the delay, not a millisecond before")
    func suspension() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        device.advance(by: .milliseconds(199))
        #expect(device.state == .background)
        let effects = device.advance(by: .milliseconds(1))
        #expect(device.state == .suspended)
        #expect(effects.contains(.suspend))
        #expect(device.stateReason?.rule == "LC-10")
        #expect(device.machine.nextDeadline == nil)
    }

    @Test("the freeze comes within a second of the background, on every profile", arguments: ProfileCatalogue.all)
    func withinASecond(profile: PolicyProfile) {
        #expect(profile.suspensionDelay < .seconds(1))
    }

    @Test("returning thaws first, then calls willEnterForeground and didBecomeActive")
    func returning() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        device.advance(by: .seconds(10))
        let effects = device.happen(.returnedToForeground)
        #expect(effects.first?.action == .resume)
        #expect(device.states.suffix(3) == [.background, .foregroundInactive, .foregroundActive])
        #expect(device.callbacks.suffix(2) == [.willEnterForeground, .didBecomeActive])
        #expect(device.grants == [.foreground])
    }

    @Test("returning before the freeze takes the suspension back")
    func returningEarly() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        device.advance(by: .milliseconds(100))
        let effects = device.happen(.returnedToForeground)
        #expect(!effects.contains(.resume))
        device.advance(by: .seconds(60))
        #expect(device.state == .foregroundActive)
    }

    @Test("LC-01: an app that ends is terminated, and nothing is decided about it any more")
    func ending() {
        var device = TestDevice.launched()
        device.happen(.processExited(.exited(3)))
        #expect(device.state == .terminated)
        #expect(device.stateReason?.text == "the process ended: exit 3")
        #expect(device.happen(.homePressed).isEmpty)
        #expect(device.machine.nextDeadline == nil)
    }

    @Test("events that do not fit the state change nothing")
    func misplacedEvents() {
        var device = TestDevice()
        #expect(device.happen(.homePressed).isEmpty)
        #expect(device.happen(.launchedInBackground).isEmpty)
        device.happen(.launched)
        #expect(device.happen(.launched).isEmpty)
        #expect(device.happen(.launchedInBackground).isEmpty)
        #expect(device.happen(.callbackReturned(.willTerminate)).isEmpty)
        #expect(device.happen(.returnedToForeground).isEmpty)
    }
}
