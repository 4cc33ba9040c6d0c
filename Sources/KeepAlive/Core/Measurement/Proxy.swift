import KeepAlivePolicy
import KeepAlivePorts

/// A power proxy: a number that is used in place of the app's energy, which no meter can measure.
///
/// The choice of proxies and their limits follow the literature on software power measurement; docs/power.md lists the
/// sources.
package enum Proxy: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
    case cpuSeconds, voluntarySwitches, involuntarySwitches, idleWakeups, timerWakeups
    case quietSeconds, longestQuietSeconds, awakeHoldSeconds, frozenSeconds
    case audioStreamSeconds, gnssSeconds, gnssAcquisitionSeconds, fixes
    case networkReceivedBytes, networkSentBytes, networkPackets, networkBursts
    case diskReadBytes, diskWrittenBytes, minorFaults, majorFaults, memoryPeakBytes
    case cpuBudgetPercent, wakeupBudgetPercent
    case energyJoules

    package enum Unit: String, Sendable, Codable {
        case seconds, bytes, percent, count, joules
    }

    /// The kind of a proxy's source.
    package enum Kind: String, Sendable, Codable {
        /// A counter of the kernel, of a device, or of the policy.
        case measured
        /// Calculated from measured values.
        case derived
    }

    /// The usage counter of the proxy; `nil` if the proxy has another source.
    package var counter: Usage.Counter? { Usage.Counter(rawValue: rawValue) }

    package var unit: Unit {
        switch self {
        case .cpuSeconds, .quietSeconds, .longestQuietSeconds, .awakeHoldSeconds, .frozenSeconds, .audioStreamSeconds,
            .gnssSeconds, .gnssAcquisitionSeconds:
            .seconds
        case .networkReceivedBytes, .networkSentBytes, .diskReadBytes, .diskWrittenBytes, .memoryPeakBytes: .bytes
        case .cpuBudgetPercent, .wakeupBudgetPercent: .percent
        case .energyJoules: .joules
        default: .count
        }
    }

    /// The kind of the proxy's source.
    package var kind: Kind {
        switch self {
        case .quietSeconds, .longestQuietSeconds, .awakeHoldSeconds, .networkBursts, .cpuBudgetPercent,
            .wakeupBudgetPercent:
            .derived
        default: .measured
        }
    }

    /// The proxy's name in reports.
    package var label: String {
        switch self {
        case .cpuSeconds: "CPU time"
        case .voluntarySwitches: "voluntary switches"
        case .involuntarySwitches: "involuntary switches"
        case .idleWakeups: "idle wakeups"
        case .timerWakeups: "timer wakeups"
        case .quietSeconds: "quiet seconds"
        case .longestQuietSeconds: "longest quiet"
        case .awakeHoldSeconds: "device kept awake"
        case .frozenSeconds: "frozen"
        case .audioStreamSeconds: "audio played"
        case .gnssSeconds: "receiver on"
        case .gnssAcquisitionSeconds: "receiver searching"
        case .fixes: "fixes"
        case .networkReceivedBytes: "network received"
        case .networkSentBytes: "network sent"
        case .networkPackets: "packets"
        case .networkBursts: "network bursts"
        case .diskReadBytes: "disk read"
        case .diskWrittenBytes: "disk written"
        case .minorFaults: "minor page faults"
        case .majorFaults: "major page faults"
        case .memoryPeakBytes: "memory peak"
        case .cpuBudgetPercent: "of the CPU budget"
        case .wakeupBudgetPercent: "of the wakeup budget"
        case .energyJoules: "energy, by a meter"
        }
    }
}

/// The value of a power proxy, with its quality and source.
package struct ProxyValue: Sendable, Equatable, Codable {
    /// The number; `nil` if there is none. A missing number is never replaced by 0.
    package var value: Double?
    package var unit: Proxy.Unit
    /// The kind of the source: measured or derived.
    package var kind: Proxy.Kind
    package var quality: CounterSource.Quality
    /// The source of the number in words. If there is no number: the reason, and how to get one.
    package var source: String

    package init(_ proxy: Proxy, _ value: Double?, _ source: CounterSource) {
        self.value = value
        unit = proxy.unit
        kind = proxy.kind
        quality = value == nil ? .unavailable : source.quality
        self.source = source.text
    }
}

/// The values of power proxies, by proxy.
package typealias ProxyValues = [Proxy: ProxyValue]

/// The parts of a run that cause costs. Costs of different parts are reported separately and never added.
package enum RunPart: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
    /// The app's own processes.
    case workload
    /// The runner: supervision, policy and files.
    case runner
    /// The process that plays sound.
    case audioPlayer
    /// The client of the location receiver, which runs within the runner.
    case locationClient
    /// The process that feeds recorded data to a private receiver; a real receiver needs no such process.
    case receiverFeed
    /// The run's private sound server.
    case soundServer
    /// The run's private gpsd.
    case gpsd
    /// The process that transfers data for background URL sessions.
    case transferService
    /// The whole machine with everything that runs on it. Its meter's readings cannot be divided among the other parts.
    case machine

    /// The part's name in reports.
    package var label: String {
        switch self {
        case .workload: "app"
        case .runner: "runner"
        case .audioPlayer: "audio player"
        case .locationClient: "location client"
        case .receiverFeed: "receiver's feed"
        case .soundServer: "sound server"
        case .gpsd: "gpsd"
        case .transferService: "transfer service"
        case .machine: "machine"
        }
    }
}

extension ProxyValues {
    /// Creates the values for the counters of a part.
    ///
    /// - Parameters:
    ///   - usage: the usage of the part.
    ///   - sources: the source of each counter. Counters without a source are left out.
    package init(_ usage: Usage, sources: [Usage.Counter: CounterSource]) {
        self.init()
        for proxy in Proxy.allCases {
            guard let counter = proxy.counter, let source = sources[counter] else { continue }
            self[proxy] = ProxyValue(proxy, usage[counter], source)
        }
    }
}
