import Testing

@testable import KeepAlivePolicy

/// An app that runs is told of a transfer's end before it is suspended, and no longer than it has for that (UR-06).
@Suite struct TransferTellingTests {
    private static func device() -> TestDevice {
        var device = TestDevice.launched()
        device.happen(.transfer(.sessionCreated(identifier: "s")))
        for _ in 0..<3 { device.happen(.transfer(.taskStarted(identifier: "s", TransferRequest()))) }
        device.happen(.left(by: .home))
        return device
    }

    @Test("UR-06: a freeze that is due already waits until the app has dealt with the end")
    func armed() {
        var device = Self.device()
        device.advance(by: .milliseconds(150))
        device.happen(.transfer(.taskCompleted(identifier: "s", task: 1, code: nil)))
        device.happen(.transfer(.taskCompleted(identifier: "s", task: 2, code: nil)))
        device.happen(.transfer(.taskCompleted(identifier: "s", task: 3, code: nil)))
        device.advance(by: .seconds(5))
        #expect(device.machine.state == .background)
        for task in 1...3 { device.happen(.transfer(.completionReturned(identifier: "s", task: task))) }
        device.advance(by: .seconds(1))
        #expect(device.machine.state == .suspended)
    }

    @Test("UR-06: 30 s after its last reason to run it is suspended, however many transfers end meanwhile")
    func bounded() {
        var device = Self.device()
        for second in 1...40 {
            device.happen(.transfer(.taskStarted(identifier: "s", TransferRequest())))
            let task = device.machine.openTransfers(of: "s").map(\.number).max() ?? 0
            for task in 1...task { device.happen(.transfer(.taskCompleted(identifier: "s", task: task, code: nil))) }
            if second.isMultiple(of: 2) {
                for task in 1...task { device.happen(.transfer(.completionReturned(identifier: "s", task: task))) }
            }
            device.advance(by: .seconds(1))
            if device.machine.state == .suspended {
                #expect(second <= 31)
                return
            }
        }
        Issue.record("it runs for ever")
    }
}
