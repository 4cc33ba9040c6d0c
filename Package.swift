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
        .target(
            name: "PedometerCalls", dependencies: ["KeepAliveProtocol"], path: "Examples/PlugIn/Service",
            packageAccess: false, swiftSettings: swiftSettings),
        .executableTarget(
            name: "example-plug-in", dependencies: ["KeepAliveHost", "PedometerCalls"],
            path: "Examples/PlugIn/Runner", packageAccess: false, swiftSettings: swiftSettings),
        .executableTarget(
            name: "example-walk", dependencies: ["KeepAlive", "KeepAliveRuntime", "PedometerCalls"],
            path: "Examples/PlugIn/App", packageAccess: false, swiftSettings: swiftSettings),
    ]

/// A room: a folder in a district of Sources/KeepAlive. What it may use stands here, and nowhere else: the compiler holds it.
func room(
    _ folder: String, in district: String, uses rooms: [String] = [], _ others: [Target.Dependency] = [],
    resources: [Resource] = [], settings: [SwiftSetting] = fastSettings
) -> Target {
    .target(
        name: "KeepAlive\(folder)", dependencies: rooms.map { .byName(name: "KeepAlive\($0)") } + others,
        path: "Sources/KeepAlive/\(district)/\(folder)", resources: resources,
        swiftSettings: settings)
}
/// Apple's frameworks that are here, a line each: its name, which is that of its folder in Sources/KeepAlive/iOS, and the
/// frameworks that it uses and hands on. Each is a target; the rewriter reads the lines between the marks, too, in a copy of this
/// file that it has in itself.
///   *  it is also there by Apple's own name, as a product for sources that are not rewritten
///   ~  it is a small part of Apple's, or only the answer that nothing is available: canImport is false
let frameworkTable = """
    #frameworks
    Foundation
    CoreGraphics                 Foundation
    QuartzCore                   CoreGraphics
    UniformTypeIdentifiers       Foundation
    CoreLocation*                Foundation
    UserNotifications*           CoreLocation
    UIKit*                       QuartzCore UniformTypeIdentifiers UserNotifications
    BackgroundTasks*             Foundation
    AVFAudio*                    QuartzCore
    AVFoundation*                AVFAudio QuartzCore
    AVKit                        AVFoundation UIKit
    MediaPlayer*                 UIKit
    CallKit*                     AVFAudio
    PushKit*                     Foundation
    QuickLook*                   UIKit
    MapKit                       CoreLocation UIKit
    CoreMotion                   Foundation
    ExposureNotification         Foundation
    MessageUI                    UIKit
    Network                      Foundation
    SafariServices               UIKit
    SystemConfiguration          Network
    WatchConnectivity            Foundation
    WidgetKit                    Foundation
    AppTrackingTransparency~     Foundation
    AudioToolbox~                Foundation
    Contacts~                    Foundation
    CoreBluetooth~               Foundation
    CoreTelephony~               Foundation
    EventKit~                    Foundation
    HealthKit~                   Foundation
    Intents~                     CallKit
    LocalAuthentication~         Foundation
    MetricKit~                   Foundation
    Photos~                      UIKit
    Security~                    Foundation
    Speech~                      AVFoundation
    StoreKit~                    UIKit
    #end
    """
struct Framework {
    let name: String
    let uses: [String]
    /// It has a module by Apple's own name, too.
    let isByName: Bool

    init?(_ line: Substring) {
        let words = line.split(separator: " ")
        guard let name = words.first, !line.hasPrefix("#") else { return nil }
        self.name = String(name.filter { $0 != "*" && $0 != "~" })
        uses = words.dropFirst().map(String.init)
        isByName = name.hasSuffix("*")
    }
}
let frameworks = frameworkTable.split(separator: "\n").compactMap(Framework.init)
let frameworkTargets: [Target] = frameworks.map { framework in
    room(
        framework.name, in: "iOS",
        uses: ["Formats", "Model", "Protocol", "Runtime"] + framework.uses
            + (framework.name == "UIKit" ? ["Assets"] : []),
        settings: swiftSettings)
}
/// Apple's modules by their names, so that a source compiles as it is: a file each in Sources/KeepAlive/iOS/Modules.
let appleModules = frameworks.filter(\.isByName).map(\.name)
/// The recorder for phones, with Apple's imports as it is there.
let recorder = Target.executableTarget(
    name: "example-recorder", dependencies: appleModules.map { .byName(name: $0) }, path: "Examples/Recorder",
    exclude: ["Info.plist"], packageAccess: false, swiftSettings: swiftSettings + [.swiftLanguageMode(.v5)])
let appleModuleTargets: [Target] = appleModules.map { name in
    .target(
        name: name, dependencies: [.byName(name: "KeepAlive\(name)")], path: "Sources/KeepAlive/iOS/Modules",
        exclude: appleModules.filter { $0 != name }.map { "\($0).swift" }, sources: ["\(name).swift"],
        swiftSettings: swiftSettings)
}
let realModule: Target.Dependency = .product(name: "RealModule", package: "swift-numerics")

/// Whether the rewriter of the plug-in is installed beside these sources, so that apps build neither it nor the parser of Swift.
/// `make install-sources` writes true here; the plug-in looks whether the two belong together.
let hasReadyRewriter = false

/// The policy, and what is built on it without a machine.
let core: [Target] = [
    // The nouns that app and runner share.
    room("Model", in: "Core", [realModule]),
    // JSON, property lists, time zones and content types.
    room("Formats", in: "Core", uses: ["Model"]),
    // Other rooms take no code out of this one when they are built for tests, so that scripts/check/mutants can put another in
    // its place without building them again.
    room(
        "Policy", in: "Core", uses: ["Model"], [realModule],
        settings: strict
            ? fastSettings + [.unsafeFlags(["-disable-cmo"], .when(configuration: .debug))] : fastSettings),
    room("Ports", in: "Core", uses: ["Model", "Formats"], [realModule]),
    room("Strategies", in: "Core", uses: ["Policy", "Ports"]),
    room(
        "Measurement", in: "Core", uses: ["Formats", "Policy", "Ports"],
        resources: [
            .embedInCode("Resources/oneplus-3.json"), .embedInCode("Resources/pixel-3.json"),
            .embedInCode("Resources/sbc-m8q-wm8904.json"),
        ]),
    room("Report", in: "Core", uses: ["Policy", "Ports", "Measurement"]),
    room("Text", in: "Core", uses: ["Policy"]),
]

/// A device: its apps, its services, and those who drive it.
let device: [Target] = [
    room("Protocol", in: "Device", uses: ["Model", "Formats"]),
    room(
        "Engine", in: "Device",
        uses: ["Formats", "Policy", "Ports", "Protocol", "Strategies", "Measurement", "Report"]),
    room("Services", in: "Device", uses: ["Formats", "Policy", "Ports", "Protocol", "Engine"]),
    room("YAML", in: "Device", uses: ["Formats", "Policy", "Text", "Scenarios", "Fleet"], ["CYAML"]),
    room(
        "Scenarios", in: "Device",
        uses: ["Formats", "Policy", "Ports", "Protocol", "Strategies", "Report", "Engine", "Services", "Text"]),
    // What phones leave behind at the end of an app.
    room("CrashReports", in: "Device", uses: ["Formats", "Policy"]),
    // What an app recorded of itself on a phone, beside what the rules do.
    room(
        "Recordings", in: "Device", uses: ["Formats", "Policy", "Report", "Scenarios", "YAML"]),
    room(
        "Fleet", in: "Device", uses: ["Policy", "Strategies", "Report", "Engine", "Text"],
        [
            .product(name: "HeapModule", package: "swift-collections"),
            .product(name: "Histogram", package: "hdrhistogram-swift"), realModule,
        ],
        resources: [.embedInCode("Resources/population.yaml")]),
]

/// What needs this machine, and its libraries.
let machine: [Target] = [
    room("Sound", in: "Machine", uses: ["Policy"], ["CSndFile"]),
    room(
        "Linux", in: "Machine", uses: ["Formats", "Policy", "Ports", "Sound"],
        ["CALSA", "CCurl", "CGPS", "CLinux", "CPulse", .product(name: "SystemPackage", package: "swift-system")],
        resources: [.embedInCode("Location/Resources/walk.nmea")], settings: swiftSettings),
]

let iOS: [Target] =
    frameworkTargets + [
        // What all frameworks share: the app's connection to the system.
        room("Runtime", in: "iOS", uses: ["Formats", "Model", "Protocol"], settings: swiftSettings),
        // All of Apple's frameworks in one module, but for those that UIKit does not bring along.
        .target(
            name: "KeepAlive",
            dependencies: frameworks.map { .byName(name: "KeepAlive\($0.name)") } + ["KeepAliveModel"],
            path: "Sources/KeepAlive/iOS/KeepAlive", swiftSettings: swiftSettings),
        // Apple's os: it has no place in the module KeepAlive, as UIKit does not bring it along.
        room("OS", in: "iOS", uses: ["Foundation"], settings: swiftSettings),
        // Apple's Combine, by the implementation that everybody has.
        .target(
            name: "KeepAliveCombine",
            dependencies: ["KeepAlive"]
                + ["OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation"].map {
                    .product(name: $0, package: "OpenCombine")
                }, path: "Sources/KeepAlive/iOS/Combine", swiftSettings: swiftSettings),
        // SwiftUI: the life cycle, and views that hold their parts.
        .target(
            name: "KeepAliveSwiftUI", dependencies: ["KeepAlive", "KeepAliveCombine"],
            path: "Sources/KeepAlive/iOS/SwiftUI",
            swiftSettings: swiftSettings),
        // What stands for the parts of an app that a slice does not compile.
        .target(
            name: "KeepAliveStandIns", dependencies: ["KeepAlive", "KeepAliveOS", "KeepAliveRuntime"],
            path: "Sources/KeepAlive/iOS/StandIns", swiftSettings: swiftSettings),
        // Catalogs of assets as Xcode keeps them.
        room("Assets", in: "iOS", settings: swiftSettings),
    ]

/// Projects for Apple's platforms as packages for Linux.
let porting: [Target] = [
    // Which modules of Apple's are here.
    room(
        "ModuleNames", in: "Porting", resources: [.embedInCode("Resources/manifest.txt")], settings: swiftSettings),
    // The sources of iOS as sources for this platform: the parser, and that.
    room(
        "Rewriting", in: "Porting", uses: ["ModuleNames"],
        [
            .product(name: "SwiftParser", package: "swift-syntax"),
            .product(name: "SwiftSyntax", package: "swift-syntax"),
        ],
        settings: swiftSettings),
    // The parts of an app with background calls, and stand-ins for the rest.
    room(
        "Slicing", in: "Porting", uses: ["ModuleNames", "Rewriting"],
        [
            .product(name: "SwiftParser", package: "swift-syntax"),
            .product(name: "SwiftSyntax", package: "swift-syntax"),
        ],
        settings: swiftSettings),
    room(
        "Xcode", in: "Porting", uses: ["Formats", "Policy", "ModuleNames", "Assets"], settings: swiftSettings),
    // What the sources of a project do wrong by the rule book, without a build of it.
    room(
        "Checking", in: "Porting", uses: ["Formats", "ModuleNames", "Policy", "Rewriting", "Xcode"],
        [
            .product(name: "SwiftParser", package: "swift-syntax"),
            .product(name: "SwiftSyntax", package: "swift-syntax"),
        ],
        settings: swiftSettings),
]

let runner: [Target] = [
    room(
        "Host", in: "Runner",
        uses: [
            "Formats", "Policy", "Ports", "Protocol", "Strategies", "Measurement", "Report", "Engine", "Services",
            "Text", "YAML", "Scenarios", "Fleet", "CrashReports", "Recordings", "Linux", "Xcode",
        ], [.product(name: "ArgumentParser", package: "swift-argument-parser")], settings: swiftSettings)
]
let rooms: [Target] = core + device + machine + iOS + porting + runner

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
        // An app whose other files, and whose packages, are not here.
        .executableTarget(
            name: "SlicedApp", dependencies: ["KeepAlive", "KeepAliveStandIns"],
            path: "Tests/SlicedApp/Linux", exclude: ["Slice.txt", "Sources.txt"], packageAccess: false,
            swiftSettings: swiftSettings + [.swiftLanguageMode(.v5)], plugins: ["KeepAliveSources"]),
        .testTarget(
            name: "SwiftUITests", dependencies: ["KeepAliveSwiftUI", "KeepAliveTesting", "SwiftUIApp", "TestSupport"],
            swiftSettings: swiftSettings + [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "UneditedAppTests", dependencies: ["KeepAliveTesting", "SlicedApp", "TestSupport", "UneditedApp"],
            packageAccess: false,
            swiftSettings: swiftSettings + [.swiftLanguageMode(.v5)]),
    ]

/// The modules that come with the import of another one, which hands them on. SwiftPM rebuilds a target when a module changes that
/// it depends on by name, and no other: so whoever depends on the one depends on these by name, too.
let handedOn: [String: [String]] = {
    var all = [
        "KeepAliveCombine": ["KeepAlive"], "KeepAliveFoundation": ["KeepAliveRuntime"],
        "KeepAliveHost": ["Engine", "Formats", "Linux", "Policy", "Ports", "Protocol", "Strategies"]
            .map { "KeepAlive\($0)" },
        "KeepAlivePolicy": ["KeepAliveModel"], "KeepAliveSwiftUI": ["KeepAlive", "KeepAliveCombine"],
        "KeepAliveTesting": ["KeepAlive", "KeepAlivePolicy", "KeepAliveStrategies"],
        "KeepAlive": frameworks.map { "KeepAlive\($0.name)" } + ["KeepAliveModel"],
    ]
    for framework in frameworks {
        all["KeepAlive\(framework.name)", default: []] += framework.uses.map { "KeepAlive\($0)" }
        if framework.isByName { all[framework.name] = ["KeepAlive\(framework.name)"] }
    }
    return all
}()

/// Returns modules with all that come with them, each once.
func withHandedOn(_ names: [String]) -> [String] {
    var found: [String] = []
    var next = names
    while !next.isEmpty {
        let name = next.removeFirst()
        guard !found.contains(name) else { continue }
        found.append(name)
        next += handedOn[name] ?? []
    }
    return found
}

let package = Package(
    name: "KeepAlive",
    products: [
        .executable(name: "keepalive-run", targets: ["keepalive-run"]),
        .executable(name: "keepalive-verify", targets: ["keepalive-verify"]),
        .plugin(name: "KeepAliveSources", targets: ["KeepAliveSources"]),
    ]
        + ([
            "KeepAlive", "KeepAliveCombine", "KeepAliveOS", "KeepAliveStandIns", "KeepAliveSwiftUI", "KeepAliveTesting",
            "KeepAlivePolicy", "KeepAliveHost", "KeepAliveProtocol",
        ] + appleModules).map { .library(name: $0, targets: withHandedOn([$0])) },
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
        // A device without a machine, for the tests of apps and of strategies.
        .target(
            name: "KeepAliveTesting",
            dependencies: [
                "KeepAlive", "KeepAliveFormats", "KeepAlivePolicy", "KeepAlivePorts", "KeepAliveStrategies",
                "KeepAliveReport", "KeepAliveEngine", "KeepAliveServices", "KeepAliveSound",
            ],
            path: "Sources/KeepAlive/Testing", swiftSettings: swiftSettings),
        .executableTarget(
            name: "keepalive-run", dependencies: ["KeepAliveHost"], swiftSettings: swiftSettings),
        .executableTarget(
            name: "keepalive-rewrite",
            dependencies: [
                "KeepAliveRewriting", "KeepAliveSlicing",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: swiftSettings),
        .executableTarget(
            name: "keepalive-verify",
            dependencies: [
                "KeepAliveChecking", "KeepAlivePolicy",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: swiftSettings),
        .plugin(
            name: "KeepAliveSources", capability: .buildTool(),
            dependencies: hasReadyRewriter ? [] : ["keepalive-rewrite"]),
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
            name: "SlicingTests", dependencies: ["KeepAliveRewriting", "KeepAliveSlicing"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "KeepAliveTests",
            dependencies: ["KeepAliveTesting", "CLinux", "CSndFile", "TestSupport"]
                + rooms.map { .byName(name: $0.name) },
            swiftSettings: swiftSettings),
        .testTarget(
            name: "CheckingTests", dependencies: ["KeepAliveChecking", "KeepAlivePolicy", "TestSupport"],
            swiftSettings: swiftSettings),
        // Whole lives by the thousand, random and of all scenarios: optimised, as what they play is.
        .testTarget(
            name: "LifeTests",
            dependencies: [
                "KeepAliveFormats", "KeepAliveHost", "KeepAliveLinux", "KeepAlivePolicy", "KeepAliveRecordings",
                "KeepAliveReport", "KeepAliveScenarios", "KeepAliveYAML",
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
                "CPulse", "KeepAliveTesting", "TestSupport", "keepalive-run", "keepalive-verify", "test-attacker",
                "test-workload",
                "AppleSample",
            ]
                + rooms.map { .byName(name: $0.name) },
            swiftSettings: swiftSettings
        ),
    ] + rooms + appleModuleTargets + exampleTargets + [recorder] + unedited
)

// Readers of outside data under libFuzzer, which brings the main function: scripts/attack/fuzz builds it, and nothing else.
if Context.environment["KEEPALIVE_FUZZER"] != nil {
    package.targets.append(
        .executableTarget(
            name: "test-fuzzer",
            dependencies: [
                "KeepAliveCrashReports", "KeepAliveFleet", "KeepAliveLinux", "KeepAlivePolicy", "KeepAliveRecordings",
                "KeepAliveScenarios", "KeepAliveYAML",
            ], path: "Tests/Fuzzer", swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
}

for target in package.targets {
    let named = target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
    target.dependencies += withHandedOn(named).filter { !named.contains($0) }.map { .byName(name: $0) }
}

// Whoever has the rewriter ready builds neither it nor the parser of Swift.
if hasReadyRewriter {
    let needSyntax = package.targets.filter { target in
        target.dependencies.contains { if case .productItem(_, "swift-syntax", _, _) = $0 { true } else { false } }
    }
    let left = Set(needSyntax.map(\.name) + ["keepalive-rewrite", "keepalive-verify"])
    package.targets.removeAll { left.contains($0.name) }
    package.products.removeAll { left.contains($0.name) }
    package.dependencies.removeAll {
        if case .sourceControl(_, let location, _) = $0.kind { location.hasSuffix("/swift-syntax") } else { false }
    }
}
// Sources that are installed for apps have neither tests nor examples.
if !FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Tests") {
    package.targets.removeAll { target in
        target.type == .test || ["Tests/", "Examples/"].contains { target.path?.hasPrefix($0) == true }
    }
}
