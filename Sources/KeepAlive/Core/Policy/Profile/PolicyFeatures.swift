/// The features that only some versions of iOS have. A property is true if its comment holds for the profile's version.
/// What a comment says after "otherwise" holds for all other versions.
package struct PolicyFeatures: Sendable, Hashable {
    /// Events do not launch an app that the user has removed from the app switcher.
    package internal(set) var forceQuitMark = false
    /// The app switcher gets a snapshot of an app in the light and in the dark appearance.
    package internal(set) var snapshotsBothAppearances = false
    /// A background app gets `didEnterBackground` once more when the user removes it from the app switcher.
    package internal(set) var forceQuitEntersBackground = false
    /// An active app becomes inactive while it gets an opened URL, and active again afterwards.
    package internal(set) var openURLResigns = false
    /// Bluetooth state restoration outlives a restart of the device.
    package internal(set) var bluetoothSurvivesReboot = false
    /// A VoIP push keeps the app awake for the whole budget of the wake, even if the app reports the call earlier.
    package internal(set) var voipPushKeepsAwake = false
    /// VoIP keep-alive handlers still have an effect in apps that were built with an old SDK.
    package internal(set) var legacyVoIPOfOldSDK = false
    /// A task request that the Info.plist does not permit raises an exception.
    package internal(set) var unpermittedRequestRaises = false
    /// A `CLMonitor` reports each crossing of a region's boundary twice.
    package internal(set) var monitorTellsTwice = false
    /// Region crossings are reported only with Always authorization.
    package internal(set) var regionsNeedAlways = false
    /// A request for Always authorization needs both usage strings.
    package internal(set) var alwaysNeedsBothKeys = false
    /// The sockets of a suspended app stay open until the screen lock.
    package internal(set) var socketsOutliveSuspension = false
    /// Simulators suspend apps.
    package internal(set) var suspendsOnSimulator = false
    /// `UIApplicationExitsOnSuspend` ends an app when the user leaves it.
    package internal(set) var exitsOnSuspendKey = false
    /// An opened URL is delivered by `application(_:open:options:)`, not by the older method with `sourceApplication`.
    package internal(set) var openURLWithOptions = false
    /// The report of a kill because `willTerminate` took too long has the text "Failed to terminate gracefully".
    package internal(set) var terminatesGracefully = false
    /// The log line about ending an unknown background task has the task's identifier in hexadecimal in addition to
    /// decimal.
    package internal(set) var hexadecimalTasks = false
    /// The report of a kill for a background task that was not ended in time names, besides the tasks, the assertion
    /// that all tasks share.
    package internal(set) var namesSharedAssertion = false
    /// The report of a kill for a background task that was not ended in time begins with the assertion that all tasks
    /// share; otherwise it says that the app has assertions beyond the permitted time.
    package internal(set) var sharedTaskAssertion = false
    /// The termination code of a kill for a wake that was not completed depends on the kind of wake.
    package internal(set) var wakeOverrunCodes = false
    /// `BGTaskScheduler` exists.
    package internal(set) var taskScheduler = false
    /// `BGTaskScheduler` accepts continued tasks.
    package internal(set) var continuedTasks = false
    /// A silent push reaches an app that is not in front only with `apns-priority` 5.
    package internal(set) var backgroundPushPriority = false
    /// PushKit exists.
    package internal(set) var pushKit = false
    /// An app that reports no call after a VoIP push is terminated.
    package internal(set) var voipPushMustReport = false
    /// The texts about an unreported VoIP push name IncomingCallNotifications in addition to CallKit.
    package internal(set) var incomingCallNotifications = false
    /// CallKit exists.
    package internal(set) var callKit = false
    /// CallKit needs `voip` in UIBackgroundModes.
    package internal(set) var callKitNeedsMode = false
    /// An app extension can report an encrypted VoIP push.
    package internal(set) var encryptedVoIPPushes = false
    /// `setKeepAliveTimeout(_:handler:)` has an effect.
    package internal(set) var voipKeepAlive = false
    /// An app that was built with a recent SDK is terminated when it tags a socket for VoIP.
    package internal(set) var voipSocketsTrap = false
    /// A VoIP app is launched after a boot, and again when it has ended with an error.
    package internal(set) var voipRelaunch = false
    /// `allowsBackgroundLocationUpdates` exists, and background updates need this property in addition to the mode
    /// `location`.
    package internal(set) var backgroundLocationSwitch = false
    /// Location updates pause automatically.
    package internal(set) var locationPauses = false
    /// `showsBackgroundLocationIndicator` shows that an app uses location in the background.
    package internal(set) var locationIndicator = false
    /// Location updates with a distance filter or a coarse accuracy keep an app with Always authorization running only
    /// if it shows the location indicator or has a `CLBackgroundActivitySession`.
    package internal(set) var coarseUpdatesSuspend = false
    /// An app with When In Use authorization gets location in the background, with a blue bar.
    package internal(set) var whenInUseIndicator = false
    /// Apps can monitor visits.
    package internal(set) var visits = false
    /// `requestLocation()` exists.
    package internal(set) var requestsLocation = false
    /// An app needs the user's permission to show notifications, and notifications may have actions.
    package internal(set) var notificationPermission = false
    /// `UNUserNotificationCenter` exists.
    package internal(set) var userNotifications = false
    /// If an app schedules too many local notifications, the system keeps the notifications that fire first; otherwise
    /// the notifications that were added last.
    package internal(set) var keepsSoonestNotifications = false
    /// Location pushes exist.
    package internal(set) var locationPushes = false
    /// Live Activities exist.
    package internal(set) var liveActivities = false
    /// A push can start a Live Activity.
    package internal(set) var liveActivityPushes = false
    /// An app may show quiet notifications before the user has decided (provisional authorization).
    package internal(set) var provisionalNotifications = false
    /// Location updates can be deferred.
    package internal(set) var deferredLocations = false
    /// The system starts apps before the user opens them (LC-34).
    package internal(set) var prewarming = false
    /// Prewarming launches the app; otherwise the prewarmed process waits at `UIApplicationMain`.
    package internal(set) var prewarmLaunches = false
    /// The user can switch Precise Location off.
    package internal(set) var reducedAccuracy = false
    /// An app behind the notification center becomes active again once the notification center is open, and a second
    /// time when the notification center is closed (LC-05).
    package internal(set) var notificationCenterActivatesTwice = false
    /// Accessories that AccessorySetupKit has set up launch an app even if it was force-quit (BM-07).
    package internal(set) var setUpAccessoriesRelaunch = false
    /// The user can answer Allow Once, and an Always authorization can be provisional (CL-52, CL-53).
    package internal(set) var temporaryLocationAnswers = false
    /// `CLBackgroundActivitySession` exists.
    package internal(set) var locationActivitySessions = false
    /// `CLServiceSession` exists.
    package internal(set) var locationServiceSessions = false
    /// An app with the mode `nearby-interaction` may measure the distance to paired devices in the background.
    package internal(set) var nearbyInteractionMode = false
    /// An app with the mode `nearby-interaction` and a Live Activity may measure the distance to unpaired devices in
    /// the background.
    package internal(set) var liveActivityRanging = false
    /// While Background App Refresh is off, no event of Core Location reaches an app in the background.
    package internal(set) var refreshGatesLocation = false
    /// The use of OpenGL ES in the background kills the app; otherwise iOS only refuses the OpenGL ES work.
    package internal(set) var openGLKills = false
    /// The suspension of an app that holds a lock on a shared file kills the app.
    package internal(set) var fileLocksKill = false
    /// `setActive(false)` of an audio session fails while sound runs, and the session stays active.
    package internal(set) var sessionStaysActiveWhilePlaying = false
    /// `setActive(false)` fails while sound runs, but stops the sound and deactivates the session.
    package internal(set) var deactivationFailsWhilePlaying = false
    /// `setPrefersNoInterruptionsFromSystemAlerts` has an effect.
    package internal(set) var noAlertInterruptions = false
    /// A disconnected route interrupts the Now Playing app, unless the app prefers no interruption.
    package internal(set) var routeDisconnectInterrupts = false
    /// An audio session that mixes with others can interrupt the spoken audio of other apps.
    package internal(set) var spokenAudio = false
    /// An active app gets a notification when the sound of another app begins or ends.
    package internal(set) var secondaryAudioHint = false
    /// The notification of an interruption carries a reason number.
    package internal(set) var interruptionReasons = false
    /// The system deactivates the audio session of an app that it suspends.
    package internal(set) var deactivatesOnSuspension = false
    /// An app whose audio session was deactivated at its suspension gets a notification of the deactivation once it
    /// runs again.
    package internal(set) var tellsOfDeactivation = false
    /// The notification of an audio session's deactivation at a suspension has the key `wasSuspended`.
    package internal(set) var tellsWasSuspended = false
}
