import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveScenarios
import KeepAliveYAML

/// The scenario of a recorded life: what happened to the phone, and what the app did, as the steps of a timeline.
package struct RecordedScenario: Sendable {
    /// The scenario as YAML, without names, paths or places of the phone.
    package let text: String
    /// The callbacks of which it is not known what brings them about; they are no steps.
    package let unexplained: [String]
    /// The seconds by which the scenario begins before the life.
    package let lead: Double

    /// The seconds that the model goes on after the recording, so that what it does later than the phone is seen.
    private static let horizon = 32.0
    /// The seconds within which a call belongs to the callback that is recorded after it.
    private static let callbackSpan = 0.3

    /// Creates the scenario of a life.
    ///
    /// - Parameters:
    ///   - ios: the version on which it is played.
    ///   - number: the number of the life, from 1.
    package init(_ life: Recording.Life, ios: IOSVersion, number: Int) {
        let isBehind = life.isLaunchedInBackground
        var steps: [(t: Double, text: String)] = []
        var unexplained: Set<String> = []
        var launch: String?
        var names = RecordedNames(life)
        var hasBeenInUse = isBehind
        var reactions: [String: [String]] = [:]
        let lines = life.lines
        var inHandler: Set<String> = []
        let inHandlers = RecordedHandlers(lines)
        let covers = RecordedCovers(life, ios: ios)
        // What the app did before its launch was over, it did in didFinishLaunching.
        let launched = lines.firstIndex { $0.event.isCallback("didFinishLaunching") } ?? 0
        for (index, line) in lines.enumerated() {
            switch line.event {
            case .beat: break
            case .did(let verb, let argument, _):
                let step = Self.step(verb, argument.map { names.hidden($0, of: verb) })
                if index < launched {
                    reactions["didFinishLaunching", default: []].append(step)
                } else if let handler = inHandlers.handlers[index] {
                    if inHandler.insert("\(handler) \(step)").inserted { reactions[handler, default: []].append(step) }
                } else {
                    steps.append((line.t, step))
                }
            case .device(let value):
                if let isOn = value["lowPower"]?.bool {
                    steps.append((line.t, "{low-power-mode: \(isOn ? "on" : "off")}"))
                }
                if let state = value["thermal"]?.int, (0...3).contains(state) {
                    steps.append((line.t, "{thermal-state: \(["nominal", "fair", "serious", "critical"][state])}"))
                }
            case .got(let callback, let fields):
                guard let known = RecordedCallback.all[callback] else {
                    unexplained.insert(callback)
                    continue
                }
                if let step = covers.steps[index] { steps.append((line.t, step)) }
                let enters = callback == "willEnterForeground" && !hasBeenInUse
                if ["didBecomeActive", "didEnterBackground"].contains(callback) { hasBeenInUse = true }
                // An app with scenes enters the foreground at its launch, too.
                guard !enters, let step = known.step(names.hidden(fields, of: callback)) else { continue }
                if isBehind, launch == nil, known.isWake, line.t < Self.launchSpan {
                    // The wake that launches the process is recorded by the process, and so after its beginning.
                    launch = step
                } else {
                    steps.append((Self.begin(of: index, in: lines, inHandlers), step))
                }
            }
        }
        if isBehind, launch == nil { unexplained.insert("what launched the app into the background") }
        self.unexplained = unexplained.sorted()
        lead = isBehind ? 1 : 0
        if isBehind { steps.insert((0, launch ?? "{wake: significantChange}"), at: 0) }
        text = Self.document(life, names, reactions, steps, lead: lead, ios, number)
    }

    private static func document(
        _ life: Recording.Life, _ names: RecordedNames, _ reactions: [String: [String]],
        _ steps: [(t: Double, text: String)], lead: Double, _ ios: IOSVersion, _ number: Int
    ) -> String {
        let header = life.header
        var app = ["modes: [\(header.modes.map(quoted).joined(separator: ", "))]", "completes-wakes: never"]
        if !header.permittedTasks.isEmpty {
            app.append("permitted-tasks: [\(names.permitted.map(quoted).joined(separator: ", "))]")
        }
        if !header.hasScenes {
            app.append("scenes: false")
            if PolicyProfile(version: ios).switches.requiresScenes { app.append("linked-sdk: \"26.0\"") }
        }
        if !reactions.isEmpty {
            let all = reactions.sorted { $0.key < $1.key }.map { "\($0.key): [\($0.value.joined(separator: ", "))]" }
            app.append("on: {\(all.joined(separator: ", "))}")
        }
        var lines = [
            "scenario: recorded, process \(number)", "ios: \"\(ios)\"", "app: {\(app.joined(separator: ", "))}",
            "device: {low-power-mode: \(header.isLowPower), background-refresh: \(header.allowsRefresh), locked: \(header.isLocked)}",
        ]
        if life.isLaunchedInBackground { lines.append("launched: false") }
        if !steps.isEmpty {
            lines.append("timeline:")
            let sorted = steps.enumerated().sorted { ($0.element.t, $0.offset) < ($1.element.t, $1.offset) }
            for (place, step) in sorted.map(\.element).enumerated() {
                lines.append("  - {at: \(microseconds(step.t + lead)), name: step-\(place + 1), do: \(step.text)}")
            }
        }
        lines += [
            "end: \(microseconds(life.duration + lead + horizon))", "expect:",
            "  - {event: launched}",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func quoted(_ text: String) -> String { JSONValue.string(text).text }

    private static func microseconds(_ seconds: Double) -> String {
        "\(Int(clamping: (max(0, seconds) * 1e6).rounded()))us"
    }

    /// The seconds within which a process is told of the wake that launched it.
    private static let launchSpan = 10.0

    /// Returns the step of a verb.
    static func step(_ verb: String, _ argument: JSONValue?) -> String {
        argument.map { "{\(verb): \($0.text)}" } ?? verb
    }

    /// Returns the time at which a callback began: a recorder that hears of it by a notification writes it after what
    /// the app's own delegate did in it.
    private static func begin(of index: Int, in lines: [Recording.Line], _ inHandlers: RecordedHandlers) -> Double {
        let end = lines[index].t
        var begin = end
        for place in lines[..<index].indices.reversed() {
            guard end - lines[place].t <= callbackSpan else { break }
            if case .beat = lines[place].event { continue }
            guard case .did = lines[place].event,
                inHandlers.handlers[place] == nil
            else { break }
            begin = lines[place].t
        }
        return begin - 1e-6
    }
}

extension Recording.Event {
    func isCallback(_ name: String) -> Bool {
        if case .got(name, _) = self { true } else { false }
    }
}
