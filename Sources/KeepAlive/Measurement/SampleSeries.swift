import KeepAlivePolicy
import KeepAlivePorts

/// Readings of the workload's counters at short intervals: what a total cannot tell, such as how long nothing happened.
package struct SampleSeries: Sendable, Equatable {
    /// One reading.
    package struct Reading: Sendable, Equatable {
        /// Seconds since the launch.
        package var t: Double
        /// What had been used by then.
        package var usage: Usage
        /// Whether the tree was frozen from here to the next reading.
        package var isFrozen: Bool
        /// Whether a reason to run was held from here on that keeps a device awake.
        package var isHeld: Bool

        package init(t: Double, usage: Usage, isFrozen: Bool = false, isHeld: Bool = false) {
            self.t = t
            self.usage = usage
            self.isFrozen = isFrozen
            self.isHeld = isHeld
        }
    }

    /// For how long nothing may happen before a device would sleep: our choice, a parameter of the literature.
    package static let suspendThreshold = 10.0
    /// For how long a radio stays on after a packet, about (Huang et al., MobiSys 2012, for LTE).
    package static let radioTail = 10.0

    /// The readings, in order; of a long run, those of its beginning are further apart.
    package private(set) var readings: [Reading] = []
    /// What all but the last reading add up to: another one at the same instant may take its place.
    private var settled: SampleTotals
    private let windows: [Usage.Counter: Double]
    private let limit: Int

    /// - Parameters:
    ///   - windows: the counters whose greatest use within a time is wanted, and that time in seconds.
    ///   - limit: how many readings are kept; every second one of the older half goes when there are more.
    package init(windows: [Usage.Counter: Double] = [:], limit: Int = 8_192) {
        self.windows = windows
        self.limit = limit
        settled = SampleTotals(windows: windows)
    }

    /// Adds a reading; one at the instant of the last takes its place.
    package mutating func add(_ reading: Reading) {
        if let last = readings.last {
            if last.t >= reading.t {
                readings.removeLast()
            } else {
                settled.add(last, after: readings.dropLast().last)
            }
        }
        readings.append(reading)
        if readings.count > limit { thin() }
    }

    private mutating func thin() {
        let half = readings.count / 2
        readings = readings[..<half].enumerated().filter { $0.offset % 2 == 0 }.map(\.element) + readings[half...]
    }

    /// Forgets what came before the launch.
    package mutating func restart() { self = SampleSeries(windows: windows, limit: limit) }

    /// What all readings add up to.
    private var totals: SampleTotals {
        var totals = settled
        if let last = readings.last { totals.add(last, after: readings.dropLast().last) }
        return totals
    }

    /// Seconds in which the workload could run and did not; `nil` where the machine cannot tell.
    package var quietSeconds: Double? { totals.quietSeconds }

    /// The longest time in one in which it could run and did not.
    package var longestQuietSeconds: Double? { totals.longestQuietSeconds }

    /// Seconds in which a device could not have slept: the workload was not frozen, and woke at least every
    /// ``suspendThreshold`` seconds or held a reason to run.
    package var awakeHoldSeconds: Double? { totals.awakeHoldSeconds }

    /// How often a radio had to go on: packets after more than ``radioTail`` seconds without one.
    package var networkBursts: Int? { totals.networkBursts }

    /// The greatest use of a counter within any time of its window, and when it was reached.
    ///
    /// - Returns: `nil` where the machine cannot tell, or there is no window for the counter.
    package func peak(of counter: Usage.Counter) -> (used: Double, at: Double)? { totals.peak(of: counter) }

    /// What was used between readings that are at least so far apart: those at an event may lie close together, and a
    /// rate of their time would say nothing.
    ///
    /// - Parameter least: in seconds.
    package func steps(least: Double) -> [(start: Double, end: Double, used: Usage)] {
        guard var earlier = readings.first else { return [] }
        var steps: [(start: Double, end: Double, used: Usage)] = []
        for (index, later) in readings.enumerated().dropFirst() {
            let isLast = index == readings.count - 1
            guard later.t - earlier.t >= least || isLast && later.t > earlier.t else { continue }
            if isLast, later.t - earlier.t < least, let before = steps.popLast() {
                steps.append((before.start, later.t, before.used + later.usage.since(earlier.usage)))
            } else {
                steps.append((earlier.t, later.t, later.usage.since(earlier.usage)))
            }
            earlier = later
        }
        return steps
    }
}
