import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveScenarios
import KeepAliveText
import KeepAliveYAML

/// Finds and loads scenario files.
package enum ScenarioLibrary {
    /// Returns the directory of the scenarios that ship with KeepAlive: beside an installed command, or in the source
    /// tree in which the command was built.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if there is no such directory.
    package static func suite() throws -> String {
        let name = "Scenarios"
        let binary = Machine.executableDirectory
        let installed = "\(binary)/../share/keepalive-run/scenarios"
        if InputFile.isDirectory(installed) { return installed }
        var directory = binary[...]
        while let slash = directory.lastIndex(of: "/") {
            directory = directory[..<slash]
            let candidate = "\(directory)/\(name)"
            if InputFile.isDirectory(candidate), InputFile.isDirectory("\(directory)/Sources") { return candidate }
        }
        throw KeepAliveError(
            .usage, "the scenarios that ship with KeepAlive are not where they belong: \(installed)",
            remedy: "'make install' puts them there; or name the files")
    }

    /// Returns the scenarios of the given paths. A directory stands for all its `.yaml` files, and `FILE:LINE` for
    /// one scenario.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if a file cannot be read or is not a scenario.
    package static func load(_ paths: [String]) throws -> [Scenario] {
        try paths.flatMap { path in
            let (file, line) = place(path)
            guard let line else {
                return try files(at: [path]).flatMap { try scenarios(in: text(of: $0), file: $0) }
            }
            let content = try text(of: file)
            return [try scenario(at: line, of: scenarios(in: content, file: file), in: content, path: path)]
        }
    }

    /// The folder of observations. The path of a directory above this folder does not include the observations, because
    /// some of them contradict the rules and fail.
    private static let observations = "field"

    /// Returns the files of the given paths, without line numbers. A directory stands for all its `.yaml` files
    /// except those in its folder of observations.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if a directory contains no such file.
    package static func files(at paths: [String]) throws -> [String] {
        try paths.flatMap { path in
            let file = place(path).file
            let files = InputFile.files(at: file, suffix: ".yaml")
                .filter { !$0.dropFirst(file.count).contains("/\(observations)/") }
            guard !files.isEmpty else {
                throw KeepAliveError(.usage, "\(path): no scenario files (*.yaml) in this directory")
            }
            return files
        }
    }

    /// Splits `FILE:LINE`. The line is `nil` if there is no number, or if a file with the whole name exists.
    package static func place(_ path: String) -> (file: String, line: Int?) {
        guard let colon = path.lastIndex(of: ":"), let line = Int(path[path.index(after: colon)...]),
            !InputFile.exists(path)
        else { return (path, nil) }
        return (String(path[..<colon]), line)
    }

    /// Returns the scenario that contains a line of a file.
    private static func scenario(at line: Int, of all: [Scenario], in text: String, path: String) throws -> Scenario {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let count = lines.last?.isEmpty == true ? lines.count - 1 : lines.count
        guard line <= count, let scenario = all.last(where: { $0.place.line <= line }) else {
            throw KeepAliveError(
                .usage, "\(path): no scenario at this line", remedy: "\(place(path).file) has \(count) lines")
        }
        return scenario
    }

    /// Returns the scenario that a run with a real process plays.
    ///
    /// - Parameter path: a file with one scenario, or `FILE:LINE` for the scenario that contains the line.
    /// - Throws: ``KeepAliveError`` with code `usage` if the path does not name exactly one scenario.
    package static func single(_ path: String) throws -> Scenario {
        let (file, line) = place(path)
        guard !InputFile.isDirectory(file) else {
            throw KeepAliveError(
                .usage, "\(file): a directory, and a process can live only one scenario", remedy: "Name one file")
        }
        let text = try text(of: file)
        let scenarios = try scenarios(in: text, file: file)
        if let line { return try scenario(at: line, of: scenarios, in: text, path: path) }
        guard scenarios.count == 1, let only = scenarios.first else {
            throw KeepAliveError(
                .usage, "\(path): \(scenarios.count) scenarios, and a process can live only one",
                remedy: "Say which one by its line: \(scenarios[0].place.file):\(scenarios[0].place.line)")
        }
        return only
    }

    /// Returns the iOS version for a run that plays a scenario with a real process.
    ///
    /// - Parameter chosen: the version from the command line; `nil` if none was given.
    /// - Returns: the version; `nil` if neither the scenario nor the command line names one.
    /// - Throws: ``KeepAliveError`` with code `usage` if the scenario has several versions, because a process can
    ///   play only one.
    package static func version(of scenario: Scenario, chosen: IOSVersion?) throws -> IOSVersion? {
        if let chosen { return chosen }
        guard scenario.versions.count > 1 else { return scenario.versions.first }
        let versions = scenario.versions.map(\.description).joined(separator: ", ")
        throw KeepAliveError(
            .usage,
            "\(scenario.place.file):\(scenario.place.line): a scenario for iOS \(versions), and a process can live only one",
            remedy: "Choose with --ios VERSION")
    }

    private static func text(of path: String) throws -> String {
        try InputFile.yaml(of: path, limit: ScenarioReader.sizeMaxBytes, what: "a scenario file")
    }

    private static func scenarios(in text: String, file path: String) throws -> [Scenario] {
        try ScenarioReader.scenarios(in: text, file: path).map { scenario in
            guard let plist = scenario.app.infoPlist else { return scenario }
            var scenario = scenario
            let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            let modes = scenario.app.manifest.backgroundModes
            do {
                scenario.app.manifest = try ManifestFile.load(plist.hasPrefix("/") ? plist : directory + plist)
            } catch let error as KeepAliveError {
                throw refusal(error, ofManifestIn: scenario, text: text)
            }
            scenario.app.manifest.backgroundModes.formUnion(modes)
            return scenario
        }
    }

    /// Returns the error of a scenario's Info.plist, with the place in the scenario that names the file.
    private static func refusal(_ error: KeepAliveError, ofManifestIn scenario: Scenario, text: String)
        -> KeepAliveError
    {
        let file = scenario.place.file
        let document = (try? YAMLParser.documents(of: text, file: file))?.first { $0.line == scenario.place.line }
        let value = try? document?.member("app")?.member("info-plist")
        return value?.error(error.message, remedy: error.remedy)
            ?? KeepAliveError(.usage, "\(file):\(scenario.place.line): \(error.message)", remedy: error.remedy)
    }
}

extension YAMLValue {
    /// Returns the value of a mapping's key; `nil` if the key is missing.
    fileprivate func member(_ name: String) throws -> YAMLValue? {
        var all = try fields("a mapping")
        return all.take(name)
    }
}
