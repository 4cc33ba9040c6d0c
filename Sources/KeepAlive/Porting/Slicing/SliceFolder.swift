import FoundationEssentials
import KeepAliveRewriting

/// The folder of an app's target in its Linux package, with the files `Sources.txt` and `Slice.txt` of a slice.
package struct SliceFolder: Sendable {
    /// The folder of Package.swift, to which paths in the lists are relative.
    private let package: String
    /// The target's folder.
    private let folder: String

    package init(package: String, folder: String) {
        self.package = package
        self.folder = folder
    }

    /// The end of the path of the stand-ins' source.
    package static let standIns = "stand-ins/StandIns.swift"

    private var sourceList: String { "\(folder)/Sources.txt" }
    private var sliceList: String { "\(folder)/Slice.txt" }

    /// Begins a slice: what `Sources.txt` names is divided into the files that are compiled, and the others.
    ///
    /// - Parameters:
    ///   - modules: the modules of packages that the files may import.
    ///   - kept: the paths of files that are compiled in any case.
    package func begin(modules: [String] = [], keeping kept: Set<String> = []) throws {
        let (paths, excluded) = try sources()
        let files = try paths.map { (path: $0, text: try Self.text("\(package)/\($0)")) }
        var (chosen, hasEntry) = SliceSelection.choose(files)
        chosen.formUnion(kept.intersection(paths))
        guard hasEntry else {
            throw SourceProblem(
                file: sourceList, line: 1, column: 1,
                message: "no Swift file of the app has its entry (@main, @UIApplicationMain, main.swift): an app that "
                    + "begins in Objective-C is not compiled here")
        }
        var list = SliceList()
        list.modules = Set(modules)
        list.files = (paths + excluded.paths).filter { !chosen.contains($0) }
        let head = "# What is compiled; of the other files of the app, stand-ins are made (Slice.txt).\n"
        let lines = paths.filter { chosen.contains($0) } + excluded.lines
        try write(head + lines.map { "\($0)\n" }.joined(), to: sourceList)
        try write(list.text, to: sliceList)
    }

    /// Has stand-ins take the place of modules of packages.
    ///
    /// - Parameter lines: the modules and the files of their sources, as lines of `Slice.txt`.
    package func leaveModules(_ lines: String) throws {
        let left = try SliceList(lines, path: "standard input")
        var list = try SliceList(Self.text(sliceList), path: sliceList)
        list.modules.subtract(left.modules)
        list.files += left.files.filter { !list.files.contains($0) }
        try write(list.text, to: sliceList)
    }

    /// Learns from the errors of a build.
    ///
    /// - Parameter output: what the compiler printed.
    /// - Returns: false if nothing was learnt.
    package func repair(_ output: String) throws -> Bool {
        let slice = try read()
        let paths = Dictionary(
            slice.paths.map { (Self.whole("\(package)/\($0)"), $0) }, uniquingKeysWith: { first, _ in first })
        let errors = CompilerError.all(in: output).map { error in
            let isOfStandIns = error.file.hasSuffix("/\(Self.standIns)")
            return CompilerError(
                file: isOfStandIns ? Self.standIns : paths[error.file] ?? error.file, line: error.line,
                message: error.message)
        }
        // On a thread with a deep stack.
        let learnt = Parallel.map(1) { _ -> SliceList? in
            var repair = SliceRepair(slice, standIns: Self.standIns)
            return repair.learn(errors) ? repair.list : nil
        }[0]
        guard let learnt else { return false }
        try write(learnt.text, to: sliceList)
        return true
    }

    /// Reads the slice's files, and makes its stand-ins.
    package func read() throws -> Slice {
        let list = try SliceList(Self.text(sliceList), path: sliceList)
        let (paths, excluded) = try sources()
        // A file that the user leaves out is stood in for, as the others are.
        let others = Set(list.files + excluded.paths).subtracting(paths).sorted()
        return try Slice(
            paths.map { ($0, try Self.text("\(package)/\($0)")) },
            others: others.map { ($0, try Self.text("\(package)/\($0)")) },
            list: list, own: (try? Self.text("\(folder)/Linux.swift")) ?? "")
    }

    /// Reads `Sources.txt` as the plug-in does: a file or folder a line; `!` leaves one out, and `#` begins a comment.
    ///
    /// - Returns: the Swift files that are compiled, and those that are left out, with the lines that say so.
    private func sources() throws -> (paths: [String], excluded: (paths: [String], lines: [String])) {
        var paths: [String] = []
        var excluded: (paths: [String], lines: [String]) = ([], [])
        for line in try Self.text(sourceList).split(whereSeparator: \.isNewline) {
            let words = line.prefix { $0 != "#" }.trimmed
            let isIn = !words.hasPrefix("!")
            let path = String(isIn ? words : words.dropFirst().trimmed)
            guard !path.isEmpty else { continue }
            if isIn {
                paths += swiftFiles(path).filter { !paths.contains($0) }
            } else {
                excluded.lines.append("!\(path)")
                excluded.paths += paths.filter { $0 == path || $0.hasPrefix("\(path)/") }
                paths.removeAll { $0 == path || $0.hasPrefix("\(path)/") }
            }
        }
        return (paths, excluded)
    }

    /// Returns the Swift files of a folder, or a file itself.
    private func swiftFiles(_ path: String) -> [String] {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: "\(package)/\(path)", isDirectory: &isFolder), isFolder else {
            return [path]
        }
        let inside = (try? FileManager.default.subpathsOfDirectory(atPath: "\(package)/\(path)")) ?? []
        return inside.filter { $0.hasSuffix(".swift") }.sorted().map { "\(path)/\($0)" }
    }

    /// Returns the texts that are compiled, by the whole path of their files.
    package func texts(_ slice: Slice) -> [String: String] {
        Dictionary(
            zip(slice.paths.map { Self.whole("\(package)/\($0)") }, slice.texts),
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the whole path of a file, as the compiler names it.
    private static func whole(_ path: String) -> String {
        let path = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { parts.removeLast(min(1, parts.count)) } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    private static func text(_ path: String) throws -> String {
        do { return try String(contentsOfFile: path, encoding: .utf8) } catch {
            throw SourceProblem(file: path, line: 1, column: 1, message: "the file cannot be read as UTF-8")
        }
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}

extension Substring {
    /// The text without spaces at both ends.
    fileprivate var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        return start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)
    }
}
