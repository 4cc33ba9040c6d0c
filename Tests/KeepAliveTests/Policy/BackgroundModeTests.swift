import Testing

@testable import KeepAlive
@testable import KeepAlivePolicy

/// What each value of `UIBackgroundModes` gives, in which versions, and what happens without it.
@Suite struct BackgroundModeTests {
    /// Suspended.
    static func suspended(ios: IOSVersion = IOSVersion(26), modes: [BackgroundMode]) -> TestDevice {
        var device = TestDevice.launched(ios: PolicyProfile(version: ios), modes: modes)
        device.happen(.left(by: .home))
        device.advance(by: .seconds(1))
        return device
    }

    static func isResumed(_ kind: WakeKind, _ mode: BackgroundMode, ios: IOSVersion) -> Bool {
        var device = suspended(ios: ios, modes: [mode])
        device.happen(.wake(kind))
        return device.state == .background
    }

    @Test(
        """
        BM-04, BM-05, BM-06, BM-07, BM-08, BM-09, BM-10, BM-11, BM-13, BM-15: the versions in which a mode wakes, \
        and that it does not without being declared
        """,
        arguments: [
            (WakeKind.location, BackgroundMode.location, IOSVersion(4), IOSVersion(8, 4)),
            (.voipSocket, .voip, IOSVersion(4), IOSVersion(9)), (.voipPush, .voip, IOSVersion(8), IOSVersion(26)),
            (.externalAccessory, .externalAccessory, IOSVersion(5), IOSVersion(26)),
            (.bluetoothCentral, .bluetoothCentral, IOSVersion(5), IOSVersion(26)),
            (.bluetoothPeripheral, .bluetoothPeripheral, IOSVersion(6), IOSVersion(26)),
            (.backgroundFetch, .fetch, IOSVersion(7), IOSVersion(26)),
            (.appRefresh, .fetch, IOSVersion(13), IOSVersion(26)),
            (.remoteNotification, .remoteNotification, IOSVersion(7), IOSVersion(26)),
            (.processing, .processing, IOSVersion(13), IOSVersion(26)),
            (.pushToTalk, .pushToTalk, IOSVersion(16), IOSVersion(26)),
            (.newsstand, .newsstandContent, IOSVersion(5), IOSVersion(8, 4)),
        ])
    func versions(kind: WakeKind, mode: BackgroundMode, first: IOSVersion, last: IOSVersion) {
        let all = [
            IOSVersion(4), IOSVersion(5), IOSVersion(6), IOSVersion(7), IOSVersion(8), IOSVersion(8, 4), IOSVersion(9),
            IOSVersion(10), IOSVersion(12, 4), IOSVersion(13), IOSVersion(15, 8), IOSVersion(16), IOSVersion(26),
        ]
        for ios in all {
            #expect(Self.isResumed(kind, mode, ios: ios) == (ios >= first && ios <= last), "\(kind) on \(ios)")
            var without = Self.suspended(ios: ios, modes: BackgroundMode.allCases.filter { $0 != mode })
            without.happen(.wake(kind))
            #expect(without.state == .suspended)
            if ios >= first, ios <= last { #expect(without.droppedWakes == [mode.rule]) }
        }
    }

}
