import Foundation
import KeepAliveModel

public class UNNotificationTrigger: NSObject, @unchecked Sendable {
    /// True where it fires more than once.
    public let repeats: Bool

    fileprivate init(repeats: Bool) { self.repeats = repeats }

    /// The condition as the system takes it.
    var json: JSONValue { .null }

    /// Returns the trigger that a message describes; `nil` where the notification appears at once.
    package static func read(_ json: JSONValue) -> UNNotificationTrigger? {
        let repeats = json["repeats"]?.bool ?? false
        if json["push"]?.bool == true { return UNPushNotificationTrigger(repeats: false) }
        if let interval = json["interval"]?.double {
            return UNTimeIntervalNotificationTrigger(known: interval, repeats: repeats)
        }
        if let parts = json["dateComponents"] {
            var components = DateComponents()
            components.year = parts["year"]?.int
            components.month = parts["month"]?.int
            components.day = parts["day"]?.int
            components.hour = parts["hour"]?.int
            components.minute = parts["minute"]?.int
            components.second = parts["second"]?.int
            components.weekday = parts["weekday"]?.int
            components.weekdayOrdinal = parts["weekdayOrdinal"]?.int
            components.timeZone = parts["timeZone"]?.string.flatMap { TimeZone(identifier: $0) }
            return UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)
        }
        if let region = json["region"] {
            let center = CLLocationCoordinate2D(
                latitude: region["latitude"]?.double ?? 0, longitude: region["longitude"]?.double ?? 0)
            let circle = CLCircularRegion(center: center, radius: region["radius"]?.double ?? 0, identifier: "")
            circle.notifyOnEntry = region["notifyOnEntry"]?.bool ?? true
            circle.notifyOnExit = region["notifyOnExit"]?.bool ?? true
            return UNLocationNotificationTrigger(region: circle, repeats: repeats)
        }
        return nil
    }
}

public final class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {}

/// A trigger that fires after some time (LN-15).
public final class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// The time in seconds.
    public let timeInterval: TimeInterval

    /// Creates a trigger.
    ///
    /// Raises an `NSException` for a time that is not greater than 0, or less than 60 s where it repeats.
    ///
    /// - Parameters:
    ///   - timeInterval: the time in seconds from when the request is added.
    ///   - repeats: whether it fires after each such time again.
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

    override var json: JSONValue { ["interval": .number(timeInterval), "repeats": .bool(repeats)] }
}

/// A trigger that fires at a date (LN-14).
public final class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    public let dateComponents: DateComponents

    /// Creates a trigger.
    ///
    /// - Parameters:
    ///   - dateComponents: year, month, day, hour, minute, second, weekday and weekdayOrdinal count.
    ///   - repeats: whether it fires at each date that matches.
    public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.dateComponents = dateComponents
        super.init(repeats: repeats)
    }

    /// Returns the next date that matches; `nil` where none will come.
    public func nextTriggerDate() -> Date? {
        var calendar = dateComponents.calendar ?? Calendar.current
        if let zone = dateComponents.timeZone { calendar.timeZone = zone }
        var parts = dateComponents
        parts.calendar = nil
        parts.timeZone = nil
        return calendar.nextDate(after: Date(), matching: parts, matchingPolicy: .nextTime)
    }

    package override var json: JSONValue {
        let parts: [(String, Int?)] = [
            ("year", dateComponents.year), ("month", dateComponents.month), ("day", dateComponents.day),
            ("hour", dateComponents.hour), ("minute", dateComponents.minute), ("second", dateComponents.second),
            ("weekday", dateComponents.weekday), ("weekdayOrdinal", dateComponents.weekdayOrdinal),
        ]
        var components: [String: JSONValue] = [:]
        for case (let name, let value?) in parts { components[name] = .number(String(value)) }
        components["timeZone"] = dateComponents.timeZone.map { .string($0.identifier) }
        return ["dateComponents": .object(components), "repeats": .bool(repeats)]
    }
}

/// A trigger that fires when the device enters or leaves a region (LN-16).
public final class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    public let region: CLRegion

    public init(region: CLRegion, repeats: Bool) {
        self.region = region
        super.init(repeats: repeats)
    }

    package override var json: JSONValue {
        guard let circle = region as? CLCircularRegion else { return .null }
        return [
            "region": [
                "latitude": .number(circle.center.latitude), "longitude": .number(circle.center.longitude),
                "radius": .number(circle.radius), "notifyOnEntry": .bool(circle.notifyOnEntry),
                "notifyOnExit": .bool(circle.notifyOnExit),
            ], "repeats": .bool(repeats),
        ]
    }
}
