import FoundationEssentials
import KeepAliveAssets
import KeepAlivePolicy

/// A Swift package for the targets of an app. The package is written beside the app's files, which stay as they are.
package struct LinuxPackage {
    /// A target of the package.
    package struct Target {
        /// The name of the target and its module.
        package var name: String
        /// True for the app; false for a library that the app uses.
        package var isApp: Bool
        /// The files that are compiled, as paths relative to the package's folder.
        package var sources: [String]
        /// The names of the package's targets on which this target depends.
        package var dependencies: [String] = []
        /// The products of other packages on which this target depends.
        package var products: [Product] = []
        /// The identity of the package that the target is of, if that was fetched by URL.
        package var package: String?
        /// The files that are copied into the app's bundle.
        package var resources: [String] = []
        /// The target's language mode, "5" or "6"; `nil` for the package's language mode.
        package var languageMode: String?
        /// True for a target with resources from another package, whose sources may use `Bundle.module`. On Linux, the
        /// app's bundle contains these resources.
        package var hasBundle = false
        /// The kinds of constants that the target's assets get.
        package var assetSymbols = AssetSymbolSetting.resources
        /// The Info.plist of the app; empty for a library.
        package var infoPlist: [String: PropertyListValue] = [:]
        /// True for a target with a Slice.txt.
        package var isSlice = false

        package init(name: String, isApp: Bool, sources: [String]) {
            self.name = name
            self.isApp = isApp
            self.sources = sources
        }
    }

    /// A product of a package that SwiftPM builds.
    package struct Product: Hashable, Sendable {
        package let name: String
        /// The identity of the package.
        package let package: String
    }

    /// A module of a package that was fetched by URL.
    package struct RemoteModule: Equatable, Sendable {
        package let name: String
        /// The identity of the package.
        package let package: String
        /// The Swift files of the module, as paths relative to the folder of this package.
        package internal(set) var files: [String]
    }

    /// The kinds of constants in code that a target's assets get.
    package enum AssetSymbolSetting: Sendable {
        case none
        /// Constants of `ImageResource` and `ColorResource`.
        case resources
        /// Constants of `ImageResource`, `ColorResource`, `UIImage`, `UIColor` and `Color`.
        case extensions

        /// Reads the target's build settings. Without a setting, assets get constants of the resource types.
        init(_ settings: BuildSettings) {
            let has = { (name: String) in settings["ASSETCATALOG_COMPILER_GENERATE_\(name)"] }
            self =
                switch (has("ASSET_SYMBOLS"), has("SWIFT_ASSET_SYMBOL_EXTENSIONS")) {
                case ("NO", _): .none
                case (_, "YES"): .extensions
                default: .resources
                }
        }
    }

    /// A part of the project that the package lacks.
    package struct LeftOut: Equatable {
        /// The name of the missing part.
        package let name: String
        /// The reason why the part is missing, and a remedy.
        package let reason: String

        package init(_ name: String, _ reason: String) {
            self.name = name
            self.reason = reason
        }
    }

    /// The path of the package's folder.
    package internal(set) var folder: String
    /// A description of the project or folder for which the package was made, for the first lines of Package.swift.
    package let origin: String
    /// The targets of the package, the app first.
    package internal(set) var targets: [Target]
    /// The files and settings that the package lacks.
    package internal(set) var leftOut: [LeftOut]
    /// The packages that SwiftPM builds for the targets.
    package internal(set) var remotes: [RemotePackage] = []
    /// The modules of packages that were fetched by URL.
    package internal(set) var modules: [RemoteModule] = []
    /// The products of packages by URL that were not asked for.
    package internal(set) var unfetched: [String] = []
    /// The language mode: "5" or "6".
    package internal(set) var languageMode: String

    package var app: Target? { targets.first { $0.isApp } }

    /// Returns the package in a folder below its own, such as `Linux`.
    package func moved(into name: String) -> LinuxPackage {
        var package = self
        package.folder = folder == "." ? name : "\(folder)/\(name)"
        let above = Self.components(name).map { _ in "../" }.joined()
        package.targets = targets.map { target in
            var target = target
            target.sources = target.sources.map { above + $0 }
            target.resources = target.resources.map { above + $0 }
            return target
        }
        package.modules = modules.map {
            RemoteModule(name: $0.name, package: $0.package, files: $0.files.map { above + $0 })
        }
        return package
    }

    /// The package of which a slice is made: the project's own targets are one, because stand-ins know no modules.
    /// Packages that were fetched by URL stay.
    package var sliced: LinuxPackage {
        guard var app else { return self }
        var package = self
        let others = targets.filter { $0.package != nil }
        var needed = app.dependencies
        for target in targets where !target.isApp && target.package == nil {
            app.sources += target.sources.filter { !app.sources.contains($0) }
            app.resources += target.resources.filter { !app.resources.contains($0) }
            app.hasBundle = app.hasBundle || target.hasBundle
            app.products += target.products.filter { !app.products.contains($0) }
            needed += target.dependencies
        }
        app.dependencies = others.map(\.name).filter(needed.contains)
        app.languageMode = nil
        app.isSlice = true
        package.targets =
            [app]
            + others.map { target in
                var target = target
                target.languageMode = target.languageMode ?? (languageMode == "5" ? nil : languageMode)
                return target
            }
        // Stand-ins have values that other modes would have to prove safe.
        package.languageMode = "5"
        return package
    }

    /// Returns the package without what was fetched of packages by URL, and without the targets that depend on that.
    ///
    /// - Parameter identities: the identities of the packages.
    package func without(_ identities: Set<String>, because reason: String) -> LinuxPackage {
        var package = self
        var gone = Set(targets.filter { $0.package.map(identities.contains) == true }.map(\.name))
        func isBroken(_ target: Target) -> Bool {
            target.dependencies.contains(where: gone.contains)
                || target.products.contains { identities.contains($0.package) }
        }
        while let next = targets.first(where: { $0.package != nil && !gone.contains($0.name) && isBroken($0) }) {
            gone.insert(next.name)
        }
        package.targets = targets.filter { !gone.contains($0.name) }.map { target in
            var target = target
            target.dependencies.removeAll(where: gone.contains)
            target.products.removeAll { identities.contains($0.package) }
            return target
        }
        package.remotes.removeAll { identities.contains($0.identity) }
        package.modules.removeAll { identities.contains($0.package) || gone.contains($0.name) }
        package.leftOut += identities.sorted().map { LeftOut("package \($0)", reason) }
        return package
    }

    /// The resources of all targets, each with its target and its path in the app's bundle.
    package var links: [(target: String, resource: String, name: String)] {
        var taken: Set<String> = []
        return targets.flatMap { target in
            target.resources.map { resource in
                let parts = resource.split(separator: "/").map(String.init)
                let name = parts.last ?? resource
                guard AssetCatalog.isCatalog(name) else {
                    // A translated file stays in the folder of its language.
                    let language = parts.dropLast().last.flatMap { $0.hasSuffix(".lproj") ? "\($0)/" : nil } ?? ""
                    return (target.name, resource, language + name)
                }
                // Catalogs of different targets may have the same name, such as Assets.xcassets. The resources of a
                // library are put into a bundle of the library, and duplicates get a number.
                let place = target.isApp ? "" : "\(target.name).bundle/"
                var (free, number) = (place + name, 1)
                while !taken.insert(free).inserted {
                    number += 1
                    free = "\(place)\(number) \(name)"
                }
                return (target.name, resource, free)
            }
        }
    }

    /// The products of KeepAlive that the targets need, by what their files import.
    package var products: [String] {
        ImportedModules.products(of: targets.flatMap(\.sources), in: folder)
            + (targets.contains(where: \.isSlice) ? ["KeepAliveStandIns"] : [])
    }

    /// The modules that the targets import outside every `#if`, and that are not here: packages that could not be fetched,
    /// pods, and Apple's frameworks without a replacement. With one of them, the app hardly builds as a whole.
    package var missingModules: [String] {
        let own = Set(targets.map(\.name)).union(modules.map(\.name)).union(targets.flatMap(\.products).map(\.name))
        return ImportedModules.missing(in: targets.flatMap(\.sources).map { "\(folder)/\($0)" }, besides: own)
    }

    /// Returns the text of Package.swift.
    ///
    /// - Parameters:
    ///   - keepAlive: the path of the KeepAlive package, relative to this package, or its URL.
    ///   - products: the products of KeepAlive that the targets need.
    package func manifest(keepAlive: String, products: [String]) -> String {
        let dependency =
            keepAlive.contains("://")
            ? ".package(url: \"\(keepAlive)\", branch: \"main\")"
            : ".package(name: \"KeepAlive\", path: \"\(keepAlive)\")"
        let list = targets.map { target in
            let products = target.products.map {
                ".product(name: \($0.name.swiftLiteral), package: \($0.package.swiftLiteral))"
            }
            let names = (target.dependencies.map { "\"\($0)\"" } + products).joined(separator: ", ")
            let mode = target.languageMode.map { " swiftSettings: [.swiftLanguageMode(.v\($0))]," } ?? ""
            return """
                        .\(target.isApp ? "executableTarget" : "target")(
                            name: "\(target.name)", dependencies: [\(names)] + keepAlive,
                            path: "KeepAlive/\(target.name)", exclude: [\(target.isSlice ? "\"Slice.txt\", " : "")"Sources.txt"],\(mode)
                            plugins: [.plugin(name: "KeepAliveSources", package: "KeepAlive")]),
                """
        }
        return """
            // swift-tools-version: 6.1
            // For Linux, made by 'keepalive-run init' of \(origin). On a Mac, Xcode builds the project itself.
            import PackageDescription

            // For files that import Combine, os or SwiftUI: KeepAliveCombine, KeepAliveOS, KeepAliveSwiftUI.
            let keepAlive: [Target.Dependency] = [\(products.map { "\"\($0)\"" }.joined(separator: ", "))].map {
                .product(name: $0, package: "KeepAlive")
            }

            let package = Package(
                name: "\(app?.name ?? "App")",
                dependencies: [\(([dependency] + remotes.map(\.dependency)).joined(separator: ", "))],
                targets: [
            \(list.joined(separator: "\n"))
                ],
                swiftLanguageModes: [.v\(languageMode)]
            )

            """
    }

    /// Returns the text of a target's Sources.txt.
    package func sources(of target: Target) -> String {
        "# What is compiled: a file or folder a line, from the folder of Package.swift; '!' leaves one out.\n"
            + target.sources.map { $0 + "\n" }.joined()
    }

    /// The reason why a product of a package is left out, if no package has it.
    static let noPackage = "add its package to Package.swift if it builds on Linux, or stand-ins to Linux.swift"

    /// The initial text of a target's Linux.swift, in which the app's developer writes code for Linux only.
    package static let ownSource = """
        // What the app needs on Linux alone stands here: stand-ins for what is left out, such as a type of a package.
        // This file is compiled as it is: 'import KeepAlive' for UIKit and Foundation's session, 'import KeepAliveSwiftUI' for SwiftUI.

        """

    /// The source with `Bundle.module`, which SwiftPM generates for a target with resources.
    package static let bundleSource = """
        import KeepAlive

        extension Foundation.Bundle {
            /// The app's bundle, which has the resources of this target, too.
            static let module = Bundle.main
        }

        """

    /// Returns a path relative to a folder. Both arguments must be absolute, or relative to the same folder.
    package static func relative(_ path: String, from folder: String) -> String {
        let (target, base) = (components(path), components(folder))
        let shared = zip(target, base).prefix { $0 == $1 }.count
        return (Array(repeating: "..", count: base.count - shared) + target[shared...]).joined(separator: "/")
    }

    /// Returns the last name of a folder's path, after `.` and `..` are resolved; `nil` for the root.
    package static func name(ofFolder path: String) -> String? { components(path).last }

    private static func components(_ path: String) -> [String] {
        var found: [String] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = found.last, last != ".." {
                found.removeLast()
            } else {
                found.append(String(part))
            }
        }
        return found
    }
}
