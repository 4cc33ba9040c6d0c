import KeepAliveFormats
import Testing

@testable import KeepAliveMeasurement
@testable import KeepAlivePolicy
@testable import KeepAlivePorts
@testable import KeepAliveReport

@Suite struct TraceTextTests {
    private struct Document: Decodable {
        struct Event: Decodable {
            var name: String
            var ph: String
            var ts: Double?
            var dur: Double?
            var pid: Int
            var tid: Int?
        }
        var traceEvents: [Event]
    }

    @Test("spans end where they end, what is still open ends with the run, counters are rates")
    func trace() throws {
        func event(_ t: Double, _ kind: TimelineEvent.Kind, _ fill: (inout TimelineEvent) -> Void = { _ in })
            -> TimelineEvent
        {
            var event = TimelineEvent(t: t, app: "a \"quoted\"", event: kind)
            fill(&event)
            return event
        }
        let events = [
            event(0, .state) { $0.state = .foregroundActive }, event(0, .grantGained) { $0.grant = .foreground },
            event(1, .state) { $0.state = .background }, event(1, .grantLost) { $0.grant = .foreground },
            event(1.2, .state) { $0.state = .suspended }, event(1.3, .frozen) { $0.latency = 0.001 },
            event(3, .thawed), event(4, .ended),
        ]
        var series = SampleSeries()
        series.add(.init(t: 0, usage: Usage(cpuSeconds: 0, voluntarySwitches: 0)))
        series.add(.init(t: 0.5, usage: Usage(cpuSeconds: 0.25, voluntarySwitches: 10)))
        let text = try TraceText(events: events, series: series).rendered()
        let document = try JSONValue(parsing: text.utf8).decoded(as: Document.self)
        func spans(_ name: String) -> [[Double]] {
            document.traceEvents.filter { $0.ph == "X" && $0.name == name }.map { [$0.ts ?? -1, $0.dur ?? -1] }
        }
        #expect(spans("foregroundActive") == [[0, 1e6]])
        #expect(spans("suspended") == [[1.2e6, 2.8e6]])
        #expect(spans("frozen") == [[1.3e6, 1.7e6]])
        #expect(spans("foreground") == [[0, 1e6]])
        #expect(document.traceEvents.filter { $0.ph == "i" }.map(\.name) == ["frozen", "thawed", "ended"])
        #expect(document.traceEvents.filter { $0.ph == "C" }.map(\.name) == ["CPU %", "waits/s"])
        // Every track that something is on has a name.
        let named = Set(document.traceEvents.filter { $0.name == "thread_name" }.compactMap(\.tid))
        #expect(document.traceEvents.compactMap(\.tid).allSatisfy(named.contains))
        #expect(text.contains("{\"value\":50}") && text.contains("{\"value\":20}"))
    }
}
