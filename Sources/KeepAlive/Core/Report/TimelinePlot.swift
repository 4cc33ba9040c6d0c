import KeepAlivePolicy

/// An SVG drawing of a run over time, with its states, freezes, grants and decisions.
struct TimelinePlot {
    private let events: [TimelineEvent]
    private let end: Double
    private let id: String

    private static let width = 900.0
    private static let left = 110.0
    private static let lane = 26.0
    private static let plotWidth = width - left - 10

    /// - Parameters:
    ///   - end: the end of the run in seconds since the launch.
    ///   - id: an identifier that is unique among the drawings of a page, for references within the SVG.
    init(events: [TimelineEvent], end: Double, id: String = "timeline") {
        self.events = events
        self.id = id
        self.end = max(end, 0.001)
    }

    private func x(_ t: Double) -> Double { Self.left + min(max(t / end, 0), 1) * Self.plotWidth }

    private func number(_ value: Double) -> String { Figures.fixed(value, 1) }

    /// Returns an event in words: the reason, the message, the evidence and the rule.
    static func words(_ event: TimelineEvent) -> String {
        var words: [String] = []
        if let reason = event.reason { words.append(reason) }
        if let message = event.message { words.append(message) }
        if let exception = event.exception { words.append(exception.name) }
        if let frames = event.evidence?.framesPlayed { words.append("\(Figures.grouped(frames)) frames played") }
        if let fixes = event.evidence?.fixes { words.append("\(fixes) fixes") }
        if let detail = event.evidence?.detail { words.append(detail) }
        let text = words.joined(separator: "; ")
        return event.rule.map { text.isEmpty ? "[\($0)]" : "\(text) [\($0)]" } ?? text
    }

    private func bars(_ spans: [TimelineSpan], y: Double, colour: (TimelineSpan) -> String, pattern: Bool = false)
        -> String
    {
        spans.map { span in
            let width = max(1, x(span.end) - x(span.start))
            let title =
                "\(span.name), \(Figures.fixed(span.start, 3)) s to \(Figures.fixed(span.end, 3)) s: "
                + Self.words(span.event)
            let fill = pattern ? "url(#\(id)-frozen)" : "var(--\(colour(span)))"
            return "<rect x=\"\(number(x(span.start)))\" y=\"\(number(y + 3))\" width=\"\(number(width))\" "
                + "height=\"\(number(Self.lane - 8))\" rx=\"2\" fill=\"\(fill)\">"
                + "<title>\(HTMLPage.escaped(title))</title></rect>"
                + (!pattern && width > 8 * Double(span.name.count)
                    ? "<text class=\"on\" x=\"\(number(x(span.start) + 6))\" y=\"\(number(y + 16))\">"
                        + "\(HTMLPage.escaped(span.name))</text>" : "")
        }.joined(separator: "\n")
    }

    private static func colour(_ state: String) -> String {
        switch state {
        case ApplicationState.foregroundActive.rawValue, ApplicationState.foregroundInactive.rawValue: "foreground"
        case ApplicationState.background.rawValue: "background"
        case ApplicationState.suspended.rawValue: "suspended"
        default: "other"
        }
    }

    /// Returns the drawing as SVG, with a text alternative.
    func svg() -> String {
        let spans = TimelineSpan.spans(of: events, end: end)
        let states = spans.filter { $0.lane == .state }
        let frozen = spans.filter { $0.lane == .frozen }
        var lanes: [(name: String, content: (Double) -> String)] = [
            ("state", { y in bars(states, y: y, colour: { Self.colour($0.name) }) }),
            ("frozen", { y in bars(frozen, y: y, colour: { _ in "suspended" }, pattern: true) }),
        ]
        for grant in Grant.allCases {
            let held = spans.filter { $0.lane == .grant(grant) }
            if !held.isEmpty { lanes.append((grant.rawValue, { y in bars(held, y: y, colour: { _ in "grant" }) })) }
        }
        lanes.append(("decisions", { y in marks(y: y) }))
        let height = Self.lane * Double(lanes.count) + 30
        var lines = [
            "<svg viewBox=\"0 0 \(Int(clamping: Self.width)) \(Int(clamping: height))\" role=\"img\" aria-labelledby=\"\(id)-title\">",
            "<title id=\"\(id)-title\">\(HTMLPage.escaped(alternative(states, frozen)))</title>",
            "<defs><pattern id=\"\(id)-frozen\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
                + "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"var(--card)\"/>"
                + "<rect width=\"3\" height=\"6\" fill=\"var(--suspended)\"/></pattern></defs>",
        ]
        for (index, lane) in lanes.enumerated() {
            let y = Double(index) * Self.lane
            lines.append("<text x=\"0\" y=\"\(number(y + 16))\">\(HTMLPage.escaped(lane.name))</text>")
            lines.append(lane.content(y))
        }
        lines.append(axis(y: Self.lane * Double(lanes.count) + 4))
        return (lines + ["</svg>"]).joined(separator: "\n")
    }

    private func alternative(_ states: [TimelineSpan], _ frozen: [TimelineSpan]) -> String {
        let told = states.filter { $0.end - $0.start >= end / 1000 }.prefix(12).map {
            "\($0.name) from \(Figures.fixed($0.start, 1)) to \(Figures.fixed($0.end, 1)) s"
        }
        let seconds = frozen.reduce(0) { $0 + $1.end - $1.start }
        return "States over time: \(told.joined(separator: ", ")). Frozen for \(Figures.fixed(seconds, 1)) s in all. "
            + "The table of decisions has everything."
    }

    private func marks(y: Double) -> String {
        Self.decisions(events).map { event in
            let title = "\(Figures.fixed(event.t, 3)) s \(event.event.rawValue): \(Self.words(event))"
            return
                "<circle class=\"mark\" tabindex=\"0\" cx=\"\(number(x(event.t)))\" cy=\"\(number(y + 12))\" r=\"4\" "
                + "fill=\"var(--mark)\"><title>\(HTMLPage.escaped(title))</title></circle>"
        }.joined(separator: "\n")
    }

    /// Returns the first 500 decisions: all events except the environment and repeated measured values, such as fixes.
    static func decisions(_ events: [TimelineEvent]) -> [TimelineEvent] {
        let repeated: Set<TimelineEvent.Kind> = [.fix, .noFix, .audioAdvanced, .environment]
        return Array(events.filter { !repeated.contains($0.event) }.prefix(500))
    }

    private func axis(y: Double) -> String {
        let step = Self.step(end)
        var lines = [
            "<line class=\"axis\" x1=\"\(number(Self.left))\" y1=\"\(number(y))\" x2=\"\(number(Self.left + Self.plotWidth))\" "
                + "y2=\"\(number(y))\"/>"
        ]
        var t = 0.0
        while t <= end * 1.0001 {
            let anchor = t == 0 ? "start" : t + step > end ? "end" : "middle"
            let text = step < 1 ? Figures.fixed(t, 1) : Figures.fixed(t, 0)
            lines.append(
                "<text class=\"soft\" x=\"\(number(x(t)))\" y=\"\(number(y + 16))\" text-anchor=\"\(anchor)\">\(text) s</text>"
            )
            t += step
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the distance between marks on the time axis in seconds: a round number that gives at most about nine
    /// marks.
    private static func step(_ end: Double) -> Double {
        var step = 0.1
        for factor in [2.0, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2] where end / step > 9 { step *= factor }
        return step
    }
}
