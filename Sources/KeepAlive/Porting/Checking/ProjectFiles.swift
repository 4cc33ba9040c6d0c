import FoundationEssentials
import KeepAliveModel
import KeepAliveXcode

/// The files of a project that the checks read.
struct ProjectFiles {
    /// The folder to which the paths are relative.
    var folder: String
    var origin: String
    /// The paths of Swift and Objective-C files.
    var sources: [String]
    /// The Info.plist with build settings substituted; `nil` if the project has none.
    var infoPlist: [String: PropertyListValue]?
    var manifestPath: String
    var entitlements: [String: PropertyListValue] = [:]
    /// The modules that the project itself has.
    var ownModules: Set<String> = []
    /// The modules that the project may link, apart from Apple's; `nil` if the project does not say.
    var linkedModules: Set<String>?
    /// True if the app links pods, or the products of other projects, which are not read.
    var linksForeignCode = false
    /// Files that the project names and that are missing, each with what follows.
    var missing: [(path: String, reason: String)] = []

    private static let suffixes = [".swift", ".m", ".mm"]

    /// Finds the files of a project.
    static func find(_ given: String, target: String?, configuration: String?) throws -> ProjectFiles {
        let path = given.count > 1 && given.hasSuffix("/") ? String(given.dropLast()) : given
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder else {
            throw KeepAliveError(
                .usage, "\(path): no such project",
                remedy: "Expected an Xcode project, a workspace, or a folder with sources")
        }
        if path.hasSuffix(".xcodeproj") {
            return try project(XcodeProject(path: path), target, configuration)
        }
        if path.hasSuffix(".xcworkspace") { return try workspace(path, target, configuration) }
        let projects = FolderFiles.projects(in: path)
        if projects.isEmpty { return try folder(path) }
        return try oneOf(projects.map { "\(path)/\($0)" }, target, configuration, in: path)
    }

    /// Reads the projects of a workspace, without the one that CocoaPods makes.
    private static func workspace(_ path: String, _ target: String?, _ configuration: String?) throws -> ProjectFiles {
        let folder = parent(of: path)
        let text = ProjectFile.text("\(path)/contents.xcworkspacedata") ?? ""
        // A reference is `location = "group:App/App.xcodeproj"`; its kind is before the colon.
        let projects = text.split(separator: "location = ").dropFirst().compactMap { part -> String? in
            let quoted = part.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
            guard quoted.count == 3, let place = quoted[1].split(separator: ":", maxSplits: 1).last,
                place.hasSuffix(".xcodeproj"), !place.hasPrefix("Pods/")
            else { return nil }
            return "\(folder)/\(place)"
        }
        guard !projects.isEmpty else {
            throw KeepAliveError(
                .usage, "\(path) names no project", remedy: "Expected the path of an Xcode project")
        }
        return try oneOf(projects, target, configuration, in: path)
    }

    /// Reads the one project among several that has the app.
    private static func oneOf(
        _ paths: [String], _ target: String?, _ configuration: String?, in place: String
    ) throws -> ProjectFiles {
        let projects = try paths.map { try XcodeProject(path: $0) }
        let chosen = projects.filter { project in
            project.targets.contains { target == nil ? $0.isPhoneApp : $0.name == target }
        }
        guard chosen.count < 2 else {
            throw KeepAliveError(
                .usage, "\(place) has several projects with an app",
                remedy: "Expected one of: \(chosen.map { "\($0.name).xcodeproj" }.joined(separator: ", "))")
        }
        guard let project = chosen.first ?? projects.first else { return try folder(place) }
        return try self.project(project, target, configuration)
    }

    private static func project(
        _ project: XcodeProject, _ target: String?, _ given: String?
    ) throws -> ProjectFiles {
        let app = try project.app(named: target)
        let configuration = try app.configurationName(given)
        let settings = app.settings(configuration)
        let reachable = project.reachable(from: app)
        var sources = reachable.flatMap(\.sources)
        // A package in the project's folder is the project's own code.
        let packages = project.packageFolders.map(PackageSources.init)
        let products = Set(reachable.flatMap(\.packageProducts).map(\.name)).union(packages.flatMap(\.dependencies))
        for (package, files) in zip(project.packageFolders, packages.map { $0.files(of: products) }) {
            sources += files.filter { !isOfTests($0, below: package) }
        }
        let (pods, podSources) = (project.pods, project.podSources)
        sources += podSources.values.flatMap { $0 }
        let own = Set(project.targets.flatMap { [$0.name.moduleName, $0.moduleName(configuration)] })
            .union(packages.flatMap(\.modules))
            .union(podSources.keys.map(\.moduleName))
        // Without the Info.plist the sources can still be checked.
        let list = Result { try InfoPlist.make(settings, folder: project.folder, name: app.name) }
        let entitlements = settings["CODE_SIGN_ENTITLEMENTS"].flatMap { path in
            try? ProjectFile.propertyList(
                ProjectFile.path(path, in: project.folder), limits: ProjectFile.projectLimits)
        }
        return ProjectFiles(
            folder: project.folder,
            origin: "\(project.name).xcodeproj, target \(app.name), configuration \(configuration)",
            sources: relative(sources, to: project.folder), infoPlist: try? list.get(),
            manifestPath: settings["INFOPLIST_FILE"].map { path in
                LinuxPackage.relative(ProjectFile.path(path, in: project.folder), from: project.folder)
            } ?? "\(project.name).xcodeproj/project.pbxproj",
            entitlements: entitlements?.dictionary ?? [:], ownModules: own,
            linkedModules: own.union(products).union((pods.names + pods.folders.keys).map(\.moduleName))
                .union(project.frameworks),
            linksForeignCode: !pods.names.isEmpty || project.linksForeignCode,
            missing: app.missingSettingsFiles(configuration).map {
                (LinuxPackage.relative($0, from: project.folder), "there is no such file: its settings are left out")
            } + (list.failureText.map { [(project.name + ".xcodeproj", "\($0): what needs it is left out")] } ?? []))
    }

    /// Reads a folder without an Xcode project: a package, or sources alone.
    private static func folder(_ path: String) throws -> ProjectFiles {
        let all = FolderFiles.below(path).filter { !isOfTests($0, below: path) }
        let sources = relative(all, to: path)
        guard !sources.isEmpty else {
            throw KeepAliveError(
                .usage, "\(path) has no Xcode project and no Swift file",
                remedy: "Expected an Xcode project, a workspace, or a folder with sources")
        }
        let lists = relative(all, to: path, [".plist"]).filter { $0 == "Info.plist" || $0.hasSuffix("/Info.plist") }
        let name = path.split(separator: "/").last.map(String.init) ?? "App"
        let infoPlist = try lists.first.map {
            try InfoPlist.make(
                BuildSettings([["INFOPLIST_FILE": $0, "PRODUCT_NAME": name, "TARGET_NAME": name]]), folder: path,
                name: name)
        }
        return ProjectFiles(
            folder: path, origin: "the folder \(name)", sources: sources, infoPlist: infoPlist,
            manifestPath: lists.first ?? ".")
    }

    private static func parent(of path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }

    /// Returns whether a file belongs to tests, or to what a package manager has fetched.
    private static func isOfTests(_ path: String, below folder: String) -> Bool {
        path.dropFirst(folder.count + 1).split(separator: "/").dropLast().contains {
            $0.hasSuffix("Tests") || ["Pods", "Carthage", "build", "DerivedData", "KeepAlive"].contains($0)
        } || path.hasSuffix("/Package.swift")
    }

    private static func relative(
        _ paths: [String], to folder: String, _ suffixes: [String] = ProjectFiles.suffixes
    ) -> [String] {
        Set(
            paths.filter { path in suffixes.contains { path.hasSuffix($0) } }.map {
                LinuxPackage.relative($0, from: folder)
            }
        ).sorted()
    }
}

extension Result {
    /// The message of the failure; `nil` for a success.
    fileprivate var failureText: String? {
        if case .failure(let error) = self { (error as? KeepAliveError)?.message ?? "\(error)" } else { nil }
    }
}
