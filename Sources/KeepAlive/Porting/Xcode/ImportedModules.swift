import FoundationEssentials
import KeepAliveModuleNames

/// Finds the modules that source files import.
package enum ImportedModules {
    /// Returns the Apple modules that files import and that have no replacement on Linux, each with the files that
    /// import the module.
    ///
    /// - Parameters:
    ///   - files: the paths of the files, relative to `folder`.
    ///   - folder: the folder of the project.
    ///   - own: the modules that the package itself has.
    static func leftOut(
        of files: [String], in folder: String, besides own: Set<String> = []
    ) -> [LinuxPackage.LeftOut] {
        var users: [String: [String]] = [:]
        for file in files {
            guard let text = ProjectFile.text("\(folder)/\(file)") else { continue }
            for module in modules(of: text)
            where AppleModule.missing.contains(module) && !AppleModule.isImportable(module, in: own) {
                // A file that checks `canImport` compiles without the module, so the file is not listed.
                if !text.contains("canImport(\(module))") { users[module, default: []].append(file) }
            }
        }
        return users.sorted { $0.key < $1.key }.map { module, files in
            let others = files.count > 1 ? " and \(files.count - 1) more" : ""
            return LinuxPackage.LeftOut(
                "import \(module)",
                "not here; \(files[0])\(others): leave out with '!FILE' in Sources.txt, or write stand-ins in Linux.swift"
            )
        }
    }

    /// Returns the modules that files import outside every `#if` and that are not here, sorted.
    ///
    /// - Parameters:
    ///   - files: the paths of the files.
    ///   - own: the modules that the package itself has.
    static func missing(in files: [String], besides own: Set<String>) -> [String] {
        var found: Set<String> = []
        for text in files.lazy.compactMap({ ProjectFile.text($0) }) {
            for (module, isUnconditional) in imports(of: text) where isUnconditional {
                if !AppleModule.isImportable(module, in: own) { found.insert(module) }
            }
        }
        return found.sorted()
    }

    /// Returns the packages that take the place of Apple's modules that files import.
    ///
    /// - Parameters:
    ///   - substitutes: the packages by the names of the modules.
    ///   - files: the paths of the files.
    static func substitutes(
        _ substitutes: [String: AppleModule.Substitute], in files: [String]
    ) -> [AppleModule.Substitute] {
        guard !substitutes.isEmpty else { return [] }
        let imported = files.lazy.filter { $0.hasSuffix(".swift") }.compactMap { ProjectFile.text($0) }
            .reduce(into: Set<String>()) { found, text in
                if substitutes.keys.contains(where: text.contains) { found.formUnion(modules(of: text)) }
            }
        return substitutes.filter { imported.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Returns the products of KeepAlive that files need: a product that no file needs is not built.
    ///
    /// - Parameters:
    ///   - files: the paths of the files, relative to `folder`.
    ///   - folder: the folder of the project.
    static func products(of files: [String], in folder: String) -> [String] {
        var needed: Set<String> = ["KeepAlive"]
        for file in files {
            guard let text = ProjectFile.text("\(folder)/\(file)") else { continue }
            needed.formUnion(
                modules(of: text).compactMap { AppleModule.replacements[$0] }.filter { $0.hasPrefix("KeepAlive") })
            // Apple's Foundation makes some names of Combine visible.
            if AppleModule.namesOfCombine.keys.contains(where: { text.contains($0) }) {
                needed.insert(AppleModule.combine)
            }
        }
        return needed.sorted()
    }

    /// Returns the names of the modules that a source text imports.
    package static func modules(of text: String) -> Set<String> {
        Set(imports(of: text).map(\.module))
    }

    /// Returns the modules that a source text imports, each with whether the import stands outside every `#if`.
    static func imports(of text: String) -> [(module: String, isUnconditional: Bool)] {
        var depth = 0
        return text.split(whereSeparator: \.isNewline).compactMap { line in
            // Attributes and `public` may stand before the word `import`, and the kind of a declaration after it.
            let words = line.split(whereSeparator: \.isWhitespace)
            if let word = words.first, word.hasPrefix("#") {
                if word.hasPrefix("#if") { depth += 1 }
                if word == "#endif" { depth -= 1 }
                return nil
            }
            guard let place = words.firstIndex(of: "import"),
                words[..<place].allSatisfy({ $0.hasPrefix("@") || $0.allSatisfy(\.isLetter) }), place < 3
            else { return nil }
            let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
            guard let name = words[(place + 1)...].first(where: { !kinds.contains($0) }) else { return nil }
            return (name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }.description, depth <= 0)
        }
    }
}
