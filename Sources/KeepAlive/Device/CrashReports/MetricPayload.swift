import KeepAliveFormats
import KeepAlivePolicy

/// Reads the payloads of MetricKit: the counts of exits, and the diagnostics of crashes, CPU time, disk writes and hangs.
enum MetricPayload {
    static func isPayload(_ value: JSONValue) -> Bool {
        value["applicationExitMetrics"] != nil || value["backgroundExitData"] != nil
            || diagnostics.contains { value[$0.list] != nil } || value["diagnosticMetaData"] != nil
    }

    private static let diagnostics: [(list: String, kill: Kill)] = [
        ("crashDiagnostics", .crash), ("cpuExceptionDiagnostics", .cpuReport),
        ("diskWriteExceptionDiagnostics", .diskWritesReport), ("hangDiagnostics", .hang),
    ]

    /// The counters of exits, and what each counts.
    private static let counters: [(name: String, kill: Kill)] = [
        ("cumulativeMemoryResourceLimitExitCount", .memoryLimit),
        ("cumulativeMemoryPressureExitCount", .memoryPressure),
        ("cumulativeCPUResourceLimitExitCount", .cpuLimit),
        ("cumulativeAppWatchdogExitCount", .otherWatchdog),
        ("cumulativeBackgroundTaskAssertionTimeoutExitCount", .taskOverrun),
        ("cumulativeSuspendedWithLockedFileExitCount", .lockedFile),
        ("cumulativeBackgroundURLSessionCompletionTimeoutExitCount", .sessionOverrun),
        ("cumulativeBackgroundFetchCompletionTimeoutExitCount", .wakeOverrun),
        ("cumulativeBadAccessExitCount", .crash),
        ("cumulativeIllegalInstructionExitCount", .crash),
        ("cumulativeAbnormalExitCount", .crash),
    ]

    static func reports(in value: JSONValue, line: Int, isCut: Bool) -> [CrashReport] {
        var found: [CrashReport] = []
        let exits = value["applicationExitMetrics"] ?? value
        for (key, visibility) in [
            ("foregroundExitData", CrashReport.Visibility.foreground), ("backgroundExitData", .background),
        ] {
            for (name, kill) in counters {
                guard let count = exits[key]?[name]?.double, count >= 1 else { continue }
                var report = base(value, line)
                report.visibility = visibility
                report.count = Int(clamping: count)
                report.stated = kill
                found.append(report)
            }
        }
        for (list, kill) in diagnostics {
            for item in value[list]?.array ?? [] { found.append(diagnostic(item, kill, line)) }
        }
        if found.isEmpty, value["diagnosticMetaData"] != nil { found = [diagnostic(value, .crash, line)] }
        if found.isEmpty {
            var report = base(value, line)
            report.stated = isCut ? .unexplained : .normalExit
            found = [report]
        }
        for index in found.indices { found[index].isCut = isCut }
        return found
    }

    private static func base(_ value: JSONValue, _ line: Int) -> CrashReport {
        var report = CrashReport(form: .metricKit, line: line)
        report.readSystem(value["metaData"]?["osVersion"]?.string ?? "")
        return report
    }

    private static func diagnostic(_ item: JSONValue, _ kill: Kill, _ line: Int) -> CrashReport {
        let data = item.flattened("diagnosticMetaData")
        var report = CrashReport(form: .metricKit, line: line)
        report.readSystem(data["osVersion"]?.string ?? "")
        switch kill {
        case .cpuReport:
            report.resource = ResourceUse(cpuKilled: nil)
            report.resource?.used = data["totalCPUTime"]?.string?.seconds
            report.resource?.span = data["totalSampledTime"]?.string?.seconds
        case .diskWritesReport:
            report.resource = ResourceUse(diskWrites: data["writesCaused"]?.string?.megabytes)
        case .hang:
            report.stated = .hang
            report.words = ["hang of \(data["hangDuration"]?.string ?? "an unknown time")"]
        default:
            report.exceptionType = data["exceptionType"]?.int.map { MachException.name($0) } ?? nil
            report.signal = data["signal"]?.string ?? data["signal"]?.int.flatMap { MachException.signals[$0] }
            if let reason = data["terminationReason"]?.string {
                report.words.append(reason)
                report.readReason(Substring(reason))
            }
            if let reason = data["objectiveCexceptionReason"],
                let name = reason["exceptionName"]?.string ?? reason["className"]?.string,
                let words = reason["composedMessage"]?.string
            {
                report.exception = CrashReport.UncaughtException(name: name, reason: words)
            }
            report.readWords()
        }
        return report
    }
}

/// The names of Mach exceptions and signals, by the numbers that MetricKit states.
enum MachException {
    static let signals = [
        1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGEMT", 8: "SIGFPE",
        9: "SIGKILL", 10: "SIGBUS", 11: "SIGSEGV", 12: "SIGSYS", 13: "SIGPIPE", 15: "SIGTERM",
    ]

    static func name(_ number: Int) -> String {
        switch number {
        case 1: "EXC_BAD_ACCESS"
        case 2: "EXC_BAD_INSTRUCTION"
        case 6: "EXC_BREAKPOINT"
        case 10: "EXC_CRASH"
        case 11: "EXC_RESOURCE"
        case 12: "EXC_GUARD"
        default: "exception \(number)"
        }
    }
}

extension ResourceUse {
    init(cpuKilled: Bool?) {
        kind = .cpu
        isFatal = cpuKilled
    }

    init(diskWrites megabytes: Double?) {
        kind = .diskWrites
        used = megabytes
    }
}

extension JSONValue {
    /// The object with the members of one of its objects beside its own.
    fileprivate func flattened(_ name: String) -> JSONValue {
        guard case .object(let members) = self, case .object(let inner)? = members[name] else { return self }
        return .object(members.merging(inner) { $1 })
    }
}

extension StringProtocol {
    /// The megabytes in a text such as `2147 MB` or `2,000 byte`; `nil` if it has no number.
    var megabytes: Double? {
        let factors: [(StaticString, Double)] = [("GB", 1000), ("MB", 1), ("KB", 1e-3)]
        return leadingNumber.map { number in number * (factors.first { self.says($0.0) }?.1 ?? 1e-6) }
    }

    /// The seconds in a text such as `20 sec` or `1 min`; `nil` if it has no number.
    fileprivate var seconds: Double? {
        let factors: [(StaticString, Double)] = [("hr", 3600), ("min", 60), ("ms", 1e-3)]
        return leadingNumber.map { number in number * (factors.first { self.says($0.0) }?.1 ?? 1) }
    }
}
