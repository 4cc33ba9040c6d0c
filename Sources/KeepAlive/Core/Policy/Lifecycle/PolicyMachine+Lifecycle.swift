/// Launching, leaving, returning, ending: the LC rules.
extension PolicyMachine {
    /// False for a debugged app and a simulator: no watchdog runs, and nothing is killed for its time (LC-17, MD-14).
    package var isWatched: Bool { !conditions.debuggerAttached && !conditions.isSimulator }

    /// False under a debugger, and on a simulator of the time before iOS 11: nothing is suspended there (LC-17, MD-14).
    var suspendsApps: Bool {
        !conditions.debuggerAttached && !(conditions.isSimulator && !profile.features.suspendsOnSimulator)
    }

    // MARK: Launching

    mutating func processLaunched(_ cause: LaunchCause) {
        guard !process.alive else { return processReturned(cause) }
        if endUnwantedProcess() { return }
        // The user's reason to open the app was recorded when the process was ordered.
        let ordered = process.nextLaunch.flatMap { $0.isInBackground ? nil : $0 } ?? cause
        process.launches(for: ordered, inBackground: false)
        beginLaunch(ordered, Reason("LC-05", "launched \(ordered.inWords)"))
    }

    /// Launches the app in its process, in front or in the background.
    mutating func beginLaunch(_ cause: LaunchCause, _ reason: Reason) {
        process.nextLaunch = nil
        if !cause.isInBackground {
            process.forceQuit = false
            healthData.unanswered = 0
            transfersBroughtToFront()
        }
        warnAboutMissingScenes()
        // LC-05: an app with scenes is in the background until a scene is in front.
        enter(cause.isInBackground || usesScenes ? .background : .foregroundInactive, reason)
        if failsForWantOfScenes() { return }
        deliver(.didFinishLaunching(cause, usesScenes: usesScenes), reason)
        watchLaunch()
        if cause.isInBackground { restartUsageWindow() }
        if wakes.pending.contains(where: { $0.kind == .voipPush }) { watchCallReport() }
    }

    /// LC-14, LC-33: a launch has its time, in front and in the background.
    private mutating func watchLaunch() {
        guard isWatched, process.isLaunching else { return }
        deadlines[.launch] =
            now + (process.isLaunchingInBackground ? profile.backgroundLaunchLimit : profile.launchLimit)
    }

    mutating func processLaunchedInBackground() {
        guard !process.alive, !endUnwantedProcess(), let cause = process.nextLaunch else { return }
        // The user opened the app before the process that a wake had ordered ran.
        guard cause.isInBackground else { return processLaunched(cause) }
        if cause == .prewarm, !profile.features.prewarmLaunches { return beginPrewarmedProcess() }
        process.launches(for: cause, inBackground: true)
        beginLaunch(
            cause,
            Reason(cause == .prewarm ? "LC-34" : "LC-06", "launched into the background \(cause.inWords)"))
    }

    /// Ends a process that was ordered and is not wanted any more, after a force quit or a restart (LC-19, LC-21).
    private mutating func endUnwantedProcess() -> Bool {
        guard process.isOrdered, process.nextLaunch == nil else { return false }
        process.beginDying()
        let reason = Reason("LC-19", "what the process was ordered for has been withdrawn")
        emit(.terminate(Termination(signal: 9, explanation: reason.text, writesCrashReport: false)), reason)
        return true
    }

    /// LC-04: warns an app without scenes on a recent system.
    private mutating func warnAboutMissingScenes() {
        guard profile.switches.warnsAboutMissingScenes, profile.lifecycle == .scene, !manifest.adoptsScenes,
            !mustAdoptScenes
        else { return }
        log(profile.missingScenesText, Reason("LC-04", "no UIApplicationSceneManifest"))
    }

    /// LC-29: an app without scenes that was built with the SDK of iOS 27 or a later one runs into UIKit's trap. For a
    /// launch into the background, that is this project's inference: Apple's text makes no exception.
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

    /// Orders a process, now or when the old one has gone.
    mutating func order(_ cause: LaunchCause, _ reason: Reason) {
        // A launch by the user wins over one for a wake: the wake is delivered all the same. An opened URL or
        // notification wins over a tap on the icon (LN-07).
        if process.nextLaunch.map({ $0.precedence < cause.precedence + (cause.isInBackground ? 0 : 1) }) ?? true {
            process.nextLaunch = cause
        }
        guard process.canBeOrdered else { return }
        process.order()
        emit(.launch(cause), reason)
    }

    /// Launches the app again by its own code. Until now the launch was taken for done, because nobody answered for the
    /// app. The app has as much time for it as for any launch, and gets what it was launched for.
    mutating func processCheckedIn() {
        // First end a leave that began before the app's code answered.
        if let cause = process.leaveCause { leave(by: cause) }
        // A prewarmed app stands where it says hello: it is launched when the user opens it.
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

    /// Gives the app what the user has opened it with, and then it is in use (LN-05, LN-07, LN-12).
    private mutating func comeToFront(_ reason: Reason) {
        process.record.comesToFrontFor = nil
        enter(.foregroundInactive, reason)
        deliverOpenings()
        becomeActive(reason)
    }

    /// LC-05: the app switcher shows an app as the device looks, light or dark.
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
        // An app that is ending starts nothing new: the next process gets the wakes that wait (LC-06).
        guard !process.isEnding else { return }
        if comesToFront {
            let reason = process.record.comesToFrontFor ?? Reason("LC-05", "on screen and in use")
            // LC-31: a scene that is new enters the foreground, too.
            if usesScenes, !process.record.hasEnteredForeground {
                enterForeground(reason)
            } else {
                comeToFront(reason)
            }
            releaseHeldPush()
        } else if inBackground, profile.switches.callsDidEnterBackgroundOnLaunch {
            // CF-05: by Apple's text the app is told that it is in the background before it gets the event.
            enterBackground(Reason("LC-06", "launched into the background"))
        }
        deliverPendingWakes()
    }

    /// Tells the app that it comes to the front: from the background, or with a scene that is new (LC-05, LC-31). It is in use
    /// when it has returned (LC-32).
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

    /// Ends the wait for the callbacks of a leave or a return: what has happened since makes them void.
    private mutating func endLeaving() {
        process.finishLeaving()
        for kind in [DeadlineKind.willResignActive, .enterBackground, .enterBackgroundAdvice, .enterForeground] {
            deadlines[kind] = nil
        }
    }

    /// Tells the app that it is in the background, and waits for its return (LC-08, LC-09, SD-04).
    mutating func enterBackground(_ reason: Reason) {
        deliver(.didEnterBackground, reason)
        process.beginEnteringBackground()
        watchEnterBackground()
    }

    private mutating func watchEnterBackground() {
        guard isWatched else { return }
        deadlines[.enterBackgroundAdvice] = now + profile.enterBackgroundAdvice
        deadlines[.enterBackground] = now + profile.enterBackgroundLimit
    }

    /// Sets the watchdogs anew: each awaited callback has its whole time. With a debugger none is watched (LC-17).
    mutating func updateWatchdogs() {
        for kind in [
            DeadlineKind.launch, .willResignActive, .enterBackground, .enterBackgroundAdvice, .enterForeground,
            .willTerminate,
        ] { deadlines[kind] = nil }
        guard isWatched else { return }
        watchLaunch()
        if process.isResigning { deadlines[.willResignActive] = now + profile.willResignActiveLimit }
        if process.isEnteringBackground { watchEnterBackground() }
        if process.isEnteringForeground { deadlines[.enterForeground] = now + profile.enterForegroundLimit }
        if process.isEnding { deadlines[.willTerminate] = now + profile.willTerminateLimit }
    }

    // MARK: Leaving

    /// Tells the app that the user leaves it, while it is still on screen. Until it returns from `willResignActive`, it
    /// acts in the foreground (LC-05).
    mutating func processLeft(by cause: LeaveCause) {
        guard isOnScreen, !process.isEnding, !process.isResigning else { return }
        let reason = Reason("LC-05", cause.inWords)
        let isInUse = state == .foregroundActive
        // An app that something covers has resigned already.
        if isInUse || !process.record.isCovered { deliver(.willResignActive, reason) }
        // An app that has not launched yet is left at once.
        guard isInUse, awaitsReturns else { return leave(by: cause) }
        process.beginResigning(by: cause)
        if isWatched { deadlines[.willResignActive] = now + profile.willResignActiveLimit }
    }

    mutating func resignationOverdue() {
        log(
            "the app has not returned from willResignActive in \(profile.inWords(profile.willResignActiveLimit)): "
                + "it is not waited for", Reason("MD-19", "willResignActive takes too long"))
        leave(by: process.leaveCause ?? .home)
    }

    private mutating func leave(by cause: LeaveCause) {
        let reason = Reason("LC-05", cause.inWords)
        endLeaving()
        process.record.isCovered = false
        if !conditions.supportsMultitasking {
            return requestTermination(
                Reason("SD-05", "the device runs one app at a time"), category: .normal)
        }
        // LC-18, CF-11.
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

    /// Takes the suspension of an app back that could not be frozen and runs on. The freeze is tried again (MD-18).
    mutating func processFreezeFailed(_ cause: String, attempts: Int, retryAfter: Duration?) {
        guard state == .suspended else { return }
        thaw(Reason("MD-18", "not frozen: \(cause)"))
        // The reason to freeze the app still holds.
        let doubled = profile.suspensionDelay * (1 << min(max(0, attempts - 1), 10))
        deadlines[.suspension] = now + (retryAfter ?? min(doubled, profile.freezeRetryLimit))
    }

    // MARK: Returning

    /// Lets a suspended app run again, and delivers what has waited for it.
    mutating func thaw(_ reason: Reason) {
        emit(.resume, reason)
        enter(.background, reason)
        lastLost = nil
        // CL-08, CL-13: a suspended app gets no fixes, so this time does not count as a stay in one place.
        location.place?.since = now
        restartUsageWindow()
        let queued = process.record.queued
        process.record.queued.removeAll()
        for entry in queued { deliver(entry.callback, entry.reason) }
        tellOfProtectedData()
        deliverQueuedLocations()
    }

    /// Delivers a callback now, or when a suspended app runs again.
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
        // An app that is ending cannot be used any more: it is started again once it has gone.
        if process.isEnding { return order(cause, Reason(reason.rule, "launched \(cause.inWords)")) }
        guard state.isRunning || state == .suspended else {
            return order(cause, Reason(reason.rule, "launched \(cause.inWords)"))
        }
        if process.record.isPrewarmed { return launchPrewarmed(cause, reason) }
        if cause.hasContent { process.record.openings.append(cause) }
        switch state {
        case .foregroundActive where process.isResigning:
            // The user has changed their mind: the app has not been left.
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
            // The return cancels the leave: its callbacks are no longer awaited.
            endLeaving()
            process.record.isLeftInLaunch = false
            enterForeground(reason)
            if process.isLaunchingInBackground {
                // A launch into the background counts as one in the foreground once the user looks at the app (LC-14).
                process.bringLaunchToForeground()
                updateWatchdogs()
            }
            releaseWakes()
            if !process.isLaunching { releaseHeldPush() }
            transfersBroughtToFront()
            deliverQueuedLocations()
            startNextContinuedTask()
            // Refused location stays refused while its updates go on. Audio may be tried again.
            forgive(.audio)
            if location.updates == nil { forgive(.location) }
        case .notRunning, .unattached, .terminated: break
        }
    }

    /// Delivers the URL or notification that the user opened the app with, by the method of its time (LN-05, LN-07,
    /// LN-08, SD-71).
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

    /// Asks the app to end. A suspended app is ended without being asked (LC-12).
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
            // It has gone already. Its reason now is the force quit, after which nothing wakes it.
            if state == .terminated { stateReason = reason }
            log("removed from the app switcher", reason)
        }
        dropPendingWakes(reason)
        process.nextLaunch = nil
    }

    /// LC-19: what an app that runs is told before it terminates.
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
                // An exception that nobody catches ends in SIGABRT.
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

    /// Drops what belongs to a process. What iOS keeps for the app stays.
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

    /// Whether the app is started without the user.
    package var isInBackground: Bool {
        switch self {
        case .wake, .prewarm: true
        case .user, .url, .notification: false
        }
    }

    fileprivate var isURL: Bool { if case .url = self { true } else { false } }

    /// Whether the user opened the app with something that it is to be given.
    fileprivate var hasContent: Bool {
        switch self {
        case .url, .notification: true
        case .user, .wake, .prewarm: false
        }
    }

    /// The precedence of a cause: of two, a process is started for the higher one.
    fileprivate var precedence: Int {
        switch self {
        case .prewarm: 0
        case .wake: 1
        case .user: 2
        case .url, .notification: 3
        }
    }
}
