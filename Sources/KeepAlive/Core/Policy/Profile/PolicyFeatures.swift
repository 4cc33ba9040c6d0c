/// The features that some versions of iOS have and others have not.
package struct PolicyFeatures: Sendable, Hashable {
    /// An app that the user has removed from the app switcher is not launched by events.
    package internal(set) var forceQuitMark = false
    /// An app that is left is shown light and dark in the app switcher.
    package internal(set) var snapshotsBothAppearances = false
    /// An app that works in the background is told once more that it enters it when the user removes it.
    package internal(set) var forceQuitEntersBackground = false
    /// An app that opens a URL of its own is inactive meanwhile.
    package internal(set) var openURLResigns = false
    /// State restoration of Bluetooth outlives a restart of the device.
    package internal(set) var bluetoothSurvivesReboot = false
    /// An app that a VoIP push wakes has its whole time, whatever it does.
    package internal(set) var voipPushKeepsAwake = false
    /// Keep-alive handlers go on in apps that were built with an old SDK.
    package internal(set) var legacyVoIPOfOldSDK = false
    /// A task request that the Info.plist does not permit raises an exception.
    package internal(set) var unpermittedRequestRaises = false
    /// A crossing of a `CLMonitor` is told twice.
    package internal(set) var monitorTellsTwice = false
    /// Regions are told with always authorization only.
    package internal(set) var regionsNeedAlways = false
    /// Asking for always needs both usage strings.
    package internal(set) var alwaysNeedsBothKeys = false
    /// The sockets of a suspended app end with the lock of the screen.
    package internal(set) var socketsOutliveSuspension = false
    /// A simulator suspends apps.
    package internal(set) var suspendsOnSimulator = false
    /// `UIApplicationExitsOnSuspend` ends an app when the user leaves it.
    package internal(set) var exitsOnSuspendKey = false
    /// A URL is given to `application(_:open:options:)`, and not to the method with `sourceApplication`.
    package internal(set) var openURLWithOptions = false
    /// The kill of `willTerminate` is reported as a failure to terminate gracefully.
    package internal(set) var terminatesGracefully = false
    /// The line about an unknown background task names it in hexadecimal, too.
    package internal(set) var hexadecimalTasks = false
    /// The report of a kill for a background task names the assertion that all tasks share, beside the tasks.
    package internal(set) var namesSharedAssertion = false
    /// The kill for a background task names the assertion that all tasks share.
    package internal(set) var sharedTaskAssertion = false
    /// An app that is killed for a wake that it did not complete gets a code of the wake's kind.
    package internal(set) var wakeOverrunCodes = false
    /// `BGTaskScheduler` is there.
    package internal(set) var taskScheduler = false
    /// `BGTaskScheduler` takes continued tasks.
    package internal(set) var continuedTasks = false
    /// A silent push for an app that is not in front needs `apns-priority` 5.
    package internal(set) var backgroundPushPriority = false
    /// PushKit is there.
    package internal(set) var pushKit = false
    /// A VoIP push that leads to no call ends the app.
    package internal(set) var voipPushMustReport = false
    /// The texts about an unreported VoIP push name IncomingCallNotifications beside CallKit.
    package internal(set) var incomingCallNotifications = false
    /// CallKit is there.
    package internal(set) var callKit = false
    /// CallKit needs `voip` in UIBackgroundModes.
    package internal(set) var callKitNeedsMode = false
    /// An app extension can report an encrypted VoIP push.
    package internal(set) var encryptedVoIPPushes = false
    /// `setKeepAliveTimeout(_:handler:)` has an effect.
    package internal(set) var voipKeepAlive = false
    /// Tagging a socket for VoIP ends an app that was built with a recent SDK.
    package internal(set) var voipSocketsTrap = false
    /// A VoIP app is launched at the boot, and again when it has ended with an error.
    package internal(set) var voipRelaunch = false
    /// `allowsBackgroundLocationUpdates` is there, and decides beside the mode.
    package internal(set) var backgroundLocationSwitch = false
    /// Location updates pause automatically.
    package internal(set) var locationPauses = false
    /// `showsBackgroundLocationIndicator` shows that an app has the location in the background.
    package internal(set) var locationIndicator = false
    /// Updates with a distance filter, or with a coarse accuracy, keep an app running only under the indicator.
    package internal(set) var coarseUpdatesSuspend = false
    /// An app with when-in-use authorization has the location in the background under a blue bar.
    package internal(set) var whenInUseIndicator = false
    /// Visits can be monitored.
    package internal(set) var visits = false
    /// `requestLocation()` is there.
    package internal(set) var requestsLocation = false
    /// An app must have the user's permission to show notifications, which may have actions.
    package internal(set) var notificationPermission = false
    /// `UNUserNotificationCenter` is there.
    package internal(set) var userNotifications = false
    /// Of too many local notifications those that fire first are kept, and not those that were added last.
    package internal(set) var keepsSoonestNotifications = false
    /// There are location pushes.
    package internal(set) var locationPushes = false
    /// There are Live Activities.
    package internal(set) var liveActivities = false
    /// A push starts a Live Activity.
    package internal(set) var liveActivityPushes = false
    /// An app may show quiet notifications before the user has decided.
    package internal(set) var provisionalNotifications = false
    /// Location updates can be deferred.
    package internal(set) var deferredLocations = false
    /// The system starts apps before the user opens them (LC-34).
    package internal(set) var prewarming = false
    /// A prewarmed app is launched; else it stands at `UIApplicationMain`.
    package internal(set) var prewarmLaunches = false
    /// The user can switch Precise Location off.
    package internal(set) var reducedAccuracy = false
    /// The notification center makes the app active once it is open (LC-05).
    package internal(set) var notificationCenterActivatesTwice = false
    /// Accessories that AccessorySetupKit has set up launch an app that was force-quit (BM-07).
    package internal(set) var setUpAccessoriesRelaunch = false
    /// Allow Once, and a provisional always (CL-52, CL-53).
    package internal(set) var temporaryLocationAnswers = false
    /// `CLBackgroundActivitySession` is there.
    package internal(set) var locationActivitySessions = false
    /// `CLServiceSession` is there.
    package internal(set) var locationServiceSessions = false
    /// Paired devices are ranged in the background, with the mode.
    package internal(set) var nearbyInteractionMode = false
    /// A Live Activity lets devices that are not paired be ranged in the background.
    package internal(set) var liveActivityRanging = false
    /// Without Background App Refresh no event of Core Location reaches an app in the background.
    package internal(set) var refreshGatesLocation = false
    /// Drawing with OpenGL ES in the background ends the app, and is not only refused.
    package internal(set) var openGLKills = false
    /// A lock on a shared file, held at suspension, ends the app.
    package internal(set) var fileLocksKill = false
    /// `setActive(false)` fails while sound runs, and changes nothing.
    package internal(set) var sessionStaysActiveWhilePlaying = false
    /// `setActive(false)` fails while sound runs, and stops the sound all the same.
    package internal(set) var deactivationFailsWhilePlaying = false
    /// `setPrefersNoInterruptionsFromSystemAlerts` has an effect.
    package internal(set) var noAlertInterruptions = false
    /// A route that is disconnected interrupts the Now Playing app, unless the app asked to go on.
    package internal(set) var routeDisconnectInterrupts = false
    /// Spoken audio can be interrupted by a session that mixes.
    package internal(set) var spokenAudio = false
    /// Apps in front are told when other audio begins and ends.
    package internal(set) var secondaryAudioHint = false
    /// The notification of an interruption carries a reason.
    package internal(set) var interruptionReasons = false
    /// The system deactivates the audio session of an app that it suspends.
    package internal(set) var deactivatesOnSuspension = false
    /// The app is told of that deactivation when it runs again.
    package internal(set) var tellsOfDeactivation = false
    /// The notification of that deactivation has `wasSuspended`.
    package internal(set) var tellsWasSuspended = false
}
