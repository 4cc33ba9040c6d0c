import Testing

@testable import KeepAliveFleet
@testable import KeepAliveHost
@testable import KeepAlivePolicy

/// What is far out: events that never come, apps that never end, builds that decide otherwise.
@Suite struct FleetLimitsTests {
    @Test(
        "something that happens once in a million years never does",
        arguments: ["1e-5", "1e-9", "1e-300", "{exponential: {mean: 1e-6}}"], ["{from: 23, to: 7}", "{from: 7, to: 6}"])
    func rare(perDay: String, night: String) throws {
        let text = Fleet.population(
            "sessions: {per-day: \(perDay), length: 1m}", "night: \(night)", "memory-pressure-per-day: \(perDay)",
            "wakes: {visit: {per-day: \(perDay), work: 1s}, urlSession: {per-day: \(perDay), work: 1s}}")
        let result = try Fleet.play(text, apps: 200, days: 30)
        #expect(result.whole.apps == 200 && result.whole.sessions < 20)
    }

    @Test("a user of the default population who opens the app once in a thousand years, and never here")
    func rareUser() throws {
        let shard = FleetShard(index: 506_699, count: 1_000_000)
        #expect(try Fleet.play(apps: 1_000_000, days: 30, seed: 1, shard: shard).whole.apps == 1)
    }

    @Test("the longest wait of the longest night ends within the time line, and after every fleet")
    func longestNight() throws {
        let text = Fleet.population("sessions: {per-day: 1, length: 1m}", "night: {from: 7, to: 6}")
        let kind = try FleetClass(PopulationReader.population(in: text, file: "p").classes[0])
        var random = RandomStream(seed: 1)
        let user = FleetUser(of: kind, &random)
        let longest = 3650 * DayClock.day
        let end = FleetOrder(apps: 1, days: 3650, seed: 1).end
        for now in [0, end / 2, end] {
            #expect(user.instant(awake: longest, after: now) >= end)
            #expect(user.instant(awake: longest / 1_000_000, after: now) >= now)
        }
    }

    @Test("arrivals late in the longest fleet still come")
    func lateArrivals() throws {
        let text = Fleet.population("sessions: {per-day: 0.0005, length: 1m}", "night: {from: 0, to: 12}")
        // 1825 of a Poisson process: five standard deviations.
        #expect(abs(try Fleet.play(text, apps: 1000, days: 3650).whole.sessions - 1825) < 5 * 43)
    }

    @Test("an app with very many events stops soon after the question whether to is answered with yes")
    func cancellation() throws {
        let text = Fleet.population("sessions: {per-day: 100000, length: 100ms}")
        let population = try PopulationReader.population(in: text, file: "p")
        let player = try FleetPlayer(FleetOrder(apps: 1, days: 3650, seed: 1), population: population)
        var looks = 0
        let ended = player.play(0) {
            looks += 1
            return looks == 3
        }
        #expect(!ended && looks == 3)
        #expect(player.tallies[0].events < 20 * 3 * FleetApp.stepsBetweenLooks)
        let short = try FleetPlayer(FleetOrder(apps: 1, days: 0.1, seed: 1), population: population)
        #expect(short.play(0) { false })
    }

    @Test("the fingerprint of the rules is 16 digits, FNV-1a, and the same each time")
    func fingerprint() throws {
        func hash(_ text: String) -> String {
            var hash = FNV1a()
            for byte in text.utf8 { hash.add(byte) }
            return hash.text
        }
        // From the authors' test vectors.
        #expect(hash("") == "cbf29ce484222325" && hash("a") == "af63dc4c8601ec8c")
        #expect(hash("foobar") == "85944171f73967e8")
        #expect(RulesFingerprint.ofThisProgram.count == 16)
        #expect(try Fleet.play(apps: 1, days: 0.1).rules == RulesFingerprint.ofThisProgram)
        #expect(RulesFingerprint.make(rules: RuleBook.rules) == RulesFingerprint.ofThisProgram)
    }

    @Test("another constant, rule or decision is another fingerprint")
    func otherRules() throws {
        let own = RulesFingerprint.ofThisProgram
        var rules = RuleBook.rules
        rules[0].statement += "."
        #expect(RulesFingerprint.make(rules: rules) != own)
        #expect(RulesFingerprint.make(overrides: [ProfileOverride(name: "launchLimit", value: "21")]) != own)
        #expect(RulesFingerprint.make(sampleSeed: 2) != own)
    }
}
