import KeepAlivePolicy

/// The phrases with which reports and logs tell of an end.
enum KillPhrases {
    struct Row {
        /// The phrases, of which one must occur.
        let phrases: [StaticString]
        let kill: Kill

        init(_ kill: Kill, _ phrases: StaticString...) {
            self.kill = kill
            self.phrases = phrases
        }

        func matches(_ text: some StringProtocol) -> Bool { phrases.contains { text.says($0) } }
    }

    /// Returns the kind of end that a text names by a code of the system, else by a phrase; `nil` if it names none. The
    /// watchdog's code comes last, as phrases say which watchdog it was.
    static func kill(named text: some StringProtocol) -> Kill? {
        let codes = codes(in: text)
        return codes.first { $0 != .watchdog }?.kill ?? decisive.first { $0.matches(text) }?.kill
            ?? (codes.isEmpty ? nil : .otherWatchdog)
    }

    private static func codes(in text: some StringProtocol) -> [TerminationCode] {
        guard text.says("0x") else { return [] }
        let text = text.lowercased()
        return TerminationCode.allCases.filter { text.contains($0.rawValue) }
    }

    /// Phrases that name the kill whatever else the text says. The first row that matches decides.
    static let decisive: [Row] = [
        Row(
            .taskOverrun, "active assertions beyond permitted time", "active assertion beyond permitted time",
            "Shared Background Assertion"),
        Row(.voipResumes, "BKUnsuspendLimit", "wakes in 300 sec"),
        Row(
            .terminationWatchdog, "process-exit watchdog", "failed to terminate gracefully",
            "failed to terminate in time",
            "failed to quit in time", "failed to exit in time", "WatchdogEvent: process-exit",
            "Watchdog event: process-exit"),
        Row(
            .lockedFile, "suspended with locked system files", "suspended with locked", "locked system file"),
        Row(
            .unreportedCall, "failed to post an incoming call",
            "failed to report an incoming call", "did not report an incoming call"),
        Row(.cpuLimit, "cpu_resource_fatal"),
        Row(.tooManyTasks, "too many background task assertions"),
        Row(.forceQuit, "force quit by the user", "user force-quit", "user force quit"),
        Row(.otherPlatform, "0xc51bad01", "0xc51bad02", "0xc51bad03"),
        Row(
            .launchWatchdog, "scene-create watchdog", "process-launch watchdog", "failed to launch in time",
            "failed to launch after", "failed to scene-create", "failed to process-launch",
            "Watchdog event: scene-create", "Watchdog event: process-launch",
            "WatchdogEvent: scene-create",
            "WatchdogEvent: process-launch", "launch watchdog"),
        Row(
            .enterForegroundWatchdog, "scene-update watchdog", "failed to scene-update", "Watchdog event: scene-update",
            "failed to resume in time",
            "failed to resume after", "failed to activate in time", "WatchdogEvent: scene-update",
            "failed to wake in time"
        ),
        Row(
            .enterBackgroundWatchdog, "failed to suspend in time", "failed to suspend after",
            "failed to deactivate in time", "failed to background in time", "failed to enter background in time"),
        Row(
            .otherWatchdog, "watchdog transgression", "Provision violated for watchdog",
            "exhausted real (wall clock) time allowance"),
        Row(.missingUsageText, "without a usage description", "_CRASHING_DUE_TO_PRIVACY_VIOLATION_"),
        Row(.privacyChange, "privacy settings change", "privacy setting was changed", "TCC access changed"),
        Row(
            .memoryLimit, "exceeded mem limit", "exceeded memory limit", "RESOURCE_TYPE_MEMORY", "Subtype: MEMORY",
            "because it is using too much memory",
            "exceeding jetsam memory limits", "Terminated due to memory",
            "possibly because it overused RAM", "killed due to memory", "killed because it uses too much memory"),
        Row(
            .memoryPressure, "memorystatus: killing", "killed by jetsam", "jettisoned", "jetsam kill", "jetsam reason"),
        Row(.debuggerEnd, "Terminated due to signal 15", "process was killed from Xcode"),
        Row(.unexplained, "Terminated due to signal 9"),
        Row(.systemEnd, "Received termination request", "RBSTerminateContext"),
    ]

    /// Phrases of ends without a reason. They count in a text without any other.
    static let weak: [Row] = [
        Row(.normalExit, "RBSProcessExitContext| voluntary", "domain:none(0) code:0"),
        Row(.memoryPressure, "Largest process:", "Wired pages:", "Free pages:", "domain:jetsam"),
        Row(.diskWritesReport, "MXDiskWriteException"),
        Row(.cpuReport, "MXCPUException"),
        Row(.wakeupsReport, "excessive wakeups"),
        Row(.hang, "MXHangDiagnostic"),
        Row(.taskOverrun, "_fireBackgroundExpirationHandlers"),
        Row(
            .otherException, "Fatal Exception: NS", "Exception type: NS", "Exception Reason:",
            "Last Exception Backtrace",
            "objc_exception_throw", "NSException"),
        Row(.debuggerEnd, "SIGTERM"),
        Row(.unexplained, "Killed: 9", "signal 9", "SIGKILL"),
        Row(
            .crash, "EXC_BAD_ACCESS", "KERN_INVALID_ADDRESS", "SIGSEGV", "SIGBUS", "SIGABRT", "SIGTRAP", "SIGILL",
            "EXC_BREAKPOINT",
            "EXC_BAD_INSTRUCTION", "Fatal Exception:", "Crashed:", "Fatal error:", "RBSProcessExitStatus",
            "exited abnormally with signal", "SIGPIPE", "SIGSYS",
            "stack overflow", "termination reported by launchd", "abort() called"),
    ]

    /// Phrases of warnings, which end nobody.
    static let warnings: [Row] = [
        Row(
            .taskWarning, "was created over 30 seconds ago", "Background task still not ended",
            "Can't endBackgroundTask", "Can't end BackgroundTask", "Background Task Expired")
    ]
}
