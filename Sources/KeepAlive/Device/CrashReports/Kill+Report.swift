import KeepAlivePolicy

extension Kill {
    /// Finds the kind of end that a report tells of.
    package init(of report: CrashReport) {
        self =
            Self.platform(of: report) ?? report.stated ?? Self.exception(of: report) ?? Self.resource(of: report)
            ?? Self.coded(by: report) ?? Self.said(by: report) ?? Self.named(by: report)
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
        if report.namespace == "JETSAM" { return JetsamReason.kill(number: code) }
        guard let known = TerminationCode("0x" + String(code, radix: 16)) else {
            return (0xC51B_AD01...0xC51B_AD03).contains(code) ? .otherPlatform : nil
        }
        return known == .watchdog ? watchdog(of: report) : known.kill
    }

    private static func said(by report: CrashReport) -> Kill? {
        let said = report.said
        if report.form == .jetsam {
            guard let reason = report.memory?.reason else { return .memoryReport }
            return JetsamReason.kill(in: reason) ?? .memoryPressure
        }
        if said.says("non-fatal") || said.says("NONFATAL"), said.says("mem limit") || said.says("MEMORY") {
            return .memoryReport
        }
        if let kill = JetsamReason.kill(in: said), said.says("jetsam") || report.words.contains(where: \.isJetsamLine) {
            return kill
        }
        guard let kill = KillPhrases.kill(named: said) else {
            return KillPhrases.warnings.contains { $0.matches(said) } ? .taskWarning : nil
        }
        switch kill {
        case .launchWatchdog, .enterForegroundWatchdog, .enterBackgroundWatchdog, .otherWatchdog, .terminationWatchdog,
            .taskOverrun:
            return said.says("0x2182bad2") ? .taskOverrun : watchdog(of: report)
        default: return kill
        }
    }

    /// Finds out for what an assertion was held, by its reason: `(finishTask:180s)`, `reason: finishTask`.
    private static func assertion(of report: CrashReport) -> Kill {
        if report.said.says("nsurlsessiond.handlesession") { return .sessionOverrun }
        let reasons = report.words.flatMap { line in
            [line.text(after: "reason:")?.trimmed, line.split(separator: "(").dropFirst().first { $0.contains(":") }]
                .compactMap { $0?.prefix { $0.isLetter || $0.isNumber }.lowercased() }
        }
        for reason in reasons {
            switch reason {
            case "suspend": return .enterBackgroundWatchdog
            case "resume", "activate": return .enterForegroundWatchdog
            case "backgrounddownload": return .sessionOverrun
            case "backgroundcontentfetching", "backgroundfetch", "remotenotification", "externalaccessory", "voip",
                "bluetooth", "location", "newsstand":
                return .wakeOverrun
            default: if reason.hasPrefix("finishtask") { return .taskOverrun }
            }
        }
        return .taskOverrun
    }

    /// Finds out which watchdog killed: the event that the report names, and whether the app was visible then.
    private static func watchdog(of report: CrashReport) -> Kill {
        let said = report.said
        let row = KillPhrases.decisive.first { $0.matches(said) }
        switch row?.kill {
        case .taskOverrun:
            // Up to iOS 12 every assertion that was held too long ended so, not only those of tasks.
            return assertion(of: report)
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
        if report.signal == nil, report.exceptionType == nil, report.said.isEmpty { return .unexplained }
        switch report.signal {
        case "SIGKILL":
            return report.namespace == "CODESIGNING" || report.namespace == "DYLD" ? .crash : .unexplained
        case "SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT": return .debuggerEnd
        default: return .crash
        }
    }
}

extension TerminationCode {
    /// The kind of end that the code stands for.
    var kill: Kill {
        switch self {
        case .watchdog: .otherWatchdog
        case .backgroundTask: .taskOverrun
        case .urlSession: .sessionOverrun
        case .backgroundFetch: .wakeOverrun
        case .lockedFile: .lockedFile
        case .unreportedCall: .unreportedCall
        case .voipResumes: .voipResumes
        case .diskSpace: .diskSpace
        case .thermal: .thermal
        case .keyResources: .keyResources
        case .tooManyTasks: .tooManyTasks
        case .forceQuit: .forceQuit
        }
    }
}
