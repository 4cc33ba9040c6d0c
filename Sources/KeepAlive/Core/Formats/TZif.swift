import KeepAliveModel

extension TimeZoneRules {
    /// Parses a file of the tz database.
    ///
    /// - Parameters:
    ///   - name: the zone's name.
    ///   - bytes: the content of the file in the TZif format. Version 1, whose transitions end in 2037, is supported,
    ///     too.
    /// - Returns: `nil` if the bytes are not a TZif file.
    public init?(name: String, tzif bytes: [UInt8]) {
        guard var block = TZifBlock(bytes[...], isLong: false) else { return nil }
        if bytes[4] >= UInt8(ascii: "2") {
            guard let long = TZifBlock(bytes[block.end...], isLong: true) else { return nil }
            block = long
        }
        var transitions = block.transitions.map { Transition(at: $0.at, offset: $0.offset) }
        let footer = bytes[min(block.end, bytes.endIndex)...].split(separator: UInt8(ascii: "\n")).first
        if let rule = footer.flatMap({ PosixTimeZone(String(decoding: $0, as: UTF8.self)) }) {
            let last = transitions.last?.at ?? .min
            // In old files the last transition may be at the Big Bang, far before any year of interest. The rule's
            // transitions are then generated from `firstYear` on.
            let first = last < 0 ? Self.firstYear : CivilDate(secondsSince1970: last).year
            for year in min(first, Self.lastYear)...Self.lastYear where rule.changes {
                transitions += rule.transitions(in: year).filter { $0.at > last }.map {
                    Transition(at: $0.at, offset: $0.offset)
                }
            }
        }
        self.init(name: name, firstOffset: block.firstOffset, transitions: transitions)
    }

    /// The range of years for which the transitions of a rule are generated.
    private static let firstYear = 1900
    private static let lastYear = 2100
}

/// One block of a TZif file: a header with its data (RFC 9636, 3.1 and 3.2).
private struct TZifBlock {
    let transitions: [(at: Int64, offset: Int)]
    let firstOffset: Int
    /// The index of the byte after the block.
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

/// The rule in the footer of a TZif file, such as `CET-1CEST,M3.5.0,M10.5.0/3`. It applies from the last transition on
/// (RFC 9636, 3.3.1; POSIX, Environment Variables, TZ).
private struct PosixTimeZone {
    /// A day of the year on which the clocks change.
    private enum Day {
        /// The day of the year from 1 to 365; 29 February has no number.
        case julian(Int)
        /// The day of the year from 0 to 365; in a leap year 29 February is counted.
        case ordinal(Int)
        /// The weekday, 0 for Sunday to 6, in week 1 to 5 of a month, where 5 means the last such weekday.
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
        /// Parses `[+-]hh[:mm[:ss]]` and returns seconds.
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
        // In this format offsets west of Greenwich are positive.
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

    /// True if the zone has summer time.
    var changes: Bool { summer != nil }

    /// Returns the transitions of a year in chronological order.
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
            // The 4 makes Sunday 0, because 1970-01-01 was a Thursday.
            let firstWeekday = (CivilDate.days(before: year) + first + 4) % 7
            var inMonth = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            while inMonth >= lengths[month - 1] { inMonth -= 7 }
            return first + inMonth
        }
    }
}
