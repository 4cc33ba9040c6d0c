import Testing

@testable import KeepAlivePolicy

/// Calls over the Internet: PushKit, and the sockets and keep-alives of before.
@Suite struct VoIPTests {
    static func suspended(_ profile: PolicyProfile, modes: [BackgroundMode] = [.voip, .audio]) -> TestDevice {
        var device = TestDevice.launched(ios: profile, modes: modes)
        device.suspend()
        return device
    }

    @Test(
        "WK-08, WK-09, WK-10: a VoIP push must be reported in the same turn, from iOS 13 on",
        arguments: [(PolicyProfile.ios(8), false), (.ios12, false), (.ios13, true), (.ios26, true)])
    func unreported(profile: PolicyProfile, ends: Bool) {
        var device = Self.suspended(profile)
        device.happen(.voip(.pushed))
        #expect(device.callbacks.last == .woken(.voipPush, identifier: nil))
        device.happen(.voip(.returnedWithoutReport))
        #expect((device.state == .terminated) == ends)
        guard ends else { return #expect(device.exceptions == []) }
        let first = profile.version < IOSVersion(14)
        #expect(device.exceptions.map(\.name) == ["NSInternalInconsistencyException"])
        #expect(
            device.exceptions.first?.reason
                == "Killing app because it never posted an incoming call to the system after receiving a PushKit VoIP push"
                + (first ? " callback." : "."))
        #expect(
            device.logs.last
                == "Apps receving VoIP pushes must post an incoming call "
                + (first ? "(via CallKit or IncomingCallNotifications)" : "via CallKit")
                + " in the same run loop as "
                + "pushRegistry:didReceiveIncomingPushWithPayload:forType:[withCompletionHandler:] without delay.")
        #expect(device.termination?.code == "0xbaadca11")
        #expect(device.termination?.signal == 6)
        #expect(device.terminationRule == "WK-10")
    }

    @Test("WK-08: a push that is reported, and one for an app built before iOS 13, end nothing")
    func reported() {
        var device = Self.suspended(.ios26)
        device.happen(.voip(.pushed))
        device.happen(.voip(.callReported))
        device.happen(.voip(.returnedWithoutReport))
        #expect(device.exceptions == [])
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)

        var old = TestDevice.launched(
            ios: .ios26, manifest: Manifest(backgroundModes: [.voip], linkedSDK: IOSVersion(12)))
        old.happen(.voip(.pushed))
        old.happen(.voip(.returnedWithoutReport))
        #expect(old.exceptions == [])

        var none = Self.suspended(.ios26, modes: [])
        none.happen(.voip(.pushed))
        #expect(none.droppedWakes == ["BM-05"])
    }

    @Test("WK-08: of two pushes at once each must be reported")
    func twoPushes() {
        var device = Self.suspended(.ios26)
        device.happen(.voip(.pushed))
        device.happen(.voip(.pushed))
        device.happen(.voip(.callReported))
        #expect(device.grants == [.wake])
        device.happen(.voip(.returnedWithoutReport))
        #expect(device.terminationRule == "WK-10")
    }

    @Test("WK-11: after three unreported pushes no more are delivered; a reported one starts the count anew")
    func repeatedFailure() {
        var device = Self.suspended(.ios26)
        func fail(_ times: Int) {
            for _ in 0..<times {
                device.happen(.voip(.pushed))
                device.happen(.voip(.returnedWithoutReport))
            }
        }
        fail(2)
        device.happen(.voip(.pushed))
        device.happen(.voip(.callReported))
        fail(3)
        #expect(device.droppedWakes == [])
        #expect(device.woken.count == 6)
        device.happen(.voip(.pushed))
        #expect(device.droppedWakes == ["WK-11"])
    }

    @Test("WK-12: the sixteenth resumption within an hour is one too many")
    func resumedTooOften() {
        func device(gap: Duration) -> TestDevice {
            var device = Self.suspended(.ios26)
            for _ in 0..<16 {
                guard device.state != .terminated else { break }
                device.happen(.voip(.pushed))
                device.happen(.voip(.callReported))
                device.advance(by: gap)
            }
            return device
        }
        let often = device(gap: .seconds(239))
        #expect(often.terminationRule == "WK-12")
        #expect(often.termination?.code == "0xbad22222")
        #expect(often.woken.count == 16)
        let seldom = device(gap: .seconds(240))
        #expect(seldom.termination == nil)
    }

    @Test("WK-13: the keep-alive handler runs every 600 s at least, on iOS 4 to 8, with the mode")
    func keepAlive() {
        for (profile, modes, works) in [
            (PolicyProfile.ios(4), [BackgroundMode.voip], true), (.ios(8), [.voip], true), (.ios(8), [], false),
            (.ios(9), [.voip], false),
        ] {
            var device = TestDevice.launched(ios: profile, modes: modes)
            device.happen(.voip(.keepAliveTimeoutSet(.seconds(60))))
            device.suspend()
            device.advance(by: .milliseconds(598_999))
            #expect(device.woken == [])
            device.advance(by: .milliseconds(1))
            #expect(device.woken == (works ? [.voipKeepAlive] : []))
            device.happen(.wakeCompleted(.voipKeepAlive))
            device.advance(by: .seconds(600))
            #expect(device.woken.count == (works ? 2 : 0))
        }
    }

    @Test("WK-13: a new call replaces the old one, a longer interval is kept, and clearing ends it")
    func keepAliveReplaced() {
        var device = TestDevice.launched(ios: .ios(8), modes: [.voip])
        device.happen(.voip(.keepAliveTimeoutSet(.seconds(600))))
        device.advance(by: .seconds(300))
        device.happen(.voip(.keepAliveTimeoutSet(.seconds(900))))
        device.suspend()
        device.advance(by: .milliseconds(898_999))
        #expect(device.woken == [])
        device.advance(by: .milliseconds(1))
        #expect(device.woken == [.voipKeepAlive])
        device.happen(.voip(.keepAliveCleared))
        device.happen(.wakeCompleted(.voipKeepAlive))
        device.advance(by: .seconds(5000))
        #expect(device.woken.count == 1)

        var ended = TestDevice.launched(ios: .ios(8), modes: [.voip])
        ended.happen(.voip(.keepAliveTimeoutSet(.seconds(600))))
        ended.happen(.processExited(.exited(0)))
        #expect(ended.machine.nextDeadline == nil, "not kept across launches")
    }

    @Test("WK-13, SD-51: an overrun suspends, as Apple says; the article's 30 s and kill are not followed")
    func keepAliveOverrun() {
        var device = TestDevice.launched(ios: .ios(8), modes: [.voip])
        device.happen(.voip(.keepAliveTimeoutSet(.seconds(600))))
        device.suspend()
        device.advance(by: .seconds(599))
        #expect(device.grants == [.wake])
        device.advance(by: .seconds(10))
        #expect(device.grants == [.wake])
        device.advance(by: .milliseconds(1200))
        #expect(device.state == .suspended)
        #expect(device.termination == nil)
    }

    @Test("WK-14: a VoIP app is launched after the boot, once there is nothing to unlock", arguments: [4, 9, 10, 26])
    func boot(major: Int) {
        for passcode in [true, false] {
            var device = Self.suspended(.ios(major))
            device.setConditions { $0.hasPasscode = passcode }
            device.happen(.device(.rebooted))
            let expected: [LaunchCause] = major < 10 ? [.wake(.voipRelaunch)] : []
            #expect(device.launches == (passcode ? [] : expected))
            device.happen(.device(.locked(false)))
            device.happen(.device(.locked(true)))
            device.happen(.device(.locked(false)))
            #expect(device.launches == expected)
        }
        var other = Self.suspended(.ios(9), modes: [.audio])
        other.setConditions { $0.hasPasscode = false }
        other.happen(.device(.rebooted))
        #expect(other.launches == [])
    }

    @Test("WK-15, SD-52: a VoIP app that fails is started again, without its sockets", arguments: [4, 9, 10, 26])
    func failure(major: Int) {
        var device = TestDevice.launched(ios: .ios(major), modes: [.voip, .audio])
        device.happen(.voip(.socketTagged(true)))
        device.happen(.processExited(.exited(0)))
        #expect(device.launches == [])
        device.happen(.returnedToForeground)
        device.happen(.voip(.socketTagged(true)))
        device.happen(.processExited(.exited(1)))
        #expect(device.launches.suffix(1) == [major < 10 ? .wake(.voipRelaunch) : .user])
        #expect(device.logRules.contains("WK-15") == (major < 10))
        #expect(!device.machine.services.voipSocketTagged)
    }

    @Test("WK-15, LC-19: not after a force quit, however it exits")
    func failureInForceQuit() {
        var device = TestDevice.launched(ios: .ios(9), modes: [.voip], hangs: [.willTerminate])
        device.happen(.forceQuit)
        device.happen(.processExited(.exited(1)))
        #expect(device.launches == [])
        #expect(device.droppedWakes == ["LC-19"])
    }

    @Test("WK-16: an extension's report launches the app, from iOS 14.5 on")
    func fromExtension() {
        for (profile, works) in [(PolicyProfile.ios(14, 4), false), (.ios(14, 5), true), (.ios26, true)] {
            var device = TestDevice(ios: profile, modes: [.voip])
            device.happen(.voip(.reportedByExtension))
            #expect(device.launches == (works ? [.wake(.voipPush)] : []))
            guard works else { continue }
            device.happen(.voip(.returnedWithoutReport))
            #expect(device.terminationRule == "WK-10")
        }
    }

    @Test("SD-50: data on the tagged socket of a suspended app wakes it, and the socket survives the suspension")
    func socket() {
        var device = TestDevice.launched(ios: .ios(8), modes: [.voip, .audio])
        device.happen(.resource(.socketsOpen(3)))
        device.happen(.voip(.socketTagged(true)))
        device.suspend()
        #expect(device.machine.resources.sockets == 1)
        device.happen(.voip(.socketDataArrived))
        #expect(device.woken == [.voipSocket])
        device.advance(by: .milliseconds(10_999))
        #expect(device.state == .background)
        device.happen(.wakeCompleted(.voipSocket))
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)

        for (profile, modes, tagged) in [
            (PolicyProfile.ios(8), [BackgroundMode.voip], false), (.ios(8), [], true), (.ios(9), [.voip], true),
        ] {
            var other = TestDevice.launched(ios: profile, modes: modes)
            other.happen(.voip(.socketTagged(tagged)))
            other.suspend()
            other.happen(.voip(.socketDataArrived))
            #expect(other.droppedWakes == ["SD-50"])
            #expect(other.state == .suspended)
        }
    }

    @Test("SD-53: who tags a socket and does not declare audio is told")
    func audioToo() {
        for (modes, expected) in [([BackgroundMode.voip], true), ([.voip, .audio], false), ([], false)] {
            var device = TestDevice.launched(ios: .ios(8), modes: modes)
            device.happen(.voip(.socketTagged(true)))
            #expect(device.logRules.contains("SD-53") == expected)
        }
    }

    @Test("SD-54: the token as lower-case hex; a token that was taken back gets no push")
    func token() {
        #expect(PushToken.text(of: []) == "")
        #expect(PushToken.text(of: [0, 1, 0x0f, 0x10, 0xab, 0xff]) == "00010f10abff")
        var device = TestDevice.launched(ios: .ios26, modes: [.voip])
        device.happen(.voip(.credentialsUpdated(token: [0xde, 0x0a])))
        #expect(device.callbacks.last == .didUpdatePushCredentials(token: "de0a"))
        device.suspend()
        device.happen(.voip(.tokenInvalidated))
        device.happen(.voip(.pushed))
        #expect(device.droppedWakes == ["SD-54"])
        device.happen(.returnedToForeground)
        #expect(device.callbacks.contains(.didInvalidatePushToken))
        device.happen(.voip(.credentialsUpdated(token: [1])))
        device.happen(.voip(.pushed))
        #expect(device.woken == [.voipPush])
    }
}
