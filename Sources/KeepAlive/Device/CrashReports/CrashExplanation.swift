import KeepAlivePolicy

/// A report of an end, explained: what ended the app, by which rule, and what the report's numbers say.
package struct CrashExplanation: Sendable {
    package let report: CrashReport
    package let kill: Kill
    package let terms: KillTerms
    /// The profile of the report's version of iOS.
    package let profile: PolicyProfile
    /// Why ``profile`` is not that of the report's version, in words; `nil` if it is.
    package let assumption: String?
    package let limit: KillLimit?
    /// The mistake that an exception of a framework names.
    let exception: FrameworkException?

    /// Creates the explanation of a report.
    ///
    /// - Parameter chosen: the profile for every report; `nil` takes that of the report's version, or the newest if the
    ///   report names none.
    package init(_ report: CrashReport, chosen: PolicyProfile? = nil) {
        self.report = report
        let own = report.platform == .iOS || report.platform == nil ? report.version : nil
        // The daemon assertiond, and its classes, are those of iOS 12 and earlier.
        let isOld =
            own == nil
            && (report.namespace == "ASSERTIOND" || report.said.says("BKProcessAssertion")
                || report.said.says("assertiond"))
        let named = own.flatMap { try? PolicyProfile(of: $0) }
        assumption =
            chosen != nil || named != nil
            ? nil
            : own.map { "there are no rules for iOS \($0)" } ?? "the report names no version of iOS"
        profile = chosen ?? named ?? (isOld ? PolicyProfile(version: IOSVersion(12, 4)) : ProfileCatalogue.newest)
        kill = Kill(of: report)
        terms = KillTerms.terms(of: kill, in: profile)
        limit = KillLimit.limit(of: kill, in: profile)
        exception =
            kill == .backgroundException
            ? (report.words + [report.exception?.reason ?? ""]).lazy.compactMap(FrameworkException.row).first : nil
    }

    /// The rule that decides about this end; `nil` if none does.
    package var rule: RuleID? {
        if let exception { return exception.rule }
        if kill == .cpuLimit, isCallLimit { return "RB-37" }
        if kill == .taskWarning, report.said.says("still not ended") { return "BT-22" }
        if kill == .taskWarning, report.said.says("Can't end") { return "BT-27" }
        return terms.rule
    }

    /// True if the CPU limit of the report is that of apps with calls (RB-37).
    var isCallLimit: Bool {
        guard let use = report.resource, let limit = use.limit, let span = use.limitSpan else { return false }
        return limit == 60 && span == 15
    }

    /// The usual cures, the most frequent first.
    package var cures: [String] { (exception.map { [$0.cure] } ?? []) + terms.cures }

    /// The code as the system writes it; `nil` if the report has none of this rule book.
    package var code: String? {
        guard let code = report.code else { return nil }
        let text = "0x" + String(code, radix: 16)
        return TerminationCode(text) == nil ? nil : text
    }

    /// What the report itself states, a line each.
    package var facts: [String] {
        ([reason] + [timing, resource, memory, doubt, tasks, file, exceptionText, count]).compactMap(\.self)
    }

    private var reason: String? {
        let end = [report.exceptionType, report.signal.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
        let reason = [report.namespace, code ?? report.code.map { "\($0)" }].compactMap(\.self).joined(separator: " ")
        let text = [end, reason].filter { !$0.isEmpty }.joined(separator: ", ")
        return text.isEmpty ? nil : text
    }

    private var timing: String? {
        guard let allowance = report.allowance else { return nil }
        var text = "\(Self.number(allowance)) s of \(report.isCPUAllowance ? "CPU" : "wall clock") time allowed"
        if let visibility = report.visibility { text += ", the app in the \(visibility.rawValue)" }
        if let cpu = report.appCPU, allowance > 0 {
            text += "; the app used \(Self.number(cpu)) s of CPU time"
            if !report.isCPUAllowance { text += cpu < allowance / 4 ? ": it waited" : ": it computed" }
        }
        return text
    }

    private var resource: String? {
        guard let use = report.resource, let used = use.used else { return nil }
        let unit =
            switch use.kind {
            case .cpu: "s of CPU time"
            case .wakeups: "wakeups"
            case .diskWrites: "MB written"
            }
        var text = "\(Self.number(used)) \(unit)"
        if let span = use.span, span > 0 {
            text += " in \(Self.number(span)) s"
            if use.kind == .cpu { text += " (\(Self.number((used / span * 100).rounded())) %)" }
        }
        if let limit = use.limit, let span = use.limitSpan {
            text +=
                ", \(Self.number(limit)) \(use.kind == .cpu ? "%" : use.kind == .wakeups ? "a second" : "KB a second") "
                + "over \(Self.number(span)) s allowed"
        }
        switch (use.isFatal, use.killed) {
        case (true?, _): text += "; killed"
        case (false?, _): text += "; not killed"
        case (nil, true?): text += "; what was done is not told, but this limit kills"
        case (nil, false?): text += "; what was done is not told, and this limit only reports"
        case (nil, nil): text += "; what was done is not told"
        }
        return text
    }

    private var memory: String? {
        guard let memory = report.memory else { return nil }
        var parts = [memory.reason].compactMap(\.self)
        if let megabytes = memory.megabytes { parts.append("\(Self.number(megabytes.rounded())) MB resident") }
        if let visibility = report.visibility { parts.append("in the \(visibility.rawValue)") }
        if let largest = memory.largest { parts.append("the largest process: \(largest)") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// What the text leaves open.
    private var doubt: String? {
        if let doubt = report.doubt { return doubt }
        guard kill == .memoryLimit, report.said.says("Terminated due to memory") || report.said.says("overused RAM")
        else { return nil }
        return "the text does not say whether the limit of a process ended it, or a shortage of memory"
    }

    private var tasks: String? {
        var parts: [String] = []
        if let seconds = report.permittedDuration { parts.append("permitted for \(Self.number(seconds)) s") }
        if let reason = report.assertionReason { parts.append("reason \(reason)") }
        if !report.taskNames.isEmpty { parts.append("held: \(report.taskNames.joined(separator: ", "))") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private var file: String? { report.lockedFile.map { "locked: \($0)" } }

    private var exceptionText: String? { report.exception.map { "\($0.name): \($0.reason.withoutPersonalParts)" } }

    private var count: String? {
        guard report.form == .metricKit, report.count > 1 || report.visibility != nil else { return nil }
        return "\(report.count) \(report.count == 1 ? "exit" : "exits")"
            + (report.visibility.map { " in the \($0.rawValue)" } ?? "")
    }

    /// What differs between the report and the rule, if it does.
    package var difference: String? {
        guard let limit, let stated = limit.differing(in: report) else { return nil }
        return "the report allows \(Self.number(stated)) s, the rule \(limit.value.inWords): "
            + "a slower or hotter device, or another limit; its scenario takes the report's"
    }

    /// A number with at most two decimals.
    static func number(_ value: Double) -> String {
        guard value.magnitude < 1e12 else { return "\(value)" }
        let hundredths = Int(clamping: (value * 100).rounded())
        if hundredths % 100 == 0 { return "\(hundredths / 100)" }
        let fraction = abs(hundredths % 100)
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}

extension String {
    /// The text without the words in it that may name a person or a phone: paths, addresses, identifiers.
    var withoutPersonalParts: String {
        split(separator: " ", omittingEmptySubsequences: false).map { word in
            let isPath = word.count(where: { $0 == "/" }) >= 2
            let isIdentifier = word.count(where: { $0 == "-" }) >= 4 && word.contains(where: \.isNumber)
            return isPath || isIdentifier || word.contains("@") ? "…" : String(word)
        }
        .joined(separator: " ")
    }
}
