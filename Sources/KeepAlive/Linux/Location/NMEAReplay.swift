/// A recorded NMEA 0183 log, cut into epochs that can be played again and again with the present time.
package struct NMEAReplay: Sendable, Equatable {
    /// Everything that a receiver said about one instant.
    private var epochs: [[NMEASentence]]
    /// Where the log comes from, for messages.
    package let name: String

    /// Reads a log. Empty lines and lines that begin with `#` are passed over.
    ///
    /// - Parameters:
    ///   - bytes: the log, one sentence a line.
    ///   - name: where it comes from, for messages.
    /// - Throws: ``KeepAliveError`` with code `location`, naming the line, for a line that is no sentence, has no
    ///   checksum or a wrong one, and for a log without any epoch.
    package init(_ bytes: [UInt8], name: String) throws {
        var epochs: [[NMEASentence]] = []
        var current = EpochBuilder()
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = Self.trimmed(line)
            if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
            do throws(NMEASentence.Problem) {
                let sentence = try NMEASentence(line)
                if let complete = current.add(sentence) { epochs.append(complete) }
            } catch {
                throw Self.error(error, name: name, line: index + 1)
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
    }

    /// The number of epochs.
    package var count: Int { epochs.count }

    /// An epoch as a receiver would say it at a time, with new checksums.
    ///
    /// - Parameters:
    ///   - index: its number, at least 0; beyond the last one the log begins again.
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

    /// The same log with every sentence changed; its time and kind must stay.
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
        func hexadecimal(_ byte: UInt8) -> String {
            let text = String(byte, radix: 16, uppercase: true)
            return text.count == 1 ? "0" + text : text
        }
        let what =
            switch problem {
            case .noSentence: "not an NMEA sentence: it does not begin with $"
            case .noChecksum: "an NMEA sentence without a checksum (*hh at its end)"
            case .wrongChecksum(let written, let computed):
                "checksum \(hexadecimal(written)) is wrong: the sentence adds up to \(hexadecimal(computed))"
            case .strangeByte(let byte): "byte 0x\(hexadecimal(byte)) inside an NMEA sentence"
            }
        return KeepAliveError(.location, "\(name): line \(line): \(what)", remedy: "Correct or delete the line")
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
        // A receiver without the time says the same empty time for ever: there the kind that comes again tells.
        let isNew = time != nil && (time != newTime || timedAddresses.contains(sentence.address))
        let before = isNew ? complete() : nil
        time = newTime
        timedAddresses.insert(sentence.address)
        sentences.append(sentence)
        return before
    }

    /// Takes out what has been collected; `nil` when there is no time in it.
    mutating func complete() -> [NMEASentence]? {
        defer { self = EpochBuilder() }
        return time == nil ? nil : sentences
    }
}
