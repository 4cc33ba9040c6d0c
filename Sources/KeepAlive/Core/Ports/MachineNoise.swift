import KeepAliveModel

/// The other load on the machine during a run, which distorts the measurements.
package struct MachineNoise: Sendable, Equatable, Codable {
    /// The fraction of the run's time in which at least one task waited for a CPU (PSI); `nil` if the kernel does not
    /// report it.
    package var cpuPressure: Double?
    /// The fraction of all CPU time that a hypervisor took (steal time); `nil` if the kernel does not report it.
    package var steal: Double?

    /// A run above one of these limits is noisy. The limits come from the literature on software power measurement.
    package static let pressureMax = 0.05
    package static let stealMax = 0.01

    package init(cpuPressure: Double? = nil, steal: Double? = nil) {
        self.cpuPressure = cpuPressure
        self.steal = steal
    }

    /// The noise and its limits in words.
    package var words: String {
        func percent(_ part: Double?) -> String { part.map { "\(Int(clamping: ($0 * 100).rounded())) %" } ?? "unknown" }
        return "something waited for a CPU for \(percent(cpuPressure)) of the time, and a hypervisor took "
            + "\(percent(steal)); over \(percent(Self.pressureMax)) and \(percent(Self.stealMax)) falsify figures"
    }

    /// True if the noise exceeds one of the limits, so that the run's figures are less reliable.
    package var isNoisy: Bool { cpuPressure ?? 0 > Self.pressureMax || steal ?? 0 > Self.stealMax }
}
