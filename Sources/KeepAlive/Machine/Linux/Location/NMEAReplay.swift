import KeepAlivePolicy

/// A recorded NMEA 0183 log, divided into epochs. It can be played repeatedly with the present time.
package struct NMEAReplay: Sendable, Equatable {
    /// The epochs. Each epoch has all sentences of a receiver about one instant.
    private var epochs: [[NMEASentence]]
    /// The origin of the log, for messages.
    package let name: String
    /// A remark about lines that are not played; `nil` if all lines are played.
    let remark: String?
    /// The number of bytes in valid sentences.
    let sentenceBytes: Int

    /// Parses a log. Empty lines and lines that begin with `#` are skipped.
    ///
    /// - Parameters:
    ///   - bytes: the log, one sentence per line.
    ///   - name: the origin of the log, for messages.
    ///   - isStrict: true if every remaining line must be a sentence with a checksum. If false, lines that are not
    ///     sentences are skipped and counted, as in gpsd, and a sentence without a checksum is accepted.
    /// - Throws: ``KeepAliveError`` with code `location` for a log without an epoch; if strict, also for a line that is
    ///   not a sentence, or has no checksum or a wrong one. The error names the line.
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

    /// Returns an epoch with the given time and new checksums, as a receiver would send it.
    ///
    /// - Parameters:
    ///   - index: the number of the epoch, from 0. After the last epoch, the log begins again.
    ///   - time: the time in seconds since 1970-01-01 UTC.
    package func epoch(_ index: Int, at time: Double) -> [UInt8] {
        let now = UTCTime(secondsSince1970: time)
        var result: [UInt8] = []
        for var sentence in epochs[index % epochs.count] {
            sentence.setTime(now)
            result += sentence.bytes
        }
        return result
    }

    /// Returns the time from the epoch `index` to the next epoch, as in the log: 0.05 to 10 s; 1 s if the log has no
    /// such time.
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

    /// Returns a log in which every sentence is changed. The change must not affect the time and the kind of a
    /// sentence.
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

    /// Adds a sentence. If it begins a new epoch, returns the sentences of the former epoch; otherwise `nil`.
    mutating func add(_ sentence: NMEASentence) -> [NMEASentence]? {
        guard let newTime = sentence.time else {
            sentences.append(sentence)
            return nil
        }
        // A receiver that does not know the time always sends the same empty time. Then an epoch begins when a kind of
        // sentence is repeated.
        let isNew = time != nil && (time != newTime || timedAddresses.contains(sentence.address))
        let before = isNew ? complete() : nil
        time = newTime
        timedAddresses.insert(sentence.address)
        sentences.append(sentence)
        return before
    }

    /// Returns and removes the collected sentences; `nil` if none of them has a time.
    mutating func complete() -> [NMEASentence]? {
        defer { self = EpochBuilder() }
        return time == nil ? nil : sentences
    }
}
