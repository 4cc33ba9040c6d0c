import KeepAlivePolicy

/// A valid NMEA 0183 sentence.
struct NMEASentence: Sendable, Equatable {
    /// The numbers of the fields that contain the time in a kind of sentence. Field 0 is the address.
    private struct Layout {
        /// The field with the time, `hhmmss.ss`.
        var time: Int
        /// The field with the date, `ddmmyy`; `nil` if there is none.
        var date: Int?
        /// The first of three fields with the date: `dd`, `mm`, `yyyy`; `nil` if there are none.
        var calendar: Int?
    }

    /// A problem with a line of a log.
    enum Problem: Error, Equatable {
        /// The line does not begin with `$` or `!`.
        case noSentence
        /// The line does not end with `*hh`.
        case noChecksum
        /// The checksum in the line differs from that of the content.
        case wrongChecksum(written: UInt8, computed: UInt8)
        /// The line contains a byte that NMEA 0183 does not allow.
        case strangeByte(UInt8)
    }

    /// The first character: `$`, or `!` for an encapsulated sentence (AIS).
    let start: UInt8
    /// The fields; the first one is the address, such as `GPRMC`.
    var fields: [[UInt8]]

    /// Parses one line without its line end.
    ///
    /// - Parameter needsChecksum: whether a sentence without a checksum is a problem. A wrong checksum is always a
    ///   problem.
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

    /// Returns the exclusive or of all bytes between `$` and `*`.
    static func checksum(_ body: some Sequence<UInt8>) -> UInt8 {
        body.reduce(0, ^)
    }

    /// The address: the talker and the kind of sentence, such as `GPRMC`.
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

    /// The time field without trailing zeros of the fraction. It is empty if the receiver does not know the time, and
    /// `nil` for a kind of sentence without a time.
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

    /// The seconds since midnight; `nil` if the sentence has no time, or the time is invalid.
    var secondsOfDay: Double? {
        // NMEA 0183: hhmmss, with decimals if the receiver has them.
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

    /// Sets the time and the date of the sentence. An empty field stays empty, because the receiver did not know its
    /// value.
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

    /// The sentence with its checksum and line end, as a receiver sends it.
    var bytes: [UInt8] {
        let body = Array(fields.joined(separator: CollectionOfOne(UInt8(ascii: ","))))
        let sum = Self.checksum(body)
        let hexadecimal = Array("0123456789ABCDEF".utf8)
        return [start] + body
            + [UInt8(ascii: "*"), hexadecimal[Int(sum >> 4)], hexadecimal[Int(sum & 15)], 0x0D, 0x0A]
    }
}

/// A wall-clock time in UTC with a resolution of 0.01 s, as in NMEA 0183.
struct UTCTime: Sendable, Equatable {
    /// The year in the proleptic Gregorian calendar.
    let year: Int
    /// The month, 1 to 12.
    let month: Int
    /// The day of the month, 1 to 31.
    let day: Int
    /// The hundredths of a second since midnight, 0 to 8,639,999.
    let hundredths: Int

    /// Converts seconds since 1970-01-01 UTC. Rounds down, so that the time is not in the future.
    init(secondsSince1970: Double) {
        let total = Int(clamping: (secondsSince1970 * 100).rounded(.down))
        let perDay = 8_640_000
        let days = Int(clamping: (Double(total) / Double(perDay)).rounded(.down))
        hundredths = total - days * perDay
        // Counting years from March puts the leap day last. There are 719,468 days between 0000-03-01 and 1970-01-01.
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

    /// The time in the form `hhmmss.ss`.
    var timeOfDay: [UInt8] {
        let seconds = hundredths / 100
        return digits(seconds / 3_600, 2) + digits(seconds / 60 % 60, 2) + digits(seconds % 60, 2)
            + [UInt8(ascii: ".")] + digits(hundredths % 100, 2)
    }

    /// The date in the form `ddmmyy`.
    var date: [UInt8] { digits(day, 2) + digits(month, 2) + digits(year % 100, 2) }
}

/// Formats a number with leading zeros to a width.
private func digits(_ number: Int, _ width: Int) -> [UInt8] {
    let text = Array(String(number).utf8)
    return Array(repeating: UInt8(ascii: "0"), count: max(0, width - text.count)) + text
}

extension NMEASentence {
    /// Returns one epoch of a receiver with a good fix at a place. The times in the epoch are replaced when it is
    /// played.
    ///
    /// - Parameters:
    ///   - latitude: the latitude in degrees north.
    ///   - longitude: the longitude in degrees east.
    static func place(_ latitude: Double, _ longitude: Double) -> [UInt8] {
        let north = "\(degrees(abs(latitude), digits: 2)),\(latitude < 0 ? "S" : "N")"
        let east = "\(degrees(abs(longitude), digits: 3)),\(longitude < 0 ? "W" : "E")"
        return lines([
            "GPRMC,000000.00,A,\(north),\(east),0.0,0.0,010100,,,A",
            "GPGGA,000000.00,\(north),\(east),1,10,0.8,100.0,M,47.0,M,,",
            "GPGSA,A,3,01,02,03,04,05,06,07,08,09,10,,,1.2,0.8,0.9",
        ])
    }

    /// One epoch of a receiver that receives no satellites.
    static var nowhere: [UInt8] {
        lines(["GPRMC,000000.00,V,,,,,,,010100,,,N", "GPGGA,000000.00,,,,,0,00,99.99,,,,,,"])
    }

    private static func lines(_ bodies: [String]) -> [UInt8] {
        bodies.flatMap { body -> [UInt8] in
            let sum = String(checksum(body.utf8), radix: 16, uppercase: true)
            return Array("$\(body)*\(sum.count == 1 ? "0" : "")\(sum)\r\n".utf8)
        }
    }

    /// Formats degrees and minutes as one number, `ddmm.mmmmmm`; `digits` is the number of digits of the degrees.
    private static func degrees(_ value: Double, digits: Int) -> String {
        // The calculation is in whole millionths of a minute, so that rounding never gives 60 minutes.
        let millionths = Int64(clamping: (value * 60_000_000).rounded())
        let (whole, rest) = millionths.quotientAndRemainder(dividingBy: 60_000_000)
        func padded(_ number: Int64, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return padded(whole, digits) + padded(rest / 1_000_000, 2) + "." + padded(rest % 1_000_000, 6)
    }
}
