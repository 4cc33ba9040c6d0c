import KeepAlivePolicy
import KeepAlivePorts

/// Readings of the workload's counters at short intervals. They show what a total cannot, such as the longest quiet.
package struct SampleSeries: Sendable, Equatable {
    /// One reading.
    package struct Reading: Sendable, Equatable {
        /// Seconds since the launch.
        package var t: Double
        /// The usage up to this reading.
        package var usage: Usage
        /// True if the tree was frozen from here to the next reading.
        package var isFrozen: Bool
        /// True if from here on a reason to run was held that keeps a device awake.
        package var isHeld: Bool

        package init(t: Double, usage: Usage, isFrozen: Bool = false, isHeld: Bool = false) {
            self.t = t
            self.usage = usage
            self.isFrozen = isFrozen
            self.isHeld = isHeld
        }
    }

    /// The quiet time, in seconds, after which a device would sleep: our choice; in the literature it is a parameter.
    package static let suspendThreshold = 10.0
    /// The time, in seconds, for which a radio stays on after a packet, about (Huang et al., MobiSys 2012, for LTE).
    package static let radioTail = 10.0

    /// The readings, in order. In a long run, those of its beginning are further apart.
    package private(set) var readings: [Reading] = []
    /// The sums of all readings but the last, which another reading at the same instant may replace.
    private var settled: SampleTotals
    private let windows: [Usage.Counter: Double]
    private let limit: Int

    /// - Parameters:
    ///   - windows: the counters whose greatest use within a time is wanted, each with that time in seconds.
    ///   - limit: the number of readings that are kept; with more, every second one of the older half is dropped.
    package init(windows: [Usage.Counter: Double] = [:], limit: Int = 8_192) {
        self.windows = windows
        self.limit = limit
        settled = SampleTotals(windows: windows)
    }

    /// Adds a reading. It replaces the last one if that has the same instant.
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

    /// Drops the readings from before the launch.
    package mutating func restart() { self = SampleSeries(windows: windows, limit: limit) }

    /// The sums of all readings.
    private var totals: SampleTotals {
        var totals = settled
        if let last = readings.last { totals.add(last, after: readings.dropLast().last) }
        return totals
    }

    /// Seconds in which the workload could run and did not; `nil` if the machine cannot tell.
    package var quietSeconds: Double? { totals.quietSeconds }

    /// The longest uninterrupted time in which it could run and did not.
    package var longestQuietSeconds: Double? { totals.longestQuietSeconds }

    /// Seconds in which a device could not have slept: the workload was not frozen, and it woke at least every
    /// ``suspendThreshold`` seconds or held a reason to run.
    package var awakeHoldSeconds: Double? { totals.awakeHoldSeconds }

    /// The number of times that a radio had to go on: packets after more than ``radioTail`` seconds without one.
    package var networkBursts: Int? { totals.networkBursts }

    /// Returns the greatest use of a counter within any time of its window's length, and when it was reached.
    ///
    /// - Returns: `nil` if the machine cannot tell, or the counter has no window.
    package func peak(of counter: Usage.Counter) -> (used: Double, at: Double)? { totals.peak(of: counter) }

    /// Returns the usage between readings that are at least this far apart.
    ///
    /// Readings at events may lie close together, and a rate over so short a time would mean nothing.
    ///
    /// - Parameter least: the least distance, in seconds.
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
