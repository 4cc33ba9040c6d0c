import KeepAlivePolicy

extension PopulationReader {
    /// The population that is simulated when none is given: the file that `list population` prints.
    package static var defaultText: String { String(decoding: PackageResources.population_yaml, as: UTF8.self) }

    /// The name of the default population in errors.
    package static let defaultName = "the default population"
}
