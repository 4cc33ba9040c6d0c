/// A notification: a `UNNotificationRequest` or a `UILocalNotification` that an app has scheduled (SD-60), or a push.
public struct NotificationRequest: Sendable, Hashable {
    /// The condition that makes a notification appear, as `UNNotificationTrigger` has them.
    public enum Trigger: Sendable, Hashable {
        /// At once: there is no trigger.
        case immediate
        /// After some time, and each time after it again.
        case interval(Duration, repeats: Bool)
        /// At a date, and at each such date (LN-14).
        indirect case calendar(CalendarMatch, repeats: Bool)
        /// When the device enters or leaves a region, and each time (LN-16).
        indirect case region(CircularRegion, repeats: Bool)
        /// It has come as a push (`UNPushNotificationTrigger`).
        case push

        /// True where it fires more than once.
        package var repeats: Bool {
            switch self {
            case .immediate, .push: false
            case .interval(_, let repeats), .calendar(_, let repeats), .region(_, let repeats): repeats
            }
        }
    }

    /// The identifier; a request with one that exists takes the place of the other.
    public var identifier: String
    /// The text, and what comes with it.
    public var content: NotificationContent
    /// The condition.
    public var trigger: Trigger
    /// True for a `UILocalNotification`: the app's delegate gets it by the methods of iOS 4 to 9.
    public var isLegacy: Bool
    /// True for one that has come as a push: the content's `userInfo` is its payload.
    public var isRemote: Bool { trigger == .push }

    /// Creates a request.
    public init(
        identifier: String, content: NotificationContent = NotificationContent(), trigger: Trigger,
        isLegacy: Bool = false
    ) {
        self.identifier = identifier
        self.content = content
        self.trigger = trigger
        self.isLegacy = isLegacy
    }
}

/// The text of a notification, and what comes with it.
public struct NotificationContent: Sendable, Hashable {
    /// The title, or an empty string.
    public var title = ""
    /// The second line, or an empty string.
    public var subtitle = ""
    /// The text, or an empty string.
    public var body = ""
    /// The number on the app's icon from then on; 0 removes it, `nil` leaves it as it is (LN-18).
    public var badge: Int?
    /// The name of the sound, `default` for the system's; `nil` for none.
    public var sound: String?
    /// The identifier of its category, which has its actions (LN-13).
    public var categoryIdentifier = ""
    /// The identifier of its group.
    public var threadIdentifier = ""
    /// The app's own data: an object.
    public var userInfo = JSONValue.object([:])

    /// Creates a content without anything.
    public init() {}

    /// Creates the content of a push.
    ///
    /// - Parameter payload: the payload with its `aps`, whose `alert` is a text or an object; it becomes the `userInfo`.
    public init(push payload: JSONValue) {
        let aps = payload["aps"] ?? .null
        let alert = aps["alert"] ?? .null
        title = alert["title"]?.string ?? ""
        subtitle = alert["subtitle"]?.string ?? ""
        body = alert.string ?? alert["body"]?.string ?? ""
        badge = aps["badge"]?.int.map { max(0, $0) }
        sound = aps["sound"]?.string ?? aps["sound"]?["name"]?.string
        categoryIdentifier = aps["category"]?.string ?? ""
        threadIdentifier = aps["thread-id"]?.string ?? ""
        userInfo = payload
    }

    /// The lines of text in one.
    package var inWords: String { [title, subtitle, body].filter { !$0.isEmpty }.joined(separator: ": ") }
}

/// The actions that a notification offers (LN-13).
public struct NotificationCategory: Sendable, Hashable {
    /// An action of a notification.
    public struct Action: Sendable, Hashable {
        /// The identifier.
        public var identifier: String
        /// The words on its button.
        public var title: String
        /// True where it brings the app to the front; else the app runs in the background (LN-12).
        public var opensApp: Bool
        /// True where the device must be unlocked for it.
        public var requiresAuthentication: Bool
        /// True where the user types a text with it.
        public var takesText: Bool

        /// Creates an action.
        public init(
            identifier: String, title: String, opensApp: Bool = false, requiresAuthentication: Bool = false,
            takesText: Bool = false
        ) {
            self.identifier = identifier
            self.title = title
            self.opensApp = opensApp
            self.requiresAuthentication = requiresAuthentication
            self.takesText = takesText
        }
    }

    /// The identifier.
    public var identifier: String
    /// The actions, in their order.
    public var actions: [Action]
    /// True where the app hears of a notification that the user dismisses (`customDismissAction`).
    public var reportsDismissal: Bool

    /// Creates a category.
    public init(identifier: String, actions: [Action] = [], reportsDismissal: Bool = false) {
        self.identifier = identifier
        self.actions = actions
        self.reportsDismissal = reportsDismissal
    }
}

/// The user's answer to a notification (LN-12).
public struct NotificationResponse: Sendable, Hashable {
    /// The user's action.
    public enum Action: Sendable, Hashable {
        /// The user tapped the notification (`UNNotificationDefaultActionIdentifier`).
        case tapped
        /// The user dismissed it (`UNNotificationDismissActionIdentifier`).
        case dismissed
        /// An action of its category, by its identifier.
        case custom(String)

        /// The identifier, as Apple's constants have it.
        public var identifier: String {
            switch self {
            case .tapped: "com.apple.UNNotificationDefaultActionIdentifier"
            case .dismissed: "com.apple.UNNotificationDismissActionIdentifier"
            case .custom(let identifier): identifier
            }
        }

        /// Creates an action from its identifier.
        package init(identifier: String) {
            self = [.tapped, .dismissed].first { $0.identifier == identifier } ?? .custom(identifier)
        }
    }

    /// The identifier of the notification.
    public var identifier: String
    /// The action.
    public var action: Action
    /// The text that the user typed; `nil` for an action that takes none.
    public var text: String?

    /// Creates a response.
    public init(identifier: String, action: Action = .tapped, text: String? = nil) {
        self.identifier = identifier
        self.action = action
        self.text = text
    }
}

/// A notification with what the user has done with it.
public struct AnsweredNotification: Sendable, Hashable {
    /// The request that it comes from.
    public var request: NotificationRequest
    /// The user's action.
    public var response: NotificationResponse

    package init(request: NotificationRequest, response: NotificationResponse) {
        self.request = request
        self.response = response
    }
}

/// A notification as the user meets it.
public struct ShownNotification: Sendable, Hashable {
    /// The request that it comes from.
    public var request: NotificationRequest
    /// True where it is an alert on the screen; false where only the list, the badge or the sound has it.
    public var isAlert: Bool
    /// True where its sound is played.
    public var plays: Bool
    /// The actions that it offers.
    public var actions: [NotificationCategory.Action]

    package init(request: NotificationRequest, isAlert: Bool, plays: Bool, actions: [NotificationCategory.Action]) {
        self.request = request
        self.isAlert = isAlert
        self.plays = plays
        self.actions = actions
    }

    /// Its text and its manner in one line.
    package var inWords: String {
        let manner = [isAlert ? nil : "no alert", plays ? "with sound" : nil].compactMap(\.self)
        let words = request.content.inWords
        return manner.isEmpty ? words : "\(words) (\(manner.joined(separator: ", ")))"
    }
}

/// The parts of a notification that appear while its app is in the foreground (`UNNotificationPresentationOptions`).
public struct NotificationPresentation: OptionSet, Sendable, Hashable, Codable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The badge changes.
    public static let badge = NotificationPresentation(rawValue: 1)
    /// The sound is played.
    public static let sound = NotificationPresentation(rawValue: 2)
    /// It is shown, up to iOS 13; later the same as `banner` and `list`.
    public static let alert = NotificationPresentation(rawValue: 4)
    /// It is in the list of notifications.
    public static let list = NotificationPresentation(rawValue: 8)
    /// It is shown.
    public static let banner = NotificationPresentation(rawValue: 16)

    /// Apple's names of the options.
    package static let names: [(name: String, option: NotificationPresentation)] = [
        ("badge", .badge), ("sound", .sound), ("alert", .alert), ("list", .list), ("banner", .banner),
    ]

    /// Creates a set from the names of its options; others are passed over.
    package init(names: [String]) {
        self = names.reduce(into: []) { all, name in
            if let option = Self.names.first(where: { $0.name == name })?.option { all.insert(option) }
        }
    }
}

/// The permission of an app to show notifications (`UNAuthorizationStatus`; LN-10).
public enum NotificationAuthorization: String, Sendable, Hashable, Codable, CaseIterable {
    /// The app has not asked.
    case notDetermined
    /// The user has refused.
    case denied
    /// The user has agreed.
    case authorized
    /// Notifications go to the list, without a sound, until the user decides (iOS 12 and later).
    case provisional

    /// Apple's number of the case.
    public var number: Int {
        switch self {
        case .notDetermined: 0
        case .denied: 1
        case .authorized: 2
        case .provisional: 3
        }
    }
}
