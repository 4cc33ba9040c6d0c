import KeepAlivePolicy

/// Formats an explanation of an app's state, short enough for one screen.
package struct ExplanationText: Sendable {
    /// True if lines carry ANSI colours.
    package let colours: Bool

    package init(colours: Bool) {
        self.colours = colours
    }

    /// Returns the explanation as text with several lines.
    package func text(_ explanation: Explanation) -> String {
        var lines: [String] = []
        let state = explanation.state.inWords(isFrozen: explanation.isFrozen)
        let era = (try? ProfileCatalogue.profile(named: explanation.ios))?.lifecycle
        let apples = era.map(explanation.state.inApplesWords) ?? explanation.state
        let name = apples == explanation.state ? "" : ", in Apple's words \(apples.rawValue),"
        // The text gives device time, but `Explanation` has this machine's time. Dividing by the time scale converts
        // the times.
        let scale = explanation.timeScale ?? 1
        func seconds(_ here: Double) -> String { Figures.fixed(max(0, here / scale), 1) + " s" }
        let head =
            "\(explanation.app.withoutControls) on iOS \(explanation.ios): \(bold(state))\(name) for "
            + seconds(explanation.sinceSeconds)
        lines.append(head + (TimeScale.words(scale).map { " (\($0))" } ?? ""))
        lines.append("  because   \(words(explanation.reason))")
        for held in explanation.grants {
            lines.append("  holds     \(held.grant.rawValue): \(words(held.reason))")
        }
        if explanation.grants.isEmpty { lines.append("  holds     no reason to run") }
        for refusal in explanation.refused where refusal != explanation.reason {
            lines.append("  refused   \(words(refusal))")
        }
        for coming in explanation.next {
            lines.append(
                "  next      in \(seconds(coming.inSeconds)): \(coming.what)\(rule(coming.rule))")
        }
        for waiting in explanation.waiting {
            let times = waiting.count == 1 ? "" : " (\(waiting.count) times)"
            lines.append("  waits     \(waiting.callback)\(times): \(words(waiting.reason))")
        }
        for pending in explanation.pending {
            let when =
                pending.inSeconds.map { "not before \(seconds($0)) from now" }
                ?? "when the system has a moment"
            lines.append(
                "  pending   \(pending.identifier.withoutControls) (\(pending.kind.rawValue)): \(when)\(rule("BG-12"))")
        }
        if !explanation.regions.isEmpty {
            lines.append(
                "  monitors  \(explanation.regions.joined(separator: ", ").withoutControls)\(rule("CL-17"))")
        }
        for (index, change) in explanation.changes.enumerated() {
            let label = index == 0 ? "would" : "     "
            lines.append("  \(label)     \(change.effect): \(change.by)\(rule(change.rule))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func words(_ reason: Reason) -> String {
        let proof = TimelineText.proof(reason.evidence)
        return "\(reason.text)\(proof)".withoutControls + rule(reason.rule)
    }

    /// Returns the rule's id in brackets, with a remark if no source states the rule.
    private func rule(_ rule: RuleID) -> String {
        " [\(rule)\(RuleBook.rule(rule)?.evidence.remark.map { ", \($0)" } ?? "")]"
    }

    private func bold(_ text: String) -> String { colours ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}

extension Explanation: CustomStringConvertible {
    /// The output of `ctl why`, without colours.
    public var description: String { ExplanationText(colours: false).text(self) }
}
