// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that whoever depends on KeepAlive does not resolve a benchmark library.
let package = Package(
    name: "KeepAliveBenchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "KeepAlive", path: ".."),
        // Without its traits, which replace malloc and the runtime's reference counting and count neither here.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        // The policy alone, so that the exact counts need no other room.
        .target(
            name: "PolicyWorkloads", dependencies: [.product(name: "KeepAlivePolicy", package: "KeepAlive")]),
        .target(
            name: "StrategyDays", dependencies: [.product(name: "KeepAliveTesting", package: "KeepAlive")]),
        .executableTarget(
            name: "policy-counts",
            dependencies: ["PolicyWorkloads"],
            // Debian 12's valgrind gives up on Swift's debugging information; the names of functions stay.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--strip-debug"])]),
        .executableTarget(
            name: "PolicyCore",
            dependencies: [
                "PolicyWorkloads", "StrategyDays",
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "PolicyCore",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ]
)
