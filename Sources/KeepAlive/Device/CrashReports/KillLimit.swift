import KeepAlivePolicy

/// The limit that an app overran, as a constant of the profile.
package struct KillLimit: Sendable {
    /// The name of the constant in the profile.
    package let constant: String
    package let value: Duration
    /// What the limit is for, before its value.
    let purpose: String

    /// Returns the limit that a kind of end is about; `nil` if no constant of the profile states it.
    package static func limit(of kill: Kill, in profile: PolicyProfile) -> KillLimit? {
        switch kill {
        case .launchWatchdog:
            KillLimit("launchLimit", profile.launchLimit, "a launch into the foreground has")
        case .backgroundLaunchWatchdog:
            KillLimit("backgroundLaunchLimit", profile.backgroundLaunchLimit, "a launch into the background has")
        case .backgroundLaunchCPU:
            KillLimit(
                "backgroundLaunchCPULimit", profile.backgroundLaunchCPULimit,
                "a launch into the background has, in CPU time,")
        case .enterForegroundWatchdog:
            KillLimit("enterForegroundLimit", profile.enterForegroundLimit, "willEnterForeground has")
        case .enterBackgroundWatchdog:
            KillLimit("enterBackgroundLimit", profile.enterBackgroundLimit, "didEnterBackground has")
        case .terminationWatchdog:
            KillLimit("willTerminateLimit", profile.willTerminateLimit, "willTerminate has")
        case .taskOverrun:
            KillLimit("finishTaskBudget", profile.finishTaskBudget, "background tasks together have")
        case .wakeOverrun, .sessionOverrun:
            KillLimit("contentWakeBudget", profile.contentWakeBudget, "the work of such a wake has")
        case .cpuLimit, .cpuReport:
            profile.cpuLimit.map {
                KillLimit(
                    "cpuLimit", $0,
                    "in \(profile.cpuLimitWindow.inWords) in the background an app may use, in CPU time,")
            }
        case .unreportedCall:
            KillLimit(
                "callReportLimit", profile.callReportLimit,
                "the report of a call has, where the callback does not return,")
        default: nil
        }
    }

    private init(_ constant: String, _ value: Duration, _ purpose: String) {
        self.constant = constant
        self.value = value
        self.purpose = purpose
    }

    /// The limit as a sentence.
    package var sentence: String { "\(purpose) \(value.inWords)" }

    /// Returns the seconds that a report states for this limit, if they differ from it by more than a tenth.
    ///
    /// A watchdog states what was left of its time when the app's process came up, which is a little less than the
    /// whole.
    package func differing(in report: CrashReport) -> Double? {
        let stated: Double? =
            switch constant {
            case "finishTaskBudget":
                report.assertionReason?.lowercased() == "finishtask" ? report.permittedDuration : nil
            case "launchLimit", "backgroundLaunchLimit", "enterForegroundLimit", "enterBackgroundLimit",
                "willTerminateLimit":
                report.isCPUAllowance ? nil : report.allowance
            default: nil
            }
        guard let stated, stated >= 0.1, stated <= 3600 else { return nil }
        let own = value / .seconds(1)
        return abs(stated - own) > own / 10 ? stated : nil
    }
}
