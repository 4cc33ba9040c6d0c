import KeepAliveFleet
import KeepAlivePolicy
import KeepAliveScenarios

extension ScenarioReader {
    /// Returns the scenarios of a YAML text.
    ///
    /// - Parameters:
    ///   - text: the text of the file.
    ///   - file: the name of the file for error messages.
    /// - Throws: ``KeepAliveError`` with code `usage`; the message names the file, the line, the column and the
    ///   expected form.
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
    /// - Parameter file: the name of the file for error messages.
    /// - Throws: ``KeepAliveError`` with code `usage` if the text is not a valid population.
    package static func population(in text: String, file: String) throws -> Population {
        try population(in: YAMLParser.documents(of: text, file: file), file: file)
    }
}
