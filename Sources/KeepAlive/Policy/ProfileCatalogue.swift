/// The profiles of all versions of iOS that have apps in the background.
public enum ProfileCatalogue {
    /// The oldest and the newest version that there are rules of: iOS 4 brought the background, and of what comes after
    /// 27 nothing is known.
    public static let versions = IOSVersion(4)...IOSVersion(27, 99)

    /// One profile an era, oldest first; `profile(named:)` knows every version in between.
    public static let all: [PolicyProfile] = [
        PolicyProfile(version: IOSVersion(6, 1)), ios12, ios13, PolicyProfile(version: IOSVersion(15, 5)),
        PolicyProfile(version: IOSVersion(18)), ios26, ios27,
    ]

    /// The profile used when none is asked for.
    public static let newest = ios27

    /// The profile of a version.
    ///
    /// - Parameter text: a version from 4 to 27, such as `12.4` or `27`; a major version alone means its `.0`.
    /// - Throws: ``KeepAliveError`` with code `usage` when it is no version, or one without rules.
    public static func profile(named text: String) throws -> PolicyProfile {
        guard let version = IOSVersion(parsing: text) else {
            throw KeepAliveError(
                .usage, "'\(text)' is not an iOS version",
                remedy: Self.remedy)
        }
        guard versions.contains(version) else {
            let why =
                version < versions.lowerBound
                ? "iOS \(text) does not let apps into the background: that began with iOS 4"
                : "there are no rules for iOS \(text) yet"
            throw KeepAliveError(.usage, why, remedy: Self.remedy)
        }
        return PolicyProfile(version: version)
    }

    private static let remedy = "Any version from 4.0 to 27, such as 6.1, 12.4, 13.0, 14.5, 26 or 27"

    static let ios12 = PolicyProfile(version: IOSVersion(12, 4))
    static let ios13 = PolicyProfile(version: IOSVersion(13))
    static let ios26 = PolicyProfile(version: IOSVersion(26))
    static let ios27 = PolicyProfile(version: IOSVersion(27))
}

extension PolicyProfile {
    /// The rules of a version.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` for one without rules.
    public init(of version: IOSVersion) throws {
        self = try ProfileCatalogue.profile(named: version.description)
    }

    /// The rules of a version.
    ///
    /// - Parameter version: one of ``ProfileCatalogue/versions``.
    package init(version: IOSVersion) {
        let runningBoard = version >= IOSVersion(13)
        let budget: Duration = runningBoard ? .seconds(30) : version >= IOSVersion(7) ? .seconds(180) : .seconds(600)
        // The one version on which more than budget minus lead was measured (BT-06).
        let measured = version == IOSVersion(13)
        let reworded = version >= IOSVersion(12)
        self.init(
            version: version,
            lifecycle: runningBoard ? .scene : .applicationDelegate,
            switches: PolicySwitches(version: version),
            suspensionDelay: .milliseconds(200),
            willResignActiveLimit: .seconds(5),
            enterBackgroundAdvice: .seconds(5),
            enterBackgroundLimit: .seconds(10),
            launchLimit: .seconds(20),
            backgroundLaunchCPULimit: .milliseconds(2320),
            willTerminateLimit: .seconds(5),
            audioReleaseDelay: .seconds(1),
            locationReleaseDelay: .seconds(1),
            audioEvidenceWindow: .seconds(1),
            freezeRetryLimit: .seconds(5),
            finishTaskBudget: budget,
            finishTaskBudgetAfterFetch: version >= IOSVersion(7) && !runningBoard ? .seconds(40) : nil,
            finishTaskExpiration: measured ? .seconds(31) : budget - .seconds(5),
            finishTaskGrace: .seconds(5),
            stillHeldWarningDelay: version >= IOSVersion(13, 4) ? .seconds(1) : nil,
            oldTaskWarningAge: version >= IOSVersion(13, 4) ? .seconds(30) : nil,
            unsafeTimeRemaining: .seconds(5),
            finishTaskOverrunCode: runningBoard ? "0x2182BAD2" : TerminationCode.watchdog.rawValue,
            finishTaskOverrunNamespace: runningBoard ? "RUNNINGBOARD" : "ASSERTIOND",
            finishTaskOverrunWritesReport: !runningBoard,
            finishTaskLimit: version >= IOSVersion(11) ? 1000 : nil,
            contentWakeBudget: .seconds(30),
            accessoryWakeBudget: .seconds(10),
            voipKeepAliveBudget: .seconds(10),
            processingBudget: .seconds(300),
            continuedTaskStallLimit: .seconds(30),
            wakeWarningLead: .seconds(4),
            wakeOverrunDelay: .seconds(1),
            voipKeepAliveInterval: .seconds(600),
            rateWindow: .seconds(3600),
            silentPushesPerHour: 3,
            pendingRefreshLimit: 1,
            pendingProcessingLimit: 10,
            transferDelay: .seconds(60),
            transferResourceTimeout: .seconds(7 * 86_400),
            fileProtectionDelay: .seconds(10),
            localNotificationLimit: 64,
            voipResumesPerHour: 15,
            unreportedCallsLimit: 3,
            locationPauseDelay: .seconds(15 * 60),
            locationPauseRadiusMetres: 50,
            significantChangeMetres: 500,
            significantChangeInterval: .seconds(300),
            regionLimit: 20,
            regionCrossingMetres: 200,
            regionCrossingStay: .seconds(20),
            missingLocationModeText:
                "Invalid parameter not satisfying: !stayUp || CLClientIsBackgroundable(internal->fClient)"
                + (reworded ? " || _CFMZEnabled()" : ""),
            missingLocationModeRule: reworded ? "CL-03" : "CL-02",
            cpuLimit: version >= IOSVersion(11) ? .seconds(48) : nil,
            cpuLimitWindow: .seconds(60),
            callCPULimit: version >= IOSVersion(14, 5) ? .seconds(9) : nil,
            callCPULimitWindow: .seconds(15),
            wakeupLimitPerSecond: version >= IOSVersion(8) ? 150 : nil,
            wakeupLimitWindow: .seconds(300),
            wakeupTelemetryPercent: 70,
            backgroundMemoryGoalMegabytes: 50,
            jetsamBandFactor: version >= IOSVersion(16) ? 10 : 1)
    }
}
