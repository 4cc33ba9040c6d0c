/// Launching, leaving, returning and ending: the LC rules.
extension PolicyMachine {
    /// False for a debugged app and on a simulator: there no watchdog runs, and no app is killed for a time limit
    /// (LC-17, MD-14).
    package var isWatched: Bool { !conditions.debuggerAttached && !conditions.isSimulator }

    /// False for a debugged app, and on simulators before iOS 11: these apps are never suspended (LC-17, MD-14).
    var suspendsApps: Bool {
        !conditions.debuggerAttached && !(conditions.isSimulator && !profile.features.suspendsOnSimulator)
    }

    // MARK: Launching

    mutating func processLaunched(_ cause: LaunchCause) {
        guard !process.alive else { return processReturned(cause) }
        if endUnwantedProcess() { return }
        // If a process was ordered because the user opened a URL or notification, `nextLaunch` has the cause of this
        // launch.
        let ordered = process.nextLaunch.flatMap { $0.isInBackground ? nil : $0 } ?? cause
        process.launches(for: ordered, inBackground: false)
        beginLaunch(ordered, Reason("LC-05", "launched \(ordered.inWords)"))
    }

    /// Launches the app in its process, in the foreground or in the background.
    mutating func beginLaunch(_ cause: LaunchCause, _ reason: Reason) {
        process.nextLaunch = nil
        if !cause.isInBackground {
            process.forceQuit = false
            healthData.unanswered = 0
            transfersBroughtToFront()
        }
        warnAboutMissingScenes()
        // LC-05: an app with scenes is in the background until a scene enters the foreground.
        enter(cause.isInBackground || usesScenes ? .background : .foregroundInactive, reason)
        if failsForWantOfScenes() { return }
        deliver(.didFinishLaunching(cause, usesScenes: usesScenes), reason)
        watchLaunch()
        if cause.isInBackground { restartUsageWindow() }
        if wakes.pending.contains(where: { $0.kind == .voipPush }) { watchCallReport() }
    }

    mutating func processLaunchedInBackground() {
        guard !process.alive, !endUnwantedProcess(), let cause = process.nextLaunch else { return }
        // If the user opened the app after a wake had ordered the process and before the process ran, this is a launch
        // by the user.
        guard cause.isInBackground else { return processLaunched(cause) }
        if cause == .prewarm, !profile.features.prewarmLaunches { return beginPrewarmedProcess() }
        process.launches(for: cause, inBackground: true)
        beginLaunch(
            cause,
            Reason(cause == .prewarm ? "LC-34" : "LC-06", "launched into the background \(cause.inWords)"))
    }

    /// Kills a process that was ordered and is no longer wanted after a force quit or a restart (LC-19, LC-21). Returns
    /// true if it killed a process.
    private mutating func endUnwantedProcess() -> Bool {
        guard process.isOrdered, process.nextLaunch == nil else { return false }
        process.beginDying()
        let reason = Reason("LC-19", "what the process was ordered for has been withdrawn")
        emit(.terminate(Termination(signal: 9, explanation: reason.text, writesCrashReport: false)), reason)
        return true
    }

    /// LC-04: warns an app without scenes, on versions of iOS that print this warning.
    private mutating func warnAboutMissingScenes() {
        guard profile.switches.warnsAboutMissingScenes, profile.lifecycle == .scene, !manifest.adoptsScenes,
            !mustAdoptScenes
        else { return }
        log(profile.missingScenesText, Reason("LC-04", "no UIApplicationSceneManifest"))
    }

    /// LC-29: terminates an app without scenes that was built with the SDK of iOS 27 or later, because UIKit traps.
    /// Returns true if it terminated the app. Apple's text makes no exception for a launch into the background, so this
    /// project applies the rule there, too.
    private mutating func failsForWantOfScenes() -> Bool {
        guard mustAdoptScenes, !manifest.adoptsScenes || manifest.lacksSceneDelegate else { return false }
        let reason = Reason("LC-29", "no UIApplicationSceneManifest, and built with the SDK of iOS 27 or later")
        let text = "Application failed to launch: UIScene life cycle is required for apps built with this SDK."
        log(
            text
                + " See \"Transitioning to the UIKit scene-based life cycle\" in the UIKit documentation for more "
                + "information on migration.", reason)
        let trap: Int32 = 5
        terminate(Termination(signal: trap, explanation: text, writesCrashReport: true), reason, category: .abnormal)
        return true
    }

    private var mustAdoptScenes: Bool {
        profile.switches.requiresScenes && manifest.isLinked(since: profile.scenesSinceSDK) ?? false
    }

    mutating func processLaunchFailed(_ cause: String) {
        guard !process.alive else { return }
        process.nextLaunch = nil
        if process.isOrdered { process.finish() }
        dropPendingWakes(Reason("LC-06", "the process could not be started: \(cause)"))
    }

    /// Orders a process: now, or when the old process has ended.
    mutating func order(_ cause: LaunchCause, _ reason: Reason) {
        // A launch by the user replaces a launch for a wake, because the wake is delivered in that process too. An
        // opened URL or notification replaces a tap on the icon (LN-07).
        if process.nextLaunch.map({ $0.precedence < cause.precedence + (cause.isInBackground ? 0 : 1) }) ?? true {
            process.nextLaunch = cause
        }
        guard process.canBeOrdered else { return }
        process.order()
        emit(.launch(cause), reason)
    }

    /// Launches the app again, because its own code now answers the callbacks. Until now no code answered them, so the
    /// policy counted the launch as finished. The app has the full launch time, and gets the cause of its launch.
    mutating func processCheckedIn() {
        // If the app was about to leave when its code checked in, complete that leave first.
        if let cause = process.leaveCause { leave(by: cause) }
        // A prewarmed app checks in and then waits at `UIApplicationMain`: it is launched when the user opens it.
        guard process.alive, !process.isLaunching, !process.isEnding, !process.record.isPrewarmed else { return }
        let cause = process.record.launchedFor
        let inBackground = runsBehind
        process.launches(for: cause, inBackground: inBackground)
        process.record.hasEnteredForeground = false
        process.record.isLeftInLaunch = false
        process.record.isCovered = false
        for live in wakes.live where !live.kind.isSchedulerTask || cause.isForWake {
            wakes.pending.append(
                .init(kind: live.kind, identifier: live.identifier, requiresExternalPower: live.requiresExternalPower))
        }
        wakes.live.removeAll()
        updateWakeDeadlines()
        let reason = Reason(inBackground ? "LC-06" : "LC-05", "the app launches itself, \(cause.inWords)")
        if !inBackground { enter(usesScenes ? .background : .foregroundInactive, reason) }
        deliver(.didFinishLaunching(cause, usesScenes: usesScenes), reason)
        updateWatchdogs()
    }

    // MARK: Callbacks

    mutating func processReturn(of callback: AwaitedCallback) {
        switch callback {
        case .didFinishLaunching: didFinishLaunching()
        case .willResignActive:
            if let cause = process.leaveCause { leave(by: cause) }
        case .willEnterForeground: hasEnteredForeground()
        case .didEnterBackground:
            guard process.isEnteringBackground else { return }
            endLeaving()
            takeSnapshots()
        case .willTerminate:
            guard process.isEnding else { return }
            finishEnding()
        }
    }

    /// Makes the app active, and gives it the URLs and notifications with which the user opened it (LN-05, LN-07,
    /// LN-12).
    private mutating func comeToFront(_ reason: Reason) {
        process.record.comesToFrontFor = nil
        enter(.foregroundInactive, reason)
        deliverOpenings()
        becomeActive(reason)
    }

    /// LC-05: takes the snapshots for the app switcher, which shows an app in the device's appearance, light or dark.
    private mutating func takeSnapshots() {
        emit(.takeSnapshot, Reason("LC-05", "didEnterBackground returned"))
        guard profile.features.snapshotsBothAppearances else { return }
        emit(.takeSnapshot, Reason("LC-05", "in the other appearance"))
    }

    private mutating func deliverOpenings() {
        let openings = process.record.openings
        process.record.openings = []
        for opening in openings { deliverOpening(opening) }
    }

    private mutating func becomeActive(_ reason: Reason) {
        enter(.foregroundActive, reason)
        deliver(.didBecomeActive, reason)
        showRequestedScene()
    }

    private mutating func didFinishLaunching() {
        guard process.isLaunching else { return }
        let inBackground = process.isLaunchingInBackground
        let comesToFront = isOnScreen
        process.finishLaunching()
        deadlines[.launch] = nil
        watchProtection()
        tellOfProtectedData()
        // An app that is ending gets no new callbacks: the next process gets the waiting wakes (LC-06).
        guard !process.isEnding else { return }
        if comesToFront {
            let reason = process.record.comesToFrontFor ?? Reason("LC-05", "on screen and in use")
            // LC-31: a new scene enters the foreground, too, so the app gets `willEnterForeground`.
            if usesScenes, !process.record.hasEnteredForeground {
                enterForeground(reason)
            } else {
                comeToFront(reason)
            }
            releaseHeldPush()
        } else if inBackground, profile.switches.callsDidEnterBackgroundOnLaunch {
            // CF-05: by Apple's documentation an app that was launched into the background gets `didEnterBackground`
            // before its wake.
            enterBackground(Reason("LC-06", "launched into the background"))
        }
        deliverPendingWakes()
    }

    /// Calls `willEnterForeground`, for an app from the background or with a new scene (LC-05, LC-31). The app becomes
    /// active when it returns from this callback (LC-32).
    private mutating func enterForeground(_ reason: Reason) {
        process.record.hasEnteredForeground = true
        process.record.comesToFrontFor = reason
        connectFrontScene()
        deliver(.willEnterForeground, reason)
        guard !process.isLaunching else { return }
        guard awaitsReturns else { return comeToFront(reason) }
        process.beginEnteringForeground()
        if isWatched { deadlines[.enterForeground] = now + profile.enterForegroundLimit }
    }

    private mutating func hasEnteredForeground() {
        guard process.isEnteringForeground else { return }
        endLeaving()
        comeToFront(process.record.comesToFrontFor ?? Reason("LC-05", "on screen and in use"))
    }

    /// Stops waiting for the callbacks of leaving and returning, and removes their deadlines.
    private mutating func endLeaving() {
        process.finishLeaving()
        for kind in [DeadlineKind.willResignActive, .enterBackground, .enterBackgroundAdvice, .enterForeground] {
            deadlines[kind] = nil
        }
    }

    /// Calls `didEnterBackground`, and waits for the app to return from it (LC-08, LC-09, SD-04).
    mutating func enterBackground(_ reason: Reason) {
        deliver(.didEnterBackground, reason)
        process.beginEnteringBackground()
        watchEnterBackground()
    }

    // MARK: Leaving

    /// Calls `willResignActive`, because the user leaves the app. Until the app returns from this callback, it stays in
    /// the foreground state (LC-05).
    mutating func processLeft(by cause: LeaveCause) {
        guard isOnScreen, !process.isEnding, !process.isResigning else { return }
        let reason = Reason("LC-05", cause.inWords)
        let isInUse = state == .foregroundActive
        // An app that system UI covers has got `willResignActive` already.
        if isInUse || !process.record.isCovered { deliver(.willResignActive, reason) }
        // An app that is not active (for instance, an app that has not launched yet) moves to the background at once.
        guard isInUse, awaitsReturns else { return leave(by: cause) }
        process.beginResigning(by: cause)
        if isWatched { deadlines[.willResignActive] = now + profile.willResignActiveLimit }
    }

    mutating func leave(by cause: LeaveCause) {
        let reason = Reason("LC-05", cause.inWords)
        endLeaving()
        process.record.isCovered = false
        if !conditions.supportsMultitasking {
            return requestTermination(
                Reason("SD-05", "the device runs one app at a time"), category: .normal)
        }
        // LC-18, CF-11: up to iOS 12 `UIApplicationExitsOnSuspend` ends the app when the user leaves it; later the key
        // has no effect.
        if manifest.exitsOnSuspend, profile.features.exitsOnSuspendKey {
            return requestTermination(Reason("LC-18", "UIApplicationExitsOnSuspend is set"), category: .normal)
        }
        if state == .foregroundActive { enter(.foregroundInactive, reason) }
        process.record.isLeftInLaunch = process.isLaunching
        enter(.background, reason)
        stopUndeclaredAudio()
        warnAboutOldTasks()
        restartUsageWindow()
        enterBackground(reason)
    }

    mutating func suspensionDue() {
        guard let reason = suspensionReason else { return }
        if let (termination, why, category) = resources.violationAtSuspension(in: profile) {
            return terminate(termination, why, category: category)
        }
        enter(.suspended, reason)
        deadlines[.usage] = nil
        deactivateAudioOnSuspension()
        endTemporaryAccuracy()
        reclaimSockets()
        emit(.suspend, reason)
    }

    /// Undoes the suspension of an app that could not be frozen and so runs on. The policy retries the freeze (MD-18).
    mutating func processFreezeFailed(_ cause: String, attempts: Int, retryAfter: Duration?) {
        guard state == .suspended else { return }
        thaw(Reason("MD-18", "not frozen: \(cause)"))
        // The reason to freeze the app still holds, so only the deadline is set: each failure doubles the delay.
        let doubled = profile.suspensionDelay * (1 << min(max(0, attempts - 1), 10))
        deadlines[.suspension] = now + (retryAfter ?? min(doubled, profile.freezeRetryLimit))
    }

    // MARK: Returning

    /// Thaws a suspended app, and delivers the callbacks that waited for it.
    mutating func thaw(_ reason: Reason) {
        emit(.resume, reason)
        enter(.background, reason)
        lastLost = nil
        // CL-08, CL-13: a suspended app gets no fixes, so the time of the suspension does not count as a stay in one
        // place.
        location.place?.since = now
        restartUsageWindow()
        let queued = process.record.queued
        process.record.queued.removeAll()
        for entry in queued { deliver(entry.callback, entry.reason) }
        tellOfProtectedData()
        deliverQueuedLocations()
    }

    /// Delivers a callback to a running app now; for a suspended app the callback waits until the app runs again.
    mutating func deliverOrQueue(_ callback: AppCallback, _ reason: Reason) {
        if state.isRunning {
            deliver(callback, reason)
        } else if state == .suspended {
            let isFirst = !process.record.queued.contains { $0.callback.name == callback.name }
            process.record.queued.append(ProcessLife.Queued(callback: callback, reason: reason))
            if isFirst { log("\(callback.name) waits until the app runs again", reason) }
        }
    }

    mutating func processReturned(_ cause: LaunchCause) {
        let reason: Reason =
            switch cause {
            case .url: Reason("LN-07", "a URL was opened")
            case .notification: Reason("LN-05", "the user tapped a notification")
            case .user, .wake, .prewarm: Reason("LC-05", "the user returned")
            }
        // An app that is ending cannot be used any more: a new process is ordered, which starts when the ending process
        // has exited.
        if process.isEnding { return order(cause, Reason(reason.rule, "launched \(cause.inWords)")) }
        guard state.isRunning || state == .suspended else {
            return order(cause, Reason(reason.rule, "launched \(cause.inWords)"))
        }
        if process.record.isPrewarmed { return launchPrewarmed(cause, reason) }
        if cause.hasContent { process.record.openings.append(cause) }
        switch state {
        case .foregroundActive where process.isResigning:
            // The user returned before the app had left the screen: the app becomes active again.
            endLeaving()
            comeToFront(reason)
        case .foregroundActive where cause.isURL && profile.features.openURLResigns:
            resign(for: reason) { $0.deliverOpenings() }
        case .foregroundActive: deliverOpenings()
        case .background where process.isComingToFront: break
        case .foregroundInactive where process.record.isCovered:
            processUncovered()
            deliverOpenings()
        case .foregroundInactive: if !process.isLaunching, !process.isEnteringForeground { deliverOpenings() }
        case .suspended, .background:
            tellLateBeginning()
            if state == .suspended {
                let wasDeactivated = process.record.queued.contains(where: \.tellsOfSuspension)
                thaw(reason)
                if wasDeactivated { endInterruptionBySuspension() }
            }
            // The user's return cancels the leave: the callbacks of the leave are no longer awaited.
            endLeaving()
            process.record.isLeftInLaunch = false
            enterForeground(reason)
            if process.isLaunchingInBackground {
                // Once the user looks at the app, a launch into the background counts as a launch in the foreground
                // (LC-14).
                process.bringLaunchToForeground()
                updateWatchdogs()
            }
            releaseWakes()
            if !process.isLaunching { releaseHeldPush() }
            transfersBroughtToFront()
            deliverQueuedLocations()
            startNextContinuedTask()
            // The refusal of audio is dropped, because the app may try again. A refusal of location stays in force
            // while updates are on.
            forgive(.audio)
            if location.updates == nil { forgive(.location) }
        case .notRunning, .unattached, .terminated: break
        }
    }

    /// Delivers the URL or notification with which the user opened the app, by the method of the iOS version (LN-05,
    /// LN-07, LN-08, SD-71).
    private mutating func deliverOpening(_ cause: LaunchCause) {
        switch cause {
        case .url(let url):
            let method =
                usesScenes
                ? "scene(_:openURLContexts:), or the connection options of a new scene"
                : profile.features.openURLWithOptions
                    ? "application(_:open:options:)" : "application(_:open:sourceApplication:annotation:)"
            deliver(.openURL(url), Reason(usesScenes ? "LN-08" : "LN-07", method))
        case .notification(let answered): tell(of: answered)
        case .user, .wake, .prewarm: break
        }
    }

    /// LN-07: `didFinishLaunching` returned false, so the URL that launched the app is not handled.
    mutating func processLaunchDeclinedURL() {
        guard process.isLaunching, case .url(let url) = process.record.launchedFor else { return }
        process.record.openings.removeAll { $0 == .url(url) }
        log("\(url.url) is not handled", Reason("LN-07", "didFinishLaunching returned false"))
    }

    // MARK: Ending

    /// Asks the app to end, by `willTerminate`. A suspended or prewarmed app is killed without this callback (LC-12).
    mutating func requestTermination(_ reason: Reason, category: ExitCategory, code: TerminationCode? = nil) {
        guard !process.isEnding else { return }
        guard state.isRunning, !process.record.isPrewarmed else {
            return terminate(
                Termination(signal: 9, code: code, explanation: reason.text, writesCrashReport: false), reason,
                category: category)
        }
        if process.isResigning { endLeaving() }
        process.beginEnding(ProcessLife.Ending(reason: reason, category: category, code: code))
        deliver(.willTerminate, reason)
        if isWatched { deadlines[.willTerminate] = now + profile.willTerminateLimit }
    }

    private mutating func finishEnding() {
        guard let ending = process.ending else { return }
        terminate(
            Termination(signal: 9, code: ending.code, explanation: ending.reason.text, writesCrashReport: false),
            ending.reason, category: ending.category)
    }

    mutating func processForceQuit() {
        process.forceQuit = profile.features.forceQuitMark
        let reason = Reason("LC-19", "the user removed the app from the app switcher")
        transfersForceQuit(reason)
        cancelContinuedTasks(reason)
        dropHeldPush()
        if process.isEnding {
            // The latest reason to end the app replaces the earlier one.
            process.beginEnding(ProcessLife.Ending(reason: reason, category: .system, code: .forceQuit))
        } else if process.alive, state != .terminated {
            tellOfRemoval(reason)
            requestTermination(reason, category: .system, code: .forceQuit)
        } else if !process.alive {
            // The process has ended already. Show the force quit as the reason of the state, because no wake launches
            // the app after a force quit.
            if state == .terminated { stateReason = reason }
            log("removed from the app switcher", reason)
        }
        dropPendingWakes(reason)
        process.nextLaunch = nil
    }

    /// LC-19: makes the callbacks that a running app gets before `willTerminate` when the user removes the app from the
    /// app switcher.
    private mutating func tellOfRemoval(_ reason: Reason) {
        guard state.isRunning, !process.isLaunching, !process.record.isPrewarmed else { return }
        if runsBehind, profile.features.forceQuitEntersBackground { deliver(.didEnterBackground, reason) }
        guard usesScenes else { return }
        if state == .foregroundActive {
            deliver(.willResignActive, reason)
            enter(.foregroundInactive, reason)
        }
        for scene in process.record.scenes.connected.sorted() { deliver(.sceneDidDisconnect(scene), reason) }
    }

    mutating func processExited(_ status: ProcessStatus) {
        guard process.alive || process.isDying else { return }
        let cause = process.record.launchedFor
        if process.alive {
            if let ending = process.ending {
                end(ending.reason, category: ending.category)
            } else {
                let rule: RuleID = state == .suspended ? "LC-22" : "LC-01"
                // An uncaught exception ends the process with SIGABRT.
                let raised = status == .signalled(6) ? process.record.raised : nil
                let reason =
                    raised.map { Reason($0.rule, "uncaught \($0.text)") }
                    ?? Reason(rule, "the process ended: \(status)")
                end(reason, category: ExitCategory(status))
            }
        }
        let category = process.record.exitCategory
        process.finish()
        relaunchVoIP(after: status, category)
        relaunchForLocation(after: status)
        relaunchForTransfers(afterLaunch: cause)
        if let cause = process.nextLaunch {
            order(cause, Reason(cause.isInBackground ? "LC-06" : "LC-05", "launched \(cause.inWords)"))
        }
    }

    mutating func processExceptionNotCaught(_ exception: AppleException) {
        guard state != .terminated else { return }
        let reason = Reason(
            exception.rule == profile.missingLocationModeRule ? "CL-01" : exception.rule,
            "uncaught \(exception.name): SIGABRT")
        terminate(
            Termination(signal: 6, explanation: exception.lastWords, writesCrashReport: true), reason,
            category: .abnormal)
    }

    /// Drops the state that belongs to a process. The state that iOS keeps for the app stays.
    mutating func forgetProcess() {
        process.beginDying()
        grants.removeAll()
        deadlines.endProcess()
        protection.toldAvailable = nil
        refusals = Refusals()
        lastLost = nil
        tasks = FinishTasks()
        audio.forgetProcess()
        location.forgetProcess()
        wakes.live.removeAll()
        scheduler.forgetProcess()
        voip.forgetProcess()
        callKit.forgetProcess()
        pushToTalk.hasRemoteParticipant = false
        documents.preview = nil
        transfers.forgetProcess()
        notifications.forgetProcess()
        forgetAnsweredNotifications()
        resources = HeldResources()
        if let cpuCount = usage?.cpuCount { usage = UsageMonitor(cpuCount: cpuCount) }
    }
}

extension LaunchCause {
    package var isForWake: Bool { if case .wake = self { true } else { false } }

    /// True if the system starts the app without the user.
    package var isInBackground: Bool {
        switch self {
        case .wake, .prewarm: true
        case .user, .url, .notification: false
        }
    }

    fileprivate var isURL: Bool { if case .url = self { true } else { false } }

    /// True if the user opened the app with a URL or a notification, which the app must be given.
    fileprivate var hasContent: Bool {
        switch self {
        case .url, .notification: true
        case .user, .wake, .prewarm: false
        }
    }

    /// The precedence of a cause: a process is started for the cause with the higher precedence.
    fileprivate var precedence: Int {
        switch self {
        case .prewarm: 0
        case .wake: 1
        case .user: 2
        case .url, .notification: 3
        }
    }
}
