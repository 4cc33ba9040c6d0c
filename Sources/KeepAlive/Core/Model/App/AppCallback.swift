/// A callback: a call of iOS into the app. Each case is named after Apple's method or notification.
public enum AppCallback: Sendable, Hashable {
    // MARK: Life cycle

    /// `application(_:didFinishLaunchingWithOptions:)`. The launch cause determines the key of `launchOptions` (LN-09)
    /// or, if `usesScenes` is true, the property of the scene's `connectionOptions` (LC-28).
    case didFinishLaunching(LaunchCause = .user, usesScenes: Bool = false)
    /// `applicationDidBecomeActive` / `sceneDidBecomeActive`.
    case didBecomeActive
    /// `applicationWillResignActive` / `sceneWillResignActive`.
    case willResignActive
    /// `applicationDidEnterBackground` / `sceneDidEnterBackground`.
    case didEnterBackground
    /// `applicationWillEnterForeground` / `sceneWillEnterForeground`.
    case willEnterForeground
    /// `applicationWillTerminate` (LC-12).
    case willTerminate
    /// `applicationDidReceiveMemoryWarning` (LC-22).
    case didReceiveMemoryWarning
    /// `applicationProtectedDataWillBecomeUnavailable` (DP-02).
    case protectedDataWillBecomeUnavailable
    /// `applicationProtectedDataDidBecomeAvailable` (DP-02).
    case protectedDataDidBecomeAvailable
    /// `sceneDidDisconnect`, with the scene's number (LC-02).
    case sceneDidDisconnect(Int)
    /// Another scene replaces the scene in front: the scene delegates of both scenes get their callbacks (LC-30). The
    /// number is that of the new scene.
    case sceneActivated(Int)
    /// `application(_:open:options:)` or `scene(_:openURLContexts:)` (LN-07, LN-08).
    case openURL(OpenedURL)
    /// The user has closed the preview: the end callback of the delegate of `UIDocumentInteractionController` or
    /// `QLPreviewController` (SD-71).
    case previewEnded
    /// A timer of the app has fired; the value is the number that `setTimer` returned.
    case timerFired(Int)

    // MARK: Background tasks and wakes

    /// The expiration handler of one background task (BT-14, BT-16).
    case backgroundTaskExpired(BackgroundTaskIdentifier)
    /// The callback of a wake: `performFetch`, `didReceiveRemoteNotification`, a launch handler and others.
    case woken(WakeKind, identifier: String?)
    /// The expiration handler of a wake (BG-18, MD-13).
    case wakeExpiring(WakeKind, identifier: String?)
    /// `application(_:didReceive:)`: a `UILocalNotification` in the foreground, or after a tap (LN-04, LN-05).
    indirect case didReceiveLocalNotification(NotificationRequest)
    /// `application(_:didReceiveRemoteNotification:)` before iOS 10: a push in the foreground, or after a tap (LN-04,
    /// LN-05).
    indirect case didReceivePush(NotificationRequest)
    /// `userNotificationCenter(_:willPresent:withCompletionHandler:)` for a notification that arrives in the foreground
    /// (LN-11).
    indirect case willPresentNotification(NotificationRequest)
    /// `userNotificationCenter(_:didReceive:withCompletionHandler:)` (LN-12), or
    /// `application(_:handleActionWithIdentifier:for:completionHandler:)`.
    indirect case didReceiveNotificationResponse(AnsweredNotification)
    /// `pushRegistry(_:didUpdate:for:)`, with the VoIP token in lower-case hex (SD-54).
    case didUpdatePushCredentials(token: String)
    /// `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`, with the token in lower-case hex (WK-19).
    case didRegisterForRemoteNotifications(token: String)
    /// A new token for location, Push to Talk or Live Activity pushes, in lower-case hex (WK-19). `activity` is the
    /// Live Activity that the token belongs to; `nil` for other tokens.
    case didReceivePushToken(PushType, token: String, activity: String?)
    /// `Activity.activityStateUpdates`: the system has ended a Live Activity (WK-24).
    case liveActivityEnded(String)
    /// `pushRegistry(_:didInvalidatePushTokenFor:)` (SD-54).
    case didInvalidatePushToken

    /// `provider(_:perform:)` for an action on a call (WK-17).
    case performCallAction(CallAction, call: String)
    /// `provider(_:timedOutPerforming:)` for an action on a call (WK-17).
    case callActionTimedOut(CallAction, call: String)
    /// `provider(_:didActivate:)` or, when `isActive` is false, `provider(_:didDeactivate:)` (WK-18).
    case callAudioSession(isActive: Bool)

    // MARK: Background URL sessions

    /// `urlSession(_:downloadTask:didWriteData:…)`: `bytes` of `of` have been received (SD-43).
    case didWriteData(session: String, task: Int, bytes: Int64, of: Int64)
    /// `urlSession(_:task:didSendBodyData:…)`: `bytes` of `of` have been sent (SD-43).
    case didSendBodyData(session: String, task: Int, bytes: Int64, of: Int64)
    /// `urlSession(_:downloadTask:didResumeAtOffset:…)`, with the offset in bytes (SD-43).
    case didResumeAtOffset(session: String, task: Int, offset: Int64)
    /// `urlSession(_:downloadTask:didFinishDownloadingTo:)` (SD-43, UR-06).
    indirect case didFinishDownloading(session: String, task: Int, TransferRequest)
    /// `urlSession(_:task:didCompleteWithError:)`, the last callback of a task (UR-11, SD-43).
    indirect case didCompleteTransfer(session: String, task: Int, EndedTransfer)
    /// `urlSession(_:task:didReceive:completionHandler:)`: a server asks the app for credentials (UR-02).
    indirect case didReceiveChallenge(session: String, task: Int, TransferRequest, TransferChallenge)
    /// `urlSessionDidFinishEvents(forBackgroundURLSession:)` (UR-04, SD-44).
    case didFinishEvents(session: String)

    // MARK: Audio

    /// `AVAudioSession.interruptionNotification` of type `began`; `reason` is the raw value of `InterruptionReason`.
    /// `wasSuspended` is true if the interruption was posted because the app had been suspended (AS-45, AS-48, AS-49).
    case audioInterruptionBegan(reason: Int, wasSuspended: Bool)
    /// `AVAudioSession.interruptionNotification` of type `ended`, with the option `shouldResume` or without (AS-46).
    case audioInterruptionEnded(shouldResume: Bool)
    /// `AVAudioSession.routeChangeNotification`, with the name of the new output.
    case audioRouteChanged(to: String)
    /// `AVAudioEngineConfigurationChange`: the engine has stopped and must be restarted (AS-62).
    case audioEngineConfigurationChanged
    /// A handler of `MPRemoteCommandCenter` (AS-60).
    case remoteCommand(RemoteCommand)
    /// `AVAudioSession.mediaServicesWereLostNotification`.
    case mediaServicesLost
    /// `AVAudioSession.mediaServicesWereResetNotification` (AS-54).
    case mediaServicesReset
    /// `AVAudioSession.silenceSecondaryAudioHintNotification`: true for `begin`, false for `end` (AS-53).
    case silenceSecondaryAudioHint(Bool)

    // MARK: Location

    /// `locationManager(_:didUpdateLocations:)`, called only on the managers that requested locations for this purpose.
    case didUpdateLocation(LocationFix, for: LocationPurpose = .updates)
    /// `locationManager(_:didFailWithError:)` with the code of `kCLErrorDomain`.
    case didFailLocation(code: Int)
    /// `locationManagerDidPauseLocationUpdates` (CL-12).
    case didPauseLocationUpdates
    /// `locationManager(_:monitoringDidFailFor:withError:)` (CL-17).
    case monitoringDidFail(identifier: String, code: Int)
}
