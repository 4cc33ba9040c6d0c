import ArgumentParser
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAliveStrategies

/// The completions that a shell offers where a value is expected.
///
/// The parser makes each option many times, so a list is made once.
enum Completions {
    /// One of the names that ``Values/choice(_:)`` takes.
    static func of<Choice: CaseIterable & RawRepresentable>(_ type: Choice.Type) -> CompletionKind
    where Choice.RawValue == String {
        .list(Choice.allCases.map(\.rawValue))
    }

    /// The iOS versions with a profile of their own.
    static let profiles = CompletionKind.list(ProfileCatalogue.all.map(\.version.description))

    /// The sources that the rules can follow.
    static let readings = CompletionKind.list(PolicyReading.all.map(\.name))

    /// The constants of a profile, with their equals sign.
    static let constants = CompletionKind.list(PolicyProfile.constantNames.map { $0 + "=" })

    /// The strategies that can be chosen by name.
    static let strategies = CompletionKind.list(StrategyRegistry.all.map { $0.descriptor.name })

    /// The built-in energy profiles; files are accepted, too.
    static let energyProfiles = CompletionKind.list(EnergyProfile.builtInNames)
}
