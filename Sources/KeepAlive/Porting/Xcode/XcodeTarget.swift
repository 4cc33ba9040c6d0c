import FoundationEssentials
import KeepAliveAssets

/// A target of a project.
package struct XcodeTarget {
    /// The kind of its product.
    package enum Kind: String {
        /// An app.
        case application = "com.apple.product-type.application"
        /// A library that apps contain.
        case framework = "com.apple.product-type.framework"
        /// A library that is a part of apps.
        case staticLibrary = "com.apple.product-type.library.static"
        /// Any other: tests, extensions, apps of a watch.
        case other
    }

    /// The name.
    package let name: String
    /// The kind of its product.
    package let kind: Kind
    private let object: XcodeProject.Object
    private let identifier: String
    private let project: XcodeProject

    init?(_ object: XcodeProject.Object, identifier: String, in project: XcodeProject) {
        guard object["isa"]?.string == "PBXNativeTarget", let name = object["name"]?.string else { return nil }
        self.name = name
        kind = object["productType"]?.string.flatMap(Kind.init) ?? .other
        self.object = object
        self.identifier = identifier
        self.project = project
    }

    /// Returns its settings in a configuration.
    package func settings(_ configuration: String) -> BuildSettings {
        project.settings(of: object, configuration: configuration)
    }

    /// True if it is for a watch, a television or a Mac alone.
    package var isForAnotherDevice: Bool {
        let settings = settings("Release")
        return ["watchos", "appletvos", "macosx", "xros"].contains(settings["SDKROOT"] ?? "iphoneos")
    }

    /// The names of the targets of the same project that it needs.
    package var dependencies: [String] {
        (object["dependencies"]?.strings ?? []).compactMap { identifier in
            project.object(.string(identifier)).flatMap { project.object($0["target"]) }?["name"]?.string
        }
    }

    /// The products of packages that it needs.
    package var packageProducts: [String] {
        (object["packageProductDependencies"]?.strings ?? []).compactMap {
            project.object(.string($0))?["productName"]?.string
        }.sorted()
    }

    /// The files that are compiled, and those that are models or other sources.
    package var sources: [String] { files(of: "PBXSourcesBuildPhase") + synchronized.filter(Self.isSource) }

    /// The files that are copied into the app.
    package var resources: [String] {
        files(of: "PBXResourcesBuildPhase") + synchronized.filter { !Self.isSource($0) }
    }

    private func files(of phase: String) -> [String] {
        (object["buildPhases"]?.strings ?? []).compactMap { project.object(.string($0)) }
            .filter { $0["isa"]?.string == phase }
            .flatMap { $0["files"]?.strings ?? [] }
            .flatMap(project.paths)
    }

    /// The files of folders that belong to the target as a whole, as projects of Xcode 16 and later have them.
    private var synchronized: [String] {
        (object["fileSystemSynchronizedGroups"]?.strings ?? []).flatMap { group -> [String] in
            guard let folder = project.path(of: group) else { return [] }
            let exceptions = (project.object(.string(group))?["exceptions"]?.strings ?? [])
                .compactMap { project.object(.string($0)) }
                .filter { $0["target"]?.string == identifier }
                .flatMap { $0["membershipExceptions"]?.strings ?? [] }
            return FolderFiles.below(folder).filter { file in
                !exceptions.contains { file == "\(folder)/\($0)" || file.hasPrefix("\(folder)/\($0)/") }
            }
        }
    }

    private static let sourceSuffixes = [
        ".swift", ".m", ".mm", ".c", ".cpp", ".metal", ".xcdatamodeld", ".xcdatamodel", ".intentdefinition", ".mlmodel",
    ]

    private static func isSource(_ path: String) -> Bool { sourceSuffixes.contains { path.hasSuffix($0) } }
}

/// The files of a folder.
package enum FolderFiles {
    /// Folders that are one thing for Xcode.
    private static let wholes = [
        ".xcdatamodeld", ".xcassets", ".bundle", ".xcodeproj", ".xcworkspace", ".framework", ".xcframework",
    ]

    /// Returns the names of the projects in a folder, in order.
    package static func projects(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".xcodeproj") }
            .sorted()
    }

    /// Returns whether a folder has the package KeepAlive.
    package static func isKeepAlive(_ folder: String) -> Bool {
        ProjectFile.text("\(folder)/Package.swift")?.contains("name: \"KeepAlive\",") == true
    }

    /// Returns the paths of all files below a folder, in order. What is hidden is left out, and a folder that is one thing
    /// for Xcode, such as a catalog of assets, is one path.
    package static func below(_ folder: String) -> [String] {
        var links = FollowedLinks(from: folder)
        return below(folder, &links)
    }

    private static func below(_ folder: String, _ links: inout FollowedLinks) -> [String] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        var found: [String] = []
        for name in names where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            var isFolder = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
            if isFolder, !wholes.contains(where: { name.hasSuffix($0) }) {
                if links.follow(path) { found += below(path, &links) }
            } else {
                found.append(path)
            }
        }
        return found
    }
}
