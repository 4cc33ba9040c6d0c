import FoundationEssentials
import Testing

@testable import KeepAliveFleet
@testable import KeepAliveHost
@testable import KeepAlivePolicy
@testable import KeepAliveReport

/// Files that were damaged, or made by somebody.
@Suite struct FleetFileTests {
    static let population = """
        classes:
          - name: one
            modes: [remote-notification]
            sessions: {per-day: 8, length: 1m, force-quit: 0.2}
            background-work: {length: 5s, leak: 0.3}
            wakes: {remoteNotification: {per-day: 5, work: 1s}, visit: {per-day: 2, work: 1s}}
          - name: two
            strategies: [leaked-task]
            sessions: {per-day: 2, length: {exponential: {mean: 1m}}}
        """

    /// Two shards of a small fleet, as their files are.
    static func shards() throws -> [String] {
        try (1...2).map {
            try JSONText.pretty(
                Fleet.play(population, apps: 4, days: 1, shard: FleetShard(index: $0, count: 2)))
        }
    }

    static func read(_ text: String) throws -> FleetResult {
        try JSONDecoder().decode(FleetResult.self, from: Data(text.utf8))
    }

    /// What is put into a number's place.
    static let hostile = [
        "0", "-1", "4611686018427387904", "9223372036854775807", "18446744073709551616", "1e300", "\"x\"", "null",
    ]

    /// Merges and renders; throws what the command would tell.
    static func merge(_ shards: [FleetResult]) throws -> String {
        let merged = try FleetMerge.merge(shards.enumerated().map { ("\($0).json", $1) })
        return try FleetText.text(merged) + JSONText.pretty(merged)
    }

    /// Where numbers are, those in texts too.
    static func numbers(in text: String) -> [Range<String.Index>] {
        var result: [Range<String.Index>] = []
        var index = text.startIndex
        while let start = text[index...].firstIndex(where: { "0123456789".contains($0) }) {
            let end = text[start...].firstIndex { !"0123456789.".contains($0) } ?? text.endIndex
            result.append(start..<end)
            index = end
        }
        return result
    }

    @Test("whatever number of a shard is another one, merging refuses it or has a result")
    func fuzz() throws {
        let shards = try Self.shards()
        _ = try Self.merge(shards.map(Self.read))
        // The figures are not read; without them it goes faster.
        let figures = try #require(shards[0].firstRange(of: "\"figures\" : ")).lowerBound
        let after = try #require(shards[0].firstRange(of: "\"population\" : ")).lowerBound
        let text = shards[0].replacingCharacters(in: figures..<after, with: "")
        let sums = try #require(text.firstRange(of: "\"sums\" : ")).lowerBound
        let other = try Self.read(shards[1])
        var accepted: [Substring] = []
        var refused = 0
        for place in Self.numbers(in: text) {
            for number in Self.hostile where number != text[place] {
                do {
                    let changed = try Self.read(text.replacingCharacters(in: place, with: number))
                    _ = try Self.merge([changed, other])
                    let line = text[..<place.lowerBound].split(separator: "\n").last ?? ""
                    if place.lowerBound > sums { accepted.append(line) }
                } catch is DecodingError {
                    refused += 1
                } catch let error as KeepAliveError {
                    #expect(error.code == .usage)
                    refused += 1
                }
            }
        }
        #expect(refused > 1000)
        // What nothing else in the file is the sum of.
        let free = ["events", "sessions", "resumptions", "dropped", "count", "code", "rule"]
        for line in accepted { #expect(free.contains { line.contains("\"\($0)\" : ") }, "\(line)") }
    }

    @Test(
        "sums that do not fit each other are refused",
        arguments: [
            ("kills", "sum", "18446744073709551616"), ("launches", "sum", "1180591620717411303424"),
            ("launches", "counts", "\"\""), ("launches", "sum", "1004"),
            ("aliveAfterLeaving", "sum", "9223372036854775807"), ("aliveAfterLeaving", "counts", "\"200000:1\""),
            ("microseconds", "foreground", "9223372036854775807"), ("backgroundTime", "max", "1"),
            ("stays", "running", "9223372036854775807"), ("wakes", "launched", "7"),
            ("suspensionsOfApps", "sum", "0"), ("kills", "counts", "\"0:3 1:1\""),
            ("launches", "counts", "\"3:1 2:2\""), ("launches", "counts", "\"0:9223372036854775808\""),
        ])
    func unsound(group: String, key: String, value: String) throws {
        let text = try Self.shards()[0]
        let sums = try #require(text.firstRange(of: "\"sums\" : ")).upperBound
        let start = try #require(text[sums...].firstRange(of: "\"\(group)\" : {")).upperBound
        let place = try #require(text[start...].firstRange(of: "\"\(key)\" : ")).upperBound
        let end = try #require(text[place...].firstIndex { $0 == "," || $0 == "\n" })
        #expect(throws: DecodingError.self) {
            try Self.read(text.replacingCharacters(in: place..<end, with: value))
        }
    }

    @Test("what a file says cannot drive a terminal")
    func controls() throws {
        let text = try Self.shards()[0]
        for name in ["remoteNotification", "0x2182BAD2", "BT-21"] {
            let changed = text.replacing("\"\(name)\"", with: "\"\\u001b[2J\"")
            #expect(changed != text)
            #expect(throws: DecodingError.self, "\(name)") { try Self.read(changed) }
        }
    }

    @Test("the sums of every kind of fleet are sound, also where decisions are not at whole microseconds")
    func sound() throws {
        let overrides = [
            try ProfileOverride(parsing: "suspensionDelay=0.1234567891"),
            try ProfileOverride(parsing: "audioReleaseDelay=0.0000001"),
        ]
        for (days, changes) in [(0.01, []), (12.34567, []), (3, overrides)] {
            let run = FleetRun(
                order: FleetOrder(apps: 60, days: days, seed: 5, overrides: changes),
                population: (PopulationReader.defaultText, "default"), program: "test", cores: 1)
            let result = try #require(try run.run()).result
            #expect(try Self.read(JSONText.pretty(result)) == result)
        }
    }
}

extension String {
    /// The text with another one at a place.
    fileprivate func replacingCharacters(in place: Range<Index>, with text: String) -> String {
        "\(self[..<place.lowerBound])\(text)\(self[place.upperBound...])"
    }
}
