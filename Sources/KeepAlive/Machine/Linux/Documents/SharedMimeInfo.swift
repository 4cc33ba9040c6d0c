import Glibc
import KeepAliveFormats
import KeepAlivePolicy

/// The file types that the machine knows, from shared-mime-info: the MIME type of each suffix, and the more general
/// types of each MIME type.
///
/// Source: the Shared MIME-info Database specification, the files `globs2` and `subclasses`.
package struct SharedMimeInfo {
    /// The suffixes and their MIME types, sorted by descending weight.
    private var suffixes: [(weight: Int, type: String, suffix: String)] = []
    /// The more general types of each type.
    private var parents: [String: [String]] = [:]

    /// Reads the tables of the directories in `XDG_DATA_DIRS`. A missing table is no error; it adds no types.
    package init() {
        let variable = Machine.variable("XDG_DATA_DIRS") ?? ""
        let directories = variable.isEmpty ? "/usr/local/share:/usr/share" : variable
        for directory in directories.split(separator: ":") {
            read(
                globs: (try? SmallFile.read("\(directory)/mime/globs2")) ?? "",
                subclasses: (try? SmallFile.read("\(directory)/mime/subclasses")) ?? "")
        }
    }

    init(globs: String, subclasses: String) { read(globs: globs, subclasses: subclasses) }

    private mutating func read(globs: String, subclasses: String) {
        for line in globs.split(separator: "\n") where !line.hasPrefix("#") {
            // The format is weight:type:pattern[:flags]. Patterns other than *.suffix are for names that no app
            // declares.
            let fields = line.split(separator: ":")
            guard fields.count >= 3, fields[2].hasPrefix("*.") else { continue }
            let suffix = fields[2].dropFirst(2)
            guard !suffix.contains(where: { "*?[".contains($0) }) else { continue }
            suffixes.append((Int(fields[0]) ?? 50, String(fields[1]), suffix.lowercased()))
        }
        for line in subclasses.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            if words.count == 2 { parents[words[0], default: []].append(words[1]) }
        }
        suffixes.sort { ($1.weight, $0.type, $0.suffix) < ($0.weight, $1.type, $1.suffix) }
    }

    /// Returns the types that `table` does not have, and further suffixes of the types that `table` has. A type that
    /// `table` does not have gets a new identifier, like the dynamic identifiers of iOS.
    package func types(besides table: UniformTypes) -> [UniformType] {
        let general = Set(parents.keys).union(parents.values.joined()).sorted()
        // Types without a suffix are included, because another type may conform to them.
        return suffixes.map { type($0.type, [$0.suffix], table) } + general.map { type($0, [], table) }
    }

    private func type(_ name: String, _ suffixes: [String], _ table: UniformTypes) -> UniformType {
        let known = table.type(ofMIMEType: name)
        return UniformType(
            known ?? Self.identifier(of: name), conformsTo: known == nil ? generalTypes(of: name, in: table) : [],
            suffixes: suffixes, mimeTypes: [name])
    }

    private func generalTypes(of name: String, in table: UniformTypes) -> [String] {
        let named = (parents[name] ?? []).map { table.type(ofMIMEType: $0) ?? Self.identifier(of: $0) }
        guard named.isEmpty else { return named }
        // By the specification, every text is plain text, and every other file is a sequence of bytes. Images, audio
        // and video get Apple's general types.
        return switch name.split(separator: "/").first {
        case "text": ["public.plain-text"]
        case "image": ["public.image"]
        case "audio": ["public.audio"]
        case "video": ["public.movie"]
        default: [UniformTypes.data]
        }
    }

    /// Returns an identifier for a type that no table declares. It begins with `dyn.`, and may contain letters, digits,
    /// dots and hyphens.
    private static func identifier(of name: String) -> String {
        "dyn." + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" })
    }
}
