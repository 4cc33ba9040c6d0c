/// The offsets of a time zone from UTC, with the instants at which they change.
///
/// The runner links no ICU, which would add 40 MB to it, and glibc knows one zone a process. So the rules are read from
/// the files of the tz database (RFC 9636).
public struct TimeZoneRules: Sendable, Hashable, Codable {
    private struct Transition: Sendable, Hashable, Codable {
        /// Seconds since 1970-01-01 UTC.
        var at: Int64
        /// Seconds east of Greenwich from then on.
        var offset: Int
    }

    /// Coordinated Universal Time.
    public static let utc = TimeZoneRules(name: "UTC", offset: 0)

    /// The name of the tz database, such as `Europe/Berlin`.
    public let name: String
    private let firstOffset: Int
    private let transitions: [Transition]

    /// Creates a zone that never changes its offset.
    ///
    /// - Parameter offset: seconds east of Greenwich.
    public init(name: String, offset: Int) {
        self.name = name
        firstOffset = offset
        transitions = []
    }

    /// Reads the rules of a file of the tz database.
    ///
    /// - Parameters:
    ///   - name: the zone's name.
    ///   - bytes: the file, in the format TZif. Version 1 files, which end in 2037, are read as well.
    /// - Returns: `nil` for bytes that are no such file.
    public init?(name: String, tzif bytes: [UInt8]) {
        guard var block = TZifBlock(bytes[...], isLong: false) else { return nil }
        if bytes[4] >= UInt8(ascii: "2") {
            guard let long = TZifBlock(bytes[block.end...], isLong: true) else { return nil }
            block = long
        }
        self.name = name
        var transitions = block.transitions.map { Transition(at: $0.at, offset: $0.offset) }
        let footer = bytes[min(block.end, bytes.endIndex)...].split(separator: UInt8(ascii: "\n")).first
        if let rule = footer.flatMap({ PosixTimeZone(String(decoding: $0, as: UTF8.self)) }) {
            let last = transitions.last?.at ?? .min
            // Old files begin with the Big Bang.
            let first = last < 0 ? Self.firstYear : CivilDate(secondsSince1970: last).year
            for year in min(first, Self.lastYear)...Self.lastYear where rule.changes {
                transitions += rule.transitions(in: year).filter { $0.at > last }.map {
                    Transition(at: $0.at, offset: $0.offset)
                }
            }
        }
        self.transitions = transitions
        firstOffset = block.firstOffset
    }

    /// Rules are written out for these years at most.
    private static let firstYear = 1900
    private static let lastYear = 2100

    /// Returns the offset at an instant, in seconds east of Greenwich.
    ///
    /// - Parameter instant: seconds since 1970-01-01 UTC.
    public func offset(at instant: Int64) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].at <= instant { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? firstOffset : transitions[low - 1].offset
    }

    /// Returns the instant at which clocks of the zone show a time. Of two such instants it is the first; a time that
    /// clocks leave out gives the instant at which they do so.
    ///
    /// - Parameter local: the time shown, in seconds since 1970-01-01 of the same zone.
    /// - Returns: seconds since 1970-01-01 UTC.
    public func instant(ofLocal local: Int64) -> Int64 { instants(ofLocal: local)[0] }

    /// Returns the instants at which clocks of the zone show a time: two where it is shown twice.
    func instants(ofLocal local: Int64) -> [Int64] {
        let day: Int64 = 86_400
        let before = offset(at: local - day)
        let after = offset(at: local + day)
        let found = Set([before, after]).map { (instant: local - Int64($0), offset: $0) }
            .filter { offset(at: $0.instant) == $0.offset }.map(\.instant).sorted()
        if !found.isEmpty { return found }
        // The clocks were put forward over this time.
        return [transitions.last { $0.at <= local - Int64(min(before, after)) }?.at ?? local - Int64(before)]
    }
}

/// A date of the Gregorian calendar, without a time.
struct CivilDate: Sendable, Hashable {
    var year: Int
    /// The days since the start of the year.
    var dayOfYear: Int

    init(secondsSince1970 seconds: Int64) {
        // The calendar repeats after 400 years. The last day of a leap year belongs to no further year or century.
        let (cycles, day) = (Int(seconds.inCycles(of: 86_400).cycles) - Self.firstDay).inCycles(of: 146_097)
        let centuries = min(day / 36_524, 3)
        let dayOfCentury = day - centuries * 36_524
        let (leapCycles, dayOfCycle) = dayOfCentury.inCycles(of: 1461)
        let years = min(dayOfCycle / 365, 3)
        year = 1 + cycles * 400 + centuries * 100 + leapCycles * 4 + years
        dayOfYear = dayOfCycle - years * 365
    }

    /// 0001-01-01, in days since 1970-01-01.
    private static let firstDay = -719_162

    /// The days from 1970-01-01 to the first day of a year.
    static func days(before year: Int) -> Int {
        let (cycles, years) = (year - 1).inCycles(of: 400)
        return firstDay + cycles * 146_097 + years * 365 + years / 4 - years / 100
    }

    static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
    }
}

extension BinaryInteger {
    /// How many whole cycles of a length there are, and the remainder, which is never negative.
    fileprivate func inCycles(of length: Self) -> (cycles: Self, remainder: Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: length)
        return remainder < 0 ? (quotient - 1, remainder + length) : (quotient, remainder)
    }
}

/// A header of a TZif file with its data (RFC 9636, 3.1 and 3.2).
private struct TZifBlock {
    let transitions: [(at: Int64, offset: Int)]
    let firstOffset: Int
    /// The index of the byte after it.
    let end: Int

    init?(_ bytes: ArraySlice<UInt8>, isLong: Bool) {
        let start = bytes.startIndex
        guard bytes.count >= 44, bytes.prefix(4).elementsEqual("TZif".utf8) else { return nil }
        func number(at index: Int, bytes count: Int) -> Int64 {
            let value = bytes[index..<index + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return count == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
        }
        let counts = (0..<6).map { Int(number(at: start + 20 + 4 * $0, bytes: 4)) }
        let (utCount, standardCount, leapCount) = (counts[0], counts[1], counts[2])
        let (timeCount, typeCount, characterCount) = (counts[3], counts[4], counts[5])
        guard counts.allSatisfy({ 0...100_000 ~= $0 }), typeCount > 0 else { return nil }
        let width = isLong ? 8 : 4
        let times = start + 44
        let indices = times + timeCount * width
        let types = indices + timeCount
        end = types + typeCount * 6 + characterCount + leapCount * (width + 4) + standardCount + utCount
        guard end <= bytes.endIndex else { return nil }
        func offset(ofType index: Int) -> Int { Int(number(at: types + 6 * index, bytes: 4)) }
        var transitions: [(at: Int64, offset: Int)] = []
        for place in 0..<timeCount {
            let type = Int(bytes[indices + place])
            guard type < typeCount else { return nil }
            transitions.append((number(at: times + place * width, bytes: width), offset(ofType: type)))
        }
        self.transitions = transitions
        firstOffset = offset(ofType: 0)
    }
}

/// The rule in the footer of a TZif file, which holds from the last transition on: `CET-1CEST,M3.5.0,M10.5.0/3`
/// (RFC 9636, 3.3.1; POSIX, Environment Variables, TZ).
private struct PosixTimeZone {
    /// A day of each year, with the time at which clocks change.
    private enum Day {
        /// The day 1 to 365; 29 February is not counted.
        case julian(Int)
        /// The day 0 to 365.
        case ordinal(Int)
        /// The weekday, 0 for Sunday, of week 1 to 5 of a month; week 5 is the last one.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    private let standard: Int
    private let summer: (offset: Int, begin: (Day, Int), end: (Day, Int))?

    init?(_ text: String) {
        var rest = text[...]
        func name() -> Bool {
            if rest.first == "<" {
                guard let close = rest.firstIndex(of: ">") else { return false }
                rest = rest[rest.index(after: close)...]
                return true
            }
            let letters = rest.prefix(while: \.isLetter)
            rest = rest.dropFirst(letters.count)
            return letters.count >= 3
        }
        func number() -> Int? {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            return digits.count <= 4 ? Int(digits) : nil
        }
        /// Reads `[+-]hh[:mm[:ss]]`, in seconds.
        func time() -> Int? {
            let sign = rest.first == "-" ? -1 : 1
            if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
            guard var seconds = number().map({ $0 * 3600 }) else { return nil }
            for unit in [60, 1] where rest.first == ":" {
                rest = rest.dropFirst()
                guard let value = number() else { return nil }
                seconds += value * unit
            }
            return sign * seconds
        }
        func day() -> (Day, Int)? {
            guard rest.first == "," else { return nil }
            rest = rest.dropFirst()
            let day: Day
            if rest.first == "M" {
                rest = rest.dropFirst()
                guard let month = number(), rest.first == "." else { return nil }
                rest = rest.dropFirst()
                guard let week = number(), rest.first == "." else { return nil }
                rest = rest.dropFirst()
                guard let weekday = number(), 1...12 ~= month, 1...5 ~= week, 0...6 ~= weekday else { return nil }
                day = .weekday(month: month, week: week, weekday: weekday)
            } else if rest.first == "J" {
                rest = rest.dropFirst()
                guard let number = number() else { return nil }
                day = .julian(number)
            } else {
                guard let number = number() else { return nil }
                day = .ordinal(number)
            }
            guard rest.first == "/" else { return (day, 7200) }
            rest = rest.dropFirst()
            return time().map { (day, $0) }
        }
        // West is positive there.
        guard name(), let west = time() else { return nil }
        standard = -west
        guard !rest.isEmpty else {
            summer = nil
            return
        }
        guard name() else { return nil }
        var offset = standard + 3600
        if rest.first != "," {
            guard let west = time() else { return nil }
            offset = -west
        }
        guard let begin = day(), let end = day(), rest.isEmpty else { return nil }
        summer = (offset, begin, end)
    }

    /// The zone has summer time.
    var changes: Bool { summer != nil }

    /// Returns the changes within a year, in their order.
    func transitions(in year: Int) -> [(at: Int64, offset: Int)] {
        guard let summer else { return [] }
        func instant(_ change: (day: Day, time: Int), offsetBefore: Int) -> Int64 {
            Int64(CivilDate.days(before: year) + Self.dayOfYear(change.day, in: year)) * 86_400
                + Int64(change.time - offsetBefore)
        }
        return [
            (instant(summer.begin, offsetBefore: standard), summer.offset),
            (instant(summer.end, offsetBefore: summer.offset), standard),
        ].sorted { $0.0 < $1.0 }
    }

    private static func dayOfYear(_ day: Day, in year: Int) -> Int {
        let isLeap = CivilDate.isLeap(year)
        switch day {
        case .ordinal(let number): return number
        case .julian(let number): return number - 1 + (isLeap && number >= 60 ? 1 : 0)
        case .weekday(let month, let week, let weekday):
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            let first = lengths[..<(month - 1)].reduce(0, +)
            // 1970-01-01 was a Thursday.
            let firstWeekday = (CivilDate.days(before: year) + first + 4) % 7
            var inMonth = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            while inMonth >= lengths[month - 1] { inMonth -= 7 }
            return first + inMonth
        }
    }
}
