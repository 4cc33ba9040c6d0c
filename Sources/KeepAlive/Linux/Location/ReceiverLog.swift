import KeepAlivePolicy

/// What a private receiver says, again and again.
package struct ReceiverLog: Sendable, Equatable {
    /// How it is played.
    enum Content: Sendable, Equatable {
        /// Sentences that get the present time.
        case nmea(NMEAReplay)
        /// Bytes that gpsd makes out, at the pace at which their time passes.
        case raw([UInt8])
    }

    let content: Content
    /// Where it comes from, and what of it is not played, for messages.
    package let name: String

    /// Sentences.
    package init(_ replay: NMEAReplay) {
        content = .nmea(replay)
        name = replay.remark.map { "\(replay.name) (\($0))" } ?? replay.name
    }

    /// The bytes of a receiver in any protocol that gpsd knows, as a log of them holds them.
    ///
    /// - Parameters:
    ///   - bytes: the log; lines at its beginning that begin with `#` are passed over, as gpsfake(1) does.
    ///   - name: where it comes from.
    init(raw bytes: [UInt8], name: String) {
        var rest = bytes[...]
        while rest.first == UInt8(ascii: "#") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { break }
            rest = rest[(end + 1)...]
        }
        content = .raw(Array(rest))
        self.name = name
    }

    /// Whether what it says of the time is the log's own, and not the present one.
    var hasItsOwnTime: Bool { if case .raw = content { true } else { false } }
}

/// The pace of a log of bytes: as fast as its own time passes, which only gpsd can make out.
struct LogPace: Sendable {
    /// Bytes a second, before gpsd has told two times: a usual receiver's line of 9,600 baud, four times over, so that the
    /// first fix does not take long.
    private(set) var bytesPerSecond = 3_840.0
    private static let limits = 50.0...100_000.0
    private var last: (time: Double, written: Int)?
    private var written = 0

    /// So many bytes have been written.
    mutating func wrote(_ count: Int) { written += count }

    /// The log begins again: its time goes back.
    mutating func beganAgain() { last = nil }

    /// gpsd reports a time of the log, in seconds.
    mutating func reported(_ time: Double) {
        guard time.isFinite, time != last?.time else { return }
        defer { last = (time, written) }
        guard let last, time > last.time, time - last.time <= 60 else { return }
        let found = Double(written - last.written) / (time - last.time)
        // What gpsd reads ahead makes single figures jump.
        bytesPerSecond = min(max(bytesPerSecond * 0.7 + found * 0.3, Self.limits.lowerBound), Self.limits.upperBound)
    }
}

/// Gives the epochs of a log the present time, at which they are told.
struct LogClock: Sendable {
    /// Whether what is told of the time is the log's own; sentences have got the present one.
    let hasItsOwnTime: Bool
    private var last: (told: Double, shown: Double)?
    /// Reports without a time that follow each other faster than this are of one epoch: our choice.
    private static let epochSeconds = 0.2

    init(hasItsOwnTime: Bool) { self.hasItsOwnTime = hasItsOwnTime }

    /// The present for a time of the log that is told first now, and for reports of a receiver that does not know the time;
    /// a time that is told again was shown already.
    mutating func present(for told: Double, now: Double) -> Double {
        if told.isFinite, !hasItsOwnTime { return told }
        if let last, told.isFinite ? last.told == told : now - last.shown < Self.epochSeconds { return last.shown }
        last = (told, now)
        return now
    }
}
