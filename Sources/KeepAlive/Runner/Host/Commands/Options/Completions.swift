import ArgumentParser
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAliveStrategies

/// The completions that a shell offers for values of options.
///
/// ArgumentParser creates each option many times, so most lists are stored.
enum Completions {
    /// Returns the names that ``Values/choice(_:)`` accepts for an enumeration.
    static func of<Choice: CaseIterable & RawRepresentable>(_ type: Choice.Type) -> CompletionKind
    where Choice.RawValue == String {
        .list(Choice.allCases.map(\.rawValue))
    }

    /// The iOS versions with a profile of their own.
    static let profiles = CompletionKind.list(ProfileCatalogue.all.map(\.version.description))

    /// The names of the interpretations that the rules can follow (`--reading`).
    static let readings = CompletionKind.list(PolicyReading.all.map(\.name))

    /// The names of a profile's constants, each with an equals sign.
    static let constants = CompletionKind.list(PolicyProfile.constantNames.map { $0 + "=" })

    /// The names of the built-in strategies.
    static let strategies = CompletionKind.list(StrategyRegistry.all.map { $0.descriptor.name })

    /// The names of the built-in energy profiles; paths of files are accepted too.
    static let energyProfiles = CompletionKind.list(EnergyProfile.builtInNames)
}
