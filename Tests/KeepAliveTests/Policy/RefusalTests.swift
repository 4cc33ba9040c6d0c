import Testing

@testable import KeepAlivePolicy

/// What the app has asked for in vain: remembered for each domain, until it has got it there.
@Suite struct RefusalTests {
    static func refused(_ device: TestDevice) -> [RuleID] {
        device.machine.explanation(at: device.now).refused.map(\.rule)
    }

    @Test("BG-07, WK-13, AS-33, CL-07: a refusal is forgotten with the success of its own domain only")
    func domains() {
        var device = TestDevice.launched(ios: .ios26, modes: [.audio, .location])
        device.happen(.taskScheduler(.submitted(.init(.appRefresh, identifier: "x"))))
        device.happen(.audioPlaybackRequested())
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        #expect(Self.refused(device) == ["BG-07", "AS-33", "CL-07"])
        device.happen(.audioSessionActivated(.init(category: .playback)))
        #expect(Self.refused(device) == ["BG-07", "CL-07"])
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        #expect(Self.refused(device) == ["BG-07"])

        var old = TestDevice.launched(ios: .ios(8))
        old.happen(.voip(.keepAliveTimeoutSet(.seconds(600))))
        #expect(Self.refused(old) == ["WK-13"])
        old.suspend()
        #expect(old.stateReason?.rule == "LC-10")
    }

    @Test("CL-25: a freeze that is due is no longer explained by a refusal that was taken back")
    func takenBack() {
        var device = TestDevice.launched(modes: [.location])
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.locationAuthorizationChanged(.denied))
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        device.happen(.homePressed)
        #expect(device.machine.suspensionReason?.rule == "CL-25")
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        #expect(device.machine.suspensionReason?.rule == "LC-10")
    }
}
