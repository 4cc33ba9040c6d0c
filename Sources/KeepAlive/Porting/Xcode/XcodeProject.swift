import FoundationEssentials
import KeepAliveFormats
import KeepAlivePolicy

/// An Xcode project, reduced to its targets' sources, resources and settings.
package struct XcodeProject {
    /// An object of the project file, by property name.
    typealias Object = [String: PropertyListValue]

    /// The folder to which the project's paths are relative.
    package let folder: String
    /// The name of the project, without `.xcodeproj`.
    package let name: String
    /// The path of the `.xcodeproj` folder.
    private let path: String
    private let objects: [String: Object]
    private let root: Object
    /// The identifier of the parent group, by the identifier of the child.
    private let parents: [String: String]
    /// The path of the project's `Package.resolved`, in the project or in a workspace beside it; `nil` if there is none.
    package let pinsPath: String?
    /// The versions that the project's `Package.resolved` records. A file that is not understood records none.
    let pins: PackagePins

    /// Reads a project file.
    ///
    /// - Parameter path: the path of an `.xcodeproj` folder.
    /// - Throws: ``KeepAliveError`` with code `usage` if the path is not an Xcode project.
    package init(path: String) throws {
        let file = path + "/project.pbxproj"
        let list: PropertyListValue
        do {
            guard let found = try ProjectFile.propertyList(file, limits: ProjectFile.projectLimits) else {
                throw KeepAliveError(
                    .usage, "\(file) cannot be read",
                    remedy: "Expected the path of an Xcode project, or of a folder with one")
            }
            list = found
        } catch let fault as PropertyListReader.Fault {
            throw KeepAliveError(.usage, "\(file) is not a project: \(fault.description)", remedy: fault.remedy)
        }
        objects = list["objects"]?.dictionary.mapValues(\.dictionary) ?? [:]
        guard let root = list["rootObject"]?.string.flatMap({ [objects] in objects[$0] }) else {
            throw KeepAliveError(.usage, "\(file) is not a project: it has no root object")
        }
        self.root = root
        self.path = path
        var parents: [String: String] = [:]
        for (identifier, object) in objects {
            for child in object["children"]?.strings ?? [] { parents[child] = identifier }
        }
        self.parents = parents
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        let start = (path.hasPrefix("/") ? "/" : "") + parent
        folder =
            root["projectDirPath"]?.string.flatMap { $0.isEmpty ? nil : "\(start.isEmpty ? "." : start)/\($0)" }
            ?? (start.isEmpty ? "." : start)
        name = path.split(separator: "/").last.map { String($0.dropSuffix(".xcodeproj")) } ?? "App"
        let workspaces = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
            .filter { $0.hasSuffix(".xcworkspace") }.map { [folder] in "\(folder)/\($0)" }
        pinsPath = (["\(path)/project.xcworkspace"] + workspaces).map { "\($0)/xcshareddata/swiftpm/Package.resolved" }
            .first { FileManager.default.fileExists(atPath: $0) }
        pins = pinsPath.flatMap { ProjectFile.text($0) }.flatMap { try? PackagePins(Data($0.utf8)) } ?? PackagePins()
    }

    func object(_ identifier: PropertyListValue?) -> Object? { identifier?.string.flatMap { objects[$0] } }

    /// The native targets of the project. Aggregate and legacy targets are left out.
    package var targets: [XcodeTarget] {
        (root["targets"]?.strings ?? []).compactMap { identifier in
            objects[identifier].flatMap { XcodeTarget($0, identifier: identifier, in: self) }
        }
    }

    /// Returns a target and the libraries of the project on which it depends.
    package func reachable(from first: XcodeTarget) -> [XcodeTarget] {
        let all = targets
        var found = [first]
        var next = 0
        while next < found.count {
            let names = found[next].dependencies
            found += all.filter { other in
                other.isLibrary && names.contains(other.name) && !found.contains { $0.name == other.name }
            }
            next += 1
        }
        return found
    }

    /// Returns the target of an app.
    ///
    /// - Parameter name: the name of the target; `nil` for the only app for iOS.
    /// - Throws: ``KeepAliveError`` with code `usage` if there is no such target, or if there are several apps.
    package func app(named name: String?) throws -> XcodeTarget {
        let apps = targets.filter(\.isPhoneApp)
        let chosen = name.map { name in targets.filter { $0.name == name } } ?? apps
        guard let app = chosen.first, chosen.count == 1 else {
            let names = apps.map(\.name).sorted().joined(separator: ", ")
            throw KeepAliveError(
                .usage,
                name.map { "\(self.name) has no target '\($0)'" }
                    ?? (apps.isEmpty ? "\(self.name) has no app for iOS" : "\(self.name) has several apps"),
                remedy: apps.isEmpty ? nil : "Expected --target with one of: \(names)")
        }
        return app
    }

    /// The folders of the project's local packages: package references, and packages among the project's files. A project
    /// that depends on a product and names no package for it is in a workspace with the package: then the packages in the
    /// two folders above count.
    package var packageFolders: [String] {
        let references = (root["packageReferences"]?.strings ?? []).compactMap { objects[$0] }
            .filter { $0["isa"]?.string == "XCLocalSwiftPackageReference" }
            .compactMap { $0["relativePath"]?.string }.map { "\(folder)/\($0)" }
        let contained = objects.filter { $0.value["isa"]?.string == "PBXFileReference" }
            .compactMap { path(of: $0.key, parents) }
            .filter { FileManager.default.fileExists(atPath: $0 + "/Package.swift") }
        let isOfPackageElsewhere = objects.values.contains {
            $0["isa"]?.string == "XCSwiftPackageProductDependency" && $0["package"] == nil
        }
        let own = Set(references + contained)
        guard own.isEmpty, isOfPackageElsewhere else { return own.sorted() }
        return ["\(folder)/..", "\(folder)/../.."].filter {
            FileManager.default.fileExists(atPath: $0 + "/Package.swift")
        }
    }

    /// The packages on which the project depends by URL, by the identifiers of the references. A version that the
    /// project's `Package.resolved` records takes the place of the required ones.
    package var remotePackages: [String: RemotePackage] {
        (root["packageReferences"]?.strings ?? []).reduce(into: [:]) { found, identifier in
            guard let object = objects[identifier], object["isa"]?.string == "XCRemoteSwiftPackageReference",
                let package = RemotePackage(object)
            else { return }
            found[identifier] = package.pinned(by: pins)
        }
    }

    /// The identifiers of the folders whose files belong to targets without an entry for each (Xcode 16 and later).
    var synchronizedGroups: [String] {
        objects.filter { $0.value["isa"]?.string == "PBXFileSystemSynchronizedRootGroup" }.keys.sorted()
    }

    /// The names of the frameworks and libraries among the project's files.
    package var frameworks: Set<String> {
        let names = objects.values.filter { $0["isa"]?.string == "PBXFileReference" }
            .compactMap { ($0["path"] ?? $0["name"])?.string?.split(separator: "/").last.map(String.init) }
        return Set(
            names.filter { $0.hasSuffix(".framework") || $0.hasSuffix(".xcframework") }.map {
                String($0.prefix { $0 != "." })
            })
    }

    /// True if the project links the library of its pods, or names another project, whose products it may link.
    package var linksForeignCode: Bool {
        objects.values.contains { object in
            guard object["isa"]?.string == "PBXFileReference", let path = object["path"]?.string else { return false }
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return name.hasPrefix("libPods-") || name.hasPrefix("Pods_") || name.hasSuffix(".xcodeproj")
        }
    }

    /// The development language of the project. The default is `en`.
    package var developmentRegion: String { root["developmentRegion"]?.string ?? "en" }

    /// Returns the settings of a target in a build configuration.
    func settings(of target: Object, configuration: String) -> BuildSettings {
        let name = target["name"]?.string ?? ""
        let builtIn = [
            "TARGET_NAME": name, "PRODUCT_NAME": name, "PROJECT_NAME": self.name, "SRCROOT": folder,
            "PROJECT_DIR": folder, "CONFIGURATION": configuration, "DEVELOPMENT_LANGUAGE": developmentRegion,
            "EXECUTABLE_NAME": "$(PRODUCT_NAME)", "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
            "PRODUCT_BUNDLE_PACKAGE_TYPE": "APPL",
        ]
        return BuildSettings(
            [builtIn] + levels(object(root["buildConfigurationList"]), configuration)
                + levels(object(target["buildConfigurationList"]), configuration))
    }

    private func levels(_ list: Object?, _ configuration: String) -> [[String: String]] {
        guard let chosen = self.configuration(configuration, in: list) else { return [] }
        let own = (chosen["buildSettings"]?.dictionary ?? [:]).mapValues { $0.strings.joined(separator: " ") }
        return [settingsFile(of: chosen).map(Self.file) ?? [:], own]
    }

    private func configurations(_ list: Object?) -> [Object] {
        (list?["buildConfigurations"]?.strings ?? []).compactMap { objects[$0] }
    }

    /// Returns the configuration with a name. The project and its targets may have different ones; the list's default
    /// then takes the place of a missing one, as in Xcode.
    private func configuration(_ name: String, in list: Object?) -> Object? {
        let all = configurations(list)
        let byDefault = list?["defaultConfigurationName"]?.string
        return all.first { $0["name"]?.string == name } ?? all.first { $0["name"]?.string == byDefault } ?? all.first
    }

    /// Returns the name of the configuration to use for a target: the given one, else `Release`, else the default.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if the target has no configuration with the given name.
    func configurationName(_ given: String?, of target: Object) throws -> String {
        let list = object(target["buildConfigurationList"])
        let names = configurations(list).compactMap { $0["name"]?.string }
        if let given, !names.contains(given) {
            throw KeepAliveError(
                .usage, "target \(target["name"]?.string ?? "") has no configuration '\(given)'",
                remedy: "Expected one of: \(names.joined(separator: ", "))")
        }
        return given ?? configuration("Release", in: list)?["name"]?.string ?? "Release"
    }

    /// Returns the paths of settings files that the configurations of a target name and that do not exist. Files that a
    /// package manager makes are left out.
    func missingSettingsFiles(of target: Object, configuration name: String) -> [String] {
        [root, target].compactMap { self.configuration(name, in: object($0["buildConfigurationList"])) }
            .compactMap(settingsFile)
            .filter { ProjectFile.text($0) == nil && !$0.split(separator: "/").contains("Pods") }
    }

    /// Returns the path of a configuration's settings file; `nil` if the configuration names none.
    private func settingsFile(of configuration: Object) -> String? {
        if let file = configuration["baseConfigurationReference"]?.string { return path(of: file) }
        // A file in a synchronized folder has no object of its own (Xcode 16 and later).
        guard let name = configuration["baseConfigurationReferenceRelativePath"]?.string,
            let folder = configuration["baseConfigurationReferenceAnchor"]?.string.flatMap({ path(of: $0) })
        else { return nil }
        return "\(folder)/\(name)"
    }

    private static func file(_ path: String) -> [String: String] {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return BuildSettings.parse(ProjectFile.text(path) ?? "") { ProjectFile.text("\(folder)/\($0)") }
    }

    // MARK: Paths

    /// Returns the path of a file or group; `nil` if the path depends on a built product or an SDK.
    func path(of identifier: String) -> String? { path(of: identifier, parents) }

    private func path(of identifier: String, _ parents: [String: String], depth: Int = 0) -> String? {
        guard depth < 100, let object = objects[identifier] else { return nil }
        let own = object["path"]?.string
        switch object["sourceTree"]?.string {
        case "<absolute>": return own
        case "SOURCE_ROOT": return own.map { "\(folder)/\($0)" }
        case "<group>", nil:
            let above = parents[identifier].flatMap { path(of: $0, parents, depth: depth + 1) } ?? folder
            return own.map { "\(above)/\($0)" } ?? above
        default: return nil
        }
    }

    /// Returns the paths of the files of a build phase's entry. For a variant group, returns the paths of the
    /// translations.
    func paths(of entry: String) -> [String] {
        guard let file = objects[entry]?["fileRef"]?.string, let object = objects[file] else { return [] }
        guard object["isa"]?.string == "PBXVariantGroup" else {
            return path(of: file, parents).map { [ProjectFile.onDisk($0)] } ?? []
        }
        return (object["children"]?.strings ?? []).compactMap { path(of: $0, parents) }.map(ProjectFile.onDisk)
    }

    /// Returns the name of the package product of a build phase's entry; `nil` if the entry is a file.
    func product(of entry: String) -> String? { object(objects[entry]?["productRef"])?["productName"]?.string }
}

extension StringProtocol {
    /// Returns the text without a suffix; the whole text if it does not end with the suffix.
    func dropSuffix(_ ending: String) -> String { hasSuffix(ending) ? String(dropLast(ending.count)) : String(self) }
}
