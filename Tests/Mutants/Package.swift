// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that whoever builds KeepAlive does not build swift-syntax.
let package = Package(
    name: "Mutants",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")
    ],
    targets: [
        .executableTarget(
            name: "mutate",
            dependencies: [
                .product(name: "SwiftOperators", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
            ])
    ]
)
