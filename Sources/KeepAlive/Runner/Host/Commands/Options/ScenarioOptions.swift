import ArgumentParser
import KeepAlivePolicy

/// The options of `run` for a scenario: its file, its checks and its results.
struct ScenarioOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Play the scenario of this YAML file (FILE:LINE where it holds several) instead of --background-after, --foreground-after and --for, and check what it expects; exit status 1 when something is not met.",
            valueName: "FILE"), completion: .file())
    var scenario: String?

    @Option(help: ArgumentHelp("Write the scenario's result as JUnit XML.", valueName: "FILE"), completion: .file())
    var junit: String?

    @Option(
        help: ArgumentHelp("Write the scenario's result as a line of JSON; - is standard error.", valueName: "FILE"),
        completion: .file())
    var results: String?

    @Flag(help: "Say at the end of the scenario why the app is in its state, and what would change it.")
    var explain = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The most by which this machine's timing may miss an expectation. Default: 250ms.", valueName: "DUR"),
        transform: Values.duration)
    var tolerance: Duration?

    func validate() throws {
        guard scenario == nil else { return }
        let others = [
            tolerance == nil ? nil : "--tolerance", junit == nil ? nil : "--junit",
            results == nil ? nil : "--results", explain ? "--explain" : nil,
        ].compactMap { $0 }
        if let other = others.first {
            throw ValidationError("\(other) is for a scenario: name its file with --scenario FILE")
        }
    }
}
