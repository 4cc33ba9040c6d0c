import KeepAlivePolicy
import KeepAlivePorts

/// A quantity in which arms are compared: a power proxy of one part of the run.
package struct MeasuredQuantity: Sendable, Hashable, Codable, Comparable {
    package var part: RunPart
    package var proxy: Proxy

    package init(_ proxy: Proxy, of part: RunPart = .workload) {
        self.part = part
        self.proxy = proxy
    }

    /// The quantity's name in options and files: the proxy's name, preceded by the part's name and a point unless the
    /// part is the app.
    package var name: String { part == .workload ? proxy.rawValue : "\(part.rawValue).\(proxy.rawValue)" }

    /// The quantity's name in reports.
    package var label: String { part == .workload ? proxy.label : "\(part.label): \(proxy.label)" }

    /// True for counters of the app, which start when the app enters the background. All other quantities cover the
    /// whole run.
    package var isOfBackground: Bool { part == .workload && proxy.counter != nil && proxy != .memoryPeakBytes }

    /// The largest error of a reading, in the proxy's unit, such as one event at each end, the CPU clock's tick or a
    /// page.
    package var resolution: Double {
        switch proxy {
        case .cpuSeconds: 0.001
        case .quietSeconds, .longestQuietSeconds, .awakeHoldSeconds, .frozenSeconds, .audioStreamSeconds, .gnssSeconds,
            .gnssAcquisitionSeconds:
            0.1
        case .voluntarySwitches, .involuntarySwitches, .idleWakeups, .timerWakeups, .fixes, .networkPackets,
            .networkBursts, .minorFaults, .majorFaults:
            2
        // The kernel counts every byte of the app's sockets, so the error is minimal.
        case .networkReceivedBytes, .networkSentBytes: 1
        case .diskReadBytes, .diskWrittenBytes, .memoryPeakBytes: 4096
        case .cpuBudgetPercent, .wakeupBudgetPercent: 0.1
        case .energyJoules: 0.001
        }
    }

    package static func < (left: MeasuredQuantity, right: MeasuredQuantity) -> Bool {
        func rank(_ quantity: MeasuredQuantity) -> (Int, Int) {
            (
                RunPart.allCases.firstIndex(of: quantity.part) ?? 0, Proxy.allCases.firstIndex(of: quantity.proxy) ?? 0
            )
        }
        return rank(left) < rank(right)
    }
}

/// One run of a comparison, as stored in files.
package struct MeasuredRun: Sendable, Equatable, Codable {
    package var arm: String
    /// The block, from 1. Blocks 0 and below are warm-up runs, which do not count.
    package var block: Int
    /// The other load on the machine during the run.
    package var noise: MachineNoise
    /// A description of how the run ended.
    package var ended: String
    /// The values by quantity name. A value that the machine cannot determine is missing.
    package var values: [String: Double]

    package init(arm: String, block: Int, noise: MachineNoise, ended: String, values: [String: Double]) {
        self.arm = arm
        self.block = block
        self.noise = noise
        self.ended = ended
        self.values = values
    }
}
