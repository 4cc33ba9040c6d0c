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
        var unexplained: [String] = []
        var launch: String?
        var reactions: [String: [String]] = [:]
        let lines = life.lines
        let inHandlers = RecordedHandlers(lines)
        let covers = RecordedCovers(lines, ios: ios)
        // What the app did before its launch was over, it did in didFinishLaunching.
        let launched = lines.firstIndex { $0.event.isCallback("didFinishLaunching") } ?? 0
        for (index, line) in lines.enumerated() {
            switch line.event {
            case .beat: break
            case .did(let verb, let argument, _):
                let step = argument.map { "{\(verb): \($0.text)}" } ?? verb
                if index < launched {
                    reactions["didFinishLaunching", default: []].append(step)
                } else if let handler = inHandlers.handlers[index] {
                    if reactions[handler]?.contains(step) != true { reactions[handler, default: []].append(step) }
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
            case .got("willResignActive", _), .got("didBecomeActive", _):
                if let step = covers.steps[index] { steps.append((line.t, step)) }
            case .got(let callback, let fields):
                guard let cause = Self.cause(of: callback, fields, at: index, in: lines) else {
                    if !Self.effects.contains(callback), !unexplained.contains(callback) {
                        unexplained.append(callback)
                    }
                    continue
                }
                // The wake that launches the process is recorded by the process, and so after its beginning.
                if isBehind, launch == nil, Self.wakes.contains(callback), line.t < 10 {
                    launch = cause
                    continue
                }
                if !cause.isEmpty { steps.append((Self.begin(of: index, in: lines, inHandlers), cause)) }
            }
        }
        self.unexplained = unexplained
        lead = isBehind ? 1 : 0
        if isBehind { steps.insert((0, launch ?? "{wake: significantChange}"), at: 0) }
        let delay = lead
        text = Self.document(life, reactions, steps.map { ($0.t + delay, $0.text) }, ios, number)
    }

    private static func document(
        _ life: Recording.Life, _ reactions: [String: [String]], _ steps: [(t: Double, text: String)],
        _ ios: IOSVersion, _ number: Int
    ) -> String {
        let header = life.header
        let isBehind = life.isLaunchedInBackground
        var app = ["modes: [\(header.modes.map(quoted).joined(separator: ", "))]", "completes-wakes: never"]
        if !header.permittedTasks.isEmpty {
            app.append("permitted-tasks: [\(header.permittedTasks.map(quoted).joined(separator: ", "))]")
        }
        if !header.hasScenes {
            app.append("scenes: false")
            if ios >= IOSVersion(27) { app.append("linked-sdk: \"26.0\"") }
        }
        if !reactions.isEmpty {
            let all = reactions.sorted { $0.key < $1.key }.map { "\($0.key): [\($0.value.joined(separator: ", "))]" }
            app.append("on: {\(all.joined(separator: ", "))}")
        }
        var lines = [
            "scenario: recorded, process \(number)", "ios: \"\(ios)\"", "app: {\(app.joined(separator: ", "))}",
            "device: {low-power-mode: \(header.isLowPower), background-refresh: \(header.allowsRefresh)}",
        ]
        if isBehind { lines.append("launched: false") }
        if !steps.isEmpty {
            lines.append("timeline:")
            let sorted = steps.enumerated().sorted { ($0.element.t, $0.offset) < ($1.element.t, $1.offset) }
            for (place, step) in sorted.map(\.element).enumerated() {
                lines.append("  - {at: \(microseconds(step.t)), name: step-\(place + 1), do: \(step.text)}")
            }
        }
        lines += [
            "end: \(microseconds(life.duration + (isBehind ? 1 : 0) + 2 * header.interval + 2))", "expect:",
            "  - {event: launched}",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func quoted(_ text: String) -> String { JSONValue.string(text).text }

    private static func microseconds(_ seconds: Double) -> String {
        "\(Int(clamping: (max(0, seconds) * 1e6).rounded()))us"
    }

    /// The callbacks that wake a suspended app, or launch it.
    static let wakes: Set<String> = ["didReceiveRemoteNotification", "performFetch", "launchHandler"]

    /// The callbacks that the rules bring about by themselves; they are compared, and are no steps.
    private static let effects: Set<String> = [
        "didFinishLaunching", "backgroundTaskExpired", "wakeExpiring",
        "didUpdateLocations", "didFailLocation", "error",
    ]

    /// Returns the step that brings a callback about: empty for one that comes with another; `nil` if it is not known.
    private static func cause(
        of callback: String, _ fields: JSONValue, at index: Int, in lines: [Recording.Line]
    ) -> String? {
        switch callback {
        case "didEnterBackground": return "home"
        case "willEnterForeground": return index < 3 ? "" : "return"
        case "willTerminate": return "{terminate: as recorded}"
        case "didReceiveMemoryWarning": return "memory-warning"
        case "protectedDataWillBecomeUnavailable": return "{locked: on}"
        case "protectedDataDidBecomeAvailable": return "{locked: off}"
        case "audioInterruptionBegan": return "{interruption-begins: otherApp}"
        case "audioInterruptionEnded":
            return "{interruption-ends: \(fields["resume"]?.bool ?? false ? "resume" : "stay")}"
        case "didReceiveRemoteNotification": return "{push: silent}"
        case "performFetch": return "fetch"
        case "launchHandler": return fields["id"]?.string.map { "{simulate-launch: \(quoted($0))}" }
        case "mediaServicesLost": return "{media-services: lost}"
        case "mediaServicesReset": return "{media-services: reset}"
        default: return nil
        }
    }

    /// Returns the time at which a callback began: a recorder that hears of it by a notification writes it after what
    /// the app's own delegate did in it.
    private static func begin(of index: Int, in lines: [Recording.Line], _ inHandlers: RecordedHandlers) -> Double {
        let end = lines[index].t
        var begin = end
        for place in lines[..<index].indices.reversed() {
            if case .beat = lines[place].event { continue }
            guard end - lines[place].t <= callbackSpan, case .did = lines[place].event,
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

    var isCall: Bool { if case .got = self { true } else { false } }
}
