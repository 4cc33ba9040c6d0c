import KeepAlivePolicy
import KeepAlivePorts

/// Measures how much other work of the machine disturbs a measurement.
///
/// Sources: /proc/pressure/cpu (Documentation/accounting/psi.rst), the steal column of /proc/stat (proc(5)).
package struct NoiseMeter {
    /// The values of both counters at one time.
    private struct Reading {
        var instant: MonotonicInstant
        /// The microseconds in which some task waited for a CPU; `nil` if the kernel does not report pressure.
        var pressure: Int64?
        /// The clock ticks of all CPUs together (`ticks`), and the ticks that a hypervisor took (`stolen`; `nil` if the
        /// kernel does not report them).
        var ticks: Int64
        var stolen: Int64?

        static var now: Reading {
            // The format is "some avg10=0.00 avg60=0.00 avg300=0.00 total=1234".
            let pressure = (try? SmallFile.read("/proc/pressure/cpu"))?.split(separator: "\n").first?
                .split(separator: "=").last.flatMap { Int64($0) }
            let line = (try? SmallFile.read("/proc/stat"))?.split(separator: "\n").first ?? ""
            // The columns are user nice system idle iowait irq softirq steal; guest time is part of user.
            let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Int64($0) }
            return Reading(
                instant: EventLoop.monotonicNow, pressure: pressure, ticks: ticks.reduce(0, +),
                stolen: ticks.count == 8 ? ticks[7] : nil)
        }
    }

    private let start = Reading.now

    package init() {}

    /// The disturbance since this meter was created.
    package var noise: MachineNoise {
        let end = Reading.now
        let microseconds = max(1, (end.instant - start.instant).inSeconds * 1e6)
        var noise = MachineNoise()
        if let after = end.pressure, let before = start.pressure {
            noise.cpuPressure = Double(after - before) / microseconds
        }
        if let after = end.stolen, let before = start.stolen, end.ticks > start.ticks {
            noise.steal = Double(after - before) / Double(end.ticks - start.ticks)
        }
        return noise
    }
}
