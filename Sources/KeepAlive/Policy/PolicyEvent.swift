/// A fact that the policy is told: always something that has happened, never a command.
public enum PolicyEvent: Sendable, Hashable {
    // MARK: The user and the process

    /// The user started the app, and its process runs.
    case launched
    /// The process that the policy ordered for a wake runs.
    case launchedInBackground
    /// The process that the policy ordered could not be started, for this reason.
    case launchFailed(cause: String)
    /// The app's own code now answers for its process, which was started without that being known. The app launches
    /// itself, and gets the cause of its launch (LC-05, LC-06).
    case checkedIn
    /// A callback of the app returned (LC-08, LC-12, LC-14).
    case callbackReturned(AwaitedCallback)
    /// The user has left the app (LC-05).
    case left(by: LeaveCause)
    /// Something of the system covers the app, which the user has not left (LC-05).
    case covered(by: SystemCover)
    /// What covered the app has gone.
    case uncovered
    /// The user came back to the app, by its icon or the app switcher.
    case returnedToForeground
    /// The user removed the app in the app switcher (LC-19).
    case forceQuit
    /// The system starts the app's process before the user opens it (LC-34).
    case prewarmed
    /// The system, or a tool, asks the app to end (LC-12).
    case terminationRequested(cause: String)
    /// The app asked for a scene, a new one without a number (LC-30).
    case sceneRequested(Int?)
    /// The system disconnected a scene to reclaim its resources, without a number one of its choice (LC-02).
    case sceneDisconnected(Int? = nil)
    /// The user opened a URL or a file with the app (LN-07, SD-71).
    case urlOpened(OpenedURL)
    /// `didFinishLaunching` is about to return false: the URL that launched the app is not handled (LN-07).
    case launchDeclinedURL
    /// The user opened a file with the app from elsewhere (LN-06, SD-70).
    case documentOpened(OpenedDocument)
    /// The user looked for the app's documents in Files (LN-21, SD-48).
    case documentsBrowsed
    /// The app shows a preview of a file, by its path (SD-71).
    case previewPresented(path: String)
    /// The app takes its preview away.
    case previewWithdrawn
    /// The user closes the app's preview.
    case previewDismissed
    /// The process ended.
    case processExited(ProcessStatus)
    /// The machine could not freeze the app, or not yet, so the app runs on (MD-18). `attempts` counts the failures in
    /// a row; `retryAfter` is the time until it may work, if known.
    case freezeFailed(cause: String, attempts: Int, retryAfter: Duration? = nil)
    /// An exception of a framework left the app's code without being caught.
    case exceptionNotCaught(AppleException)
    /// The armed deadline has come.
    case deadlineReached

    // MARK: Background tasks

    /// The app called `beginBackgroundTask(withName:expirationHandler:)` and got this identifier.
    case backgroundTaskBegan(BackgroundTaskIdentifier, name: String, hasHandler: Bool = true)
    /// The app called `endBackgroundTask(_:)`.
    case backgroundTaskEnded(BackgroundTaskIdentifier)

    // MARK: Audio

    /// The app called `setCategory` (AS-16).
    case audioCategorySet(AudioSessionConfiguration)
    /// The app set its category, if it names one, and called `setActive(true)`.
    case audioSessionActivated(AudioSessionConfiguration?)
    /// The app called `setActive(false)`, with or without `notifyOthersOnDeactivation` (AS-43, AS-44).
    case audioSessionDeactivated(notifyOthers: Bool = false)
    /// The app called `play()`; `silent` means that it plays pure silence (AS-37).
    ///
    /// `engine` is the number of the `AVAudioEngine` that is to play, larger for those made later (AS-62).
    case audioPlaybackRequested(silent: Bool = false, engine: Int? = nil)
    /// The app started to record (AS-27, AS-39).
    case audioRecordingRequested
    /// The device's pointer advanced to this many frames since playback began.
    case audioAdvanced(frames: Int64, sampleRate: Int)
    /// Audio no longer flows, for this reason.
    case audioStalled(cause: String)
    /// The app paused or stopped its player or recorder.
    case audioPlaybackStopped
    /// Something happened to the session from outside, or the app set a preference of it.
    case audioSession(AudioSessionEvent)

    // MARK: Location

    /// The user changed the location authorization of the app to this one.
    case locationAuthorizationChanged(LocationAuthorization)
    /// The app called `requestWhenInUseAuthorization()` or `requestAlwaysAuthorization()`, and the user would give this
    /// answer if asked (CL-22).
    case locationAuthorizationRequested(always: Bool, answer: LocationAnswer)
    /// The app set `allowsBackgroundLocationUpdates`.
    case allowsBackgroundLocationUpdatesSet(Bool)
    /// The app called `startUpdatingLocation()`.
    case locationUpdatesStarted(pausesAutomatically: Bool)
    /// The app called `stopUpdatingLocation()`.
    case locationUpdatesStopped
    /// The receiver answers: the session is live, with or without a fix.
    case locationSessionOpened(source: String)
    /// The receiver is gone, for this reason.
    case locationSessionLost(cause: String)
    /// A new fix arrived.
    case locationFixArrived(LocationFix)
    /// The receiver is there and has no usable fix, for this reason.
    case locationFixMissing(cause: String)
    /// The app used another part of Core Location, or one of its services has something for the app.
    case locationService(LocationServiceEvent)

    // MARK: Wakes

    /// A service has something for the app; those with rules of their own have events of their own.
    case wake(WakeKind)
    /// The app called the completion handler of its oldest wake of a kind, or has dealt with it.
    case wakeCompleted(WakeKind)
    /// The app or the system used the task scheduler.
    case taskScheduler(TaskSchedulerEvent)
    /// The app or the system used background fetch.
    case fetch(FetchEvent)
    /// A push arrived, or the app dealt with one.
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
    /// The app took, gave back or used a resource that the background forbids.
    case resource(ResourceEvent)
    /// The app used the keychain.
    case keychain(KeychainEvent)
    /// The counters of the app's processes: totals since the first launch, over all lives (RB-10, RB-14).
    case usageSampled(cpu: Duration, wakeups: Int64)
}

/// Parts of the system that cover an app without leaving it (LC-05).
public enum SystemCover: String, Sendable, Hashable, CaseIterable {
    /// The notifications, from the top of the screen.
    case notificationCenter = "notification-center"
    /// The switches and sliders of the system.
    case controlCenter = "control-center"
    /// The list of the apps in use.
    case appSwitcher = "app-switcher"
}

/// Callbacks whose return the system waits for.
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

/// Changes to an audio session from outside, and the preferences that an app sets.
public enum AudioSessionEvent: Sendable, Hashable {
    /// The cause of an interruption.
    public enum Cause: String, Sendable, Hashable, CaseIterable {
        /// A phone call that has been accepted.
        case call
        /// A phone rings, on the whole screen: the call has not been accepted.
        case ringing
        /// A banner of an incoming call that has not been accepted (AS-51).
        case callBanner
        /// An alarm or timer.
        case alarm
        /// Siri listens or answers.
        case siri
        /// Another app's session that does not mix.
        case otherApp
        /// The built-in microphone was muted (AS-48).
        case builtInMicMuted
        /// The route was disconnected (AS-52).
        case routeDisconnected
    }

    /// Another app activated its session and plays.
    case otherAppBegan(AudioSessionArbiter.Session)
    /// Another app ended its sound, and notifies others or not (AS-44); without a name, all apps that play did.
    case otherAppEnded(app: String? = nil, notifiesOthers: Bool)
    /// A call, an alarm or a muted microphone interrupts the session (AS-45).
    case interruptionBegan(Cause)
    /// The interruption by this cause is over (AS-46); without a cause, any interruption.
    case interruptionEnded(Cause? = nil, shouldResume: Bool)
    /// Headphones or another route came or went; `disconnected` means that the route in use is gone (AS-52).
    case routeChanged(to: AudioPort, disconnected: Bool)
    /// The media server died (AS-20).
    case mediaServicesLost
    /// The media server is back: everything is to be built anew (AS-54).
    case mediaServicesReset
    /// Siri began or ceased to record (AS-25).
    case siriRecording(Bool)
    /// The app set what is playing, and so became the Now Playing app, or cleared it (AS-23).
    case nowPlaying(Bool)
    /// Another app became the Now Playing app (AS-23).
    case nowPlayingTaken
    /// The app handles these remote commands from now on, and no others (AS-60).
    case remoteCommandsHandled(Set<RemoteCommand.Name>)
    /// The user gives a remote command, and the app is the Now Playing app, or none is (AS-60).
    case remoteCommand(RemoteCommand)
    /// `setPrefersNoInterruptionsFromSystemAlerts` (AS-51).
    case prefersNoInterruptionsFromSystemAlerts(Bool)
    /// `setPrefersInterruptionOnRouteDisconnect` (AS-52).
    case prefersInterruptionOnRouteDisconnect(Bool)
    /// The device has an input, or has none (AS-30).
    case inputAvailable(Bool)

    /// Another app's sound began, which mixes or does not.
    public static func otherAppBegan(mixes: Bool) -> Self { .otherAppBegan(.init(mixes: mixes)) }

    /// Another app's sound in mode `spokenAudio` began, which mixes or does not (AS-10).
    public static func otherAppBeganToSpeak(mixes: Bool) -> Self { .otherAppBegan(.init(mixes: mixes, speaks: true)) }

    /// Another app began a spoken prompt with `interruptSpokenAudioAndMixWithOthers` (AS-10).
    public static var otherAppPrompted: Self { .otherAppBegan(.init(mixes: true, interruptsSpeech: true)) }
}

/// Events of the rest of Core Location, by the app or the system.
public enum LocationServiceEvent: Sendable, Hashable {
    /// `distanceFilter` in metres; 0 is none (CL-15).
    case distanceFilterSet(Double)
    /// `desiredAccuracy` in metres; 0 is the best (CL-48).
    case desiredAccuracySet(Double)
    /// The user switched Precise Location for the app (CL-49).
    case preciseLocation(Bool)
    /// `requestTemporaryFullAccuracyAuthorization(withPurposeKey:)`, and whether the user would agree (CL-51).
    case fullAccuracyRequested(purpose: String, granted: Bool)
    /// The user's second answer where the first one was provisional: Change to Always Allow, or Keep Only While Using
    /// (CL-53).
    case alwaysPromptAnswered(always: Bool)
    /// `showsBackgroundLocationIndicator` (CL-14).
    case showsIndicatorSet(Bool)
    /// A `CLBackgroundActivitySession` was created or invalidated (CL-09).
    case backgroundActivitySession(Bool)
    /// A `CLServiceSession` was created or invalidated (CL-11).
    case serviceSession(Bool)
    /// `requestLocation()`, with or without a delegate that has both of its methods (CL-21).
    case locationRequested(hasDelegate: Bool, handlesFailure: Bool = true)
    /// `allowDeferredLocationUpdates` or its end (CL-20).
    case deferredUpdates(Bool)
    /// `startMonitoringSignificantLocationChanges()` or its end (CL-16).
    case significantChangeMonitoring(Bool)
    /// The phone network says that the device is here now (CL-16, CL-17).
    case moved(LocationFix)
    /// `startMonitoring(for:)` (CL-17); without a region, `regionCrossed` reports its crossings.
    case regionMonitoringStarted(identifier: String, region: CircularRegion? = nil)
    /// `stopMonitoring(for:)`.
    case regionMonitoringStopped(identifier: String)
    /// The device is this many metres beyond the boundary of a region, and has been there for this time; without a
    /// time, for long enough (CL-17, CL-45).
    ///
    /// `entry` is true when the device has come into the region, for which fewer metres are enough.
    case regionCrossed(identifier: String, metres: Double, stayed: Duration? = nil, entry: Bool = false)
    /// `startMonitoringVisits()` or its end (CL-19).
    case visitMonitoring(Bool)
    /// The device arrived somewhere or left (CL-19).
    case visited(departs: Bool = false)
    /// The app asked for ranging of a nearby device, which is paired and connected over Bluetooth or not, with or
    /// without a Live Activity that has started (BM-12).
    case ranging(paired: Bool, liveActivity: Bool)
}

/// Events of `BGTaskScheduler`, by the app or the system.
public enum TaskSchedulerEvent: Sendable, Hashable {
    /// `register(forTaskWithIdentifier:using:launchHandler:)` (BG-01 to BG-03).
    case registered(identifier: String)
    /// `submit(_:)` (BG-05 to BG-09).
    case submitted(BackgroundTaskRequest)
    /// `cancel(taskRequestWithIdentifier:)`; `nil` is `cancelAllTaskRequests()`.
    case cancelled(identifier: String?)
    /// The system has a quiet moment for pending requests (BG-12, BG-15, BG-16).
    case opportunity
    /// The debugger's simulated launch of one task (BG-25, SD-47).
    case launchSimulated(identifier: String)
    /// The system expires a task that runs, long before its time is over (BG-14).
    case expired(identifier: String)
    /// The debugger's simulated expiration of one task (BG-25).
    case expirationSimulated(identifier: String)
    /// The app set or cleared the task's `expirationHandler` (BG-17).
    case expirationHandlerSet(identifier: String, Bool)
    /// `setTaskCompleted(success:)` (BG-18, BG-19).
    case completed(identifier: String, success: Bool)
    /// The continued task reported progress (BG-21).
    case progressed(identifier: String)
    /// The user cancelled the continued task (BG-21).
    case cancelledByUser(identifier: String)
}

/// Events of background fetch, by the app or the system.
public enum FetchEvent: Sendable, Hashable {
    /// `setMinimumBackgroundFetchInterval`; `nil` is never, zero as often as possible (WK-01).
    case intervalSet(Duration?)
    /// The system has a moment for a fetch (WK-01).
    case opportunity
    /// The app called the completion handler (WK-03).
    case completed(BackgroundFetchResult)
    /// The app implements `performFetch` or the push callback (BM-16).
    case implemented(BackgroundMode)
}

/// Events of remote notifications, by the app or the system.
public enum PushEvent: Sendable, Hashable {
    /// A silent push arrived: `content-available` alone, with its priority (WK-05), and by what its payload is known.
    case silent(priority: Int = 5, identifier: String? = nil)
    /// A push with an alert, a badge or a sound arrived: it is shown, and does not wake the app (WK-05, LN-05).
    indirect case alert(NotificationRequest)
    /// A push of any kind arrived, with all that its sender gave it.
    indirect case arrived(RemotePush)
    /// The system has a token for the app (WK-19, SD-54), of a Live Activity's where one is named.
    case tokenReceived(PushType, token: [UInt8], activity: String? = nil)
    /// The app called the completion handler (WK-04).
    case completed(BackgroundFetchResult)
}

/// Events of VoIP, by the app or the system.
public enum VoIPEvent: Sendable, Hashable {
    /// The app asked PushKit for pushes of calls (SD-54).
    case pushKitUsed
    /// PushKit has a token for the app, as bytes (SD-54).
    case credentialsUpdated(token: [UInt8])
    /// PushKit has taken the token back: pushes to it no longer arrive (SD-54).
    case tokenInvalidated
    /// A PushKit VoIP push arrived (WK-08), known by this identifier.
    case pushed(identifier: String? = nil)
    /// The app reported the call to CallKit in the same turn of its run loop (WK-08, WK-10).
    case callReported
    /// The callback of a VoIP push returned without a report (WK-08).
    case returnedWithoutReport
    /// The app used CallKit (BM-17).
    case callKitUsed
    /// An app extension reported an encrypted VoIP push (WK-16).
    case reportedByExtension
    /// `setKeepAliveTimeout(_:handler:)` (WK-13).
    case keepAliveTimeoutSet(Duration)
    /// `clearKeepAliveTimeout()` (WK-13).
    case keepAliveCleared
    /// The app tagged a socket as its signalling socket (SD-50).
    case socketTagged(Bool)
    /// Data arrived on the tagged socket (SD-50).
    case socketDataArrived
    /// The app joined or left a Push to Talk channel (BM-13).
    case pushToTalkChannel(Bool)
    /// `setActiveRemoteParticipant(nil, …)`: nobody speaks in the channel any more (BM-22).
    case remoteParticipantLeft
    /// A Push to Talk push arrived (BM-13).
    case pushToTalkPushed(identifier: String? = nil)
}

/// Events of CallKit, by the app or the user (WK-17).
public enum CallEvent: Sendable, Hashable {
    /// `reportNewIncomingCall(with:update:completion:)`: the device rings.
    case reported(call: String)
    /// The app has asked `CXCallController` for an action.
    case transactionRequested(CallAction, call: String)
    /// The user acts in the system's interface: answers, declines, hangs up, holds.
    case userRequested(CallAction, call: String)
    /// The app's provider has fulfilled an action.
    case fulfilled(CallAction, call: String)
    /// The app's provider has failed an action.
    case failed(CallAction, call: String)
    /// `reportCall(with:endedAt:reason:)`.
    case ended(call: String)
    /// `CXProviderConfiguration.maximumCallGroups`.
    case groupsLimited(to: Int)
    /// `CXProvider.invalidate()`: all its calls end.
    case providerInvalidated
}

/// A way into the background (LC-05, SD-01).
public enum LeaveCause: Sendable, Hashable, CaseIterable {
    /// The user pressed home.
    case home
    /// The screen was locked.
    case lock
    /// Another app came to the front.
    case otherApp

    /// The way in words.
    package var inWords: String {
        switch self {
        case .home: "home pressed"
        case .lock: "the screen was locked"
        case .otherApp: "another app came to the front"
        }
    }
}

/// Events of background URL sessions, by the app or the system.
public enum TransferEvent: Sendable, Hashable {
    /// A session with this identifier exists now in the app (UR-04, SD-42).
    case sessionCreated(identifier: String, sendsLaunchEvents: Bool = true, discretionary: Bool = false)
    /// The app has made a task of the session; it is resumed later (UR-01).
    indirect case taskCreated(identifier: String, task: Int, TransferRequest)
    /// The app has made a task of the session, with the next number, and resumed it at once (UR-01).
    indirect case taskStarted(identifier: String, TransferRequest)
    /// A task of the session was resumed (UR-03, UR-08). Without a number it is a transfer outside of the policy's sight:
    /// it runs at once, and ``finished(identifier:)`` or ``failed(identifier:code:)`` tells its end.
    case taskResumed(identifier: String, task: Int? = nil)
    /// The app asked the session for a task that background sessions do not have (UR-21).
    case unsupportedTaskMade(identifier: String, UnsupportedTask)
    /// The system's process that transfers has died, and is started anew (UR-23).
    case serviceLost
    /// The app has suspended a task (UR-01).
    case taskSuspended(identifier: String, task: Int)
    /// The app has cancelled a task, which ends with `NSURLErrorCancelled` (UR-01); with resume data, what a download
    /// has received stays (UR-20).
    case taskCancelled(identifier: String, task: Int, producesResumeData: Bool = false)
    /// The app has set a task's `taskDescription`, or its `earliestBeginDate` to so long from now (UR-17); `nil` leaves
    /// the one or the other as it was.
    indirect case taskChanged(identifier: String, task: Int, description: String?, earliestBegin: Duration?)
    /// A download has received this many of its bytes (SD-43); -1 of a total that is not known.
    case wrote(identifier: String, task: Int = 1, bytes: Int64, of: Int64)
    /// An upload has sent this many of its bytes (SD-43).
    case sent(identifier: String, task: Int, bytes: Int64, of: Int64)
    /// A download that broke off goes on from this byte (SD-43).
    case resumedAtOffset(identifier: String, task: Int = 1, offset: Int64)
    /// The connection of a task that runs has failed, with this code of `NSURLErrorDomain` (UR-16).
    case taskBrokeOff(identifier: String, task: Int, code: Int)
    /// The server of a task that runs asks who the app is (UR-02).
    indirect case challenged(identifier: String, task: Int, TransferChallenge)
    /// The app has answered the server's question (UR-02); a credential counts with `useCredential`.
    indirect case challengeAnswered(
        identifier: String, task: Int, ChallengeDisposition, credential: TransferCredential? = nil)
    /// A task has ended: with success, or for good with this code of `NSURLErrorDomain` (UR-02).
    case taskCompleted(identifier: String, task: Int, code: Int?)
    /// All transfers of the session have ended, or the server asks for authentication (UR-02).
    case finished(identifier: String)
    /// The last transfer of the session has failed for good, with this code of `NSURLErrorDomain` (UR-11).
    case failed(identifier: String, code: Int)
    /// The system has kept a session through a restart of its own (UR-01).
    indirect case restored(RestoredSession)
    /// `urlSession(_:downloadTask:didFinishDownloadingTo:)` has returned (SD-43).
    case delegateReturned(identifier: String, task: Int)
    /// `urlSession(_:task:didCompleteWithError:)` has returned (SD-43, UR-06).
    case completionReturned(identifier: String, task: Int)
    /// The process that was being told of a finished download has ended, and had moved the file (SD-43).
    case fileTaken(identifier: String, task: Int)
    /// The app called the stored completion handler (UR-04, SD-44).
    case handlerCalled(identifier: String)
    /// The app moved the downloaded file to its own place, during the call that named it or after that (SD-43).
    case fileMoved(identifier: String, afterReturn: Bool)
}

/// The tasks that background sessions do not have (UR-21).
public enum UnsupportedTask: String, Sendable, Hashable, CaseIterable {
    /// Whose answer comes into memory.
    case data
    /// Which sends data out of memory.
    case uploadFromData = "upload-from-data"
    /// Whose end is told to a handler.
    case completionHandler = "completion-handler"

    /// The reason of the exception.
    public var reason: String {
        switch self {
        case .data: "Data tasks are not supported in background sessions. Use a download or an upload task."
        case .uploadFromData: "Upload tasks from NSData are not supported in background sessions."
        case .completionHandler:
            "Completion handler blocks are not supported in background sessions. Use a delegate instead."
        }
    }
}

/// Events of Live Activities, by the app; a push that starts one is a push (WK-21).
public enum LiveActivityEvent: Sendable, Hashable {
    /// `Activity.request(attributes:content:pushType:)` (WK-24).
    case requested(String)
    /// `Activity.end(_:dismissalPolicy:)` (WK-24).
    case ended(String)
}

/// Events of local notifications, by the app or the system.
public enum NotificationEvent: Sendable, Hashable {
    /// `requestAuthorization(options:)`, or `registerUserNotificationSettings(_:)` (LN-10).
    case authorizationRequested(isProvisional: Bool = false)
    /// `add(_:)`, or `scheduleLocalNotification(_:)` (LN-01, LN-17).
    indirect case added(NotificationRequest)
    /// Pending notifications with these identifiers, or all of them, were cancelled (SD-60, LN-17).
    case removedPending([String]?)
    /// Notifications that the user sees, with these identifiers or all of them, were removed (LN-17).
    case removedDelivered([String]?)
    /// `setNotificationCategories(_:)` (LN-13).
    case categoriesSet([NotificationCategory])
    /// `setBadgeCount(_:)`, or `applicationIconBadgeNumber` (LN-18).
    case badgeSet(Int)
    /// The notification centre has a delegate, or has none (LN-11, LN-12).
    case delegateSet(Bool)
    /// The user clears all notifications of the app at once (LN-13).
    case cleared
    /// The completion handler of `willPresent` was called (LN-11).
    case presentationChosen(identifier: String, NotificationPresentation)
    /// The app has dealt with the answer for which it was woken, known by the wake's identifier (LN-12, MD-27).
    case answerHandled(wake: String)
    /// The user allows notifications in Settings, or no longer; before the app asks, the answer that it will get (LN-10).
    case permissionChanged(allowed: Bool)
    /// A notification fires now, whatever its trigger (LN-04, LN-05).
    case fired(identifier: String)
    /// The user tapped a notification, chose an action of it, or dismissed it (LN-05, LN-12, LN-13).
    indirect case responded(NotificationResponse)
}

/// Events of the resources that the background forbids: the app takes, gives back or uses one.
public enum ResourceEvent: Sendable, Hashable {
    /// A lock on a file in a shared container was taken (RB-15).
    ///
    /// `isShared` is false in the app's own container, where a lock is no reason to end it (RB-21).
    case fileLocked(path: String, isShared: Bool = true)
    /// The lock was given back.
    case fileUnlocked(path: String)
    /// The host found these locks held at the moment of suspension (RB-15).
    case locksFoundAtSuspension(paths: [String])
    /// The contacts or calendar database was opened, or closed (LC-24).
    case sharedDatabase(held: Bool)
    /// Sockets are open, this many (LC-23).
    case socketsOpen(Int)
    /// The system has taken this many sockets from the app that it has frozen (LC-23).
    case socketsTaken(Int)
    /// A Bonjour service was published, or withdrawn (LC-23).
    case bonjourPublished(Bool)
    /// OpenGL ES was called (LC-25).
    case openGLUsed
    /// Work was submitted to Metal (LC-26).
    case metalUsed
    /// The app asks for Bluetooth state restoration, or no longer does (BM-07).
    case bluetoothRestoration(Bool)
    /// The app wrote to a file (LN-06).
    case fileWritten(path: String)
    /// The app deleted a file (LN-06).
    case fileDeleted(path: String)
    /// The app opens a file of a class of data protection, or makes a new one (UR-13, DP-06).
    case protectedFileOpened(path: String, ProtectionClass = .complete, writesNew: Bool = false)
    /// The memory in use changed, in MB (RB-09).
    case memoryUsed(megabytes: Int)
}
