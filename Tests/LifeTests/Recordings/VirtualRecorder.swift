import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveScenarios

/// The recorder of Examples/Recorder for an app that lives on virtual time: the lines that it would write.
struct VirtualRecorder {
    private struct Entry {
        var t: Double
        var text: [String: JSONValue]
    }

    /// Something that the app did, beside the callbacks: at a time, or in a callback.
    struct Act {
        var t: Double
        var verb: String
        var argument: JSONValue?
    }

    var interval = 0.5
    var modes: [String]
    var ios: IOSVersion
    /// What the app does in its callbacks, by their names.
    var reactions: [String: [(verb: String, argument: JSONValue?)]] = [:]
    var acts: [Act]

    /// Returns the recording of a timeline.
    func recording(of timeline: [TimelineEvent], end: Double) -> String {
        var entries: [Entry] = []
        var runs: [(start: Double, end: Double)] = []
        var start: Double?
        var pid = 0
        func stop(_ t: Double) {
            if let begin = start { runs.append((begin, t)) }
            start = nil
        }
        func did(_ verb: String, _ argument: JSONValue?, _ t: Double, remaining: Double? = nil) {
            var text: [String: JSONValue] = ["event": "did", "verb": .string(verb), "pid": .number(Double(pid))]
            if let argument { text["argument"] = argument }
            if let remaining { text["remaining"] = .number(remaining) }
            entries.append(Entry(t: t, text: text))
        }
        for (index, event) in timeline.enumerated() {
            switch event.event {
            case .launched:
                pid += 1
                start = event.t
                let isBehind = timeline[index...].first { $0.state != nil }?.state == .background
                entries.append(
                    Entry(
                        t: event.t,
                        text: [
                            "event": "recording", "version": 1, "interval": .number(interval), "ios": .string("\(ios)"),
                            "modes": .array(modes.map { .string($0) }), "tasks": [], "scenes": true,
                            "state": .string(isBehind ? "background" : "inactive"), "lowPower": false, "refresh": true,
                            "pid": .number(Double(pid)),
                        ]))
            case .called, .taskExpired:
                guard let callback = event.event == .taskExpired ? "backgroundTaskExpired" : event.callback else {
                    continue
                }
                // A notification comes after what the delegate did; a handler is recorded before what it does.
                let isNotification = callback == "didEnterBackground"
                if isNotification {
                    for reaction in reactions[callback] ?? [] { did(reaction.verb, reaction.argument, event.t) }
                }
                var text: [String: JSONValue] = [
                    "event": "got", "callback": .string(callback), "pid": .number(Double(pid)),
                ]
                if callback == "audioInterruptionEnded" {
                    text["resume"] = .bool(event.message?.contains("shouldResume") ?? false)
                }
                entries.append(Entry(t: event.t, text: text))
                if !isNotification {
                    for reaction in reactions[callback] ?? [] { did(reaction.verb, reaction.argument, event.t) }
                }
            case .state:
                if event.state == .suspended { stop(event.t) }
                if event.from == .suspended, event.state?.isRunning == true { start = event.t }
            case .terminated, .exited: stop(event.t)
            default: break
            }
        }
        stop(end)
        for act in acts where runs.contains(where: { $0.start <= act.t && act.t < $0.end }) {
            did(act.verb, act.argument, act.t)
        }
        for run in runs {
            for number in 1..<max(2, Int(clamping: (run.end - run.start) / interval) + 1) {
                let t = run.start + Double(number) * interval
                if t < run.end { entries.append(Entry(t: t, text: ["event": "beat"])) }
            }
        }
        // What an app does in a callback, and what it is told, keep their order.
        return entries.enumerated().sorted { ($0.element.t, $0.offset) < ($1.element.t, $1.offset) }
            .map { entry in
                JSONValue.object(entry.element.text.merging(["t": .number(1000 + entry.element.t)]) { $1 }).text + "\n"
            }
            .joined()
    }
}
