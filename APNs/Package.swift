// swift-tools-version: 6.1
import PackageDescription

let strict = Context.environment["KEEPALIVE_STRICT"] != nil
let swiftSettings: [SwiftSetting] =
    strict ? [.unsafeFlags(["-warnings-as-errors", "-require-explicit-sendable"])] : []

// A package of its own, so that whoever depends on KeepAlive does not build a TLS library.
let package = Package(
    name: "KeepAliveAPNs",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", "4.5.2"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        // The rules of APNs, without a network.
        .target(name: "PushExchange", swiftSettings: swiftSettings),
        .target(
            name: "PushServer",
            dependencies: [
                "PushExchange",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ], swiftSettings: swiftSettings),
        .executableTarget(
            name: "keepalive-apns",
            dependencies: [
                "PushExchange", "PushServer", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: swiftSettings),
        .testTarget(name: "PushExchangeTests", dependencies: ["PushExchange"], swiftSettings: swiftSettings),
        .testTarget(
            name: "PushServerTests",
            dependencies: [
                "PushExchange", "PushServer", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "JWTKit", package: "jwt-kit"), .product(name: "X509", package: "swift-certificates"),
            ], swiftSettings: swiftSettings),
    ]
)
