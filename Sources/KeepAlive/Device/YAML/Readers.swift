import KeepAliveFleet
import KeepAlivePolicy
import KeepAliveScenarios

extension ScenarioReader {
    /// Returns the scenarios of a YAML text.
    ///
    /// - Parameters:
    ///   - text: the content of a file.
    ///   - file: the name to use in errors.
    /// - Throws: ``KeepAliveError`` with code `usage`; it names file, line, column and the expected value.
    package static func scenarios(in text: String, file: String) throws -> [Scenario] {
        guard text.utf8.count <= sizeMaxBytes else {
            throw KeepAliveError(.usage, "\(file): larger than \(sizeMaxBytes >> 20) MiB: no scenario is")
        }
        return try scenarios(in: YAMLParser.documents(of: text, file: file), file: file)
    }
}

extension PopulationReader {
    /// Returns the population of a YAML text.
    ///
    /// - Parameter file: the name for errors.
    /// - Throws: ``KeepAliveError`` with code `usage`.
    package static func population(in text: String, file: String) throws -> Population {
        try population(in: YAMLParser.documents(of: text, file: file), file: file)
    }
}
