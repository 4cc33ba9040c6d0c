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

    /// What happened between two readings.
    private struct Gap {
        var start: Double
        var end: Double
        var used: Usage
        var isFrozen: Bool
        var isHeld: Bool
        var seconds: Double { end - start }
        /// Nothing of the workload ran; `nil` where the machine cannot tell.
        var isQuiet: Bool? { used.voluntarySwitches.map { $0 == 0 && (used.cpuSeconds ?? 0) == 0 } }
    }

    /// For how long nothing may happen before a device would sleep: our choice, a parameter of the literature.
    package static let suspendThreshold = 10.0
    /// For how long a radio stays on after a packet, about (Huang et al., MobiSys 2012, for LTE).
    package static let radioTail = 10.0

    /// The readings, in order.
    package private(set) var readings: [Reading] = []

    package init() {}

    /// Adds a reading; one at the instant of the last takes its place.
    package mutating func add(_ reading: Reading) {
        if let last = readings.last, last.t >= reading.t { readings.removeLast() }
        readings.append(reading)
    }

    /// Forgets what came before the launch.
    package mutating func restart() { readings = [] }

    private var gaps: [Gap] {
        zip(readings, readings.dropFirst()).map { earlier, later in
            Gap(
                start: earlier.t, end: later.t, used: later.usage.since(earlier.usage), isFrozen: earlier.isFrozen,
                isHeld: earlier.isHeld)
        }
    }

    /// Seconds in which the workload could run and did not; `nil` where the machine cannot tell.
    package var quietSeconds: Double? {
        sum { gap in gap.isQuiet.map { $0 && !gap.isFrozen ? gap.seconds : 0 } }
    }

    /// The longest time in one in which it could run and did not.
    package var longestQuietSeconds: Double? {
        guard canTell else { return nil }
        return stretches { $0.isQuiet == true && !$0.isFrozen }.map(\.seconds).max() ?? 0
    }

    /// Seconds in which a device could not have slept: the workload was not frozen, and woke at least every
    /// ``suspendThreshold`` seconds or held a reason to run.
    package var awakeHoldSeconds: Double? {
        guard canTell else { return nil }
        let running = gaps.reduce(0) { $0 + ($1.isFrozen ? 0 : $1.seconds) }
        let asleep = stretches { $0.isQuiet == true && !$0.isFrozen && !$0.isHeld }
            .map(\.seconds).filter { $0 > Self.suspendThreshold }
        return running - asleep.reduce(0, +)
    }

    /// How often a radio had to go on: packets after more than ``radioTail`` seconds without one.
    package var networkBursts: Int? {
        guard gaps.contains(where: { $0.used.networkPackets != nil }) else { return nil }
        var bursts = 0
        var lastPacket: Double?
        for gap in gaps where (gap.used.networkPackets ?? 0) > 0 {
            if lastPacket.map({ gap.start - $0 > Self.radioTail }) ?? true { bursts += 1 }
            lastPacket = gap.end
        }
        return bursts
    }

    /// The greatest use of a budget within any time of its length, and when it was reached.
    ///
    /// - Parameters:
    ///   - window: the budget's length, in seconds.
    ///   - use: what of a reading the budget is about.
    /// - Returns: `nil` where the machine cannot tell.
    package func peak(within window: Double, of use: (Usage) -> Double?) -> (used: Double, at: Double)? {
        var peak: (used: Double, at: Double)?
        var first = readings.startIndex
        for reading in readings {
            // A window that begins between two readings has what came after the earlier one, at most.
            while first + 1 < readings.endIndex, readings[first + 1].t <= reading.t - window { first += 1 }
            guard let now = use(reading.usage), let before = use(readings[first].usage) else { return nil }
            if peak.map({ now - before > $0.used }) ?? true { peak = (now - before, reading.t) }
        }
        return peak
    }

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

    private var canTell: Bool { !gaps.isEmpty && gaps.allSatisfy { $0.isQuiet != nil } }

    private func sum(_ value: (Gap) -> Double?) -> Double? {
        guard canTell else { return nil }
        return gaps.reduce(0) { $0 + (value($1) ?? 0) }
    }

    /// The longest runs of gaps that have a property.
    private func stretches(_ belongs: (Gap) -> Bool) -> [(start: Double, seconds: Double)] {
        var found: [(start: Double, seconds: Double)] = []
        var open = false
        for gap in gaps {
            guard belongs(gap) else {
                open = false
                continue
            }
            if open {
                found[found.count - 1].seconds += gap.seconds
            } else {
                found.append((gap.start, gap.seconds))
            }
            open = true
        }
        return found
    }
}
