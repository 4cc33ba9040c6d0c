import Glibc
import KeepAliveFormats
import KeepAlivePolicy

/// The types of files that the machine knows, from shared-mime-info: which suffix is of which MIME type, and which of
/// these is a special case of which.
///
/// Source: the Shared MIME-info Database specification, the files `globs2` and `subclasses`.
package struct SharedMimeInfo {
    /// The suffixes and their MIME types, the ones of the greatest weight first.
    private var suffixes: [(weight: Int, type: String, suffix: String)] = []
    /// The more general types of each type.
    private var parents: [String: [String]] = [:]

    /// Reads the tables of the directories of `XDG_DATA_DIRS`. Where there is none, no further type is known: that is no
    /// error.
    package init() {
        let variable = Machine.variable("XDG_DATA_DIRS") ?? ""
        let directories = variable.isEmpty ? "/usr/local/share:/usr/share" : variable
        for directory in directories.split(separator: ":") {
            read(
                globs: (try? SmallFile.read("\(directory)/mime/globs2")) ?? "",
                subclasses: (try? SmallFile.read("\(directory)/mime/subclasses")) ?? "")
        }
    }

    /// Reads tables from text.
    init(globs: String, subclasses: String) { read(globs: globs, subclasses: subclasses) }

    private mutating func read(globs: String, subclasses: String) {
        for line in globs.split(separator: "\n") where !line.hasPrefix("#") {
            // weight:type:pattern[:flags]. Patterns other than *.suffix are of names that no app declares.
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

    /// Returns the types that a table does not have, with identifiers of their own, as iOS makes dynamic ones, and further
    /// suffixes of those that it has.
    package func types(besides table: UniformTypes) -> [UniformType] {
        let general = Set(parents.keys).union(parents.values.joined()).sorted()
        // A type without a suffix may be what another one conforms to.
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
        // By the specification, every text is plain text, and everything else is bytes.
        return switch name.split(separator: "/").first {
        case "text": ["public.plain-text"]
        case "image": ["public.image"]
        case "audio": ["public.audio"]
        case "video": ["public.movie"]
        default: [UniformTypes.data]
        }
    }

    /// `dyn.` begins the identifiers of types that nobody has declared. A letter, digit, dot or hyphen may stand in one.
    private static func identifier(of name: String) -> String {
        "dyn." + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" })
    }
}
