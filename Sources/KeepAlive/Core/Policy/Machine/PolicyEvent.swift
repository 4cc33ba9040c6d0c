/// A fact that is reported to the policy: an event that has happened, never a command.
public enum PolicyEvent: Sendable, Hashable {
    // MARK: The user and the process

    /// The user started the app, and its process runs.
    case launched
    /// The process that the policy ordered for a wake now runs.
    case launchedInBackground
    /// The process that the policy ordered could not be started, for this cause.
    case launchFailed(cause: String)
    /// The app's own code has connected, and answers callbacks from now on. The policy orders the callbacks of the launch
    /// once more, in the same process, so that this code gets them (LC-05, LC-06).
    case checkedIn
    /// A callback of the app returned (LC-08, LC-12, LC-14).
    case callbackReturned(AwaitedCallback)
    /// The user has left the app (LC-05).
    case left(by: LeaveCause)
    /// System UI covers the app, and the user has not left the app (LC-05).
    case covered(by: SystemCover)
    /// The system UI that covered the app has disappeared.
    case uncovered
    /// The user came back to the app, by its icon or the app switcher.
    case returnedToForeground
    /// The user removed the app in the app switcher (LC-19).
    case forceQuit
    /// The system starts the app's process before the user opens it (LC-34).
    case prewarmed
    /// The system or a tool asks the app to end (LC-12).
    case terminationRequested(cause: String)
    /// The app asked for a scene by its number; `nil` stands for a new scene (LC-30).
    case sceneRequested(Int?)
    /// The system disconnected a scene to reclaim its resources; `nil` stands for a scene of the system's choice
    /// (LC-02).
    case sceneDisconnected(Int? = nil)
    /// The user opened a URL or a file with the app (LN-07, SD-71).
    case urlOpened(OpenedURL)
    /// `didFinishLaunching` is about to return false: the URL that launched the app is not handled (LN-07).
    case launchDeclinedURL
    /// The user opened a file from elsewhere with the app (LN-06, SD-70).
    case documentOpened(OpenedDocument)
    /// The user looked for the app's documents in Files (LN-21, SD-48).
    case documentsBrowsed
    /// The app shows a preview of a file, by its path (SD-71).
    case previewPresented(path: String)
    /// The app closed its preview.
    case previewWithdrawn
    /// The user closed the app's preview.
    case previewDismissed
    case processExited(ProcessStatus)
    /// The machine could not freeze the app, or not yet, so the app runs on (MD-18). `attempts` counts the consecutive
    /// failures; `retryAfter` is the time until a freeze may succeed, `nil` if unknown.
    case freezeFailed(cause: String, attempts: Int, retryAfter: Duration? = nil)
    /// An exception of a framework left the app's code uncaught.
    case exceptionNotCaught(AppleException)
    /// The next deadline of the policy is due.
    case deadlineReached

    // MARK: Background tasks

    /// The app called `beginBackgroundTask(withName:expirationHandler:)` and got this identifier.
    case backgroundTaskBegan(BackgroundTaskIdentifier, name: String, hasHandler: Bool = true)
    /// The app called `endBackgroundTask(_:)`.
    case backgroundTaskEnded(BackgroundTaskIdentifier)

    // MARK: Audio

    /// The app called `setCategory` (AS-16).
    case audioCategorySet(AudioSessionConfiguration)
    /// The app called `setActive(true)`, with this configuration; `nil` leaves the configuration unchanged.
    case audioSessionActivated(AudioSessionConfiguration?)
    /// The app called `setActive(false)`, with or without `notifyOthersOnDeactivation` (AS-43, AS-44).
    case audioSessionDeactivated(notifyOthers: Bool = false)
    /// The app called `play()`; `silent` is true for pure silence (AS-37).
    ///
    /// `engine` is the number of the `AVAudioEngine` that is to play, `nil` for other players. Later engines have
    /// higher numbers (AS-62).
    case audioPlaybackRequested(silent: Bool = false, engine: Int? = nil)
    /// The app asked to record, for instance by `record()` (AS-27, AS-39).
    case audioRecordingRequested
    /// The audio device has played this many frames since playback began.
    case audioAdvanced(frames: Int64, sampleRate: Int)
    /// Audio no longer flows, for this cause.
    case audioStalled(cause: String)
    /// The app paused or stopped its player, or its recorder.
    case audioPlaybackStopped
    /// The audio session was changed from outside, or the app set a preference of the session.
    case audioSession(AudioSessionEvent)

    // MARK: Location

    /// The user changed the app's location authorization to this value.
    case locationAuthorizationChanged(LocationAuthorization)
    /// The app called `requestWhenInUseAuthorization()` or `requestAlwaysAuthorization()`. `answer` is the answer that
    /// the user would give if asked (CL-22).
    case locationAuthorizationRequested(always: Bool, answer: LocationAnswer)
    /// The app set `allowsBackgroundLocationUpdates`.
    case allowsBackgroundLocationUpdatesSet(Bool)
    /// The app called `startUpdatingLocation()`.
    case locationUpdatesStarted(pausesAutomatically: Bool)
    /// The app called `stopUpdatingLocation()`.
    case locationUpdatesStopped
    /// The location receiver answers: the session is live, with or without a fix. `source` names the receiver.
    case locationSessionOpened(source: String)
    /// The location receiver no longer answers, for this cause.
    case locationSessionLost(cause: String)
    case locationFixArrived(LocationFix)
    /// The location receiver answers but has no usable fix, for this cause.
    case locationFixMissing(cause: String)
    /// The app used another service of Core Location, or such a service has an event for the app.
    case locationService(LocationServiceEvent)

    // MARK: Wakes

    /// A service has an event for the app. Services with rules of their own have separate events below.
    case wake(WakeKind)
    /// The app called the completion handler of its oldest wake of a kind, or has handled this wake.
    case wakeCompleted(WakeKind)
    /// The app or the system used the task scheduler.
    case taskScheduler(TaskSchedulerEvent)
    /// The app or the system used background fetch.
    case fetch(FetchEvent)
    /// A push arrived, or the app handled a push.
    case push(PushEvent)
    /// The app or the system used VoIP services.
    case voip(VoIPEvent)
    /// The app or the system used a background URL session.
    case transfer(TransferEvent)
    /// The app or the user used CallKit.
    case call(CallEvent)
    /// The app used Live Activities.
    case liveActivity(LiveActivityEvent)
    /// The app or the system used local notifications.
    case notification(NotificationEvent)

    // MARK: The device and its limits

    /// The conditions of the device changed.
    case device(DeviceChange)
    /// The app took, released or used a resource that is not allowed in the background.
    case resource(ResourceEvent)
    /// The app used the keychain.
    case keychain(KeychainEvent)
    /// The CPU time and wakeups of the app's processes: totals since the first launch, over all processes (RB-10,
    /// RB-14).
    case usageSampled(cpu: Duration, wakeups: Int64)
}

/// The callbacks whose return the system waits for.
public enum AwaitedCallback: String, Sendable, Hashable, CaseIterable {
    /// `application(_:didFinishLaunchingWithOptions:)` (LC-14, LC-15).
    case didFinishLaunching
    /// `applicationWillResignActive` (LC-05).
    case willResignActive
    /// `applicationDidEnterBackground` (LC-08, LC-09).
    case didEnterBackground
    /// `applicationWillEnterForeground` (LC-32).
    case willEnterForeground
    /// `applicationWillTerminate` (LC-12, LC-13).
    case willTerminate
}
