import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveServices
import KeepAliveText

/// Reads the expectations of a scenario.
struct ExpectationReader {
    /// The names of the scenario's steps, to which instants may refer.
    let labels: Set<String>

    /// Reads an expectation, such as `{at: 5s, state: suspended}`.
    func expectation(_ value: YAMLValue) throws -> Scenario.Expectation {
        var fields = try value.fields("an expectation, such as {at: 5s, state: suspended}")
        let tolerance = try fields.take("within").map(ScenarioReader.duration)
        let at = try fields.take("at").map(instant)
        let place = Scenario.Place(file: value.file, line: value.line)
        func make(_ kind: Scenario.Expectation.Kind, _ own: Duration = .zero) throws -> Scenario.Expectation {
            try fields.finish()
            return Scenario.Expectation(kind: kind, tolerance: tolerance ?? own, place: place)
        }
        if let alive = fields.take("alive") {
            let (time, own) = try timeAndTolerance(alive)
            return try make(.alive(time), own)
        }
        if let grants = fields.take("grants") {
            return try make(.grants(try grants.elements.map { try $0.choice("a grant") }, at: at))
        }
        if let never = fields.take("never") {
            let from = try fields.take("from").map(instant)
            let to = try fields.take("to").map(instant)
            if let from, let to, from.label == to.label, from.offsetNanoseconds >= to.offsetNanoseconds {
                throw value.error("'from' is not before 'to': nothing can happen in between")
            }
            return try make(.never(try Self.pattern(never), from: from, to: to))
        }
        if let order = fields.take("order") {
            let patterns = try order.list("patterns")
            guard patterns.count > 1 else { throw order.error("an order is of two patterns or more") }
            return try make(.order(try patterns.map(Self.pattern)))
        }
        // Only `state` without other fields is an expectation of a state. With other fields, `state` describes the
        // entry into the state, which is an event.
        if fields.names == ["state"], let state = fields.take("state") {
            return try make(.state(try state.choice("a state"), at: at))
        }
        let count = try fields.take("count")?.integer("a count")
        let pattern = try Self.pattern(&fields, of: value)
        return try make(.event(pattern, at: at, count: count))
    }

    /// Reads a time with a tolerance, such as `175s ± 1s`, or without one, such as `175s`.
    private func timeAndTolerance(_ value: YAMLValue) throws -> (Duration, Duration) {
        let text = try value.text("a duration such as '175s ± 1s'")
        let parts = text.split(separator: "±", maxSplits: 1, omittingEmptySubsequences: false).map {
            $0.filter { $0 != " " }
        }
        guard parts.allSatisfy({ !$0.isEmpty }) else {
            throw value.error("'\(text)' is not a duration such as '175s' or '175s ± 1s'")
        }
        let durations = try parts.map { try ScenarioReader.duration($0, in: value) }
        return (durations[0], durations.count > 1 ? durations[1] : .zero)
    }

    /// Reads an instant, such as `176s`, `home + 175s` or `home + 175s - 1ms`.
    private func instant(_ value: YAMLValue) throws -> Scenario.Instant {
        let text = try value.text("an instant such as 5s or 'home + 5s'")
        var words = text.split(separator: " ").map { String($0) }
        var instant = Scenario.Instant(label: nil, offsetNanoseconds: 0)
        guard let first = words.first else { throw value.error("an instant is empty") }
        if Duration.nanoseconds(parsing: first) == nil {
            guard labels.contains(first) else {
                throw value.unknown("a duration or the name of a step", first, among: labels.sorted())
            }
            instant.label = first
            words.removeFirst()
        } else {
            words.insert("+", at: 0)
        }
        guard words.count.isMultiple(of: 2) else {
            throw value.error("'\(text)' is not an instant such as 5s or 'home + 5s'")
        }
        for index in stride(from: 0, to: words.count, by: 2) {
            guard ["+", "-"].contains(words[index]) else {
                throw value.error("'\(text)' is not an instant such as 5s or 'home + 5s - 1ms'")
            }
            let offset = try ScenarioReader.duration(words[index + 1], in: value).nanoseconds
            instant.offsetNanoseconds += words[index] == "+" ? offset : -offset
            guard abs(instant.offsetNanoseconds) <= ScenarioReader.longest.nanoseconds else {
                throw value.error("'\(text)' is more than the ten years that a scenario may last")
            }
        }
        return instant
    }

    // MARK: Patterns

    /// The callbacks that come too often to be written into the timeline, each with advice on what to expect instead.
    private static let unwritten = [
        "didUpdateLocation": "look for 'event: fix', or let the app log it: on: {didUpdateLocation: [{log: …}]}",
        "timerFired": "let the app log it: on: {timerFired: [{log: …}]}",
        "backgroundTaskExpired": "look for 'event: task-expired'",
    ]

    /// Reads a pattern: the name of a state, event or callback, or a mapping with several fields.
    static func pattern(_ value: YAMLValue) throws -> Scenario.Pattern {
        guard value.isMapping else {
            let name = try value.text("a state, an event or a callback")
            var pattern = Scenario.Pattern()
            if name == "killed" {
                pattern.kind = .terminated
            } else if let state = ApplicationState(rawValue: name) {
                (pattern.kind, pattern.state) = (.state, state)
            } else if let kind = TimelineEvent.Kind(rawValue: name) {
                pattern.kind = kind
            } else if ServiceTable.callbackNames.contains(name) {
                (pattern.kind, pattern.callback) = (.called, name)
            } else {
                let names =
                    ApplicationState.allCases.map(\.rawValue) + TimelineEvent.Kind.allCases.map(\.rawValue)
                    + ServiceTable.callbackNames + ["killed"]
                let hint = NearestName.find(for: name, among: names).map { "did you mean '\($0)'?" }
                throw value.error(
                    "'\(name)' is not a state, an event or a callback; \(hint ?? "'keepalive-run list events' prints all")"
                )
            }
            return pattern
        }
        var fields = try value.fields("a pattern")
        let pattern = try pattern(&fields, of: value)
        try fields.finish()
        return pattern
    }

    private static func pattern(_ fields: inout YAMLFields, of value: YAMLValue) throws -> Scenario.Pattern {
        var pattern = Scenario.Pattern()
        if let kind = fields.take("event") { pattern.kind = try kind.choice("an event") }
        if let state = fields.take("state") {
            pattern.state = try state.choice("a state")
            pattern.kind = pattern.kind ?? .state
        }
        if let from = fields.take("from-state") { pattern.from = try from.choice("a state") }
        if let called = fields.take("called") {
            let name = try called.text("a callback")
            if let instead = unwritten[name] {
                throw called.error("'\(name)' is not written into the timeline; \(instead)")
            }
            guard ServiceTable.callbackNames.contains(name) else {
                throw called.unknown("a callback", name, among: ServiceTable.callbackNames)
            }
            (pattern.kind, pattern.callback) = (.called, name)
        }
        if let rule = fields.take("rule") {
            let text = try rule.text("the id of a rule")
            guard RuleBook.rule(RuleID(text)) != nil else {
                throw rule.error("'\(text)' is no rule", remedy: "'keepalive-run list rules' prints all")
            }
            pattern.rule = RuleID(text)
        }
        if let killed = fields.take("killed") {
            pattern.kind = .terminated
            let code = try killed.text("a termination code such as 0x8badf00d, or 'any'")
            guard code == "any" || TerminationCode(code) != nil else {
                let known = ["any"] + TerminationCode.allCases.map(\.rawValue)
                throw killed.unknown("a termination code", code, among: known)
            }
            pattern.termination = code == "any" ? nil : code
        }
        if let namespace = fields.take("namespace") {
            pattern.namespace = try namespace.oneOf(
                ProfileCatalogue.terminationNamespaces, "a namespace of terminations")
        }
        if let report = fields.take("report") { pattern.writesReport = try report.flag() }
        if let message = fields.take("message") { pattern.message = try message.text("the whole message") }
        if let task = fields.take("task") { pattern.task = try task.integer("the number of a task") }
        if let remaining = fields.take("remaining") {
            pattern.remaining = try ScenarioReader.duration(remaining).inSeconds
        }
        if let log = fields.take("log") {
            pattern.kind = .log
            pattern.text = try log.text("a part of the line")
        }
        if let shown = fields.take("shown") {
            pattern.kind = .notificationShown
            pattern.notification = try shown.text("the identifier of a notification")
        }
        if let exception = fields.take("exception") {
            pattern.kind = .exception
            pattern.text = try exception.text("a part of the exception's reason")
        }
        if let grant = fields.take("grant") { pattern.grant = try grant.choice("a grant") }
        if let wake = fields.take("wake") { pattern.wake = try wake.choice("a kind of wake") }
        if let error = fields.take("error") {
            let names = AudioSessionError.all.map(\.name) + ServiceError.all.map(\.name)
            pattern.error = try error.oneOf(names, "the name of an error")
        }
        if let code = fields.take("code") {
            pattern.code = try code.integer("the number of an error", in: Int.min...Int.max)
        }
        if let text = fields.take("text") { pattern.text = try text.text() }
        guard pattern != Scenario.Pattern() else {
            // No known field is present, so `finish` throws an error that names the unknown field, which may be
            // misspelled.
            try fields.finish()
            throw value.error("the expectation says nothing: write state, event, called, killed, log, grants, alive, …")
        }
        return pattern
    }
}
