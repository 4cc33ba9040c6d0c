import ArgumentParser
import KeepAlive

/// The device whose energy is estimated, shared by `run` and `measure`.
struct EnergyOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Estimate the energy that it would cost on this device, as a range: a name of 'keepalive-run list energy', or a JSON file. Default: no estimate.",
            valueName: "PROFILE"), transform: EnergyOption.profile)
    var energy: EnergyProfile?

    static func profile(_ name: String) throws -> EnergyProfile {
        do {
            return try EnergyProfileFile.load(name)
        } catch let error as KeepAliveError {
            throw ValidationError(error.description)
        }
    }
}
