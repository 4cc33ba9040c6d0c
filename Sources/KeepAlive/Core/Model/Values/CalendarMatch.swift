import FoundationEssentials

/// Parts of a date; a notification is due when all parts match (`UNCalendarNotificationTrigger`; LN-14).
public struct CalendarMatch: Sendable, Hashable, Codable {
    /// The year that must match. In all parts `nil` matches every value.
    public var year: Int?
    /// The month, 1 to 12.
    public var month: Int?
    /// The day of the month, 1 to 31.
    public var day: Int?
    /// The hour, 0 to 23.
    public var hour: Int?
    /// The minute, 0 to 59.
    public var minute: Int?
    /// The second, 0 to 59.
    public var second: Int?
    /// The weekday, 1 for Sunday to 7 for Saturday.
    public var weekday: Int?
    /// The position of the weekday in its month: with `weekday` 3, the value 2 means the second Tuesday.
    public var weekdayOrdinal: Int?
    /// The time zone of the other parts; `nil` for the time zone that the device has when the match is computed.
    public var zone: TimeZoneRules?
    /// The earliest date that can match, in seconds since 1970 (the `fireDate` of a `UILocalNotification`); `nil` for
    /// any.
    public var notBefore: Double?

    /// Creates a match of any date.
    public init() {}

    /// True if no part of the date is given.
    public var isEmpty: Bool {
        [year, month, day, hour, minute, second, weekday, weekdayOrdinal].allSatisfy { $0 == nil }
    }

    /// Returns the first matching date after a given date.
    ///
    /// If the clocks skip the matching local time, the result is the instant of the skip. If the clocks show the local
    /// time twice, the result is the first of the two instants (`Calendar.MatchingPolicy.nextTime`,
    /// `Calendar.RepeatedTimePolicy.first`).
    ///
    /// - Parameters:
    ///   - date: the date after which to search, in seconds since 1970.
    ///   - deviceZone: the time zone of the device.
    /// - Returns: seconds since 1970; `nil` if no date matches.
    public func next(after date: Double, in deviceZone: TimeZoneRules) -> Double? {
        // Dates outside of the range could overflow the calculations below.
        guard !isEmpty, Self.dates.contains(date), notBefore.map(Self.dates.contains) ?? true else { return nil }
        let zone = zone ?? deviceZone
        let date = max(date, notBefore.map { $0 - 1 } ?? date)
        let start = Int64(clamping: date.rounded(.down))
        var local = start + Int64(zone.offset(at: start))
        // A skipped local time is mapped to the instant of the skip. If this instant is not after `date`, the next
        // match is tried.
        for _ in 0..<4 {
            guard let match = nextLocal(after: local) else { return nil }
            if let instant = zone.instants(ofLocal: match).map(Double.init).first(where: { $0 > date }) {
                return instant
            }
            local = match
        }
        return nil
    }

    /// The range of supported dates, the years 1970 to 2400, in seconds since 1970.
    private static let dates = 0.0...13_569_465_600

    /// Returns the next matching local time. The search treats local time as UTC, because UTC skips no times.
    private func nextLocal(after local: Int64) -> Int64? {
        var components = DateComponents()
        components.year = year
        components.month = month
        components.day = day
        components.hour = hour
        components.minute = minute
        components.second = second
        components.weekday = weekday
        components.weekdayOrdinal = weekdayOrdinal
        let next = Self.calendar.nextDate(
            after: Date(timeIntervalSince1970: Double(local)), matching: components, matchingPolicy: .nextTime)
        guard let next, matchesMonth(of: next) else { return nil }
        return Int64(clamping: next.timeIntervalSince1970.rounded(.down))
    }

    /// Returns whether a date lies in ``year`` and ``month``, if both are given. FoundationEssentials returns the first
    /// day of the next month if ``day`` of ``month`` of ``year`` has passed; such a date does not match.
    private func matchesMonth(of date: Date) -> Bool {
        guard let year, let month else { return true }
        // If the month has no such day, the next day is a valid match: `matchingPolicy` is `.nextTime`.
        let first = Self.calendar.date(from: DateComponents(year: year, month: month))
        let days = first.flatMap { Self.calendar.range(of: .day, in: .month, for: $0) }
        if let day, let days, !days.contains(day) { return true }
        let found = Self.calendar.dateComponents([.year, .month], from: date)
        return found.year == year && found.month == month
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}

/// The date and the time zone that a device shows.
public struct DeviceDate: Sendable, Hashable, Codable {
    /// The date at the start of the timeline, in seconds since 1970.
    public var atStart: Double
    /// The time zone in which the device shows the date.
    public var zone: TimeZoneRules

    /// Creates a date, by default in UTC.
    public init(atStart: Double, zone: TimeZoneRules = .utc) {
        self.atStart = atStart
        self.zone = zone
    }
}
