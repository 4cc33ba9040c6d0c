/// The constants, switches and texts of one iOS version.
///
/// If sources disagree, the constant's note says which source the profile follows, and why. If the sources do not
/// decide a rule, a switch in ``switches`` does, with a default and the reason for the default. ``constants`` lists all
/// constants, switches and features.
public struct PolicyProfile: Sendable, Hashable {
    /// The iOS version that the profile describes.
    public var version: IOSVersion
    /// The life cycle of apps in this version (LC-01, LC-02).
    public var lifecycle = LifecycleEra.applicationDelegate
    /// The choices that the sources do not decide.
    public var switches = PolicySwitches()
    /// The features that only some versions have.
    package internal(set) var features = PolicyFeatures()

    // MARK: Life cycle

    /// The time from the end of the last grant, or from the return of `didEnterBackground`, to the freeze.
    public var suspensionDelay = Duration.zero
    /// The longest time that the system waits for `willResignActive` when the user leaves the app.
    public var willResignActiveLimit = Duration.zero
    /// The time that Apple documents for `didEnterBackground`. An overrun is only logged.
    public var enterBackgroundAdvice = Duration.zero
    /// The time that `didEnterBackground` has before the app is killed.
    public var enterBackgroundLimit = Duration.zero
    /// The longest time that `willEnterForeground` may take before the app is killed.
    public var enterForegroundLimit = Duration.zero
    /// The longest time that `didFinishLaunching` may take in the foreground, on the wall clock.
    public var launchLimit = Duration.zero
    /// The longest time that a launch into the background may take, on the wall clock.
    public var backgroundLaunchLimit = Duration.zero
    /// The longest CPU time that a launch into the background may take, from the start of the process.
    public var backgroundLaunchCPULimit = Duration.zero
    /// The time after a launch into the background for which the app may use the GPU (LC-26).
    public var graphicsAfterLaunch = Duration.zero
    /// The time that a prewarmed process runs before it is frozen (LC-34).
    public var prewarmTime = Duration.zero
    /// The longest time that `applicationWillTerminate` may take before the app is killed.
    public var willTerminateLimit = Duration.zero

    // MARK: Grants

    /// The time from the loss of the grant `audio` to the freeze, if the app has no other grant.
    public var audioReleaseDelay = Duration.zero
    /// The time from the loss of the grant `location` to the freeze, if the app has no other grant.
    public var locationReleaseDelay = Duration.zero
    /// The time for which a player that was just started counts as playing although the audio device has not proved yet
    /// that sound flows.
    ///
    /// The time scale does not change this time, because the time depends on the machine and not on iOS.
    public var audioEvidenceWindow = Duration.zero

    /// The longest time between two attempts to freeze an app that the machine could not freeze.
    ///
    /// The first delay is ``suspensionDelay``, and each failure doubles the delay up to this limit. The time scale does
    /// not change the limit, because the limit depends on the machine and not on iOS.
    public var freezeRetryLimit = Duration.zero

    // MARK: Background tasks

    /// The value of `backgroundTimeRemaining` when the shared clock starts.
    public var finishTaskBudget = Duration.zero
    /// The value of `backgroundTimeRemaining` when the shared clock starts after a fetch wake; `nil` for
    /// ``finishTaskBudget``.
    public var finishTaskBudgetAfterFetch: Duration?
    /// The time from the start of the shared clock to the expiration handlers.
    public var finishTaskExpiration = Duration.zero
    /// The time from the expiration handlers to the kill.
    public var finishTaskGrace = Duration.zero
    /// The time from the expiration handlers to the log line about a task that is still not ended; `nil` if this
    /// version logs no such line.
    public var stillHeldWarningDelay: Duration?
    /// The age above which iOS logs a warning about a background task that has not ended; `nil` if this version logs
    /// none.
    public var oldTaskWarningAge: Duration?
    /// The remaining time below which the log warns that it is unsafe to begin a background task.
    public var unsafeTimeRemaining = Duration.zero
    /// The termination code of a kill for a background task that was not ended in time.
    public var finishTaskOverrunCode = ""
    /// The namespace of ``finishTaskOverrunCode``; `nil` if this version's crash reports name none.
    public var finishTaskOverrunNamespace: String?
    /// The namespace in the reports of a kill for a locked file.
    public var lockNamespace = ""
    /// The text of the report of a kill for a locked file.
    var lockText = ""
    /// True if iOS writes a crash report for a kill for a background task that was not ended in time.
    public var finishTaskOverrunWritesReport = false
    /// The number of background tasks at which the app is killed, if none of them has ended; `nil` if no limit is
    /// known.
    public var finishTaskLimit: Int?

    // MARK: Wakes

    /// The time that an app has for a fetch, a silent push, the events of a URL session, or a refresh task.
    public var contentWakeBudget = Duration.zero
    /// The time that an app has for an event of Bluetooth, an accessory, or a region.
    public var accessoryWakeBudget = Duration.zero
    /// The time that the legacy VoIP keep-alive handler has.
    public var voipKeepAliveBudget = Duration.zero
    /// The time that a processing task has. The sources say only "minutes".
    public var processingBudget = Duration.zero
    /// The longest time that a continued processing task may go without reporting progress.
    public var continuedTaskStallLimit = Duration.zero
    /// The time from the expiration callback of a wake to the end of its budget.
    public var wakeWarningLead = Duration.zero
    /// The time from the end of a wake's budget to the kill.
    public var wakeOverrunDelay = Duration.zero
    /// The shortest interval of the legacy VoIP keep-alive handler.
    public var voipKeepAliveInterval = Duration.zero
    /// The time window of the limits that count events per hour; one hour of device time.
    public var rateWindow = Duration.zero
    /// The number of continued tasks of an app that may run at a time.
    public var continuedTaskLimit = 0
    /// The time for which an incoming call rings; `nil` if the system sets no limit.
    public var callRingLimit: Duration?
    /// The longest time for which the system shows a Live Activity (WK-24).
    public var liveActivityLimit = Duration.zero
    /// The longest time that an app may take to fulfil or fail an action of a call (WK-17).
    public var callActionTimeout = Duration.zero
    /// The number of discretionary transfers that may begin within ``discretionaryWindow`` while the app is not in
    /// front; `nil` for no limit.
    public var discretionaryTransfersMax: Int?
    /// The window of ``discretionaryTransfersMax``.
    public var discretionaryWindow = Duration.zero
    /// The number of silent pushes that are delivered per hour.
    public var silentPushesPerHour = 0
    /// The number of refresh requests that may be pending.
    public var pendingRefreshLimit = 0
    /// The number of processing requests that may be pending.
    public var pendingProcessingLimit = 0
    /// The first delay of the rate limiter of background URL sessions.
    public var transferDelay = Duration.zero
    /// The delay before the first retry of a transfer that broke off. Each further failure doubles the delay.
    public var transferRetryDelay = Duration.zero
    /// The longest delay before a retry of a transfer.
    public var transferRetryDelayMax = Duration.zero
    /// The longest time that a transfer may take in all, unless the app sets another limit.
    public var transferResourceTimeout = Duration.zero
    /// The time from the screen lock to the loss of the key of completely protected files.
    public var fileProtectionDelay = Duration.zero
    /// The highest number of pending local notifications of an app.
    public var localNotificationLimit = 0
    /// The number of times that a suspended VoIP app may be resumed within ``voipResumeWindow``.
    public var voipResumesMax = 0
    /// The window of ``voipResumesMax``.
    public var voipResumeWindow = Duration.zero
    /// The number of unreported VoIP pushes at which the delivery stops. The sources give no number.
    public var unreportedCallsLimit = 0

    /// The time after a VoIP push within which the app must report a call (WK-10).
    public var callReportLimit = Duration.zero
    /// The time after a boot during which silent pushes are held back (WK-23).
    public var pushHoldAfterBoot = Duration.zero
    /// The time for which silent pushes are held back after a long time without network, if the device is in use when
    /// the network returns (WK-23).
    public var pushHoldAfterNetwork = Duration.zero
    /// The shortest time without network that counts as long (WK-23).
    public var longTimeWithoutNetwork = Duration.zero

    // MARK: Location

    /// The time that the device must stay in one place before location updates pause automatically.
    public var locationPauseDelay = Duration.zero
    /// The distance in metres that the device may move and still count as staying in one place, for the automatic pause
    /// of location updates.
    public var locationPauseRadiusMetres = 0.0
    /// The shortest time between two positions of an app that gets no exact positions (CL-49).
    public var reducedAccuracyInterval = Duration.zero
    /// The radius in metres of the positions of an app that gets no exact positions (CL-49).
    public var reducedAccuracyMetres = 0.0
    /// The shortest distance that counts as a significant change, in metres.
    public var significantChangeMetres = 0.0
    /// The shortest time between two reports of significant changes.
    public var significantChangeInterval = Duration.zero
    /// The time from an arrival to the report of the visit.
    public var visitArrivalDelay = Duration.zero
    /// The time from a departure to the report of the visit.
    public var visitDepartureDelay = Duration.zero
    /// The time in the background after which location updates of an app with When In Use authorization fail (CL-07);
    /// `nil` if they do not fail.
    public var locationDenialDelay: Duration?
    /// The number of regions that an app may monitor.
    public var regionLimit = 0
    /// The shortest distance inside of a region's boundary that counts as an entry, in metres.
    public var regionEntryMetres = 0.0
    /// The shortest distance beyond a region's boundary that counts as a crossing, in metres.
    public var regionCrossingMetres = 0.0
    /// The time that the device must stay beyond the boundary before the crossing is reported.
    public var regionCrossingStay = Duration.zero
    /// The reason text of the exception for a missing `location` mode.
    public var missingLocationModeText = ""

    // MARK: Limits

    /// The CPU time that a background app may use within ``cpuLimitWindow``; `nil` if no limit is known.
    public var cpuLimit: Duration?
    /// The window of ``cpuLimit``.
    public var cpuLimitWindow = Duration.zero
    /// The CPU time that an app with calls may use within ``callCPULimitWindow``, in addition to ``cpuLimit``; `nil` if
    /// no second limit is known.
    public var callCPULimit: Duration?
    /// The window of ``callCPULimit``.
    public var callCPULimitWindow = Duration.zero
    /// The limit of wakeups per second, averaged over ``wakeupLimitWindow``; `nil` if no limit is known.
    public var wakeupLimitPerSecond: Int?
    /// The window of ``wakeupLimitPerSecond``.
    public var wakeupLimitWindow = Duration.zero
    /// The part of the wakeup limit above which telemetry is written, in percent.
    public var wakeupTelemetryPercent = 0
    /// The memory that an app in the background should not exceed, in MB.
    public var backgroundMemoryGoalMegabytes = 0
    /// The first SDK with which an app must report a call for each VoIP push.
    public var callReportsSinceSDK = IOSVersion(0)
    /// The first SDK with which an app is terminated when it tags a socket for VoIP.
    public var voipSocketTrapsSinceSDK = IOSVersion(0)
    /// The first SDK with which an app needs `allowsBackgroundLocationUpdates` in addition to the background mode
    /// `location`.
    public var locationSwitchSinceSDK = IOSVersion(0)
    /// The first SDK without keep-alive handlers: an app linked with an older SDK keeps its handler for some versions.
    public var legacyVoIPUntilSDK = IOSVersion(0)
    /// The first SDK with which an app must adopt scenes.
    public var scenesSinceSDK = IOSVersion(0)
    /// The shortest time between two occasions at which iOS runs due tasks and fetches of an app without a command
    /// (MD-21).
    public var opportunityPause = Duration.zero
    /// The factor by which the jetsam bands are multiplied: 1, or 10 from iOS 16 on.
    public var jetsamBandFactor = 0

    // MARK: Texts

    /// The namespace in the report of a kill by a watchdog.
    var watchdogNamespace = ""
    /// The warning to an app without scenes.
    var missingScenesText = ""

    /// The time scale: the factor by which all durations of iOS have been multiplied.
    package internal(set) var timeScale = 1.0

    /// Converts a duration from this machine's time to device time, for use in texts.
    package func ofDevice(_ duration: Duration) -> Duration {
        timeScale == 1 ? duration : duration.scaled(by: 1 / timeScale)
    }

    /// Converts a duration from this machine's time to device time, and returns the result in words.
    package func inWords(_ duration: Duration) -> String { ofDevice(duration).inWords }

    /// The words to append to a duration that the time scale does not change, such as that of an audio device; empty
    /// without a time scale.
    package var ofThisMachine: String { timeScale == 1 ? "" : " of this machine" }

    /// Creates the profile of a version.
    ///
    /// - Parameter version: one of ``ProfileCatalogue/versions``.
    package init(version: IOSVersion) {
        self.version = version
        for row in Self.table { row.begin(&self, version) }
    }

    /// The rule that states ``missingLocationModeText`` in this version.
    public var missingLocationModeRule: RuleID { Self.rule(of: "missingLocationModeText", in: version) }

    /// Returns the rule that states a constant in a version: the first rule in the constant's row.
    static func rule(of name: String, in version: IOSVersion) -> RuleID {
        table.first { $0.name == name }?.rules.value(in: version).first ?? "LC-01"
    }

    /// The time from the start of the shared clock to the expiration handlers that the policy uses (BT-06):
    /// ``finishTaskExpiration``, but if the switch `expirationAsMeasured` is off, at the latest ``wakeWarningLead``
    /// before the end of the budget.
    var taskExpiration: Duration {
        switches.expirationAsMeasured
            ? finishTaskExpiration : min(finishTaskExpiration, finishTaskBudget - wakeWarningLead)
    }

    /// Returns true if the profile's version is `first` or later, and before `last` if that is given.
    func has(since first: IOSVersion, until last: IOSVersion? = nil) -> Bool {
        version >= first && last.map { version < $0 } ?? true
    }
}

extension PolicyProfile: CustomStringConvertible {
    /// The name of the iOS version, like "iOS 14.5".
    public var description: String { "iOS \(version)" }
}

/// The choices that no source decides, or on which sources contradict each other. Each switch has a default, and a note
/// with the reason.
///
/// A property is true if the policy behaves as its comment says.
public struct PolicySwitches: Sendable, Hashable {
    /// `didEnterBackground` is called after a launch into the background (LC-06).
    public var callsDidEnterBackgroundOnLaunch = false
    /// `didEnterBackground` is called again when a suspended app is resumed for an event (LC-07).
    public var callsDidEnterBackgroundOnResume = false
    /// The system closes the sockets of an app that it suspends (LC-23).
    public var reclaimsSockets = false
    /// Region, significant-change and visit events launch an app that the user has force-quit (LC-20).
    public var locationRelaunchesForceQuit = false
    /// A transfer started in the background waits for external power and Wi-Fi, like one of a discretionary session.
    public var backgroundTransfersWaitForPower = false
    /// HealthKit launches an app that was force-quit (UR-14).
    public var healthDataReachesForceQuit = true
    /// The log warns an app that does not adopt scenes (LC-04).
    public var warnsAboutMissingScenes = false
    /// An app without scenes that was built with the SDK of iOS 27 or a later one fails to launch (LC-29).
    public var requiresScenes = false
    /// `endBackgroundTask(.invalid)` causes a log line about an unknown task (BT-28).
    public var logsEndOfInvalidTask = false
    /// A background task that begins in a wake from suspension starts the clock that all tasks share anew (BT-07,
    /// GAP-04).
    public var wakeRestartsTaskClock = false
    /// Pure silence counts as playing (AS-37).
    public var silenceCountsAsPlaying = false
    /// `playback` with `allowAirPlay` is refused with `'what'` instead of -50 (AS-17).
    public var refusesAirPlayAsUnspecified = false
    /// A player pauses by itself when its output device is disconnected (AS-61).
    public var routeLossPausesPlayers = false
    /// Starting location updates in the background with Always authorization keeps the app running (CL-10).
    public var backgroundStartKeepsRunning = false
    /// The first event of significant-change monitoring is the cached position (CL-16).
    public var deliversCachedSignificantChange = false
    /// The registration of a task is checked for a duplicate identifier first, and only then for a call after the
    /// launch (BG-04).
    public var checksDuplicateRegistrationFirst = false
    /// Pending task requests outlive a restart of the device (BG-11).
    public var requestsSurviveReboot = false
    /// `BGTaskSchedulerPermittedIdentifiers` in the Info.plist disables background fetch (BG-26).
    public var permittedIdentifiersDisableFetch = false
    /// Processing tasks run only between 22 h and 6 h (BG-15).
    public var processingOnlyAtNight = false
    /// Using the device ends a processing task early (BG-15).
    public var useEndsProcessing = false
    /// The CPU limit holds while audio plays in the background (RB-13).
    public var cpuLimitDuringAudio = false
    /// The second CPU limit, `callCPULimit`, holds for every app, not only for apps with calls (RB-37).
    public var callCPULimitForAll = false
    /// On iOS 13.0 the expiration handlers run 31 s after the start of the shared clock, as measured on a device;
    /// otherwise 5 s before the end of the budget, as on other versions (BT-06).
    public var expirationAsMeasured = false
    /// A completely protected file can be read while the device is locked (UR-13).
    public var readsProtectedFilesWhileLocked = false
    /// The CPU limit holds on external power (RB-12).
    public var cpuLimitOnExternalPower = false
    /// Too many wakeups kill the app; otherwise they are only logged (RB-14).
    public var wakeupLimitKills = false
    /// A background task that begins while the app holds no other task restarts the clock that all tasks share (SD-14).
    public var renewalGainsTime = false
    /// While a background task is held, `didEnterBackground` may take longer than its limit (SD-04).
    public var taskExtendsEnterBackground = false
    /// `handleEventsForBackgroundURLSession` is called when a session wakes the app (UR-04, SD-42).
    public var callsHandleEventsForSessions = false
    /// A keep-alive handler that overruns its time kills the app (SD-51).
    public var keepAliveOverrunKills = false
    /// Files shows the Documents of an app that declares `LSSupportsOpeningDocumentsInPlace` alone (LN-21, SD-48).
    public var oneKeySharesDocuments = false
    /// Low Power Mode holds back silent pushes (MD-17).
    public var lowPowerModeHoldsBackPushes = false
    /// A restart of the device lifts the mark of a force quit (LC-19).
    public var rebootLiftsForceQuit = false
    /// A VoIP push launches an app between a boot and the first unlock (LC-21).
    public var voipPushesBeforeUnlock = false
    /// An app whose sound is interrupted by a ring, an alarm or Siri runs on until the interruption is over (AS-58).
    public var interruptedAudioRuns = false
    /// A processing task begins only on external power, even if its request does not ask for it (BG-15).
    public var processingOnlyOnPower = false
    /// A refresh begins only with a network (BG-14).
    public var refreshNeedsNetwork = false
    /// Bluetooth launches an app between a boot and the first unlock (LC-21).
    public var bluetoothLaunchesBeforeUnlock = false
    /// Low Power Mode holds back processing tasks (MD-17), if ``lowPowerModeHoldsBackFetch`` is true as well.
    public var lowPowerModeHoldsBackProcessing = false
    /// Low Power Mode holds back fetch and refresh (MD-17).
    public var lowPowerModeHoldsBackFetch = false
}
