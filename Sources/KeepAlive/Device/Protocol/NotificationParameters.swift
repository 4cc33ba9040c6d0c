import KeepAliveFormats
import KeepAliveModel

extension Parameter where Value == NotificationRequest {
    /// A notification request: the identifier, the content and the trigger.
    package static let notification = Parameter.group(
        .text("identifier", lengthMax: 1000), Parameter<NotificationContent>.notificationContent,
        Parameter<NotificationRequest.Trigger>.notificationTrigger, .flag("legacy").or(false)
    ) {
        NotificationRequest(identifier: $0, content: $1, trigger: $2, isLegacy: $3)
    } split: {
        ($0.identifier, $0.content, $0.trigger, $0.isLegacy)
    }
}

/// A notification that has been added and has not been shown yet.
package struct PendingNotification: Sendable, Hashable {
    package var request: NotificationRequest
    /// The seconds on the device's clock until the notification is shown; `nil` if the time is not known.
    package var firesIn: Double?

    package init(_ request: NotificationRequest, firesIn: Double?) {
        self.request = request
        self.firesIn = firesIn
    }
}

extension Parameter where Value == PendingNotification {
    package static let pendingNotification = Parameter.group(
        .notification, Parameter<Double>.number("firesIn").orNull
    ) {
        PendingNotification($0, firesIn: $1)
    } split: {
        ($0.request, $0.firesIn)
    }
}

extension Parameter where Value == AnsweredNotification {
    /// A notification request with the user's answer to the notification.
    package static let answeredNotification = Parameter.group(
        .notification, .text("actionIdentifier"), Parameter<String>.text("userText").orNull
    ) { (request: NotificationRequest, action: String, text: String?) in
        AnsweredNotification(
            request: request,
            response: NotificationResponse(
                identifier: request.identifier, action: NotificationResponse.Action(identifier: action), text: text))
    } split: {
        ($0.request, $0.response.action.identifier, $0.response.text)
    }
}

extension Parameter where Value == NotificationContent {
    /// The content of a notification, as in `UNMutableNotificationContent`. The lengths of the texts are limited,
    /// because keepalive-run stores the texts.
    fileprivate static let notificationContent = Parameter.object(
        "content",
        .group(
            .text("title", lengthMax: 10_000).or(""), .text("subtitle", lengthMax: 10_000).or(""),
            .text("body", lengthMax: 10_000).or(""), Parameter<Int>.whole("badge", 0...Int(Int32.max)).orNull,
            Parameter<String>.text("sound", lengthMax: 1000).orNull,
            .text("categoryIdentifier", lengthMax: 1000).or(""),
            .text("threadIdentifier", lengthMax: 1000).or(""), Parameter<JSONValue>.userInfo.or(.object([:]))
        ) { title, subtitle, body, badge, sound, category, thread, userInfo in
            var content = NotificationContent()
            content.title = title
            content.subtitle = subtitle
            content.body = body
            content.badge = badge
            content.sound = sound
            content.categoryIdentifier = category
            content.threadIdentifier = thread
            content.userInfo = userInfo
            return content
        } split: {
            (
                $0.title, $0.subtitle, $0.body, $0.badge, $0.sound, $0.categoryIdentifier, $0.threadIdentifier,
                $0.userInfo
            )
        }
    ).or(NotificationContent())
}

extension Parameter where Value == JSONValue {
    fileprivate static let userInfo = Parameter("userInfo", .map(.anything)) {
        guard !$0.isStrict || $0.json.text.utf8.count <= 16_384 else {
            throw JSONRPCError.invalidParams("'userInfo' is longer than 16384 bytes")
        }
        return $0.json
    } write: {
        $0
    }
}

extension Parameter where Value == NotificationRequest.Trigger {
    /// The condition under which a notification is shown. Without a trigger, the notification is shown at once.
    fileprivate static let notificationTrigger = {
        typealias Condition = NotificationRequest.Trigger
        let members = Parameter.group(
            Parameter<Duration>.seconds("interval", 0...3_200_000_000).optional,
            Parameter<CalendarMatch>.object("dateComponents", .dateComponents).optional,
            Parameter<CircularRegion>.object("region", .circle).optional,
            Parameter<Bool>.flag("push").optional.onlyWritten(otherwise: nil),
            .flag("repeats").or(false)
        ) { (interval, match, region, push, repeats) throws -> Condition in
            switch (interval, match, region, push) {
            case (let interval?, nil, nil, nil):
                guard interval > .zero else {
                    throw JSONRPCError.invalidParams("'interval' must be greater than 0 (LN-15)")
                }
                return .interval(interval, repeats: repeats)
            case (nil, let match?, nil, nil):
                guard !match.isEmpty else {
                    throw JSONRPCError.invalidParams("'dateComponents' needs one part at least, such as hour")
                }
                return .calendar(match, repeats: repeats)
            case (nil, nil, let region?, nil): return .region(region, repeats: repeats)
            case (nil, nil, nil, true?): return .push
            default:
                throw JSONRPCError.invalidParams(
                    "'trigger' needs one of 'interval', 'dateComponents' and 'region'")
            }
        } split: { trigger -> (Duration?, CalendarMatch?, CircularRegion?, Bool?, Bool) in
            switch trigger {
            case .immediate: (nil, nil, nil, nil, false)
            case .push: (nil, nil, nil, true, false)
            case .interval(let interval, let repeats): (interval, nil, nil, nil, repeats)
            case .calendar(let match, let repeats): (nil, match, nil, nil, repeats)
            case .region(let circle, let repeats): (nil, nil, circle, nil, repeats)
            }
        }
        return Parameter.object("trigger", members).unless(.immediate)
    }()
}

extension Parameter where Value == CalendarMatch {
    /// The parts of a date, as `DateComponents` names them.
    fileprivate static let dateComponents = Parameter.group(
        Parameter<Int>.whole("year", 1970...2400).optional, Parameter<Int>.whole("month", 1...12).optional,
        Parameter<Int>.whole("day", 1...31).optional, Parameter<Int>.whole("hour", 0...23).optional,
        Parameter<Int>.whole("minute", 0...59).optional, Parameter<Int>.whole("second", 0...59).optional,
        Parameter<Int>.whole("weekday", 1...7).optional, Parameter<Int>.whole("weekdayOrdinal", 1...5).optional,
        Parameter<TimeZoneRules>.timeZone.optional,
        Parameter<Double>.number("notBefore", 0...1.3e10).optional
    ) { year, month, day, hour, minute, second, weekday, weekdayOrdinal, zone, notBefore in
        var match = CalendarMatch()
        (match.year, match.month, match.day) = (year, month, day)
        (match.hour, match.minute, match.second) = (hour, minute, second)
        (match.weekday, match.weekdayOrdinal, match.notBefore) = (weekday, weekdayOrdinal, notBefore)
        match.zone = zone
        return match
    } split: {
        (
            $0.year, $0.month, $0.day, $0.hour, $0.minute, $0.second, $0.weekday, $0.weekdayOrdinal, $0.zone,
            $0.notBefore
        )
    }
}

extension Parameter where Value == TimeZoneRules {
    fileprivate static let timeZone = Parameter("timeZone", .text) { value in
        let name = try value.text()
        guard name.utf8.count <= 100, let zone = TimeZoneFiles.zone(named: name) else {
            throw JSONRPCError.invalidParams("'timeZone': this machine knows no '\(name.shortened(to: 60))'")
        }
        return zone
    } write: {
        .string($0.name)
    }
}

extension Parameter where Value == [NotificationCategory] {
    package static let notificationCategories = Parameter.list("categories", of: .notificationCategory)
}

extension Parameter where Value == NotificationCategory {
    /// A notification category with its actions.
    package static let notificationCategory = Parameter.group(
        .text("identifier", lengthMax: 1000),
        Parameter<[NotificationCategory.Action]>.list("actions", of: .action).or([]),
        .flag("customDismissAction").or(false)
    ) {
        NotificationCategory(identifier: $0, actions: $1, reportsDismissal: $2)
    } split: {
        ($0.identifier, $0.actions, $0.reportsDismissal)
    }
}

extension Parameter where Value == NotificationCategory.Action {
    fileprivate static let action = Parameter.group(
        .text("identifier", lengthMax: 1000), .text("title", lengthMax: 1000).or(""), .flag("foreground").or(false),
        .flag("authenticationRequired").or(false), .flag("textInput").or(false)
    ) {
        NotificationCategory.Action(
            identifier: $0, title: $1, opensApp: $2, requiresAuthentication: $3, takesText: $4)
    } split: {
        ($0.identifier, $0.title, $0.opensApp, $0.requiresAuthentication, $0.takesText)
    }
}
