/// A notification: a `UNNotificationRequest` or a `UILocalNotification` that an app has scheduled (SD-60), or a push.
public struct NotificationRequest: Sendable, Hashable {
    /// The condition that fires a notification, one case for each subclass of `UNNotificationTrigger`.
    public enum Trigger: Sendable, Hashable {
        /// Without a trigger: the notification appears at once.
        case immediate
        /// After a time interval, and again after each further interval if `repeats` is true.
        case interval(Duration, repeats: Bool)
        /// At the next date that matches, or at each matching date if `repeats` is true (LN-14).
        indirect case calendar(CalendarMatch, repeats: Bool)
        /// When the device enters or leaves a region, once or each time if `repeats` is true (LN-16).
        indirect case region(CircularRegion, repeats: Bool)
        /// The notification arrived as a push (`UNPushNotificationTrigger`).
        case push

        /// True if the trigger fires more than once.
        package var repeats: Bool {
            switch self {
            case .immediate, .push: false
            case .interval(_, let repeats), .calendar(_, let repeats), .region(_, let repeats): repeats
            }
        }
    }

    /// The identifier. A new request replaces an existing one with the same identifier.
    public var identifier: String
    /// The text, the sound, the badge and the app's own data.
    public var content: NotificationContent
    /// The condition that fires the notification.
    public var trigger: Trigger
    /// True for a `UILocalNotification`: the app gets it with the application delegate's methods of iOS 4 to 9.
    public var isLegacy: Bool
    /// True if the notification arrived as a push; then the content's `userInfo` is the payload.
    public var isRemote: Bool { trigger == .push }

    /// Creates a request, by default with empty content and of the API of iOS 10 and later.
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

/// The content of a notification: the texts, the sound, the badge and the app's own data.
public struct NotificationContent: Sendable, Hashable {
    /// The title, or an empty string.
    public var title = ""
    /// The subtitle, that is the second line, or an empty string.
    public var subtitle = ""
    /// The body text, or an empty string.
    public var body = ""
    /// The number that the app's icon shows once the notification has arrived; 0 removes the number, `nil` leaves it
    /// unchanged (LN-18).
    public var badge: Int?
    /// The name of the sound, `default` for the system's sound; `nil` for no sound.
    public var sound: String?
    /// The identifier of the category, which defines the actions (LN-13); empty for none.
    public var categoryIdentifier = ""
    /// The identifier of the group of notifications; empty for none.
    public var threadIdentifier = ""
    /// The app's own data, a JSON object.
    public var userInfo = JSONValue.object([:])

    /// Creates a content without texts, sound, badge and data.
    public init() {}

    /// Creates the content of a push.
    ///
    /// - Parameter payload: the payload with its `aps`, whose `alert` is a string or an object. The whole payload
    ///   becomes `userInfo`.
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

    /// Title, subtitle and body, joined in one line.
    package var inWords: String { [title, subtitle, body].filter { !$0.isEmpty }.joined(separator: ": ") }
}

/// A category of notifications: the actions that these notifications offer (LN-13).
public struct NotificationCategory: Sendable, Hashable {
    /// An action that the user can choose on a notification.
    public struct Action: Sendable, Hashable {
        /// The identifier, by which a response names the action.
        public var identifier: String
        /// The title of the action's button.
        public var title: String
        /// True if the action brings the app to the foreground; otherwise the app handles it in the background (LN-12).
        public var opensApp: Bool
        /// True if the device must be unlocked before the action is carried out.
        public var requiresAuthentication: Bool
        /// True if the user types a text for the action.
        public var takesText: Bool

        /// Creates an action, by default one that the app handles in the background, on a locked device too, without a
        /// text.
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

    /// The identifier that the notifications' contents refer to.
    public var identifier: String
    /// The actions, in the order of their buttons.
    public var actions: [Action]
    /// True if the app gets a callback when the user dismisses the notification (`customDismissAction`).
    public var reportsDismissal: Bool

    /// Creates a category, by default without actions and without a callback for a dismissal.
    public init(identifier: String, actions: [Action] = [], reportsDismissal: Bool = false) {
        self.identifier = identifier
        self.actions = actions
        self.reportsDismissal = reportsDismissal
    }
}

/// The user's answer to a notification (LN-12).
public struct NotificationResponse: Sendable, Hashable {
    /// The ways in which the user can answer a notification.
    public enum Action: Sendable, Hashable {
        /// The user tapped the notification (`UNNotificationDefaultActionIdentifier`).
        case tapped
        /// The user dismissed the notification (`UNNotificationDismissActionIdentifier`).
        case dismissed
        /// The user chose an action of the category; the value is the action's identifier.
        case custom(String)

        /// The action's identifier, which is an Apple constant for `tapped` and `dismissed`.
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

    /// The identifier of the answered notification.
    public var identifier: String
    /// The way in which the user answered.
    public var action: Action
    /// The text that the user typed; `nil` if the action takes no text.
    public var text: String?

    /// Creates a response, by default a tap.
    public init(identifier: String, action: Action = .tapped, text: String? = nil) {
        self.identifier = identifier
        self.action = action
        self.text = text
    }
}

/// A notification together with the user's response.
public struct AnsweredNotification: Sendable, Hashable {
    /// The notification's request.
    public var request: NotificationRequest
    /// The user's response to the notification.
    public var response: NotificationResponse

    package init(request: NotificationRequest, response: NotificationResponse) {
        self.request = request
        self.response = response
    }
}

/// A notification as the device presents it to the user.
public struct ShownNotification: Sendable, Hashable {
    /// The request whose content is shown.
    public var request: NotificationRequest
    /// True if the notification appears as an alert on the screen; false if it has only an entry in the list, a badge
    /// or a sound.
    public var isAlert: Bool
    /// True if the sound is played.
    public var plays: Bool
    /// The actions that the notification offers.
    public var actions: [NotificationCategory.Action]

    package init(request: NotificationRequest, isAlert: Bool, plays: Bool, actions: [NotificationCategory.Action]) {
        self.request = request
        self.isAlert = isAlert
        self.plays = plays
        self.actions = actions
    }

    /// The text in one line. The kind of presentation is added, unless the notification is an alert without sound.
    package var inWords: String {
        let manner = [isAlert ? nil : "no alert", plays ? "with sound" : nil].compactMap(\.self)
        let words = request.content.inWords
        return manner.isEmpty ? words : "\(words) (\(manner.joined(separator: ", ")))"
    }
}

/// The parts of a notification that the system presents while the app is in the foreground
/// (`UNNotificationPresentationOptions`).
public struct NotificationPresentation: OptionSet, Sendable, Hashable, Codable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The badge on the app's icon is set.
    public static let badge = NotificationPresentation(rawValue: 1)
    /// The sound is played.
    public static let sound = NotificationPresentation(rawValue: 2)
    /// The notification is shown, up to iOS 13; later this is equivalent to `banner` and `list`.
    public static let alert = NotificationPresentation(rawValue: 4)
    /// The notification appears in the list of notifications.
    public static let list = NotificationPresentation(rawValue: 8)
    /// The notification appears as a banner on the screen.
    public static let banner = NotificationPresentation(rawValue: 16)

    /// Apple's names of the options.
    package static let names: [(name: String, option: NotificationPresentation)] = [
        ("badge", .badge), ("sound", .sound), ("alert", .alert), ("list", .list), ("banner", .banner),
    ]

    /// Creates a set from the names of options; unknown names are ignored.
    package init(names: [String]) {
        self = names.reduce(into: []) { all, name in
            if let option = Self.names.first(where: { $0.name == name })?.option { all.insert(option) }
        }
    }
}

/// The app's permission to show notifications (`UNAuthorizationStatus`; LN-10).
public enum NotificationAuthorization: String, Sendable, Hashable, Codable, CaseIterable {
    /// The app has not requested permission, or the user has not answered.
    case notDetermined
    /// The user has refused.
    case denied
    /// The user has agreed.
    case authorized
    /// Notifications appear only in the list, without a sound, until the user decides (iOS 12 and later).
    case provisional

    /// The raw value of the case in Apple's `UNAuthorizationStatus`.
    public var number: Int {
        switch self {
        case .notDetermined: 0
        case .denied: 1
        case .authorized: 2
        case .provisional: 3
        }
    }
}
