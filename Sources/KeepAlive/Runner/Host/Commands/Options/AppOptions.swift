import ArgumentParser
import KeepAlivePolicy
import KeepAliveStrategies

/// The options for the app, shared by `run` and `verify`.
struct AppOptions: ParsableArguments {
    @Option(
        name: .customLong("info-plist"),
        help: ArgumentHelp(
            "The app's manifest, XML or binary. Default: one that declares nothing.", valueName: "FILE"),
        completion: .file())
    var infoPlist: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Declare UIBackgroundModes without a file: audio,location,…", valueName: "LIST"),
        completion: Completions.of(BackgroundMode.self), transform: Values.modes)
    var modes: [BackgroundMode] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A strategy that acts for the app; repeatable. 'keepalive-run list strategies' prints all. Default: none; for verify, every one.",
            valueName: "NAME"), completion: Completions.strategies, transform: Values.strategy)
    var strategy: [String] = []

    @Option(
        help: ArgumentHelp(
            "pausesLocationUpdatesAutomatically of the app: true or false, as in iOS.", valueName: "BOOL"
        ), completion: .list(["true", "false"]))
    var pausesLocationUpdatesAutomatically = true

    @Flag(
        help:
            "Catch exceptions in strategies, as the samples do; else they end the app with SIGABRT. An app in Swift catches its own: catchingNSException."
    )
    var catchExceptions = false

    /// Returns the app's setup without its command.
    func app() throws -> AppSetup {
        var app = AppSetup()
        app.infoPlist = infoPlist
        app.modes = modes
        app.strategies = try strategy.map(StrategyChoice.named)
        app.strategyOptions = StrategyOptions(
            catchesExceptions: catchExceptions,
            pausesLocationUpdatesAutomatically: pausesLocationUpdatesAutomatically)
        return app
    }
}
