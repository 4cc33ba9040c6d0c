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
    package static func stands(for module: String) -> Bool { replacements[module] != nil && frameworks[module] != true }

    /// Apple's modules without a replacement on Linux. The rewriter removes their imports. The compiler then reports
    /// each use of a missing name at its place in the file; the target's Linux.swift can declare the missing names.
    package static let missing: Set<String> = [
        "ARKit", "Accelerate", "Accessibility", "Accounts", "ActivityKit", "AdServices", "AdSupport", "AddressBook",
        "AppIntents", "AuthenticationServices", "CFNetwork", "CarPlay", "Charts", "ClockKit", "CloudKit",
        "ContactsUI", "CoreAudio", "CoreAudioKit", "CoreData", "CoreHaptics", "CoreImage", "CoreMIDI", "CoreML",
        "CoreNFC", "CoreServices", "CoreSpotlight", "CoreText", "CoreVideo", "CryptoKit", "DeviceCheck",
        "EventKitUI", "ExternalAccessory", "FileProvider", "GameController", "GameKit", "GameplayKit",
        "HealthKitUI", "HomeKit", "ImageIO", "IntentsUI", "JavaScriptCore", "LinkPresentation", "Messages", "Metal",
        "MetalKit", "MobileCoreServices", "MultipeerConnectivity", "NaturalLanguage", "NearbyInteraction",
        "NetworkExtension", "NotificationCenter", "ObjectiveC", "OpenGLES", "PDFKit", "PassKit", "PencilKit",
        "PhotosUI", "PushToTalk", "QuickLookThumbnailing", "RealityKit", "ReplayKit", "SceneKit", "ShazamKit",
        "Social", "SoundAnalysis", "SpriteKit", "SwiftData", "TipKit", "UserNotificationsUI", "VideoToolbox",
        "Vision", "VisionKit", "WatchKit", "WebKit", "simd",
    ]

    /// Modules of Apple's systems that Linux has by the same name, or may have.
    private static let shared: Set<String> = [
        "CommonCrypto", "CoreFoundation", "Dispatch", "Foundation", "Observation", "SQLite3", "Swift",
        "Synchronization", "XCTest", "zlib",
    ]

    /// Returns whether Swift's toolchain on Linux, or this project, has a module of this name.
    package static func isOnLinux(_ module: String) -> Bool {
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
