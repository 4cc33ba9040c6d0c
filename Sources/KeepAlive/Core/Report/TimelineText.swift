import KeepAlivePolicy

/// Formats the timeline as text, with one line for each event.
package struct TimelineText: Sendable {
    /// True if lines contain ANSI colours.
    package let colours: Bool
    private static let nameWidth = 18

    package init(colours: Bool) {
        self.colours = colours
    }

    /// Returns the line of an event; `nil` if the event appears only in the events file.
    ///
    /// - Parameter namingApp: true if the line contains the app's name.
    package func line(for event: TimelineEvent, namingApp: Bool = false) -> String? {
        guard let (name, raw, colour) = content(of: event) else { return nil }
        // The last part of the bundle identifier suffices to tell apps apart, and leaves room for the event.
        let app = namingApp ? "\(event.app.split(separator: ".").last ?? ""): " : ""
        let text = (app + raw).withoutControls
        let time = Figures.right(Figures.fixed(event.t, 3), 9)
        let rule = event.rule.map { " [\($0)]" } ?? ""
        let head = "[keepalive \(time)s]"
        let label = Figures.left(name, Self.nameWidth)
        guard colours else { return "\(head) \(label) \(text)\(rule)" }
        return "\u{1B}[2m\(head)\u{1B}[0m \u{1B}[\(colour)m\(label)\u{1B}[0m \(text)\u{1B}[2m\(rule)\u{1B}[0m"
    }

    /// Returns the event in words, without time and columns; `nil` if the event appears only in the events file.
    package func words(for event: TimelineEvent) -> String? {
        guard let (name, text, _) = content(of: event) else { return nil }
        let rule = event.rule.map { "[\($0)]" } ?? ""
        return [name.drop { $0 == " " }.description, text.withoutControls, rule].filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// Returns the line of an event without its time; `nil` if the event appears only in the events file.
    package func content(for event: TimelineEvent) -> String? {
        guard let (name, text, _) = content(of: event) else { return nil }
        return "\(Figures.left(name, Self.nameWidth)) \(text.withoutControls)\(event.rule.map { " [\($0)]" } ?? "")"
    }

    private func content(of event: TimelineEvent) -> (name: String, text: String, colour: String)? {
        // The reason is computed only when a case needs it, because most events have no line.
        var reason: String { (event.reason ?? "") + evidence(event.evidence) }
        switch event.event {
        case .launched:
            return ("launched", "pid \(event.pid ?? 0)\(event.message.map { ", \($0)" } ?? "")", "0")
        case .state:
            // The app passes through `foregroundInactive` within one instant; the lines of the states before and after
            // suffice.
            if event.state == .foregroundInactive { return nil }
            return (event.state?.rawValue ?? "", reason, Self.colour(of: event.state))
        case .frozen: return ("  frozen", "confirmed in \(Figures.milliseconds(event.latency ?? 0))", "36")
        case .thawed:
            return (
                "  thawed", event.message ?? "confirmed in \(Figures.milliseconds(event.latency ?? 0))", "36"
            )
        case .freezeFailed: return ("freeze failed", event.message ?? "", "31")
        case .grantGained:
            return event.grant == .foreground ? nil : ("+ \(event.grant?.rawValue ?? "")", reason, "32")
        case .grantLost: return event.grant == .foreground ? nil : ("- \(event.grant?.rawValue ?? "")", reason, "33")
        case .taskClockStarted: return ("  task clock", "\(Figures.fixed(event.remaining ?? 0, 1)) s left", "0")
        case .taskClockReset: return ("  task clock", "cancelled: \(reason)", "0")
        case .called where event.callback == "wakeExpiring": return ("  expiring", reason, "33")
        case .taskEnded:
            // The end of the last task needs no line, because the line about the lost grant `finishTask` shows it.
            return event.reason == nil ? nil : ("  task ended", reason, "0")
        case .taskBegan, .audioStarted, .audioStopped, .called, .snapshot, .locationIndicator,
            .othersDucked, .othersInterrupted, .notificationWithdrawn:
            return nil
        case .wakeStarted:
            let budget = event.remaining.map { ", \(Figures.fixed($0, 1)) s" } ?? ""
            let kind = event.wake?.rawValue ?? ""
            return ("  wake", (reason == kind ? kind : "\(kind): \(reason)") + budget, "32")
        case .wakeEnded: return ("  wake over", "\(event.wake?.rawValue ?? ""): \(reason)", "33")
        case .wakeDropped: return ("  no wake", "\(event.wake?.rawValue ?? ""): \(reason)", "33")
        case .serviceRefused: return ("refused", reason, "31")
        case .transfer:
            return ("  transfer", [event.message ?? "", reason].filter { !$0.isEmpty }.joined(separator: ": "), "36")
        case .notificationShown:
            let text = event.message.map { $0.isEmpty ? "" : ": \($0)" } ?? ""
            return ("  notification", "\(event.notification ?? "")\(text)", "35")
        case .socketsReclaimed: return ("  sockets", reason, "33")
        case .step: return ("▶", event.message ?? "", "1")
        case .fix:
            // The first fix shows that location works. Further fixes appear only in the events file.
            guard let fix = event.location, event.evidence?.fixes == 1 else { return nil }
            let place = "\(Figures.fixed(fix.latitude, 5)), \(Figures.fixed(fix.longitude, 5))"
            return ("  location", "first fix: \(place) ± \(Figures.fixed(fix.horizontalAccuracy, 0)) m", "0")
        case .taskExpired: return ("  task expired", "expiration handler of task \(event.task ?? 0)", "33")
        case .audioSession: return ("  audio session", "active: \(event.message ?? "")", "0")
        case .audioAdvanced: return ("  audio", "the device's pointer advances" + evidence(event.evidence), "0")
        case .audioStalled: return ("  audio", "stalled: \(event.message ?? "")", "33")
        case .audioRefused: return ("audio refused", "\(reason): \(event.error ?? "") (\(event.code ?? 0))", "31")
        case .locationOpened: return ("  location", "\(event.message ?? "") answers", "0")
        case .locationLost: return ("  location", "lost: \(event.message ?? "")", "33")
        case .noFix: return nil
        case .locationFailed: return ("location failed", "\(reason) (kCLErrorDomain \(event.code ?? 0))", "31")
        case .exception:
            let raised = event.exception?.reason ?? ""
            // Apple's text does not say how to avoid the exception, so the policy's reason is added.
            let why = event.reason.map { $0 == raised ? "" : "; \($0)" } ?? ""
            return ("exception", "\(event.exception?.name ?? ""): \(raised)\(why)", "31")
        case .terminated:
            let code = event.termination?.code.map { " \(event.termination?.namespace ?? "") \($0)" } ?? ""
            return (
                "killed", "signal \(event.termination?.signal ?? 0)\(code): \(event.termination?.explanation ?? "")",
                "31"
            )
        case .exited: return ("exited", event.message ?? "", "0")
        case .ended: return ("ended", event.message ?? "", "0")
        case .log: return ("  log", event.message ?? "", "2")
        case .environment: return ("", event.message ?? "", "2")
        case .note: return ("note", event.message ?? "", "35")
        }
    }

    private func evidence(_ evidence: Evidence?) -> String { Self.proof(evidence) }

    /// Returns the evidence for a decision in parentheses, to be appended to the text of the decision; empty if there
    /// is no evidence.
    static func proof(_ evidence: Evidence?) -> String {
        guard let evidence else { return "" }
        var parts: [String] = []
        if let frames = evidence.framesPlayed { parts.append("\(Figures.grouped(frames)) frames played") }
        if let fixes = evidence.fixes { parts.append("\(fixes) fixes") }
        if let detail = evidence.detail { parts.append(detail) }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }

    static func colour(of state: ApplicationState?) -> String {
        switch state {
        case .foregroundActive, .foregroundInactive: "1;32"
        case .background: "1;34"
        case .suspended: "1;36"
        case .terminated: "1;31"
        case .notRunning, .unattached, nil: "0"
        }
    }
}
