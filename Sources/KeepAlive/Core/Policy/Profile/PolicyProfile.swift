/// The constants, switches and texts of one iOS version.
///
/// Where sources disagree, the constant's note says which one the profile follows and why. A rule that the sources
/// leave open is a switch in ``switches``, with its default and the reason for it. ``constants`` lists everything.
public struct PolicyProfile: Sendable, Hashable {
    /// The version that the profile describes.
    public var version: IOSVersion
    /// The life cycle that apps have in it (LC-01, LC-02).
    public var lifecycle = LifecycleEra.applicationDelegate
    /// The choices that the sources leave open.
    public var switches = PolicySwitches()
    /// The features that some versions have and others have not.
    package internal(set) var features = PolicyFeatures()

    // MARK: Life cycle

    /// The time from the last grant's end, or the return of `didEnterBackground`, to the freeze.
    public var suspensionDelay = Duration.zero
    /// The longest time that the user's leaving waits for `willResignActive`; then the app is left all the same.
    public var willResignActiveLimit = Duration.zero
    /// The time that Apple's text gives `didEnterBackground`; an overrun is logged.
    public var enterBackgroundAdvice = Duration.zero
    /// The time that `didEnterBackground` really has before the kill.
    public var enterBackgroundLimit = Duration.zero
    /// The longest time that `willEnterForeground` may take.
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
    /// The longest time that `applicationWillTerminate` may take.
    public var willTerminateLimit = Duration.zero

    // MARK: Grants

    /// The time from the moment audio stops flowing to the end of its grant's protection.
    public var audioReleaseDelay = Duration.zero
    /// The time from the moment location updates stop to the end of their grant's protection.
    public var locationReleaseDelay = Duration.zero
    /// The time for which a player that was just started counts as playing before its device has proved it.
    ///
    /// It belongs to the machine, not to iOS, so the time scale does not change it.
    public var audioEvidenceWindow = Duration.zero

    /// The longest time between attempts to freeze an app that this machine has not been able to freeze.
    ///
    /// The attempts begin with ``suspensionDelay``, which doubles. The limit belongs to the machine, not to iOS, so the
    /// time scale does not change it.
    public var freezeRetryLimit = Duration.zero

    // MARK: Background tasks

    /// The value of `backgroundTimeRemaining` when the shared clock starts.
    public var finishTaskBudget = Duration.zero
    /// The same for a task begun after a fetch wake, or `nil` where it does not differ.
    public var finishTaskBudgetAfterFetch: Duration?
    /// The time from the start of the shared clock to the expiration handlers.
    public var finishTaskExpiration = Duration.zero
    /// The time from the expiration handlers to the kill.
    public var finishTaskGrace = Duration.zero
    /// The time from the expiration handlers to the "still not ended" line; `nil` where iOS prints none.
    public var stillHeldWarningDelay: Duration?
    /// The age from which a task that is live at background entry gets a warning; `nil` where iOS prints none.
    public var oldTaskWarningAge: Duration?
    /// The time left below which it is unsafe to begin a task.
    public var unsafeTimeRemaining = Duration.zero
    /// The termination code of a task overrun.
    public var finishTaskOverrunCode = ""
    /// The namespace of that code.
    public var finishTaskOverrunNamespace: String?
    /// The namespace in the reports of a kill for a locked file.
    public var lockNamespace = ""
    /// The text of those reports.
    var lockText = ""
    /// True when the overrun leaves a crash report.
    public var finishTaskOverrunWritesReport = false
    /// The number of live assertions that ends the process; `nil` where no limit is known.
    public var finishTaskLimit: Int?

    // MARK: Wakes

    /// The time that an app may work on a fetch, a silent push, the events of a URL session, or a refresh task.
    public var contentWakeBudget = Duration.zero
    /// The time that an app may work on an event of Bluetooth, an accessory, or a region.
    public var accessoryWakeBudget = Duration.zero
    /// The time that the legacy VoIP keep-alive handler may run.
    public var voipKeepAliveBudget = Duration.zero
    /// The time that a processing task may run; the sources say only "minutes".
    public var processingBudget = Duration.zero
    /// The longest time that a continued processing task may go without reporting progress.
    public var continuedTaskStallLimit = Duration.zero
    /// The time from the warning to the end of a wake's budget.
    public var wakeWarningLead = Duration.zero
    /// The time from the end of a wake's budget to the kill.
    public var wakeOverrunDelay = Duration.zero
    /// The least interval of the legacy VoIP keep-alive handler.
    public var voipKeepAliveInterval = Duration.zero
    /// The hour to which the limits per hour apply.
    public var rateWindow = Duration.zero
    /// The number of continued tasks of an app that run at a time.
    public var continuedTaskLimit = 0
    /// The time for which an incoming call rings; `nil` for as long as the app lets it.
    public var callRingLimit: Duration?
    /// How long the system shows a Live Activity (WK-24).
    public var liveActivityLimit = Duration.zero
    /// How long an app may take to fulfil an action of a call, or to let it fail (WK-17).
    public var callActionTimeout = Duration.zero
    /// The number of discretionary transfers that begin within ``discretionaryWindow`` while the app is not in front; `nil` for
    /// no limit.
    public var discretionaryTransfersMax: Int?
    /// The window of ``discretionaryTransfersMax``.
    public var discretionaryWindow = Duration.zero
    /// The number of silent pushes an hour that are delivered.
    public var silentPushesPerHour = 0
    /// The number of refresh requests that may be pending.
    public var pendingRefreshLimit = 0
    /// The number of processing requests that may be pending.
    public var pendingProcessingLimit = 0
    /// The first delay of the rate limiter of background URL sessions.
    public var transferDelay = Duration.zero
    /// The delay before a transfer that broke off is tried again, doubled at each failure in a row.
    public var transferRetryDelay = Duration.zero
    /// The longest such delay.
    public var transferRetryDelayMax = Duration.zero
    /// The longest time that a transfer may take in all, unless the app says otherwise.
    public var transferResourceTimeout = Duration.zero
    /// The time from the locking of the device to the loss of the key of completely protected files.
    public var fileProtectionDelay = Duration.zero
    /// The number of local notifications that are kept.
    public var localNotificationLimit = 0
    /// The number of resumptions within ``voipResumeWindow`` that a VoIP app may have.
    public var voipResumesMax = 0
    /// The window of ``voipResumesMax``.
    public var voipResumeWindow = Duration.zero
    /// The number of unreported VoIP pushes that stops the delivery; the sources give no number.
    public var unreportedCallsLimit = 0

    /// The time after a VoIP push by which the app has to have reported a call (WK-10).
    public var callReportLimit = Duration.zero
    /// The time after a boot during which silent pushes are held back (WK-23).
    public var pushHoldAfterBoot = Duration.zero
    /// The time for which they are held back when the network is there again after a long time, and the device is in use (WK-23).
    public var pushHoldAfterNetwork = Duration.zero
    /// The least time without network that counts as long (WK-23).
    public var longTimeWithoutNetwork = Duration.zero

    // MARK: Location

    /// The time that the app must stay put before automatic pausing stops its updates.
    public var locationPauseDelay = Duration.zero
    /// The distance from its place within which the app counts as still staying put, in metres.
    public var locationPauseRadiusMetres = 0.0
    /// The least time between two positions of an app without exact ones (CL-49).
    public var reducedAccuracyInterval = Duration.zero
    /// The radius of such a position, in metres.
    public var reducedAccuracyMetres = 0.0
    /// The least distance of a significant change, in metres.
    public var significantChangeMetres = 0.0
    /// The least time between two significant changes.
    public var significantChangeInterval = Duration.zero
    /// The time from an arrival to its visit.
    public var visitArrivalDelay = Duration.zero
    /// The time from a departure to its visit.
    public var visitDepartureDelay = Duration.zero
    /// The time after which updates of an app that is not in use any more fail; `nil` where they do not.
    public var locationDenialDelay: Duration?
    /// The number of regions that an app may monitor.
    public var regionLimit = 0
    /// The distance within a boundary that counts as entered, in metres.
    public var regionEntryMetres = 0.0
    /// The distance beyond a boundary that counts as crossed, in metres.
    public var regionCrossingMetres = 0.0
    /// The time that the device must stay there before the crossing is reported.
    public var regionCrossingStay = Duration.zero
    /// The reason text of the exception of a missing `location` mode.
    public var missingLocationModeText = ""

    // MARK: Limits

    /// The CPU time that an app not in front may use within ``cpuLimitWindow``; `nil` where no limit is known.
    public var cpuLimit: Duration?
    /// The window of ``cpuLimit``.
    public var cpuLimitWindow = Duration.zero
    /// The CPU time that an app with calls may use within ``callCPULimitWindow``, beside ``cpuLimit``; `nil` where no
    /// such limit is known.
    public var callCPULimit: Duration?
    /// The window of ``callCPULimit``.
    public var callCPULimitWindow = Duration.zero
    /// The wakeups a second that are logged as too many, averaged over ``wakeupLimitWindow``; `nil` where no limit is
    /// known.
    public var wakeupLimitPerSecond: Int?
    /// The window of ``wakeupLimitPerSecond``.
    public var wakeupLimitWindow = Duration.zero
    /// The part of the wakeup limit from which telemetry is written, in percent.
    public var wakeupTelemetryPercent = 0
    /// The memory that an app in the background should stay under, in MB.
    public var backgroundMemoryGoalMegabytes = 0
    /// The SDK from which an app that is linked with it must report a call for each VoIP push.
    public var callReportsSinceSDK = IOSVersion(0)
    /// The SDK from which an app that is linked with it ends when it tags a socket for VoIP.
    public var voipSocketTrapsSinceSDK = IOSVersion(0)
    /// The SDK from which an app that is linked with it needs `allowsBackgroundLocationUpdates` beside the mode.
    public var locationSwitchSinceSDK = IOSVersion(0)
    /// The SDK up to which an app that is linked with an older one keeps its keep-alive handler for some versions.
    public var legacyVoIPUntilSDK = IOSVersion(0)
    /// The SDK from which an app that is linked with it must adopt scenes.
    public var scenesSinceSDK = IOSVersion(0)
    /// The shortest time between two moments at which the system runs by itself what is due.
    public var opportunityPause = Duration.zero
    /// The factor on the jetsam bands: 1, or 10 from iOS 16.
    public var jetsamBandFactor = 0

    // MARK: Texts

    /// The namespace in the reports of a watchdog's kill.
    var watchdogNamespace = ""
    /// The warning to an app without scenes.
    var missingScenesText = ""

    /// The factor by which all durations have been multiplied.
    package internal(set) var timeScale = 1.0

    /// Returns a duration of this machine's clock as the device's time: what sentences tell.
    package func ofDevice(_ duration: Duration) -> Duration {
        timeScale == 1 ? duration : duration.scaled(by: 1 / timeScale)
    }

    /// Returns a duration of this machine's clock in words, in the device's time.
    package func inWords(_ duration: Duration) -> String { ofDevice(duration).inWords }

    /// The words behind seconds that no scale changes, such as those of a sound device; empty without a scale.
    package var ofThisMachine: String { timeScale == 1 ? "" : " of this machine" }

    /// Creates the rules of a version.
    ///
    /// - Parameter version: one of ``ProfileCatalogue/versions``.
    package init(version: IOSVersion) {
        self.version = version
        for row in Self.table { row.begin(&self, version) }
    }

    /// The rule of ``missingLocationModeText``.
    public var missingLocationModeRule: RuleID { Self.rule(of: "missingLocationModeText", in: version) }

    /// The rule that states a constant in a version: the first one in its row.
    static func rule(of name: String, in version: IOSVersion) -> RuleID {
        table.first { $0.name == name }?.rules.value(in: version).first ?? "LC-01"
    }

    /// The time from the start of the shared clock to the expiration handlers: measured, or by other sources (BT-06).
    var taskExpiration: Duration {
        switches.expirationAsMeasured
            ? finishTaskExpiration : min(finishTaskExpiration, finishTaskBudget - wakeWarningLead)
    }

    /// Returns whether this version has something that came with one version, and may have gone with another.
    func has(since first: IOSVersion, until last: IOSVersion? = nil) -> Bool {
        version >= first && last.map { version < $0 } ?? true
    }
}

extension PolicyProfile: CustomStringConvertible {
    /// "iOS 14.5".
    public var description: String { "iOS \(version)" }
}

/// The choices that the sources leave open or contradict. Each switch has a default, and its note says why.
public struct PolicySwitches: Sendable, Hashable {
    /// `didEnterBackground` is called after a launch into the background (LC-06).
    public var callsDidEnterBackgroundOnLaunch = false
    /// `didEnterBackground` is called again when a suspended app is resumed for an event (LC-07).
    public var callsDidEnterBackgroundOnResume = false
    /// The system closes the sockets of an app that it suspends (LC-23).
    public var reclaimsSockets = false
    /// Region, significant-change and visit events launch an app that the user has force-quit (LC-20).
    public var locationRelaunchesForceQuit = false
    /// A transfer that the background starts waits for external power and Wi-Fi, as one of a discretionary session does.
    public var backgroundTransfersWaitForPower = false
    /// HealthKit launches an app that was force-quit (UR-14).
    public var healthDataReachesForceQuit = true
    /// The log warns an app that does not adopt scenes (LC-04).
    public var warnsAboutMissingScenes = false
    /// An app without scenes that was built with the SDK of iOS 27 or a later one fails to launch (LC-29).
    public var requiresScenes = false
    /// `endBackgroundTask(.invalid)` is logged (BT-28).
    public var logsEndOfInvalidTask = false
    /// A task begun in a wake from suspension starts a clock of its own (BT-07, GAP-04).
    public var wakeRestartsTaskClock = false
    /// Pure silence counts as playing (AS-37).
    public var silenceCountsAsPlaying = false
    /// `playback` with `allowAirPlay` is refused with `'what'` instead of -50 (AS-17).
    public var refusesAirPlayAsUnspecified = false
    /// A player pauses by itself when the device that it plays on goes away (AS-61).
    public var routeLossPausesPlayers = false
    /// Starting location updates in the background with Always authorization keeps the app running (CL-10).
    public var backgroundStartKeepsRunning = false
    /// The first event of significant-change monitoring is the cached position (CL-16).
    public var deliversCachedSignificantChange = false
    /// The duplicate check of task registration comes before the launch check (BG-04).
    public var checksDuplicateRegistrationFirst = false
    /// Pending task requests survive the death of the app and a reboot (BG-11).
    public var requestsSurviveReboot = false
    /// `BGTaskSchedulerPermittedIdentifiers` switches the old fetch off (BG-26).
    public var permittedIdentifiersDisableFetch = false
    /// Processing tasks run between 22 and 6 o'clock only (BG-15).
    public var processingOnlyAtNight = false
    /// Using the device ends a processing task early (BG-15).
    public var useEndsProcessing = false
    /// The CPU limit holds while audio plays in the background (RB-13).
    public var cpuLimitDuringAudio = false
    /// The second CPU limit, of apps with calls, holds for every app (RB-37).
    public var callCPULimitForAll = false
    /// On iOS 13.0 the expiration handlers run at 31 s, as was measured there (BT-06).
    public var expirationAsMeasured = false
    /// A completely protected file can be read while the device is locked (UR-13).
    public var readsProtectedFilesWhileLocked = false
    /// The CPU limit holds on external power (RB-12).
    public var cpuLimitOnExternalPower = false
    /// Too many wakeups end the app instead of being logged (RB-14).
    public var wakeupLimitKills = false
    /// A background task that is begun when no other one is held starts the clock anew (SD-14).
    public var renewalGainsTime = false
    /// A background task that is held lets `didEnterBackground` take longer than its limit (SD-04).
    public var taskExtendsEnterBackground = false
    /// `handleEventsForBackgroundURLSession` is called when a session wakes the app (UR-04, SD-42).
    public var callsHandleEventsForSessions = false
    /// A keep-alive handler that overruns its time ends the app (SD-51).
    public var keepAliveOverrunKills = false
    /// Files shows the Documents of an app that declares `LSSupportsOpeningDocumentsInPlace` alone (LN-21, SD-48).
    public var oneKeySharesDocuments = false
    /// Low Power Mode holds back silent pushes (MD-17).
    public var lowPowerModeHoldsBackPushes = false
    /// A restart of the device lifts the mark of a force quit (LC-19).
    public var rebootLiftsForceQuit = false
    /// A VoIP push launches an app between a boot and the first unlock (LC-21).
    public var voipPushesBeforeUnlock = false
    /// An app whose sound a ring, an alarm or Siri interrupts runs on until that is over (AS-58).
    public var interruptedAudioRuns = false
    /// A processing task begins only on external power, whether it asks for that or not (BG-15).
    public var processingOnlyOnPower = false
    /// A refresh begins only with a network (BG-14).
    public var refreshNeedsNetwork = false
    /// Bluetooth launches an app between a boot and the first unlock (LC-21).
    public var bluetoothLaunchesBeforeUnlock = false
    /// Low Power Mode holds back processing tasks (MD-17); only together with ``lowPowerModeHoldsBackFetch``.
    public var lowPowerModeHoldsBackProcessing = false
    /// Low Power Mode holds back fetch and refresh (MD-17).
    public var lowPowerModeHoldsBackFetch = false
}
