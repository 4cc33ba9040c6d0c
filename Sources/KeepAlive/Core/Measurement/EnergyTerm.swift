import KeepAlivePolicy

/// A term of the energy model: an amount that is counted, times a coefficient of the device.
///
/// The terms follow Android's power profiles, which multiply the time or the events of a component by a coefficient
/// (https://source.android.com/docs/core/power/values).
package enum EnergyTerm: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
    case cpu, wakeups, awake, audio, gnssAcquire, gnssTrack, radioBursts, networkBytes, diskBytes

    /// The unit of a coefficient, which depends on the term.
    package enum Unit: String, Sendable, Codable {
        /// Energy per second.
        case watt = "W"
        /// Energy per event or per byte.
        case joule = "J"
    }

    /// The unit of the term's coefficient.
    package var unit: Unit {
        switch self {
        case .cpu, .awake, .audio, .gnssAcquire, .gnssTrack: .watt
        case .wakeups, .radioBursts, .networkBytes, .diskBytes: .joule
        }
    }

    /// True if an estimate has no total when the term could not be counted. Terms that can be counted only with root
    /// privileges are not essential.
    package var isEssential: Bool { ![.radioBursts, .networkBytes, .diskBytes].contains(self) }

    /// The term's name in reports.
    package var label: String {
        switch self {
        case .cpu: "CPU time"
        case .wakeups: "wakeups"
        case .awake: "kept awake"
        case .audio: "audio played"
        case .gnssAcquire: "receiver searching"
        case .gnssTrack: "receiver tracking"
        case .radioBursts: "network bursts"
        case .networkBytes: "network bytes"
        case .diskBytes: "disk bytes"
        }
    }

    /// Returns the counted amount of the term; `nil` if a required counter is unknown.
    ///
    /// A phone plays sound and receives locations within the app, so the audio player and the location client are
    /// counted with the app; the runner and private servers are not counted. The wakeups of player and client are known
    /// only as an upper bound. The same holds for the app's wakeups if the kernel does not count idle wakeups.
    ///
    /// - Parameter value: returns the value of a quantity in the run; `nil` if it is unknown.
    package func amount(_ value: (MeasuredQuantity) -> Double?) -> EnergyRange? {
        func own(_ proxy: Proxy) -> Double? { value(MeasuredQuantity(proxy)) }
        func sum(_ one: Proxy, _ other: Proxy) -> EnergyRange? {
            guard let one = own(one), let other = own(other) else { return nil }
            return EnergyRange(exactly: one + other)
        }
        func strategy(_ proxy: Proxy) -> Double {
            [RunPart.audioPlayer, .locationClient].reduce(0) { $0 + (value(MeasuredQuantity(proxy, of: $1)) ?? 0) }
        }
        switch self {
        case .cpu: return own(.cpuSeconds).map { EnergyRange(exactly: $0 + strategy(.cpuSeconds)) }
        case .wakeups:
            let others = strategy(.voluntarySwitches)
            if let exact = own(.idleWakeups) {
                return EnergyRange(low: exact, typical: exact + others, high: exact + others)
            }
            return own(.voluntarySwitches).map { EnergyRange(low: 0, typical: $0 + others, high: $0 + others) }
        case .awake: return own(.awakeHoldSeconds).map(EnergyRange.init(exactly:))
        case .audio: return own(.audioStreamSeconds).map(EnergyRange.init(exactly:))
        case .gnssAcquire: return own(.gnssAcquisitionSeconds).map(EnergyRange.init(exactly:))
        case .gnssTrack:
            guard let all = own(.gnssSeconds), let searching = own(.gnssAcquisitionSeconds) else { return nil }
            return EnergyRange(exactly: max(0, all - searching))
        case .radioBursts: return own(.networkBursts).map(EnergyRange.init(exactly:))
        case .networkBytes: return sum(.networkReceivedBytes, .networkSentBytes)
        case .diskBytes: return sum(.diskReadBytes, .diskWrittenBytes)
        }
    }
}

/// A number with its uncertainty: the lowest, the most likely and the highest value.
package struct EnergyRange: Sendable, Equatable, Codable {
    package var low: Double
    package var typical: Double
    package var high: Double

    /// Creates a range from its three values, which must be in ascending order.
    package init(low: Double, typical: Double, high: Double) {
        self.low = low
        self.typical = typical
        self.high = high
    }

    /// Creates a range for a number that is known exactly.
    package init(exactly value: Double) { self.init(low: value, typical: value, high: value) }

    /// Returns the sum of two ranges whose numbers are independent of each other.
    package static func + (one: EnergyRange, other: EnergyRange) -> EnergyRange {
        EnergyRange(low: one.low + other.low, typical: one.typical + other.typical, high: one.high + other.high)
    }

    /// Returns the product of two ranges whose numbers are at least 0.
    package static func * (one: EnergyRange, other: EnergyRange) -> EnergyRange {
        EnergyRange(low: one.low * other.low, typical: one.typical * other.typical, high: one.high * other.high)
    }
}
