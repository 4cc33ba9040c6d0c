import ArgumentParser
import KeepAliveHost
import KeepAlivePolicy
import KeepAliveStrategies

/// What describes the app and its world, shared by `run` and `verify`.
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
            "What acts for the app; repeatable. 'keepalive-run list strategies' prints all. Default: none; for verify, every one.",
            valueName: "NAME"), completion: Completions.strategies, transform: Values.strategy)
    var strategy: [String] = []

    @OptionGroup var version: ProfileOption

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Change a constant or switch of the profile; repeatable. 'keepalive-run list profiles' prints them; seconds for durations.",
            valueName: "NAME=VALUE"), completion: Completions.constants, transform: Values.override)
    var set: [ProfileOverride] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What the user answers when asked for location: notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse. Default: authorizedAlways.",
            valueName: "STATUS"), completion: Completions.of(LocationAuthorization.self), transform: Values.choice)
    var locationAuthorization: LocationAuthorization?

    @Option(
        help: ArgumentHelp(
            "pausesLocationUpdatesAutomatically of the app: true or false, as in iOS.", valueName: "BOOL"
        ), completion: .list(["true", "false"]))
    var pausesLocationUpdatesAutomatically = true

    @Flag(
        help:
            "What acts for the app catches exceptions, as the samples do; else they end it with SIGABRT. An app in Swift catches its own: catchingNSException."
    )
    var catchExceptions = false

    /// The profile of the run.
    var profile: PolicyProfile { version.ios ?? ProfileCatalogue.newest }

    /// The strategies by name, in the order given.
    func strategyFactories() throws -> [StrategyFactory] {
        try strategy.map(StrategyChoice.named)
    }

    /// The options that strategies see.
    var strategyOptions: StrategyOptions {
        StrategyOptions(
            catchesExceptions: catchExceptions,
            pausesLocationUpdatesAutomatically: pausesLocationUpdatesAutomatically)
    }

    /// Puts the options into a configuration.
    func apply(to configuration: inout RunConfiguration) throws {
        configuration.infoPlist = infoPlist
        configuration.modes = modes
        configuration.strategies = try strategyFactories()
        configuration.strategyOptions = strategyOptions
        configuration.profile = profile
        configuration.overrides = set
        configuration.plan.locationAuthorization = locationAuthorization ?? .authorizedAlways
    }
}
