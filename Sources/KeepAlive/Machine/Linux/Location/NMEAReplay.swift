import KeepAlivePolicy

/// A recorded NMEA 0183 log, cut into epochs. It can be played again and again with the present time.
package struct NMEAReplay: Sendable, Equatable {
    /// The epochs; each has all sentences of a receiver about one instant.
    private var epochs: [[NMEASentence]]
    /// The origin of the log, for messages.
    package let name: String
    /// A remark on the lines that are not played; `nil` when all are.
    let remark: String?
    /// The number of bytes that are sentences.
    let sentenceBytes: Int

    /// Reads a log. Empty lines and lines that begin with `#` are skipped.
    ///
    /// - Parameters:
    ///   - bytes: the log, one sentence a line.
    ///   - name: the origin of the log, for messages.
    ///   - isStrict: whether every other line must be a sentence with its checksum. If not, lines that are no sentences
    ///     are skipped, as in gpsd, and counted; a missing checksum is not a wrong one.
    /// - Throws: ``KeepAliveError`` with code `location`: for a log without an epoch; if strict, also for a line that
    ///   is no sentence, or has no checksum or a wrong one. The error names the line.
    package init(_ bytes: [UInt8], name: String, isStrict: Bool = true) throws {
        var epochs: [[NMEASentence]] = []
        var current = EpochBuilder()
        var sentenceBytes = 0
        var skipped: (count: Int, first: String)?
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = Self.trimmed(line)
            if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
            do throws(NMEASentence.Problem) {
                let sentence = try NMEASentence(line, needsChecksum: isStrict)
                sentenceBytes += line.count
                if let complete = current.add(sentence) { epochs.append(complete) }
            } catch {
                guard !isStrict else { throw Self.error(error, name: name, line: index + 1) }
                skipped = ((skipped?.count ?? 0) + 1, skipped?.first ?? "line \(index + 1): \(Self.words(error))")
            }
        }
        if let last = current.complete() { epochs.append(last) }
        guard !epochs.isEmpty else {
            throw KeepAliveError(
                .location, "\(name): no NMEA sentence with a time (RMC, GGA, GLL, ZDA)",
                remedy: "Record one with: gpspipe -r > FILE")
        }
        self.epochs = epochs
        self.name = name
        self.sentenceBytes = sentenceBytes
        remark = skipped.map { "\($0.count) line\($0.count == 1 ? "" : "s") skipped, the first at \($0.first)" }
    }

    /// The number of epochs.
    package var count: Int { epochs.count }

    /// Returns an epoch as a receiver would send it at a time, with new checksums.
    ///
    /// - Parameters:
    ///   - index: the number of the epoch, at least 0; beyond the last one the log begins again.
    ///   - time: seconds since 1970-01-01 UTC.
    package func epoch(_ index: Int, at time: Double) -> [UInt8] {
        let now = UTCTime(secondsSince1970: time)
        var result: [UInt8] = []
        for var sentence in epochs[index % epochs.count] {
            sentence.setTime(now)
            result += sentence.bytes
        }
        return result
    }

    /// Returns the time from an epoch to the next: that of the log, from 0.05 to 10 s, or a second if the log has none.
    func period(after index: Int) -> Duration {
        let usual = Duration.seconds(1)
        guard epochs.count > 1 else { return usual }
        let seconds = (0...1).map { offset in
            epochs[(index + offset) % epochs.count].lazy.compactMap(\.secondsOfDay).first
        }
        guard index % epochs.count + 1 < epochs.count, let first = seconds[0], let second = seconds[1] else {
            return usual
        }
        let difference = second >= first ? second - first : second - first + 86_400
        return (0.05...10).contains(difference) ? .milliseconds(Int64(clamping: (difference * 1_000).rounded())) : usual
    }

    /// Returns the log with every sentence changed; the time and kind of a sentence must stay.
    func changing(_ change: (inout NMEASentence) -> Void) -> NMEAReplay {
        var changed = self
        for epoch in changed.epochs.indices {
            for sentence in changed.epochs[epoch].indices { change(&changed.epochs[epoch][sentence]) }
        }
        return changed
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let last = line.last, last == 0x0D || last == 0x20 || last == 0x09 { line.removeLast() }
        while let first = line.first, first == 0x20 || first == 0x09 { line.removeFirst() }
        return line
    }

    private static func error(_ problem: NMEASentence.Problem, name: String, line: Int) -> KeepAliveError {
        KeepAliveError(
            .location, "\(name): line \(line): \(words(problem))",
            remedy: "Correct or delete the line, or leave --strict out to have it skipped")
    }

    private static func words(_ problem: NMEASentence.Problem) -> String {
        func hexadecimal(_ byte: UInt8) -> String {
            let text = String(byte, radix: 16, uppercase: true)
            return text.count == 1 ? "0" + text : text
        }
        return switch problem {
        case .noSentence: "not an NMEA sentence: it does not begin with $"
        case .noChecksum: "an NMEA sentence without a checksum (*hh at its end)"
        case .wrongChecksum(let written, let computed):
            "checksum \(hexadecimal(written)) is wrong: the sentence adds up to \(hexadecimal(computed))"
        case .strangeByte(let byte): "byte 0x\(hexadecimal(byte)) inside an NMEA sentence"
        }
    }
}

/// Collects sentences until the next epoch begins.
private struct EpochBuilder {
    private var sentences: [NMEASentence] = []
    private var time: [UInt8]?
    private var timedAddresses: Set<String> = []

    /// Adds a sentence; returns the epoch before it when it begins a new one.
    mutating func add(_ sentence: NMEASentence) -> [NMEASentence]? {
        guard let newTime = sentence.time else {
            sentences.append(sentence)
            return nil
        }
        // A receiver without the time always sends the same empty time. Then a kind of sentence that comes again begins
        // an epoch.
        let isNew = time != nil && (time != newTime || timedAddresses.contains(sentence.address))
        let before = isNew ? complete() : nil
        time = newTime
        timedAddresses.insert(sentence.address)
        sentences.append(sentence)
        return before
    }

    /// Takes out the collected sentences; `nil` when none of them has a time.
    mutating func complete() -> [NMEASentence]? {
        defer { self = EpochBuilder() }
        return time == nil ? nil : sentences
    }
}
