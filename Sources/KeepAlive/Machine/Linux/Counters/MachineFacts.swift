import KeepAlivePolicy
import KeepAlivePorts

/// Reads the properties of this machine from the kernel.
///
/// Sources: proc(5); Documentation/admin-guide/pm/cpufreq.rst; Documentation/ABI/testing/sysfs-class-power.
package enum MachineFacts {
    /// The present properties of this machine.
    package static var current: MachineDescription {
        var description = MachineDescription(cpus: Cores.count)
        let processor = (try? SmallFile.read("/proc/cpuinfo")) ?? ""
        func value(_ key: String) -> String? {
            guard let line = processor.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else { return nil }
            return line.split(separator: ":", maxSplits: 1).dropFirst().first.map { String($0.drop { $0 == " " }) }
        }
        description.model = value("model name") ?? value("Model")
        description.isVirtual = value("flags").map { $0.split(separator: " ").contains("hypervisor") }
        let devices = "/sys/devices/system"
        description.governor = SmallFile.line(at: "\(devices)/cpu/cpu0/cpufreq/scaling_governor")
        description.clockSource = SmallFile.line(at: "\(devices)/clocksource/clocksource0/current_clocksource")
        let supplies = "/sys/class/power_supply"
        let batteries = ((try? SmallFile.list(supplies)) ?? []).filter {
            SmallFile.line(at: "\(supplies)/\($0)/type") == "Battery"
        }
        description.isOnBattery = batteries.contains { SmallFile.line(at: "\(supplies)/\($0)/status") == "Discharging" }
        return description
    }
}
