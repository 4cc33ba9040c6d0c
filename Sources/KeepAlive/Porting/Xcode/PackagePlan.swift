import FoundationEssentials
import KeepAliveModuleNames
import KeepAlivePolicy

extension LinuxPackage {
    /// Plans the package for an app in an Xcode project.
    ///
    /// - Parameters:
    ///   - project: the Xcode project.
    ///   - name: the name of the app's target; `nil` if the project has only one app.
    ///   - given: the name of the build configuration whose settings are used; `nil` for `Release`, or the default.
    ///   - readPackage: reads the package in a folder.
    ///   - fetch: fetches packages by URL, and those on which they depend.
    ///   - isWanted: returns whether a product of a package by URL is used, by its name.
    /// - Throws: ``KeepAliveError`` with code `usage` if there is no such target, or if several targets match; with
    ///   code `manifest` if the Info.plist cannot be read.
    package init(
        _ project: XcodeProject, target name: String?, configuration given: String?,
        readPackage: @escaping (String) throws -> LocalPackage,
        fetch: ([RemotePackage]) throws -> PackageCheckouts = { _ in PackageCheckouts() },
        isWanted: (String) -> Bool = { _ in true }
    ) throws {
        let all = project.targets
        let app = try project.app(named: name)
        let configuration = try app.configurationName(given)
        if let missing = app.missingSettingsFiles(configuration).first {
            throw KeepAliveError(
                .manifest, "\(missing): the settings file of the configuration \(configuration) cannot be read",
                remedy: "Without it the app may lack its background modes: make the file, or name another configuration"
            )
        }
        var leftOut: [LeftOut] = []
        var targets: [Target] = []
        unfetched = []
        languageMode = app.settings(configuration)["SWIFT_VERSION"]?.hasPrefix("6") == true ? "6" : "5"
        var packages = PackageSet(
            project.packageFolders, from: project.folder, languageMode: languageMode, read: readPackage)
        let pins = project.pins
        let byURL = project.reachable(from: app).flatMap(\.packageProducts).filter { isWanted($0.name) }
            .compactMap(\.package)
        let substitutes = AppleModule.substitutes.filter { isWanted($0.key) }
        let imported = ImportedModules.substitutes(
            substitutes, in: project.reachable(from: app).flatMap(\.sources) + packages.localSources)
        let byPackages = packages.neededByLocalPackages.filter { isWanted($0.identity) }.map { $0.pinned(by: pins) }
        var identities: Set<String> = []
        let needed = (byURL + byPackages + imported.map(RemotePackage.init)).filter {
            identities.insert($0.identity).inserted
        }
        if !needed.isEmpty { packages.add(try fetch(needed)) }
        unfetched += AppleModule.substitutes.keys.filter { substitutes[$0] == nil }
        unfetched += packages.neededByLocalPackages.map(\.identity).filter { !isWanted($0) }
        let modules = Dictionary(grouping: project.reachable(from: app)) { $0.moduleName(configuration) }
        /// Returns the name of a target's module, or that of the target if two modules have the same name.
        func moduleName(_ target: XcodeTarget) -> String {
            let name = target.moduleName(configuration)
            return modules[name]?.count == 1 ? name : target.name.moduleName
        }
        var waiting = [app]
        var seen: Set<String> = [app.name]
        while !waiting.isEmpty {
            let target = waiting.removeFirst()
            let isApp = target.name == app.name
            var planned = Target(name: moduleName(target), isApp: isApp, sources: [])
            for whole in target.sources {
                let path = Self.relative(whole, from: project.folder)
                if path.hasSuffix(".swift"), !FileManager.default.fileExists(atPath: whole) {
                    leftOut.append(LeftOut(path, "there is no such file: a step of the build on a Mac may make it"))
                } else if path.hasSuffix(".swift") {
                    planned.sources.append(path)
                } else {
                    leftOut.append(LeftOut(path, Self.reason(path)))
                }
            }
            for product in target.packageProducts {
                let identity = product.package?.identity
                if identity != nil, !isWanted(product.name) {
                    unfetched.append(product.name)
                } else if let found = packages.add(product: product.name, of: identity) {
                    planned.dependencies += found.targets
                    planned.products += found.products
                } else {
                    leftOut.append(LeftOut("package product \(product.name)", Self.noPackage))
                }
            }
            for substitute in ImportedModules.substitutes(substitutes, in: target.sources) {
                planned.products += packages.add(substitute).products
            }
            let others = target.dependencies.compactMap { name in all.first { $0.name == name } }
            for other in others {
                guard other.isLibrary else {
                    if other.kind != .application || other.isForAnotherDevice {
                        leftOut.append(
                            LeftOut("target \(other.name)", "no library of the app: an extension, or a watch's app"))
                    }
                    continue
                }
                planned.dependencies.append(moduleName(other))
                if seen.insert(other.name).inserted { waiting.append(other) }
            }
            for path in target.resources.map({ Self.relative($0, from: project.folder) }) {
                if let reason = Self.unreadable(path) {
                    leftOut.append(LeftOut(path, reason))
                } else if path != app.settings(configuration)["INFOPLIST_FILE"] {
                    planned.resources.append(path)
                }
            }
            planned.assetSymbols = AssetSymbolSetting(target.settings(configuration))
            if isApp {
                planned.infoPlist = try InfoPlist.make(
                    target.settings(configuration), folder: project.folder, name: planned.name)
            }
            planned.sources.sort()
            planned.resources.sort()
            targets.append(planned)
        }
        let empty = Set(targets.filter { !$0.isApp && $0.sources.isEmpty }.map(\.name))
        leftOut += empty.sorted().map { LeftOut("target \($0)", "only Swift is compiled, and it has none") }
        targets.removeAll { empty.contains($0.name) }
        for index in targets.indices { targets[index].dependencies.removeAll(where: empty.contains) }
        let (pods, podSources) = (project.pods, project.podSources)
        for (name, sources) in podSources.sorted(by: { $0.key < $1.key }) {
            targets[0].dependencies.append(name.moduleName)
            targets.append(
                Target(
                    name: name.moduleName, isApp: false,
                    sources: sources.map { Self.relative($0, from: project.folder) }.sorted()))
        }
        let missing = (pods.names + pods.folders.keys.filter { podSources[$0] == nil }).sorted()
        if !missing.isEmpty {
            leftOut.append(
                LeftOut("pods", "not built here, and stand-ins in a slice: \(missing.joined(separator: ", "))"))
        }
        folder = project.folder
        origin = "\(project.name).xcodeproj, target \(app.name), configuration \(configuration)"
        // Resources of local packages that the runtime cannot read are left out, like unreadable resources of the app.
        self.targets =
            targets
            + packages.targets.map { target in
                var target = target
                for path in target.resources {
                    if let reason = Self.unreadable(path) { leftOut.append(LeftOut(path, reason)) }
                }
                target.resources.removeAll { Self.unreadable($0) != nil }
                return target
            }
        remotes = packages.remotes
        self.modules = packages.modules
        let imports = ImportedModules.leftOut(
            of: self.targets.flatMap(\.sources), in: folder, besides: Set(packages.modules.map(\.name)))
        self.leftOut = leftOut + packages.leftOut + imports
    }

    /// Plans the package for a folder with sources and no Xcode project.
    ///
    /// - Parameters: as of ``init(_:target:configuration:readPackage:fetch:isWanted:)``.
    /// - Throws: ``KeepAliveError`` with code `usage` if the folder contains no Swift file.
    package init(
        folder: String, name: String, readPackage: @escaping (String) throws -> LocalPackage,
        fetch: ([RemotePackage]) throws -> PackageCheckouts = { _ in PackageCheckouts() },
        isWanted: (String) -> Bool = { _ in true }
    ) throws {
        let files = FolderFiles.below(folder).map { Self.relative($0, from: folder) }
        let own = files.filter { path in
            !path.hasPrefix("KeepAlive/") && !path.hasPrefix("build/") && path != "Package.swift"
                && !path.split(separator: "/").dropLast().contains { $0.hasSuffix("Tests") }
        }
        var target = Target(name: name.moduleName, isApp: true, sources: own.filter { $0.hasSuffix(".swift") })
        guard !target.sources.isEmpty else {
            throw KeepAliveError(
                .usage, "\(folder) has no Xcode project and no Swift file",
                remedy: "Expected the path of an Xcode project, or of a folder with one or with sources")
        }
        let infoPlist = own.first { $0 == "Info.plist" } ?? own.first { $0.hasSuffix("/Info.plist") }
        let settings = BuildSettings([
            [
                "PRODUCT_NAME": name, "TARGET_NAME": name, "EXECUTABLE_NAME": name,
                "PRODUCT_MODULE_NAME": name.moduleName,
            ],
            infoPlist.map { ["INFOPLIST_FILE": $0] } ?? [:],
        ])
        target.infoPlist = try InfoPlist.make(settings, folder: folder, name: target.name)
        var leftOut: [LeftOut] = []
        for path in own where !path.hasSuffix(".swift") && path != infoPlist {
            if let reason = Self.unreadable(path) {
                leftOut.append(LeftOut(path, reason))
            } else if Self.resourceSuffixes.contains(where: { path.hasSuffix($0) }) {
                target.resources.append(path)
            }
        }
        languageMode = "5"
        var packages = PackageSet([], from: folder, languageMode: languageMode, read: readPackage)
        let substitutes = AppleModule.substitutes.filter { isWanted($0.key) }
        unfetched = AppleModule.substitutes.keys.filter { substitutes[$0] == nil }
        let needed = ImportedModules.substitutes(substitutes, in: target.sources.map { "\(folder)/\($0)" })
        if !needed.isEmpty { packages.add(try fetch(needed.map(RemotePackage.init))) }
        for substitute in needed { target.products += packages.add(substitute).products }
        self.folder = folder
        origin = "the folder \(name)"
        targets = [target] + packages.targets
        remotes = packages.remotes
        modules = packages.modules
        let imports = ImportedModules.leftOut(
            of: target.sources, in: folder, besides: Set(modules.map(\.name)))
        self.leftOut = leftOut + packages.leftOut + imports
    }

    /// The suffixes of the files that count as resources in a folder without a project.
    private static let resourceSuffixes = [
        ".json", ".wav", ".mp3", ".m4a", ".aif", ".aiff", ".caf", ".flac", ".ogg", ".strings", ".gpx", ".csv", ".plist",
        ".storyboard", ".xib", ".xcassets",
    ]

    private static func reason(_ source: String) -> String {
        switch source {
        case let path where path.hasSuffix(".xcdatamodeld") || path.hasSuffix(".xcdatamodel"):
            "Core Data is not here: leave out the files that need it, or write stand-ins in Linux.swift"
        case let path where [".m", ".mm", ".c", ".cpp"].contains { path.hasSuffix($0) }:
            "only Swift is compiled: write a stand-in in Linux.swift"
        default: unreadable(source) ?? "nothing here reads it"
        }
    }

    /// Returns the reason why a resource cannot be used on Linux; `nil` if the resource can be used.
    private static func unreadable(_ path: String) -> String? {
        switch path {
        case let path where path.hasSuffix(".xcstrings"): "catalogs of strings are not read: keys stand for their texts"
        case let path where path.hasSuffix(".metal") || path.hasSuffix(".mlmodel"): "nothing here reads it"
        default: nil
        }
    }
}

extension String {
    /// The name as a valid Swift module name.
    package var moduleName: String {
        let name = mapped { $0.isASCIILetterOrDigit || $0 == "_" ? $0 : "_" }
        return name.first?.isNumber == true ? "_" + name : name
    }
}
