import FoundationEssentials
import KeepAlivePolicy

/// A Swift package in a folder, as the package's manifest describes it.
package struct LocalPackage {
    /// A target of the package, except for test targets.
    package struct Target {
        package let name: String
        /// The type of the target: `regular` for a library, or `macro`, `plugin`, `binary` and so on.
        package let type: String
        /// The files of the target, as full paths. Folders such as asset catalogs count as one file.
        package let files: [String]
        /// The resources among the target's files, as full paths.
        package let resources: [String]
        /// The names of the targets and products on which the target depends.
        package let dependencies: [String]
    }

    /// The path of the package's folder.
    package let folder: String
    /// The names of the targets of each product, by the product's name.
    package let products: [String: [String]]
    /// The targets of the package, without test targets.
    package let targets: [Target]
    /// The folders of the local packages on which the package depends.
    package let neighbours: [String]
    /// The packages on which the package depends by URL.
    package let remotes: [RemotePackage]
    /// The language mode: "5" or "6".
    package let languageMode: String

    /// Creates a package from the output of `swift package dump-package`.
    ///
    /// - Parameters:
    ///   - folder: the folder of the package.
    ///   - description: the JSON output.
    /// - Throws: ``KeepAliveError`` with code `manifest` if the JSON cannot be decoded.
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
        // The dependencies' paths are absolute. They are made relative to the package's own absolute path, and then
        // to the given path of the folder.
        let root = manifest.packageKind.root.first ?? folder
        neighbours = manifest.dependencies.compactMap { $0.fileSystem?.first?.path }
            .map { "\(folder)/\(LinuxPackage.relative($0, from: root))" }
        remotes = manifest.dependencies.compactMap { $0.sourceControl?.first?.package }
        let modes = manifest.swiftLanguageVersions ?? []
        let isNewer = (manifest.toolsVersion.version.split(separator: ".").first.flatMap { Int($0) } ?? 5) >= 6
        languageMode = modes.contains { $0.hasPrefix("6") } || (modes.isEmpty && isNewer) ? "6" : "5"
    }

    /// Returns whether Xcode treats a file of a package as a resource even if the manifest does not declare it.
    ///
    /// Source: "Bundling resources with a Swift package", developer.apple.com/documentation/xcode
    private static func isResource(_ path: String) -> Bool {
        [
            ".storyboard", ".xib", ".nib", ".xcassets", ".strings", ".stringsdict", ".xcstrings", ".xcdatamodeld",
            ".metal",
        ]
        .contains { path.hasSuffix($0) } || path.contains(".lproj/")
    }

    /// Returns the folder of a target: the path in the manifest, or the first of SwiftPM's default folders that
    /// exists.
    private static func place(of target: Manifest.Target, in folder: String) -> String {
        if let path = target.path { return path == "." ? folder : "\(folder)/\(path)" }
        let places = ["Sources", "Source", "src", "srcs"].map { "\(folder)/\($0)/\(target.name)" }
        return places.first { FileManager.default.fileExists(atPath: $0) } ?? places[0]
    }
}

/// The parts of the output of `swift package dump-package` from which a ``LocalPackage`` is created.
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

    /// A dependency. The JSON key is `byName`, `target` or `product`, and the value is an array that begins with the
    /// name.
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

        struct Remote: Decodable {
            struct Location: Decodable {
                struct URL: Decodable {
                    let urlString: String
                }
                let remote: [URL]?
            }
            struct Requirement: Decodable {
                struct Range: Decodable {
                    let lowerBound: String
                    let upperBound: String
                }
                let exact: [String]?
                let revision: [String]?
                let branch: [String]?
                let range: [Range]?

                var requirement: RemotePackage.Requirement? {
                    exact?.first.map { .exact($0) } ?? revision?.first.map { .revision($0) }
                        ?? branch?.first.map { .branch($0) }
                        ?? range?.first.map { .range($0.lowerBound, $0.upperBound) }
                }
            }
            let location: Location?
            let requirement: Requirement?

            var package: RemotePackage? {
                guard let url = location?.remote?.first?.urlString, let required = requirement?.requirement else {
                    return nil
                }
                return RemotePackage(url: url, requirement: required)
            }
        }

        let fileSystem: [Place]?
        let sourceControl: [Remote]?
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
