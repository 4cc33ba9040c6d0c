import KeepAlivePolicy

/// One NMEA 0183 sentence, whose checksum has been verified.
struct NMEASentence: Sendable, Equatable {
    /// The fields with the time in a kind of sentence, by number; field 0 is the address.
    private struct Layout {
        /// `hhmmss.ss`.
        var time: Int
        /// `ddmmyy`.
        var date: Int?
        /// The first of `dd`, `mm`, `yyyy`.
        var calendar: Int?
    }

    /// A problem with a line.
    enum Problem: Error, Equatable {
        /// It does not begin with `$` or `!`.
        case noSentence
        /// There is no `*hh` at its end.
        case noChecksum
        /// The checksum in the line is not that of its content.
        case wrongChecksum(written: UInt8, computed: UInt8)
        /// A byte that NMEA 0183 does not allow.
        case strangeByte(UInt8)
    }

    /// `$`, or `!` for an encapsulated sentence (AIS).
    let start: UInt8
    /// The fields; the first is the address, such as `GPRMC`.
    var fields: [[UInt8]]

    /// Reads one line without its line end.
    ///
    /// - Parameter needsChecksum: whether a sentence without a checksum is a problem. A checksum that is there must be
    ///   right.
    /// - Throws: ``Problem``.
    init(_ line: ArraySlice<UInt8>, needsChecksum: Bool = true) throws(Problem) {
        guard let first = line.first, first == UInt8(ascii: "$") || first == UInt8(ascii: "!") else {
            throw .noSentence
        }
        if let strange = line.first(where: { $0 < 0x20 || $0 > 0x7E }) { throw .strangeByte(strange) }
        var body = line.dropFirst()
        if line.count >= 4, line[line.endIndex - 3] == UInt8(ascii: "*"),
            let written = UInt8(String(decoding: line.suffix(2), as: UTF8.self), radix: 16)
        {
            body = body.dropLast(3)
            let computed = Self.checksum(body)
            guard computed == written else { throw .wrongChecksum(written: written, computed: computed) }
        } else if needsChecksum || body.contains(UInt8(ascii: "*")) || !body.contains(UInt8(ascii: ",")) {
            throw .noChecksum
        }
        start = first
        fields = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(Array.init)
    }

    /// The exclusive or of all bytes between `$` and `*`.
    static func checksum(_ body: some Sequence<UInt8>) -> UInt8 {
        body.reduce(0, ^)
    }

    /// The talker and kind, such as `GPRMC`.
    var address: String { String(decoding: fields[0], as: UTF8.self) }

    private var layout: Layout? {
        switch String(decoding: fields[0].suffix(3), as: UTF8.self) {
        case "RMC": Layout(time: 1, date: 9)
        case "GGA", "GNS", "GST", "GBS": Layout(time: 1)
        case "GLL": Layout(time: 5)
        case "ZDA": Layout(time: 1, calendar: 2)
        default: nil
        }
    }

    /// The time field without needless zeros. It is empty for a receiver that does not know the time, and `nil` for a
    /// kind of sentence without a time.
    var time: [UInt8]? {
        guard start == UInt8(ascii: "$"), let layout else { return nil }
        guard fields.indices.contains(layout.time) else { return [] }
        var time = fields[layout.time][...]
        if time.contains(UInt8(ascii: ".")) {
            while time.last == UInt8(ascii: "0") { time.removeLast() }
            if time.last == UInt8(ascii: ".") { time.removeLast() }
        }
        return Array(time)
    }

    /// The seconds since midnight; `nil` when the sentence has no time, or its field is none.
    var secondsOfDay: Double? {
        // NMEA 0183: hhmmss, and decimals where the receiver has them.
        guard let time, time.count >= 6, time.prefix(6).allSatisfy({ (0x30...0x39).contains($0) }),
            time.count == 6 || time[6] == UInt8(ascii: ".")
        else { return nil }
        let (hours, minutes) = (Self.twoDigits(time[0...]), Self.twoDigits(time[2...]))
        guard hours < 24, minutes < 60, let seconds = Double(String(decoding: time[4...], as: UTF8.self)), seconds < 61
        else {
            return nil
        }
        return Double(hours * 3_600 + minutes * 60) + seconds
    }

    private static func twoDigits(_ text: ArraySlice<UInt8>) -> Int {
        text.prefix(2).reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    /// Sets time and date where the sentence has them. An empty field stays empty, because the receiver did not know
    /// it.
    mutating func setTime(_ now: UTCTime) {
        guard time != nil, let layout else { return }
        replace(layout.time, now.timeOfDay)
        if let date = layout.date { replace(date, now.date) }
        if let calendar = layout.calendar {
            replace(calendar, digits(now.day, 2))
            replace(calendar + 1, digits(now.month, 2))
            replace(calendar + 2, digits(now.year, 4))
        }
    }

    private mutating func replace(_ index: Int, _ value: [UInt8]) {
        guard fields.indices.contains(index), !fields[index].isEmpty else { return }
        fields[index] = value
    }

    /// The sentence with its checksum and line end, as it is sent.
    var bytes: [UInt8] {
        let body = Array(fields.joined(separator: CollectionOfOne(UInt8(ascii: ","))))
        let sum = Self.checksum(body)
        let hexadecimal = Array("0123456789ABCDEF".utf8)
        return [start] + body
            + [UInt8(ascii: "*"), hexadecimal[Int(sum >> 4)], hexadecimal[Int(sum & 15)], 0x0D, 0x0A]
    }
}

/// A wall-clock time in UTC, to a hundredth of a second, as NMEA 0183 writes it.
struct UTCTime: Sendable, Equatable {
    /// Proleptic Gregorian year.
    let year: Int
    /// 1 to 12.
    let month: Int
    /// 1 to 31.
    let day: Int
    /// Hundredths of a second since midnight, 0 to 8,639,999.
    let hundredths: Int

    /// Converts seconds since 1970-01-01 UTC; a fraction of a hundredth is cut off, so that no time is in the future.
    init(secondsSince1970: Double) {
        let total = Int(clamping: (secondsSince1970 * 100).rounded(.down))
        let perDay = 8_640_000
        let days = Int(clamping: (Double(total) / Double(perDay)).rounded(.down))
        hundredths = total - days * perDay
        // Years that begin in March put the leap day last; 719,468 days lie between 0000-03-01 and 1970-01-01.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// `hhmmss.ss`.
    var timeOfDay: [UInt8] {
        let seconds = hundredths / 100
        return digits(seconds / 3_600, 2) + digits(seconds / 60 % 60, 2) + digits(seconds % 60, 2)
            + [UInt8(ascii: ".")] + digits(hundredths % 100, 2)
    }

    /// `ddmmyy`.
    var date: [UInt8] { digits(day, 2) + digits(month, 2) + digits(year % 100, 2) }
}

/// Formats a number with leading zeros.
private func digits(_ number: Int, _ width: Int) -> [UInt8] {
    let text = Array(String(number).utf8)
    return Array(repeating: UInt8(ascii: "0"), count: max(0, width - text.count)) + text
}

extension NMEASentence {
    /// Returns one epoch of a good receiver at a place; its times are set when it is played.
    ///
    /// - Parameters:
    ///   - latitude: degrees north.
    ///   - longitude: degrees east.
    static func place(_ latitude: Double, _ longitude: Double) -> [UInt8] {
        let north = "\(degrees(abs(latitude), digits: 2)),\(latitude < 0 ? "S" : "N")"
        let east = "\(degrees(abs(longitude), digits: 3)),\(longitude < 0 ? "W" : "E")"
        return lines([
            "GPRMC,000000.00,A,\(north),\(east),0.0,0.0,010100,,,A",
            "GPGGA,000000.00,\(north),\(east),1,10,0.8,100.0,M,47.0,M,,",
            "GPGSA,A,3,01,02,03,04,05,06,07,08,09,10,,,1.2,0.8,0.9",
        ])
    }

    /// One epoch of a receiver that sees no satellites.
    static var nowhere: [UInt8] {
        lines(["GPRMC,000000.00,V,,,,,,,010100,,,N", "GPGGA,000000.00,,,,,0,00,99.99,,,,,,"])
    }

    private static func lines(_ bodies: [String]) -> [UInt8] {
        bodies.flatMap { body -> [UInt8] in
            let sum = String(checksum(body.utf8), radix: 16, uppercase: true)
            return Array("$\(body)*\(sum.count == 1 ? "0" : "")\(sum)\r\n".utf8)
        }
    }

    /// Formats degrees and minutes as one number, `ddmm.mmmmmm`.
    private static func degrees(_ value: Double, digits: Int) -> String {
        // It counts in whole millionths of a minute, so that rounding never gives 60 minutes.
        let millionths = Int64(clamping: (value * 60_000_000).rounded())
        let (whole, rest) = millionths.quotientAndRemainder(dividingBy: 60_000_000)
        func padded(_ number: Int64, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return padded(whole, digits) + padded(rest / 1_000_000, 2) + "." + padded(rest % 1_000_000, 6)
    }
}
