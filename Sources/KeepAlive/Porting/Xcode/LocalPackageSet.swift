import KeepAlivePolicy

/// The local packages of a project, and their targets on which the app depends.
struct LocalPackageSet {
    private var packages: [LocalPackage] = []
    /// The packages' targets on which the app depends, in the order in which they were added.
    private(set) var targets: [LinuxPackage.Target] = []
    /// The packages, targets and products that are left out.
    private(set) var leftOut: [LinuxPackage.LeftOut] = []
    private let folder: String
    private let languageMode: String

    /// Reads the packages in the given folders, and the local packages on which they depend. A package that cannot be
    /// read is added to ``leftOut``.
    ///
    /// - Parameters:
    ///   - folders: the folders of the packages.
    ///   - folder: the folder to which paths in the result are relative.
    ///   - languageMode: the app's language mode. Only a target with another language mode states its own.
    ///   - read: reads the package in a folder.
    init(
        _ folders: [String], from folder: String, languageMode: String, read: (String) throws -> LocalPackage
    ) {
        self.folder = folder
        self.languageMode = languageMode
        var waiting = folders
        var seen = Set(folders)
        while !waiting.isEmpty {
            let place = waiting.removeFirst()
            do {
                let package = try read(place)
                packages.append(package)
                for other in package.neighbours where seen.insert(other).inserted { waiting.append(other) }
            } catch {
                let reason = (error as? KeepAliveError)?.message ?? "\(error)"
                leftOut.append(.init("package \(LinuxPackage.relative(place, from: folder))", reason))
            }
        }
    }

    /// Adds the targets of a product, with all targets on which they depend.
    ///
    /// - Returns: the names of the product's modules; `nil` if no local package has such a product.
    mutating func add(product: String) -> [String]? {
        guard let package = packages.first(where: { $0.products[product] != nil }) else { return nil }
        return (package.products[product] ?? []).compactMap { add($0, of: package) }
    }

    /// Adds a target, with all targets on which it depends.
    ///
    /// - Returns: the name of the target's module; `nil` if the target is left out.
    private mutating func add(_ name: String, of package: LocalPackage) -> String? {
        guard let target = package.targets.first(where: { $0.name == name }) else { return nil }
        let module = name.moduleName
        guard !targets.contains(where: { $0.name == module }) else { return module }
        let sources = target.files.filter { $0.hasSuffix(".swift") }
        guard target.type == "regular", !sources.isEmpty else {
            leave(
                "target \(name)",
                target.type == "regular"
                    ? "only Swift is compiled: write a stand-in in Linux.swift" : "a \(target.type) is not built here")
            return nil
        }
        var planned = LinuxPackage.Target(
            name: module, isApp: false, sources: sources.map { LinuxPackage.relative($0, from: folder) }.sorted())
        planned.languageMode = package.languageMode == languageMode ? nil : package.languageMode
        // Xcode always generates the extensions for the assets of a package.
        planned.assetSymbols = .extensions
        planned.hasBundle = !target.resources.isEmpty
        planned.resources = target.resources.map { LinuxPackage.relative($0, from: folder) }
        // The target is added before its dependencies, so that dependencies in a circle do not cause an endless
        // recursion.
        let place = targets.count
        targets.append(planned)
        for other in target.dependencies {
            if package.targets.contains(where: { $0.name == other }) {
                if let found = add(other, of: package) { targets[place].dependencies.append(found) }
            } else if let found = add(product: other) {
                targets[place].dependencies += found
            } else {
                leave(
                    "package product \(other)",
                    "add its package to Package.swift if it builds on Linux, or stand-ins to Linux.swift")
            }
        }
        return module
    }

    private mutating func leave(_ name: String, _ reason: String) {
        let item = LinuxPackage.LeftOut(name, reason)
        if !leftOut.contains(item) { leftOut.append(item) }
    }
}
