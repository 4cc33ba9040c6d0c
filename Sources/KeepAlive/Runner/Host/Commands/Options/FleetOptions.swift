import ArgumentParser
import KeepAliveFleet
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport

/// The options of `simulate` for a fleet of apps.
struct FleetOptions: ParsableArguments {
    // `.unconditional` makes the parser report "-1" as a wrong number of apps and not as an unknown option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Simulate a fleet of this many apps, 1 to 100000000, instead of scenarios.", valueName: "N"),
        transform: Values.whole(1...100_000_000, "apps"))
    var apps: Int?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The number of days, 0.01 to 3650. Default: 30.", valueName: "D"),
        transform: Values.days)
    var days: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The seed of random numbers, 0 to 2^64-1. Default: 1.", valueName: "S"),
        transform: Values.seed)
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "The population of apps, as YAML; 'list population' prints the default, docs/fleet.md explains it.",
            valueName: "FILE"), completion: .file())
    var population: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Simulate a part: every app whose index leaves remainder i-1 when divided by n.", valueName: "i/n"),
        transform: Values.shard)
    var shard: FleetShard?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Join the summaries of all shards, one file or several, to that of the whole fleet.", valueName: "FILE"),
        completion: .file())
    var merge: [String] = []

    @Option(
        help: ArgumentHelp("Write the result of the fleet as JSON; - is standard error.", valueName: "FILE"),
        completion: .file())
    var summary: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Use this many cores, 1 to 4096; the result is the same. Default: all.", valueName: "N"),
        transform: Values.whole(1...4096, "cores"))
    var cores: Int?

    /// True if an option for a fleet was given, so that a fleet is simulated instead of scenarios.
    var isAskedFor: Bool { firstOption != nil }

    /// The first given option for a fleet; `nil` if there is none.
    var firstOption: String? { apps != nil ? "--apps" : !merge.isEmpty ? "--merge" : given.first }

    /// The given options for a fleet, without --apps and --merge.
    private var given: [String] {
        let options: [(String, Bool)] = [
            ("--days", days != nil), ("--seed", seed != nil), ("--population", population != nil),
            ("--shard", shard != nil), ("--cores", cores != nil), ("--summary", summary != nil),
        ]
        return options.filter { $0.1 }.map { $0.0 }
    }

    /// Checks that the options can be combined.
    ///
    /// - Parameter others: the given options outside this group that also apply to a fleet.
    func check(others: [String]) throws {
        if !merge.isEmpty {
            let others = (apps == nil ? [] : ["--apps"]) + others + given.filter { $0 != "--summary" }
            guard others.isEmpty else {
                throw ValidationError("--merge reads all from the files: leave \(others.joined(separator: ", ")) out")
            }
            return
        }
        guard apps != nil else {
            throw ValidationError("\(given.joined(separator: ", ")) without --apps: how many apps are to be simulated?")
        }
    }

    /// Simulates a fleet or merges shards, and writes the result.
    ///
    /// - Parameters:
    ///   - ios: the iOS version of all apps; `nil` to use the versions of the population.
    ///   - reading: the interpretation that the rules follow where sources contradict each other.
    ///   - overrides: changes to constants and switches of the profiles.
    ///   - quiet: true to print nothing; the summary file is still written.
    func run(ios: IOSVersion?, reading: PolicyReading, overrides: [ProfileOverride], quiet: Bool) throws {
        let result: FleetResult
        if merge.isEmpty {
            let text = try population.map { try FleetRun.text(ofPopulation: $0) } ?? PopulationReader.defaultText
            let order = FleetOrder(
                apps: apps ?? 1, days: days ?? 30, seed: seed ?? 1, shard: shard, ios: ios,
                reading: reading, overrides: overrides)
            // The population is parsed here once, so that an error is reported before the simulation begins.
            _ = try PopulationReader.population(in: text, file: population ?? PopulationReader.defaultName)
            Interruption.watch()
            try OutputConflict.check(outputs: [("--summary", summary)], inputs: population.map { [$0] } ?? [])
            let file = try summary.map(OutputDocument.init)
            file?.begin()
            result = try simulate(order, text, quiet: quiet)
            try file?.write(JSONText.pretty(result))
        } else {
            try OutputConflict.check(outputs: [("--summary", summary)], inputs: merge)
            let file = try summary.map(OutputDocument.init)
            file?.begin()
            result = try FleetFiles.merge(merge)
            try file?.write(JSONText.pretty(result))
        }
        if !quiet { try Machine.show(FleetText.text(result)) }
    }

    private func simulate(_ order: FleetOrder, _ text: String, quiet: Bool) throws -> FleetResult {
        let progress = FleetProgress(apps: order.appsHere, shows: !quiet && Machine.standardErrorIsTerminal)
        let run = FleetRun(
            order: order, population: (text, population ?? PopulationReader.defaultName),
            program: KeepAliveRun.configuration.version, cores: cores ?? Cores.count,
            onProgress: { progress.update(played: $0) })
        let outcome = try run.run()
        progress.finish()
        guard let (result, costs) = outcome else { throw ExitCode(128 + (Interruption.signal ?? 2)) }
        if !quiet { Machine.tell(costs.text(of: result)) }
        return result
    }
}
