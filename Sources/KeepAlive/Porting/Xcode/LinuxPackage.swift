import FoundationEssentials
import KeepAliveAssets
import KeepAlivePolicy

/// A package of Swift for the targets of an app, beside the app's own files, which stay as they are.
package struct LinuxPackage {
    /// A target of the package.
    package struct Target {
        /// The name of the target and of its module.
        package var name: String
        /// True for the app; false for a library that it needs.
        package var isApp: Bool
        /// The files that are compiled, from the folder of the package.
        package var sources: [String]
        /// The names of the other targets that it needs.
        package var dependencies: [String] = []
        /// The files that are copied into the app.
        package var resources: [String] = []
        /// The language mode, where it is another one than the package's.
        package var languageMode: String?
        /// True if the sources ask for `Bundle.module`: a package's target with resources. These are in the app's bundle here.
        package var hasBundle = false
        /// The constants of its assets.
        package var assetSymbols = AssetSymbolSetting.resources
        /// The Info.plist of the app.
        package var infoPlist: [String: PropertyListValue] = [:]

        package init(name: String, isApp: Bool, sources: [String]) {
            self.name = name
            self.isApp = isApp
            self.sources = sources
        }
    }

    /// The constants that the assets of a target have in code.
    package enum AssetSymbolSetting: Sendable {
        /// None.
        case none
        /// Those of `ImageResource` and `ColorResource`.
        case resources
        /// Those, and those of `UIImage`, `UIColor` and `Color`.
        case extensions

        /// Reads a target's build settings; without them, resources have constants.
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

    /// A thing of the project that the package does not have.
    package struct LeftOut: Equatable {
        /// Its name.
        package let name: String
        /// The reason, and what to do.
        package let reason: String

        package init(_ name: String, _ reason: String) {
            self.name = name
            self.reason = reason
        }
    }

    /// The folder of the package.
    package let folder: String
    /// Its sources, for the first line.
    package let origin: String
    /// The targets, the app first.
    package let targets: [Target]
    /// The files and settings that are left out.
    package let leftOut: [LeftOut]
    /// The language mode: 5, or 6.
    package let languageMode: String

    /// The app.
    package var app: Target? { targets.first { $0.isApp } }

    /// The resources, each with its target and its name in the app's bundle.
    package var links: [(target: String, resource: String, name: String)] {
        var taken: Set<String> = []
        return targets.flatMap { target in
            target.resources.map { resource in
                let parts = resource.split(separator: "/").map(String.init)
                let name = parts.last ?? resource
                guard AssetCatalog.isCatalog(name) else {
                    // A translation stays in the folder of its language.
                    let language = parts.dropLast().last.flatMap { $0.hasSuffix(".lproj") ? "\($0)/" : nil } ?? ""
                    return (target.name, resource, language + name)
                }
                // Each target may have its Assets.xcassets, or several: those of libraries are in bundles of their own.
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

    /// The text of Package.swift.
    ///
    /// - Parameter keepAlive: the path of KeepAlive's own package from this one, or its URL.
    package func manifest(keepAlive: String) -> String {
        let dependency =
            keepAlive.contains("://")
            ? ".package(url: \"\(keepAlive)\", branch: \"main\")"
            : ".package(name: \"KeepAlive\", path: \"\(keepAlive)\")"
        let list = targets.map { target in
            let names = target.dependencies.map { "\"\($0)\"" }.joined(separator: ", ")
            let mode = target.languageMode.map { " swiftSettings: [.swiftLanguageMode(.v\($0))]," } ?? ""
            return """
                        .\(target.isApp ? "executableTarget" : "target")(
                            name: "\(target.name)", dependencies: [\(names)] + keepAlive,
                            path: "KeepAlive/\(target.name)", exclude: ["Sources.txt"],\(mode)
                            plugins: [.plugin(name: "KeepAliveSources", package: "KeepAlive")]),
                """
        }
        return """
            // swift-tools-version: 6.1
            // For Linux, made by 'keepalive-run init' of \(origin). On a Mac, Xcode builds the project itself.
            import PackageDescription

            let keepAlive: [Target.Dependency] = ["KeepAlive", "KeepAliveCombine", "KeepAliveOS", "KeepAliveSwiftUI"].map {
                .product(name: $0, package: "KeepAlive")
            }

            let package = Package(
                name: "\(app?.name ?? "App")",
                dependencies: [\(dependency)],
                targets: [
            \(list.joined(separator: "\n"))
                ],
                swiftLanguageModes: [.v\(languageMode)]
            )

            """
    }

    /// The text of a target's Sources.txt.
    package func sources(of target: Target) -> String {
        "# What is compiled: a file or folder a line, from the folder of Package.swift; '!' leaves one out.\n"
            + target.sources.map { $0 + "\n" }.joined()
    }

    /// The text of a target's own source.
    package static let ownSource = """
        // What the app needs on Linux alone stands here: stand-ins for what is left out, such as a type of a package.
        // This file is compiled as it is: 'import KeepAlive' for UIKit and Foundation's session, 'import KeepAliveSwiftUI' for SwiftUI.

        """

    /// The text of what SwiftPM writes for a target with resources.
    package static let bundleSource = """
        import KeepAlive

        extension Foundation.Bundle {
            /// The app's bundle, which has the resources of this target, too.
            static let module = Bundle.main
        }

        """

    /// Returns a path from a folder, as one from another folder: both begin at the same place.
    package static func relative(_ path: String, from folder: String) -> String {
        let (target, base) = (components(path), components(folder))
        let shared = zip(target, base).prefix { $0 == $1 }.count
        return (Array(repeating: "..", count: base.count - shared) + target[shared...]).joined(separator: "/")
    }

    /// Returns the name of a folder by its full path, also where that ends with `.` or `..`; `nil` for the root.
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
