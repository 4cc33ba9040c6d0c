import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol
import KeepAliveText

/// Reads the arguments of scenario verbs about notifications and pushes.
extension ScenarioVerbs {
    static func notification(_ argument: Argument) throws -> NotificationRequest {
        let place = argument.place
        var fields = try argument.fields("a notification")
        let identifier = try fields.require("id").text()
        let repeats = try fields.take("repeats")?.flag() ?? false
        let trigger = try trigger(&fields, repeats: repeats, at: place)
        let content = try content(&fields)
        let legacy = try fields.take("legacy")?.flag() ?? false
        try fields.finish()
        return NotificationRequest(identifier: identifier, content: content, trigger: trigger, isLegacy: legacy)
    }

    /// Takes the fields of a notification's content: `title`, `badge`, `sound` and `category`.
    static func content(_ fields: inout YAMLFields) throws -> NotificationContent {
        var content = NotificationContent()
        content.title = try fields.take("title")?.text() ?? ""
        content.badge = try fields.take("badge")?.integer("a badge", in: 0...1_000_000)
        content.sound = try fields.take("sound")?.text()
        content.categoryIdentifier = try fields.take("category")?.text() ?? ""
        return content
    }

    /// Reads a push that is written as a mapping, not as one of the words `silent` and `alert`.
    static func remotePush(_ fields: inout YAMLFields) throws -> RemotePush {
        let type: PushType? = try fields.take("type")?.choice("a kind of push")
        let identifier = try fields.take("id")?.text() ?? "push"
        let collapse = try fields.take("collapse-id")?.text()
        let isSilent = try fields.take("silent")?.flag() ?? false
        let event = try fields.take("event")?.text()
        let content = try content(&fields)
        try fields.finish()
        var aps: [String: JSONValue] = [:]
        if !content.title.isEmpty { aps["alert"] = ["title": .string(content.title)] }
        aps["badge"] = content.badge.map { .number(String($0)) }
        aps["sound"] = content.sound.map { .string($0) }
        if !content.categoryIdentifier.isEmpty { aps["category"] = .string(content.categoryIdentifier) }
        if isSilent { aps["content-available"] = 1 }
        aps["event"] = event.map { .string($0) }
        return RemotePush(
            identifier: identifier, type: type, collapseIdentifier: collapse, payload: ["aps": .object(aps)])
    }

    private static func trigger(
        _ fields: inout YAMLFields, repeats: Bool, at place: YAMLValue
    ) throws -> NotificationRequest.Trigger {
        if let value = fields.take("after") {
            let delay = try ScenarioReader.duration(value)
            return .interval(delay, repeats: repeats)
        }
        if let value = fields.take("at") { return .calendar(try match(value), repeats: repeats) }
        if let value = fields.take("region") { return .region(try circle(value), repeats: repeats) }
        return .immediate
    }

    private static func match(_ value: YAMLValue) throws -> CalendarMatch {
        var fields = try value.fields("a date to match", form: "{hour: 7, minute: 30}")
        var match = CalendarMatch()
        func take(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
            try fields.take(name)?.integer("a number", in: range)
        }
        match.year = try take("year", 1970...2400)
        match.month = try take("month", 1...12)
        match.day = try take("day", 1...31)
        match.hour = try take("hour", 0...23)
        match.minute = try take("minute", 0...59)
        match.second = try take("second", 0...59)
        match.weekday = try take("weekday", 1...7)
        match.weekdayOrdinal = try take("weekday-ordinal", 1...5)
        if let zone = fields.take("zone") {
            let name = try zone.text("a time zone")
            match.zone = TimeZoneFiles.zone(named: name)
            if match.zone == nil { throw zone.error("this machine knows no time zone '\(name)'") }
        }
        try fields.finish()
        if match.isEmpty { throw value.error("a date to match needs one part at least, such as hour: 7") }
        return match
    }

    /// Reads a circular region, whose centre lies a distance north of the place where the device starts.
    private static func circle(_ value: YAMLValue) throws -> CircularRegion {
        var fields = try value.fields("a region", form: "{north: 600m, radius: 200m}")
        func metres(_ value: YAMLValue) throws -> Double {
            try value.number("a distance such as 600m", unit: "m", in: -1e7...1e7)
        }
        let north = try metres(fields.require("north"))
        let radius = try metres(fields.require("radius"))
        let entry = try fields.take("entry")?.flag() ?? true
        let exit = try fields.take("exit")?.flag() ?? true
        try fields.finish()
        return CircularRegion(
            latitude: 48 + north / 111_195, longitude: 11, radius: radius, notifiesOnEntry: entry,
            notifiesOnExit: exit)
    }

    static func category(_ value: YAMLValue) throws -> NotificationCategory {
        var fields = try value.fields("a category", form: "{id: ID, actions: [{id: ID}]}")
        var category = NotificationCategory(identifier: try fields.require("id").text())
        category.reportsDismissal = try fields.take("reports-dismissal")?.flag() ?? false
        category.actions = try (fields.take("actions")?.list("actions") ?? []).map { value in
            var fields = try value.fields("an action", form: "{id: ID, title: TEXT}")
            var action = NotificationCategory.Action(identifier: try fields.require("id").text(), title: "")
            action.title = try fields.take("title")?.text() ?? action.identifier
            action.opensApp = try fields.take("opens-app")?.flag() ?? false
            action.requiresAuthentication = try fields.take("authentication")?.flag() ?? false
            try fields.finish()
            return action
        }
        try fields.finish()
        return category
    }
}
