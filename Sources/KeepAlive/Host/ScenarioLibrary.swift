/// Finds and loads scenario files.
package enum ScenarioLibrary {
    /// The directory of the scenarios that ship with KeepAlive: beside an installed command, or in the sources that the
    /// command was built from.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` when there is none.
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

    /// The scenarios of files, and of all `.yaml` files in directories.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` for a file that cannot be read or that is no scenario.
    package static func load(_ paths: [String]) throws -> [Scenario] {
        try paths.flatMap { path -> [Scenario] in
            let files = InputFile.files(at: path, suffix: ".yaml")
            guard !files.isEmpty else {
                throw KeepAliveError(.usage, "\(path): no scenario files (*.yaml) in this directory")
            }
            return try files.flatMap(loadFile)
        }
    }

    /// The one scenario that a process is to live.
    ///
    /// - Parameter path: a file with one scenario, or `FILE:LINE` for the one that the line belongs to.
    /// - Throws: ``KeepAliveError`` with code `usage` when it does not say which one.
    package static func single(_ path: String) throws -> Scenario {
        if let colon = path.lastIndex(of: ":"), let line = Int(path[path.index(after: colon)...]) {
            let scenarios = try loadFile(String(path[..<colon]))
            guard let scenario = scenarios.last(where: { $0.place.line <= line }) else {
                throw KeepAliveError(.usage, "\(path): no scenario at this line")
            }
            return scenario
        }
        let scenarios = try load([path])
        guard scenarios.count == 1, let only = scenarios.first else {
            throw KeepAliveError(
                .usage, "\(path): \(scenarios.count) scenarios, and a process can live only one",
                remedy: "Say which one by its line: \(scenarios[0].place.file):\(scenarios[0].place.line)")
        }
        return only
    }

    private static func loadFile(_ path: String) throws -> [Scenario] {
        let bytes = try InputFile.bytes(
            of: path, limit: ScenarioReader.sizeMaxBytes, code: .usage, what: "a scenario file")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw KeepAliveError(.usage, "\(path): not UTF-8 text", remedy: "A scenario file is YAML")
        }
        return try ScenarioReader.scenarios(in: text, file: path).map { scenario in
            guard let plist = scenario.app.infoPlist else { return scenario }
            var scenario = scenario
            let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            let modes = scenario.app.manifest.backgroundModes
            scenario.app.manifest = try ManifestFile.load(plist.hasPrefix("/") ? plist : directory + plist)
            scenario.app.manifest.backgroundModes.formUnion(modes)
            return scenario
        }
    }
}
