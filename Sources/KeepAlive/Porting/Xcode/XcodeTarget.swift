import FoundationEssentials
import KeepAliveAssets

/// A target of an Xcode project.
package struct XcodeTarget {
    /// The type of the target's product.
    package enum Kind: String {
        case application = "com.apple.product-type.application"
        /// A framework, which apps embed.
        case framework = "com.apple.product-type.framework"
        /// A static library, which is linked into apps.
        case staticLibrary = "com.apple.product-type.library.static"
        /// Any other type, such as tests, extensions and watch apps.
        case other
    }

    package let name: String
    /// The type of the target's product.
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

    /// Returns the target's settings in a build configuration.
    package func settings(_ configuration: String) -> BuildSettings {
        project.settings(of: object, configuration: configuration)
    }

    /// Returns the name of the target's module, by which an Info.plist, a storyboard and other targets name its classes.
    /// The product may be named otherwise than the target.
    package func moduleName(_ configuration: String) -> String {
        let setting = settings(configuration)["PRODUCT_MODULE_NAME"] ?? ""
        return (setting.isEmpty || setting.contains("$") ? name : setting).moduleName
    }

    /// True for an app that runs on a phone.
    package var isPhoneApp: Bool { kind == .application && !isForAnotherDevice }

    /// True for a library of the app.
    var isLibrary: Bool { kind == .framework || kind == .staticLibrary }

    /// Returns the name of the configuration to use: the given one, else `Release`, else the default.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if the target has no configuration with the given name.
    package func configurationName(_ given: String?) throws -> String {
        try project.configurationName(given, of: object)
    }

    /// Returns the paths of settings files (`.xcconfig`) that a configuration names and that do not exist.
    package func missingSettingsFiles(_ configuration: String) -> [String] {
        project.missingSettingsFiles(of: object, configuration: configuration)
    }

    /// True if the target is for a watch, a television, a Mac or a headset alone.
    package var isForAnotherDevice: Bool {
        let settings = settings("Release")
        return ["watchos", "appletvos", "macosx", "xros"].contains(settings["SDKROOT"] ?? "iphoneos")
    }

    /// The names of the targets of the same project on which the target depends.
    package var dependencies: [String] {
        (object["dependencies"]?.strings ?? []).compactMap { identifier in
            project.object(.string(identifier)).flatMap { project.object($0["target"]) }?["name"]?.string
        }
    }

    /// A product of a package.
    package struct PackageProduct: Hashable, Sendable {
        package let name: String
        /// The package, if the project depends on it by URL.
        package let package: RemotePackage?
    }

    /// The package products on which the target depends.
    package var packageProducts: [PackageProduct] {
        let packages = project.remotePackages
        return (object["packageProductDependencies"]?.strings ?? []).compactMap { identifier in
            guard let product = project.object(.string(identifier)), let name = product["productName"]?.string else {
                return nil
            }
            return PackageProduct(name: name, package: product["package"]?.string.flatMap { packages[$0] })
        }.sorted { $0.name < $1.name }
    }

    /// The files that Xcode compiles: Swift and other sources, and models.
    package var sources: [String] { files(of: "PBXSourcesBuildPhase") + synchronized.filter(Self.isSource) }

    /// The files that Xcode copies into the product.
    package var resources: [String] {
        files(of: "PBXResourcesBuildPhase") + synchronized.filter { !Self.isSource($0) }
    }

    private func files(of phase: String) -> [String] {
        (object["buildPhases"]?.strings ?? []).compactMap { project.object(.string($0)) }
            .filter { $0["isa"]?.string == phase }
            .flatMap { $0["files"]?.strings ?? [] }
            .flatMap(project.paths)
    }

    /// The files of synchronized folders (Xcode 16 and later). All files of a target's own folder belong to it, except
    /// for the listed ones. Of a folder of other targets, the listed files alone belong to it.
    private var synchronized: [String] {
        let own = object["fileSystemSynchronizedGroups"]?.strings ?? []
        let whole = own.flatMap { group -> [String] in
            guard let folder = project.path(of: group) else { return [] }
            let exceptions = exceptions(of: group, in: folder)
            return FolderFiles.below(folder).filter { file in
                !exceptions.contains { file == $0 || file.hasPrefix("\($0)/") }
            }
        }
        let shared = project.synchronizedGroups.filter { !own.contains($0) }.flatMap { group -> [String] in
            guard let folder = project.path(of: group) else { return [] }
            return exceptions(of: group, in: folder)
        }
        return whole + shared.filter { FileManager.default.fileExists(atPath: $0) }
    }

    /// Returns the paths that the target treats otherwise than the other files of a synchronized folder.
    private func exceptions(of group: String, in folder: String) -> [String] {
        (project.object(.string(group))?["exceptions"]?.strings ?? [])
            .compactMap { project.object(.string($0)) }
            .filter { $0["target"]?.string == identifier }
            .flatMap { $0["membershipExceptions"]?.strings ?? [] }
            .flatMap { name -> [String] in
                // A file of all languages: '/Localized: Texts/Localizable.strings'.
                guard name.hasPrefix(Self.localized) else { return ["\(folder)/\(name)"] }
                let parts = name.dropFirst(Self.localized.count).split(separator: "/")
                let place = ([folder] + parts.dropLast().map(String.init)).joined(separator: "/")
                let languages = ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted()
                return languages.filter { $0.hasSuffix(".lproj") }.map { "\(place)/\($0)/\(parts.last ?? "")" }
            }
    }

    private static let localized = "/Localized: "

    private static let sourceSuffixes = [
        ".swift", ".m", ".mm", ".c", ".cpp", ".metal", ".xcdatamodeld", ".xcdatamodel", ".intentdefinition", ".mlmodel",
    ]

    private static func isSource(_ path: String) -> Bool { sourceSuffixes.contains { path.hasSuffix($0) } }
}

/// Lists the files of a folder.
package enum FolderFiles {
    /// The suffixes of folders that Xcode treats as one file.
    private static let wholes = [
        ".xcdatamodeld", ".xcassets", ".bundle", ".xcodeproj", ".xcworkspace", ".framework", ".xcframework",
    ]

    /// Returns the names of the Xcode projects in a folder, sorted.
    package static func projects(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".xcodeproj") }
            .sorted()
    }

    /// Returns whether a folder contains the KeepAlive package itself.
    package static func isKeepAlive(_ folder: String) -> Bool {
        ProjectFile.text("\(folder)/Package.swift")?.contains("name: \"KeepAlive\",") == true
    }

    /// Returns the paths of all files below a folder, in order. Hidden files are left out. A folder that Xcode treats
    /// as one file, such as an asset catalog, is one path.
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
