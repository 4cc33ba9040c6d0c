import KeepAlivePolicy
import KeepAliveText

/// Reads the steps of a scenario's timeline.
enum StepReader {
    /// The maximum number of actions in a timeline, including repetitions. This project chose the limit, five times the
    /// longest timeline that was needed. The limit is needed because the time per action grows with the number of some
    /// actions: 10,000 refresh tasks take 20 s in all.
    private static let actionsMax = 10_000

    /// Reads the steps, which must be in the order in which they happen.
    ///
    /// - Parameter end: the end of the scenario; `nil` if the scenario does not set its end.
    static func steps(_ values: [YAMLValue], end: Duration?) throws -> [Scenario.Step] {
        // The earliest possible instant of the previous step. A condition may hold at once, so only delays are added.
        var earliest = Duration.zero
        var names: Set<String> = []
        var actions = 0
        return try values.map { value in
            let (step, isNamed) = try step(value)
            if isNamed, !names.insert(step.label).inserted {
                throw value.error("another step is named '\(step.label)' already")
            }
            actions += step.actions.count
            guard actions <= actionsMax else { throw value.error("more than \(actionsMax) actions in the timeline") }
            switch step.time {
            case .at(let time):
                guard time >= earliest else {
                    throw value.error(
                        "\(time.inWords) is before the step above it, which is at \(earliest.inWords) or later; "
                            + "steps stand in the order in which they happen")
                }
                earliest = time
            case .after(let delay), .when(_, let delay): earliest += delay
            }
            guard earliest <= ScenarioReader.longest else {
                throw value.error("the step is more than ten years after the start")
            }
            if let end, earliest >= end {
                throw value.error("the scenario ends at \(end.inWords), before this step")
            }
            return step
        }
    }

    private static func step(_ value: YAMLValue) throws -> (step: Scenario.Step, isNamed: Bool) {
        var fields = try value.fields("a step, such as {at: 1s, do: home}")
        let at = fields.take("at")
        let after = fields.take("after")
        let condition = fields.take("when")
        let what = try fields.require("do")
        let label = fields.take("name")
        let times = try fields.take("times")?.integer("a number of times", in: 1...actionsMax) ?? 1
        try fields.finish()
        let time: Scenario.Step.Time
        switch (at, condition) {
        case (let at?, nil):
            if let after { throw after.error("a step has 'at' or 'after', not both") }
            time = .at(try ScenarioReader.duration(at))
        case (nil, let condition?):
            time = .when(
                try ExpectationReader.pattern(condition), after: try after.map(ScenarioReader.duration) ?? .zero)
        case (.some, let condition?): throw condition.error("a step has 'at' or 'when', not both")
        case (nil, nil): time = .after(try after.map(ScenarioReader.duration) ?? .zero)
        }
        guard !what.elements.isEmpty else { throw what.error("expected a verb or a list of verbs") }
        guard what.elements.count * times <= actionsMax else {
            throw value.error("more than \(actionsMax) actions in the timeline")
        }
        let step = Scenario.Step(
            time: time,
            actions: Array(repeatElement(try what.elements.map(ScenarioVerbs.action), count: times).joined()),
            label: try label?.text("a name") ?? firstVerb(what),
            place: Scenario.Place(file: value.file, line: value.line))
        return (step, label != nil)
    }

    private static func firstVerb(_ value: YAMLValue) -> String {
        switch value.content {
        case .scalar(let name): name
        case .list(let values): values.first.map(firstVerb) ?? ""
        case .mapping(let pairs): (try? pairs.first?.key.text()) ?? ""
        }
    }
}
