import FoundationEssentials
import Testing

@testable import KeepAlivePolicy
@testable import KeepAliveReport

@Suite struct RenderingTests {
    @Test func numbers() {
        #expect(Figures.fixed(1.2345, 2) == "1.23")
        #expect(Figures.fixed(0.05, 1) == "0.1")
        #expect(Figures.fixed(-0.04, 1) == "0.0")
        #expect(Figures.fixed(-12.5, 1) == "-12.5")
        #expect(Figures.fixed(7, 0) == "7")
        #expect(Figures.fixed(.infinity, 1) == "-")
        #expect(Figures.grouped(1_048_576) == "1,048,576")
        #expect(Figures.grouped(-999) == "-999")
        #expect(Figures.grouped(0) == "0")
        #expect(Figures.milliseconds(0.000_033) == "0.03 ms")
    }

    @Test func table() {
        var table = TextTable(["name", "count"], numeric: [1])
        table.add(["a", "5"])
        table.add(["longer", "1,000"])
        #expect(table.rendered() == "name    count\n──────  ─────\na           5\nlonger  1,000\n")
    }

    @Test("a cell is one line, and drives no terminal")
    func hostileCell() {
        var table = TextTable(["name"])
        table.add(["a\nb\u{1B}[2J"])
        #expect(table.rendered() == "name\n────────────────\n" + #"a\u{a}b\u{1b}[2J"# + "\n")
    }

    @Test("a line has time, name, reason, evidence and rule; colours only when asked for")
    func lines() throws {
        var event = TimelineEvent(t: 1.2, app: "org.example.app", event: .state)
        event.state = .suspended
        event.rule = "AS-36"
        event.reason = "audio does not flow"
        event.evidence = Evidence(framesPlayed: 4800)
        let plain = try #require(TimelineText(colours: false).line(for: event))
        #expect(
            plain
                == "[keepalive     1.200s] suspended          audio does not flow (4,800 frames played) [AS-36]")
        let coloured = try #require(TimelineText(colours: true).line(for: event))
        #expect(coloured.contains("\u{1B}[1;36msuspended"))
    }

    @Test("every kind of event renders or is left out on purpose", arguments: TimelineEvent.Kind.allCases)
    func everyKind(kind: TimelineEvent.Kind) {
        let line = TimelineText(colours: false).line(for: TimelineEvent(t: 0, app: "a", event: kind))
        #expect(line?.contains("\n") != true)
        let silent: Set<TimelineEvent.Kind> = [
            .taskBegan, .taskEnded, .audioStarted, .audioStopped, .fix, .noFix, .called, .snapshot, .locationIndicator,
            .othersDucked, .othersInterrupted, .notificationWithdrawn,
        ]
        #expect((line == nil) == silent.contains(kind))
    }

    @Test("an event in JSON has t, app, event, and only what applies")
    func json() throws {
        var event = TimelineEvent(t: 0.5, app: "org.example.app", event: .state)
        event.state = .background
        event.rule = "LC-05"
        let line = try JSONText.line(event)
        #expect(
            line == #"{"app":"org.example.app","event":"state","rule":"LC-05","state":"background","t":0.5}"# + "\n")
        let back = try JSONDecoder().decode(TimelineEvent.self, from: Data(line.utf8))
        #expect(back == event)
    }
}
