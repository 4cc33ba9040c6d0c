import KeepAlivePolicy
import KeepAliveReport
import KeepAliveScenarios
import KeepAliveYAML

/// A recording of a phone beside the model: what the phone did, what the rules do for the same events, and the
/// differences.
package struct RecordingComparison: Sendable {
    /// Something that the phone did, the model did, or both.
    package struct Row: Sendable, Hashable {
        package var phone: Happening?
        package var model: Happening?
        package var isSame: Bool

        /// The rule of the difference: that by which the model does it; where the phone alone did something, that by
        /// which the model's app is in its state then.
        package var rule: RuleID?

        /// The callback that the row is about.
        var callback: RecordedCallback? {
            if case .called(let name)? = (phone ?? model)?.kind { RecordedCallback.all[name] } else { nil }
        }

        /// True if the model was given the event of the row, so that it can hardly differ.
        var isGiven: Bool {
            isSame && phone != nil && callback?.isGiven ?? false
        }

        /// True if the row is about running or not.
        var isPause: Bool { [.stops, .runsAgain].contains((phone ?? model)?.kind) }

        /// The time of the row.
        package var t: Double { phone?.t ?? model?.t ?? 0 }
        package var title: String { (phone ?? model)?.title ?? "" }
    }

    /// The comparison of one process.
    package struct Process: Sendable {
        /// The number of the process in the recording, from 1.
        package var number: Int
        /// The version of iOS that the process ran on, and the one whose rules were played.
        package var recorded: IOSVersion
        package var ios: IOSVersion
        package var rows: [Row]
        package var duration: Double
        package var scenario: String
        /// The seconds by which the scenario begins before the process.
        var lead: Double
        var year: Int?
        /// The callbacks that were not compared, because nothing is known to bring them about.
        package var unexplained: [String]
        /// What the phone's app went through, as a timeline of its states and callbacks.
        var phone: [TimelineEvent]
        /// The timeline of the model's app.
        var model: [TimelineEvent]
    }

    package var file: String
    package var tolerance: Double
    package var processes: [Process]

    package var differences: [Row] { processes.flatMap { $0.rows.filter { !$0.isSame } } }
    /// The number of rows whose event was given to the model, at the time of the recording.
    package var givenCount: Int { processes.reduce(0) { $0 + $1.rows.count(where: \.isGiven) } }
    package var rowCount: Int { processes.reduce(0) { $0 + $1.rows.count } }

    /// Plays the events of a recording, and compares.
    ///
    /// - Parameters:
    ///   - ios: the version that is played; `nil` for that of the recording.
    ///   - overrides: constants and switches that replace values of the version.
    ///   - tolerance: the seconds by which times and budgets may differ.
    /// - Throws: ``KeepAliveError`` if the recording names a version without rules, or has a verb that scenarios do not
    ///   have.
    package init(
        _ recording: Recording, ios chosen: IOSVersion? = nil, overrides: [ProfileOverride] = [], tolerance: Double = 1
    ) throws {
        file = recording.file
        self.tolerance = tolerance
        processes = []
        for (index, life) in recording.lives.enumerated() {
            let ios = chosen ?? life.header.ios
            _ = try PolicyProfile(of: ios)
            let scenario = RecordedScenario(life, ios: ios, number: index + 1)
            let played = try Self.play(scenario.text, of: life, in: recording.file, ios, overrides)
            let model = Happening.happenings(
                in: played.timeline, lead: scenario.lead, gap: life.gap, interval: life.header.interval
            )
            var rows = Self.align(
                Happening.withoutPrompts(life.happenings, requests: life.requests),
                Happening.withoutPrompts(model, requests: life.requests), tolerance: tolerance)
            for index in rows.indices {
                // An app that the rules would not suspend has a reason to run by them.
                rows[index].rule =
                    rows[index].model?.rule ?? rows[index].callback?.rule
                    ?? (rows[index].isPause && life.isBehind(at: rows[index].t) ? "LC-10" : nil)
                    ?? played.timeline.last { $0.event == .state && $0.t - scenario.lead <= rows[index].t + tolerance }?
                    .rule
            }
            // What happens in the model when the recording has ended cannot be seen by it.
            let end = life.duration - (life.hasSuccessor ? 0 : tolerance)
            rows.removeAll { $0.phone == nil && ($0.t > end || life.header.isActive && $0.t <= 0) }
            processes.append(
                Process(
                    number: index + 1, recorded: life.header.ios, ios: ios, rows: rows, duration: life.duration,
                    scenario: scenario.text,
                    lead: scenario.lead,
                    year: life.header.year,
                    unexplained: scenario.unexplained,
                    phone: life.timeline,
                    model: played.timeline.filter { $0.t >= scenario.lead }.map { event in
                        var event = event
                        event.t -= scenario.lead
                        return event
                    }))
        }
    }

    private static func play(
        _ text: String, of life: Recording.Life, in file: String, _ ios: IOSVersion, _ overrides: [ProfileOverride]
    ) throws -> ScenarioResult {
        do {
            guard let scenario = try ScenarioReader.scenarios(in: text, file: file).first else {
                throw KeepAliveError(.usage, "\(file): the recording is empty")
            }
            return try ScenarioSimulation.play(scenario, ios: ios, overrides: overrides)
        } catch let error as KeepAliveError {
            throw Self.place(error, life, file)
        }
    }

    /// Returns the error of a scenario with the recording's line: that of the first thing the app did which no scenario
    /// can say.
    private static func place(_ error: KeepAliveError, _ life: Recording.Life, _ file: String) -> KeepAliveError {
        var tried: Set<String> = []
        for line in life.lines {
            guard case .did(let verb, let argument, _) = line.event else { continue }
            let step = RecordedScenario.step(verb, argument)
            guard tried.insert(step).inserted else { continue }
            let text = "scenario: a step\ntimeline:\n  - {at: 1s, do: \(step)}\nexpect:\n  - {event: launched}\n"
            do {
                _ = try ScenarioReader.scenarios(in: text, file: file)
            } catch let error as KeepAliveError {
                let words = error.message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? error.message
                return KeepAliveError(error.code, "\(file):\(line.number): \(words)", remedy: error.remedy)
            } catch {
                continue
            }
        }
        return KeepAliveError(error.code, "\(file): as a scenario: \(error.message)", remedy: error.remedy)
    }

    /// Pairs what the phone did with what the model did: of each kind in order, and near in time.
    private static func align(
        _ phone: [Happening], _ model: [Happening], tolerance: Double
    ) -> [Row] {
        var rows: [Row] = []
        let window = 30 + tolerance
        rows += budgets(phone, model, tolerance: tolerance)
        for kind in Set((phone + model).map(\.kind)) where kind != .budget {
            var left = phone.filter { $0.kind == kind }[...]
            var right = model.filter { $0.kind == kind }[...]
            while let p = left.first, let m = right.first {
                if abs(m.t - p.t) <= window {
                    // Another one that is nearer takes its place.
                    if right.count > left.count, right.count > 1,
                        abs(right[right.startIndex + 1].t - p.t) < abs(m.t - p.t)
                    {
                        rows.append(Row(phone: nil, model: right.removeFirst(), isSame: false))
                        continue
                    }
                    left.removeFirst()
                    right.removeFirst()
                    rows.append(Row(phone: p, model: m, isSame: isSame(p, m, tolerance)))
                } else if p.t < m.t {
                    rows.append(Row(phone: left.removeFirst(), model: nil, isSame: false))
                } else {
                    rows.append(Row(phone: nil, model: right.removeFirst(), isSame: false))
                }
            }
            rows += left.map { Row(phone: $0, model: nil, isSame: false) }
            rows += right.map { Row(phone: nil, model: $0, isSame: false) }
        }
        return rows.filter { row in
            guard let happening = row.phone ?? row.model else { return false }
            // A recording that ends while the app is in the background does not tell whether the app went on.
            if happening.isEnd, row.model == nil { return false }
            return !happening.isOptional || row.phone != nil && row.model != nil
        }
        .sorted { ($0.t, $0.title) < ($1.t, $1.title) }
    }

    /// Compares the background time that the phone told with what was left of the model's clock then.
    private static func budgets(_ phone: [Happening], _ model: [Happening], tolerance: Double) -> [Row] {
        phone.filter { $0.kind == .budget }.compactMap { told in
            guard let expected = told.amount else { return nil }
            // The clock starts with the begin of a task, which may be recorded a little before it.
            guard let clock = model.last(where: { $0.kind == .budget && $0.t <= told.t + tolerance }) else {
                return Row(phone: told, model: nil, isSame: false)
            }
            var left = clock
            left.t = told.t
            left.amount = clock.amount.map { $0 - max(0, told.t - clock.t) }
            let isSame = left.amount.map { abs($0 - expected) <= tolerance } ?? false
            return Row(phone: told, model: left, isSame: isSame)
        }
    }

    private static func isSame(_ phone: Happening, _ model: Happening, _ tolerance: Double) -> Bool {
        if let expected = phone.amount, let own = model.amount, abs(own - expected) > tolerance { return false }
        return model.t >= phone.t - tolerance && model.t <= phone.t + phone.slack + tolerance
    }
}

extension Recording.Life {
    /// True if the app was in the background at a time.
    func isBehind(at t: Double) -> Bool {
        for line in lines.reversed() where line.t <= t {
            guard case .got(let callback, _) = line.event else { continue }
            if callback == "didEnterBackground" { return true }
            if callback == "willEnterForeground" || callback == "didBecomeActive" { return false }
        }
        return isLaunchedInBackground
    }

    /// The states of the app and its callbacks, as far as the recording shows them.
    var timeline: [TimelineEvent] {
        var events: [TimelineEvent] = []
        var state: ApplicationState =
            isLaunchedInBackground ? .background : header.isActive ? .foregroundActive : .foregroundInactive
        func enter(_ next: ApplicationState, _ t: Double, _ reason: String) {
            var event = TimelineEvent(t: t, app: "phone", event: .state)
            event.from = state
            event.state = next
            event.reason = reason
            events.append(event)
        }
        enter(state, 0, "the recording begins")
        for happening in happenings {
            switch happening.kind {
            case .stops: enter(.suspended, happening.t, happening.detail ?? "no beat: suspended, or ended")
            case .runsAgain: enter(state, happening.t, "it beats again")
            case .budget: break
            case .called(let callback):
                var event = TimelineEvent(t: happening.t, app: "phone", event: .called)
                event.callback = callback
                event.message = [callback, happening.detail].compactMap(\.self).joined(separator: " ")
                events.append(event)
                let next: ApplicationState? =
                    switch callback {
                    case "didBecomeActive": .foregroundActive
                    case "willResignActive", "willEnterForeground": .foregroundInactive
                    case "didEnterBackground": .background
                    default: nil
                    }
                if let next {
                    enter(next, happening.t, callback)
                    state = next
                }
            }
        }
        return events
    }
}
