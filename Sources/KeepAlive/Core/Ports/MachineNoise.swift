import KeepAliveModel

/// The other load on a machine during a run: it falsifies the figures.
package struct MachineNoise: Sendable, Equatable, Codable {
    /// The part of the run's time in which some task waited for a CPU (PSI); `nil` where the kernel does not say.
    package var cpuPressure: Double?
    /// The part of the time of all CPUs that a hypervisor took away; `nil` where the kernel does not say.
    package var steal: Double?

    /// Above these limits a run is noisy; they come from the literature on software power measurement.
    package static let pressureMax = 0.05
    package static let stealMax = 0.01

    package init(cpuPressure: Double? = nil, steal: Double? = nil) {
        self.cpuPressure = cpuPressure
        self.steal = steal
    }

    /// The noise in words.
    package var words: String {
        func percent(_ part: Double?) -> String { part.map { "\(Int(clamping: ($0 * 100).rounded())) %" } ?? "unknown" }
        return "something waited for a CPU for \(percent(cpuPressure)) of the time, and a hypervisor took "
            + "\(percent(steal)); over \(percent(Self.pressureMax)) and \(percent(Self.stealMax)) falsify figures"
    }

    /// True when a run with this noise needs care.
    package var isNoisy: Bool { cpuPressure ?? 0 > Self.pressureMax || steal ?? 0 > Self.stealMax }
}
