/// Decisions about notifications: the LN rules.
extension PolicyMachine {
    mutating func processNotification(_ event: NotificationEvent) {
        switch event {
        case .authorizationRequested(let isProvisional): requestNotifications(isProvisional: isProvisional)
        case .added(let request): add(request)
        case .removedPending(let identifiers):
            notifications.remove { identifiers?.contains($0) ?? true }
            watchNotifications()
        case .removedDelivered(let identifiers):
            let gone = notifications.delivered.map(\.identifier).filter { identifiers?.contains($0) ?? true }
            withdraw(gone, Reason("LN-17", "the app has removed it"))
        case .categoriesSet(let categories):
            notifications.categories = Dictionary(categories.map { ($0.identifier, $0) }) { $1 }
        case .badgeSet(let badge): setBadge(badge, Reason("LN-18", "the app has set it"))
        case .delegateSet(let exists): notifications.hasDelegate = exists
        case .presentationChosen(let identifier, let presentation):
            presentationChosen(identifier, presentation)
        case .answerHandled(let wake): completeWake(.notificationAction, identifier: wake)
        case .permissionChanged(let allowed): notificationPermissionChanged(allowed)
        case .fired(let identifier):
            guard let index = notifications.index(of: identifier) else { return }
            fireNotification(at: index)
        case .responded(let response): userResponded(response)
        case .cleared:
            // LN-13: the app gets no callback for the cleared notifications.
            withdraw(notifications.delivered.map(\.identifier), Reason("LN-13", "the user has cleared all"))
        }
    }

    // MARK: Permission (LN-10)

    /// True if the app may show notifications; before iOS 8 every app may.
    package var mayNotify: Bool {
        switch notifications.authorization {
        case .authorized, .provisional: true
        case .notDetermined, .denied: !profile.features.notificationPermission
        }
    }

    private mutating func requestNotifications(isProvisional: Bool) {
        guard profile.features.notificationPermission else { return }
        let isProvisional = isProvisional && profile.features.provisionalNotifications
        switch notifications.authorization {
        case .authorized, .denied: return
        case .provisional where isProvisional: return
        case .notDetermined, .provisional: break
        }
        let reason = Reason("LN-10", "the first request of the app")
        guard !isProvisional else {
            notifications.authorization = .provisional
            return log("notifications go to the list until the user decides", reason)
        }
        let agrees = notifications.userAgrees
        resign(for: Reason("LC-05", "the system asks the user for a permission")) {
            $0.notifications.authorization = agrees ? .authorized : .denied
            $0.log("the user is asked for notifications, and \(agrees ? "agrees" : "refuses")", reason)
        }
    }

    private mutating func notificationPermissionChanged(_ allowed: Bool) {
        notifications.userAgrees = allowed
        // Before the app has requested permission, Settings does not list the app: the change only sets the user's
        // later answer.
        guard notifications.authorization != .notDetermined else { return }
        notifications.authorization = allowed ? .authorized : .denied
        log(
            "notifications are \(allowed ? "allowed" : "no longer allowed")",
            Reason("LN-10", "the user has changed it in Settings"))
    }

    // MARK: Scheduling (LN-01, LN-14 to LN-17, LN-19)

    private mutating func add(_ request: NotificationRequest) {
        var request = request
        // Before iOS 10 every notification is one of the old API.
        request.isLegacy = request.isLegacy || !profile.features.userNotifications
        if case .interval(let delay, repeats: true) = request.trigger, delay < .seconds(60) {
            raise("time interval must be at least 60 if repeating", rule: "LN-15")
            return
        }
        if !mayNotify {
            guard request.isLegacy else {
                return emit(
                    .refuse(.notificationsNotAllowed),
                    Reason("LN-10", "notification \(request.identifier) is not added: the user has not allowed any"))
            }
            log(
                "Attempting to schedule a local notification with an alert but haven't received permission from the "
                    + "user to display alerts", Reason("LN-10", "notification \(request.identifier)"))
        }
        var pending = NotificationCenterState.Pending(request: request)
        switch request.trigger {
        case .immediate, .push:
            notifications.remove { $0 == request.identifier }
            appear(request)
            return watchNotifications()
        case .interval(let delay, _): pending.firesAt = now + delay.scaled(by: profile.timeScale)
        case .calendar(let match, _):
            guard let instant = nextInstant(of: match) else {
                // LN-19: a notification of the old API with a past date fires at once.
                if request.isLegacy { return appear(request) }
                return emit(
                    .refuse(.notificationHasNoDate),
                    Reason("LN-14", "notification \(request.identifier) is not added: no such date will come"))
            }
            pending.firesAt = instant
        case .region(let circle, _):
            guard location.authorization.allowsUpdates else {
                log(
                    "notification \(request.identifier) waits for its region in vain",
                    Reason("LN-16", "the app may not use the location"))
                break
            }
            let former = notifications.index(of: request.identifier)
                .flatMap { notifications.pending[$0].region }
            pending.region = MonitoredRegion(circle, over: former, at: location.position)
        }
        notifications.add(pending)
        // LN-01: the surplus notification is discarded. iOS does this silently; the log line is this project's.
        if notifications.pending.count > profile.localNotificationLimit {
            let keepsSoonest = profile.features.keepsSoonestNotifications
            let lost =
                keepsSoonest ? notifications.removeLast() : notifications.removeAddedFirst()
            let more = keepsSoonest ? "fire sooner" : "were added later"
            log(
                "notification \(lost.request.identifier) is discarded: \(profile.localNotificationLimit) \(more)",
                Reason(keepsSoonest ? "LN-01" : "LN-03", "the limit of local notifications"))
        }
        watchNotifications()
        watchRegions()
    }

    /// The date that the device shows, in seconds since 1970.
    package var date: Double {
        let clock = conditions.shownDate
        return clock.atStart + (now - conditions.start).inSeconds / profile.timeScale
    }

    private func nextInstant(of match: CalendarMatch) -> MonotonicInstant? {
        let clock = conditions.shownDate
        // The search starts 1 ms later: because of rounding it could otherwise find the present date again.
        guard let next = match.next(after: date + 0.001, in: clock.zone) else { return nil }
        let wait = Duration.seconds(clamping: next - clock.atStart).scaled(by: profile.timeScale)
        // The result is never `now`: otherwise a repeating notification would be due again at once, without end.
        return max(now + .milliseconds(1), conditions.start + wait)
    }

    /// LN-14: moves notifications to a new time zone, if their dates name no zone and so follow the device's zone.
    mutating func timeZoneChanged() {
        for pending in notifications.pending {
            guard case .calendar(let match, _) = pending.request.trigger, match.zone == nil else { continue }
            guard let instant = nextInstant(of: match) else {
                notifications.remove { $0 == pending.request.identifier }
                log(
                    "notification \(pending.request.identifier) is discarded",
                    Reason("LN-14", "in the new time zone its date is past"))
                continue
            }
            var moved = pending
            moved.firesAt = instant
            notifications.add(moved)
        }
        watchNotifications()
    }

    mutating func watchNotifications() { deadlines[.notification] = notifications.firesNext }

    // MARK: Firing (LN-04, LN-05, LN-11)

    /// Shows all notifications that are due.
    mutating func fireDueNotifications() {
        while let index = notifications.pending.firstIndex(where: { $0.firesAt.map { $0 <= now } ?? false }) {
            fireNotification(at: index)
        }
        watchNotifications()
    }

    /// Fires a pending notification, and keeps it pending if it repeats.
    mutating func fireNotification(at index: Int) {
        var pending = notifications.remove(at: index)
        if pending.request.trigger.repeats {
            switch pending.request.trigger {
            case .interval(let interval, _):
                // The next time counts from the due time, so that the times do not drift. Missed times are skipped, not
                // fired at once.
                let interval = max(interval.scaled(by: profile.timeScale), .milliseconds(1))
                let next = min(pending.firesAt ?? now, now) + interval
                pending.firesAt = next > now ? next : now + interval
                notifications.add(pending)
            case .calendar(let match, _):
                pending.firesAt = nextInstant(of: match)
                if pending.firesAt != nil { notifications.add(pending) }
            case .region: notifications.add(pending)
            case .immediate, .push: break
            }
        }
        watchNotifications()
        watchRegions()
        appear(pending.request)
    }

    /// Shows a push that has an alert, a badge or a sound (WK-05).
    mutating func receive(_ request: NotificationRequest) {
        var request = request
        request.isLegacy = !profile.features.userNotifications
        appear(request)
    }

    /// Shows a notification that is due, or lets the app decide in the foreground.
    private mutating func appear(_ request: NotificationRequest) {
        guard mayNotify else {
            return log(
                "notification \(request.identifier) is not shown", Reason("LN-10", "the user has not allowed any"))
        }
        guard isOnScreen, !process.isEnding else {
            return show(
                request, [.alert, .badge, .sound],
                Reason(request.isRemote ? "WK-05" : "LN-05", "the app is not woken: only the user's tap brings it"))
        }
        if request.isLegacy {
            setBadge(request.content.badge, Reason("LN-18", "notification \(request.identifier)"))
            let reason = Reason("LN-04", "in the foreground: no alert, only the call")
            deliver(request.isRemote ? .didReceivePush(request) : .didReceiveLocalNotification(request), reason)
        } else if notifications.hasDelegate {
            notifications.ask(request)
            deliver(.willPresentNotification(request), Reason("LN-11", "in the foreground the app decides"))
        } else {
            log(
                "notification \(request.identifier) is not shown",
                Reason("LN-11", "in the foreground, and the app has no delegate that is asked"))
        }
    }

    private mutating func presentationChosen(_ identifier: String, _ presentation: NotificationPresentation) {
        guard let index = notifications.asked.firstIndex(where: { $0.identifier == identifier }) else {
            return
        }
        let request = notifications.asked.remove(at: index)
        guard !presentation.isEmpty else {
            return log("notification \(identifier) is not shown", Reason("LN-11", "the app has chosen so"))
        }
        show(request, presentation, Reason("LN-11", "the app has chosen so"))
    }

    private mutating func show(
        _ request: NotificationRequest, _ presentation: NotificationPresentation, _ reason: Reason
    ) {
        let isQuiet = notifications.authorization == .provisional
        if presentation.contains(.badge) { setBadge(request.content.badge, reason) }
        guard !request.isRemote || !request.content.inWords.isEmpty else {
            // A push without a text is not added to the list.
            if presentation.contains(.sound), request.content.sound != nil { log("a sound is played", reason) }
            return
        }
        notifications.withdraw { $0 == request.identifier }
        if !presentation.isDisjoint(with: [.alert, .list]) { notifications.deliver(request) }
        let offered = notifications.categories[request.content.categoryIdentifier]?.actions ?? []
        emit(
            .showNotification(
                ShownNotification(
                    request: request,
                    isAlert: !isQuiet && !presentation.isDisjoint(with: [.alert, .banner])
                        && !request.content.inWords.isEmpty,
                    plays: !isQuiet && presentation.contains(.sound) && request.content.sound != nil,
                    actions: profile.features.notificationPermission ? offered : [])), reason)
    }

    private mutating func setBadge(_ badge: Int?, _ reason: Reason) {
        guard let badge, badge != notifications.badge, mayNotify else { return }
        notifications.badge = max(0, badge)
        log(badge > 0 ? "the app's icon shows \(badge)" : "the app's icon has no badge", reason)
    }

    private mutating func withdraw(_ identifiers: [String], _ reason: Reason) {
        for identifier in identifiers {
            notifications.withdraw { $0 == identifier }
            emit(.withdrawNotification(identifier: identifier), reason)
        }
    }

    // MARK: The user (LN-05, LN-12, LN-13)

    /// Returns the notification of a user's answer and true if the answer opens the app; `nil` if there is no such
    /// notification or action.
    private func action(of response: NotificationResponse) -> (request: NotificationRequest, opensApp: Bool)? {
        guard
            let request = notifications.delivered.last(where: { $0.identifier == response.identifier })
        else { return nil }
        switch response.action {
        case .tapped: return (request, true)
        case .dismissed: return (request, false)
        case .custom(let identifier):
            return notifications.action(identifier, of: request).map { (request, $0.opensApp) }
        }
    }

    /// Returns true if a user's answer brings the app to the front.
    package func opensApp(_ response: NotificationResponse) -> Bool {
        !needsUnlocking && action(of: response)?.opensApp == true
    }

    /// True if the user has to unlock the device before an app can be opened.
    private var needsUnlocking: Bool { conditions.locked && conditions.hasPasscode }

    private mutating func userResponded(_ response: NotificationResponse) {
        guard let (request, opensApp) = action(of: response) else {
            return log(
                "notification \(response.identifier) is not there, or has no such action",
                Reason("LN-13", "the user can only answer what is shown"))
        }
        let category = notifications.categories[request.content.categoryIdentifier]
        var needsAuthentication = opensApp
        if case .custom(let identifier) = response.action {
            needsAuthentication =
                opensApp || notifications.action(identifier, of: request)?.requiresAuthentication == true
        }
        if needsUnlocking, needsAuthentication {
            return log(
                "the answer to notification \(request.identifier) waits for the user to unlock the device",
                Reason("LN-13", "it needs authentication"))
        }
        withdraw([request.identifier], Reason("LN-12", "the user has answered it"))
        let answered = AnsweredNotification(request: request, response: response)
        switch response.action {
        case .tapped:
            log("the user tapped notification \(request.identifier)", Reason("LN-05", "the tap brings the app"))
            processReturned(.notification(answered))
        case .dismissed:
            guard category?.reportsDismissal == true else {
                return log(
                    "the user dismissed notification \(request.identifier)",
                    Reason("LN-13", "its category has no customDismissAction: the app does not hear of it"))
            }
            respondInBackground(answered)
        case .custom(let identifier):
            log(
                "the user chose \(identifier) of notification \(request.identifier)",
                Reason("LN-12", opensApp ? "the action brings the app" : "the action runs in the background"))
            if opensApp { processReturned(.notification(answered)) } else { respondInBackground(answered) }
        }
    }

    /// MD-27: wakes the app for the answer, with the budget of a content wake. The wake reaches a force-quit app, too,
    /// because the user causes it.
    private mutating func respondInBackground(_ answered: AnsweredNotification) {
        if isOnScreen, !process.isEnding { return tell(of: answered) }
        let identifier = "\(answered.request.identifier) \(answered.response.action.identifier)"
        notifications.answered[identifier] = answered
        if !wake(.notificationAction, identifier: identifier) { notifications.answered[identifier] = nil }
    }

    /// Drops the answers whose wakes no longer wait and are no longer live.
    mutating func forgetAnsweredNotifications() {
        let waiting = Set((wakes.pending.map(\.identifier) + wakes.live.map(\.identifier)).compactMap(\.self))
        notifications.answered = notifications.answered.filter { waiting.contains($0.key) }
    }

    /// Delivers the user's answer to a notification to a running app.
    mutating func tell(of answered: AnsweredNotification) {
        guard !answered.request.isLegacy else {
            guard answered.response.action == .tapped else {
                return deliver(.didReceiveNotificationResponse(answered), Reason("LN-12", "the user has answered it"))
            }
            let request = answered.request
            return deliver(
                request.isRemote ? .didReceivePush(request) : .didReceiveLocalNotification(request),
                Reason("LN-05", "the user tapped it"))
        }
        guard notifications.hasDelegate else {
            // LN-12: an app without a notification center delegate gets a tap on a push through the older callback for
            // a received push.
            if answered.request.isRemote, answered.response.action == .tapped {
                return deliver(.didReceivePush(answered.request), Reason("LN-12", "the user tapped it"))
            }
            return log(
                "the app does not hear of the answer to notification \(answered.request.identifier)",
                Reason("LN-12", "its delegate was not set when didFinishLaunching returned"))
        }
        deliver(.didReceiveNotificationResponse(answered), Reason("LN-12", "the user has answered it"))
    }
}

extension PolicyMachine {
    // MARK: Queries

    /// The pending notifications, and the time until each fires; `nil` for a notification without a time.
    package var pendingNotifications: [(request: NotificationRequest, firesIn: Duration?)] {
        notifications.pending.map { ($0.request, $0.firesAt.map { max(.zero, $0 - now) }) }
    }

    /// The notifications in the list that the user sees, oldest first.
    package var deliveredNotifications: [NotificationRequest] { notifications.delivered }

    /// The permission of the app (LN-10).
    package var notificationAuthorization: NotificationAuthorization {
        profile.features.notificationPermission ? notifications.authorization : .authorized
    }

    /// The categories of the app's notifications (LN-13), by identifier.
    package var notificationCategories: [NotificationCategory] {
        notifications.categories.values.sorted { $0.identifier < $1.identifier }
    }

    /// The number on the app's icon; 0 for none (LN-18).
    package var badge: Int { notifications.badge }

    /// Returns the user's answer for which a wake was made; `nil` if there is none.
    package func answeredNotification(ofWake identifier: String?) -> AnsweredNotification? {
        identifier.flatMap { notifications.answered[$0] }
    }
}
