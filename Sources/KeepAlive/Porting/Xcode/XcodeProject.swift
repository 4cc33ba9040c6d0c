import FoundationEssentials
import KeepAliveFormats
import KeepAlivePolicy

/// A project of Xcode, as far as its targets' sources, resources and settings go.
package struct XcodeProject {
    /// The object of an identifier.
    typealias Object = [String: PropertyListValue]

    /// The folder that the project's paths begin at.
    package let folder: String
    /// The name of the project.
    package let name: String
    private let objects: [String: Object]
    private let root: Object

    /// Reads a project.
    ///
    /// - Parameter path: the path of an `.xcodeproj`.
    /// - Throws: ``KeepAliveError`` with code `usage` if it is none.
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
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        let start = (path.hasPrefix("/") ? "/" : "") + parent
        folder =
            root["projectDirPath"]?.string.flatMap { $0.isEmpty ? nil : "\(start.isEmpty ? "." : start)/\($0)" }
            ?? (start.isEmpty ? "." : start)
        name = path.split(separator: "/").last.map { String($0.dropSuffix(".xcodeproj")) } ?? "App"
    }

    func object(_ identifier: PropertyListValue?) -> Object? { identifier?.string.flatMap { objects[$0] } }

    /// The targets that are built by Xcode itself.
    package var targets: [XcodeTarget] {
        (root["targets"]?.strings ?? []).compactMap { identifier in
            objects[identifier].flatMap { XcodeTarget($0, identifier: identifier, in: self) }
        }
    }

    /// The folders of the packages in the project: those that it refers to, and those that it contains as files.
    package var packageFolders: [String] {
        let references = (root["packageReferences"]?.strings ?? []).compactMap { objects[$0] }
            .filter { $0["isa"]?.string == "XCLocalSwiftPackageReference" }
            .compactMap { $0["relativePath"]?.string }.map { "\(folder)/\($0)" }
        let parents = parents
        let contained = objects.filter { $0.value["isa"]?.string == "PBXFileReference" }
            .compactMap { path(of: $0.key, parents) }
            .filter { FileManager.default.fileExists(atPath: $0 + "/Package.swift") }
        return Set(references + contained).sorted()
    }

    /// The language of which the others are translations.
    package var developmentRegion: String { root["developmentRegion"]?.string ?? "en" }

    /// The settings of a target in a configuration.
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
        let all = (list?["buildConfigurations"]?.strings ?? []).compactMap { objects[$0] }
        guard let chosen = all.first(where: { $0["name"]?.string == configuration }) ?? all.first else { return [] }
        let own = (chosen["buildSettings"]?.dictionary ?? [:]).mapValues { $0.strings.joined(separator: " ") }
        let base = chosen["baseConfigurationReference"]?.string.flatMap { path(of: $0) }
        return [base.map(Self.file) ?? [:], own]
    }

    private static func file(_ path: String) -> [String: String] {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return BuildSettings.parse(ProjectFile.text(path) ?? "") { ProjectFile.text("\(folder)/\($0)") }
    }

    // MARK: Paths

    /// The groups by what they contain.
    private var parents: [String: String] {
        var found: [String: String] = [:]
        for (identifier, object) in objects {
            for child in object["children"]?.strings ?? [] { found[child] = identifier }
        }
        return found
    }

    /// Returns the path of a file or group.
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

    /// Returns the paths that an entry of a phase stands for: those of a variant group are its translations.
    func paths(of entry: String) -> [String] {
        guard let file = objects[entry]?["fileRef"]?.string, let object = objects[file] else { return [] }
        let parents = parents
        guard object["isa"]?.string == "PBXVariantGroup" else { return path(of: file, parents).map { [$0] } ?? [] }
        return (object["children"]?.strings ?? []).compactMap { path(of: $0, parents) }
    }

    /// Returns the name of a package's product that an entry of a phase stands for.
    func product(of entry: String) -> String? { object(objects[entry]?["productRef"])?["productName"]?.string }
}

extension StringProtocol {
    /// Returns the text without an ending.
    func dropSuffix(_ ending: String) -> String { hasSuffix(ending) ? String(dropLast(ending.count)) : String(self) }
}
