import ArgumentParser
import KeepAliveMeasurement
import KeepAlivePolicy

/// An energy profile that the user chose, with the file that contains it.
struct ChosenProfile {
    var profile: EnergyProfile
    /// The path of the profile's file; `nil` for a built-in profile.
    var path: String?

    /// Loads a profile by its name or path.
    static func named(_ name: String) throws -> ChosenProfile {
        let profile = try Values.orUsage { try EnergyProfileFile.load(name) }
        return ChosenProfile(profile: profile, path: EnergyProfile.named(name) == nil ? name : nil)
    }
}

/// The option that selects the energy profile of a device, shared by `run` and `measure`.
struct EnergyOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Estimate the energy that it would cost on this device, as a range: a name of 'keepalive-run list energy', or a JSON file. Default: no estimate.",
            valueName: "PROFILE"), completion: Completions.energyProfiles, transform: ChosenProfile.named)
    var energy: ChosenProfile?
}
