extension AppCallback {
    /// The name of the callback: the first part of the name of Apple's method.
    public var name: String {
        switch self {
        case .woken(let kind, _): kind.callbackName
        case .didFinishLaunching: "didFinishLaunching"
        case .didBecomeActive: "didBecomeActive"
        case .willResignActive: "willResignActive"
        case .didEnterBackground: "didEnterBackground"
        case .willEnterForeground: "willEnterForeground"
        case .willTerminate: "willTerminate"
        case .didReceiveMemoryWarning: "didReceiveMemoryWarning"
        case .protectedDataWillBecomeUnavailable: "protectedDataWillBecomeUnavailable"
        case .protectedDataDidBecomeAvailable: "protectedDataDidBecomeAvailable"
        case .sceneDidDisconnect: "sceneDidDisconnect"
        case .sceneActivated: "sceneActivated"
        case .openURL: "openURL"
        case .previewEnded: "previewEnded"
        case .timerFired: "timerFired"
        case .backgroundTaskExpired: "backgroundTaskExpired"
        case .wakeExpiring: "wakeExpiring"
        case .didReceiveLocalNotification: "didReceiveLocalNotification"
        case .didReceivePush: WakeKind.remoteNotification.callbackName
        case .willPresentNotification: "willPresentNotification"
        case .didReceiveNotificationResponse: WakeKind.notificationAction.callbackName
        case .didUpdatePushCredentials: "didUpdatePushCredentials"
        case .didRegisterForRemoteNotifications: "didRegisterForRemoteNotifications"
        case .didReceivePushToken: "didReceivePushToken"
        case .didInvalidatePushToken: "didInvalidatePushToken"
        case .liveActivityEnded: "liveActivityEnded"
        case .performCallAction: "performCallAction"
        case .callActionTimedOut: "callActionTimedOut"
        case .callAudioSession(let isActive): isActive ? "didActivateAudioSession" : "didDeactivateAudioSession"
        case .didWriteData: "didWriteData"
        case .didSendBodyData: "didSendBodyData"
        case .didResumeAtOffset: "didResumeAtOffset"
        case .didFinishDownloading: "didFinishDownloading"
        case .didCompleteTransfer: "didCompleteWithError"
        case .didReceiveChallenge: "didReceiveChallenge"
        case .didFinishEvents: "urlSessionDidFinishEvents"
        case .audioInterruptionBegan: "audioInterruptionBegan"
        case .audioInterruptionEnded: "audioInterruptionEnded"
        case .audioRouteChanged: "audioRouteChanged"
        case .audioEngineConfigurationChanged: "audioEngineConfigurationChanged"
        case .remoteCommand: "remoteCommand"
        case .mediaServicesLost: "mediaServicesLost"
        case .mediaServicesReset: "mediaServicesReset"
        case .silenceSecondaryAudioHint: "silenceSecondaryAudioHint"
        case .didUpdateLocation: "didUpdateLocation"
        case .didFailLocation: "didFailLocation"
        case .didPauseLocationUpdates: "didPauseLocationUpdates"
        case .monitoringDidFail: "monitoringDidFail"
        }
    }

    /// The data of the callback in words; empty if the callback carries none.
    public var detail: String {
        switch self {
        case .didFinishLaunching(let cause, usesScenes: false):
            cause.launchOptionsKey.map { "launchOptions: \($0)" } ?? ""
        case .didFinishLaunching(let cause, usesScenes: true):
            cause.connectionOptionsKey.map { "connectionOptions: \($0)" } ?? ""
        case .openURL(let opened): opened.url
        case .timerFired(let number): String(number)
        case .backgroundTaskExpired(let identifier): "task \(identifier)"
        case .woken(_, let identifier): identifier ?? ""
        case .wakeExpiring(let kind, let identifier): "\(kind.rawValue)\(identifier.map { " \($0)" } ?? "")"
        case .didReceiveLocalNotification(let request), .didReceivePush(let request),
            .willPresentNotification(let request):
            request.identifier
        case .didReceiveNotificationResponse(let answered):
            "\(answered.request.identifier) \(answered.response.action.identifier)"
        case .didUpdatePushCredentials(let token), .didRegisterForRemoteNotifications(let token): token
        case .didReceivePushToken(let type, let token, _): "\(type.rawValue) \(token)"
        case .performCallAction(let action, let call), .callActionTimedOut(let action, let call):
            "\(action.rawValue) \(call)"
        case .didWriteData(let session, let task, let bytes, let total),
            .didSendBodyData(let session, let task, let bytes, let total):
            "\(session) \(task): \(bytes) of \(total) bytes"
        case .didResumeAtOffset(let session, let task, let offset): "\(session) \(task): at byte \(offset)"
        case .didFinishDownloading(let session, let task, _): "\(session) \(task)"
        case .didReceiveChallenge(let session, let task, _, let challenge):
            "\(session) \(task): \(challenge.realm ?? "no realm")"
        case .didFinishEvents(let session): session
        case .sceneDidDisconnect(let scene), .sceneActivated(let scene): "scene \(scene)"
        case .didCompleteTransfer(let session, let task, let ended):
            "\(session) \(task): \(ended.code.map { "NSURLErrorDomain \($0)" } ?? "no error")"
        case .audioInterruptionBegan(let reason, let wasSuspended):
            "reason \(reason)\(wasSuspended ? ", was suspended" : "")"
        case .audioInterruptionEnded(let shouldResume): shouldResume ? "shouldResume" : ""
        case .audioRouteChanged(let route): route
        case .liveActivityEnded(let identifier): identifier
        case .remoteCommand(let command): "\(command.name.rawValue)\(command.value.map { " \($0)" } ?? "")"
        case .silenceSecondaryAudioHint(let begins): begins ? "begin" : "end"
        case .didFailLocation(let code): "kCLErrorDomain \(code)"
        case .monitoringDidFail(let identifier, let code): "\(identifier), kCLErrorDomain \(code)"
        case .didBecomeActive, .willResignActive, .didEnterBackground, .willEnterForeground, .willTerminate,
            .didReceiveMemoryWarning, .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable,
            .didInvalidatePushToken, .callAudioSession, .previewEnded, .mediaServicesLost,
            .mediaServicesReset, .audioEngineConfigurationChanged,
            .didUpdateLocation, .didPauseLocationUpdates:
            ""
        }
    }
}

extension WakeKind {
    /// The name of the app's method that is called for a wake of this kind.
    public var callbackName: String {
        switch self {
        case .backgroundFetch: "performFetch"
        case .remoteNotification: "didReceiveRemoteNotification"
        case .urlSession: "handleEventsForBackgroundURLSession"
        case .appRefresh, .processing, .continuedProcessing: "launchHandler"
        case .voipPush: "didReceiveIncomingPush"
        case .voipKeepAlive: "keepAliveHandler"
        case .region: "didCrossRegion"
        case .notificationAction: "didReceiveNotificationResponse"
        case .visit: "didVisit"
        default: "woken.\(rawValue)"
        }
    }
}
