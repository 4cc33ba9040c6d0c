import FoundationEssentials

/// The parts of a date at which a notification is due, as `UNCalendarNotificationTrigger` takes them (LN-14).
public struct CalendarMatch: Sendable, Hashable, Codable {
    /// The parts that must match; `nil` matches any.
    public var year: Int?
    /// 1 to 12.
    public var month: Int?
    /// 1 to 31.
    public var day: Int?
    /// 0 to 23.
    public var hour: Int?
    /// 0 to 59.
    public var minute: Int?
    /// 0 to 59.
    public var second: Int?
    /// 1 for Sunday to 7.
    public var weekday: Int?
    /// The place of the weekday in its month: 2 is the second Tuesday, for example.
    public var weekdayOrdinal: Int?
    /// The zone of the other parts; `nil` is the device's, whichever it is then.
    public var zone: TimeZoneRules?
    /// The date before which nothing matches, in seconds since 1970 (the `fireDate` of a `UILocalNotification`).
    public var notBefore: Double?

    /// Creates a match of any date.
    public init() {}

    /// True where no part of the date is given.
    public var isEmpty: Bool {
        [year, month, day, hour, minute, second, weekday, weekdayOrdinal].allSatisfy { $0 == nil }
    }

    /// Returns the first date after another one that matches.
    ///
    /// A time that clocks leave out gives the instant at which they do so; of a time that they show twice, the first
    /// counts (`Calendar.MatchingPolicy.nextTime`, `Calendar.RepeatedTimePolicy.first`).
    ///
    /// - Parameters:
    ///   - date: seconds since 1970.
    ///   - deviceZone: the zone of the device.
    /// - Returns: seconds since 1970; `nil` where no date matches.
    public func next(after date: Double, in deviceZone: TimeZoneRules) -> Double? {
        // Numbers far from any date are no dates, and would overflow.
        guard !isEmpty, Self.dates.contains(date), notBefore.map(Self.dates.contains) ?? true else { return nil }
        let zone = zone ?? deviceZone
        let date = max(date, notBefore.map { $0 - 1 } ?? date)
        let start = Int64(clamping: date.rounded(.down))
        var local = start + Int64(zone.offset(at: start))
        // A time that is left out may give an instant that has passed.
        for _ in 0..<4 {
            guard let match = nextLocal(after: local) else { return nil }
            if let instant = zone.instants(ofLocal: match).map(Double.init).first(where: { $0 > date }) {
                return instant
            }
            local = match
        }
        return nil
    }

    /// The years 1970 to 2400.
    private static let dates = 0.0...13_569_465_600

    /// Searches as if the zone were UTC: a time of the zone is never left out there.
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

    /// FoundationEssentials goes on to the first of the next month where a day of a given month of a given year is past: that date
    /// comes no more.
    private func matchesMonth(of date: Date) -> Bool {
        guard let year, let month else { return true }
        // A day that the month has not is another matter: the policy is to take the next time there is.
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
    /// The time zone.
    public var zone: TimeZoneRules

    /// Creates a date.
    public init(atStart: Double, zone: TimeZoneRules = .utc) {
        self.atStart = atStart
        self.zone = zone
    }
}
