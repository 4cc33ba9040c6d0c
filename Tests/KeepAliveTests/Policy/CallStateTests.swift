import Testing

@testable import KeepAliveModel
@testable import KeepAlivePolicy

/// Calls of CallKit, and the session that is theirs. The state that a machine keeps from one event to the next, where no timeline shows it at once.
@Suite struct CallStateTests {
    private static let alone = AudioSessionConfiguration(category: .playback)

    private static func caller(_ calls: [String]) -> TestDevice {
        var device = TestDevice.launched(modes: [.voip, .audio])
        for call in calls { device.happen(.call(.reported(call: call))) }
        return device
    }

    @Test("WK-18: while a call rings, CallKit alone activates the session of an app behind")
    func ringing() {
        var device = Self.caller(["a"])
        device.happen(.left(by: .home))
        device.happen(.audioSessionActivated(Self.alone))
        let reason = device.reason { if case .refuseAudio = $0 { true } else { false } }
        #expect(reason?.rule == "WK-18")
    }

    @Test("WK-17: a phone has room for so many calls")
    func tooManyCalls() {
        var device = Self.caller((0..<PolicyMachine.callsMax).map { "call \($0)" })
        #expect(device.serviceErrors.isEmpty)
        device.happen(.call(.reported(call: "one more")))
        #expect(device.serviceErrors == [.tooManyCalls])
        #expect(device.reason { if case .refuse = $0 { true } else { false } }?.rule == "WK-17")
        #expect(device.machine.calls.count == PolicyMachine.callsMax)
    }

    @Test("WK-17: actions of other calls, and other actions of a call, stay open beside each other")
    func openActions() {
        var device = Self.caller(["a", "b"])
        device.happen(.call(.userRequested(.answer, call: "a")))
        device.happen(.call(.userRequested(.answer, call: "b")))
        #expect(device.machine.callKit.openActions.map(\.call) == ["a", "b"])
        device.happen(.call(.userRequested(.end, call: "a")))
        #expect(device.machine.callKit.openActions.map(\.action) == [.answer, .answer, .end])
        device.happen(.call(.ended(call: "a")))
        device.happen(.call(.ended(call: "b")))
        #expect(device.machine.callKit.openActions.isEmpty)
        #expect(device.machine.deadlines[.callAction] == nil)
    }

    @Test("WK-17: a call rings to its end also after one that the app has ended itself")
    func ringsOn() {
        var device = Self.caller(["a"])
        device.advance(by: .seconds(10))
        device.happen(.call(.reported(call: "b")))
        device.happen(.call(.ended(call: "a")))
        device.advance(by: .seconds(60))
        #expect(device.callbacks.contains(.performCallAction(.end, call: "b")))
    }

    @Test("WK-17: nothing waits for a call that is over, or whose process is gone")
    func nothingRings() {
        var device = Self.caller(["a"])
        #expect(device.machine.deadlines[.callRing] != nil)
        device.happen(.call(.ended(call: "a")))
        #expect(device.machine.deadlines[.callRing] == nil && device.machine.callKit.ringsUntil.isEmpty)
        device.happen(.call(.reported(call: "b")))
        device.happen(.forceQuit)
        #expect(device.machine.callKit == CallKitState())
    }

    @Test("AS-46, WK-18: the phone's call holds the app's; the session is the call's, and ends with it")
    func phoneCall() {
        var device = Self.caller(["a"])
        device.happen(.audioSessionActivated(Self.alone))
        device.happen(.audioSession(.interruptionBegan(.otherApp)))
        #expect(device.machine.audio.interruption != nil)
        device.happen(.call(.userRequested(.answer, call: "a")))
        device.happen(.call(.fulfilled(.answer, call: "a")))
        #expect(device.machine.audio.interruption == nil)
        #expect(device.machine.audio.active)
        device.happen(.audioSession(.interruptionBegan(.call)))
        #expect(device.machine.callKit.heldForPhone == ["a"])
        device.happen(.call(.fulfilled(.hold, call: "a")))
        #expect(!device.machine.audio.active)
        device.happen(.audioSession(.interruptionEnded(.call, shouldResume: true)))
        #expect(device.machine.callKit.heldForPhone.isEmpty)
    }
}
