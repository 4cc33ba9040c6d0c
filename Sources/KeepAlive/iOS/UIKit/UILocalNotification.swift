import Foundation
import KeepAliveModel

public let UILocalNotificationDefaultSoundName = UILocalNotification.defaultSoundName

/// A notification of iOS 4 to 9, which later versions still take (SD-60, LN-19).
open class UILocalNotification: NSObject, @unchecked Sendable {
    public static let defaultSoundName = "UILocalNotificationDefaultSoundName"

    open var fireDate: Date?
    open var timeZone: TimeZone?
    open var repeatInterval: NSCalendar.Unit = 0
    /// The calendar of `repeatInterval`; here always the Gregorian one.
    open var repeatCalendar: Calendar?
    open var alertBody: String?
    open var alertTitle: String?
    @WithoutEffect open var alertAction: String? = nil
    @WithoutEffect open var hasAction = true
    @WithoutEffect open var alertLaunchImage: String? = nil
    open var soundName: String?
    open var applicationIconBadgeNumber = 0
    open var userInfo: [AnyHashable: Any]?
    open var category: String?
    /// The region at whose boundary it appears (iOS 8; LN-16).
    open var region: CLRegion?
    open var regionTriggersOnce = true

    /// The names by which the system knows it: the system copies a notification each time that it is scheduled.
    fileprivate private(set) var identifiers: [String] = []
    /// The condition of one that was read back, and the date that it had then.
    private var known: (trigger: JSONValue, fireDate: Date?)?

    override public init() {}

    // MARK: For the system

    convenience init(_ json: JSONValue) {
        self.init()
        identifiers = json["identifier"]?.string.map { [$0] } ?? []
        let content = json["content"] ?? .null
        alertTitle = content["title"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        alertBody = content["body"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        applicationIconBadgeNumber = content["badge"]?.int ?? 0
        soundName = content["sound"]?.string.map { $0 == "default" ? Self.defaultSoundName : $0 }
        category = content["categoryIdentifier"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        let info = PropertyList.dictionary(content["userInfo"] ?? .null)
        userInfo = info.isEmpty ? nil : info
        fireDate = json["firesIn"]?.double.map { Date(timeIntervalSinceNow: $0) }
        if let trigger = json["trigger"], trigger != .null {
            known = (trigger, fireDate)
            if let region = trigger["region"] {
                self.region = (UNNotificationTrigger.read(["region": region]) as? UNLocationNotificationTrigger)?.region
                regionTriggersOnce = trigger["repeats"]?.bool != true
            }
        }
    }

    /// The request for the system. It appears at once where the date is past.
    ///
    /// - Parameter isNow: whether it appears at once whatever its date.
    fileprivate func request(isNow: Bool = false) -> [String: JSONValue] {
        var content: [String: JSONValue] = [
            "title": .string(alertTitle ?? ""), "body": .string(alertBody ?? ""),
            "categoryIdentifier": .string(category ?? ""), "userInfo": PropertyList.json(userInfo ?? [:]),
        ]
        if applicationIconBadgeNumber > 0 { content["badge"] = .number(String(applicationIconBadgeNumber)) }
        if let soundName { content["sound"] = .string(soundName == Self.defaultSoundName ? "default" : soundName) }
        let identifier = UUID().uuidString
        identifiers.append(identifier)
        var all: [String: JSONValue] = [
            "identifier": .string(identifier), "content": .object(content), "legacy": true,
        ]
        if !isNow, let trigger { all["trigger"] = trigger }
        return all
    }

    private var trigger: JSONValue? {
        // One that was read back and not changed waits for the same.
        if let known, known.fireDate == fireDate, repeatInterval == 0, known.trigger["interval"] == nil {
            return known.trigger
        }
        if let circle = region as? CLCircularRegion {
            return UNLocationNotificationTrigger(region: circle, repeats: !regionTriggersOnce).json
        }
        guard let fireDate else { return nil }
        if repeatInterval != 0 {
            return calendarTrigger(fireDate, Self.parts(of: repeatInterval), repeats: true)
        }
        let wait = fireDate.timeIntervalSinceNow
        guard wait > 0 else { return nil }
        guard timeZone != nil else { return ["interval": .number(wait)] }
        return calendarTrigger(fireDate, [.year, .month, .day, .hour, .minute, .second], repeats: false)
    }

    /// LN-19: without a time zone the date is absolute. With one, it is the time that a clock shows, wherever it is.
    private func calendarTrigger(
        _ fireDate: Date, _ parts: Set<Calendar.Component>, repeats: Bool
    ) -> JSONValue {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone ?? .gmt
        var components = calendar.dateComponents(parts, from: fireDate)
        components.timeZone = timeZone == nil ? .gmt : nil
        components.calendar = nil
        guard
            case .object(var trigger) = UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats).json,
            case .object(var dates)? = trigger["dateComponents"]
        else { return .null }
        if repeats { dates["notBefore"] = .number(max(0, fireDate.timeIntervalSince1970)) }
        trigger["dateComponents"] = .object(dates)
        return .object(trigger)
    }

    /// The parts of a date that are the same each time.
    private static func parts(of interval: NSCalendar.Unit) -> Set<Calendar.Component> {
        switch interval {
        case .second, .minute: [.second]
        case .hour: [.minute, .second]
        case .day: [.hour, .minute, .second]
        case .weekday, .weekOfYear, .weekOfMonth: [.weekday, .hour, .minute, .second]
        case .month: [.day, .hour, .minute, .second]
        default: [.month, .day, .hour, .minute, .second]
        }
    }
}

/// An app may write 0 for no unit, as Objective-C does (SD-60).
extension NSCalendar.Unit: @retroactive ExpressibleByIntegerLiteral {
    public init(integerLiteral value: UInt) { self.init(rawValue: value) }
}

public struct UIUserNotificationType: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let badge = UIUserNotificationType(rawValue: 1)
    public static let sound = UIUserNotificationType(rawValue: 2)
    public static let alert = UIUserNotificationType(rawValue: 4)
}

/// An action of a notification (iOS 8 and 9; LN-13).
open class UIUserNotificationAction: NSObject, @unchecked Sendable {
    open fileprivate(set) var identifier: String?
    open fileprivate(set) var title: String?
    open fileprivate(set) var activationMode = UIUserNotificationActivationMode.foreground
    open fileprivate(set) var isAuthenticationRequired = false
    open fileprivate(set) var isDestructive = false
}

/// Where an app deals with an action.
public enum UIUserNotificationActivationMode: UInt, Sendable {
    case foreground, background
}

public final class UIMutableUserNotificationAction: UIUserNotificationAction, @unchecked Sendable {
    override public init() {}

    override public var identifier: String? {
        get { super.identifier }
        set { super.identifier = newValue }
    }
    override public var title: String? {
        get { super.title }
        set { super.title = newValue }
    }
    override public var activationMode: UIUserNotificationActivationMode {
        get { super.activationMode }
        set { super.activationMode = newValue }
    }
    override public var isAuthenticationRequired: Bool {
        get { super.isAuthenticationRequired }
        set { super.isAuthenticationRequired = newValue }
    }
    override public var isDestructive: Bool {
        get { super.isDestructive }
        set { super.isDestructive = newValue }
    }
}

/// Where a notification shows its actions.
public enum UIUserNotificationActionContext: UInt, Sendable {
    case `default`, minimal
}

/// A kind of notification, with its actions (iOS 8 and 9; LN-13).
open class UIUserNotificationCategory: NSObject, @unchecked Sendable {
    open fileprivate(set) var identifier: String?
    fileprivate var actions: [UIUserNotificationAction] = []

    open func actions(for context: UIUserNotificationActionContext) -> [UIUserNotificationAction]? { actions }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? UIUserNotificationCategory)?.identifier == identifier
    }
    override open var hash: Int { identifier?.hash ?? 0 }

    fileprivate var json: JSONValue {
        [
            "identifier": .string(identifier ?? ""),
            "actions": .array(
                actions.map { action in
                    [
                        "identifier": .string(action.identifier ?? ""), "title": .string(action.title ?? ""),
                        "foreground": .bool(action.activationMode == .foreground),
                        "authenticationRequired": .bool(action.isAuthenticationRequired),
                    ]
                }),
        ]
    }
}

public final class UIMutableUserNotificationCategory: UIUserNotificationCategory, @unchecked Sendable {
    override public init() {}

    override public var identifier: String? {
        get { super.identifier }
        set { super.identifier = newValue }
    }

    /// Sets the actions. Here all contexts show the same ones: those of `default`, where they are given.
    public func setActions(_ actions: [UIUserNotificationAction]?, for context: UIUserNotificationActionContext) {
        if context == .default || self.actions.isEmpty { self.actions = actions ?? [] }
    }
}

/// What an app of iOS 8 and 9 asks the user for (LN-10).
public final class UIUserNotificationSettings: NSObject, @unchecked Sendable {
    public let types: UIUserNotificationType
    public let categories: Set<UIUserNotificationCategory>?

    public init(types: UIUserNotificationType, categories: Set<UIUserNotificationCategory>?) {
        self.types = types
        self.categories = categories
    }
}

extension UIApplication {
    // MARK: Local notifications (iOS 4 to 9)

    /// Asks the user, the first time; the delegate gets the settings (iOS 8; LN-10).
    public func registerUserNotificationSettings(_ notificationSettings: UIUserNotificationSettings) {
        let granted = context.send("requestNotificationAuthorization")["granted"]?.bool ?? false
        let categories = notificationSettings.categories ?? []
        context.send("setNotificationCategories", ["categories": .array(categories.map(\.json))])
        let settings = UIUserNotificationSettings(
            types: granted ? notificationSettings.types : [], categories: notificationSettings.categories)
        registeredSettings = settings
        context.main { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.delegate?.application(self, didRegister: settings)
            }
        }
    }

    public var currentUserNotificationSettings: UIUserNotificationSettings? { registeredSettings }

    /// Schedules a notification (LN-01, LN-19).
    public func scheduleLocalNotification(_ notification: UILocalNotification) {
        context.send("addNotificationRequest", notification.request())
    }

    /// Shows a notification at once (SD-60a).
    public func presentLocalNotificationNow(_ notification: UILocalNotification) {
        context.send("addNotificationRequest", notification.request(isNow: true))
    }

    public func cancelLocalNotification(_ notification: UILocalNotification) {
        let identifiers: [String: JSONValue] = ["identifiers": .array(notification.identifiers.map { .string($0) })]
        context.send("removePendingNotificationRequests", identifiers)
        context.send("removeDeliveredNotifications", identifiers)
    }

    /// Cancels all notifications (SD-60).
    public func cancelAllLocalNotifications() {
        context.send("removePendingNotificationRequests")
        context.send("removeDeliveredNotifications")
    }

    /// The notifications that are scheduled; setting them replaces the former ones (SD-60a).
    public var scheduledLocalNotifications: [UILocalNotification]? {
        get { (context.send("pendingNotificationRequests").array ?? []).map { UILocalNotification($0) } }
        set {
            context.send("removePendingNotificationRequests")
            for notification in newValue ?? [] { scheduleLocalNotification(notification) }
        }
    }

    /// The number on the app's icon; 0 removes it (LN-18).
    public var applicationIconBadgeNumber: Int {
        get { context.send("badgeCount")["count"]?.int ?? 0 }
        set { context.send("setBadgeCount", ["count": .number(String(max(0, newValue)))]) }
    }
}
