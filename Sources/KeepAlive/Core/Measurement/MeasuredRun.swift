import KeepAlivePolicy
import KeepAlivePorts

/// A quantity by which arms are compared: a proxy of a part of the run.
package struct MeasuredQuantity: Sendable, Hashable, Codable, Comparable {
    /// The part of the run.
    package var part: RunPart
    /// The proxy.
    package var proxy: Proxy

    package init(_ proxy: Proxy, of part: RunPart = .workload) {
        self.part = part
        self.proxy = proxy
    }

    /// Its name in options and files: the proxy's name. If it is not the app's, the part's name stands before it.
    package var name: String { part == .workload ? proxy.rawValue : "\(part.rawValue).\(proxy.rawValue)" }

    /// Its name for people.
    package var label: String { part == .workload ? proxy.label : "\(part.label): \(proxy.label)" }

    /// True for a counter of the app, which counts from the background on; all other figures are of the whole run.
    package var isOfBackground: Bool { part == .workload && proxy.counter != nil && proxy != .memoryPeakBytes }

    /// The largest error of a reading: an event at either end, a tick of a CPU, a reading's interval, a page.
    package var resolution: Double {
        switch proxy {
        case .cpuSeconds: 0.001
        case .quietSeconds, .longestQuietSeconds, .awakeHoldSeconds, .frozenSeconds, .audioStreamSeconds, .gnssSeconds,
            .gnssAcquisitionSeconds:
            0.1
        case .voluntarySwitches, .involuntarySwitches, .idleWakeups, .timerWakeups, .fixes, .networkPackets,
            .networkBursts, .minorFaults, .majorFaults:
            2
        // The kernel counts each byte of the app's sockets.
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

/// One run of a comparison, as it is stored.
package struct MeasuredRun: Sendable, Equatable, Codable {
    /// The arm's name.
    package var arm: String
    /// The block, from 1; 0 and below are the warm-up, which does not count.
    package var block: Int
    /// The other activity of the machine during the run.
    package var noise: MachineNoise
    /// The end of the run, in words.
    package var ended: String
    /// The values by the quantity's name. A value that the machine cannot tell is missing.
    package var values: [String: Double]

    package init(arm: String, block: Int, noise: MachineNoise, ended: String, values: [String: Double]) {
        self.arm = arm
        self.block = block
        self.noise = noise
        self.ended = ended
        self.values = values
    }
}
