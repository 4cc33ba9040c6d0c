/// The watchdogs: time limits of life cycle callbacks, and the kills of an app that does not return in time (LC-09,
/// LC-13 to LC-16, LC-32, LC-33).
extension PolicyMachine {
    /// Restarts the watchdogs: each awaited callback gets its full time. No watchdog runs under a debugger (LC-17).
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

    /// LC-14, LC-33: sets the time limit of a launch, in the foreground or in the background.
    mutating func watchLaunch() {
        guard isWatched, process.isLaunching else { return }
        deadlines[.launch] =
            now + (process.isLaunchingInBackground ? profile.backgroundLaunchLimit : profile.launchLimit)
    }

    mutating func watchEnterBackground() {
        guard isWatched else { return }
        deadlines[.enterBackgroundAdvice] = now + profile.enterBackgroundAdvice
        deadlines[.enterBackground] = now + profile.enterBackgroundLimit
    }

    /// MD-19: stops waiting for the app to return from `willResignActive`, and moves it to the background.
    mutating func resignationOverdue() {
        log(
            "the app has not returned from willResignActive in \(profile.inWords(profile.willResignActiveLimit)): "
                + "it is not waited for", Reason("MD-19", "willResignActive takes too long"))
        leave(by: process.leaveCause ?? .home)
    }

    mutating func killForLaunchTime() {
        let inBackground = process.isLaunchingInBackground
        let limit = inBackground ? profile.backgroundLaunchLimit : profile.launchLimit
        killByWatchdog(
            "scene-create watchdog transgression: exhausted real (wall clock) time allowance of "
                + "\(twoDecimals(limit)) seconds (ProcessVisibility: \(inBackground ? "Background" : "Foreground"))",
            Reason(
                inBackground ? "LC-33" : "LC-14",
                "didFinishLaunching did not return in \(profile.inWords(limit))"))
    }

    mutating func killForEnterBackgroundTime() {
        if profile.switches.taskExtendsEnterBackground, !tasks.live.isEmpty {
            deadlines[.enterBackground] = now + profile.finishTaskBudget
            return log(
                "didEnterBackground may go on: a background task is held",
                Reason("SD-04", "the task's time counts"))
        }
        killByWatchdog(
            "scene-update watchdog transgression: exhausted real (wall clock) time allowance of "
                + "\(twoDecimals(profile.enterBackgroundLimit)) seconds (ProcessVisibility: Background)",
            Reason("LC-09", "didEnterBackground did not return in \(profile.inWords(profile.enterBackgroundLimit))"))
    }

    mutating func killForEnterForegroundTime() {
        killByWatchdog(
            "scene-update watchdog transgression: exhausted real (wall clock) time allowance of "
                + "\(twoDecimals(profile.enterForegroundLimit)) seconds (ProcessVisibility: Foreground)",
            Reason("LC-32", "willEnterForeground did not return in \(profile.inWords(profile.enterForegroundLimit))"))
    }

    mutating func killForTerminationTime() {
        killByWatchdog(
            profile.features.terminatesGracefully
                ? "Failed to terminate gracefully after \(oneDecimal(profile.willTerminateLimit))s "
                    + "(WatchdogEvent: process-exit)"
                : "process-exit watchdog transgression: exhausted real (wall clock) time allowance of "
                    + "\(twoDecimals(profile.willTerminateLimit)) seconds (ProcessVisibility: Background)",
            Reason("LC-13", "willTerminate did not return in \(profile.inWords(profile.willTerminateLimit))"))
    }

    mutating func killForBackgroundLaunchCPU() {
        killByWatchdog(
            "scene-create watchdog transgression: exhausted CPU time allowance of "
                + "\(twoDecimals(profile.backgroundLaunchCPULimit)) seconds (ProcessVisibility: Background)",
            Reason("LC-15", "the launch into the background used too much CPU time"))
    }

    /// Kills the app. 'scene-create' and 'scene-update' are the watchdog's own words, even for apps without scenes
    /// (LC-16).
    private mutating func killByWatchdog(_ explanation: String, _ reason: Reason) {
        guard isWatched else { return }
        terminate(
            Termination(
                signal: 9, code: .watchdog, namespace: profile.watchdogNamespace, explanation: explanation,
                writesCrashReport: true),
            reason, category: .watchdog)
    }

    /// Ends the extension of didEnterBackground by tasks, because the last task has ended: at most the normal limit is
    /// left (SD-04).
    mutating func tasksNoLongerExtendEnterBackground() {
        guard tasks.live.isEmpty, let deadline = deadlines[.enterBackground] else { return }
        deadlines[.enterBackground] = min(deadline, now + profile.enterBackgroundLimit)
    }

    mutating func warnAboutEnterBackgroundTime() {
        log(
            "didEnterBackground has not returned after \(profile.inWords(profile.enterBackgroundAdvice)), which is all that it has",
            Reason("LC-08", "didEnterBackground takes too long"))
    }

    private func twoDecimals(_ duration: Duration) -> String {
        let hundredths = Int(clamping: (profile.ofDevice(duration).inSeconds * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }

    private func oneDecimal(_ duration: Duration) -> String {
        let tenths = Int(clamping: (profile.ofDevice(duration).inSeconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
