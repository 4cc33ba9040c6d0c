import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

/// Notifications as the protocol writes them.
enum NotificationJSON {
    // MARK: What the app gives

    /// The content of a notification, as `UNMutableNotificationContent` has it.
    static let content: Parameter<NotificationContent> = {
        let members = ParameterList<Void, NotificationContent>(
            .text("title", lengthMax: textMax).or(""), .text("subtitle", lengthMax: textMax).or(""),
            .text("body", lengthMax: textMax).or(""), Parameter.whole("badge", 0...Int(Int32.max)).optional,
            Parameter.text("sound", lengthMax: 1000).optional,
            .text("categoryIdentifier", lengthMax: 1000).or(""), .text("threadIdentifier", lengthMax: 1000).or(""),
            .json("userInfo", .map(.anything)).or(.object([:]))
        ) { _, title, subtitle, body, badge, sound, category, thread, userInfo in
            guard userInfo.text.utf8.count <= userInfoMax else {
                throw JSONRPCError.invalidParams("'userInfo' is longer than \(userInfoMax) bytes")
            }
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
        }
        return Parameter("content", .object(members.fields)) { try members(CallParameters($0.json), on: ()) }
            .or(NotificationContent())
    }()

    /// A text of a notification is shown in a few lines.
    private static let textMax = 10_000
    /// The text that is kept for an app is bounded.
    private static let userInfoMax = 16_384

    /// The condition that makes a notification appear; without one it appears at once.
    static let trigger: Parameter<NotificationRequest.Trigger> = {
        let members = ParameterList<Void, NotificationRequest.Trigger>(
            Parameter.number("interval", 0...3_200_000_000).optional, dateComponents.optional, region.optional,
            .flag("repeats").or(false)
        ) { _, interval, match, region, repeats in
            switch (interval, match, region) {
            case (let interval?, nil, nil):
                guard interval > 0 else {
                    throw JSONRPCError.invalidParams("'interval' must be greater than 0 (LN-15)")
                }
                return .interval(.seconds(clamping: interval), repeats: repeats)
            case (nil, let match?, nil):
                guard !match.isEmpty else {
                    throw JSONRPCError.invalidParams("'dateComponents' needs one part at least, such as hour")
                }
                return .calendar(match, repeats: repeats)
            case (nil, nil, let region?): return .region(region, repeats: repeats)
            default:
                throw JSONRPCError.invalidParams(
                    "'trigger' needs one of 'interval', 'dateComponents' and 'region'")
            }
        }
        return Parameter("trigger", .object(members.fields)) { try members(CallParameters($0.json), on: ()) }
            .or(.immediate)
    }()

    /// The parts of a date, as `DateComponents` names them.
    private static let dateComponents: Parameter<CalendarMatch> = {
        let members = ParameterList<Void, CalendarMatch>(
            Parameter.whole("year", 1970...2400).optional, Parameter.whole("month", 1...12).optional,
            Parameter.whole("day", 1...31).optional, Parameter.whole("hour", 0...23).optional,
            Parameter.whole("minute", 0...59).optional, Parameter.whole("second", 0...59).optional,
            Parameter.whole("weekday", 1...7).optional, Parameter.whole("weekdayOrdinal", 1...5).optional,
            Parameter.text("timeZone", lengthMax: 100).optional, Parameter.number("notBefore", 0...1.3e10).optional
        ) { _, year, month, day, hour, minute, second, weekday, weekdayOrdinal, zone, notBefore in
            var match = CalendarMatch()
            (match.year, match.month, match.day) = (year, month, day)
            (match.hour, match.minute, match.second) = (hour, minute, second)
            (match.weekday, match.weekdayOrdinal, match.notBefore) = (weekday, weekdayOrdinal, notBefore)
            if let zone {
                guard let found = TimeZoneFiles.zone(named: zone) else {
                    throw JSONRPCError.invalidParams("'timeZone': this machine knows no '\(zone)'")
                }
                match.zone = found
            }
            return match
        }
        return Parameter("dateComponents", .object(members.fields)) { try members(CallParameters($0.json), on: ()) }
    }()

    private static let region: Parameter<CircularRegion> = {
        let members = ParameterList<Void, CircularRegion>(
            .number("latitude", -90...90), .number("longitude", -180...180), .number("radius", 0...1e7),
            .flag("notifyOnEntry").or(true), .flag("notifyOnExit").or(true)
        ) { _, latitude, longitude, radius, entry, exit in
            CircularRegion(
                latitude: latitude, longitude: longitude, radius: radius, notifiesOnEntry: entry,
                notifiesOnExit: exit)
        }
        return Parameter("region", .object(members.fields)) { try members(CallParameters($0.json), on: ()) }
    }()

    /// Categories with their actions.
    static let categories = Parameter<[NotificationCategory]>("categories", .list(category)) { value in
        let actions = ParameterList<Void, NotificationCategory.Action>(
            .text("identifier", lengthMax: 1000), .text("title", lengthMax: 1000).or(""),
            .flag("foreground").or(false), .flag("authenticationRequired").or(false), .flag("textInput").or(false)
        ) { _, identifier, title, opensApp, authentication, takesText in
            NotificationCategory.Action(
                identifier: identifier, title: title, opensApp: opensApp, requiresAuthentication: authentication,
                takesText: takesText)
        }
        let members = ParameterList<Void, NotificationCategory>(
            .text("identifier", lengthMax: 1000),
            Parameter<[JSONValue]>("actions", .list(.anything)) { list in
                try list.list().map(\.json)
            }.or([]), .flag("customDismissAction").or(false)
        ) { _, identifier, list, reportsDismissal in
            NotificationCategory(
                identifier: identifier, actions: try list.map { try actions(CallParameters($0), on: ()) },
                reportsDismissal: reportsDismissal)
        }
        return try value.list().map { try members(CallParameters($0.json), on: ()) }
    }

    // MARK: What the app gets

    /// The members of a request.
    static let fields: [Shape.Field] = [
        .init("identifier", .text),
        .init(
            "content",
            .object([
                "title": .text, "subtitle": .text, "body": .text, "badge": .orNull(.whole(0...Int.max)),
                "sound": .orNull(.text), "categoryIdentifier": .text, "threadIdentifier": .text,
                "userInfo": .map(.anything),
            ])),
        .init("trigger", .orNull(.anything)), .init("legacy", .flag),
    ]
    static let shape = Shape.object(fields)
    static let pending = Shape.object(fields + [.init("firesIn", .orNull(.number()))])
    static let category = Shape.object([
        .init("identifier", .text), .init("customDismissAction", .flag, isOptional: true),
        .init(
            "actions",
            .list(
                .object([
                    .init("identifier", .text), .init("title", .text, isOptional: true),
                    .init("foreground", .flag, isOptional: true),
                    .init("authenticationRequired", .flag, isOptional: true),
                    .init("textInput", .flag, isOptional: true),
                ])), isOptional: true),
    ])

    /// The user's answer, as an app gets it.
    static func members(of answered: AnsweredNotification) -> [String: JSONValue] {
        var all = members(of: answered.request)
        all["actionIdentifier"] = .string(answered.response.action.identifier)
        all["userText"] = answered.response.text.map(JSONValue.string) ?? .null
        return all
    }

    static func members(of request: NotificationRequest) -> CallbackRow.Members {
        let content = request.content
        return [
            "identifier": .string(request.identifier), "legacy": .bool(request.isLegacy),
            "trigger": trigger(request.trigger),
            "content": .object([
                "title": .string(content.title), "subtitle": .string(content.subtitle), "body": .string(content.body),
                "badge": content.badge.map { .number(String($0)) } ?? .null,
                "sound": content.sound.map { .string($0) } ?? .null,
                "categoryIdentifier": .string(content.categoryIdentifier),
                "threadIdentifier": .string(content.threadIdentifier), "userInfo": content.userInfo,
            ]),
        ]
    }

    private static func trigger(_ trigger: NotificationRequest.Trigger) -> JSONValue {
        var all: CallbackRow.Members = ["repeats": .bool(trigger.repeats)]
        switch trigger {
        case .immediate: return .null
        case .push: all["push"] = true
        case .interval(let interval, _): all["interval"] = .number(interval.inSeconds)
        case .calendar(let match, _):
            let parts: [(String, Int?)] = [
                ("year", match.year), ("month", match.month), ("day", match.day), ("hour", match.hour),
                ("minute", match.minute), ("second", match.second), ("weekday", match.weekday),
                ("weekdayOrdinal", match.weekdayOrdinal),
            ]
            var components: CallbackRow.Members = [:]
            for case (let name, let value?) in parts { components[name] = .number(String(value)) }
            components["timeZone"] = match.zone.map { .string($0.name) }
            components["notBefore"] = match.notBefore.map { .number($0) }
            all["dateComponents"] = .object(components)
        case .region(let circle, _):
            all["region"] = .object([
                "latitude": .number(circle.latitude), "longitude": .number(circle.longitude),
                "radius": .number(circle.radius), "notifyOnEntry": .bool(circle.notifiesOnEntry),
                "notifyOnExit": .bool(circle.notifiesOnExit),
            ])
        }
        return .object(all)
    }

    static func json(_ category: NotificationCategory) -> JSONValue {
        .object([
            "identifier": .string(category.identifier), "customDismissAction": .bool(category.reportsDismissal),
            "actions": .array(
                category.actions.map { action in
                    .object([
                        "identifier": .string(action.identifier), "title": .string(action.title),
                        "foreground": .bool(action.opensApp),
                        "authenticationRequired": .bool(action.requiresAuthentication),
                        "textInput": .bool(action.takesText),
                    ])
                }),
        ])
    }
}
