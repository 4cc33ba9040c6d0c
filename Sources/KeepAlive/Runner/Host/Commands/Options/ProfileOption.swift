import ArgumentParser
import KeepAlivePolicy

/// The option that selects the policy profile, shared by `run`, `boot`, `verify` and `measure`.
struct ProfileOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The policy profile. 'keepalive-run list profiles' prints them. Default: the newest, \(ProfileCatalogue.newest.version).",
            valueName: "VERSION"), completion: Completions.profiles, transform: Values.profile)
    var ios: PolicyProfile?
}
