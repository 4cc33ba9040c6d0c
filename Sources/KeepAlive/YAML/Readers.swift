import KeepAliveFleet
import KeepAlivePolicy
import KeepAliveScenarios

extension ScenarioReader {
    /// The scenarios of a YAML text.
    ///
    /// - Parameters:
    ///   - text: the content of a file.
    ///   - file: the name to use in errors.
    /// - Throws: ``KeepAliveError`` with code `usage`, naming file, line, column and what was expected.
    package static func scenarios(in text: String, file: String) throws -> [Scenario] {
        guard text.utf8.count <= sizeMaxBytes else {
            throw KeepAliveError(.usage, "\(file): larger than \(sizeMaxBytes >> 20) MiB: no scenario is")
        }
        return try scenarios(in: YAMLParser.documents(of: text, file: file), file: file)
    }
}

extension PopulationReader {
    /// The population of a YAML text.
    ///
    /// - Parameter file: the name for errors.
    /// - Throws: ``KeepAliveError`` with code `usage`.
    package static func population(in text: String, file: String) throws -> Population {
        try population(in: YAMLParser.documents(of: text, file: file), file: file)
    }
}
