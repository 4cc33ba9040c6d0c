import KeepAlivePolicy
import KeepAlivePorts

/// Sums over readings, updated with each reading, because a run of weeks has too many readings to keep.
struct SampleTotals: Sendable, Equatable {
    /// The interval between two readings, and the usage in it.
    struct Gap {
        var start: Double
        var end: Double
        var used: Usage
        var isFrozen: Bool
        var isHeld: Bool
        var seconds: Double { end - start }
        /// True if no process of the app ran in the interval; `nil` if context switches are not counted.
        var isQuiet: Bool? { used.voluntarySwitches.map { $0 == 0 && (used.cpuSeconds ?? 0) == 0 } }

        init(from earlier: SampleSeries.Reading, to later: SampleSeries.Reading) {
            start = earlier.t
            end = later.t
            used = later.usage.since(earlier.usage)
            isFrozen = earlier.isFrozen
            isHeld = earlier.isHeld
        }
    }

    /// The greatest use of a counter within any period of a fixed length.
    private struct Window: Sendable, Equatable {
        let counter: Usage.Counter
        let seconds: Double
        var peak: (used: Double, at: Double)?
        /// The readings from which the usage of a period that ends now or later is counted.
        private var begins: [(t: Double, used: Double)] = []
        private var first = 0

        init(counter: Usage.Counter, seconds: Double) {
            self.counter = counter
            self.seconds = seconds
        }

        mutating func add(_ reading: SampleSeries.Reading) {
            guard let used = reading.usage[counter] else { return }
            begins.append((reading.t, used))
            // Keep the last reading before the period begins: the usage since then is an upper bound for a period that
            // begins between two readings.
            while first + 1 < begins.count, begins[first + 1].t <= reading.t - seconds { first += 1 }
            if first > 256 {
                begins.removeFirst(first)
                first = 0
            }
            let within = used - begins[first].used
            if peak.map({ within > $0.used }) ?? true { peak = (within, reading.t) }
        }

        static func == (left: Window, right: Window) -> Bool {
            left.counter == right.counter && left.seconds == right.seconds && left.peak?.used == right.peak?.used
        }
    }

    /// True if `isQuiet` is known for every interval so far; `nil` before the first interval.
    private var canTell: Bool?
    private var quiet = 0.0
    /// The length in seconds of the current uninterrupted quiet time.
    private var quietStretch = 0.0
    private var longestQuiet = 0.0
    /// The time in seconds in which the app was not frozen.
    private var running = 0.0
    /// The length in seconds of the current quiet time in which the app holds no reason to run.
    private var idleStretch = 0.0
    /// The time in seconds in which a device could have slept, without the current stretch.
    private var asleep = 0.0
    private var bursts: Int?
    /// The end of the last interval with packets, in seconds since the launch; `nil` before the first packet.
    private var lastPacket: Double?
    private var windows: [Window]

    init(windows: [Usage.Counter: Double]) {
        self.windows = windows.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { Window(counter: $0.key, seconds: $0.value) }
    }

    /// Adds a reading and the interval since the reading before it.
    mutating func add(_ reading: SampleSeries.Reading, after earlier: SampleSeries.Reading?) {
        for index in windows.indices { windows[index].add(reading) }
        guard let earlier else { return }
        let gap = Gap(from: earlier, to: reading)
        canTell = (canTell ?? true) && gap.isQuiet != nil
        let isIdle = gap.isQuiet == true && !gap.isFrozen
        quiet += isIdle ? gap.seconds : 0
        quietStretch = isIdle ? quietStretch + gap.seconds : 0
        longestQuiet = max(longestQuiet, quietStretch)
        running += gap.isFrozen ? 0 : gap.seconds
        if isIdle, !gap.isHeld {
            idleStretch += gap.seconds
        } else {
            endIdleStretch()
        }
        guard let packets = gap.used.networkPackets else { return }
        bursts = bursts ?? 0
        guard packets > 0 else { return }
        if lastPacket.map({ gap.start - $0 > SampleSeries.radioTail }) ?? true { bursts = (bursts ?? 0) + 1 }
        lastPacket = gap.end
    }

    private mutating func endIdleStretch() {
        if idleStretch > SampleSeries.suspendThreshold { asleep += idleStretch }
        idleStretch = 0
    }

    var quietSeconds: Double? { canTell == true ? quiet : nil }

    var longestQuietSeconds: Double? { canTell == true ? longestQuiet : nil }

    var awakeHoldSeconds: Double? {
        guard canTell == true else { return nil }
        var ended = self
        ended.endIdleStretch()
        return running - ended.asleep
    }

    var networkBursts: Int? { bursts }

    func peak(of counter: Usage.Counter) -> (used: Double, at: Double)? {
        windows.first { $0.counter == counter }?.peak
    }
}
