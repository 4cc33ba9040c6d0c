import FoundationEssentials
import Testing

@testable import KeepAliveFleet
@testable import KeepAlivePolicy
@testable import KeepAliveReport
@testable import KeepAliveStrategies
@testable import KeepAliveTesting

@Suite struct FleetTests {
    @Test("the same order gives the same bytes, however many cores play it", arguments: [1, 2, 5])
    func deterministic(cores: Int) throws {
        let first = try Fleet.play(cores: 1)
        let second = try Fleet.play(cores: cores)
        #expect(try JSONText.pretty(first) == JSONText.pretty(second))
        #expect(FleetText.text(first) == FleetText.text(second))
        #expect(first.whole.apps == 20 && first.whole.events > 1000)
        #expect(try Fleet.play(seed: 8) != first)
    }

    @Test("what the user does stays the same when the strategy changes")
    func sameUser() throws {
        let sessions = try ["none", "background-task", "leaked-task"].map {
            try Fleet.play(Fleet.population(Fleet.often, "strategies: [\($0)]"), apps: 5, days: 5).whole.sessions
        }
        #expect(Set(sessions).count == 1)
    }

    @Test("each moment of each app is in exactly one state")
    func allTime() throws {
        let result = try Fleet.play(apps: 40, days: 2.5)
        let times = result.whole.microseconds
        let sum = times.foreground + times.background + times.suspended + times.withoutProcess
        #expect(sum == 40 * UInt128(2.5 * 86_400e6))
    }

    @Test("sessions come at the rate that the population says, in waking hours only")
    func rate() throws {
        let text = Fleet.population("sessions: {per-day: 12, length: 1s}", "night: {from: 0, to: 12}")
        let result = try Fleet.play(text, apps: 100, days: 10)
        // 12,000 of a Poisson process: five standard deviations.
        #expect(abs(result.whole.sessions - 12_000) < 5 * 110)
        let kind = try FleetClass(result.population.classes[0])
        var random = RandomStream(seed: 1)
        let user = FleetUser(of: kind, &random)
        var now: Int64 = 0
        for _ in 0..<1000 {
            now = user.instant(awake: Int64(random.exponential() * 3.6e12), after: now)
            #expect(now % DayClock.day < 12 * 3_600_000_000_000)
        }
    }

    @Test("silent audio lives in the background whenever the user is elsewhere")
    func silentAudio() throws {
        let text = Fleet.population(
            "sessions: {per-day: 4, length: 10m}", "modes: [audio]", "strategies: [silent-audio]", "ios: 26")
        let tally = try Fleet.play(text, apps: 10, days: 10).whole
        let total = 10 * UInt128(10 * 86_400e6)
        #expect(tally.microseconds.suspended == 0)
        #expect(
            tally.microseconds.background
                == total - tally.microseconds.foreground - tally.microseconds.withoutProcess)
        // Only the last session of an app can be cut off.
        let sessions = UInt128(tally.sessions) * 600_000_000
        #expect(tally.microseconds.foreground <= sessions)
        #expect(tally.microseconds.foreground + 10 * 600_000_000 >= sessions)
        #expect(tally.backgroundTime.mean > 0.9 * 10 * 86_400e6)
        #expect(tally.stays.returned + tally.stays.running == tally.stays.all)
    }

    @Test("a background task lives as long as the version of iOS allows", arguments: [("12.4", 176.2), ("26", 26.2)])
    func backgroundTask(version: String, seconds: Double) throws {
        let text = Fleet.population(
            "sessions: {per-day: 3, length: 1m}", "strategies: [background-task]", "ios: \(version)")
        let alive = try Fleet.play(text, apps: 10, days: 5).whole.aliveAfterLeaving
        #expect(alive.max == UInt64(seconds * 1e6))
        #expect(alive.quantile(0.5) == alive.max)
    }

    @Test(
        "a strategy lives as long in a fleet as beside the engine",
        arguments: StrategyRegistry.builtIn.map { $0.descriptor.name }, ["6.1", "12.4", "13.0", "18.0", "26.0"])
    func sameAsEngine(strategy: String, version: String) throws {
        let simulation = try StrategySimulation(
            of: StrategyRegistry.strategy(named: strategy), ios: version, for: .seconds(1200))
        let tally = try Fleet.play(
            Fleet.population("sessions: {per-day: 2, length: 1m}", "strategies: [\(strategy)]", "ios: \(version)"),
            apps: 4, days: 5
        ).whole
        guard let alive = simulation.aliveInBackgroundSeconds else {
            // It does not come to a stay in the background.
            #expect(tally.stays.all == 0 && simulation.termination?.signal == 6)
            return
        }
        #expect(abs(Double(tally.aliveAfterLeaving.max) / 1e6 - alive) < 0.001)
        let ends = (tally.stays.suspended > 0, tally.stays.ended > 0)
        #expect(ends == (simulation.lastState == .suspended, simulation.lastState == .terminated))
        if let code = simulation.termination?.code { #expect(tally.ends.map(\.end.code) == [code]) }
    }

    @Test("work of a drawn length keeps an app alive for it and 0.2 s more")
    func backgroundWork() throws {
        let text = Fleet.population(
            "sessions: {per-day: 3, length: 1m}", "background-work: {length: 7s}", "ios: 26")
        let alive = try Fleet.play(text, apps: 10, days: 5).whole.aliveAfterLeaving
        #expect(alive.count > 50)
        #expect(alive.max == 7_200_000)
    }

    @Test("what an app takes does not grow with the fleet or with its life")
    func memory() throws {
        let short = try Fleet.run(PopulationReader.defaultText, apps: 5, days: 2).costs
        let long = try Fleet.run(PopulationReader.defaultText, apps: 60, days: 30).costs
        #expect(short.bytesPerApp < 8192)
        #expect(long.bytesPerApp < 8192)
        // Fifteen classes with six spreads each, and no spread is larger than 50 kB.
        #expect(long.bytesOfSums < 15 * 6 * 50_000)
        #expect(MemoryLayout<FleetEntry>.stride <= 40)
        #expect(MemoryLayout<RandomStream>.stride <= 48)
        #expect(MemoryLayout<PolicyMachine>.stride <= 4224)
    }
}

/// A class that can end in one way only ends in that way, and does.
@Suite struct FleetEndTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var lines: [String]
        var category: ExitCategory
        var code: String?
        var rule: RuleID
    }

    static let silent = "wakes: {remoteNotification: {per-day: 10, work: 1s, never-completes: 1}}"

    @Test(arguments: [
        Case(
            testDescription: "a leaked task on iOS 12", lines: ["ios: 12.4", "strategies: [leaked-task]"],
            category: .backgroundTaskTimeout, code: "0x8badf00d", rule: "BT-20"),
        Case(
            testDescription: "a leaked task on iOS 26", lines: ["ios: 26", "background-work: {length: 1s, leak: 1}"],
            category: .backgroundTaskTimeout, code: "0x2182BAD2", rule: "BT-21"),
        Case(
            testDescription: "a locked file", lines: ["background-work: {length: 1s, lock: 1}"],
            category: .suspendedWithLockedFile, code: "0xdead10cc", rule: "RB-15"),
        Case(
            testDescription: "memory", lines: ["memory-pressure-per-day: 2"], category: .memoryPressure, code: nil,
            rule: "LC-22"),
        Case(
            testDescription: "location without the mode", lines: ["strategies: [location]"], category: .abnormal,
            code: nil, rule: "CL-01"),
        Case(
            testDescription: "a call that is not reported",
            lines: ["modes: [voip]", "wakes: {voipPush: {per-day: 5, work: 0s, never-completes: 1}}"],
            category: .abnormal, code: nil, rule: "WK-10"),
        Case(
            testDescription: "a push that is never completed", lines: ["modes: [remote-notification]", silent],
            category: .backgroundTaskTimeout, code: "0x2182bad4", rule: "RB-20"),
        Case(
            testDescription: "didEnterBackground takes too long", lines: ["enter-background-time: 11s"],
            category: .watchdog, code: "0x8badf00d", rule: "LC-09"),
        Case(
            testDescription: "the launch takes too long", lines: ["launch-time: 21s"], category: .watchdog,
            code: "0x8badf00d", rule: "LC-14"),
    ])
    func onlyEnd(_ example: Case) throws {
        let session = "sessions: {per-day: 20, length: {uniform: {from: 30s, to: 2m}}}"
        let tally = try Fleet.play(
            "classes:\n  - name: only\n" + ([session] + example.lines).map { "    \($0)\n" }.joined(), apps: 5, days: 3
        ).whole
        let end = try #require(tally.ends.first)
        #expect(tally.ends.count == 1)
        #expect(end.end == ProcessEnd(category: example.category, code: example.code, rule: example.rule))
        #expect(end.count > 5)
        #expect(tally.kills.sum == UInt128(end.count))
    }

    @Test("a user who closes the app in the app switcher is no kill")
    func forceQuit() throws {
        let tally = try Fleet.play(
            Fleet.population("sessions: {per-day: 5, length: 1m, force-quit: 1}"), apps: 5, days: 3
        ).whole
        #expect(tally.ends.map(\.end) == [ProcessEnd(category: .system, code: "0xdeadfa11", rule: "LC-19")])
        #expect(tally.kills.sum == 0)
        #expect(tally.launchesByUser >= tally.ends[0].count)
    }

    @Test("an app that does nothing is only suspended")
    func nothing() throws {
        let tally = try Fleet.play(Fleet.population(Fleet.often), apps: 5, days: 3).whole
        #expect(tally.ends.isEmpty)
        #expect(tally.launchesByUser == 5 && tally.launchesForWakes == 0)
        #expect(tally.suspensions == tally.stays.suspended)
        #expect(tally.aliveAfterLeaving.quantile(0.5) == 200_000)
    }

    @Test(
        "each kind of wake of a population reaches an app that is made for it",
        arguments: WakeKind.allCases.filter { WakeKind.drawable.contains($0) })
    func wakes(kind: WakeKind) throws {
        let modes = BackgroundMode.allCases.map(\.rawValue).joined(separator: ", ")
        let old: Set<WakeKind> = [.backgroundFetch, .voipSocket, .location, .newsstand]
        let tally = try Fleet.play(
            Fleet.population(
                Fleet.often, "ios: \(old.contains(kind) ? "8.0" : "26")", "modes: [\(modes)]",
                "wakes: {\(kind.rawValue): {per-day: 10, work: 1s}}"), apps: 5, days: 5
        ).whole
        let counts = try #require(tally.wakes[kind.rawValue])
        #expect(counts.delivered > 10)
        #expect(tally.ends.isEmpty)
    }
}
