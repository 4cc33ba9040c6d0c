import KeepAliveModel

/// The properties of the machine that affect the reliability of its measurements. A property is `nil` if the kernel
/// does not report it.
package struct MachineDescription: Sendable, Equatable, Codable {
    /// The number of CPUs that were available to the run.
    package var cpus: Int
    /// The CPU's name, as the kernel reports it.
    package var model: String?
    /// True for a virtual machine, whose CPUs are scheduled by a hypervisor.
    package var isVirtual: Bool?
    /// The cpufreq governor, which chooses the CPU frequency.
    package var governor: String?
    /// The kernel's clock source.
    package var clockSource: String?
    /// True if the machine runs on battery.
    package var isOnBattery: Bool?

    package init(cpus: Int) {
        self.cpus = cpus
    }
}
