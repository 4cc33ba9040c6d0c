import Foundation
import PackagePlugin

/// Compiles files of iOS code as parts of a target. The files stay unchanged; the target compiles a rewritten copy of
/// each.
///
/// The file `Sources.txt` in the target's folder names the files.
@main
struct KeepAliveSources: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let list = try SourceList(of: target, in: context.package.directoryURL)
        let sources = try list.files()
        let results = Self.results(of: sources, in: context.pluginWorkDirectoryURL)
        let folder = context.pluginWorkDirectoryURL
        let state = folder.appending(path: "state.json")
        let slice = try list.slice()
        // In a slice, the stand-ins are the last of the sources.
        let standIns = slice.map { _ in
            (
                source: folder.appending(path: "stand-ins/StandIns.swift"),
                result: folder.appending(path: "StandIns+Linux.swift")
            )
        }
        let sliced =
            slice.map { _ in
                ["--package", context.package.directoryURL.path, "--slice", target.directoryURL.path]
            } ?? []
        // Package.swift decides which of the two there is.
        let built = try? context.tool(named: "keepalive-rewrite").url
        let rewriter = try built ?? Self.installed()
        return [
            .buildCommand(
                displayName: "Rewriting \(sources.count) files of iOS code for \(target.name)",
                executable: rewriter,
                arguments: ["target", "--state", state.path] + sliced + Self.modules(of: target)
                    + zip(sources, results).flatMap { [$0.path, $1.path] }
                    + (standIns.map { [$0.source.path, $0.result.path] } ?? []),
                inputFiles: sources + [list.file] + (slice ?? []) + (built == nil ? [rewriter] : []),
                outputFiles: results + (standIns.map { [$0.result] } ?? []))
        ]
    }

    /// Returns options with the names of the modules that the target may import.
    private static func modules(of target: any Target) -> [String] {
        target.recursiveTargetDependencies.map { ($0 as? any SourceModuleTarget)?.moduleName ?? $0.name }
            .flatMap { ["--module", $0] }
    }

    /// Returns the rewriter that is installed beside the sources of KeepAlive, from which this plug-in is compiled.
    private static func installed() throws -> URL {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let rewriter = sources.appending(path: "../../lib/keepalive/keepalive-rewrite").standardizedFileURL
        let stamps = ["\(rewriter.path).stamp", sources.appending(path: "rewriter.stamp").standardizedFileURL.path]
            .map { try? String(contentsOfFile: $0, encoding: .utf8) }
        guard stamps[0] != nil, stamps[0] == stamps[1] else {
            throw Problem(
                "\(rewriter.path) is missing, or of another version than the sources in \(sources.standardizedFileURL.path): "
                    + "'make install install-sources' in a checkout of KeepAlive, or both of its Debian packages, bring both"
            )
        }
        return rewriter
    }

    /// Returns the path of the rewritten copy of each source. The copy's name contains the source's folders, because
    /// two sources in different folders may have the same name.
    ///
    /// Only the copy of `main.swift` keeps the source's name, which marks the program's entry point for the compiler.
    /// Any other copy with the source's name would have the source's `#fileID`, and the compiler would warn of the
    /// conflict.
    private static func results(of sources: [URL], in folder: URL) -> [URL] {
        sources.map { source in
            let name = source.lastPathComponent
            guard name != "main.swift" else { return folder.appending(path: name) }
            // Only the end of a long path is used: a file name has at most 255 bytes, and the compiler appends some.
            let folders = source.deletingLastPathComponent().pathComponents.dropFirst().joined(separator: "+")
            return folder.appending(path: "\(folders.suffix(max(10, 160 - name.utf8.count)))+\(name)")
        }
    }
}

/// The content of `Sources.txt`: the files that a target compiles. Each line is the path of a file or folder, relative
/// to the folder of Package.swift. A `!` before the path excludes the file or folder; `#` begins a comment.
private struct SourceList {
    let file: URL
    private let package: URL
    private var lines: [(number: Int, path: String, isIn: Bool)] = []

    init(of target: any Target, in package: URL) throws {
        file = target.directoryURL.appending(path: "Sources.txt")
        self.package = package
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            throw Problem(
                "\(file.path): cannot be read. KeepAliveSources takes the files to compile from there: a path or folder a "
                    + "line, from the folder of Package.swift; '!' before it leaves it out")
        }
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let path = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
            guard !path.isEmpty else { continue }
            let isIn = !path.hasPrefix("!")
            lines.append((index + 1, isIn ? path : path.dropFirst().trimmingCharacters(in: .whitespaces), isIn))
        }
    }

    /// Returns `Slice.txt`, `Linux.swift` and the files of which stand-ins are made; `nil` if the target is no slice.
    func slice() throws -> [URL]? {
        let list = file.deletingLastPathComponent().appending(path: "Slice.txt")
        guard let text = try? String(contentsOf: list, encoding: .utf8) else { return nil }
        let paths = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("from\t") }.map { $0.dropFirst(5) }
        // What is declared there has no stand-in.
        let own = file.deletingLastPathComponent().appending(path: "Linux.swift")
        let lists = [list] + (FileManager.default.fileExists(atPath: own.path) ? [own] : [])
        return lists + paths.map { package.appending(path: String($0)).standardizedFileURL }
    }

    /// Returns the Swift files that the lines name. A line with `!` removes files that earlier lines have added.
    func files() throws -> [URL] {
        var found: [String] = []
        for line in lines {
            let path = package.appending(path: line.path).standardizedFileURL.path
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw Problem("\(file.path):\(line.number): error: there is no '\(line.path)' in \(package.path)")
            }
            if !line.isIn {
                found.removeAll { $0 == path || $0.hasPrefix("\(path)/") }
            } else if isFolder.boolValue {
                let inside = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
                found += inside.filter { $0.hasSuffix(".swift") }.sorted().map { "\(path)/\($0)" }
                    .filter { !found.contains($0) }
            } else if !found.contains(path) {
                found.append(path)
            }
        }
        guard !found.isEmpty else { throw Problem("\(file.path):1: error: it names no Swift file") }
        return found.map { URL(fileURLWithPath: $0) }
    }
}

private struct Problem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
