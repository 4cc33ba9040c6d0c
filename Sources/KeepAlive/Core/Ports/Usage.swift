import KeepAliveModel

/// The counters of a process tree since its first start. A counter is `nil` if the machine cannot read it.
package struct Usage: Sendable, Equatable, Codable {
    /// CPU time in user and kernel mode together, in seconds.
    package var cpuSeconds: Double?
    /// Voluntary context switches: how often a thread waited. This is an upper bound of the wakeups.
    package var voluntarySwitches: Int64?
    /// Involuntary context switches: how often a thread was preempted.
    package var involuntarySwitches: Int64?
    /// Idle wakeups: how often a CPU left its idle task to run a thread of the tree.
    package var idleWakeups: Int64?
    /// Timer wakeups: how often a thread ran because a timer expired.
    package var timerWakeups: Int64?
    /// Page faults that were resolved without disk access.
    package var minorFaults: Int64?
    /// Page faults that waited for a disk.
    package var majorFaults: Int64?
    /// Bytes read from a disk.
    package var diskReadBytes: Int64?
    /// Bytes written to a disk, or queued for it.
    package var diskWrittenBytes: Int64?
    /// Bytes of received IP packets.
    package var networkReceivedBytes: Int64?
    /// Bytes of sent IP packets.
    package var networkSentBytes: Int64?
    /// The number of IP packets, received and sent together.
    package var networkPackets: Int64?
    /// The maximum resident memory in bytes. This is a peak, not a sum, and never decreases.
    package var memoryPeakBytes: Int64?

    /// The counters; the raw value is the counter's name in files.
    package enum Counter: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
        case cpuSeconds, voluntarySwitches, involuntarySwitches, idleWakeups, timerWakeups, minorFaults, majorFaults,
            diskReadBytes, diskWrittenBytes, networkReceivedBytes, networkSentBytes, networkPackets, memoryPeakBytes
    }

    /// The integer counters that can be added.
    private static let counts: [WritableKeyPath<Usage, Int64?> & Sendable] = [
        \.voluntarySwitches, \.involuntarySwitches, \.idleWakeups, \.timerWakeups, \.minorFaults, \.majorFaults,
        \.diskReadBytes, \.diskWrittenBytes, \.networkReceivedBytes, \.networkSentBytes, \.networkPackets,
    ]

    /// A usage with every counter at 0, except for the memory peak, which is unknown.
    package static let zero: Usage = {
        var usage = Usage(cpuSeconds: 0)
        for count in counts { usage[keyPath: count] = 0 }
        return usage
    }()

    /// The value of a counter; `nil` if the machine cannot read it.
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

    /// Returns the usage since an earlier reading, at least 0. A counter is `nil` if either reading lacks it. The
    /// memory peak is that of the later reading.
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

    /// Returns the sum of two usages; a counter is `nil` if either usage lacks it. The memory peak is the greater one.
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

    /// Raises each counter to a later reading's value, and never lowers it. Readings may decrease for a moment: the
    /// usage of an ended thread reappears only when its process is reaped, and must not be counted twice.
    package mutating func raise(to later: Usage) {
        if let now = later.cpuSeconds { cpuSeconds = max(cpuSeconds ?? 0, now) }
        for count in Self.counts {
            if let now = later[keyPath: count] { self[keyPath: count] = max(self[keyPath: count] ?? 0, now) }
        }
        memoryPeakBytes = [memoryPeakBytes, later.memoryPeakBytes].compactMap { $0 }.max()
    }

    /// Adds the usage of an interval. A counter that only one of the two usages has keeps its value.
    package mutating func book(_ difference: Usage) {
        if let more = difference.cpuSeconds { cpuSeconds = (cpuSeconds ?? 0) + more }
        for count in Self.counts {
            if let more = difference[keyPath: count] { self[keyPath: count] = (self[keyPath: count] ?? 0) + more }
        }
        memoryPeakBytes = [memoryPeakBytes, difference.memoryPeakBytes].compactMap { $0 }.max()
    }
}

/// The source of a counter: how the counter is read, and how reliable its number is.
package struct CounterSource: Sendable, Equatable, Codable {
    /// The degrees of reliability of a number.
    package enum Quality: String, Sendable, Codable {
        /// Every event is counted, over all threads, including processes that have ended.
        case exact
        /// The number is a lower or an upper bound of the true value; `text` says which.
        case bound
        /// The counter is read at intervals, so that events in between may be missed.
        case sampled
        /// There is no number. It must not be replaced by 0.
        case unavailable
    }

    package var quality: Quality
    /// The origin of the number in words. If there is no number: the reason, and how to get one.
    package var text: String

    package init(_ quality: Quality, _ text: String) {
        self.quality = quality
        self.text = text
    }
}
