import KeepAliveModel

/// Counters of a process tree since its first start; `nil` where the machine cannot read one.
package struct Usage: Sendable, Equatable, Codable {
    /// CPU time of user and system together, in seconds.
    package var cpuSeconds: Double?
    /// Voluntary context switches, the number of times that a thread waited: an upper bound of wakeups.
    package var voluntarySwitches: Int64?
    /// The number of times that a thread had to leave a CPU to another.
    package var involuntarySwitches: Int64?
    /// The number of times that a CPU left its idle task to run a thread.
    package var idleWakeups: Int64?
    /// The number of times that a thread ran because a timer had expired.
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
    /// The most memory that was resident at once, in bytes. It is no sum, and never falls.
    package var memoryPeakBytes: Int64?

    /// A counter, by its name in files.
    package enum Counter: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
        case cpuSeconds, voluntarySwitches, involuntarySwitches, idleWakeups, timerWakeups, minorFaults, majorFaults,
            diskReadBytes, diskWrittenBytes, networkReceivedBytes, networkSentBytes, networkPackets, memoryPeakBytes
    }

    /// The counters in whole numbers that add up.
    private static let counts: [WritableKeyPath<Usage, Int64?> & Sendable] = [
        \.voluntarySwitches, \.involuntarySwitches, \.idleWakeups, \.timerWakeups, \.minorFaults, \.majorFaults,
        \.diskReadBytes, \.diskWrittenBytes, \.networkReceivedBytes, \.networkSentBytes, \.networkPackets,
    ]

    /// No usage yet, with every counter known.
    package static let zero: Usage = {
        var usage = Usage(cpuSeconds: 0)
        for count in counts { usage[keyPath: count] = 0 }
        return usage
    }()

    /// A counter as a number; `nil` where the machine cannot read it.
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

    /// Returns the usage between an earlier reading and this one; `nil` where either lacks a counter, and never below
    /// 0.
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

    /// Returns the sum of both; `nil` where one lacks a counter.
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

    /// Keeps the greater value of each counter. The usage of a thread that has ended comes back when its process is
    /// reaped, and must not count twice.
    package mutating func raise(to later: Usage) {
        if let now = later.cpuSeconds { cpuSeconds = max(cpuSeconds ?? 0, now) }
        for count in Self.counts {
            if let now = later[keyPath: count] { self[keyPath: count] = max(self[keyPath: count] ?? 0, now) }
        }
        memoryPeakBytes = [memoryPeakBytes, later.memoryPeakBytes].compactMap { $0 }.max()
    }

    /// Adds the usage of an interval. A counter that only one side knows is taken from that side.
    package mutating func book(_ difference: Usage) {
        if let more = difference.cpuSeconds { cpuSeconds = (cpuSeconds ?? 0) + more }
        for count in Self.counts {
            if let more = difference[keyPath: count] { self[keyPath: count] = (self[keyPath: count] ?? 0) + more }
        }
        memoryPeakBytes = [memoryPeakBytes, difference.memoryPeakBytes].compactMap { $0 }.max()
    }
}

/// The way in which a counter is read, and its worth.
package struct CounterSource: Sendable, Equatable, Codable {
    /// The worth of a number.
    package enum Quality: String, Sendable, Codable {
        /// Every event, over all threads, and over processes that have ended.
        case exact
        /// No less, or no more, than the truth; the source says which.
        case bound
        /// Read from time to time.
        case sampled
        /// There is no number, and never a 0 in its place.
        case unavailable
    }

    /// The worth of the number.
    package var quality: Quality
    /// The origin of the number, or the reason why there is none and a way to get one.
    package var text: String

    package init(_ quality: Quality, _ text: String) {
        self.quality = quality
        self.text = text
    }
}
