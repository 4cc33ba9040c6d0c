import KeepAliveMeasurement
import KeepAlivePolicy

/// A run as a trace for Perfetto and chrome://tracing, with tracks for states, grants, freezes, decisions and counters.
///
/// The format is Google's Trace Event Format in its JSON object form. Times are in microseconds since the launch.
package struct TraceText {
    private let events: [TimelineEvent]
    private let series: SampleSeries

    /// - Parameters:
    ///   - events: the timeline of one app.
    ///   - series: the readings of the app's counters; an empty series gives no counter tracks.
    package init(events: [TimelineEvent], series: SampleSeries) {
        self.events = events
        self.series = series
    }

    /// One event of the trace format.
    private struct Event: Encodable {
        enum Phase: String, Encodable {
            case complete = "X"
            case instant = "i"
            case counter = "C"
            case metadata = "M"
        }

        var name: String
        var cat: String?
        var ph: Phase
        var ts: Double?
        var dur: Double?
        /// The process number. It differs from every track's number, because Perfetto takes a thread whose number
        /// equals the process number as the main thread.
        var pid = 100
        var tid: Int?
        /// The scope of an instant event: `t` draws the event only in its own track.
        var s: String?
        var args: [String: Value]?
    }

    private enum Value: Encodable {
        case text(String)
        case number(Double)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            }
        }
    }

    private struct Document: Encodable {
        var displayTimeUnit = "ms"
        var traceEvents: [Event]
    }

    /// The tracks from top to bottom.
    private enum Track: Int, CaseIterable {
        case state = 1, frozen, foreground, audio, location, finishTask, wake, decisions

        var name: String {
            switch self {
            case .state: "state"
            case .frozen: "frozen"
            case .foreground: "kept running by: foreground"
            case .audio: "kept running by: audio"
            case .location: "kept running by: location"
            case .finishTask: "kept running by: finishTask"
            case .wake: "kept running by: wake"
            case .decisions: "decisions"
            }
        }

        static func of(_ lane: TimelineSpan.Lane) -> Track {
            switch lane {
            case .state: .state
            case .frozen: .frozen
            case .grant(.foreground): .foreground
            case .grant(.audio): .audio
            case .grant(.location): .location
            case .grant(.finishTask): .finishTask
            case .grant(.wake): .wake
            }
        }
    }

    /// Returns the trace as a JSON document.
    package func rendered() throws -> String {
        try JSONText.line(Document(traceEvents: names + spans + instants + counters))
    }

    /// Merges several trace documents into one. Each document becomes a process with a name of its own. All processes
    /// start at time 0, which is the launch of the app in each document.
    package static func merged(_ traces: [(name: String, document: JSONValue)]) -> String {
        let events = traces.enumerated().flatMap { number, trace in
            (trace.document["traceEvents"]?.array ?? []).map { event -> JSONValue in
                guard case .object(var members) = event else { return event }
                members["pid"] = .number("\(number + 101)")
                if members["name"]?.string == "process_name" { members["args"] = ["name": .string(trace.name)] }
                return .object(members)
            }
        }
        return JSONValue.object(["displayTimeUnit": "ms", "traceEvents": .array(events)]).text + "\n"
    }

    private var end: Double { max(events.last?.t ?? 0, series.readings.last?.t ?? 0) }

    private var names: [Event] {
        let app = Event(
            name: "process_name", ph: .metadata, args: ["name": .text(events.first?.app ?? "app")])
        return [app]
            + Track.allCases.flatMap { track in
                [
                    Event(
                        name: "thread_name", ph: .metadata, tid: track.rawValue,
                        args: ["name": .text(track.name)]),
                    Event(
                        name: "thread_sort_index", ph: .metadata, tid: track.rawValue,
                        args: ["sort_index": .number(Double(track.rawValue))]),
                ]
            }
    }

    /// The spans of the timeline as events with a duration.
    private var spans: [Event] {
        TimelineSpan.spans(of: events, end: end).map { span in
            let track = Track.of(span.lane)
            return Event(
                name: span.name, cat: track.name, ph: .complete, ts: span.start * 1e6,
                dur: (span.end - span.start) * 1e6, tid: track.rawValue,
                args: Self.details(of: span.event))
        }
    }

    /// All other events of the timeline as instant events.
    private var instants: [Event] {
        events.filter { ![.state, .grantGained, .grantLost, .environment].contains($0.event) }.map { event in
            Event(
                name: event.event.rawValue, cat: "decision", ph: .instant, ts: event.t * 1e6,
                tid: Track.decisions.rawValue, s: "t", args: Self.details(of: event))
        }
    }

    private static func details(of event: TimelineEvent) -> [String: Value] {
        var details: [String: Value] = [:]
        if let rule = event.rule { details["rule"] = .text("\(rule)") }
        if let reason = event.reason { details["reason"] = .text(reason) }
        if let message = event.message { details["message"] = .text(message) }
        if let latency = event.latency { details["latency_ms"] = .number(latency * 1000) }
        if let frames = event.evidence?.framesPlayed { details["frames played"] = .number(Double(frames)) }
        if let fixes = event.evidence?.fixes { details["fixes"] = .number(Double(fixes)) }
        if let detail = event.evidence?.detail { details["evidence"] = .text(detail) }
        return details
    }

    /// The usage counters as rates per second between successive readings.
    private var counters: [Event] {
        series.steps(least: 0.2).flatMap { step -> [Event] in
            let used = step.used
            let seconds = step.end - step.start
            let values: [(String, Double?)] = [
                ("CPU %", used.cpuSeconds.map { $0 * 100 }), ("waits/s", used[.voluntarySwitches]),
                ("idle wakeups/s", used[.idleWakeups]), ("packets/s", used[.networkPackets]),
            ]
            return values.compactMap { name, value in
                value.map {
                    Event(
                        name: name, ph: .counter, ts: step.start * 1e6,
                        args: ["value": .number($0 / seconds)])
                }
            }
        }
    }
}
