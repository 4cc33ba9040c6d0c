// swift-tools-version: 6.1
import PackageDescription

/// The Makefile and CI set KEEPALIVE_STRICT, so that a warning stops their build but never a dependent's.
let strict = Context.environment["KEEPALIVE_STRICT"] != nil
let swiftSettings: [SwiftSetting] =
    strict ? [.unsafeFlags(["-warnings-as-errors", "-require-explicit-sendable"])] : []

/// Apps as one writes them for iOS: the folder, and the name of the program.
let examples = [
    "BackgroundLocation": "background-location", "BackgroundPlayer": "background-player", "Fetch": "fetch",
    "Refresh": "refresh", "Renewal": "renewal", "SilentPush": "silent-push", "TaskThenAudio": "task-then-audio",
    "Timer": "timer",
]
let exampleTargets: [Target] = examples.map { folder, name in
    .executableTarget(
        name: "example-\(name)", dependencies: ["KeepAlive"], path: "Examples/\(folder)", exclude: ["Info.plist"],
        swiftSettings: swiftSettings)
}

let package = Package(
    name: "KeepAlive",
    products: [
        .library(name: "KeepAlive", targets: ["KeepAlive"]),
        .library(name: "KeepAliveCore", targets: ["KeepAliveCore"]),
        .executable(name: "keepalive-run", targets: ["keepalive-run"]),
    ],
    dependencies: [
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CGPS", pkgConfig: "libgps", providers: [.apt(["libgps-dev"])]),
        // Its headers only: it is loaded when it is needed.
        .systemLibrary(name: "CSndFile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(name: "CLinux"),
        // Apple's names, for apps; they need all of Foundation, and what stands below them does not.
        .target(
            name: "KeepAlive", dependencies: ["KeepAliveCore"], path: "Sources/KeepAlive/AppleCompat",
            swiftSettings: swiftSettings),
        .target(
            name: "KeepAliveCore",
            dependencies: [
                "CALSA", "CGPS", "CLinux", "CSndFile", "CYAML",
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
                .product(name: "RealModule", package: "swift-numerics"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Sources/KeepAlive",
            exclude: ["AppleCompat"],
            resources: [
                .embedInCode("Fleet/Resources/population.yaml"),
                .embedInCode("Linux/Location/Resources/walk.nmea"),
                .embedInCode("Measurement/Resources/oneplus-3.json"),
                .embedInCode("Measurement/Resources/pixel-3.json"),
                .embedInCode("Measurement/Resources/sbc-m8q-wm8904.json"),
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "keepalive-run",
            dependencies: [
                "KeepAliveCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swiftSettings
        ),
        // What the counters are checked against.
        .executableTarget(name: "test-workload", path: "Tests/LoadProgram"),
        // What does not want to be frozen, supervised or ended.
        .executableTarget(name: "test-attacker", path: "Tests/Attacker"),
        .target(name: "TestSounds", path: "Tests/TestSounds", swiftSettings: swiftSettings),
        .testTarget(
            name: "KeepAliveTests", dependencies: ["KeepAlive", "KeepAliveCore", "TestSounds"],
            exclude: ["Policy/walks.txt", "Scenarios/timelines.txt"], swiftSettings: swiftSettings),
        // As the tests of an app are: Apple's names alone, in the language mode that most iOS projects have.
        .testTarget(
            name: "WorkedExampleTests", dependencies: ["KeepAlive", "TestSounds"],
            swiftSettings: swiftSettings + [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "KeepAliveRunTests",
            dependencies: ["KeepAliveCore", "keepalive-run", "test-attacker", "test-workload"],
            swiftSettings: swiftSettings
        ),
    ] + exampleTargets
)
