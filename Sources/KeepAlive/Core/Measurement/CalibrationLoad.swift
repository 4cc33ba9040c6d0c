import KeepAlivePolicy

/// A load that a machine carries while its meter is read: a part of a CPU, woken at a rate.
package struct CalibrationLoad: Sendable, Hashable, Codable {
    /// The part of each period that is spent working, in percent; 100 for all the time.
    package var duty: Int
    /// The number of periods a second; 0 for none.
    package var hertz: Int
    /// The number of threads that do so, on one CPU.
    package var copies: Int
    /// True if the threads' periods begin one after the other, so that each thread wakes the CPU by itself.
    package var isStaggered: Bool

    package init(duty: Int, hertz: Int, copies: Int = 1, isStaggered: Bool = false) {
        self.duty = duty
        self.hertz = hertz
        self.copies = copies
        self.isStaggered = isStaggered
    }

    /// Its name, unique among loads.
    package var name: String {
        if hertz == 0 { return duty == 0 ? "idle" : "busy" }
        let one = duty == 0 ? "\(hertz) Hz" : "\(duty) % x \(hertz) Hz"
        return copies == 1 ? one : "\(copies) x \(one), \(isStaggered ? "staggered" : "aligned")"
    }

    /// The loads of a calibration: CPU time and wakeups in every combination, as in the literature.
    package static let standard: [CalibrationLoad] =
        [CalibrationLoad(duty: 0, hertz: 0), CalibrationLoad(duty: 100, hertz: 0)]
        + [0, 10, 50].flatMap { duty in [10, 100, 1000].map { CalibrationLoad(duty: duty, hertz: $0) } }
        + [false, true].map { CalibrationLoad(duty: 0, hertz: 100, copies: 4, isStaggered: $0) }

    /// The load that the others must be able to predict.
    package static let heldOut = CalibrationLoad(duty: 50, hertz: 100)
}

/// The result of one run of a load.
package struct CalibrationPoint: Sendable, Equatable, Codable {
    /// The load.
    package var load: CalibrationLoad
    /// Seconds between the two readings of the meter.
    package var seconds: Double
    /// The joules that the meter counted between the readings.
    package var joules: Double
    /// CPU seconds of the load.
    package var cpuSeconds: Double
    /// Idle wakeups of the load.
    package var idleWakeups: Double

    package init(load: CalibrationLoad, seconds: Double, joules: Double, cpuSeconds: Double, idleWakeups: Double) {
        self.load = load
        self.seconds = seconds
        self.joules = joules
        self.cpuSeconds = cpuSeconds
        self.idleWakeups = idleWakeups
    }

    /// Watts of the whole machine.
    package var watts: Double { joules / seconds }
    /// The part of one CPU that the load used.
    package var cpuRate: Double { cpuSeconds / seconds }
    /// Idle wakeups a second.
    package var wakeupRate: Double { idleWakeups / seconds }
}
