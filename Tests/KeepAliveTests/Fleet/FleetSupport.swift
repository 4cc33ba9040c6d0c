import FoundationEssentials
import Testing

@testable import KeepAliveFleet
@testable import KeepAliveHost
@testable import KeepAlivePolicy

/// Plays fleets for tests.
enum Fleet {
    static func play(
        _ population: String = PopulationReader.defaultText, apps: Int = 20, days: Double = 3, seed: UInt64 = 7,
        shard: FleetShard? = nil, cores: Int = 1
    ) throws -> FleetResult {
        try run(population, apps: apps, days: days, seed: seed, shard: shard, cores: cores).result
    }

    static func run(
        _ population: String, apps: Int, days: Double, seed: UInt64 = 7, shard: FleetShard? = nil, cores: Int = 1
    ) throws -> (result: FleetResult, costs: FleetRun.Costs) {
        let order = FleetOrder(apps: apps, days: days, seed: seed, shard: shard)
        let run = FleetRun(order: order, population: (population, "population"), program: "test", cores: cores)
        return try #require(try run.run())
    }

    /// A population of one class with these lines.
    static func population(_ lines: String...) -> String {
        "classes:\n  - name: only\n" + lines.map { "    \($0)\n" }.joined()
    }

    static let often = "sessions: {per-day: 20, length: {exponential: {mean: 1m}}}"
}
