import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// Local notifications: `UNUserNotificationCenter`, and `UILocalNotification` before it.
    static let notifications = Service(methods: notificationMethods, callbacks: notificationCallbacks)

    private static let identifiers = Parameter.texts("identifiers").optional

    // MARK: Methods

    private static let notificationMethods: [AppMethod] = [
        AppMethod(
            "requestNotificationAuthorization",
            "requestAuthorization(options:), or registerUserNotificationSettings: the user is asked once (LN-10)",
            .flag("provisional").or(false), returns: .object(["granted": .flag]), by: .apps
        ) { call, isProvisional in
            try call.report(.notification(.authorizationRequested(isProvisional: isProvisional)))
            return ["granted": .bool(try call.engine.machine.mayNotify)]
        },
        AppMethod(
            "notificationSettings", "getNotificationSettings(completionHandler:) (LN-10)",
            returns: .object(["authorizationStatus": .word(of: NotificationAuthorization.self)]), by: .apps
        ) { call in ["authorizationStatus": .string(try call.engine.machine.notificationAuthorization.rawValue)] },
        AppMethod(
            "addNotificationRequest",
            "add(_:), or scheduleLocalNotification with legacy: it appears at once, after interval seconds, at each date "
                + "that matches dateComponents, or at the boundary of a region (LN-01, LN-14 to LN-17)",
            Parameter.text("identifier", lengthMax: 1000), NotificationJSON.content, NotificationJSON.trigger,
            .flag("legacy").or(false), by: .apps
        ) { call, identifier, content, trigger, legacy in
            let features = try call.engine.machine.profile.features
            guard legacy || features.userNotifications else {
                throw JSONRPCError.refused("UNUserNotificationCenter came with iOS 10")
            }
            let request = NotificationRequest(
                identifier: identifier, content: content, trigger: trigger, isLegacy: legacy)
            try call.report(.notification(.added(request)))
            return .null
        },
        AppMethod(
            "pendingNotificationRequests",
            "getPendingNotificationRequests, or scheduledLocalNotifications; firesIn in seconds (LN-17)",
            returns: .list(NotificationJSON.pending), by: .apps
        ) { call in
            .array(
                try call.engine.machine.pendingNotifications.map { request, firesIn in
                    var all = NotificationJSON.members(of: request)
                    all["firesIn"] = try firesIn.map { try call.seconds($0) } ?? .null
                    return .object(all)
                })
        },
        AppMethod(
            "deliveredNotifications", "getDeliveredNotifications: those that the user sees (LN-17)",
            returns: .list(NotificationJSON.shape), by: .apps
        ) { call in
            .array(try call.engine.machine.deliveredNotifications.map { .object(NotificationJSON.members(of: $0)) })
        },
        AppMethod(
            reporting: "removePendingNotificationRequests",
            "removes pending requests: those of the identifiers, or all (SD-60, LN-17)", identifiers, by: .apps
        ) { .notification(.removedPending($0)) },
        AppMethod(
            reporting: "removeDeliveredNotifications",
            "removes notifications that the user sees: those of the identifiers, or all (LN-17)", identifiers,
            by: .apps
        ) { .notification(.removedDelivered($0)) },
        AppMethod(
            reporting: "setNotificationCategories",
            "setNotificationCategories(_:): they replace the former ones (LN-13)",
            NotificationJSON.categories, by: .apps
        ) { .notification(.categoriesSet($0)) },
        AppMethod(
            "notificationCategories", "getNotificationCategories(completionHandler:) (LN-13)",
            returns: .list(NotificationJSON.category), by: .apps
        ) { call in .array(try call.engine.machine.notificationCategories.map(NotificationJSON.json)) },
        AppMethod(
            reporting: "setBadgeCount", "setBadgeCount(_:), or applicationIconBadgeNumber: 0 is no badge (LN-18)",
            .whole("count", 0...Int(Int32.max)), by: .apps
        ) { .notification(.badgeSet($0)) },
        AppMethod(
            "badgeCount", "applicationIconBadgeNumber (LN-18)", returns: .object(["count": .whole(0...Int.max)]),
            by: .apps
        ) { call in ["count": .number(String(try call.engine.machine.badge))] },
        AppMethod(
            reporting: "setNotificationDelegate",
            "the delegate of UNUserNotificationCenter: to be set before didFinishLaunching returns (LN-11, LN-12)",
            .flag("exists"), by: .apps
        ) { .notification(.delegateSet($0)) },
    ]

    // MARK: Callbacks

    private static let notificationCallbacks: [CallbackRow] = [
        CallbackRow(
            "didReceiveLocalNotification",
            "application(_:didReceive:) of a UILocalNotification: in the foreground, or after a tap (LN-04, LN-05)",
            NotificationJSON.fields
        ) { callback, _ in
            guard case .didReceiveLocalNotification(let request) = callback else { return [:] }
            return NotificationJSON.members(of: request)
        },
        CallbackRow(
            "willPresentNotification",
            "willPresent: the answer says what of a notification appears in the foreground; nothing, without one (LN-11)",
            NotificationJSON.fields,
            answer: .orNull(
                .object([.init("options", .list(.word(NotificationPresentation.names.map(\.name))))]))
        ) { callback, _ in
            guard case .willPresentNotification(let request) = callback else { return [:] }
            return NotificationJSON.members(of: request)
        } events: { callback, answer in
            guard case .willPresentNotification(let request) = callback else { return [] }
            let options = answer?["options"]?.array?.compactMap(\.string) ?? []
            return [
                .notification(
                    .presentationChosen(identifier: request.identifier, NotificationPresentation(names: options)))
            ]
        },
        CallbackRow(
            WakeKind.notificationAction.callbackName,
            "didReceive response, or handleActionWithIdentifier: the user's answer; an app that was woken for it has 30 s "
                + "(LN-12, MD-27)",
            NotificationJSON.fields + [
                .init("actionIdentifier", .text), .init("userText", .orNull(.text)),
                .init("kind", .word([WakeKind.notificationAction.rawValue]), isOptional: true),
            ], answer: .null
        ) { callback, context in
            let answered: AnsweredNotification? =
                switch callback {
                case .didReceiveNotificationResponse(let answered): answered
                case .woken(_, let identifier): context.engine?.machine.answeredNotification(ofWake: identifier)
                default: nil
                }
            return answered.map(NotificationJSON.members) ?? [:]
        } events: { callback, _ in
            guard case .woken(_, let identifier?) = callback else { return [] }
            return [.notification(.answerHandled(wake: identifier))]
        },
    ]
}

extension AppCall {
    /// Returns a time of the policy's clock in seconds of the device.
    fileprivate func seconds(_ duration: Duration) throws -> JSONValue {
        .number(duration.inSeconds / (try engine.plan.timeScale))
    }
}
