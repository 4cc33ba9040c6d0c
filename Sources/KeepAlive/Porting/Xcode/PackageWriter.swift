import FoundationEssentials
import KeepAliveAssets
import KeepAlivePolicy

/// Writes the files of the package beside an app.
package struct PackageWriter {
    /// A file that was written or kept.
    package struct Outcome: Equatable {
        /// The path of the file, relative to the package's folder.
        package let path: String
        /// True if the file existed and belongs to the user, so that it was not changed.
        package let isKept: Bool
        /// A short description of the file's content, for the output of the command.
        package let content: String
    }

    private let plan: LinuxPackage
    private let keepAlive: String
    private let force: Bool
    /// The products of KeepAlive that the package needs.
    private let products: [String]
    /// The text that marks a Package.swift that `keepalive-run init` wrote and may overwrite.
    private static let mark = "made by 'keepalive-run init'"

    /// - Parameters:
    ///   - plan: the package to write.
    ///   - keepAlive: the path of the KeepAlive package, or its URL.
    ///   - force: true to overwrite a package that `keepalive-run init` wrote earlier.
    package init(_ plan: LinuxPackage, keepAlive: String, force: Bool) {
        self.plan = plan
        self.keepAlive = keepAlive
        self.force = force
        products = plan.products
    }

    /// Writes all files of the package.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if a Package.swift exists that must not be overwritten; with
    ///   code `output` if a file cannot be written.
    package func write() throws -> [Outcome] {
        let outcomes = try writeFiles()
        // Package.swift is written last, so that it exists only if the package is complete.
        return try writeManifest() + outcomes
    }

    /// Writes all files except for Package.swift.
    private func writeFiles() throws -> [Outcome] {
        var outcomes: [Outcome] = []
        for target in plan.targets {
            let folder = "KeepAlive/\(target.name)"
            outcomes.append(try writeSources(of: target))
            let own = "\(folder)/Linux.swift"
            let isThere = FileManager.default.fileExists(atPath: path(own))
            if !isThere { try write(LinuxPackage.ownSource, to: own) }
            outcomes.append(Outcome(path: own, isKept: isThere, content: "what the app needs on Linux alone"))
            if target.hasBundle {
                try write(LinuxPackage.bundleSource, to: "\(folder)/Bundle.swift")
                outcomes.append(
                    Outcome(path: "\(folder)/Bundle.swift", isKept: false, content: "Bundle.module, the app's bundle"))
            }
            outcomes += try writeAssetSymbols(target, to: "\(folder)/GeneratedAssetSymbols.swift")
        }
        if let app = plan.app { outcomes += try writeBundle(app) }
        return outcomes
    }

    /// Writes a target's Sources.txt.
    ///
    /// - Throws: as ``write()``.
    @discardableResult
    package func writeSources(of target: LinuxPackage.Target) throws -> Outcome {
        try checkManifest()
        let path = "KeepAlive/\(target.name)/Sources.txt"
        let excluded = excluded(by: path)
        try write(plan.sources(of: target) + excluded.map { "\($0)\n" }.joined(), to: path)
        let words = excluded.isEmpty ? "" : ", left out by you: \(excluded.count)"
        return Outcome(path: path, isKept: false, content: "files: \(target.sources.count)\(words)")
    }

    /// Writes Package.swift.
    ///
    /// - Parameter isAgain: true for a manifest that takes the place of one that this process has written.
    /// - Throws: ``KeepAliveError`` with code `output` if the file cannot be written.
    package func writeManifest(isAgain: Bool = false) throws -> [Outcome] {
        var outcomes: [Outcome] = []
        let manifest = plan.manifest(keepAlive: keepAlive, products: products)
        if !isAgain, let former = FileManager.default.contents(atPath: path("Package.swift")),
            former != Data(manifest.utf8)
        {
            // The former manifest is kept, because the user may have edited it, for example to add a test target.
            try write(String(decoding: former, as: UTF8.self), to: "Package.swift.old")
            outcomes.append(Outcome(path: "Package.swift.old", isKept: false, content: "the manifest that was there"))
        }
        try write(manifest, to: "Package.swift")
        return [
            Outcome(
                path: "Package.swift", isKept: false,
                content: "targets: \(plan.targets.map(\.name).joined(separator: ", "))")
        ] + outcomes
    }

    /// Writes the source with constants for a target's assets, or removes the source if there are no constants.
    private func writeAssetSymbols(_ target: LinuxPackage.Target, to name: String) throws -> [Outcome] {
        let catalogs = plan.links.filter { $0.target == target.name && AssetCatalog.isCatalog($0.resource) }
        let symbols = AssetSymbols(
            catalogs: catalogs.map { (path: path($0.resource), name: $0.name) },
            hasExtensions: target.assetSymbols == .extensions, hasSwiftUI: products.contains("KeepAliveSwiftUI"))
        guard target.assetSymbols != .none, symbols.count > 0 else {
            // Remove the source of an earlier run, whose catalog no longer exists.
            try? FileManager.default.removeItem(atPath: path(name))
            return []
        }
        try write(symbols.source, to: name)
        let conflicts = symbols.conflicts
        let words =
            conflicts.isEmpty ? "" : ", but for those that UIKit and SwiftUI have: \(conflicts.joined(separator: ", "))"
        return [Outcome(path: name, isKept: false, content: "constants of assets: \(symbols.count)\(words)")]
    }

    /// Returns the lines of Sources.txt that exclude files (`!…`). The user wrote these lines, so they are kept.
    private func excluded(by list: String) -> [String] {
        guard let content = FileManager.default.contents(atPath: path(list)) else { return [] }
        return String(decoding: content, as: UTF8.self).split(separator: "\n").map(String.init).filter {
            $0.hasPrefix("!")
        }
    }

    private func checkManifest() throws {
        guard let content = FileManager.default.contents(atPath: path("Package.swift")) else { return }
        guard String(decoding: content, as: UTF8.self).contains(Self.mark) else {
            throw KeepAliveError(
                .usage,
                "\(path("Package.swift")) is there already, and not of this command's making: nothing is written",
                remedy: "--into Linux writes the package into the folder Linux")
        }
        guard force else {
            throw KeepAliveError(
                .usage, "\(path("Package.swift")) is there already: nothing is written",
                remedy: "--force writes all but Linux.swift again")
        }
    }

    /// Writes the app's bundle without its executable: the Info.plist, and symbolic links to the resources.
    private func writeBundle(_ app: LinuxPackage.Target) throws -> [Outcome] {
        let bundle = "KeepAlive/\(app.name).app"
        for (_, resource, name) in plan.links { try link(resource, to: "\(bundle)/\(name)") }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        let list: Data
        do {
            list = try encoder.encode(PropertyListValue.dictionary(app.infoPlist))
        } catch {
            throw KeepAliveError(.output, "\(bundle)/Info.plist cannot be written: \(error)")
        }
        try write(String(decoding: list, as: UTF8.self), to: "\(bundle)/Info.plist")
        // `keepalive-run --bundle` puts the executable into the bundle. Git should ignore the executable, and the packages
        // that are fetched.
        let packages = plan.modules.isEmpty ? "" : "/.packages\n"
        try write("/\(app.name).app/\(app.name)\n\(packages)", to: "KeepAlive/.gitignore")
        let modes = app.infoPlist["UIBackgroundModes"]?.strings ?? []
        let identifier = app.infoPlist["CFBundleIdentifier"]?.string ?? ""
        return [
            Outcome(
                path: "\(bundle)/Info.plist", isKept: false,
                content: "\(identifier), background modes: \(modes.isEmpty ? "none" : modes.joined(separator: ", "))"),
            Outcome(path: bundle, isKept: false, content: "resources, as links: \(plan.links.count)"),
        ]
    }

    private func path(_ name: String) -> String { "\(plan.folder)/\(name)" }

    private func link(_ resource: String, to name: String) throws {
        let above = Array(repeating: "..", count: name.split(separator: "/").count - 1).joined(separator: "/")
        do {
            try makeFolder(of: name)
            if (try? FileManager.default.destinationOfSymbolicLink(atPath: path(name))) != nil {
                try FileManager.default.removeItem(atPath: path(name))
            }
            try FileManager.default.createSymbolicLink(
                atPath: path(name), withDestinationPath: "\(above)/\(resource)")
        } catch {
            throw KeepAliveError(.output, "\(path(name)) cannot be made: \(error)")
        }
    }

    private func write(_ text: String, to name: String) throws {
        do {
            try makeFolder(of: name)
            try Data(text.utf8).write(to: URL(filePath: path(name)), options: .atomic)
        } catch {
            throw KeepAliveError(.output, "\(path(name)) cannot be written: \(error)")
        }
    }

    private func makeFolder(of name: String) throws {
        let folder = path(name).split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
            separator: "/")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
}
