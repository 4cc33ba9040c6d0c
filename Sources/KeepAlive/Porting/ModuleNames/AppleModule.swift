/// Apple's modules, and the modules of this project that replace them on Linux.
package enum AppleModule {
    /// The module that a rewritten file imports, by the name of the Apple module that the app's file imports.
    ///
    /// The replacements have names of their own. A module with an Apple name would be visible to all packages of a
    /// build, and `canImport(os)` would then be true in all of them.
    package static let replacements: [String: String] =
        frameworks.mapValues { _ in "KeepAlive" }.filter { $0.key != "Foundation" }.merging([
            "Combine": "KeepAliveCombine", "CoreMedia": "KeepAlive", "Darwin": "Glibc", "os": "KeepAliveOS",
            "OSLog": "KeepAliveOS", "SwiftUI": "KeepAliveSwiftUI",
        ]) { $1 }

    /// Apple's frameworks by name, from the table in Package.swift. The value is true for a framework of which only a
    /// small part or only the answer "not available" is reproduced: `canImport` is false for such a framework, so that
    /// the app's code takes its branch without the framework.
    private static let frameworks: [String: Bool] =
        String(decoding: PackageResources.manifest_txt, as: UTF8.self).split(separator: "\n")
        .map { $0.drop { $0 == " " } }.drop { $0 != "#frameworks" }.dropFirst().prefix { $0 != "#end" }
        .reduce(into: [:]) { table, line in
            let name = line.prefix { $0 != " " }
            table[name.filter { $0 != "*" && $0 != "~" }] = name.hasSuffix("~")
        }

    /// Returns whether `canImport` is true for an Apple module in a rewritten file.
    ///
    /// - Parameter modules: the modules on which the file's target depends.
    package static func stands(for module: String, in modules: Set<String>) -> Bool {
        replacement(of: module, in: modules) != nil && frameworks[module] != true
    }

    /// Apple's modules without a replacement on Linux. The rewriter removes their imports. The compiler then reports
    /// each use of a missing name at its place in the file; the target's Linux.swift can declare the missing names.
    package static let missing: Set<String> = [
        "ARKit", "Accelerate", "Accessibility", "Accounts", "ActivityKit", "AdServices", "AdSupport", "AddressBook",
        "AppIntents", "AuthenticationServices", "CFNetwork", "CarPlay", "Charts", "ClockKit", "CloudKit",
        "ContactsUI", "CoreAudio", "CoreAudioKit", "CoreData", "CoreHaptics", "CoreImage", "CoreMIDI", "CoreML",
        "CommonCrypto", "CoreNFC", "CoreServices", "CoreSpotlight", "CoreText", "CoreVideo", "CryptoKit", "DeviceCheck",
        "EventKitUI", "ExternalAccessory", "FileProvider", "GameController", "GameKit", "GameplayKit",
        "HealthKitUI", "HomeKit", "ImageIO", "IntentsUI", "JavaScriptCore", "LinkPresentation", "Messages", "Metal",
        "MetalKit", "MobileCoreServices", "MultipeerConnectivity", "NaturalLanguage", "NearbyInteraction",
        "NetworkExtension", "NotificationCenter", "ObjectiveC", "OpenGLES", "PDFKit", "PassKit", "PencilKit",
        "PhotosUI", "PushToTalk", "QuickLookThumbnailing", "RealityKit", "ReplayKit", "SQLite3", "SceneKit",
        "ShazamKit",
        "Social", "SoundAnalysis", "SpriteKit", "SwiftData", "TipKit", "UserNotificationsUI", "VideoToolbox",
        "Vision", "VisionKit", "WatchKit", "WebKit", "simd", "zlib",
    ]

    /// A module of a public package with the declarations of one of Apple's modules.
    package struct Substitute: Sendable {
        /// The URL of the package's repository.
        package let url: String
        /// The versions of the package: from the first up to the second, which is excluded.
        package let versions: (String, String)
        /// The name of the module, and of the package's product.
        package let module: String
    }

    /// The substitutes of Apple's modules in public packages. A target that depends on one imports it in place of
    /// Apple's.
    package static let substitutes: [String: Substitute] = [
        "CryptoKit": Substitute(
            url: "https://github.com/apple/swift-crypto", versions: ("3.12.3", "5.0.0"), module: "Crypto")
    ]

    /// Returns the module that takes the place of an Apple module in a target; `nil` if there is none.
    ///
    /// - Parameter modules: the modules on which the target depends.
    package static func replacement(of module: String, in modules: Set<String>) -> String? {
        replacements[module] ?? substitutes[module].flatMap { modules.contains($0.module) ? $0.module : nil }
    }

    /// Returns whether a target can import a module, as it is or as what takes its place.
    ///
    /// - Parameter modules: the modules on which the target depends.
    package static func isImportable(_ module: String, in modules: Set<String>) -> Bool {
        modules.contains(module) || replacement(of: module, in: modules) != nil || isOnLinux(module)
    }

    /// Modules of Apple's systems that Linux has by the same name.
    private static let shared: Set<String> = [
        "CoreFoundation", "Dispatch", "Foundation", "Observation", "Swift", "Synchronization", "XCTest",
    ]

    /// Returns whether Swift's toolchain on Linux, or this project, has a module of this name.
    static func isOnLinux(_ module: String) -> Bool {
        shared.contains(module) || absent.contains(module) || ofToolchain.contains(module) || module.hasPrefix("_")
            || module.hasPrefix("KeepAlive")
    }

    private static let ofToolchain: Set<String> = [
        "BlocksRuntime", "Builtin", "Cxx", "CxxStdlib", "Distributed", "FoundationEssentials",
        "FoundationInternationalization", "FoundationXML", "Musl", "RegexBuilder", "SwiftOnoneSupport", "SwiftShims",
        "Testing",
    ]

    /// Returns whether a module comes with Apple's systems, and so is no package and no part of an app.
    package static func isApples(_ module: String) -> Bool {
        frameworks[module] != nil || replacements[module] != nil || missing.contains(module)
            || shared.contains(module)
    }

    /// Returns whether no module of this name can be imported on Linux without being rewritten.
    package static func isForAppleAlone(_ module: String) -> Bool {
        isApples(module) && !shared.contains(module) && module != "Foundation"
    }

    /// Modules that exist on Linux and not on iOS; `canImport` is false for these modules.
    package static let absent: Set<String> = ["FoundationNetworking", "Glibc", "KeepAlive"]

    /// The module with the declarations that Apple's Foundation has and Foundation on Linux lacks. A rewritten file
    /// imports this module beside Foundation.
    package static let besideFoundation = "KeepAlive"

    /// Names of Combine that an import of Apple's Foundation also makes visible, each with the kind of its
    /// declaration.
    package static let namesOfCombine = ["ObservableObject": "protocol", "Published": "struct"]
    /// The module that declares ``namesOfCombine`` on Linux.
    package static let combine = "KeepAliveCombine"
    /// Apple's modules whose import makes all of Combine visible.
    package static let withCombine: Set<String> = ["Combine", "SwiftUI"]
}
