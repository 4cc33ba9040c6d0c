import KeepAlivePolicy
import KeepAlivePorts

/// Readings of the app's counters at short intervals. They provide figures that a total cannot, such as the longest
/// quiet time.
package struct SampleSeries: Sendable, Equatable {
    /// The usage and the state of the app at one instant.
    package struct Reading: Sendable, Equatable {
        /// The time of the reading in seconds since the launch.
        package var t: Double
        /// The usage from the launch up to this reading.
        package var usage: Usage
        /// True if the process tree is frozen from this reading to the next.
        package var isFrozen: Bool
        /// True if, from this reading to the next, the app holds a reason to run that keeps the device awake.
        package var isHeld: Bool

        package init(t: Double, usage: Usage, isFrozen: Bool = false, isHeld: Bool = false) {
            self.t = t
            self.usage = usage
            self.isFrozen = isFrozen
            self.isHeld = isHeld
        }
    }

    /// The quiet time in seconds after which a device would go to sleep. The value is this project's choice; in the
    /// literature it is a parameter.
    package static let suspendThreshold = 10.0
    /// The approximate time in seconds that a radio stays on after a packet (Huang et al., MobiSys 2012, for LTE).
    package static let radioTail = 10.0

    /// The readings in chronological order. In a long run the older readings are thinned out.
    package private(set) var readings: [Reading] = []
    /// The sums over all readings except the last, because a further reading at the same instant may replace the last
    /// one.
    private var settled: SampleTotals
    private let windows: [Usage.Counter: Double]
    private let limit: Int

    /// - Parameters:
    ///   - windows: for each counter whose peak is required, the length of the window in seconds.
    ///   - limit: the maximum number of readings kept. Beyond it, every second reading of the older half is dropped.
    package init(windows: [Usage.Counter: Double] = [:], limit: Int = 8_192) {
        self.windows = windows
        self.limit = limit
        settled = SampleTotals(windows: windows)
    }

    /// Adds a reading. The new reading replaces the last reading if both were taken at the same instant.
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

    /// Removes all readings and sums, at the launch: readings from before the launch do not count.
    package mutating func restart() { self = SampleSeries(windows: windows, limit: limit) }

    /// The sums over all readings, including the last one.
    private var totals: SampleTotals {
        var totals = settled
        if let last = readings.last { totals.add(last, after: readings.dropLast().last) }
        return totals
    }

    /// The time in seconds in which the app was not frozen but did not run; `nil` if context switches are not counted.
    package var quietSeconds: Double? { totals.quietSeconds }

    /// The longest uninterrupted time in seconds in which the app was not frozen but did not run; `nil` if context
    /// switches are not counted.
    package var longestQuietSeconds: Double? { totals.longestQuietSeconds }

    /// The time in seconds in which a device could not have slept, because the app was not frozen and either ran at
    /// least every ``suspendThreshold`` seconds or held a reason to run. `nil` if context switches are not counted.
    package var awakeHoldSeconds: Double? { totals.awakeHoldSeconds }

    /// The number of times that a radio would have switched on: packets more than ``radioTail`` seconds after the last
    /// packet. `nil` if packets are not counted.
    package var networkBursts: Int? { totals.networkBursts }

    /// Returns the greatest use of a counter within its window's length, and the end of that window in seconds since
    /// the launch.
    ///
    /// - Returns: `nil` if the machine cannot read the counter, or the counter has no window.
    package func peak(of counter: Usage.Counter) -> (used: Double, at: Double)? { totals.peak(of: counter) }

    /// Returns the usage between readings that are at least a given time apart.
    ///
    /// Readings caused by events may be close together; rates over such short times would be meaningless.
    ///
    /// - Parameter least: the minimum time between readings, in seconds.
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
