import FoundationEssentials
import Glibc
import KeepAlivePolicy

/// The pods on which a project depends, as its `Podfile.lock` lists them.
///
/// Source: CocoaPods' guides "Podfile Syntax" and "Podspec Syntax", guides.cocoapods.org
package struct PodList: Equatable, Sendable {
    /// The names of the pods that are fetched.
    package private(set) var names: [String] = []
    /// The folders of the pods that are developed beside the project, relative to the project, by name.
    package private(set) var folders: [String: String] = [:]

    /// Reads the text of a `Podfile.lock`. Lines that are not understood are ignored.
    package init(_ text: String) {
        var section = ""
        var pod = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let content = line.drop { $0 == " " }
            if content.startIndex == line.startIndex {
                section = String(line.prefix { $0 != ":" })
            } else if section == "DEPENDENCIES", content.hasPrefix("- ") {
                // '- Name/Subspec (~> 1.0)', in quotation marks if the name has unusual characters.
                let name = content.dropFirst(2).drop { $0 == "\"" }.prefix { !" /\"".contains($0) }
                if !name.isEmpty, !names.contains(String(name)) { names.append(String(name)) }
            } else if section == "EXTERNAL SOURCES" {
                if content.hasPrefix(":path:") {
                    let path = content.dropFirst(":path:".count).filter { $0 != "\"" && $0 != "'" }
                    folders[pod] = String(path.drop { $0 == " " })
                } else if content.hasSuffix(":"), !content.hasPrefix(":") {
                    pod = String(content.dropLast().filter { $0 != "\"" })
                }
            }
        }
        names.removeAll { folders[$0] != nil }
    }

    /// Returns the paths of the Swift files of a pod that is developed beside the project.
    ///
    /// - Parameters:
    ///   - name: the name of the pod.
    ///   - place: the folder of the pod, or the path of its podspec.
    static func sources(of name: String, in place: String) -> [String] {
        let isSpecification = place.hasSuffix(".podspec")
        let folder =
            isSpecification
            ? place.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            : place.hasSuffix("/") ? String(place.dropLast()) : place
        guard let text = ProjectFile.text(isSpecification ? place : "\(folder)/\(name).podspec") else { return [] }
        let patterns = sourcePatterns(text)
        return FolderFiles.below(folder).filter { path in
            let inside = path.dropFirst(folder.utf8.count + 1)
            return path.hasSuffix(".swift") && patterns.contains { matches(String(inside), $0) }
        }
    }

    /// Returns the patterns after `source_files` in a podspec.
    private static func sourcePatterns(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).filter { line in
            line.prefix { $0 != "=" }.contains(".source_files") && line.drop { $0 == " " }.first != "#"
        }.flatMap { line -> [String] in
            // What stands between quotation marks of either kind.
            var found: [String] = []
            var quote: Character?
            for character in line.drop(while: { $0 != "=" }) {
                if let open = quote {
                    if character == open { quote = nil } else { found[found.count - 1].append(character) }
                } else if character == "'" || character == "\"" {
                    quote = character
                    found.append("")
                }
            }
            return found
        }.flatMap(alternatives)
    }

    /// Returns the patterns that a pattern with `{a,b}` stands for.
    private static func alternatives(_ pattern: String) -> [String] {
        guard let open = pattern.firstIndex(of: "{"),
            let close = pattern[open...].firstIndex(of: "}")
        else { return [pattern] }
        let (start, end) = (String(pattern[..<open]), String(pattern[close...].dropFirst()))
        return pattern[open..<close].dropFirst().split(separator: ",").prefix(100).flatMap {
            alternatives(start + String($0) + end)
        }
    }

    /// Returns whether a path matches a pattern, or is in a folder that does. `**` stands for any folders, or none.
    private static func matches(_ path: String, _ pattern: String) -> Bool {
        if path.hasPrefix(pattern + "/") { return true }
        let parts = pattern.split(separator: "/")
        let names = path.split(separator: "/")
        func match(_ part: Int, _ name: Int) -> Bool {
            guard part < parts.count else { return name == names.count }
            if parts[part] == "**" {
                return (name...names.count).contains { match(part + 1, $0) }
            }
            return name < names.count && fnmatch(String(parts[part]), String(names[name]), 0) == 0
                && match(part + 1, name + 1)
        }
        // Each '**' may stand for any number of folders: more than a few would take long.
        return parts.count { $0 == "**" } <= 4 && match(0, 0)
    }
}

extension XcodeProject {
    /// The pods of the project.
    package var pods: PodList { PodList(ProjectFile.text("\(folder)/Podfile.lock") ?? "") }

    /// The Swift files of the pods that are developed beside the project, by the pod's name.
    package var podSources: [String: [String]] {
        let pods = pods
        return pods.folders.reduce(into: [:]) { found, pod in
            let sources = PodList.sources(of: pod.key, in: ProjectFile.path(pod.value, in: folder))
            if !sources.isEmpty { found[pod.key] = sources }
        }
    }
}
