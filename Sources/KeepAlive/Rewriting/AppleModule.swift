/// Apple's modules, and the modules that stand for them here.
enum AppleModule {
    /// The module that a file of an app imports instead of one of Apple's.
    ///
    /// A package that has modules with Apple's names shows them to all packages of a build, and these ask
    /// `canImport(os)`. So a rewritten file names modules that are nobody else's.
    static let replacements: [String: String] = [
        "AVFAudio": "KeepAlive", "AVKit": "KeepAlive", "AVFoundation": "KeepAlive", "BackgroundTasks": "KeepAlive",
        "CallKit": "KeepAlive",
        "Combine": "KeepAliveCombine", "CoreGraphics": "KeepAlive", "CoreLocation": "KeepAlive",
        "CoreMedia": "KeepAlive", "CoreMotion": "KeepAlive", "ExposureNotification": "KeepAlive",
        "HealthKit": "KeepAlive", "Intents": "KeepAlive", "Darwin": "Glibc", "MediaPlayer": "KeepAlive",
        "Network": "KeepAlive",
        "OSLog": "KeepAliveOS", "PushKit": "KeepAlive", "QuartzCore": "KeepAlive", "QuickLook": "KeepAlive",
        "SafariServices": "KeepAlive", "SwiftUI": "KeepAliveSwiftUI", "UIKit": "KeepAlive",
        "UniformTypeIdentifiers": "KeepAlive", "UserNotifications": "KeepAlive", "WatchConnectivity": "KeepAlive",
        "os": "KeepAliveOS",
    ]

    /// Modules of which there is only the answer that nothing is available: code that asks for them takes the other way.
    private static let partial: Set<String> = ["HealthKit", "Intents"]

    /// Returns whether a module of Apple's can be imported here, as `canImport` asks.
    static func stands(for module: String) -> Bool { replacements[module] != nil && !partial.contains(module) }

    /// Modules of Apple's that are not here. Their imports are left out, so that the compiler reports what a file uses of
    /// them, each at its place, and stand-ins in a target's own source can take their places.
    static let missing: Set<String> = [
        "ARKit", "Accelerate", "Accessibility", "Accounts", "ActivityKit", "AdSupport", "AddressBook",
        "AppIntents",
        "AppTrackingTransparency", "AudioToolbox", "AuthenticationServices", "CFNetwork", "CarPlay", "Charts",
        "CloudKit",
        "Contacts", "ContactsUI", "CoreAudio", "CoreAudioKit", "CoreBluetooth", "CoreData", "CoreHaptics", "CoreImage",
        "CoreML", "CoreNFC", "CoreSpotlight", "CoreTelephony", "CoreText", "CoreVideo", "CryptoKit", "DeviceCheck",
        "EventKit", "EventKitUI", "FileProvider", "GameKit", "GameplayKit", "HomeKit", "ImageIO", "IntentsUI",
        "LinkPresentation", "LocalAuthentication", "MapKit", "MessageUI", "Messages", "Metal", "MetalKit", "MetricKit",
        "MobileCoreServices", "MultipeerConnectivity", "NaturalLanguage", "NearbyInteraction",
        "NetworkExtension", "NotificationCenter", "ObjectiveC", "PDFKit", "PassKit", "PencilKit", "Photos", "PhotosUI",
        "ReplayKit", "SceneKit", "Security", "Social", "SoundAnalysis", "Speech", "SpriteKit",
        "StoreKit", "SwiftData", "SystemConfiguration", "TipKit", "UserNotificationsUI", "VideoToolbox", "Vision",
        "WatchKit", "WebKit", "WidgetKit", "simd",
    ]

    /// Modules that Linux has and iOS has not.
    static let absent: Set<String> = ["FoundationNetworking", "Glibc", "KeepAlive"]

    /// What comes with Apple's Foundation, and here with another module.
    static let besideFoundation = "KeepAlive"

    /// Names of Combine that Apple's Foundation has, too.
    static let namesOfCombine = ["ObservableObject": "protocol", "Published": "struct"]
    /// The module that has them here.
    static let combine = "KeepAliveCombine"
    /// The modules of Apple's that bring Combine with them as a whole.
    static let withCombine: Set<String> = ["Combine", "SwiftUI"]
}
