import KeepAlivePolicy

/// Counters of a process tree since its first start; `nil` where the machine cannot tell.
package struct Usage: Sendable, Equatable, Codable {
    /// CPU time of user and system together, in seconds.
    package var cpuSeconds: Double?
    /// Voluntary context switches, how often a thread waited: an upper bound of wakeups.
    package var voluntarySwitches: Int64?
    /// How often a thread had to leave a CPU to another.
    package var involuntarySwitches: Int64?
    /// How often a CPU left its idle task to run a thread.
    package var idleWakeups: Int64?
    /// How often a thread ran because a timer had expired.
    package var timerWakeups: Int64?
    /// Page faults that needed no disk.
    package var minorFaults: Int64?
    /// Page faults that waited for a disk.
    package var majorFaults: Int64?
    /// Bytes fetched from a disk.
    package var diskReadBytes: Int64?
    /// Bytes on their way to a disk.
    package var diskWrittenBytes: Int64?
    /// Bytes of IP packets that arrived.
    package var networkReceivedBytes: Int64?
    /// Bytes of IP packets that left.
    package var networkSentBytes: Int64?
    /// IP packets in both directions.
    package var networkPackets: Int64?
    /// The most memory that was resident at once, in bytes; no sum, and never less than before.
    package var memoryPeakBytes: Int64?

    /// What is counted, by the name that it has in files.
    package enum Counter: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
        case cpuSeconds, voluntarySwitches, involuntarySwitches, idleWakeups, timerWakeups, minorFaults, majorFaults,
            diskReadBytes, diskWrittenBytes, networkReceivedBytes, networkSentBytes, networkPackets, memoryPeakBytes
    }

    /// What is counted in whole numbers and adds up.
    private static let counts: [WritableKeyPath<Usage, Int64?> & Sendable] = [
        \.voluntarySwitches, \.involuntarySwitches, \.idleWakeups, \.timerWakeups, \.minorFaults, \.majorFaults,
        \.diskReadBytes, \.diskWrittenBytes, \.networkReceivedBytes, \.networkSentBytes, \.networkPackets,
    ]

    /// Nothing used yet, and nothing that could not be told.
    package static let zero: Usage = {
        var usage = Usage(cpuSeconds: 0)
        for count in counts { usage[keyPath: count] = 0 }
        return usage
    }()

    /// A counter as a number; `nil` where the machine cannot tell.
    package subscript(counter: Counter) -> Double? {
        func number(_ count: Int64?) -> Double? { count.map(Double.init) }
        return switch counter {
        case .cpuSeconds: cpuSeconds
        case .voluntarySwitches: number(voluntarySwitches)
        case .involuntarySwitches: number(involuntarySwitches)
        case .idleWakeups: number(idleWakeups)
        case .timerWakeups: number(timerWakeups)
        case .minorFaults: number(minorFaults)
        case .majorFaults: number(majorFaults)
        case .diskReadBytes: number(diskReadBytes)
        case .diskWrittenBytes: number(diskWrittenBytes)
        case .networkReceivedBytes: number(networkReceivedBytes)
        case .networkSentBytes: number(networkSentBytes)
        case .networkPackets: number(networkPackets)
        case .memoryPeakBytes: number(memoryPeakBytes)
        }
    }

    package init(cpuSeconds: Double? = nil, voluntarySwitches: Int64? = nil) {
        self.cpuSeconds = cpuSeconds
        self.voluntarySwitches = voluntarySwitches
    }

    /// What was used between an earlier reading and this one; `nil` where either lacks it, and never below 0.
    package func since(_ earlier: Usage) -> Usage {
        var difference = Usage()
        if let cpuSeconds, let before = earlier.cpuSeconds { difference.cpuSeconds = max(0, cpuSeconds - before) }
        for count in Self.counts {
            guard let now = self[keyPath: count], let before = earlier[keyPath: count] else { continue }
            difference[keyPath: count] = max(0, now - before)
        }
        difference.memoryPeakBytes = memoryPeakBytes
        return difference
    }

    /// Both together; `nil` where one lacks it.
    package static func + (one: Usage, other: Usage) -> Usage {
        var sum = Usage()
        if let one = one.cpuSeconds, let other = other.cpuSeconds { sum.cpuSeconds = one + other }
        for count in counts {
            guard let one = one[keyPath: count], let other = other[keyPath: count] else { continue }
            sum[keyPath: count] = one + other
        }
        sum.memoryPeakBytes = [one.memoryPeakBytes, other.memoryPeakBytes].compactMap { $0 }.max()
        return sum
    }

    /// Keeps the greater of each counter: what a thread that ended takes along comes back when its process is reaped, and
    /// must not count twice.
    package mutating func raise(to later: Usage) {
        if let now = later.cpuSeconds { cpuSeconds = max(cpuSeconds ?? 0, now) }
        for count in Self.counts {
            if let now = later[keyPath: count] { self[keyPath: count] = max(self[keyPath: count] ?? 0, now) }
        }
        memoryPeakBytes = [memoryPeakBytes, later.memoryPeakBytes].compactMap { $0 }.max()
    }

    /// Adds what was used in between; what only one of both knows is taken from it.
    package mutating func book(_ difference: Usage) {
        if let more = difference.cpuSeconds { cpuSeconds = (cpuSeconds ?? 0) + more }
        for count in Self.counts {
            if let more = difference[keyPath: count] { self[keyPath: count] = (self[keyPath: count] ?? 0) + more }
        }
        memoryPeakBytes = [memoryPeakBytes, difference.memoryPeakBytes].compactMap { $0 }.max()
    }
}

/// How a counter is read, and what it is worth.
package struct CounterSource: Sendable, Equatable, Codable {
    /// What a number is worth.
    package enum Quality: String, Sendable, Codable {
        /// Every event, over all threads, and over processes that have ended.
        case exact
        /// No less, or no more, than the truth; the source says which.
        case bound
        /// Looked at from time to time.
        case sampled
        /// There is no number; never 0 in its place.
        case unavailable
    }

    /// What the number is worth.
    package var quality: Quality
    /// Where it comes from, or why there is none and what would give it.
    package var text: String

    package init(_ quality: Quality, _ text: String) {
        self.quality = quality
        self.text = text
    }
}
