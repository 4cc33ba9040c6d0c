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

    @Test("LC-05: an app that is asked before it is left is told once, and is not in the background meanwhile")
    func leavingInSteps() {
        var device = TestDevice.launched()
        device.happen(.becameInactive)
        #expect(device.state == .foregroundInactive && device.callbacks.last == .willResignActive)
        #expect(device.grants == [.foreground])
        device.happen(.becameInactive)
        device.happen(.homePressed)
        #expect(device.callbacks.suffix(2) == [.willResignActive, .didEnterBackground])
        #expect(device.callbacks.count { $0 == .willResignActive } == 1)
        device.happen(.returnedToForeground)
        device.happen(.becameInactive)
        device.happen(.returnedToForeground)
        #expect(device.state == .foregroundActive)
        #expect(device.callbacks.suffix(2) == [.willResignActive, .didBecomeActive])
        // Told anew when it is left anew.
        device.happen(.homePressed)
        #expect(device.callbacks.suffix(2) == [.willResignActive, .didEnterBackground])
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
