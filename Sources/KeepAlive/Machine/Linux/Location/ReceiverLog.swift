import KeepAlivePolicy

/// The log that a private receiver repeats.
package struct ReceiverLog: Sendable, Equatable {
    /// The content of a log, by the way in which it is played.
    enum Content: Sendable, Equatable {
        /// Sentences that get the present time.
        case nmea(NMEAReplay)
        /// Bytes that gpsd parses, played at the pace of their own time.
        case raw([UInt8])
    }

    let content: Content
    /// The origin of the log, and a remark on lines that are not played, for messages.
    package let name: String

    /// Creates a log of sentences.
    package init(_ replay: NMEAReplay) {
        content = .nmea(replay)
        name = replay.remark.map { "\(replay.name) (\($0))" } ?? replay.name
    }

    /// Creates a log of a receiver's bytes, in any protocol that gpsd knows.
    ///
    /// - Parameters:
    ///   - bytes: the log; lines at its beginning that begin with `#` are skipped, as in gpsfake(1).
    ///   - name: the origin of the log.
    init(raw bytes: [UInt8], name: String) {
        var rest = bytes[...]
        while rest.first == UInt8(ascii: "#") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { break }
            rest = rest[(end + 1)...]
        }
        content = .raw(Array(rest))
        self.name = name
    }

    /// True when the times in it are the log's own, not the present.
    var hasItsOwnTime: Bool { if case .raw = content { true } else { false } }
}

/// The pace of a log of bytes: that of its own time, which only gpsd can find in it.
struct LogPace: Sendable {
    /// The bytes a second. Before gpsd has reported two times, it is four times a usual receiver's line of 9,600 baud,
    /// so that the first fix does not take long.
    private(set) var bytesPerSecond = 3_840.0
    private static let limits = 50.0...100_000.0
    private var last: (time: Double, written: Int)?
    private var written = 0

    /// Counts bytes that have been written.
    mutating func wrote(_ count: Int) { written += count }

    /// Forgets the last time when the log begins again: its time goes back.
    mutating func beganAgain() { last = nil }

    /// Takes a time of the log that gpsd has reported, in seconds.
    mutating func reported(_ time: Double) {
        guard time.isFinite, time != last?.time else { return }
        defer { last = (time, written) }
        guard let last, time > last.time, time - last.time <= 60 else { return }
        let found = Double(written - last.written) / (time - last.time)
        // gpsd reads ahead, so single figures jump.
        bytesPerSecond = min(max(bytesPerSecond * 0.7 + found * 0.3, Self.limits.lowerBound), Self.limits.upperBound)
    }
}

/// Gives the epochs of a log the present time, at which they are reported.
struct LogClock: Sendable {
    /// True when reported times are the log's own; sentences already have the present time.
    let hasItsOwnTime: Bool
    private var last: (told: Double, shown: Double)?
    /// Reports without a time belong to one epoch when they follow each other faster than this: our choice.
    private static let epochSeconds = 0.2

    init(hasItsOwnTime: Bool) { self.hasItsOwnTime = hasItsOwnTime }

    /// Returns the time to show for a report. It is the present for a new time of the log, and for a receiver that does
    /// not know the time. A time that is reported again keeps the time that was shown.
    mutating func present(for told: Double, now: Double) -> Double {
        if told.isFinite, !hasItsOwnTime { return told }
        if let last, told.isFinite ? last.told == told : now - last.shown < Self.epochSeconds { return last.shown }
        last = (told, now)
        return now
    }
}
