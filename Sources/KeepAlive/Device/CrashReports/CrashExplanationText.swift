import KeepAliveFormats
import KeepAlivePolicy

/// The explanations of reports for people, and as JSON.
package enum CrashExplanationText {
    /// Returns an explanation as text, of several lines.
    package static func text(_ explanation: CrashExplanation, file: String) -> String {
        let report = explanation.report
        let rule = explanation.rule.map { " [\($0)]" } ?? ""
        let subject = [report.process, version(of: explanation)].compactMap(\.self).joined(separator: ", ")
        var lines = [
            "\(file):\(report.line): \(explanation.terms.title)\(rule)\(subject.isEmpty ? "" : " (\(subject))")"
        ]
        func add(_ name: String, _ texts: [String]) {
            for (place, text) in texts.enumerated() {
                let head = place == 0 ? name : ""
                lines.append("  \(head)\(String(repeating: " ", count: 9 - head.count))\(text)")
            }
        }
        add("report", explanation.facts + (report.isCut && report.form != .console ? ["the report is not whole"] : []))
        add("rule", ruleLines(explanation))
        add("differs", [explanation.difference].compactMap(\.self))
        add("cure", explanation.cures)
        return lines.map(\.withoutControls).joined(separator: "\n") + "\n"
    }

    private static func version(of explanation: CrashExplanation) -> String? {
        let report = explanation.report
        guard let version = report.version else { return nil }
        return "\(report.platform?.rawValue ?? "iOS") \(version)"
    }

    private static func ruleLines(_ explanation: CrashExplanation) -> [String] {
        var lines: [String] = []
        if let rule = explanation.rule, let row = RuleBook.rule(rule) { lines.append("\(rule): \(row.statement)") }
        if let limit = explanation.limit {
            let assumed = explanation.isVersionAssumed ? ", assumed as the report names none" : ""
            lines.append("on iOS \(explanation.profile.version)\(assumed): \(limit.sentence)")
        }
        return lines
    }

    /// Returns a table of many reports by kind, the most frequent first.
    package static func counts(_ explanations: [CrashExplanation]) -> [(
        kill: Kill, count: Int, rule: RuleID?, files: Int
    )] {
        let kinds = Dictionary(grouping: explanations, by: \.kill)
        return kinds.map { kill, all in
            (
                kill, all.reduce(0) { $0.addingReportingOverflow($1.report.count).partialValue }, all.first?.rule,
                all.count
            )
        }
        .sorted { ($1.count, $0.kill.rawValue) < ($0.count, $1.kill.rawValue) }
    }

    /// Returns an explanation as JSON.
    package static func json(_ explanation: CrashExplanation, file: String) -> JSONValue {
        let report = explanation.report
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        return .object([
            "file": .string(file),
            "line": .number(Double(report.line)),
            "form": .string(report.form.rawValue),
            "whole": .bool(!report.isCut),
            "app": text(report.process),
            "platform": text(report.platform?.rawValue),
            "version": text(report.version?.description),
            "kind": .string(explanation.kill.rawValue),
            "policy": .bool(explanation.terms.isPolicy),
            "title": .string(explanation.terms.title),
            "rule": text(explanation.rule?.description),
            "profile": .string(explanation.profile.version.description),
            "namespace": text(report.namespace),
            "code": text(explanation.code),
            "facts": .array(explanation.facts.map { .string($0) }),
            "limit": text(explanation.limit?.sentence),
            "difference": text(explanation.difference),
            "cures": .array(explanation.cures.map { .string($0) }),
            "count": .number(Double(report.count)),
            "reproducible": .bool(Reproduction(explanation) != nil),
        ])
    }
}
