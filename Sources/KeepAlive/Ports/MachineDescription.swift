import KeepAlivePolicy

/// What of a machine decides what its figures are worth; `nil` where the kernel does not say.
package struct MachineDescription: Sendable, Equatable, Codable {
    /// How many CPUs the run could use.
    package var cpus: Int
    /// The CPU's name.
    package var model: String?
    /// Whether it is a virtual machine: another one decides when its CPUs run.
    package var isVirtual: Bool?
    /// What chooses the clock rate (cpufreq).
    package var governor: String?
    /// What the kernel reads the time from.
    package var clockSource: String?
    /// Whether it runs on its battery.
    package var isOnBattery: Bool?

    package init(cpus: Int) {
        self.cpus = cpus
    }
}
