import Foundation
import KeepAliveModel
import KeepAliveProtocol

public let UILocalNotificationDefaultSoundName = UILocalNotification.defaultSoundName

/// A notification of iOS 4 to 9, which later versions of iOS still accept (SD-60, LN-19).
open class UILocalNotification: NSObject, @unchecked Sendable {
    public static let defaultSoundName = "UILocalNotificationDefaultSoundName"

    open var fireDate: Date?
    open var timeZone: TimeZone?
    open var repeatInterval: NSCalendar.Unit = 0
    /// The calendar of `repeatInterval`; ignored, unlike on iOS: `repeatInterval` always refers to the Gregorian
    /// calendar.
    @WithoutEffect open var repeatCalendar: Calendar? = nil
    open var alertBody: String?
    open var alertTitle: String?
    @WithoutEffect open var alertAction: String? = nil
    @WithoutEffect open var hasAction = true
    @WithoutEffect open var alertLaunchImage: String? = nil
    open var soundName: String?
    open var applicationIconBadgeNumber = 0
    open var userInfo: [AnyHashable: Any]?
    open var category: String?
    /// The region at whose boundary the notification appears (iOS 8; LN-16); `nil` for none.
    open var region: CLRegion?
    open var regionTriggersOnce = true

    /// The identifiers under which this notification has been scheduled. Each call of `scheduleLocalNotification(_:)`
    /// schedules a copy with an identifier of its own.
    fileprivate private(set) var identifiers: [String] = []
    /// The trigger and the fire date of a notification that was read back from the system, as they were at that time;
    /// `nil` for a new notification.
    private var known: (trigger: NotificationRequest.Trigger, fireDate: Date?)?

    override public init() {}

    // MARK: Values of the app protocol

    /// Creates a notification from a request.
    ///
    /// - Parameter firesIn: the seconds until the notification appears; `nil` if the notification is not pending.
    convenience init(_ request: NotificationRequest, firesIn: Double? = nil) {
        self.init()
        identifiers = [request.identifier]
        let content = request.content
        alertTitle = content.title.isEmpty ? nil : content.title
        alertBody = content.body.isEmpty ? nil : content.body
        applicationIconBadgeNumber = content.badge ?? 0
        soundName = content.sound.map { $0 == "default" ? Self.defaultSoundName : $0 }
        category = content.categoryIdentifier.isEmpty ? nil : content.categoryIdentifier
        let info = PropertyList.dictionary(content.userInfo)
        userInfo = info.isEmpty ? nil : info
        fireDate = firesIn.map { Date(timeIntervalSinceNow: $0) }
        if request.trigger != .immediate { known = (request.trigger, fireDate) }
        if case .region(let circle, let repeats) = request.trigger {
            region = CLCircularRegion(circle, identifier: "")
            regionTriggersOnce = !repeats
        }
    }

    /// Creates a request to schedule a copy of this notification, and adds the copy's identifier to `identifiers`. A
    /// notification whose fire date has passed appears at once.
    ///
    /// - Parameter isNow: true if the notification is to appear at once, whatever its fire date is.
    fileprivate func request(isNow: Bool = false) -> NotificationRequest {
        var content = NotificationContent()
        content.title = alertTitle ?? ""
        content.body = alertBody ?? ""
        content.categoryIdentifier = category ?? ""
        content.userInfo = PropertyList.json(userInfo ?? [:])
        if applicationIconBadgeNumber > 0 { content.badge = applicationIconBadgeNumber }
        content.sound = soundName.map { $0 == Self.defaultSoundName ? "default" : $0 }
        let identifier = UUID().uuidString
        identifiers.append(identifier)
        return NotificationRequest(
            identifier: identifier, content: content, trigger: isNow ? .immediate : trigger, isLegacy: true)
    }

    private var trigger: NotificationRequest.Trigger {
        // A notification that was read back and not changed keeps its trigger. Only an interval trigger is computed
        // again from the fire date, as part of the interval has passed.
        if let known, known.fireDate == fireDate, repeatInterval == 0 {
            if case .interval = known.trigger {} else { return known.trigger }
        }
        if let circle = region as? CLCircularRegion { return .region(circle.circle, repeats: !regionTriggersOnce) }
        guard let fireDate else { return .immediate }
        if repeatInterval != 0 {
            return calendarTrigger(fireDate, Self.parts(of: repeatInterval), repeats: true)
        }
        let wait = fireDate.timeIntervalSinceNow
        guard wait > 0 else { return .immediate }
        guard timeZone != nil else { return .interval(.seconds(clamping: wait), repeats: false) }
        return calendarTrigger(fireDate, [.year, .month, .day, .hour, .minute, .second], repeats: false)
    }

    /// Returns a calendar trigger. LN-19: without a time zone, the fire date is an absolute time. With a time zone, it
    /// is a wall clock time, which applies in any time zone that the device is in.
    private func calendarTrigger(
        _ fireDate: Date, _ parts: Set<Calendar.Component>, repeats: Bool
    ) -> NotificationRequest.Trigger {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone ?? .gmt
        var components = calendar.dateComponents(parts, from: fireDate)
        components.timeZone = timeZone == nil ? .gmt : nil
        var match = CalendarMatch(components)
        if repeats { match.notBefore = max(0, fireDate.timeIntervalSince1970) }
        return .calendar(match, repeats: repeats)
    }

    /// Returns the components of a date that each repetition has in common.
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

/// Allows the literal 0 for no unit, as in Objective-C (SD-60).
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

public enum UIUserNotificationActionContext: UInt, Sendable {
    case `default`, minimal
}

/// A category of notifications, with its actions (iOS 8 and 9; LN-13).
open class UIUserNotificationCategory: NSObject, @unchecked Sendable {
    open fileprivate(set) var identifier: String?
    fileprivate var actions: [UIUserNotificationAction] = []

    open func actions(for context: UIUserNotificationActionContext) -> [UIUserNotificationAction]? { actions }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? UIUserNotificationCategory)?.identifier == identifier
    }
    override open var hash: Int { identifier?.hash ?? 0 }

    /// This category as a value of the app protocol.
    fileprivate var forSystem: NotificationCategory {
        NotificationCategory(
            identifier: identifier ?? "",
            actions: actions.map { action in
                NotificationCategory.Action(
                    identifier: action.identifier ?? "", title: action.title ?? "",
                    opensApp: action.activationMode == .foreground,
                    requiresAuthentication: action.isAuthenticationRequired)
            })
    }
}

public final class UIMutableUserNotificationCategory: UIUserNotificationCategory, @unchecked Sendable {
    override public init() {}

    override public var identifier: String? {
        get { super.identifier }
        set { super.identifier = newValue }
    }

    /// Sets the actions of a context. Unlike on iOS, all contexts show the same actions: those of `default`, once they
    /// are set.
    public func setActions(_ actions: [UIUserNotificationAction]?, for context: UIUserNotificationActionContext) {
        if context == .default || self.actions.isEmpty { self.actions = actions ?? [] }
    }
}

/// The settings that an app requests from the user (iOS 8 and 9; LN-10).
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

    /// Asks the user to allow notifications, on the first call only. The delegate gets the granted settings (iOS 8;
    /// LN-10).
    public func registerUserNotificationSettings(_ notificationSettings: UIUserNotificationSettings) {
        let granted = context.send(NotificationMethods.requestAuthorization, false) ?? false
        let categories = notificationSettings.categories ?? []
        context.send(NotificationMethods.setCategories, categories.map(\.forSystem))
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
        context.send(NotificationMethods.add, notification.request())
    }

    /// Shows a notification at once (SD-60a).
    public func presentLocalNotificationNow(_ notification: UILocalNotification) {
        context.send(NotificationMethods.add, notification.request(isNow: true))
    }

    public func cancelLocalNotification(_ notification: UILocalNotification) {
        context.send(NotificationMethods.removePending, notification.identifiers)
        context.send(NotificationMethods.removeDelivered, notification.identifiers)
    }

    /// Cancels all pending notifications, and removes all delivered ones (SD-60).
    public func cancelAllLocalNotifications() {
        context.send(NotificationMethods.removePending, nil)
        context.send(NotificationMethods.removeDelivered, nil)
    }

    /// The pending notifications. A new value replaces all of them (SD-60a).
    public var scheduledLocalNotifications: [UILocalNotification]? {
        get {
            (context.send(NotificationMethods.pending) ?? []).map {
                UILocalNotification($0.request, firesIn: $0.firesIn)
            }
        }
        set {
            context.send(NotificationMethods.removePending, nil)
            for notification in newValue ?? [] { scheduleLocalNotification(notification) }
        }
    }

    /// The number of the app icon's badge; 0 removes the badge (LN-18).
    public var applicationIconBadgeNumber: Int {
        get { context.send(NotificationMethods.badgeCount) ?? 0 }
        set { context.send(NotificationMethods.setBadgeCount, max(0, newValue)) }
    }
}
