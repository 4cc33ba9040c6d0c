import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveRecordings
import Testing

/// Recordings of apps, beside the rules.
@Suite struct RecordingTests {
    @Test("a recording of a life by these rules is the same as they are, for a thousand random lives")
    func randomLives() throws {
        var different: [UInt64] = []
        var rows = 0
        for seed in UInt64(1)...1000 {
            let comparison = try RecordingComparison(RandomLife(seed: seed).recorded())
            rows += comparison.rowCount
            if !comparison.differences.isEmpty {
                different.append(seed)
                if different.count <= 3 {
                    Issue.record(
                        "seed \(seed)\n\(RandomLife(seed: seed).scenario)\n\(RecordingComparisonText.text(comparison))")
                }
            }
        }
        #expect(different.isEmpty, "\(different.count) lives: \(different.prefix(20))")
        #expect(rows > 10_000, "\(rows) rows")
    }

    @Test("a constant that changes what a recording shows is found, with a rule, whichever it is")
    func constants() throws {
        let constants = PolicyProfile(version: IOSVersion(26)).constants.filter {
            $0.unit == "s" && Double($0.value) != nil
        }
        var met: [String] = []
        var missed: [String] = []
        var ruleless: [String] = []
        let lives = try (UInt64(1)...40).map { seed in
            let life = RandomLife(seed: seed)
            return (seed: seed, life: life, own: try life.recorded())
        }
        for constant in constants {
            let value = try #require(Double(constant.value))
            let override = ProfileOverride(name: constant.name, value: "\(value * 2 + 7)")
            for (seed, life, own) in lives {
                guard let other = try? life.recorded([override]) else { continue }
                guard Self.showsDifference(own, other) else { continue }
                met.append(constant.name)
                let comparison = try RecordingComparison(own, overrides: [override])
                if comparison.differences.isEmpty { missed.append("\(constant.name), seed \(seed)") }
                if comparison.differences.contains(where: { $0.rule == nil }) {
                    ruleless.append("\(constant.name), seed \(seed)")
                }
                break
            }
        }
        #expect(missed.isEmpty)
        #expect(ruleless.isEmpty)
        #expect(met.count >= 5, "\(met)")
    }

    /// True if two recordings of the same life show a difference of more than two seconds, or other callbacks.
    private static func showsDifference(_ one: Recording, _ other: Recording) -> Bool {
        func shown(_ recording: Recording) -> [(String, Double)] {
            recording.lives.flatMap { life in
                life.happenings.filter { !$0.isOptional && $0.kind != .budget && !$0.isEnd }.map { ($0.title, $0.t) }
            }
        }
        let (left, right) = (shown(one), shown(other))
        guard left.count == right.count else { return true }
        return zip(left, right).contains { $0.0 != $1.0 || abs($0.1 - $1.1) > 2 }
    }

    private static let header =
        #"{"event":"recording","version":1,"t":10,"ios":"17.2","interval":0.5,"modes":["audio"],"state":"inactive"}"#

    @Test("what is no recording is refused, with file and line")
    func refusals() {
        for (text, words) in [
            ("", "f.ndjson: the recording is empty"),
            ("hello\n\(Self.header)\n", "f.ndjson:1: this is no line of JSON"),
            (#"{"event":"beat","t":1}"# + "\n", "f.ndjson:1: a recording begins with an event 'recording'"),
            ("\(Self.header)\n{\"event\":\"beat\"}\n", "f.ndjson:2: a line of a recording has 'event' and 't'"),
            ("\(Self.header)\n{\"event\":\"dance\",\"t\":11}\n", "f.ndjson:2: 'dance' is no event of a recording"),
            (
                "\(Self.header)\n{\"event\":\"did\",\"t\":11,\"verb\":\"home}, {at\"}\n",
                "f.ndjson:2: 'home}, {at' is no verb"
            ),
            ("\(Self.header)\n{\"event\":\"beat\",\"t\":9}\n", "f.ndjson:2: 't' is before the beginning"),
            ("\(Self.header)\n{\"event\":\"beat\",\"t\":1e400}\n", "f.ndjson:2: a line of a recording has"),
            (Self.header.replacing("\"version\":1", with: "\"version\":2"), "f.ndjson:1: a recording of version 1"),
            (Self.header.replacing("17.2", with: "x"), "f.ndjson:1: 'ios' is no version"),
            (Self.header.replacing("0.5", with: "0"), "f.ndjson:1: 'interval' is no number"),
        ] {
            do {
                _ = try Recording(Array(text.utf8), file: "f.ndjson")
                Issue.record("\(text) was read")
            } catch {
                #expect("\(error)".hasPrefix(words), "\(error)")
            }
        }
    }

    @Test("a last line that a kill has torn is left out, and the rest is read")
    func torn() throws {
        let recording = try Recording(
            Array("\(Self.header)\n{\"event\":\"beat\",\"t\":11}\n{\"event\":\"be".utf8), file: "f.ndjson")
        #expect(recording.lives.first?.lines.count == 1)
        #expect(recording.lives.first?.duration == 1)
    }

    @Test("a verb that scenarios do not have is an error that names it")
    func unknownVerb() throws {
        let text = "\(Self.header)\n{\"event\":\"did\",\"verb\":\"dance\",\"t\":11}\n"
        let recording = try Recording(Array(text.utf8), file: "f.ndjson")
        #expect(throws: KeepAliveError.self) { try RecordingComparison(recording) }
    }

    @Test("a version without rules is an error, unless another is chosen")
    func versions() throws {
        let recording = try Recording(Array(Self.header.replacing("17.2", with: "99.1").utf8), file: "f.ndjson")
        #expect(throws: KeepAliveError.self) { try RecordingComparison(recording) }
        #expect(try RecordingComparison(recording, ios: IOSVersion(18)).differences.isEmpty)
    }
}
