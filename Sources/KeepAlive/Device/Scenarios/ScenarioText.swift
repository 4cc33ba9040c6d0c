import KeepAlivePolicy
import KeepAliveReport

/// Renders the results of scenarios as human-readable text: one line for each result, and the unmet expectations and
/// the timeline of a failed scenario.
package struct ScenarioText: Sendable {
    private let colours: Bool
    private let timeline: TimelineText

    package init(colours: Bool) {
        self.colours = colours
        timeline = TimelineText(colours: false)
    }

    /// Returns the line of a result, followed by the unmet expectations and the timeline if the scenario has failed.
    package func text(_ result: ScenarioResult, explains: Bool = false, showsTimeline: Bool = false) -> String {
        let mark = result.passed ? paint("ok    ", "32") : paint("FAILED", "1;31")
        var lines = ["\(mark)  iOS \(Figures.left(result.ios.description, 5)) \(result.name.withoutControls)"]
        if !result.passed {
            lines += difference(result, isWhole: showsTimeline)
        } else if showsTimeline {
            lines += Self.shortened(actual(result)).map { "    \($0.text)" }
        }
        var text = lines.joined(separator: "\n") + "\n"
        if explains, let explanation = result.explanation {
            text += ExplanationText(colours: colours).text(explanation)
        }
        return text
    }

    /// Returns one line that sums up all results.
    package func summary(_ results: [ScenarioResult], seconds: Double) -> String {
        let failed = results.count { !$0.passed }
        let hours = results.map(\.deviceSeconds).reduce(0, +) / 3600
        let verdict =
            failed == 0 ? paint("all passed", "32") : paint("\(failed) failed", "1;31")
        func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }
        return "\(count(results.count, "scenario")), "
            + "\(count(results.map(\.expectations).reduce(0, +), "expectation")), "
            + "\(Figures.fixed(hours, 1)) device hours in \(Figures.fixed(seconds, 2)) s: \(verdict)\n"
    }

    /// Returns the unmet expectations (`-`), the findings (`+`), and the timeline with the expectations at their
    /// times.
    private func difference(_ result: ScenarioResult, isWhole: Bool) -> [String] {
        var lines = ["        \(result.place.file):\(result.place.line)"]
        for failure in result.failures.prefix(Self.failuresMax) {
            lines.append(paint("      - \(failure.expected.withoutControls)  (line \(failure.line))", "31"))
            lines.append(paint("      + \(failure.found.withoutControls)", "32"))
        }
        if result.failures.count > Self.failuresMax {
            lines.append("      … and \(result.failures.count - Self.failuresMax) more expectations")
        }
        lines.append("      timeline:")
        let story = Self.shortened(actual(result))
        let shown = isWhole ? Set(story.indices) : Self.deciding(story, result.failures)
        var waiting = result.failures.prefix(Self.failuresMax).filter { $0.at != nil }
            .sorted { ($0.at ?? 0) < ($1.at ?? 0) }[...]
        var left = 0
        func gap() {
            if left > 0 { lines.append("        … \(left) \(left == 1 ? "line" : "lines")") }
            left = 0
        }
        for (index, line) in story.enumerated() {
            while let first = waiting.first, (first.at ?? 0) < line.at {
                gap()
                lines.append(expected(first))
                waiting.removeFirst()
            }
            guard shown.contains(index) else {
                left += 1
                continue
            }
            gap()
            lines.append("        \(line.text)")
        }
        gap()
        lines += waiting.map(expected)
        if shown.count < story.count {
            lines.append("      all \(story.count) lines: simulate --timeline")
        }
        return lines
    }

    /// The maximum number of unmet expectations that are shown of one scenario.
    private static let failuresMax = 10
    /// The maximum number of timeline lines that are shown of a failed scenario.
    private static let linesMax = 30

    /// Returns the indices of the lines that explain the failures: lines near the failures, the first two, and the
    /// last two.
    private static func deciding(_ story: [(at: Double, text: String)], _ failures: [ScenarioCheck.Failure]) -> Set<Int>
    {
        guard story.count > linesMax else { return Set(story.indices) }
        var shown = Set([0, 1, story.count - 2, story.count - 1])
        let places = failures.flatMap { failure in
            (failure.at.map { [$0] } ?? []) + failure.near
        }.map { instant in story.lastIndex { $0.at <= instant } ?? 0 }
        // Each round adds one more line before and after every failure's place, until the maximum is reached.
        for distance in 0..<story.count {
            for place in places {
                for index in [place - distance, place + distance] where story.indices.contains(index) {
                    guard shown.count < linesMax else { return shown }
                    shown.insert(index)
                }
            }
            // If no failure has a place in the timeline, lines are added from the end backwards.
            if places.isEmpty {
                guard shown.count < linesMax else { return shown }
                shown.insert(max(0, story.count - 3 - distance))
            }
        }
        return shown
    }

    /// Shortens repetitions: more than four equal lines in a row become the first, a count, and the last.
    private static func shortened(_ lines: [(at: Double, text: String)]) -> [(at: Double, text: String)] {
        var result: [(at: Double, text: String)] = []
        var index = 0
        func content(_ line: (at: Double, text: String)) -> Substring { line.text.dropFirst(timeWidth) }
        while index < lines.count {
            let end = lines[index...].firstIndex { content($0) != content(lines[index]) } ?? lines.count
            if end - index > 4 {
                let last = lines[end - 1]
                let space = String(repeating: " ", count: timeWidth)
                result += [lines[index], (lines[index].at, "\(space)… \(end - index - 2) times more"), last]
            } else {
                result += lines[index..<end]
            }
            index = end
        }
        return result
    }

    /// The width of the time at the start of a line, including the spaces after the time.
    private static let timeWidth = 11

    private func expected(_ failure: ScenarioCheck.Failure) -> String {
        paint(
            "      - \(Figures.right(Figures.fixed(failure.at ?? 0, 3), 9))  expected \(failure.expected.withoutControls)",
            "31")
    }

    private func actual(_ result: ScenarioResult) -> [(at: Double, text: String)] {
        // Lines about the machine's resources, and lines from the planned end on, are not part of the app's life and
        // are left out.
        result.timeline.prefix { $0.event != .ended }.filter { $0.event != .environment }.compactMap { event in
            guard let content = timeline.content(for: event) else { return nil }
            return (event.t, "\(Figures.right(Figures.fixed(event.t, 3), 9))  \(content)")
        }
    }

    private func paint(_ text: String, _ colour: String) -> String {
        colours ? "\u{1B}[\(colour)m\(text)\u{1B}[0m" : text
    }
}

/// A record of the results file, which holds one result in each line.
package struct ScenarioRecord: Encodable {
    private enum Key: String, CodingKey {
        case event, scenario, ios, file, line, rules, passed, expectations, failures, deviceSeconds = "device_seconds"
        case state, explanation, observation
    }

    package let result: ScenarioResult

    package init(_ result: ScenarioResult) {
        self.result = result
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("scenario", forKey: .event)
        try container.encode(result.name, forKey: .scenario)
        try container.encode(result.ios.description, forKey: .ios)
        try container.encode(result.place.file, forKey: .file)
        try container.encode(result.place.line, forKey: .line)
        try container.encode(result.rules, forKey: .rules)
        try container.encode(result.passed, forKey: .passed)
        try container.encode(result.expectations, forKey: .expectations)
        try container.encode(result.failures, forKey: .failures)
        try container.encode(result.deviceSeconds, forKey: .deviceSeconds)
        try container.encodeIfPresent(result.explanation, forKey: .explanation)
        try container.encodeIfPresent(result.observation, forKey: .observation)
    }
}
