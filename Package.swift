// swift-tools-version: 6.1
import Foundation
import PackageDescription

/// The Makefile and CI set KEEPALIVE_STRICT, so that a warning stops their build but never a dependent's.
let strict = Context.environment["KEEPALIVE_STRICT"] != nil
let swiftSettings: [SwiftSetting] =
    strict ? [.unsafeFlags(["-warnings-as-errors", "-require-explicit-sendable"])] : []

/// The rooms that decide and calculate are optimised also in a build for tests, which plays thousands of scenarios.
let fastSettings: [SwiftSetting] = strict ? swiftSettings + [.unsafeFlags(["-O"])] : swiftSettings
/// Apps as one writes them for iOS: the folder, and the name of the program.
let examples = [
    "Articles": "articles",
    "BackgroundLocation": "background-location", "BackgroundPlayer": "background-player", "Calls": "calls",
    "Download": "download",
    "Fetch": "fetch", "News": "news", "Reader": "reader",
    "Refresh": "refresh", "Reminder": "reminder", "Renewal": "renewal", "SignIn": "sign-in",
    "SilentPush": "silent-push",
    "TaskThenAudio": "task-then-audio",
    "Timer": "timer", "VoIP": "voip",
]
// As in a package of somebody else: what is not public, they do not see.
let exampleTargets: [Target] =
    examples.map { folder, name in
        .executableTarget(
            name: "example-\(name)", dependencies: ["KeepAlive"], path: "Examples/\(folder)",
            exclude: ["Info.plist"] + (folder == "Refresh" ? ["refresh.yaml"] : []), packageAccess: false,
            swiftSettings: swiftSettings)
    } + [
        .executableTarget(
            name: "example-plug-in", dependencies: ["KeepAliveHost"], path: "Examples/PlugIn", packageAccess: false,
            swiftSettings: swiftSettings)
    ]

/// A room: a folder of Sources/KeepAlive. What it may use stands here, and nowhere else: the compiler holds it.
func room(
    _ folder: String, uses rooms: [String] = [], _ others: [Target.Dependency] = [], resources: [Resource] = [],
    settings: [SwiftSetting] = fastSettings
) -> Target {
    .target(
        name: "KeepAlive\(folder)", dependencies: rooms.map { .byName(name: "KeepAlive\($0)") } + others,
        path: "Sources/KeepAlive/\(folder)", resources: resources,
        swiftSettings: settings)
}
/// Apple's modules by their names, so that a source compiles as it is: a file each in Sources/KeepAlive/Modules.
let appleModules = [
    "AVFAudio", "AVFoundation", "BackgroundTasks", "CallKit", "CoreLocation", "MediaPlayer", "PushKit", "QuickLook",
    "UIKit", "UserNotifications",
]
let appleModuleTargets: [Target] = appleModules.map { name in
    .target(
        name: name, dependencies: ["KeepAlive"], path: "Sources/KeepAlive/Modules",
        exclude: appleModules.filter { $0 != name }.map { "\($0).swift" }, sources: ["\(name).swift"],
        swiftSettings: swiftSettings)
}
let realModule: Target.Dependency = .product(name: "RealModule", package: "swift-numerics")

let rooms: [Target] = [
    // Other rooms take no code out of this one when they are built for tests, so that scripts/mutants can put another in
    // its place without building them again.
    room(
        "Policy", [realModule],
        settings: strict
            ? fastSettings + [.unsafeFlags(["-disable-cmo"], .when(configuration: .debug))] : fastSettings),
    room("Ports", uses: ["Policy"], [realModule]),
    room("Strategies", uses: ["Policy", "Ports"]),
    room(
        "Measurement", uses: ["Policy", "Ports"],
        resources: [
            .embedInCode("Resources/oneplus-3.json"), .embedInCode("Resources/pixel-3.json"),
            .embedInCode("Resources/sbc-m8q-wm8904.json"),
        ]),
    room("Report", uses: ["Policy", "Ports", "Measurement"]),
    room("Protocol", uses: ["Policy"]),
    room("Engine", uses: ["Policy", "Ports", "Protocol", "Strategies", "Measurement", "Report"]),
    room("Services", uses: ["Policy", "Ports", "Protocol", "Engine"]),
    room("Text", uses: ["Policy"]),
    room("YAML", uses: ["Policy", "Text", "Scenarios", "Fleet"], ["CYAML"]),
    room("Scenarios", uses: ["Policy", "Ports", "Protocol", "Strategies", "Report", "Engine", "Services", "Text"]),
    room(
        "Fleet", uses: ["Policy", "Strategies", "Report", "Engine", "Text"],
        [
            .product(name: "HeapModule", package: "swift-collections"),
            .product(name: "Histogram", package: "hdrhistogram-swift"), realModule,
        ],
        resources: [.embedInCode("Resources/population.yaml")]),
    room("Sound", uses: ["Policy"], ["CSndFile"]),
    room(
        "Linux", uses: ["Policy", "Ports", "Sound"],
        ["CALSA", "CCurl", "CGPS", "CLinux", "CPulse", .product(name: "SystemPackage", package: "swift-system")],
        resources: [.embedInCode("Location/Resources/walk.nmea")], settings: swiftSettings),
    // Apple's os: it has no place in the module KeepAlive, as UIKit does not bring it along.
    room("OS", settings: swiftSettings),
    // Apple's Combine, by the implementation that everybody has.
    .target(
        name: "KeepAliveCombine",
        dependencies: ["KeepAlive"]
            + ["OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation"].map {
                .product(name: $0, package: "OpenCombine")
            }, path: "Sources/KeepAlive/Combine", swiftSettings: swiftSettings),
    // SwiftUI: the life cycle, and views that hold their parts.
    .target(
        name: "KeepAliveSwiftUI", dependencies: ["KeepAlive", "KeepAliveCombine"], path: "Sources/KeepAlive/SwiftUI",
        swiftSettings: swiftSettings),
    // Which modules of Apple's are here.
    room("ModuleNames", settings: swiftSettings),
    // Catalogs of assets as Xcode keeps them.
    room("Assets", settings: swiftSettings),
    // The sources of iOS as sources for this platform: the parser, and that.
    room(
        "Rewriting", uses: ["ModuleNames"],
        [
            .product(name: "SwiftParser", package: "swift-syntax"),
            .product(name: "SwiftSyntax", package: "swift-syntax"),
        ],
        settings: swiftSettings),
    // Projects of Xcode as packages for Linux.
    room("Xcode", uses: ["Policy", "ModuleNames", "Assets"], settings: swiftSettings),
    room(
        "Host",
        uses: [
            "Policy", "Ports", "Protocol", "Strategies", "Measurement", "Report", "Engine", "Services", "Text", "YAML",
            "Scenarios", "Fleet", "Linux", "Xcode",
        ], [.product(name: "ArgumentParser", package: "swift-argument-parser")], settings: swiftSettings),
]

/// Apps with Objective-C's words and with SwiftUI, compiled by the plug-in, and their tests. With a target that uses a plug-in, its tool is built
/// for any product of this package, and swift-syntax with it: so the Makefile sets KEEPALIVE_TESTS for the tests alone.
let unedited: [Target] =
    Context.environment["KEEPALIVE_TESTS"] == nil
    ? []
    : [
        .executableTarget(
            name: "UneditedApp", dependencies: ["KeepAlive", "KeepAliveCombine", "KeepAliveOS"],
            path: "Tests/UneditedApp/Linux", exclude: ["Sources.txt"], packageAccess: false,
            swiftSettings: swiftSettings + [.swiftLanguageMode(.v5)], plugins: ["KeepAliveSources"]),
        .executableTarget(
            name: "SwiftUIApp", dependencies: ["KeepAlive", "KeepAliveOS", "KeepAliveSwiftUI"],
            path: "Tests/SwiftUIApp/Linux", exclude: ["Sources.txt"], packageAccess: false,
            swiftSettings: swiftSettings + [.swiftLanguageMode(.v5)], plugins: ["KeepAliveSources"]),
        .testTarget(
            name: "SwiftUITests", dependencies: ["KeepAliveSwiftUI", "KeepAliveTesting", "SwiftUIApp", "TestSupport"],
            swiftSettings: swiftSettings + [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "UneditedAppTests", dependencies: ["KeepAliveTesting", "TestSupport", "UneditedApp"],
            packageAccess: false,
            swiftSettings: swiftSettings + [.swiftLanguageMode(.v5)]),
    ]

let package = Package(
    name: "KeepAlive",
    products: [
        .library(name: "KeepAlive", targets: ["KeepAlive"]),
        .library(name: "KeepAliveCombine", targets: ["KeepAliveCombine"]),
        .library(name: "KeepAliveOS", targets: ["KeepAliveOS"]),
        .library(name: "KeepAliveSwiftUI", targets: ["KeepAliveSwiftUI"]),
        .library(name: "KeepAliveTesting", targets: ["KeepAliveTesting"]),
        .library(name: "KeepAlivePolicy", targets: ["KeepAlivePolicy"]),
        .library(name: "KeepAliveHost", targets: ["KeepAliveHost"]),
        .executable(name: "keepalive-run", targets: ["keepalive-run"]),
        .plugin(name: "KeepAliveSources", targets: ["KeepAliveSources"]),
    ] + appleModules.map { .library(name: $0, targets: [$0]) },
    dependencies: [
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        // For the plug-in alone: a dependent that does not use it builds none of this.
        .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
    ],
    targets: [
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CGPS", pkgConfig: "libgps", providers: [.apt(["libgps-dev"])]),
        .target(name: "CCurl"),
        .target(name: "CPulse"),
        .target(name: "CSndFile"),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(name: "CLinux"),
        // Apple's names, for apps; they need all of Foundation, and what stands below them does not.
        .target(
            name: "KeepAlive", dependencies: ["KeepAliveAssets", "KeepAlivePolicy", "KeepAlivePorts"],
            path: "Sources/KeepAlive/Apple", swiftSettings: swiftSettings),
        // A device without a machine, for the tests of apps and of strategies.
        .target(
            name: "KeepAliveTesting",
            dependencies: [
                "KeepAlive", "KeepAlivePolicy", "KeepAlivePorts", "KeepAliveStrategies", "KeepAliveReport",
                "KeepAliveEngine", "KeepAliveServices", "KeepAliveSound",
            ],
            path: "Sources/KeepAlive/Testing", swiftSettings: swiftSettings),
        .executableTarget(
            name: "keepalive-run", dependencies: ["KeepAliveHost"], swiftSettings: swiftSettings),
        .executableTarget(
            name: "keepalive-rewrite",
            dependencies: [
                "KeepAliveRewriting", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: swiftSettings),
        .plugin(name: "KeepAliveSources", capability: .buildTool(), dependencies: ["keepalive-rewrite"]),
        // What the counters are checked against.
        .executableTarget(name: "test-workload", path: "Tests/LoadProgram"),
        // What does not want to be frozen, supervised or ended.
        .executableTarget(name: "test-attacker", path: "Tests/Attacker"),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: swiftSettings),
        .testTarget(
            name: "RewritingTests",
            dependencies: [
                "KeepAliveModuleNames", "KeepAliveRewriting", .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
            ], swiftSettings: swiftSettings),
        .testTarget(
            name: "KeepAliveTests",
            dependencies: ["KeepAlive", "KeepAliveTesting", "CLinux", "CSndFile", "TestSupport"]
                + rooms.map { .byName(name: $0.name) },
            swiftSettings: swiftSettings),
        // Whole lives by the thousand, random and of all scenarios: optimised, as what they play is.
        .testTarget(
            name: "LifeTests",
            dependencies: [
                "KeepAliveHost", "KeepAliveLinux", "KeepAlivePolicy", "KeepAliveReport", "KeepAliveScenarios",
            ],
            exclude: ["walks.txt", "timelines.txt"], swiftSettings: fastSettings),
        // An app as it is on a phone, with its imports; and what drives it.
        .executableTarget(
            name: "AppleSample", dependencies: appleModules.map { .byName(name: $0) }, path: "Tests/AppleSample",
            packageAccess: false, swiftSettings: swiftSettings + [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "AppleModuleTests", dependencies: ["AppleSample", "KeepAliveTesting"],
            packageAccess: false,
            swiftSettings: swiftSettings + [.swiftLanguageMode(.v5)]),
        // As the tests of an app are: Apple's names alone, in the language mode that most iOS projects have.
        .testTarget(
            name: "WorkedExampleTests",
            dependencies: ["KeepAlive", "KeepAliveTesting", "TestSupport", "example-articles"],
            packageAccess: false,
            swiftSettings: swiftSettings + [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "KeepAliveRunTests",
            dependencies: [
                "CPulse", "KeepAliveTesting", "TestSupport", "keepalive-run", "test-attacker", "test-workload",
                "AppleSample",
            ]
                + rooms.map { .byName(name: $0.name) },
            swiftSettings: swiftSettings
        ),
    ] + rooms + appleModuleTargets + exampleTargets + unedited
)

// Readers of outside data under libFuzzer, which brings the main function: scripts/fuzz builds it, and nothing else.
if Context.environment["KEEPALIVE_FUZZER"] != nil {
    package.targets.append(
        .executableTarget(
            name: "test-fuzzer",
            dependencies: [
                "KeepAliveFleet", "KeepAliveLinux", "KeepAlivePolicy", "KeepAliveScenarios", "KeepAliveYAML",
            ], path: "Tests/Fuzzer", swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
}

// Sources that are installed for apps have neither tests nor examples.
if !FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Tests") {
    package.targets.removeAll { target in
        target.type == .test || ["Tests/", "Examples/"].contains { target.path?.hasPrefix($0) == true }
    }
}
