import KeepAlivePolicy

/// An observation for the folder `Scenarios/field`, from a process in which a phone did otherwise than the rules.
package enum RecordedObservation {
    /// Returns the observation as YAML; `nil` if the process shows no difference.
    ///
    /// It has no name, place or identifier of the app or the phone, but for the app's background modes.
    package static func text(
        of process: RecordingComparison.Process, in comparison: RecordingComparison
    ) -> String? {
        let differences = process.rows.filter { !$0.isSame }
        guard !differences.isEmpty else { return nil }
        let lead = process.lead
        var rules: [RuleID] = []
        for row in differences {
            if let rule = row.rule, !rules.contains(rule) { rules.append(rule) }
        }
        let seen = differences.prefix(3).map { RecordingComparisonText.words($0) }.joined(separator: "; ")
        var lines = process.scenario.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines[0] = "scenario: a phone on iOS \(process.recorded) did otherwise (say what, in one line)"
        if let expect = lines.firstIndex(of: "expect:") { lines.removeSubrange(expect...) }
        lines.insert(
            contentsOf: [
                "observation:",
                "  source: \"a recording by Examples/Recorder\"",
                "  device: \"iOS \(process.recorded)\"",
                process.year.map { "  date: \"\($0)\"" },
                "  seen: \"\(seen.replacing("\"", with: "'"))\"",
                "  evidence: measured",
                "  against: [\(rules.map { "\($0)" }.joined(separator: ", "))]",
            ].compactMap(\.self), at: 1)
        let expectations = differences.compactMap { expectation($0, lead: lead, tolerance: comparison.tolerance) }
        // An end from outside, of which the rules know nothing, speaks against none of them.
        guard !expectations.isEmpty, !rules.isEmpty else { return nil }
        lines.append("expect:")
        lines += expectations.map { "  - \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What the phone did in a row, as an expectation; `nil` if none can say it.
    private static func expectation(
        _ row: RecordingComparison.Row, lead: Double, tolerance: Double
    ) -> String? {
        func instant(_ t: Double) -> String { "\(Int(clamping: (max(0, t + lead) * 1000).rounded()))ms" }
        let within = "\(Int(clamping: (tolerance * 1000).rounded()))ms"
        guard let phone = row.phone else {
            guard let model = row.model else { return nil }
            let span = "from: \(instant(model.t - tolerance)), to: \(instant(model.t + tolerance))"
            switch model.kind {
            case .called(let callback): return "{never: \(pattern(callback)), \(span)}"
            case .stops:
                return "{never: \(model.isEnded ? "killed" : "suspended"), \(span)}"
            case .runsAgain, .budget: return nil
            }
        }
        switch phone.kind {
        case .called("backgroundTaskExpired"):
            return "{event: task-expired, at: \(instant(phone.t)), within: \(within)}"
        case .called(let callback): return "{called: \(callback), at: \(instant(phone.t)), within: \(within)}"
        case .stops:
            // From within, a suspension and an end look alike: the rules tell which of them it would be.
            guard let model = row.model else { return nil }
            let slack = "\(Int(clamping: ((tolerance + phone.slack) * 1000).rounded()))ms"
            let end = model.isEnded ? "killed: any" : "event: state, state: suspended"
            return "{\(end), at: \(instant(phone.t)), within: \(slack)}"
        case .runsAgain: return "{event: state, from-state: suspended, at: \(instant(phone.t)), within: \(within)}"
        case .budget: return nil
        }
    }

    private static func pattern(_ callback: String) -> String {
        callback == "backgroundTaskExpired" ? "task-expired" : "{called: \(callback)}"
    }
}
