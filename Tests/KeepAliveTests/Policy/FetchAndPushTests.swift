import Testing

@testable import KeepAlivePolicy

/// Background fetch and silent pushes.
@Suite struct FetchAndPushTests {
    static func suspended(_ profile: PolicyProfile, _ modes: [BackgroundMode], interval: Duration?? = nil) -> TestDevice
    {
        var device = TestDevice.launched(ios: profile, modes: modes)
        if let interval { device.happen(.fetch(.intervalSet(interval))) }
        device.suspend()
        return device
    }

    @Test("WK-01, SD-40: there is no fetch until the app sets an interval, and never without the mode")
    func interval() {
        var never = Self.suspended(.ios12, [.fetch])
        never.happen(.fetch(.opportunity))
        #expect(never.droppedWakes == ["WK-01"])
        #expect(never.state == .suspended)

        var off = Self.suspended(.ios12, [.fetch], interval: .some(nil))
        off.happen(.fetch(.opportunity))
        #expect(off.droppedWakes == ["WK-01"])

        var undeclared = Self.suspended(.ios12, [], interval: .zero)
        undeclared.happen(.fetch(.opportunity))
        #expect(undeclared.droppedWakes == ["BM-09"])

        var old = Self.suspended(.ios(6), [.fetch], interval: .zero)
        old.happen(.fetch(.opportunity))
        #expect(old.woken == [])
    }

    @Test("WK-01: never more often than asked", arguments: [7, 12, 26])
    func notMoreOften(major: Int) {
        var device = Self.suspended(.ios(major), [.fetch], interval: .seconds(3600))
        device.happen(.fetch(.opportunity))
        #expect(device.woken == [.backgroundFetch])
        device.happen(.fetch(.completed(.noData)))
        device.advance(by: .milliseconds(3_599_999))
        device.happen(.fetch(.opportunity))
        #expect(device.droppedWakes == ["WK-01"])
        device.advance(by: .milliseconds(1))
        device.happen(.fetch(.opportunity))
        #expect(device.woken.count == 2)
    }

    @Test("WK-03, SD-40: a failure makes the next fetch come later, a success as before")
    func results() {
        for (result, factor) in [(BackgroundFetchResult.newData, 1), (.noData, 1), (.failed, 2)] {
            var device = Self.suspended(.ios12, [.fetch], interval: .seconds(600))
            device.happen(.fetch(.opportunity))
            device.happen(.fetch(.completed(result)))
            device.advance(by: .seconds(600 * factor) - .milliseconds(1))
            device.happen(.fetch(.opportunity))
            #expect(device.woken.count == 1)
            device.advance(by: .milliseconds(1))
            device.happen(.fetch(.opportunity))
            #expect(device.woken.count == 2)
        }
    }

    @Test("WK-02, SD-40: performFetch has 30 s, and the app sees that it was launched into the background")
    func performFetch() {
        var device = TestDevice.launched(ios: .ios(8, 2), modes: [.fetch])
        device.happen(.fetch(.intervalSet(.zero)))
        device.happen(.processExited(.exited(0)))
        device.happen(.fetch(.opportunity))
        #expect(device.states.last == .background)
        #expect(device.callbacks.last == .woken(.backgroundFetch, identifier: nil))
        #expect(device.callbacks.last?.name == "performFetch")
        device.advance(by: .milliseconds(30_999))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.termination?.code == "0x8badf00d")
    }

    @Test("WK-04, SD-41: a silent push wakes a suspended app for 30 s of wall clock")
    func push() {
        var device = Self.suspended(.ios26, [.remoteNotification])
        device.happen(.push(.silent()))
        #expect(device.callbacks.last == .woken(.remoteNotification, identifier: nil))
        device.advance(by: .milliseconds(30_999))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .terminated)

        var undeclared = Self.suspended(.ios26, [])
        undeclared.happen(.push(.silent()))
        #expect(undeclared.droppedWakes == ["BM-10"])
    }

    @Test(
        "WK-05: without priority 5 a background push is not delivered from iOS 13 on",
        arguments: [(PolicyProfile.ios12, 10, true), (.ios13, 10, false), (.ios26, 10, false), (.ios26, 5, true)])
    func priority(profile: PolicyProfile, priority: Int, expected: Bool) {
        var device = Self.suspended(profile, [.remoteNotification])
        device.happen(.push(.silent(priority: priority)))
        #expect((device.woken == [.remoteNotification]) == expected)
        #expect(device.droppedWakes == (expected ? [] : ["WK-05"]))
    }

    @Test("WK-05: a push with an alert is shown and wakes nobody")
    func alert() {
        var device = Self.suspended(.ios26, [.remoteNotification])
        device.happen(.push(.alert))
        #expect(device.state == .suspended)
        #expect(device.logRules.last == "WK-05")
    }

    /// A device whose app has got its three pushes of the hour.
    static func throttled() -> TestDevice {
        var device = suspended(.ios26, [.remoteNotification])
        for _ in 0..<3 {
            device.happen(.push(.silent()))
            device.happen(.push(.completed(.newData)))
            device.advance(by: .seconds(1))
        }
        return device
    }

    @Test("WK-06: three silent pushes an hour go through; of the others the latest waits for room")
    func throttle() {
        var device = Self.throttled()
        #expect(device.woken.count == 3)
        device.happen(.push(.silent()))
        device.happen(.push(.silent()))
        #expect(device.droppedWakes == ["WK-06", "WK-06"])
        #expect(device.state == .suspended)
        // The first of the three is an hour old after 3597 s more.
        device.advance(by: .milliseconds(3_596_999))
        #expect(device.woken.count == 3)
        device.advance(by: .milliseconds(1))
        #expect(device.woken.count == 4)
        #expect(device.state == .background)
        device.happen(.push(.completed(.newData)))
        device.advance(by: .seconds(7200))
        #expect(device.woken.count == 4)
    }

    @Test("WK-06: a kill drops what waits; it outlives a process that has ended by itself, and launches a new one")
    func heldPushLaunches() {
        var killed = Self.throttled()
        killed.happen(.push(.silent()))
        killed.happen(.device(.memoryPressure(.purge)))
        #expect(killed.state == .terminated)
        killed.advance(by: .seconds(3600))
        #expect(killed.launches == [])
        #expect(killed.woken.count == 3)
        var ended = Self.throttled()
        ended.happen(.push(.silent()))
        ended.happen(.processExited(.exited(0)))
        ended.advance(by: .seconds(3600))
        #expect(ended.launches == [.wake(.remoteNotification)])
        #expect(ended.woken.count == 4)
    }

    @Test("WK-06: the user who opens the app has it told at once of what waits")
    func heldPushAtLaunch() {
        var device = Self.throttled()
        device.happen(.push(.silent()))
        device.happen(.returnedToForeground)
        #expect(device.woken.count == 4)
        device.advance(by: .seconds(7200))
        #expect(device.woken.count == 4)
    }

    @Test("WK-06, WK-07: a force quit drops what waits, and what comes then is discarded")
    func forceQuit() {
        var device = Self.throttled()
        device.happen(.push(.silent()))
        device.happen(.forceQuit)
        #expect(device.machine.nextDeadline == nil)
        device.advance(by: .seconds(7200))
        device.happen(.push(.silent()))
        #expect(device.droppedWakes.last == "WK-07")
        #expect(device.launches == [])
        device.happen(.returnedToForeground)
        device.advance(by: .seconds(7200))
        #expect(device.woken.count == 3)
    }

    @Test("WK-06: the hour follows the time scale")
    func scaledHour() {
        var device = Self.suspended(PolicyProfile.ios26.scaled(by: 0.01), [.remoteNotification])
        for _ in 0..<4 {
            device.happen(.push(.silent()))
            device.happen(.push(.completed(.newData)))
        }
        #expect(device.woken.count == 3)
        device.advance(by: .seconds(36))
        #expect(device.woken.count == 4)
    }

    @Test("SD-41: the results of a push are those of a fetch; none is demanded in the foreground")
    func pushInForeground() {
        var device = TestDevice.launched(ios: .ios26, modes: [.remoteNotification])
        device.happen(.push(.silent(priority: 10)))
        #expect(device.callbacks.last == .woken(.remoteNotification, identifier: nil))
        for result in BackgroundFetchResult.allCases { device.happen(.push(.completed(result))) }
        #expect(BackgroundFetchResult.allCases.map(\.rawValue) == ["newData", "noData", "failed"])
        #expect(device.state == .foregroundActive)
    }
}
