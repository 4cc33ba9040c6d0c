import KeepAlivePolicy

/// A load on the machine while its meter is read: a fraction of a CPU's time, with periodic wakeups.
package struct CalibrationLoad: Sendable, Hashable, Codable {
    /// The fraction of each period in which the CPU is busy, in percent.
    package var duty: Int
    /// The number of periods per second; 0 for a constant load.
    package var hertz: Int
    /// The number of threads with this load, all on one CPU.
    package var copies: Int
    /// True if the threads' periods are offset, so that each thread causes a wakeup of its own.
    package var isStaggered: Bool

    package init(duty: Int, hertz: Int, copies: Int = 1, isStaggered: Bool = false) {
        self.duty = duty
        self.hertz = hertz
        self.copies = copies
        self.isStaggered = isStaggered
    }

    /// The name of the load, which is unique among loads.
    package var name: String {
        if hertz == 0 { return duty == 0 ? "idle" : "busy" }
        let one = duty == 0 ? "\(hertz) Hz" : "\(duty) % x \(hertz) Hz"
        return copies == 1 ? one : "\(copies) x \(one), \(isStaggered ? "staggered" : "aligned")"
    }

    /// The loads of a calibration: combinations of CPU time and wakeup rate, as the literature on power models uses.
    package static let standard: [CalibrationLoad] =
        [CalibrationLoad(duty: 0, hertz: 0), CalibrationLoad(duty: 100, hertz: 0)]
        + [0, 10, 50].flatMap { duty in [10, 100, 1000].map { CalibrationLoad(duty: duty, hertz: $0) } }
        + [false, true].map { CalibrationLoad(duty: 0, hertz: 100, copies: 4, isStaggered: $0) }

    /// The load that is excluded from the fit and must be predicted from the other loads.
    package static let heldOut = CalibrationLoad(duty: 50, hertz: 100)
}

/// The measurement of one run of a load.
package struct CalibrationPoint: Sendable, Equatable, Codable {
    package var load: CalibrationLoad
    /// The time between the two readings of the meter, in seconds.
    package var seconds: Double
    /// The joules that the meter counted between the readings.
    package var joules: Double
    /// The load's CPU time in seconds.
    package var cpuSeconds: Double
    /// The number of the load's idle wakeups.
    package var idleWakeups: Double

    package init(load: CalibrationLoad, seconds: Double, joules: Double, cpuSeconds: Double, idleWakeups: Double) {
        self.load = load
        self.seconds = seconds
        self.joules = joules
        self.cpuSeconds = cpuSeconds
        self.idleWakeups = idleWakeups
    }

    /// The average power of the whole machine in watts.
    package var watts: Double { joules / seconds }
    /// The fraction of one CPU that the load used.
    package var cpuRate: Double { cpuSeconds / seconds }
    package var wakeupRate: Double { idleWakeups / seconds }
}
