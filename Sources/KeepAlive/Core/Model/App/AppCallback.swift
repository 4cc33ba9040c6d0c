/// A call of the system into the app, named after Apple's.
public enum AppCallback: Sendable, Hashable {
    // MARK: Life cycle

    /// `application(_:didFinishLaunchingWithOptions:)`; the cause gives the key of `launchOptions` (LN-09), or of the options with
    /// which the scene is connected (LC-28).
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
    /// A scene takes the place of the one in front: the calls of both their delegates (LC-30).
    case sceneActivated(Int)
    /// `application(_:open:options:)` or `scene(_:openURLContexts:)` (LN-07, LN-08).
    case openURL(OpenedURL)
    /// The user has closed the app's preview: the delegate's method of what showed it (SD-71).
    case previewEnded
    /// A timer that the app set has fired.
    case timerFired(Int)

    // MARK: Background tasks and wakes

    /// The expiration handler of one background task (BT-14, BT-16).
    case backgroundTaskExpired(BackgroundTaskIdentifier)
    /// The callback of a wake: `performFetch`, `didReceiveRemoteNotification`, a launch handler, …
    case woken(WakeKind, identifier: String?)
    /// The expiration handler of a wake (BG-18, MD-13).
    case wakeExpiring(WakeKind, identifier: String?)
    /// `application(_:didReceive:)`: a `UILocalNotification` in the foreground, or after a tap (LN-04, LN-05).
    indirect case didReceiveLocalNotification(NotificationRequest)
    /// `application(_:didReceiveRemoteNotification:)` before iOS 10: a push in the foreground, or after a tap (LN-04, LN-05).
    indirect case didReceivePush(NotificationRequest)
    /// `userNotificationCenter(_:willPresent:withCompletionHandler:)` (LN-11).
    indirect case willPresentNotification(NotificationRequest)
    /// `userNotificationCenter(_:didReceive:withCompletionHandler:)` (LN-12), or
    /// `application(_:handleActionWithIdentifier:for:completionHandler:)`.
    indirect case didReceiveNotificationResponse(AnsweredNotification)
    /// `pushRegistry(_:didUpdate:for:)`: the token as lower-case hex (SD-54).
    case didUpdatePushCredentials(token: String)
    /// `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`, in hex (WK-19).
    case didRegisterForRemoteNotifications(token: String)
    /// A token for location, Push to Talk or Live Activity pushes, in hex (WK-19).
    case didReceivePushToken(PushType, token: String, activity: String?)
    /// `Activity.activityStateUpdates`: the system has ended a Live Activity (WK-24).
    case liveActivityEnded(String)
    /// `pushRegistry(_:didInvalidatePushTokenFor:)` (SD-54).
    case didInvalidatePushToken

    /// `provider(_:perform:)` of a call action (WK-17).
    case performCallAction(CallAction, call: String)
    /// `provider(_:timedOutPerforming:)` of a call action (WK-17).
    case callActionTimedOut(CallAction, call: String)
    /// `provider(_:didActivate:)` and `provider(_:didDeactivate:)` (WK-18).
    case callAudioSession(isActive: Bool)

    // MARK: Background URL sessions

    /// `urlSession(_:downloadTask:didWriteData:…)` of a session (SD-43).
    case didWriteData(session: String, task: Int, bytes: Int64, of: Int64)
    /// `urlSession(_:task:didSendBodyData:…)` of a session (SD-43).
    case didSendBodyData(session: String, task: Int, bytes: Int64, of: Int64)
    /// `urlSession(_:downloadTask:didResumeAtOffset:…)` of a session (SD-43).
    case didResumeAtOffset(session: String, task: Int, offset: Int64)
    /// `urlSession(_:downloadTask:didFinishDownloadingTo:)` of a session (SD-43, UR-06).
    indirect case didFinishDownloading(session: String, task: Int, TransferRequest)
    /// `urlSession(_:task:didCompleteWithError:)`, the last call about a task (UR-11, SD-43).
    indirect case didCompleteTransfer(session: String, task: Int, EndedTransfer)
    /// `urlSession(_:task:didReceive:completionHandler:)`: a server asks who the app is (UR-02).
    indirect case didReceiveChallenge(session: String, task: Int, TransferRequest, TransferChallenge)
    /// `urlSessionDidFinishEvents(forBackgroundURLSession:)` of a session (UR-04, SD-44).
    case didFinishEvents(session: String)

    // MARK: Audio

    /// `AVAudioSession.interruptionNotification`, began: the reason's number, and whether it came because the app was
    /// suspended (AS-45, AS-48, AS-49).
    case audioInterruptionBegan(reason: Int, wasSuspended: Bool)
    /// `AVAudioSession.interruptionNotification`, ended (AS-46).
    case audioInterruptionEnded(shouldResume: Bool)
    /// `AVAudioSession.routeChangeNotification`.
    case audioRouteChanged(to: String)
    /// `AVAudioEngineConfigurationChange` (AS-62).
    case audioEngineConfigurationChanged
    /// A handler of `MPRemoteCommandCenter` (AS-60).
    case remoteCommand(RemoteCommand)
    /// `AVAudioSession.mediaServicesWereLostNotification`.
    case mediaServicesLost
    /// `AVAudioSession.mediaServicesWereResetNotification` (AS-54).
    case mediaServicesReset
    /// `AVAudioSession.silenceSecondaryAudioHintNotification` (AS-53).
    case silenceSecondaryAudioHint(Bool)

    // MARK: Location

    /// `locationManager(_:didUpdateLocations:)`, called only on the managers that have asked for the location.
    case didUpdateLocation(LocationFix, for: LocationPurpose = .updates)
    /// `locationManager(_:didFailWithError:)` with the code of `kCLErrorDomain`.
    case didFailLocation(code: Int)
    /// `locationManagerDidPauseLocationUpdates` (CL-12).
    case didPauseLocationUpdates
    /// `locationManager(_:monitoringDidFailFor:withError:)` (CL-17).
    case monitoringDidFail(identifier: String, code: Int)
}
