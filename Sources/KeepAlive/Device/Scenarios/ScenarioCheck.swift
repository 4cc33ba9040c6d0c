import KeepAlivePolicy
import KeepAliveReport

/// Compares the timeline of a scenario with its expectations.
package struct ScenarioCheck {
    /// An expectation that was not met.
    package struct Failure: Sendable, Equatable, Codable {
        /// The expectation in the notation of the file.
        package var expected: String
        /// The value that was found instead, in words.
        package var found: String
        /// The line of the expectation in the file.
        package var line: Int
        /// The instant of the failure in device seconds; `nil` if the failure belongs to no instant.
        package var at: Double?
        /// The instants of some events that match the expected event or resemble it, in device seconds.
        package var near: [Double] = []
    }

    private let timeline: [TimelineEvent]
    private let instants: [String: Int64]
    private let end: Int64
    private let endIsSet: Bool
    private let timeScale: Double
    private let era: LifecycleEra
    /// The timing error of the machine, which is added to every tolerance, in nanoseconds.
    private let slack: Int64
    private let states: [(at: Int64, state: ApplicationState, event: TimelineEvent)]

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - instants: the instants at which the steps were carried out, by label, in device nanoseconds.
    ///   - end: the last instant at which an event counts.
    ///   - endIsSet: true if the scenario sets its own end.
    ///   - era: the life cycle of the iOS version, which decides by which names the state of an app that has ended may
    ///     be expected.
    ///   - slack: the timing error of the machine, which is added to every tolerance; zero on virtual time.
    package init(
        timeline: [TimelineEvent], instants: [String: Int64], end: Duration, endIsSet: Bool = true,
        timeScale: Double = 1, era: LifecycleEra, slack: Duration = .zero
    ) {
        self.era = era
        self.endIsSet = endIsSet
        self.timeline = timeline
        self.instants = instants
        self.end = end.nanoseconds
        self.timeScale = timeScale
        self.slack = slack.nanoseconds
        states = timeline.compactMap { event in
            guard event.event == .state, let state = event.state else { return nil }
            return (Self.instant(of: event, timeScale), state, event)
        }
    }

    private static func instant(of event: TimelineEvent, _ timeScale: Double) -> Int64 {
        Int64(clamping: (event.t / timeScale * 1e9).rounded())
    }

    private func instant(of event: TimelineEvent) -> Int64 { Self.instant(of: event, timeScale) }

    /// Returns the expectations that were not met, in the order of the file.
    package func failures(of expectations: [Scenario.Expectation]) -> [Failure] {
        expectations.compactMap { expectation in
            guard let (expected, found, at) = failure(of: expectation) else { return nil }
            return Failure(
                expected: expected, found: found, line: expectation.place.line, at: at.map { Double($0) / 1e9 },
                near: deciding(expectation).map { Double($0) / 1e9 })
        }
    }

    /// Returns the instants of up to six events that match an expected event. If no event matches, returns the instant
    /// of the last event of the same kind.
    private func deciding(_ expectation: Scenario.Expectation) -> [Int64] {
        guard case .event(let pattern, _, _) = expectation.kind else { return [] }
        let matches = timeline.filter(pattern.matches).map { instant(of: $0) }
        guard matches.isEmpty else { return matches.prefix(4) + matches.dropFirst(4).suffix(2) }
        var kind = Scenario.Pattern()
        kind.kind = pattern.kind
        guard pattern.kind != nil else { return [] }
        return timeline.last(where: kind.matches).map { [instant(of: $0)] } ?? []
    }

    private typealias Complaint = (expected: String, found: String, at: Int64?)

    private func failure(of expectation: Scenario.Expectation) -> Complaint? {
        let tolerance = expectation.tolerance.nanoseconds + slack
        switch expectation.kind {
        case .state(let state, let at): return checkState(state, at, tolerance)
        case .grants(let grants, let at): return checkGrants(Set(grants), at, tolerance)
        case .alive(let time): return checkAlive(time, tolerance)
        case .event(let pattern, let at, let count): return checkEvent(pattern, at, count, tolerance)
        case .never(let pattern, let from, let to): return checkNever(pattern, from, to, tolerance)
        case .order(let patterns): return checkOrder(patterns)
        }
    }

    /// Returns an expectation's instant in device nanoseconds, which is the end of the scenario if `instant` is `nil`.
    /// Returns `nil` if the instant refers to a step that was not carried out.
    private func resolve(_ instant: Scenario.Instant?) -> Int64? {
        guard let instant else { return end }
        guard let label = instant.label else { return instant.offsetNanoseconds }
        return instants[label].map { $0 + instant.offsetNanoseconds }
    }

    private func words(_ instant: Scenario.Instant?) -> String {
        guard let instant else { return "at the end" }
        let offset = Duration.nanoseconds(abs(instant.offsetNanoseconds)).inWords
        guard let label = instant.label else { return "at \(offset)" }
        if instant.offsetNanoseconds == 0 { return "at \(label)" }
        return "at \(label) \(instant.offsetNanoseconds < 0 ? "-" : "+") \(offset)"
    }

    private func seconds(_ nanoseconds: Int64) -> String { Duration.nanoseconds(nanoseconds).inWords }

    private func never(_ expected: String, _ instant: Scenario.Instant?) -> Complaint {
        (expected, "the step '\(instant?.label ?? "")' was never carried out", nil)
    }

    // MARK: States and grants

    /// Returns the index of the state that the app has at an instant; `nil` before the first state.
    private func stateIndex(at instant: Int64) -> Int? { states.lastIndex { $0.at <= instant } }

    private func checkState(
        _ state: ApplicationState, _ at: Scenario.Instant?, _ tolerance: Int64
    ) -> Complaint? {
        let expected = "\(words(at)): \(state.rawValue)"
        guard let instant = resolve(at) else { return never(expected, at) }
        // A state meets the expectation if the app had it at the earliest tolerated instant, or entered it up to the
        // latest tolerated instant.
        let first = stateIndex(at: instant - tolerance)
        let held = first.map { states[$0].state }
        let entered = states.filter { $0.at > instant - tolerance && $0.at <= instant + tolerance }.map(\.state)
        if let held, held.isCalled(state, in: era) { return nil }
        if entered.contains(where: { $0.isCalled(state, in: era) }) { return nil }
        if held == nil, entered.isEmpty, state == .notRunning || state == .unattached { return nil }
        guard let index = stateIndex(at: instant) else { return (expected, "not launched", instant) }
        let found = states[index]
        let why = found.event.rule.map { " [\($0)] \(found.event.reason ?? "")" } ?? ""
        let late = at == nil ? byTheEnd : ""
        return (expected, "\(found.state.rawValue) since \(seconds(found.at))\(why)\(late)", instant)
    }

    private func grants(at instant: Int64) -> Set<Grant> {
        var live: Set<Grant> = []
        for event in timeline where self.instant(of: event) <= instant {
            guard let grant = event.grant else { continue }
            if event.event == .grantGained {
                live.insert(grant)
            } else if event.event == .grantLost {
                live.remove(grant)
            }
        }
        return live
    }

    private func checkGrants(_ wanted: Set<Grant>, _ at: Scenario.Instant?, _ tolerance: Int64) -> Complaint? {
        func list(_ grants: Set<Grant>) -> String {
            grants.isEmpty ? "no grants" : grants.sorted().map(\.rawValue).joined(separator: ", ")
        }
        let expected = "\(words(at)): \(list(wanted))"
        guard let instant = resolve(at) else { return never(expected, at) }
        var candidates = [instant]
        if tolerance > 0 {
            candidates += [instant - tolerance]
            candidates += timeline.map { self.instant(of: $0) }.filter { abs($0 - instant) <= tolerance }
        }
        if candidates.contains(where: { grants(at: $0) == wanted }) { return nil }
        return (expected, list(grants(at: instant)), instant)
    }

    private func checkAlive(_ time: Duration, _ tolerance: Int64) -> Complaint? {
        let expected = "alive in the background for \(time.inWords)" + within(tolerance - slack)
        guard let entry = states.lastIndex(where: { $0.state == .background && !$0.event.isResumption }) else {
            return (expected, "never in the background", nil)
        }
        guard let exit = states[entry...].dropFirst().first(where: { $0.state != .background }) else {
            return (expected, "still running after \(seconds(end - states[entry].at))" + byTheEnd, end)
        }
        let alive = exit.at - states[entry].at
        if abs(alive - time.nanoseconds) <= tolerance { return nil }
        let why = exit.event.rule.map { " [\($0)]" } ?? ""
        return (expected, "\(seconds(alive)), then \(exit.state.rawValue)\(why)", exit.at)
    }

    private func within(_ tolerance: Int64) -> String {
        tolerance > 0 ? " ± \(seconds(tolerance))" : ""
    }

    // MARK: Events

    private func checkEvent(
        _ pattern: Scenario.Pattern, _ at: Scenario.Instant?, _ count: Int?, _ tolerance: Int64
    ) -> Complaint? {
        let matches = timeline.filter(pattern.matches)
        let when = at == nil ? "" : " \(words(at))" + within(tolerance - slack)
        let expected = (count.map { "\($0) × " } ?? "") + pattern.description + when
        if let count, matches.count != count { return (expected, "\(matches.count) of them", nil) }
        if count == 0 { return nil }
        guard let first = matches.first else {
            return (expected, nearest(pattern) + byTheEnd, at.flatMap { resolve($0) })
        }
        guard let at else { return nil }
        guard let instant = resolve(at) else { return never(expected, at) }
        if matches.contains(where: { abs(self.instant(of: $0) - instant) <= tolerance }) { return nil }
        return (expected, "first at \(seconds(self.instant(of: first)))", instant)
    }

    /// A hint for the text of a failure: the expected event may come after the end of the scenario. Empty if the
    /// scenario sets its end.
    private var byTheEnd: String {
        endIsSet ? "" : "; the scenario ended at \(seconds(end + 1)), 'end: …' makes it longer"
    }

    /// Returns, for a failure's text, the number of lines of the pattern's kind and a description of the last of these
    /// lines.
    private func nearest(_ pattern: Scenario.Pattern) -> String {
        var kind = Scenario.Pattern()
        kind.kind = pattern.kind
        guard pattern.kind != nil, pattern != kind else { return "none" }
        let lines = timeline.filter(kind.matches)
        guard let last = lines.last else { return "no \(pattern.kind?.rawValue ?? "") at all" }
        var parts = [last.state?.rawValue, last.callback, last.grant?.rawValue, last.wake?.rawValue, last.error]
            .compactMap { $0 }
        if let code = last.termination?.code { parts.append(code) }
        if let text = last.message ?? last.reason ?? last.exception?.reason { parts.append("\"\(text)\"") }
        if let rule = last.rule { parts.append("[\(rule)]") }
        return "\(lines.count) other \(pattern.kind?.rawValue ?? ""), the last: \(parts.joined(separator: " "))"
    }

    private func checkNever(
        _ pattern: Scenario.Pattern, _ from: Scenario.Instant?, _ to: Scenario.Instant?, _ tolerance: Int64
    ) -> Complaint? {
        let expected =
            "never: \(pattern.description)" + (from == nil ? "" : " from \(words(from).dropFirst(3))")
            + (to == nil ? "" : " to \(words(to).dropFirst(3))")
        guard let first = from == nil ? .min : resolve(from), let last = to == nil ? .max : resolve(to) else {
            return never(expected, from ?? to)
        }
        // An event within the tolerance of `from` or `to` may lie on either side of that instant, so such an event does
        // not count.
        let earliest = from == nil ? first : first + tolerance
        let latest = to == nil ? last : last - tolerance
        guard earliest <= latest else {
            let what = "nothing could be seen: the time is shorter than twice the tolerance of \(seconds(tolerance))"
            return (expected, what, from == nil ? last : first)
        }
        let found = timeline.first { event in
            pattern.matches(event) && (earliest...latest).contains(instant(of: event)) && !isPlannedEnd(event)
        }
        guard let found else { return nil }
        let rule = found.rule.map { " [\($0)]" } ?? ""
        return (
            expected, "at \(seconds(instant(of: found)))\(rule): \(found.reason ?? found.message ?? "")",
            instant(of: found)
        )
    }

    /// Returns whether an event belongs to the planned end of the run: such an event is written when the runner ends
    /// the app, and is not part of the app's life.
    private func isPlannedEnd(_ event: TimelineEvent) -> Bool {
        guard let index = timeline.firstIndex(where: { $0.event == .ended }) else { return false }
        return timeline[index...].contains(event)
    }

    private func checkOrder(_ patterns: [Scenario.Pattern]) -> Complaint? {
        var rest = timeline[...]
        for (index, pattern) in patterns.enumerated() {
            guard let place = rest.firstIndex(where: pattern.matches) else {
                let expected = "in this order: " + patterns.map(\.description).joined(separator: " → ")
                let after = index == 0 ? "" : " after \(patterns[index - 1].description)"
                return (expected, "no \(pattern.description)\(after)", nil)
            }
            rest = rest[(place + 1)...]
        }
        return nil
    }
}

extension TimelineEvent {
    /// True if the app entered the background from the suspended state, not from the foreground or by a launch.
    fileprivate var isResumption: Bool { from == .suspended }
}
