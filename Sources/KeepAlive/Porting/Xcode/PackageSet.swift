import KeepAliveModuleNames
import KeepAlivePolicy

/// The packages of a project, local ones and those that are fetched by URL, and their targets on which the app depends.
///
/// A package of Swift alone that needs Apple's frameworks is rewritten as the app is. SwiftPM builds the others from
/// their URL.
struct PackageSet {
    /// What a target depends on.
    struct Found {
        var targets: [String] = []
        var products: [LinuxPackage.Product] = []

        static func += (first: inout Found, second: Found) {
            first.targets += second.targets
            first.products += second.products
        }
    }

    private struct Member {
        let package: LocalPackage
        /// The identity of a package that was fetched; `nil` for a local package.
        let identity: String?
    }

    private var members: [Member] = []
    /// The packages' targets on which the app depends, in the order in which they were added.
    private(set) var targets: [LinuxPackage.Target] = []
    /// The packages that SwiftPM builds.
    private(set) var remotes: [RemotePackage] = []
    /// The modules of fetched packages.
    private(set) var modules: [LinuxPackage.RemoteModule] = []
    /// The packages, targets and products that are left out.
    private(set) var leftOut: [LinuxPackage.LeftOut] = []
    private let folder: String
    private let languageMode: String
    private let read: (String) throws -> LocalPackage
    private var checkouts = PackageCheckouts()
    /// The identities of fetched packages whose manifests are not read yet.
    private var unread: Set<String> = []

    /// Reads the packages in the given folders, and the local packages on which they depend. A package that cannot be
    /// read is added to ``leftOut``.
    ///
    /// - Parameters:
    ///   - folders: the folders of the packages.
    ///   - folder: the folder to which paths in the result are relative.
    ///   - languageMode: the app's language mode. Only a target with another language mode states its own.
    ///   - read: reads the package in a folder.
    init(
        _ folders: [String], from folder: String, languageMode: String,
        read: @escaping (String) throws -> LocalPackage
    ) {
        self.folder = folder
        self.languageMode = languageMode
        self.read = read
        var waiting = folders
        var seen = Set(folders)
        while !waiting.isEmpty {
            guard let package = add(waiting.removeFirst(), identity: nil) else { continue }
            for other in package.neighbours where seen.insert(other).inserted { waiting.append(other) }
        }
    }

    /// The packages on which the local packages depend by URL.
    var neededByLocalPackages: [RemotePackage] { members.flatMap(\.package.remotes) }

    /// The source files of the local packages.
    var localSources: [String] { members.flatMap { $0.package.targets.flatMap(\.files) } }

    /// Adds a public package in place of one of Apple's modules.
    ///
    /// - Returns: what a target that imports the module depends on; nothing if the package could not be fetched.
    mutating func add(_ substitute: AppleModule.Substitute) -> Found {
        add(product: substitute.module, of: RemotePackage(substitute).identity) ?? Found()
    }

    /// Adds the packages that were fetched. Their manifests are read when a product of theirs is asked for.
    mutating func add(_ checkouts: PackageCheckouts) {
        self.checkouts = checkouts
        unread = Set(checkouts.folders.keys)
    }

    /// Reads the package in a folder.
    private mutating func add(_ place: String, identity: String?) -> LocalPackage? {
        do {
            let package = try read(place)
            members.append(Member(package: package, identity: identity))
            return package
        } catch {
            let reason = (error as? KeepAliveError)?.message ?? "\(error)"
            leave("package \(identity ?? LinuxPackage.relative(place, from: folder))", reason)
            return nil
        }
    }

    /// Returns the package with a product. Reads the manifests of fetched packages until one has the product, and first
    /// that of the package with the given identity.
    private mutating func member(with product: String, of identity: String?) -> Member? {
        while true {
            let known = members.first { $0.package.products[product] != nil }
            if let known { return known }
            let names = [identity, product.lowercased()].compactMap { $0 }
            guard let next = names.first(where: unread.contains) ?? unread.min() else { return nil }
            unread.remove(next)
            if let place = checkouts.folders[next] { _ = add(place, identity: next) }
        }
    }

    /// Adds the targets of a product, with all targets on which they depend.
    ///
    /// - Parameters:
    ///   - product: the name of the product.
    ///   - identity: the identity of its package, if that is fetched by URL and known.
    /// - Returns: what a target with this product depends on; `nil` if no package has such a product.
    mutating func add(product: String, of identity: String?) -> Found? {
        if let reason = identity.flatMap({ checkouts.failures[$0] }) {
            leave("package product \(product)", "its package cannot be fetched: \(reason)")
            return Found()
        }
        guard let member = member(with: product, of: identity) else { return nil }
        let names = member.package.products[product] ?? []
        guard let identity = member.identity, let remote = checkouts.packages[identity] else {
            return names.reduce(into: Found()) { $0 += add($1, of: member) }
        }
        var needs = Needs()
        for name in names { examine(name, of: member, &needs) }
        if needs.isForScreens || needs.isForApple, needs.isSwiftAlone {
            return names.reduce(into: Found()) { $0 += add($1, of: member) }
        }
        guard !needs.isForApple else {
            leave("package product \(product)", "it needs Apple's frameworks, and is not of Swift alone")
            return Found()
        }
        if !remotes.contains(remote) { remotes.append(remote) }
        for name in names {
            let files = member.package.targets.first { $0.name == name }?.files ?? []
            note(name.moduleName, identity, files.filter { $0.hasSuffix(".swift") })
        }
        return Found(products: [LinuxPackage.Product(name: product, package: identity)])
    }

    // MARK: How a package is built

    private struct Needs {
        /// True if the code does more where UIKit or SwiftUI is.
        var isForScreens = false
        /// True if the code does not compile without Apple's frameworks.
        var isForApple = false
        /// True if neither C nor a macro is needed, which the rewriter would leave out.
        var isSwiftAlone = true
        var seen: Set<String> = []
    }

    /// Examines the sources of a target and of all targets on which it depends.
    private mutating func examine(_ name: String, of member: Member, _ needs: inout Needs) {
        guard needs.seen.insert("\(member.package.folder)/\(name)").inserted,
            let target = member.package.targets.first(where: { $0.name == name })
        else { return }
        let sources = target.files.filter { $0.hasSuffix(".swift") }
        if target.type != "regular" || sources.isEmpty { needs.isSwiftAlone = false }
        if target.type == "regular" {
            for text in sources.compactMap({ ProjectFile.text($0) }) {
                for (module, isUnconditional) in ImportedModules.imports(of: text) {
                    if module == "UIKit" || module == "SwiftUI" { needs.isForScreens = true }
                    if isUnconditional, AppleModule.isForAppleAlone(module) { needs.isForApple = true }
                }
            }
        }
        for other in target.dependencies {
            if member.package.targets.contains(where: { $0.name == other }) {
                examine(other, of: member, &needs)
            } else if let found = self.member(with: other, of: nil) {
                for name in found.package.products[other] ?? [] { examine(name, of: found, &needs) }
            }
        }
    }

    // MARK: Rewritten targets

    /// Adds a target, with all targets on which it depends.
    ///
    /// - Returns: the target; nothing if it is left out.
    private mutating func add(_ name: String, of member: Member) -> Found {
        let package = member.package
        guard let target = package.targets.first(where: { $0.name == name }) else { return Found() }
        let module = name.moduleName
        guard !targets.contains(where: { $0.name == module }) else { return Found(targets: [module]) }
        let sources = target.files.filter { $0.hasSuffix(".swift") }
        guard target.type == "regular", !sources.isEmpty else {
            leave(
                "target \(name)",
                target.type == "regular"
                    ? "only Swift is compiled: write a stand-in in Linux.swift" : "a \(target.type) is not built here")
            return Found()
        }
        var planned = LinuxPackage.Target(
            name: module, isApp: false, sources: sources.map { LinuxPackage.relative($0, from: folder) }.sorted())
        planned.languageMode = package.languageMode == languageMode ? nil : package.languageMode
        planned.package = member.identity
        // Xcode always generates the extensions for the assets of a package.
        planned.assetSymbols = .extensions
        planned.hasBundle = !target.resources.isEmpty
        planned.resources = target.resources.map { LinuxPackage.relative($0, from: folder) }
        if let identity = member.identity { note(module, identity, sources) }
        for substitute in ImportedModules.substitutes(AppleModule.substitutes, in: sources) {
            planned.products += add(substitute).products
        }
        // The target is added before its dependencies, so that dependencies in a circle do not cause an endless
        // recursion.
        let place = targets.count
        targets.append(planned)
        for other in target.dependencies {
            if package.targets.contains(where: { $0.name == other }) {
                targets[place].dependencies += add(other, of: member).targets
            } else if let found = add(product: other, of: nil) {
                targets[place].dependencies += found.targets
                targets[place].products += found.products
            } else {
                leave("package product \(other)", LinuxPackage.noPackage)
            }
        }
        return Found(targets: [module])
    }

    private mutating func note(_ module: String, _ identity: String, _ files: [String]) {
        guard !modules.contains(where: { $0.name == module }) else { return }
        modules.append(
            LinuxPackage.RemoteModule(
                name: module, package: identity,
                files: files.map { LinuxPackage.relative($0, from: folder) }.sorted()))
    }

    private mutating func leave(_ name: String, _ reason: String) {
        let item = LinuxPackage.LeftOut(name, reason)
        if !leftOut.contains(item) { leftOut.append(item) }
    }
}
