import KeepAliveModel

/// The facts about a machine on which the worth of its figures depends; `nil` where the kernel does not say.
package struct MachineDescription: Sendable, Equatable, Codable {
    /// The number of CPUs that the run could use.
    package var cpus: Int
    /// The CPU's name.
    package var model: String?
    /// True for a virtual machine: another machine decides when its CPUs run.
    package var isVirtual: Bool?
    /// The governor that chooses the clock rate (cpufreq).
    package var governor: String?
    /// The source from which the kernel reads the time.
    package var clockSource: String?
    /// True when it runs on its battery.
    package var isOnBattery: Bool?

    package init(cpus: Int) {
        self.cpus = cpus
    }
}
