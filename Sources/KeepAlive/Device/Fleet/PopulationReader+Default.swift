import KeepAlivePolicy

extension PopulationReader {
    /// The text of the population that is used if the command line names none; `keepalive-run list population` prints
    /// it.
    package static var defaultText: String { String(decoding: PackageResources.population_yaml, as: UTF8.self) }

    /// The name of the default population in error messages.
    package static let defaultName = "the default population"
}
