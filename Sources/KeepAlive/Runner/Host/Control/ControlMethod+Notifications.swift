import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

/// The methods for notifications that the user sees and responds to (LN-05, LN-10, LN-12, LN-13).
extension ControlMethod {
    static let notifications: [ControlMethod] = [
        ControlMethod(
            asking: "notifications",
            "the notifications of an app: those that the user sees, and those to come with their seconds until then (LN-17)",
            ControlCall.app,
            returns: .object([
                "app": .text, "authorization": .word(of: NotificationAuthorization.self), "badge": .whole(0...Int.max),
                "delivered": .list(NotificationList.shape), "pending": .list(NotificationList.shape),
            ])
        ) { call, name in NotificationList(try call.app(name)) },
        ControlMethod(
            tellingApp: "tapNotification",
            "the user taps a notification, or chooses an action of it (LN-05, LN-12)", .text("notification"),
            Parameter.text("action").optional, Parameter.text("text", lengthMax: 10_000).optional
        ) { call, app, identifier, action, text in
            let response = NotificationResponse(
                identifier: identifier, action: action.map { .custom($0) } ?? .tapped, text: text)
            if app.engine.machine.opensApp(response) { try call.expectUnlocked() }
            try respond(response, on: app)
        },
        ControlMethod(
            tellingApp: "dismissNotification", "the user dismisses a notification (LN-13)", .text("notification")
        ) { _, app, identifier in
            try respond(NotificationResponse(identifier: identifier, action: .dismissed), on: app)
        },
        ControlMethod(
            tellingApp: "notificationPermission",
            "the user changes it in Settings; before the app asks, the answer that it will get (LN-10)",
            .flag("allowed")
        ) { call, app, allowed in
            call.say("\(app.name) \(allowed ? "may" : "may not") show notifications")
            app.engine.happened(.notification(.permissionChanged(allowed: allowed)))
        },
    ]

    /// Reports the user's response to a notification to the app's policy.
    ///
    /// - Throws: ``JSONRPCError`` if the notification is not shown, or if the action does not exist or takes no text.
    private static func respond(_ response: NotificationResponse, on app: Device.App) throws {
        let machine = app.engine.machine
        guard let request = machine.deliveredNotifications.last(where: { $0.identifier == response.identifier }) else {
            let shown = machine.deliveredNotifications.map(\.identifier)
            throw JSONRPCError.refused(
                "\(app.name) shows no notification '\(response.identifier)'. Shown: "
                    + (shown.isEmpty ? "none" : shown.joined(separator: ", ")))
        }
        if case .custom(let name) = response.action {
            let category = machine.notificationCategories.first {
                $0.identifier == request.content.categoryIdentifier
            }
            let actions = category?.actions ?? []
            guard let action = actions.first(where: { $0.identifier == name }) else {
                throw JSONRPCError.refused(
                    "notification '\(response.identifier)' has no action '\(name)'. Its actions: "
                        + (actions.isEmpty ? "none" : actions.map(\.identifier).joined(separator: ", ")))
            }
            guard action.takesText || response.text == nil else {
                throw JSONRPCError.refused("action '\(name)' takes no text: it is no UNTextInputNotificationAction")
            }
        } else if response.text != nil {
            throw JSONRPCError.refused("a text belongs to an action: name one with --action")
        }
        app.engine.happened(.notification(.responded(response)))
    }
}

/// The notifications of an app, as an answer on the control socket.
struct NotificationList: Encodable {
    struct Entry: Encodable {
        let identifier: String
        let title: String
        let subtitle: String
        let body: String
        let actions: [String]
        let repeats: Bool
        /// The time until the notification fires, in seconds on the device's clock; `nil` if it is shown already or
        /// waits for a region.
        let firesIn: Double?
    }

    static let shape = Shape.object([
        .init("identifier", .text), .init("title", .text), .init("subtitle", .text), .init("body", .text),
        .init("actions", .list(.text)), .init("repeats", .flag), .init("firesIn", .number(), isOptional: true),
    ])

    let app: String
    let authorization: NotificationAuthorization
    let badge: Int
    let delivered: [Entry]
    let pending: [Entry]

    init(_ app: Device.App) {
        let machine = app.engine.machine
        let categories = machine.notificationCategories
        func entry(_ request: NotificationRequest, _ firesIn: Duration?) -> Entry {
            let content = request.content
            let category = categories.first { $0.identifier == content.categoryIdentifier }
            return Entry(
                identifier: request.identifier, title: content.title, subtitle: content.subtitle, body: content.body,
                actions: category?.actions.map(\.identifier) ?? [], repeats: request.trigger.repeats,
                firesIn: firesIn.map { $0.inSeconds / app.engine.plan.timeScale })
        }
        self.app = app.name
        authorization = machine.notificationAuthorization
        badge = machine.badge
        delivered = machine.deliveredNotifications.map { entry($0, nil) }
        pending = machine.pendingNotifications.map { entry($0.request, $0.firesIn) }
    }
}
