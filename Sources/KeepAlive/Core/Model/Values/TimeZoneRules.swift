/// The offsets of a time zone from UTC, and the instants at which the offset changes.
///
/// The rules are read from the files of the tz database (RFC 9636). The alternatives do not fit: ICU would add 40 MB to
/// the runner, and glibc supports only one time zone per process.
public struct TimeZoneRules: Sendable, Hashable, Codable {
    /// A change of the offset.
    package struct Transition: Sendable, Hashable, Codable {
        /// The instant of the change, in seconds since 1970-01-01 UTC.
        package var at: Int64
        /// The offset after the change, in seconds east of Greenwich.
        package var offset: Int

        package init(at: Int64, offset: Int) {
            self.at = at
            self.offset = offset
        }
    }

    /// Coordinated Universal Time, which has no changes.
    public static let utc = TimeZoneRules(name: "UTC", offset: 0)

    /// The zone's name in the tz database, such as `Europe/Berlin`.
    public let name: String
    private let firstOffset: Int
    private let transitions: [Transition]

    /// Creates a zone with a constant offset.
    ///
    /// - Parameter offset: seconds east of Greenwich.
    public init(name: String, offset: Int) {
        self.name = name
        firstOffset = offset
        transitions = []
    }

    /// Creates a zone whose changes are all known.
    ///
    /// - Parameters:
    ///   - firstOffset: the offset before the first change, in seconds east of Greenwich.
    ///   - transitions: the changes, oldest first.
    package init(name: String, firstOffset: Int, transitions: [Transition]) {
        self.name = name
        self.firstOffset = firstOffset
        self.transitions = transitions
    }

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

    /// Returns the instant at which the zone's clocks show a local time. If the clocks show it twice, the result is the
    /// first instant; if the clocks skip it, the result is the instant of the skip.
    ///
    /// - Parameter local: the time shown, in seconds since 1970-01-01 of the same zone.
    /// - Returns: seconds since 1970-01-01 UTC.
    public func instant(ofLocal local: Int64) -> Int64 { instants(ofLocal: local)[0] }

    /// Returns the instants at which the zone's clocks show a local time: two if the clocks show it twice, otherwise
    /// one.
    package func instants(ofLocal local: Int64) -> [Int64] {
        let day: Int64 = 86_400
        let before = offset(at: local - day)
        let after = offset(at: local + day)
        let found = Set([before, after]).map { (instant: local - Int64($0), offset: $0) }
            .filter { offset(at: $0.instant) == $0.offset }.map(\.instant).sorted()
        if !found.isEmpty { return found }
        // The clocks skip the local time, so the result is the instant of the transition.
        return [transitions.last { $0.at <= local - Int64(min(before, after)) }?.at ?? local - Int64(before)]
    }
}

/// A date of the Gregorian calendar, also before its introduction, as a year and a day in the year.
package struct CivilDate: Sendable, Hashable {
    package var year: Int
    /// The number of days since the first day of the year, 0 to 365.
    package var dayOfYear: Int

    package init(secondsSince1970 seconds: Int64) {
        // The calendar repeats every 400 years. Centuries and years are limited to 3, because division alone would give
        // 4 for the last day of the 400 years and for the last day of a leap year.
        let (cycles, day) = (Int(seconds.inCycles(of: 86_400).cycles) - Self.firstDay).inCycles(of: 146_097)
        let centuries = min(day / 36_524, 3)
        let dayOfCentury = day - centuries * 36_524
        let (leapCycles, dayOfCycle) = dayOfCentury.inCycles(of: 1461)
        let years = min(dayOfCycle / 365, 3)
        year = 1 + cycles * 400 + centuries * 100 + leapCycles * 4 + years
        dayOfYear = dayOfCycle - years * 365
    }

    /// 0001-01-01 as days since 1970-01-01.
    private static let firstDay = -719_162

    /// Returns the number of days from 1970-01-01 to the first day of a year.
    package static func days(before year: Int) -> Int {
        let (cycles, years) = (year - 1).inCycles(of: 400)
        return firstDay + cycles * 146_097 + years * 365 + years / 4 - years / 100
    }

    package static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
    }
}

extension BinaryInteger {
    /// Returns the number of whole cycles of a length, and the remainder, which is never negative.
    fileprivate func inCycles(of length: Self) -> (cycles: Self, remainder: Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: length)
        return remainder < 0 ? (quotient - 1, remainder + length) : (quotient, remainder)
    }
}
