import KeepAlivePolicy

/// A part of the energy model: a counter times a coefficient of the device.
///
/// The terms are those of Android's power profiles: the time or the events of a component times a coefficient
/// (https://source.android.com/docs/core/power/values).
package enum EnergyTerm: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
    case cpu, wakeups, awake, audio, gnssAcquire, gnssTrack, radioBursts, networkBytes, diskBytes

    /// The unit of a coefficient.
    package enum Unit: String, Sendable, Codable {
        /// Energy of a second.
        case watt = "W"
        /// Energy of an event, or of a byte.
        case joule = "J"
    }

    /// The unit of its coefficient.
    package var unit: Unit {
        switch self {
        case .cpu, .awake, .audio, .gnssAcquire, .gnssTrack: .watt
        case .wakeups, .radioBursts, .networkBytes, .diskBytes: .joule
        }
    }

    /// True if an estimate without the term has no total. Terms that only root can count are not essential.
    package var isEssential: Bool { ![.radioBursts, .networkBytes, .diskBytes].contains(self) }

    /// Its name for people.
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

    /// Returns the range of the term's counter; `nil` if a counter that it needs is not known.
    ///
    /// A phone runs the player and the client of a strategy in the app, so they count with it; the runner and private
    /// servers do not. Their wakeups have an upper bound only, as the app's have if the kernel cannot be asked.
    ///
    /// - Parameter value: returns the figures of a run.
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

/// The range of a number: the least, the most likely and the greatest value.
package struct EnergyRange: Sendable, Equatable, Codable {
    package var low: Double
    package var typical: Double
    package var high: Double

    /// - Parameters: the three numbers, each no less than the one before.
    package init(low: Double, typical: Double, high: Double) {
        self.low = low
        self.typical = typical
        self.high = high
    }

    /// Creates the range of a number that is known exactly.
    package init(exactly value: Double) { self.init(low: value, typical: value, high: value) }

    /// Returns the sum of two ranges, when each number may be anywhere in its own range.
    package static func + (one: EnergyRange, other: EnergyRange) -> EnergyRange {
        EnergyRange(low: one.low + other.low, typical: one.typical + other.typical, high: one.high + other.high)
    }

    /// Returns the product of two ranges without numbers below 0.
    package static func * (one: EnergyRange, other: EnergyRange) -> EnergyRange {
        EnergyRange(low: one.low * other.low, typical: one.typical * other.typical, high: one.high * other.high)
    }
}
