import ArgumentParser
import KeepAliveMeasurement
import KeepAlivePolicy

/// A device whose coefficients are used, and the file that they come from.
struct ChosenProfile {
    var profile: EnergyProfile
    /// The file that it was read from; `nil` for one that comes with the program.
    var path: String?

    /// Finds a profile by its name or path.
    static func named(_ name: String) throws -> ChosenProfile {
        let profile = try Values.orUsage { try EnergyProfileFile.load(name) }
        return ChosenProfile(profile: profile, path: EnergyProfile.named(name) == nil ? name : nil)
    }
}

/// The device whose energy is estimated, shared by `run` and `measure`.
struct EnergyOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Estimate the energy that it would cost on this device, as a range: a name of 'keepalive-run list energy', or a JSON file. Default: no estimate.",
            valueName: "PROFILE"), completion: Completions.energyProfiles, transform: ChosenProfile.named)
    var energy: ChosenProfile?
}
