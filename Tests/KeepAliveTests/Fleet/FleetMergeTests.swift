import FoundationEssentials
import Testing

@testable import KeepAliveFleet
@testable import KeepAliveHost
@testable import KeepAlivePolicy
@testable import KeepAliveReport

@Suite struct FleetMergeTests {
    /// Through the file, as shards of other machines come.
    static func shards(_ count: Int, apps: Int = 25, seed: UInt64 = 7, days: Double = 1) throws -> [FleetResult] {
        try (1...count).map { index in
            let result = try Fleet.play(
                apps: apps, days: days, seed: seed, shard: FleetShard(index: index, count: count))
            return try JSONDecoder().decode(FleetResult.self, from: Data(JSONText.pretty(result).utf8))
        }
    }

    static func merge(_ shards: [FleetResult]) throws -> FleetResult {
        try FleetMerge.merge(shards.enumerated().map { ("\($0 + 1).json", $1) })
    }

    @Test("shards joined are the single run, byte for byte, in any order", arguments: [1, 2, 3, 7, 30])
    func exact(count: Int) throws {
        let whole = try Fleet.play(apps: 25, days: 1)
        let merged = try Self.merge(Self.shards(count).reversed())
        #expect(try JSONText.pretty(merged) == JSONText.pretty(whole))
        #expect(FleetText.text(merged) == FleetText.text(whole))
    }

    @Test("a seed of 64 bits survives the file")
    func largeSeed() throws {
        let merged = try Self.merge(Self.shards(2, apps: 2, seed: .max, days: 0.1))
        #expect(merged.order.seed == .max)
        #expect(try JSONText.pretty(merged) == JSONText.pretty(Fleet.play(apps: 2, days: 0.1, seed: .max)))
    }

    static func refusal(_ shards: [FleetResult]) -> String? {
        do {
            _ = try merge(shards)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func refusals() throws {
        let good = try Self.shards(3, apps: 6, days: 0.1)
        #expect(Self.refusal(good) == nil)
        #expect(Self.refusal([]) == "there is nothing to merge")
        #expect(Self.refusal([good[0], good[2]]) == "shard 2/3 is missing")
        #expect(Self.refusal([good[1]]) == "shards 1/3, 3/3 are missing")
        #expect(Self.refusal(good + [good[1]]) == "shard 2/3 is there twice: 2.json and 4.json")
        let another = "2.json is of another fleet than 1.json: "
        func refusal(_ change: (inout FleetResult) -> Void) -> String? {
            var shards = good
            change(&shards[1])
            return Self.refusal(shards)
        }
        #expect(refusal { $0.order.seed = 8 } == another + "seed 8 instead of 7")
        #expect(refusal { $0.order.apps = 7 } == another + "apps: 7 instead of 6")
        #expect(refusal { $0.order.days = 1 } == another + "days: 1.0 instead of 0.1")
        #expect(refusal { $0.order.ios = IOSVersion(12) } == another + "iOS 12.0 instead of as in the population")
        #expect(
            refusal { $0.order.overrides = [ProfileOverride(name: "cpuLimit", value: "7")] }
                == another + "--set cpuLimit=7 instead of nothing")
        #expect(refusal { $0.order.reading = .articles } == another + "--reading articles instead of apple")
        #expect(refusal { $0.program = "9.9" } == another + "version 9.9 instead of test")
        #expect(
            refusal { $0.rules = "0" } == another
                + "another build of the program, with other rules: 0 instead of \(RulesFingerprint.ofThisProgram)")
        #expect(refusal { $0.order.shard?.count = 4 } == another + "shards: 4 instead of 3")
        #expect(
            refusal { $0.population.classes[0].refreshOff = 1 } == another + "another population: class 'plain' differs"
        )
        #expect(
            refusal { $0.population.classes[0].name = "x" } == another + "another population, with other classes")
        #expect(refusal { $0.order.shard = nil } == "2.json is no shard: it holds the whole fleet")
        #expect(refusal { $0.tallies[0].apps += 1 } == "2.json holds 3 apps, where shard 2/3 has 2")
    }

    @Test("numbers that no fleet has are refused, not added")
    func unsound() throws {
        let good = try Fleet.play(apps: 2, days: 0.1, shard: FleetShard(index: 1, count: 2))
        let text = try JSONText.pretty(good)
        /// Reads the text with another number behind the last of these keys.
        func read(_ key: String, _ number: String) throws -> FleetResult {
            let start = try #require(text.ranges(of: "\"\(key)\" : ").last).upperBound
            let end = try #require(text[start...].firstIndex { !"0123456789.".contains($0) })
            return try JSONDecoder().decode(
                FleetResult.self, from: Data("\(text[..<start])\(number)\(text[end...])".utf8))
        }
        #expect(try read("seed", "7") == good)
        for (key, number) in [
            ("events", "9223372036854775807"), ("events", "-1"),
            ("suspended", "300000000000000000000000000000000000000"),
            ("apps", "100"), ("index", "3"), ("index", "0"), ("count", "0"), ("days", "0"), ("days", "1e9"),
        ] {
            #expect(throws: DecodingError.self, "\(key) \(number)") { try read(key, number) }
        }
    }

    @Test("every app is in exactly one shard", arguments: [(1, 1), (10, 3), (2, 5), (1000, 7)])
    func partition(apps: Int, count: Int) {
        var seen: [Int] = []
        for index in 1...count {
            let order = FleetOrder(apps: apps, days: 1, seed: 1, shard: FleetShard(index: index, count: count))
            for number in 0..<order.appsHere {
                seen.append(order.app(number))
                #expect(order.app(number) % count == index - 1)
            }
        }
        #expect(seen.sorted() == Array(0..<apps))
    }

    @Test(arguments: ["", "1", "0/2", "3/2", "1/0", "+1/2", "01/2", "1/2/3", "a/b", "-1/2"])
    func badShard(text: String) {
        #expect(FleetShard(parsing: text) == nil)
    }
}
