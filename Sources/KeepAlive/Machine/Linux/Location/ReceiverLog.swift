import KeepAlivePolicy

/// The log that a private receiver plays repeatedly.
package struct ReceiverLog: Sendable, Equatable {
    /// The content of a log, by the way in which the log is played.
    enum Content: Sendable, Equatable {
        /// Sentences whose times are replaced by the present time.
        case nmea(NMEAReplay)
        /// Bytes that only gpsd parses. They are played at the pace of the times in them.
        case raw([UInt8])
    }

    let content: Content
    /// The origin of the log, with a remark about lines that are not played, for messages.
    package let name: String

    /// Creates a log of NMEA sentences.
    package init(_ replay: NMEAReplay) {
        content = .nmea(replay)
        name = replay.remark.map { "\(replay.name) (\($0))" } ?? replay.name
    }

    /// Creates a log of a receiver's bytes, in any protocol that gpsd knows.
    ///
    /// - Parameters:
    ///   - bytes: the log. Lines at its beginning that start with `#` are skipped, as in gpsfake(1).
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

    /// True if the times in the log are played unchanged, and are not the present time.
    var hasItsOwnTime: Bool { if case .raw = content { true } else { false } }
}

/// The rate at which a raw log is played. It follows the times in the log, which only gpsd can find.
struct LogPace: Sendable {
    /// The number of bytes per second. Until gpsd has reported two times, the rate is four times that of a usual
    /// receiver with 9,600 baud, so that the first fix comes soon.
    private(set) var bytesPerSecond = 3_840.0
    /// The range of the rate.
    private static let limits = 50.0...100_000.0
    private var last: (time: Double, written: Int)?
    private var written = 0

    /// Counts bytes that have been written.
    mutating func wrote(_ count: Int) { written += count }

    /// Discards the last time when the log begins again, because the log's time goes back then.
    mutating func beganAgain() { last = nil }

    /// Updates the rate with a time of the log that gpsd has reported, in seconds.
    mutating func reported(_ time: Double) {
        guard time.isFinite, time != last?.time else { return }
        defer { last = (time, written) }
        guard let last, time > last.time, time - last.time <= 60 else { return }
        let found = Double(written - last.written) / (time - last.time)
        // gpsd reads ahead, so the single values vary, and an average is used.
        bytesPerSecond = min(max(bytesPerSecond * 0.7 + found * 0.3, Self.limits.lowerBound), Self.limits.upperBound)
    }
}

/// Gives the reports of a played log the present time.
struct LogClock: Sendable {
    /// True if the reported times are those of the log. False for NMEA sentences, which already have the
    /// present time.
    let hasItsOwnTime: Bool
    private var last: (told: Double, shown: Double)?
    /// The time in seconds within which reports without a time count as one epoch; the value is this project's choice.
    private static let epochSeconds = 0.2

    init(hasItsOwnTime: Bool) { self.hasItsOwnTime = hasItsOwnTime }

    /// Returns the time to show for a report whose time is `told`; NaN for a report without a time. A time that is
    /// already the present time is returned unchanged. Otherwise returns `now`, or the previous result if the report
    /// belongs to the previous epoch: it has the same time as the previous report, or has no time and comes within
    /// ``epochSeconds``.
    mutating func present(for told: Double, now: Double) -> Double {
        if told.isFinite, !hasItsOwnTime { return told }
        if let last, told.isFinite ? last.told == told : now - last.shown < Self.epochSeconds { return last.shown }
        last = (told, now)
        return now
    }
}
