import KeepAlivePolicy

/// Whether the machine had time for a run: what else it did falsifies what is measured.
package struct MachineNoise: Sendable, Equatable, Codable {
    /// Of the time of a run, how much some task waited for a CPU (PSI); `nil` where the kernel does not say.
    package var cpuPressure: Double?
    /// Of the time of all CPUs, how much a hypervisor took away; `nil` where the kernel does not say.
    package var steal: Double?

    /// From here on a run is noisy: limits of the literature on software power measurement.
    package static let pressureMax = 0.05
    package static let stealMax = 0.01

    package init(cpuPressure: Double? = nil, steal: Double? = nil) {
        self.cpuPressure = cpuPressure
        self.steal = steal
    }

    /// What there was, in words.
    package var words: String {
        func percent(_ part: Double?) -> String { part.map { "\(Int(($0 * 100).rounded())) %" } ?? "unknown" }
        return "something waited for a CPU for \(percent(cpuPressure)) of the time, and a hypervisor took "
            + "\(percent(steal)); over \(percent(Self.pressureMax)) and \(percent(Self.stealMax)) falsify figures"
    }

    /// Whether a run in it is to be looked at with care.
    package var isNoisy: Bool { cpuPressure ?? 0 > Self.pressureMax || steal ?? 0 > Self.stealMax }
}
