import KeepAlivePolicy
import KeepAlivePorts

/// A power proxy: a number that stands in for energy, because nothing here has a meter.
///
/// The selection and its caveats follow the literature on software power measurement; docs/power.md names the sources.
package enum Proxy: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
    case cpuSeconds, voluntarySwitches, involuntarySwitches, idleWakeups, timerWakeups
    case quietSeconds, longestQuietSeconds, awakeHoldSeconds, frozenSeconds
    case audioStreamSeconds, gnssSeconds, gnssAcquisitionSeconds, fixes
    case networkReceivedBytes, networkSentBytes, networkPackets, networkBursts
    case diskReadBytes, diskWrittenBytes, minorFaults, majorFaults, memoryPeakBytes
    case cpuBudgetPercent, wakeupBudgetPercent
    case energyJoules

    /// The unit of a proxy.
    package enum Unit: String, Sendable, Codable {
        case seconds, bytes, percent, count, joules
    }

    /// The kind of source of a proxy.
    package enum Kind: String, Sendable, Codable {
        /// A counter of the kernel, of a device, or of the policy.
        case measured
        /// Calculated from measured values.
        case derived
    }

    /// The kernel's counter behind the proxy, or `nil`.
    package var counter: Usage.Counter? { Usage.Counter(rawValue: rawValue) }

    /// The unit of the proxy.
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

    /// The kind of its source.
    package var kind: Kind {
        switch self {
        case .quietSeconds, .longestQuietSeconds, .awakeHoldSeconds, .networkBursts, .cpuBudgetPercent,
            .wakeupBudgetPercent:
            .derived
        default: .measured
        }
    }

    /// Its name for people.
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
    /// The number, or `nil` if there is none. A missing number is never 0.
    package var value: Double?
    /// The unit.
    package var unit: Proxy.Unit
    /// The kind: measured or derived.
    package var kind: Proxy.Kind
    /// The quality of the number.
    package var quality: CounterSource.Quality
    /// Its source, or why there is no number and how to get one.
    package var source: String

    package init(_ proxy: Proxy, _ value: Double?, _ source: CounterSource) {
        self.value = value
        unit = proxy.unit
        kind = proxy.kind
        quality = value == nil ? .unavailable : source.quality
        self.source = source.text
    }
}

/// Power proxies by name.
package typealias ProxyValues = [Proxy: ProxyValue]

/// The parts of a run that cause costs. They are kept apart and never added up.
package enum RunPart: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
    /// The app's own processes.
    case workload
    /// The runner: supervision, policy, files.
    case runner
    /// The process that plays sound.
    case audioPlayer
    /// The client of the receiver, which works inside of the runner.
    case locationClient
    /// The process that feeds a private receiver with a log; a real receiver needs none.
    case receiverFeed
    /// The private sound server.
    case soundServer
    /// The private gpsd.
    case gpsd
    /// The process that transfers for background URL sessions.
    case transferService
    /// The machine as a whole, with everything that runs on it: its meter's reading cannot be divided among the parts.
    case machine

    /// Its name for people.
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
    /// Creates the values of a part's counters.
    ///
    /// - Parameters:
    ///   - usage: the part's usage.
    ///   - sources: the source of each counter; a counter without one is left out.
    package init(_ usage: Usage, sources: [Usage.Counter: CounterSource]) {
        self.init()
        for proxy in Proxy.allCases {
            guard let counter = proxy.counter, let source = sources[counter] else { continue }
            self[proxy] = ProxyValue(proxy, usage[counter], source)
        }
    }
}
