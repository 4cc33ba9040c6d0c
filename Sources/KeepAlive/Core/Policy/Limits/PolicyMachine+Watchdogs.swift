/// The ends of an app that does not return in time from a callback of its life cycle (LC-09, LC-13 to LC-16, LC-32, LC-33).
extension PolicyMachine {
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

    /// 'scene-create' and 'scene-update' are the watchdog's own words, also for apps without scenes (LC-16).
    private mutating func killByWatchdog(_ explanation: String, _ reason: Reason) {
        guard isWatched else { return }
        terminate(
            Termination(
                signal: 9, code: .watchdog, namespace: profile.watchdogNamespace, explanation: explanation,
                writesCrashReport: true),
            reason, category: .watchdog)
    }

    /// The last task that let didEnterBackground take longer has ended: no more than the limit is left (SD-04).
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
