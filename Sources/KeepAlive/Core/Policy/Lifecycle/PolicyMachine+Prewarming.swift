/// Prewarming: the system starts an app's process before the user opens it (LC-34).
extension PolicyMachine {
    mutating func prewarm() {
        guard profile.features.prewarming else {
            return log("apps are not prewarmed", Reason("LC-34", "iOS \(profile.version); from iOS 15 on"))
        }
        guard !process.alive, process.canBeOrdered else {
            return log("the app is not prewarmed", Reason("LC-34", "it has a process"))
        }
        order(.prewarm, Reason("LC-34", "the system expects that the user will open the app"))
    }

    /// LC-34: the prewarmed process runs up to `UIApplicationMain`, and is frozen there.
    mutating func beginPrewarmedProcess() {
        process.prewarms()
        process.nextLaunch = nil
        enter(.background, Reason("LC-34", "prewarmed: it runs up to UIApplicationMain"))
        restartUsageWindow()
    }

    /// Launches the app in its prewarmed process, for the user or for a wake.
    mutating func launchPrewarmed(_ cause: LaunchCause, _ why: Reason) {
        if state == .suspended { thaw(why) }
        process.launches(for: cause, inBackground: cause.isInBackground)
        let reason = Reason("LC-34", "the prewarmed process is launched \(cause.inWords)")
        beginLaunch(cause, reason)
    }
}
