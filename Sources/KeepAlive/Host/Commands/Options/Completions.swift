import ArgumentParser
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAliveStrategies

/// The completions that a shell offers where a value is expected.
enum Completions {
    /// One of the names that ``Values/choice(_:)`` takes.
    static func of<Choice: CaseIterable & RawRepresentable>(_ type: Choice.Type) -> CompletionKind
    where Choice.RawValue == String {
        .list(Choice.allCases.map(\.rawValue))
    }

    /// The iOS versions with a profile of their own.
    static var profiles: CompletionKind { .list(ProfileCatalogue.all.map(\.version.description)) }

    /// The constants of the newest profile, with their equals sign.
    static var constants: CompletionKind { .list(ProfileCatalogue.newest.constants.map { $0.name + "=" }) }

    /// The strategies that can be chosen by name.
    static var strategies: CompletionKind { .list(StrategyRegistry.all.map { $0.descriptor.name }) }

    /// The built-in energy profiles; files are accepted, too.
    static var energyProfiles: CompletionKind { .list(EnergyProfile.builtInNames) }
}
