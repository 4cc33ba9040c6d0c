import Testing

@testable import KeepAlivePolicy

/// Background URL sessions.
@Suite struct TransferTests {
    /// A device whose app has a session with a transfer, and is suspended.
    static func suspended(_ profile: PolicyProfile = .ios26, sendsLaunchEvents: Bool = true) -> TestDevice {
        var device = TestDevice.launched(ios: profile)
        device.happen(.transfer(.sessionCreated(identifier: "s", sendsLaunchEvents: sendsLaunchEvents)))
        device.happen(.transfer(.taskResumed(identifier: "s")))
        device.suspend()
        return device
    }

    @Test("UR-01, SD-42: transfers go on while the app is suspended, purged or crashed")
    func goesOn() {
        let ends: [PolicyEvent?] = [
            nil, .device(.memoryPressure(.purge)), .processExited(.signalled(11)), .processExited(.exited(1)),
        ]
        for end in ends {
            var device = Self.suspended()
            if let end { device.happen(end) }
            device.advance(by: .seconds(3600))
            device.happen(.transfer(.finished(identifier: "s")))
            #expect(device.woken == [.urlSession], "\(String(describing: end))")
            #expect(device.launches.count == (end == nil ? 0 : 1))
        }
    }

    @Test("SD-42: typically a silent push starts a download")
    func startedByPush() {
        var device = TestDevice.launched(ios: .ios26, modes: [.remoteNotification])
        device.suspend()
        device.happen(.push(.silent()))
        device.happen(.transfer(.sessionCreated(identifier: "s")))
        device.happen(.transfer(.taskResumed(identifier: "s")))
        device.happen(.push(.completed(.newData)))
        device.advance(by: .seconds(10))
        #expect(device.state == .suspended)
        device.happen(.transfer(.finished(identifier: "s")))
        #expect(device.woken == [.remoteNotification, .urlSession])
    }

    @Test("UR-02: without launch events the app sleeps on, and hears of it when it runs")
    func launchEvents() {
        var device = Self.suspended(sendsLaunchEvents: false)
        device.happen(.transfer(.finished(identifier: "s")))
        #expect(device.droppedWakes == ["UR-02"])
        #expect(device.state == .suspended)

        var dead = Self.suspended(sendsLaunchEvents: false)
        dead.happen(.processExited(.signalled(9)))
        dead.happen(.transfer(.finished(identifier: "s")))
        #expect(dead.launches == [])
        dead.happen(.returnedToForeground)
        dead.happen(.transfer(.sessionCreated(identifier: "s", sendsLaunchEvents: false)))
        #expect(dead.callbacks.last == .didFinishDownloading(session: "s"))
        #expect(dead.woken == [])
    }

    @Test("UR-03: a transfer that the background starts is discretionary, whatever the app says")
    func discretionary() {
        for (discretionary, background, expected) in [
            (false, false, false), (false, true, true), (true, true, false), (true, false, false),
        ] {
            var device = TestDevice.launched()
            device.happen(.transfer(.sessionCreated(identifier: "s", discretionary: discretionary)))
            if background { device.happen(.homePressed) }
            device.happen(.transfer(.taskResumed(identifier: "s")))
            #expect(device.logRules.contains("UR-03") == expected)
        }
    }

    @Test("UR-04, SD-44: a launched app makes the session anew, gets its events, and calls the handler")
    func recreated() {
        var device = Self.suspended()
        device.happen(.processExited(.signalled(9)))
        device.happen(.transfer(.finished(identifier: "s")))
        #expect(device.callbacks.last == .woken(.urlSession, identifier: "s"))
        #expect(device.callbacks.last?.name == "handleEventsForBackgroundURLSession")
        device.happen(.transfer(.sessionCreated(identifier: "other")))
        #expect(device.callbacks.last == .woken(.urlSession, identifier: "s"))
        device.happen(.transfer(.sessionCreated(identifier: "s")))
        #expect(device.callbacks.suffix(2) == [.didFinishDownloading(session: "s"), .didFinishEvents(session: "s")])
        device.happen(.transfer(.handlerCalled(identifier: "s")))
        #expect(device.grants == [])
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
    }

    @Test("SD-44: each session has its own handler, and calling one twice is an error of the app")
    func handlers() {
        var device = TestDevice.launched()
        device.happen(.transfer(.sessionCreated(identifier: "a")))
        device.happen(.transfer(.sessionCreated(identifier: "b")))
        device.suspend()
        device.happen(.processExited(.signalled(9)))
        device.hostIsPrompt = false
        device.happen(.transfer(.finished(identifier: "a")))
        device.happen(.transfer(.finished(identifier: "b")))
        device.happen(.transfer(.finished(identifier: "a")))
        device.happen(.launchedInBackground)
        #expect(
            device.callbacks.suffix(2) == [.woken(.urlSession, identifier: "a"), .woken(.urlSession, identifier: "b")])
        device.happen(.transfer(.handlerCalled(identifier: "a")))
        #expect(device.grants == [.wake])
        #expect(!device.logRules.contains("SD-44"))
        device.happen(.transfer(.handlerCalled(identifier: "a")))
        #expect(device.logRules.last == "SD-44")
        #expect(device.grants == [.wake])
        device.happen(.transfer(.handlerCalled(identifier: "b")))
        #expect(device.grants == [])
    }

    @Test("SD-44: a second handler for a session whose first one was not called is an error of the app")
    func secondHandler() {
        for calls in [true, false] {
            var device = Self.suspended()
            device.happen(.transfer(.finished(identifier: "s")))
            // The user ends the wake; the handler is still there.
            device.happen(.returnedToForeground)
            if calls { device.happen(.transfer(.handlerCalled(identifier: "s"))) }
            #expect(!device.logRules.contains("SD-44"))
            device.suspend()
            device.happen(.transfer(.finished(identifier: "s")))
            #expect(device.logRules.contains("SD-44") == !calls)
        }
    }

    @Test(
        "UR-05: the wake has 30 s: warned at 26, killed at 31",
        arguments: [(PolicyProfile.ios12, "0x8badf00d"), (.ios13, "0x2182bad3"), (.ios26, "0x2182bad3")])
    func budget(profile: PolicyProfile, code: String) {
        var device = Self.suspended(profile)
        device.happen(.transfer(.finished(identifier: "s")))
        let warning = AppCallback.wakeExpiring(.urlSession, identifier: "s")
        device.advance(by: .milliseconds(25_999))
        #expect(!device.callbacks.contains(warning))
        device.advance(by: .milliseconds(1))
        #expect(device.callbacks.last == warning)
        device.advance(by: .milliseconds(4999))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.termination?.code == code)
    }

    @Test("UR-06: an app that runs gets plain delegate calls and no launch event")
    func running() {
        var front = TestDevice.launched()
        front.happen(.transfer(.sessionCreated(identifier: "s")))
        front.happen(.transfer(.finished(identifier: "s")))
        #expect(front.callbacks.last == .didFinishDownloading(session: "s"))
        #expect(front.woken == [])

        var back = TestDevice.launched()
        back.happen(.transfer(.sessionCreated(identifier: "s")))
        back.happen(.homePressed)
        _ = back.beginTask()
        back.happen(.transfer(.finished(identifier: "s")))
        #expect(back.callbacks.last == .didFinishDownloading(session: "s"))
        #expect(back.grants == [.finishTask])
        #expect(!back.logRules.contains("UR-09"))
    }

    @Test("UR-07: a force quit cancels all transfers, and nothing launches the app for them")
    func forceQuit() {
        var device = Self.suspended()
        device.happen(.forceQuit)
        #expect(device.logRules.contains("UR-07"))
        device.happen(.transfer(.finished(identifier: "s")))
        #expect(device.launches == [])
        device.happen(.returnedToForeground)
        device.happen(.transfer(.sessionCreated(identifier: "s")))
        #expect(!device.callbacks.contains(.didFinishDownloading(session: "s")))
    }

    @Test("UR-08, UR-09: the delay is 60, 120, 240 s, raised before the call, and told to new transfers")
    func rateLimiter() throws {
        var device = Self.suspended(.ios12)
        for seconds in [60, 120, 240] {
            let effects = device.happen(.transfer(.finished(identifier: "s")))
            let line = Effect.Action.log("Set request delay for org.example.app to \(seconds).000000")
            let raised = try #require(effects.firstIndex { $0.action == line })
            let called = try #require(
                effects.firstIndex { $0.action == .deliver(.woken(.urlSession, identifier: "s")) })
            #expect(raised < called)
            device.happen(.transfer(.taskResumed(identifier: "s")))
            #expect(device.logs.last == "session s: the transfer waits \(Duration.seconds(seconds).inWords)")
            device.happen(.transfer(.handlerCalled(identifier: "s")))
            device.advance(by: .seconds(1))
        }
    }

    @Test("UR-08: outwaiting the delay, or the foreground, sets it back")
    func rateLimiterReset() {
        func last(_ device: TestDevice) -> String? { device.logs.last { $0.hasPrefix("Set request delay") } }
        for (wait, expected) in [(59_999, "120"), (60_000, "60")] {
            var device = Self.suspended(.ios12)
            device.happen(.transfer(.finished(identifier: "s")))
            device.happen(.transfer(.handlerCalled(identifier: "s")))
            device.advance(by: .milliseconds(wait))
            device.happen(.transfer(.finished(identifier: "s")))
            #expect(last(device)?.hasSuffix("to \(expected).000000") == true)
        }
        var device = Self.suspended(.ios12)
        device.happen(.transfer(.finished(identifier: "s")))
        device.happen(.transfer(.handlerCalled(identifier: "s")))
        device.happen(.returnedToForeground)
        device.happen(.homePressed)
        device.happen(.transfer(.taskResumed(identifier: "s")))
        #expect(!device.logRules.contains("UR-08"))
        device.advance(by: .seconds(1))
        device.happen(.transfer(.finished(identifier: "s")))
        #expect(last(device)?.hasSuffix("to 60.000000") == true)
    }

    @Test("SD-43: a running app hears of bytes and offsets; a suspended one does not")
    func progress() {
        var device = TestDevice.launched()
        device.happen(.transfer(.sessionCreated(identifier: "s")))
        device.happen(.transfer(.resumedAtOffset(identifier: "s", offset: 10)))
        device.happen(.transfer(.wrote(identifier: "s", bytes: 20, of: 100)))
        #expect(
            device.callbacks.suffix(2) == [
                .didResumeAtOffset(session: "s", offset: 10), .didWriteData(session: "s", bytes: 20, of: 100),
            ])
        device.suspend()
        let before = device.callbacks.count
        #expect(device.happen(.transfer(.wrote(identifier: "s", bytes: 30, of: 100))).isEmpty)
        device.happen(.returnedToForeground)
        #expect(device.callbacks[before...] == [.willEnterForeground, .didBecomeActive])
    }

    @Test("SD-43: the file must be moved before the call that names it returns")
    func fileMoved() {
        for late in [false, true] {
            var device = TestDevice.launched()
            device.happen(.transfer(.sessionCreated(identifier: "s")))
            device.happen(.transfer(.finished(identifier: "s")))
            device.happen(.transfer(.fileMoved(identifier: "s", afterReturn: late)))
            #expect(device.serviceErrors == (late ? [.downloadedFileGone] : []))
        }
    }
}
