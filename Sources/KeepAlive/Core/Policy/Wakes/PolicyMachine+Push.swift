/// Remote notifications (WK-04 to WK-07).
extension PolicyMachine {
    mutating func processPush(_ event: PushEvent) {
        switch event {
        case .silent(let priority, let identifier): silentPush(priority: priority, identifier: identifier)
        case .alert(let request): receive(request)
        case .arrived(let push): arrived(push)
        case .tokenReceived(let type, let token, let activity): tokenReceived(type, token, activity)
        case .completed: completeWake(.remoteNotification, identifier: nil)
        }
    }

    private mutating func arrived(_ push: RemotePush) {
        switch push.type {
        case .voip: processVoIP(.pushed(identifier: push.identifier))
        case .pushtotalk: processVoIP(.pushToTalkPushed(identifier: push.identifier))
        case .location:
            guard profile.features.locationPushes else {
                return log(
                    "location push \(push.identifier) has no effect", Reason("WK-20", "iOS \(profile.version) has none")
                )
            }
            log(
                "location push \(push.identifier) does not wake the app",
                Reason("WK-20", "it is for the app's Location Push Service Extension, a process of its own"))
        case .liveactivity:
            guard profile.features.liveActivities else {
                return log(
                    "Live Activity push \(push.identifier) has no effect",
                    Reason("WK-21", "iOS \(profile.version) has none"))
            }
            guard push.startsActivity else {
                if push.endsActivity { endLiveActivity(push.identifier, Reason("WK-21", "a push has ended it")) }
                return log(
                    "Live Activity push \(push.identifier) does not wake the app",
                    Reason("WK-21", "the system updates the activity: only a start wakes the app"))
            }
            guard profile.features.liveActivityPushes else {
                return emit(
                    .dropWake(.liveActivity), Reason("WK-21", "iOS \(profile.version): no push starts a Live Activity"))
            }
            beginLiveActivity(push.identifier, Reason("WK-21", "a push has started it"))
            wake(.liveActivity, identifier: push.identifier)
        case .alert, .background, nil: remotePush(push)
        }
    }

    private mutating func remotePush(_ push: RemotePush) {
        guard push.isSilent || push.isShown else {
            return log(
                "push \(push.identifier) has no effect",
                Reason("WK-05", "'aps' holds neither content-available: 1 nor an alert, badge or sound"))
        }
        // Before iOS 10 an app in the foreground gets one callback for a push that is both silent and shown (LN-04).
        let isToldOnce = push.isSilent && isOnScreen && !profile.features.userNotifications
        if push.isShown, !isToldOnce {
            // LN-20: from iOS 10 on a push replaces the notification with the same collapse identifier.
            let collapse = profile.features.userNotifications ? push.collapseIdentifier : nil
            receive(
                NotificationRequest(
                    identifier: collapse ?? push.identifier,
                    content: NotificationContent(push: push.payload), trigger: .push))
        }
        if push.isSilent { silentPush(priority: push.priority, identifier: push.identifier) }
    }

    mutating func logMissingPushKit() {
        log("iOS \(profile.version) has no PushKit, so no token", Reason("SD-54", "PushKit came with iOS 8"))
    }

    private mutating func tokenReceived(_ type: PushType, _ token: [UInt8], _ activity: String?) {
        let text = PushToken.text(of: token)
        switch type {
        case .voip: processVoIP(.credentialsUpdated(token: token))
        case .alert, .background:
            deliverOrQueue(
                .didRegisterForRemoteNotifications(token: text), Reason("WK-19", "the device has a token for the app"))
        case .liveactivity where activity != nil && !state.isRunning:
            // WK-21: the token wakes the app, because the app has to send it to its server.
            activities.tokens[activity ?? ""] = text
            wake(.liveActivity, identifier: activity)
        case .location, .pushtotalk, .liveactivity:
            deliverOrQueue(
                .didReceivePushToken(type, token: text, activity: activity),
                Reason("WK-19", "the device has a token for \(type.rawValue) pushes"))
        }
    }

    /// Handles a push whose `aps` dictionary contains only `content-available` 1. The app's own keys are outside of
    /// `aps` (SD-41).
    private mutating func silentPush(priority: Int, identifier: String?) {
        if profile.features.backgroundPushPriority, priority != 5, !isOnScreen {
            return emit(
                .dropWake(.remoteNotification),
                Reason("WK-05", "not delivered: a background push needs apns-priority 5, it has \(priority)"))
        }
        if !process.alive, process.forceQuit {
            return emit(
                .dropWake(.remoteNotification), Reason("WK-07", "discarded: the user has force-quit the app"))
        }
        if conditions.lowPowerMode, profile.switches.lowPowerModeHoldsBackPushes, !isOnScreen {
            pushes.isHeld = true
            pushes.heldIdentifier = identifier
            return emit(
                .dropWake(.remoteNotification),
                Reason("MD-17", "held back: Low Power Mode is on; only the latest is kept"))
        }
        if let end = pushes.heldUntil, now < end, !isOnScreen,
            obstacle(to: .remoteNotification, WakeTerms.terms(of: .remoteNotification, in: profile)) == nil
        {
            pushes.isHeld = true
            pushes.heldIdentifier = identifier
            deadlines[.heldPush] = end
            return emit(
                .dropWake(.remoteNotification),
                Reason(
                    "WK-23",
                    "held back for \(profile.inWords(end - now)) more, as \(pushes.holdCause.rawValue); only the latest is kept"
                ))
        }
        let (now, window) = (now, profile.rateWindow)
        pushes.times.removeAll { now - $0 >= window }
        guard isOnScreen || pushes.times.count < profile.silentPushesPerHour else {
            pushes.isHeld = true
            pushes.heldIdentifier = identifier
            deadlines[.heldPush] = pushes.times.first.map { $0 + profile.rateWindow }
            return emit(
                .dropWake(.remoteNotification),
                Reason(
                    "WK-06", "held back: more than \(profile.silentPushesPerHour) an hour; only the latest is kept")
            )
        }
        if wake(.remoteNotification, identifier: identifier) {
            pushes.times.append(now)
            dropHeldPush()
        }
    }

    /// WK-06: delivers the latest of the pushes that were held back, once the limit allows a push again.
    mutating func releaseHeldPush() {
        guard pushes.isHeld else { return }
        pushes.isHeld = false
        silentPush(priority: 5, identifier: pushes.heldIdentifier)
    }

    /// WK-23: holds back silent pushes, as the scheduler does after a boot, and after a long time without network while
    /// the device is in use.
    mutating func holdPushes(for duration: Duration, since cause: PushState.HoldCause) {
        guard duration > .zero else { return }
        pushes.holdCause = cause
        pushes.heldUntil = now + duration
    }

    mutating func dropHeldPush() {
        pushes.isHeld = false
        deadlines[.heldPush] = nil
    }
}
