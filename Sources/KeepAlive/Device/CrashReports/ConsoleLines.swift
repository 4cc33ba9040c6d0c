import KeepAlivePolicy

/// Reads the lines that Xcode and the consoles of devices print at the end of an app.
enum ConsoleLines {
    /// Returns a report for each end that a log tells of. Neighbouring lines that tell of the same kind of end are one.
    static func reports(in text: ReportText) -> [CrashReport] {
        // Under the debugger watchdogs are told of, and kill nobody.
        let isDebugged = text.lines.contains { $0.says("is being debugged") }
        let reports = reports(in: text) { line in
            KillPhrases.kill(in: line).flatMap { isDebugged && line.says("watchdog") ? nil : $0 }
        }
        return reports.isEmpty ? self.reports(in: text) { KillPhrases.weakKill(in: $0).map { ($0, nil) } } : reports
    }

    private static func reports(
        in text: ReportText, by kill: (Substring) -> (Kill, ResourceUse?)?
    ) -> [CrashReport] {
        var found: [CrashReport] = []
        var last: (kill: Kill, index: Int)?
        var version: CrashReport?
        for (index, line) in text.lines.enumerated() {
            if version == nil, line.hasPrefix("OS Version:") || line.hasPrefix("iOS version") || line.says("iPhone OS ")
            {
                var system = CrashReport(form: .console, line: 0)
                system.readSystem(line)
                if system.version != nil { version = system }
            }
            guard !line.isEmpty, let (kind, use) = kill(line) else { continue }
            if let last, last.kill == kind, index - last.index <= near, var report = found.last {
                report.words.append(String(line.prefix(2000)))
                report.resource = use.map { $0.completed(by: report.resource) } ?? report.resource
                if report.words.count <= 40 { found[found.count - 1] = report }
            } else {
                var report = CrashReport(form: .console, line: text.number(index))
                report.words = [String(line.prefix(2000))]
                report.resource = use
                // An exception's reason, or the assertions of an overrun, stand on the lines that follow.
                for next in text.lines[(index + 1)...].prefix(6) where kill(next) == nil {
                    if next.trimmed.isEmpty { break }
                    report.words.append(String(next.prefix(2000)))
                }
                found.append(report)
            }
            last = (kind, index)
        }
        return withLikelyCauses(found).map { report in
            var report = report
            report.platform = version?.platform
            report.version = version?.version
            report.readWords()
            report.process = report.process ?? Self.process(in: report.words.first ?? "")
            report.readNumbers()
            return report
        }
    }

    /// Takes the warning that a task is still held, and the SIGKILL that follows it, for the overrun that they are most
    /// likely.
    private static func withLikelyCauses(_ reports: [CrashReport]) -> [CrashReport] {
        guard let warning = reports.firstIndex(where: { $0.said.says("still not ended after") }),
            let end = reports[warning...].firstIndex(where: { Kill(of: $0) == .unexplained })
        else { return reports }
        var result = reports
        result[warning].words += reports[end].words
        result[warning].stated = .taskOverrun
        result[warning].doubt =
            "the text does not say that this is why: the warning, and SIGKILL after it, make it likely"
        result.remove(at: end)
        return result
    }

    /// The number of lines within which the same end is told of twice.
    private static let near = 12

    /// The name of an app in a line such as `The app “X” has been killed`, `Process X killed`, `X[123] exceeded`.
    private static func process(in line: String) -> String? {
        for marker: StaticString in ["app “", "app \"", "Process ", "process "] {
            guard let rest = line.text(after: marker) else { continue }
            let name = rest.prefix { !"”\" [(,:".contains($0) }
            if let name = name.trimmed.asName { return name }
        }
        return nil
    }
}

extension CrashReport {
    /// Reads the codes in a line of RunningBoard: `domain:10 code:0x8BADF00D`, `(2, 10, 10)`.
    fileprivate mutating func readNumbers() {
        guard let line = words.first else { return }
        if let reason = line.text(after: "code:0x") { code = "0x\(reason.prefix(16))".leadingCode }
        guard let numbers = line.text(after: "termination reported by launchd (") else { return }
        let parts = numbers.prefix { $0 != ")" }.split(separator: ",").map(\.leadingCode)
        guard parts.count >= 2, let domain = parts[0], let value = parts[1] else { return }
        namespace = ReasonNamespace(rawValue: Int(clamping: domain))?.name
        code = value
        if namespace == "SIGNAL" { signal = MachException.signals[Int(clamping: value)] }
    }
}

extension KillPhrases {
    /// The kind of end that a line of a log tells of, with the use of a resource in it; `nil` if it tells of none.
    fileprivate static func kill(in line: Substring) -> (Kill, ResourceUse?)? {
        // The debugger holds the system back.
        if line.says("Not terminating") || line.says("is being debugged") { return nil }
        if line.says("discarded an uncaught exception") { return nil }
        if line.says("due to uncaught exception") || FrameworkException.row(for: line) != nil {
            return (.otherException, nil)
        }
        if let use = ResourceUse(line) {
            return (use.kind == .cpu ? .cpuReport : use.kind == .wakeups ? .wakeupsReport : .diskWritesReport, use)
        }
        if line.isJetsamLine, let kill = JetsamReason.kill(in: line) { return (kill, nil) }
        if let kill = kill(named: line) { return (kill, nil) }
        return warnings.first { $0.matches(line) }.map { ($0.kill, nil) }
    }

    fileprivate static func weakKill(in line: Substring) -> Kill? { weak.first { $0.matches(line) }?.kill }
}

extension StringProtocol {
    /// True if the text is about the kernel's memory killer, so that the names of its reasons mean reasons.
    var isJetsamLine: Bool {
        says("jetsam") || says("memorystatus") || says("\"reason\"") || says("per-process-limit")
            || says("vm-pageshortage")
    }
}
