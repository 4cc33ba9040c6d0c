import Testing

@testable import KeepAliveMeasurement
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

@Suite struct SampleSeriesTests {
    /// A second each: how often it waited in it, and whether it was frozen.
    private static func series(
        _ seconds: [(waits: Int64, frozen: Bool)], held: Bool = false, window: Double = 1, limit: Int = 1000
    ) -> SampleSeries {
        var series = SampleSeries(windows: [.voluntarySwitches: window], limit: limit)
        var usage = Usage.zero
        for (t, second) in seconds.enumerated() {
            series.add(.init(t: Double(t), usage: usage, isFrozen: second.frozen, isHeld: held))
            usage.voluntarySwitches = (usage.voluntarySwitches ?? 0) + second.waits
            usage.cpuSeconds = (usage.cpuSeconds ?? 0) + Double(second.waits) * 0.001
            usage.networkPackets = (usage.networkPackets ?? 0) + second.waits
        }
        series.add(.init(t: Double(seconds.count), usage: usage))
        return series
    }

    @Test("quiet is what could run and did not; frozen is not quiet")
    func quiet() {
        let busy = (waits: Int64(5), frozen: false)
        let idle = (waits: Int64(0), frozen: false)
        let frozen = (waits: Int64(0), frozen: true)
        let series = Self.series([busy, idle, idle, busy, idle, frozen, frozen, frozen, idle, idle, idle, busy])
        #expect(series.quietSeconds == 6)
        #expect(series.longestQuietSeconds == 3)
        #expect(series.awakeHoldSeconds == 9)
    }

    @Test("a device sleeps in a long gap, unless a reason to run is held")
    func awakeHold() {
        let seconds = [(waits: Int64(1), frozen: false)] + Array(repeating: (waits: Int64(0), frozen: false), count: 11)
        #expect(Self.series(seconds).awakeHoldSeconds == 1)
        #expect(Self.series(seconds, held: true).awakeHoldSeconds == 12)
        // Ten seconds are not more than ten.
        #expect(Self.series(Array(seconds.dropLast())).awakeHoldSeconds == 11)
    }

    @Test("a budget is about the worst time of its length, wherever that begins")
    func budget() {
        let waits: [Int64] = [0, 10, 10, 0, 0, 30, 0, 0, 0, 25]
        func peak(_ window: Double) -> (used: Double, at: Double)? {
            Self.series(waits.map { ($0, false) }, window: window).peak(of: .voluntarySwitches)
        }
        #expect(peak(1)?.used == 30)
        #expect(peak(1)?.at == 6)
        #expect(peak(4)?.used == 40)
        #expect(peak(5)?.used == 55)
        #expect(peak(100)?.used == 75)
        #expect(Self.series(waits.map { ($0, false) }).peak(of: .cpuSeconds) == nil)
    }

    @Test("a run of weeks keeps a bounded number of readings, and what they add up to stays whole")
    func bounded() {
        let seconds = (0..<5000).map { (waits: Int64($0 % 20 == 0 ? 3 : 0), frozen: $0 % 100 > 89) }
        let whole = Self.series(seconds, window: 60, limit: 100_000)
        let thinned = Self.series(seconds, window: 60, limit: 64)
        #expect(whole.readings.count == 5001)
        #expect(thinned.readings.count <= 64)
        #expect(thinned.readings.first?.t == 0 && thinned.readings.last?.t == 5000)
        #expect(thinned.quietSeconds == whole.quietSeconds)
        #expect(thinned.longestQuietSeconds == whole.longestQuietSeconds)
        #expect(thinned.awakeHoldSeconds == whole.awakeHoldSeconds)
        #expect(thinned.networkBursts == whole.networkBursts)
        #expect(thinned.peak(of: .voluntarySwitches)?.used == whole.peak(of: .voluntarySwitches)?.used)
        let used = thinned.steps(least: 0.5).reduce(0) { $0 + ($1.used.voluntarySwitches ?? 0) }
        #expect(used == seconds.reduce(0) { $0 + $1.waits })
    }

    @Test("a reading at the instant of the last one takes its place, with what it adds up to")
    func replaced() {
        var series = SampleSeries(windows: [.voluntarySwitches: 10])
        func waits(_ count: Int64) -> Usage { Usage(cpuSeconds: 0, voluntarySwitches: count) }
        for (t, count) in [(0, 0), (1, 0), (1, 4), (2, 4)] as [(Double, Int64)] {
            series.add(.init(t: t, usage: waits(count)))
        }
        #expect(series.quietSeconds == 1)
        #expect(series.peak(of: .voluntarySwitches)?.used == 4)
    }

    @Test("packets within ten seconds are one burst of a radio")
    func bursts() {
        var waits = [Int64](repeating: 0, count: 40)
        for second in [0, 5, 9, 25, 39] { waits[second] = 1 }
        #expect(Self.series(waits.map { ($0, false) }).networkBursts == 3)
    }

    @Test("what the machine cannot tell has no value, and nothing measured has none either")
    func unknown() {
        var series = SampleSeries()
        #expect(series.quietSeconds == nil)
        series.add(.init(t: 0, usage: Usage(cpuSeconds: 0)))
        series.add(.init(t: 1, usage: Usage(cpuSeconds: 0)))
        #expect(series.quietSeconds == nil)
        #expect(series.longestQuietSeconds == nil)
        #expect(series.awakeHoldSeconds == nil)
        #expect(series.networkBursts == nil)
        #expect(series.peak(of: .voluntarySwitches) == nil)
    }

    @Test("a rate is of no less time than asked for, and nothing that was used is lost")
    func steps() {
        var series = SampleSeries()
        for (t, waits) in [(0, 0), (0.001, 5), (1, 10), (1.0001, 11), (2, 30), (2.05, 31)] as [(Double, Int64)] {
            series.add(.init(t: t, usage: Usage(cpuSeconds: 0, voluntarySwitches: waits)))
        }
        let steps = series.steps(least: 0.2)
        #expect(steps.map(\.start) == [0, 1])
        #expect(steps.map(\.end) == [1, 2.05])
        #expect(steps.map { $0.used.voluntarySwitches } == [10, 21])
        #expect(SampleSeries().steps(least: 0.2).isEmpty)
    }
}
