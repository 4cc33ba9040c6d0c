import ArgumentParser
import KeepAlivePolicy

/// The choice of what the system does by itself: shared by `run` and `boot`.
struct SystemLifeOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What the system does by itself: none, or eager: it runs each refresh task, processing task and fetch at the first moment that the rules allow. Default: none; a scenario says it with 'system-life' of its device.",
            valueName: "LIFE"), completion: Completions.of(SystemLife.self), transform: Values.choice)
    var systemLife: SystemLife?
}
