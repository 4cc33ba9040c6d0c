import ArgumentParser
import KeepAlivePolicy

/// The options for the rules and the user's answers, shared by `run`, `boot` and `verify`.
struct PolicyOptions: ParsableArguments {
    @OptionGroup var version: ProfileOption

    @OptionGroup var source: ReadingOption

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Change a constant or switch of the profile; repeatable. 'keepalive-run list profiles' prints them; seconds for durations.",
            valueName: "NAME=VALUE"), completion: Completions.constants, transform: Values.override)
    var set: [ProfileOverride] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The user's answer when asked for location: notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse, once, provisionalAlways. Default: authorizedAlways.",
            valueName: "STATUS"), completion: Completions.of(LocationAnswer.self), transform: Values.choice)
    var locationAuthorization: LocationAnswer?

    /// The policy of the run: profile, interpretation and overrides.
    var choice: PolicyChoice {
        PolicyChoice(profile: version.ios ?? ProfileCatalogue.newest, reading: source.reading, overrides: set)
    }
    var authorization: LocationAnswer { locationAuthorization ?? .authorizedAlways }
}

/// The option for the speed of the policy's time, shared by `run`, `boot` and `measure`.
struct TimeScaleOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Multiply every duration of the policy; 0.1 is ten times faster. Times of the command line, such as --for, stay this machine's, and the watchdogs leave the app's code at least 1 s of it. Default: 1.",
            valueName: "F"),
        transform: Values.factor)
    var timeScale: Double?
}
