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
            lines.append("on iOS \(explanation.profile.version): \(limit.sentence)")
        }
        if let assumption = explanation.assumption, !lines.isEmpty {
            lines.append("\(assumption): the rules of iOS \(explanation.profile.version) are assumed")
        }
        return lines
    }

    /// Ends of the same kind, by the same rule.
    package struct Count: Sendable, Hashable {
        package var kill: Kill
        package var rule: RuleID?
        package var ends: Int
    }

    /// Counts ends by kind and rule, the most frequent first.
    package static func counts(_ explanations: [CrashExplanation]) -> [Count] {
        var counts: [Count] = []
        for explanation in explanations {
            let (kill, rule) = (explanation.kill, explanation.rule)
            if let place = counts.firstIndex(where: { $0.kill == kill && $0.rule == rule }) {
                counts[place].ends = Int(clamping: Double(counts[place].ends) + Double(explanation.report.count))
            } else {
                counts.append(Count(kill: kill, rule: rule, ends: explanation.report.count))
            }
        }
        return counts.sorted { ($1.ends, $0.kill.rawValue) < ($0.ends, $1.kill.rawValue) }
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
            "assumption": text(explanation.assumption),
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
