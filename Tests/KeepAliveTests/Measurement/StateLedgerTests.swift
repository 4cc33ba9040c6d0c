import Testing

@testable import KeepAliveMeasurement
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

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
        #expect(
            ledger.states[.foregroundActive]
                == .init(seconds: 4, entered: 1, used: Usage(cpuSeconds: 1, voluntarySwitches: 10)))
        #expect(
            ledger.states[.background]
                == .init(seconds: 2, entered: 1, used: Usage(cpuSeconds: 0.5, voluntarySwitches: 5)))
        #expect(
            ledger.states[.suspended] == .init(seconds: 4, entered: 1, used: Usage(cpuSeconds: 0, voluntarySwitches: 0))
        )
        #expect(ledger.aliveInBackgroundSeconds == 2)
    }

    @Test("what the machine cannot tell stays unknown, never zero")
    func unknown() {
        var ledger = StateLedger(state: .foregroundActive, at: Self.at(0))
        ledger.book(Usage())
        ledger.settle(at: Self.at(1))
        #expect(ledger.states[.foregroundActive]?.used.cpuSeconds == nil)
        #expect(ledger.states[.foregroundActive]?.used.voluntarySwitches == nil)
    }

    @Test("a counter that falls back is not counted backwards")
    func fallingCounter() {
        var ledger = StateLedger(state: .foregroundActive, at: Self.at(0))
        ledger.book(Usage(cpuSeconds: 2, voluntarySwitches: 20))
        ledger.book(Usage(cpuSeconds: 2, voluntarySwitches: 5))
        #expect(ledger.states[.foregroundActive]?.used.voluntarySwitches == 20)
        // What a thread that ended had taken along comes back with its process, and has been counted.
        ledger.book(Usage(cpuSeconds: 2, voluntarySwitches: 25))
        #expect(ledger.states[.foregroundActive]?.used.voluntarySwitches == 25)
    }

    @Test("a grant has what was used while it was held, no more and no less")
    func usedByGrant() {
        var ledger = StateLedger(state: .background, at: Self.at(0))
        ledger.book(Usage(cpuSeconds: 1, voluntarySwitches: 1))
        ledger.gain(.audio, at: Self.at(1))
        ledger.book(Usage(cpuSeconds: 3, voluntarySwitches: 5))
        ledger.gain(.location, at: Self.at(2))
        ledger.book(Usage(cpuSeconds: 4, voluntarySwitches: 6))
        ledger.lose(.audio, at: Self.at(3))
        ledger.book(Usage(cpuSeconds: 8, voluntarySwitches: 10))
        ledger.lose(.location, at: Self.at(4))
        #expect(ledger.grants[.audio]?.used == Usage(cpuSeconds: 3, voluntarySwitches: 5))
        #expect(ledger.grants[.location]?.used == Usage(cpuSeconds: 5, voluntarySwitches: 5))
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
