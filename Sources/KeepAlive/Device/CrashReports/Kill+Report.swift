import KeepAlivePolicy

extension Kill {
    /// Finds the kind of end that a report tells of.
    package init(of report: CrashReport) {
        self =
            Self.platform(of: report) ?? Self.exception(of: report) ?? Self.resource(of: report) ?? Self.coded(
                by: report) ?? Self.said(by: report)
            ?? Self.named(by: report)
    }

    private static func platform(of report: CrashReport) -> Kill? {
        if report.namespace == "CAROUSEL" { return .otherPlatform }
        return report.platform.map { $0 != .iOS } ?? false ? .otherPlatform : nil
    }

    /// An exception ends an app by SIGABRT. The kill that a report names beside it comes first.
    private static func exception(of report: CrashReport) -> Kill? {
        guard report.signal != "SIGKILL" else { return nil }
        if report.words.contains(where: { FrameworkException.row(for: $0) != nil }) { return .backgroundException }
        guard let exception = report.exception else { return nil }
        return FrameworkException.isAboutBackground(exception.reason) ? .backgroundException : .otherException
    }

    private static func resource(of report: CrashReport) -> Kill? {
        guard let use = report.resource else { return nil }
        // A report of a resource is also written when nobody was killed, and says so.
        let isKill =
            use.killed ?? (report.namespace == "JETSAM" || report.signal == "SIGKILL" && report.form != .resource)
        switch use.kind {
        case .cpu: return isKill ? .cpuLimit : .cpuReport
        case .wakeups: return isKill ? .wakeupsLimit : .wakeupsReport
        case .diskWrites: return .diskWritesReport
        }
    }

    private static func coded(by report: CrashReport) -> Kill? {
        guard let code = report.code else { return nil }
        if report.namespace == "JETSAM" {
            if code == UInt64(ReasonNamespace.cpuLimitReason) { return .cpuLimit }
            return report.said.isEmpty ? jetsamReason(code) : nil
        }
        switch TerminationCode("0x" + String(code, radix: 16)) {
        case .watchdog: return watchdog(of: report)
        case .backgroundTask: return .taskOverrun
        case .urlSession: return .sessionOverrun
        case .backgroundFetch: return .wakeOverrun
        case .lockedFile: return .lockedFile
        case .unreportedCall: return .unreportedCall
        case .voipResumes: return .voipResumes
        case .diskSpace: return .diskSpace
        case .thermal: return .thermal
        case .keyResources: return .keyResources
        case .tooManyTasks: return .tooManyTasks
        case .forceQuit: return .forceQuit
        case nil: return (0xC51B_AD01...0xC51B_AD03).contains(code) ? .otherPlatform : nil
        }
    }

    /// The kernel's numbers of jetsam reasons: 2 high water, 7 the limit of a process; the others are shortages.
    private static func jetsamReason(_ code: UInt64) -> Kill { code == 2 || code == 7 ? .memoryLimit : .memoryPressure }

    private static func said(by report: CrashReport) -> Kill? {
        let said = report.said
        if said.hasPrefix("hang of") { return .hang }
        if said == "normal exit" { return .normalExit }
        if report.form == .jetsam { return jetsam(report) }
        guard let row = KillPhrases.decisive.first(where: { $0.matches(said) }) else {
            return KillPhrases.warnings.contains { $0.matches(said) } ? .taskWarning : nil
        }
        switch row.kill {
        case .launchWatchdog, .enterForegroundWatchdog, .enterBackgroundWatchdog, .otherWatchdog, .terminationWatchdog,
            .taskOverrun:
            return said.says("0x2182bad2") ? .taskOverrun : watchdog(of: report)
        default: return row.kill
        }
    }

    /// The reasons of assertions that are not for a background task.
    private static let assertions: [(reason: StaticString, kill: Kill)] = [
        ("nsurlsessiond.handlesession", .sessionOverrun), ("backgroundDownload", .sessionOverrun),
        ("backgroundContentFetching", .wakeOverrun), ("backgroundFetch", .wakeOverrun),
        ("remoteNotification", .wakeOverrun),
        ("reason: suspend", .enterBackgroundWatchdog), ("reason: resume", .enterForegroundWatchdog),
        ("finishTask", .taskOverrun), ("Suspending", .enterBackgroundWatchdog),
    ]

    private static func jetsam(_ report: CrashReport) -> Kill {
        guard let reason = report.memory?.reason else { return .memoryPressure }
        return reason == "per-process-limit" || reason == "highwater" ? .memoryLimit : .memoryPressure
    }

    /// Finds out which watchdog killed: the event that the report names, and whether the app was visible then.
    private static func watchdog(of report: CrashReport) -> Kill {
        let said = report.said
        let row = KillPhrases.decisive.first { $0.matches(said) }
        switch row?.kill {
        case .taskOverrun:
            // Up to iOS 12 every assertion that was held too long ended so, not only those of tasks.
            return assertions.first { said.says($0.reason) }?.kill ?? .taskOverrun
        case .launchWatchdog:
            // Only a launch into the background has an allowance of CPU time.
            if report.isCPUAllowance, report.visibility != .foreground { return .backgroundLaunchCPU }
            return report.visibility == .background ? .backgroundLaunchWatchdog : .launchWatchdog
        case .enterForegroundWatchdog:
            return report.visibility == .background ? .enterBackgroundWatchdog : .enterForegroundWatchdog
        case .otherWatchdog, nil:
            // Up to iOS 12 assertiond killed for assertions alone, and the watchdogs are SpringBoard's.
            // Their namespace had no name on iOS 11, and pages lose what stands in angle brackets.
            if ["ASSERTIOND", "RUNNINGBOARD", ""].contains(report.namespace) { return .taskOverrun }
            if let lifetime = report.lifetime, (18...22).contains(lifetime), report.visibility != .background {
                return .launchWatchdog
            }
            return .otherWatchdog
        case let kill?: return kill
        }
    }

    /// What namespaces, exceptions and signals say of an end that no code and no phrase explains.
    private static func named(by report: CrashReport) -> Kill {
        if report.namespace == "JETSAM" { return .memoryPressure }
        if report.namespace == "TCC" { return .missingUsageText }
        if report.namespace == "WATCHDOG" { return .otherWatchdog }
        if report.hasLastException, report.signal != "SIGKILL" { return .otherException }
        if let row = KillPhrases.weak.first(where: { $0.matches(report.said) }), report.signal == nil {
            return row.kill
        }
        switch report.signal {
        case "SIGKILL":
            return report.namespace == "CODESIGNING" || report.namespace == "DYLD" ? .crash : .unexplained
        case "SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT": return .debuggerEnd
        default: return .crash
        }
    }
}
