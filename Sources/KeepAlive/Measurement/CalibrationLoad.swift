import KeepAlivePolicy

/// What a machine is made to do while its meter is read: so much of a CPU, woken so often.
package struct CalibrationLoad: Sendable, Hashable, Codable {
    /// How much of each period is worked, in percent; 100 for all the time.
    package var duty: Int
    /// How many periods a second has; 0 for none.
    package var hertz: Int
    /// How many threads do so, on one CPU.
    package var copies: Int
    /// Whether their periods begin one after the other, so that each wakes the CPU by itself.
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

    /// What a calibration uses: CPU time and wakeups in every combination, as the literature does.
    package static let standard: [CalibrationLoad] =
        [CalibrationLoad(duty: 0, hertz: 0), CalibrationLoad(duty: 100, hertz: 0)]
        + [0, 10, 50].flatMap { duty in [10, 100, 1000].map { CalibrationLoad(duty: duty, hertz: $0) } }
        + [false, true].map { CalibrationLoad(duty: 0, hertz: 100, copies: 4, isStaggered: $0) }

    /// The one that the others must be able to predict.
    package static let heldOut = CalibrationLoad(duty: 50, hertz: 100)
}

/// What a run of a load has shown.
package struct CalibrationPoint: Sendable, Equatable, Codable {
    /// The load.
    package var load: CalibrationLoad
    /// Seconds between the two readings of the meter.
    package var seconds: Double
    /// What the meter went up by.
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
    /// Of one CPU, how much.
    package var cpuRate: Double { cpuSeconds / seconds }
    /// Idle wakeups a second.
    package var wakeupRate: Double { idleWakeups / seconds }
}
