import Testing

@testable import KeepAlivePolicy

@Suite struct BackgroundTaskTests {
    struct Era: CustomTestStringConvertible, Sendable {
        var profile: PolicyProfile
        var expiration: Duration
        var kill: Duration
        var rule: RuleID
        var code: String
        var killRule: RuleID
        var testDescription: String { "iOS \(profile.version)" }
    }

    static let eras = [
        Era(
            profile: .ios12, expiration: .seconds(175), kill: .seconds(180), rule: "BT-05", code: "0x8badf00d",
            killRule: "BT-20"),
        Era(
            profile: .ios13, expiration: .seconds(31), kill: .seconds(36), rule: "BT-06", code: "0x2182BAD2",
            killRule: "BT-21"),
        Era(
            profile: .ios26, expiration: .seconds(25), kill: .seconds(30), rule: "BT-04", code: "0x2182BAD2",
            killRule: "BT-21"),
    ]

    @Test("BT-05, BT-06, BT-14: a task ended in its handler runs for the era's time", arguments: eras)
    func runTime(era: Era) {
        var device = TestDevice.launched(ios: era.profile)
        device.happen(.homePressed)
        let task = device.beginTask()
        device.advance(by: era.expiration - .milliseconds(1))
        #expect(!device.callbacks.contains(.backgroundTaskExpired(task)))
        device.advance(by: .milliseconds(1))
        #expect(device.callbacks.last == .backgroundTaskExpired(task))
        device.happen(.backgroundTaskEnded(task))
        #expect(device.state == .background)
        device.advance(by: era.profile.suspensionDelay)
        #expect(device.state == .suspended)
        #expect(device.stateReason?.rule == era.rule)
        #expect(device.now - .zero < era.expiration + .seconds(1))
    }

    @Test("BT-19, BT-20, BT-21: a task that is not ended means a kill, with the era's code", arguments: eras)
    func overrun(era: Era) {
        var device = TestDevice.launched(ios: era.profile)
        device.happen(.homePressed)
        _ = device.beginTask("upload")
        device.advance(by: era.kill - .milliseconds(1))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .terminated)
        #expect(device.termination?.signal == 9)
        #expect(device.termination?.code == era.code)
        #expect(device.termination?.writesCrashReport == (era.killRule == "BT-20"))
        #expect(device.termination?.explanation.contains("upload") == true)
        #expect(device.stateReason?.rule == era.killRule)
    }

    @Test("BT-08: two tasks share one budget")
    func sharedBudget() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        let first = device.beginTask("first")
        device.advance(by: .seconds(20))
        let second = device.beginTask("second")
        device.advance(by: .seconds(5))
        #expect(device.callbacks.suffix(2) == [.backgroundTaskExpired(first), .backgroundTaskExpired(second)])
        device.happen(.backgroundTaskEnded(first))
        device.advance(by: .seconds(5))
        #expect(device.state == .terminated)
    }

    @Test("MD-06: a task ended in time leads to suspension")
    func endedInTime() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        let task = device.beginTask()
        device.advance(by: .seconds(3))
        device.happen(.backgroundTaskEnded(task))
        device.advance(by: .milliseconds(200))
        #expect(device.state == .suspended)
        #expect(device.stateReason?.rule == "MD-06")
    }

    @Test("BT-12: a renewal on the running clock gains no time")
    func renewal() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        var task = device.beginTask("first")
        device.advance(by: .seconds(21))
        let before = device.machine.backgroundTimeRemaining(at: device.now)
        device.happen(.backgroundTaskEnded(task))
        task = device.beginTask("second")
        #expect(device.machine.backgroundTimeRemaining(at: device.now) == before)
        #expect(device.logs.contains { $0.contains("no time is gained") })
        device.advance(by: .seconds(4))
        #expect(device.callbacks.last == .backgroundTaskExpired(task))
    }

    @Test("MD-08: a task begun after the budget is spent has five seconds")
    func begunAfterExpiration() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        let first = device.beginTask()
        device.advance(by: .seconds(26))
        device.happen(.backgroundTaskEnded(first))
        _ = device.beginTask("late")
        device.advance(by: .milliseconds(4999))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .terminated)
    }

    @Test("BT-12, BT-19: no chain of late tasks puts the kill off")
    func chainOfLateTasks() {
        var leaking = TestDevice.launched()
        leaking.happen(.homePressed)
        _ = leaking.beginTask("leaked")
        leaking.advance(by: .seconds(28))
        _ = leaking.beginTask("late")
        leaking.advance(by: .seconds(2))
        #expect(leaking.state == .terminated)

        var chaining = TestDevice.launched()
        chaining.happen(.homePressed)
        var task = chaining.beginTask()
        chaining.advance(by: .seconds(26))
        for _ in 0..<20 {
            chaining.happen(.backgroundTaskEnded(task))
            task = chaining.beginTask("late")
            chaining.advance(by: .seconds(1))
        }
        #expect(chaining.state == .terminated)
        #expect(chaining.now - .zero <= .seconds(46))
    }

    @Test("BT-09: in the foreground the clock is dormant")
    func dormantInForeground() {
        var device = TestDevice.launched()
        let task = device.beginTask()
        device.advance(by: .seconds(3600))
        #expect(!device.callbacks.contains(.backgroundTaskExpired(task)))
        device.happen(.homePressed)
        #expect(device.machine.backgroundTimeRemaining(at: device.now) == .seconds(30))
        device.advance(by: .seconds(25))
        #expect(device.callbacks.last == .backgroundTaskExpired(task))
    }

    @Test("BT-13: returning to the foreground resets the budget")
    func foregroundResets() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        let task = device.beginTask()
        device.advance(by: .seconds(20))
        #expect(device.happen(.returnedToForeground).contains(.resetTaskClock))
        device.happen(.homePressed)
        device.advance(by: .seconds(24))
        #expect(!device.callbacks.contains(.backgroundTaskExpired(task)))
        device.advance(by: .seconds(1))
        #expect(device.callbacks.last == .backgroundTaskExpired(task))
    }

    @Test("BT-10, MD-02: the clock does not run while audio holds the app, and starts full afterwards")
    func audioStopsTheClock() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSessionActivated(.init(category: .playback, mixWithOthers: true)))
        device.happen(.homePressed)
        let task = device.beginTask()
        device.advance(by: .seconds(10))
        #expect(device.happen(.audioPlaybackRequested()).contains(.resetTaskClock))
        device.happen(.audioAdvanced(frames: 100, sampleRate: 8000))
        #expect(device.machine.backgroundTimeRemaining(at: device.now) == nil)
        device.advance(by: .seconds(1000))
        #expect(!device.callbacks.contains(.backgroundTaskExpired(task)))
        device.happen(.audioPlaybackStopped)
        #expect(device.machine.backgroundTimeRemaining(at: device.now) == .seconds(30))
        // What held the app before goes on for a second.
        device.advance(by: .milliseconds(25_999))
        #expect(!device.callbacks.contains(.backgroundTaskExpired(task)))
        device.advance(by: .milliseconds(1))
        #expect(device.callbacks.last == .backgroundTaskExpired(task))
    }

    @Test("BT-27: ending an unknown task is a log line in the era's words")
    func unknownTask() {
        let expectations: [(PolicyProfile, String)] = [
            (
                .ios12,
                "Can't endBackgroundTask: no background task exists with identifier 15, or it may have already been ended. Break in UIApplicationEndBackgroundTaskError() to debug."
            ),
            (
                .ios26,
                "Can't end BackgroundTask: no background task exists with identifier 15 (0xf), or it may have already been ended. Break in UIApplicationEndBackgroundTaskError() to debug."
            ),
        ]
        for (profile, text) in expectations {
            var device = TestDevice.launched(ios: profile)
            device.happen(.backgroundTaskEnded(.init(rawValue: 15)))
            #expect(device.logs.last == text)
            #expect(device.state == .foregroundActive)
        }
    }

    @Test("BT-29: a thousand live tasks end the process")
    func limit() {
        var device = TestDevice.launched()
        for _ in 0..<999 { _ = device.beginTask() }
        #expect(device.state == .foregroundActive)
        _ = device.beginTask()
        #expect(device.state == .terminated)
        #expect(device.termination?.code == "0xbada5e47")
    }

    @Test("BT-22: a task still held a second after its handler is told, from 13.4 on")
    func stillHeld() {
        for (profile, expected) in [(PolicyProfile.ios12, 0), (.ios13, 0), (.ios26, 1)] {
            var device = TestDevice.launched(ios: profile)
            device.happen(.homePressed)
            _ = device.beginTask("upload")
            device.advance(by: profile.finishTaskExpiration + .seconds(2))
            #expect(device.logs.count { $0.hasPrefix("Background task still not ended") } == expected)
        }
    }

    @Test("BT-23: a task older than 30 s is told at background entry, from 13.4 on")
    func oldTask() {
        for (profile, expected) in [(PolicyProfile.ios13, 0), (.ios26, 1)] {
            var device = TestDevice.launched(ios: profile)
            _ = device.beginTask("upload")
            device.advance(by: .milliseconds(30_001))
            device.happen(.homePressed)
            #expect(device.logs.count { $0.contains("was created over 30 seconds ago") } == expected)
        }
    }

    @Test("BT-30, BT-31: the time remaining is unlimited in the foreground, and counts down with the clock")
    func remaining() {
        var device = TestDevice.launched(ios: .ios12)
        #expect(device.machine.backgroundTimeRemaining(at: device.now) == nil)
        device.happen(.homePressed)
        _ = device.beginTask()
        #expect(device.machine.backgroundTimeRemaining(at: device.now) == .seconds(180))
        device.advance(by: .seconds(100))
        #expect(device.machine.backgroundTimeRemaining(at: device.now) == .seconds(80))
    }

    @Test("the time scale multiplies the policy's durations and leaves the machine's alone")
    func timeScale() {
        let scaled = PolicyProfile.ios12.scaled(by: 0.1)
        #expect(scaled.finishTaskExpiration == .milliseconds(17_500))
        #expect(scaled.suspensionDelay == .milliseconds(20))
        #expect(scaled.audioEvidenceWindow == PolicyProfile.ios12.audioEvidenceWindow)
    }
}
