import FoundationEssentials
import KeepAliveFormats
import KeepAliveModel
import KeepAliveModuleNames
import KeepAliveRewriting
import KeepAliveXcode

/// A project as the checks see it: its sources, its Info.plist and its entitlements.
package struct CheckedProject: Sendable {
    /// The name of the project, target and configuration, for the head of a report.
    package let origin: String
    /// The folder to which the paths of findings are relative, as the user spelled it.
    private let folder: String
    /// The Info.plist that Xcode would make; `nil` if the project has none.
    let manifest: Manifest?
    /// The values of `UIBackgroundModes`, as they stand in the Info.plist.
    let declaredModes: [String]
    /// The keys of the Info.plist.
    let keys: Set<String>
    /// The path of the Info.plist, relative to the project's folder; of the project file if settings make it.
    let manifestPath: String
    private let manifestLines: [Substring]
    /// The modules of the project itself.
    private let ownModules: Set<String>
    private let linksForeignCode: Bool
    /// The entitlements of the target.
    let entitlements: [String: PropertyListValue]
    let index: CodeIndex
    let objectiveC: [ObjectiveCFile]
    /// The files that could not be read, each with the reason.
    package let unread: [(path: String, reason: String)]
    /// True if the Info.plist or the build settings could not be read, so that their checks are left out.
    package let isIncomplete: Bool

    /// The numbers of files that were read.
    package var fileCounts: (swift: Int, objectiveC: Int) { (index.files.count, objectiveC.count) }

    /// Reads a project.
    ///
    /// - Parameters:
    ///   - path: an Xcode project, a workspace, or a folder with one, or with a package or Swift files.
    ///   - target: the name of the app's target; `nil` if there is only one app.
    ///   - configuration: the build configuration whose settings are used; `nil` for `Release`, or the default.
    /// - Throws: ``KeepAliveError`` with code `usage` if there is no such project or target, with code `manifest` if
    ///   the Info.plist cannot be read.
    package init(path: String, target: String?, configuration: String?) throws {
        let files = try ProjectFiles.find(path, target: target, configuration: configuration)
        try self.init(files) { ProjectFile.text("\(files.folder)/\($0)") }
    }

    /// - Parameter text: returns the text of a source or of the Info.plist; `nil` if it cannot be read.
    init(_ files: ProjectFiles, text: (String) -> String?) throws {
        origin = files.origin
        folder = files.folder
        manifestPath = files.manifestPath
        manifestLines = (text(files.manifestPath) ?? "").split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        entitlements = files.entitlements
        ownModules = files.ownModules
        keys = Set(files.infoPlist.map { Array($0.keys) } ?? [])
        linksForeignCode = files.linksForeignCode
        declaredModes = files.infoPlist?["UIBackgroundModes"]?.strings ?? []
        manifest = try files.infoPlist.map { list in
            let encoder = PropertyListEncoder()
            encoder.outputFormat = .xml
            return try ManifestDecoder.decode(
                [UInt8](encoder.encode(PropertyListValue.dictionary(list))), path: files.manifestPath)
        }
        let texts = files.sources.map { path in (path, text(path)) }
        let swift = texts.filter { $0.0.hasSuffix(".swift") && $0.1 != nil }
        let read = Parallel.map(swift.count) { place in
            Result { () throws(CheckedFile.Refusal) in
                try CheckedFile(path: swift[place].0, text: swift[place].1 ?? "")
            }
        }
        let refused = zip(swift, read).compactMap { source, result -> (path: String, reason: String)? in
            if case .failure(let refusal) = result { (source.0, refusal.reason) } else { nil }
        }
        isIncomplete = !files.missing.isEmpty
        unread =
            files.missing + refused
            + texts.filter { $0.1 == nil }.map { ($0.0, "no regular file of at most 16 MiB is there") }
        // On a thread with a deep stack.
        index = Parallel.map(1) { _ in CodeIndex(read.compactMap { try? $0.get() }, linked: files.linkedModules) }[0]
        let other = texts.filter { !$0.0.hasSuffix(".swift") && $0.1 != nil }
        objectiveC = Parallel.map(other.count) { ObjectiveCFile(path: other[$0].0, text: other[$0].1 ?? "") }
    }

    /// True if modules that are no part of the project may make calls that are not seen: packages and pods. Objective-C
    /// needs no import of a module for that.
    var hasForeignModules: Bool {
        (linksForeignCode && !objectiveC.isEmpty)
            || index.imports.contains {
                !AppleModule.isApples($0) && !$0.hasPrefix("KeepAlive") && !ownModules.contains($0)
            }
    }

    /// Returns the first place at which an Objective-C file names one of these identifiers; `nil` if none does.
    func objectiveCPlace(_ names: String...) -> Finding.Place? {
        for file in objectiveC {
            for name in names {
                if let line = file.names[name]?.first { return Finding.Place(file: file.path, line: line, column: 1) }
            }
        }
        return nil
    }

    /// Returns the path of a file of the project as it is reached from the working directory.
    func reachable(_ path: String) -> String {
        let whole = folder == "." ? path : "\(folder)/\(path)"
        let here = FileManager.default.currentDirectoryPath
        return whole.hasPrefix("/")
            ? (whole.hasPrefix("\(here)/") ? LinuxPackage.relative(whole, from: here) : whole)
            : LinuxPackage.relative(whole, from: "")
    }

    /// Returns the line of the Info.plist, or of the project file that makes it, with the first of these texts that it
    /// has; the first line if it has none.
    func manifestPlace(of texts: String...) -> Finding.Place {
        let line = texts.lazy.compactMap { text in manifestLines.firstIndex { $0.contains(text) } }.first ?? 0
        return Finding.Place(file: manifestPath, line: line + 1, column: 1)
    }

    /// Returns the place of an element in the Info.plist's value of a key, or that of the key: the file may spell the
    /// element with build settings.
    func manifestPlace(of element: String, in key: String) -> Finding.Place {
        guard let start = manifestLines.firstIndex(where: { $0.contains(">\(key)<") }) else {
            return manifestPlace(of: element)
        }
        let end = manifestLines[start...].firstIndex { $0.contains("</array>") } ?? start
        let line = manifestLines[start...end].firstIndex { $0.contains(element) } ?? start
        return Finding.Place(file: manifestPath, line: line + 1, column: 1)
    }
}
