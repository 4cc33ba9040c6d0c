import Testing

@testable import KeepAlive

@Suite struct StateLedgerTests {
    static func at(_ seconds: Double) -> MonotonicInstant { .zero + .nanoseconds(Int64(seconds * 1e9)) }

    @Test func timesAndUsage() {
        var ledger = StateLedger(state: .unattached, at: Self.at(0))
        ledger.enter(.foregroundActive, at: Self.at(0))
        ledger.book(Usage(cpuSeconds: 1, voluntarySwitches: 10))
        ledger.enter(.background, at: Self.at(4))
        ledger.bookBeforeSuspension(Usage(cpuSeconds: 1.5, voluntarySwitches: 15))
        ledger.enter(.suspended, at: Self.at(6))
        ledger.book(Usage(cpuSeconds: 1.5, voluntarySwitches: 15))
        ledger.settle(at: Self.at(10))
        #expect(ledger.states[.foregroundActive] == .init(seconds: 4, cpuSeconds: 1, wakeups: 10, entered: 1))
        #expect(ledger.states[.background] == .init(seconds: 2, cpuSeconds: 0.5, wakeups: 5, entered: 1))
        #expect(ledger.states[.suspended] == .init(seconds: 4, cpuSeconds: 0, wakeups: 0, entered: 1))
        #expect(ledger.aliveInBackgroundSeconds == 2)
    }

    @Test("what the machine cannot tell stays unknown, never zero")
    func unknown() {
        var ledger = StateLedger(state: .foregroundActive, at: Self.at(0))
        ledger.book(Usage())
        ledger.settle(at: Self.at(1))
        #expect(ledger.states[.foregroundActive]?.cpuSeconds == nil)
        #expect(ledger.states[.foregroundActive]?.wakeups == nil)
    }

    @Test("a counter that falls back is not counted backwards")
    func fallingCounter() {
        var ledger = StateLedger(state: .foregroundActive, at: Self.at(0))
        ledger.book(Usage(cpuSeconds: 2, voluntarySwitches: 20))
        ledger.book(Usage(cpuSeconds: 2, voluntarySwitches: 5))
        #expect(ledger.states[.foregroundActive]?.wakeups == 20)
    }

    @Test func grants() {
        var ledger = StateLedger(state: .background, at: Self.at(0))
        ledger.gain(.audio, at: Self.at(1))
        ledger.lose(.audio, at: Self.at(3))
        ledger.gain(.audio, at: Self.at(5))
        ledger.settle(at: Self.at(10))
        ledger.lose(.location, at: Self.at(10))
        #expect(ledger.grants == [.audio: .init(seconds: 7, gained: 2)])
    }
}
