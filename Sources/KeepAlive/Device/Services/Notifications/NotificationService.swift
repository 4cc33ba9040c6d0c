import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// The service for local notifications: `UNUserNotificationCenter`, and its predecessor `UILocalNotification`.
    static let notifications = Service(methods: notificationMethods, callbacks: notificationCallbacks)

    private static let notificationMethods: [AppMethod] = [
        AppMethod(NotificationMethods.requestAuthorization, by: .apps) { call, isProvisional in
            try call.report(.notification(.authorizationRequested(isProvisional: isProvisional)))
            return try call.engine.machine.mayNotify
        },
        AppMethod(NotificationMethods.settings, by: .apps) { call in
            try call.engine.machine.notificationAuthorization
        },
        AppMethod(NotificationMethods.add, by: .apps) { call, request in
            let features = try call.engine.machine.profile.features
            guard request.isLegacy || features.userNotifications else {
                throw JSONRPCError.refused("UNUserNotificationCenter came with iOS 10")
            }
            try call.report(.notification(.added(request)))
        },
        AppMethod(NotificationMethods.pending, by: .apps) { call in
            let scale = try call.engine.plan.timeScale
            return try call.engine.machine.pendingNotifications.map { request, firesIn in
                PendingNotification(request, firesIn: firesIn.map { $0.inSeconds / scale })
            }
        },
        AppMethod(NotificationMethods.delivered, by: .apps) { call in
            try call.engine.machine.deliveredNotifications
        },
        AppMethod(reporting: NotificationMethods.removePending, by: .apps) { .notification(.removedPending($0)) },
        AppMethod(reporting: NotificationMethods.removeDelivered, by: .apps) { .notification(.removedDelivered($0)) },
        AppMethod(reporting: NotificationMethods.setCategories, by: .apps) { .notification(.categoriesSet($0)) },
        AppMethod(NotificationMethods.categories, by: .apps) { call in
            try call.engine.machine.notificationCategories
        },
        AppMethod(reporting: NotificationMethods.setBadgeCount, by: .apps) { .notification(.badgeSet($0)) },
        AppMethod(NotificationMethods.badgeCount, by: .apps) { call in try call.engine.machine.badge },
        AppMethod(reporting: NotificationMethods.setDelegate, by: .apps) { .notification(.delegateSet($0)) },
    ]

    // MARK: Callbacks

    private static let notificationCallbacks: [CallbackRow] = [
        CallbackRow(NotificationCallbacks.didReceiveLocal) { callback, _ in
            if case .didReceiveLocalNotification(let request) = callback { request } else { nil }
        },
        CallbackRow(NotificationCallbacks.willPresent) { callback, _ in
            if case .willPresentNotification(let request) = callback { request } else { nil }
        } events: { callback, presentation in
            guard case .willPresentNotification(let request) = callback else { return [] }
            return [.notification(.presentationChosen(identifier: request.identifier, presentation))]
        },
        CallbackRow(NotificationCallbacks.didReceiveResponse) { callback, context in
            switch callback {
            case .didReceiveNotificationResponse(let answered): answered
            case .woken(_, let identifier): context.engine?.machine.answeredNotification(ofWake: identifier)
            default: nil
            }
        } events: { callback, _ in
            guard case .woken(_, let identifier?) = callback else { return [] }
            return [.notification(.answerHandled(wake: identifier))]
        },
    ]
}
