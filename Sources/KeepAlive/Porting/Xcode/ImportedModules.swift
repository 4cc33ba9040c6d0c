import FoundationEssentials
import KeepAliveModuleNames

/// The modules that files import.
enum ImportedModules {
    /// Returns what is left out of files' imports: Apple's modules that are not here, with who imports them.
    ///
    /// - Parameters:
    ///   - files: the paths.
    ///   - folder: the folder that they begin at.
    static func leftOut(of files: [String], in folder: String) -> [LinuxPackage.LeftOut] {
        var users: [String: [String]] = [:]
        for file in files {
            guard let text = ProjectFile.text("\(folder)/\(file)") else { continue }
            for module in modules(of: text) where AppleModule.missing.contains(module) {
                // One that asks takes its other way.
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

    /// Returns the modules of a file's imports.
    static func modules(of text: String) -> Set<String> {
        Set(
            text.split(whereSeparator: \.isNewline).compactMap { line in
                // Attributes, 'public', and the kind of what is imported may stand around the word.
                let words = line.split(whereSeparator: \.isWhitespace)
                guard let place = words.firstIndex(of: "import"),
                    words[..<place].allSatisfy({ $0.hasPrefix("@") || $0.allSatisfy(\.isLetter) }), place < 3
                else { return nil }
                let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
                let name = words[(place + 1)...].first { !kinds.contains($0) }
                return name?.prefix { $0.isLetter || $0.isNumber || $0 == "_" }.description
            })
    }
}
