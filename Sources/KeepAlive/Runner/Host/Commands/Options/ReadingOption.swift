import ArgumentParser
import KeepAlivePolicy

/// The option that selects an interpretation, which the rules follow where sources contradict each other. It is shared
/// by `run`, `boot`, `verify`, `simulate` and `list profiles`.
struct ReadingOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What the rules follow where sources contradict each other: \(Self.readings). --set, and the profile of a scenario, win over it. Default: what a scenario says, else apple.",
            valueName: "NAME"), completion: Completions.readings, transform: Values.reading)
    var reading: PolicyReading?

    private static let readings = PolicyReading.all.map { "\($0.name), \($0.summary)" }.joined(separator: "; ")
}
