import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveScenarios

/// The command `keepalive-run simulate`, which plays scenarios or a fleet on virtual time.
struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Play scenario files on virtual time, or a whole population of apps.",
        usage: """
            keepalive-run simulate [FILE|FILE:LINE|DIRECTORY…] [OPTIONS]
            keepalive-run simulate --suite [OPTIONS]
            keepalive-run simulate --apps N [--days D] [--seed S] [--population FILE] [--shard i/n] [--summary FILE]
            keepalive-run simulate --merge FILE… [--summary FILE]
            """,
        discussion: """
            A scenario is a YAML text with an app, the events and the expected results; see docs/scenarios.md and \
            'keepalive-run list verbs'. Nothing really runs, and no time passes. Exit status: 0 when all expectations \
            are met, 1 when one is not, 64 for a file that is no scenario.

            With --apps, simulates a fleet instead: N apps of mixed strategies and users, on all cores. A table shows \
            the results; see docs/fleet.md. The result depends on the seed alone, so shards may run on different \
            machines, and --merge joins them to the result of one run.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Scenario files, or directories of them; FILE:LINE is the one scenario of that line.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Flag(help: "Play the scenarios that ship with KeepAlive: every rule, at its boundary.")
    var suite = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Play on this version of iOS, whatever the scenario or the population says. Default: its own version, else the newest.",
            valueName: "VERSION"), completion: Completions.profiles, transform: Values.profile)
    var ios: PolicyProfile?

    @OptionGroup var source: ReadingOption

    @Option(help: ArgumentHelp("Play only scenarios whose name, file or rules contain this.", valueName: "TEXT"))
    var filter: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Change a constant or switch of every profile; repeatable. 'list profiles' prints them; seconds for durations.",
            valueName: "NAME=VALUE"), completion: Completions.constants, transform: Values.override)
    var set: [ProfileOverride] = []

    @Flag(help: "Say at the end of each scenario why the app is in its state, and what would change it.")
    var explain = false

    @Flag(help: "Print the timelines of scenarios that pass, too.")
    var timeline = false

    @Option(
        help: ArgumentHelp("Write a line for each scenario as NDJSON; - is standard error.", valueName: "FILE"),
        completion: .file())
    var results: String?

    @Option(
        help: ArgumentHelp("Write every event of every scenario as NDJSON; - is standard error.", valueName: "FILE"),
        completion: .file())
    var events: String?

    @Option(help: ArgumentHelp("Write the results as JUnit XML.", valueName: "FILE"), completion: .file())
    var junit: String?

    @Flag(
        help:
            "Play none; print a line for each scenario and version of iOS: FILE:LINE, a tab, the version, for 'simulate FILE:LINE --ios VERSION' and 'run --scenario'."
    )
    var list = false

    @Flag(help: "Stop at the first scenario that fails.")
    var failFast = false

    @Flag(name: .shortAndLong, help: "Print only failures and the total.")
    var quiet = false

    @OptionGroup var colour: ColourOption

    @OptionGroup(title: "Fleet options")
    var fleet: FleetOptions

    func validate() throws {
        if fleet.isAskedFor {
            if let option = scenarioOptions.first, let other = fleet.firstOption {
                throw ValidationError("\(option) is for scenarios, \(other) for a fleet: leave one of them out")
            }
            return try fleet.check(others: (ios == nil ? [] : ["--ios"]) + ruleOptions)
        }
        if list, let option = playOptions.first ?? ruleOptions.first {
            throw ValidationError("--list plays no scenario: leave \(option) out")
        }
        guard suite || !files.isEmpty else {
            throw ValidationError(
                "nothing to simulate. Name scenario files, --suite for those that ship with KeepAlive, or --apps for a fleet"
            )
        }
    }

    /// The given options that do not apply to a fleet.
    private var scenarioOptions: [String] {
        let options: [(String, Bool)] = [
            ("'\(files.first ?? "")'", !files.isEmpty), ("--suite", suite), ("--filter", filter != nil),
            ("--list", list),
        ]
        return options.filter { $0.1 }.map { $0.0 } + playOptions
    }

    /// The given options that change the rules of a version.
    private var ruleOptions: [String] {
        (source.reading == nil ? [] : ["--reading"]) + (set.isEmpty ? [] : ["--set"])
    }

    /// The given options that only apply if scenarios are played.
    private var playOptions: [String] {
        let options: [(String, Bool)] = [
            ("--explain", explain), ("--timeline", timeline), ("--fail-fast", failFast),
            ("--results", results != nil), ("--events", events != nil), ("--junit", junit != nil),
        ]
        return options.filter { $0.1 }.map { $0.0 }
    }

    func run() throws {
        if fleet.isAskedFor {
            return try fleet.run(ios: ios?.version, reading: source.reading ?? .apple, overrides: set, quiet: quiet)
        }
        let given = files + (suite ? [try ScenarioLibrary.suite()] : [])
        if list { return try printPlaces(of: selected(ScenarioLibrary.load(given))) }
        // If a scenario file cannot be read, all given paths still count as inputs, so that no output overwrites a
        // scenario file.
        let paths = (try? ScenarioLibrary.files(at: given)) ?? given
        try OutputConflict.check(
            outputs: [("--results", results), ("--events", events), ("--junit", junit)], inputs: paths)
        let outputs = try ScenarioOutputs(
            of: given.joined(separator: " "), results: results, events: events, junit: junit)
        try outputs.reporting { try play(selected(ScenarioLibrary.load(given)), outputs) }
    }

    private func play(_ scenarios: [Scenario], _ outputs: ScenarioOutputs) throws {
        let text = ScenarioText(colours: colour.onStandardOutput)
        let start = Machine.monotonicSeconds
        var played: [ScenarioResult] = []
        playing: for scenario in scenarios {
            for version in ScenarioSimulation.versions(of: scenario, chosen: ios?.version) {
                let begin = Machine.monotonicSeconds
                var result = try ScenarioSimulation.play(
                    scenario, ios: version, reading: source.reading, overrides: set)
                result.realSeconds = Machine.monotonicSeconds - begin
                outputs.write(result)
                if !quiet || !result.passed {
                    try Machine.show(
                        text.text(result, explains: explain, showsTimeline: timeline))
                }
                // The timeline is not needed any more. It is removed because thousands of timelines would fill the
                // memory.
                result.timeline = []
                played.append(result)
                if failFast, !result.passed { break playing }
            }
        }
        try Machine.show(text.summary(played, seconds: Machine.monotonicSeconds - start))
        try outputs.finish(played)
        if played.contains(where: { !$0.passed }) { throw ExitCode(1) }
    }

    private func printPlaces(of scenarios: [Scenario]) throws {
        for scenario in scenarios {
            for version in ScenarioSimulation.versions(of: scenario, chosen: ios?.version) {
                try Machine.show("\(scenario.place.file):\(scenario.place.line)\t\(version)\n")
            }
        }
    }

    private func selected(_ scenarios: [Scenario]) throws -> [Scenario] {
        guard let filter else { return scenarios }
        let chosen = scenarios.filter { scenario in
            scenario.name.contains(filter) || scenario.place.file.contains(filter)
                || scenario.rules.contains { $0.description.contains(filter) }
        }
        guard !chosen.isEmpty else {
            throw KeepAliveError(
                .usage, "none of \(scenarios.count) scenarios has '\(filter)' in its name, file or rules")
        }
        return chosen
    }
}
