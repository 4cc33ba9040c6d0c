import Foundation
import KeepAliveProtocol
import KeepAliveModel

public class UNNotificationTrigger: NSObject, @unchecked Sendable {
    /// True if the trigger fires more than once.
    public let repeats: Bool

    fileprivate init(repeats: Bool) { self.repeats = repeats }

    /// This trigger as a value of the app protocol.
    package var condition: NotificationRequest.Trigger { .immediate }

    /// Returns the trigger for a value of the app protocol; `nil` for a notification that appears at once.
    package static func of(_ condition: NotificationRequest.Trigger) -> UNNotificationTrigger? {
        switch condition {
        case .immediate: nil
        case .push: UNPushNotificationTrigger(repeats: false)
        case .interval(let interval, let repeats):
            UNTimeIntervalNotificationTrigger(known: interval.inSeconds, repeats: repeats)
        case .calendar(let match, let repeats):
            UNCalendarNotificationTrigger(dateMatching: DateComponents(match), repeats: repeats)
        case .region(let circle, let repeats):
            UNLocationNotificationTrigger(region: CLCircularRegion(circle, identifier: ""), repeats: repeats)
        }
    }
}

public final class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {}

/// A trigger that fires after a time interval (LN-15).
public final class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    public let timeInterval: TimeInterval

    /// Creates a trigger.
    ///
    /// Raises an `NSException` if the interval is not greater than 0, or is less than 60 s and repeats.
    ///
    /// - Parameters:
    ///   - timeInterval: the interval in seconds, counted from when the request is added.
    ///   - repeats: true to fire again after each interval.
    public init(timeInterval: TimeInterval, repeats: Bool) {
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
        let problem: String? =
            !(timeInterval > 0)
            ? "time interval must be greater than 0"
            : repeats && timeInterval < 60 ? "time interval must be at least 60 if repeating" : nil
        if let problem {
            AppleException(name: "NSInternalInconsistencyException", reason: problem, rule: "LN-15")
                .raise(in: .current)
        }
    }

    fileprivate init(known timeInterval: TimeInterval, repeats: Bool) {
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
    }

    public func nextTriggerDate() -> Date? { Date(timeIntervalSinceNow: timeInterval) }

    package override var condition: NotificationRequest.Trigger {
        .interval(.seconds(clamping: timeInterval), repeats: repeats)
    }
}

/// A trigger that fires when the time matches date components (LN-14).
public final class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    public let dateComponents: DateComponents

    /// Creates a trigger.
    ///
    /// - Parameters:
    ///   - dateComponents: the date to match. Only year, month, day, hour, minute, second, weekday, weekdayOrdinal and
    ///     the time zone are used.
    ///   - repeats: true to fire at each matching date; false to fire at the first one.
    public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.dateComponents = dateComponents
        super.init(repeats: repeats)
    }

    /// Returns the next date that matches; `nil` if there is none.
    public func nextTriggerDate() -> Date? {
        var calendar = dateComponents.calendar ?? Calendar.current
        if let zone = dateComponents.timeZone { calendar.timeZone = zone }
        var parts = dateComponents
        parts.calendar = nil
        parts.timeZone = nil
        return calendar.nextDate(after: Date(), matching: parts, matchingPolicy: .nextTime)
    }

    package override var condition: NotificationRequest.Trigger {
        .calendar(CalendarMatch(dateComponents), repeats: repeats)
    }
}

/// A trigger that fires when the device enters or leaves a circular region (LN-16).
public final class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    public let region: CLRegion

    public init(region: CLRegion, repeats: Bool) {
        self.region = region
        super.init(repeats: repeats)
    }

    package override var condition: NotificationRequest.Trigger {
        guard let circle = region as? CLCircularRegion else { return .immediate }
        return .region(circle.circle, repeats: repeats)
    }
}

extension DateComponents {
    fileprivate init(_ match: CalendarMatch) {
        self.init(
            timeZone: match.zone.flatMap { TimeZone(identifier: $0.name) }, year: match.year, month: match.month,
            day: match.day, hour: match.hour, minute: match.minute, second: match.second, weekday: match.weekday,
            weekdayOrdinal: match.weekdayOrdinal)
    }
}

extension CalendarMatch {
    package init(_ components: DateComponents) {
        self.init()
        (year, month, day) = (components.year, components.month, components.day)
        (hour, minute, second) = (components.hour, components.minute, components.second)
        (weekday, weekdayOrdinal) = (components.weekday, components.weekdayOrdinal)
        zone = components.timeZone.map { zone in
            TimeZoneFiles.zone(named: zone.identifier)
                ?? TimeZoneRules(name: zone.identifier, offset: zone.secondsFromGMT())
        }
    }
}
