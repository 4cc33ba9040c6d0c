import FoundationEssentials
import KeepAlivePolicy

/// A package of Swift beside a project, as its manifest describes it.
package struct LocalPackage {
    /// A target of Swift sources.
    package struct Target {
        /// The name.
        package let name: String
        /// `regular` for a library; others are macros, plug-ins, binaries and the like.
        package let type: String
        /// The files and folders in its folder that count, as full paths.
        package let files: [String]
        /// The resources among its files, as full paths.
        package let resources: [String]
        /// The names of the targets and products that it needs.
        package let dependencies: [String]
    }

    /// The folder.
    package let folder: String
    /// The targets of each product, by the names of the products.
    package let products: [String: [String]]
    /// The targets, but for tests.
    package let targets: [Target]
    /// The folders of other local packages that it needs.
    package let neighbours: [String]
    /// The language mode: 5, or 6.
    package let languageMode: String

    /// Takes a package as `swift package dump-package` describes it.
    ///
    /// - Parameters:
    ///   - folder: its folder.
    ///   - description: the JSON.
    /// - Throws: ``KeepAliveError`` with code `manifest` if it is something else.
    package init(folder: String, description: Data) throws {
        let manifest: Manifest
        do {
            manifest = try JSONDecoder().decode(Manifest.self, from: description)
        } catch {
            throw KeepAliveError(.manifest, "\(folder)/Package.swift: its description is not understood: \(error)")
        }
        self.folder = folder
        products = Dictionary(manifest.products.map { ($0.name, $0.targets) }) { first, _ in first }
        targets = manifest.targets.filter { $0.type != "test" }.map { target in
            let place = Self.place(of: target, in: folder)
            let excluded = target.exclude.map { "\(place)/\($0)" }
            func isBelow(_ path: String, _ parents: [String]) -> Bool {
                parents.contains { path == $0 || path.hasPrefix($0 + "/") }
            }
            let files = FolderFiles.below(place).filter { !isBelow($0, excluded) }
            let resources = (target.resources ?? []).map { "\(place)/\($0.path)" }
            let sources = target.sources.map { $0.map { "\(place)/\($0)" } }
            return Target(
                name: target.name, type: target.type,
                files: files.filter { path in sources.map { isBelow(path, $0) } ?? true },
                resources: files.filter { isBelow($0, resources) || Self.isResource($0) },
                dependencies: target.dependencies.map(\.name))
        }
        // Their paths are full ones; that of this package may be given otherwise.
        let root = manifest.packageKind.root.first ?? folder
        neighbours = manifest.dependencies.compactMap { $0.fileSystem?.first?.path }
            .map { "\(folder)/\(LinuxPackage.relative($0, from: root))" }
        let modes = manifest.swiftLanguageVersions ?? []
        let isNewer = (manifest.toolsVersion.version.split(separator: ".").first.flatMap { Int($0) } ?? 5) >= 6
        languageMode = modes.contains { $0.hasPrefix("6") } || (modes.isEmpty && isNewer) ? "6" : "5"
    }

    /// Returns whether Xcode takes a file of a package as a resource, also where its manifest does not say so.
    ///
    /// Source: "Bundling resources with a Swift package", developer.apple.com/documentation/xcode
    private static func isResource(_ path: String) -> Bool {
        [
            ".storyboard", ".xib", ".nib", ".xcassets", ".strings", ".stringsdict", ".xcstrings", ".xcdatamodeld",
            ".metal",
        ]
        .contains { path.hasSuffix($0) } || path.contains(".lproj/")
    }

    /// Returns the folder of a target: the one that it names, or the first of those where SwiftPM looks.
    private static func place(of target: Manifest.Target, in folder: String) -> String {
        if let path = target.path { return path == "." ? folder : "\(folder)/\(path)" }
        let places = ["Sources", "Source", "src", "srcs"].map { "\(folder)/\($0)/\(target.name)" }
        return places.first { FileManager.default.fileExists(atPath: $0) } ?? places[0]
    }
}

/// The part of `swift package dump-package` that counts here.
private struct Manifest: Decodable {
    struct Product: Decodable {
        let name: String
        let targets: [String]
    }

    struct Target: Decodable {
        let name: String
        let type: String
        let path: String?
        let exclude: [String]
        let sources: [String]?
        let resources: [Resource]?
        let dependencies: [Dependency]
    }

    struct Resource: Decodable {
        let path: String
    }

    /// One of `byName`, `target` and `product`, each a list whose first element is the name.
    struct Dependency: Decodable {
        let name: String

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.container(keyedBy: Kind.self)
            guard let kind = kinds.allKeys.first else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "a dependency of no known kind"))
            }
            var parts = try kinds.nestedUnkeyedContainer(forKey: kind)
            name = try parts.decode(String.self)
        }

        private enum Kind: String, CodingKey {
            case byName, target, product
        }
    }

    struct PackageDependency: Decodable {
        struct Place: Decodable {
            let path: String
        }

        let fileSystem: [Place]?
    }

    struct ToolsVersion: Decodable {
        let version: String

        private enum CodingKeys: String, CodingKey {
            case version = "_version"
        }
    }

    struct Kind: Decodable {
        let root: [String]
    }

    let packageKind: Kind
    let products: [Product]
    let targets: [Target]
    let dependencies: [PackageDependency]
    let swiftLanguageVersions: [String]?
    let toolsVersion: ToolsVersion
}
