/// Apple's modules, and the modules that stand for them here.
package enum AppleModule {
    /// The module that a file of an app imports instead of one of Apple's.
    ///
    /// A package that has modules with Apple's names shows them to all packages of a build, and these ask
    /// `canImport(os)`. So a rewritten file names modules that are nobody else's.
    package static let replacements: [String: String] =
        frameworks.mapValues { _ in "KeepAlive" }.filter { $0.key != "Foundation" }.merging([
            "Combine": "KeepAliveCombine", "CoreMedia": "KeepAlive", "Darwin": "Glibc", "os": "KeepAliveOS",
            "OSLog": "KeepAliveOS", "SwiftUI": "KeepAliveSwiftUI",
        ]) { $1 }

    /// The frameworks of the table, and whether a framework is a small part of Apple's, or only the answer that nothing is
    /// available: code that asks for it takes the other way.
    private static let frameworks: [String: Bool] =
        String(decoding: PackageResources.manifest_txt, as: UTF8.self).split(separator: "\n")
        .map { $0.drop { $0 == " " } }.drop { $0 != "#frameworks" }.dropFirst().prefix { $0 != "#end" }
        .reduce(into: [:]) { table, line in
            let name = line.prefix { $0 != " " }
            table[name.filter { $0 != "*" && $0 != "~" }] = name.hasSuffix("~")
        }

    /// Returns whether a module of Apple's can be imported here, as `canImport` asks.
    package static func stands(for module: String) -> Bool { replacements[module] != nil && frameworks[module] != true }

    /// Modules of Apple's that are not here. Their imports are left out, so that the compiler reports what a file uses of
    /// them, each at its place, and stand-ins in a target's own source can take their places.
    package static let missing: Set<String> = [
        "ARKit", "Accelerate", "Accessibility", "Accounts", "ActivityKit", "AdSupport", "AddressBook",
        "AppIntents", "AuthenticationServices", "CFNetwork", "CarPlay", "Charts", "CloudKit", "ContactsUI",
        "CoreAudio", "CoreAudioKit", "CoreData", "CoreHaptics", "CoreImage", "CoreML", "CoreNFC", "CoreSpotlight",
        "CoreText", "CoreVideo", "CryptoKit", "DeviceCheck", "EventKitUI", "FileProvider", "GameKit",
        "GameplayKit", "HomeKit", "ImageIO", "IntentsUI", "LinkPresentation", "Messages", "Metal", "MetalKit",
        "MobileCoreServices", "MultipeerConnectivity", "NaturalLanguage", "NearbyInteraction", "NetworkExtension",
        "NotificationCenter", "ObjectiveC", "PDFKit", "PassKit", "PencilKit", "PhotosUI", "ReplayKit", "SceneKit",
        "Social", "SoundAnalysis", "SpriteKit", "SwiftData", "TipKit", "UserNotificationsUI", "VideoToolbox",
        "Vision", "WatchKit", "WebKit", "simd",
    ]

    /// Modules that Linux has and iOS has not.
    package static let absent: Set<String> = ["FoundationNetworking", "Glibc", "KeepAlive"]

    /// The module of what Apple's Foundation brings, too.
    package static let besideFoundation = "KeepAlive"

    /// Names of Combine that Apple's Foundation has, too.
    package static let namesOfCombine = ["ObservableObject": "protocol", "Published": "struct"]
    /// The module that has them here.
    package static let combine = "KeepAliveCombine"
    /// The modules of Apple's that bring Combine with them as a whole.
    package static let withCombine: Set<String> = ["Combine", "SwiftUI"]
}
