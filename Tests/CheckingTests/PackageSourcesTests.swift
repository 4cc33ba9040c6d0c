import Foundation
import Testing

@testable import KeepAliveChecking

/// The targets of local packages that an app needs.
@Suite final class PackageSourcesTests {
    private let folder = NSTemporaryDirectory() + "keepalive-sources-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func files(_ manifest: String, of products: Set<String>) throws -> [String] {
        for path in ["Package.swift", "Sources/A/A.swift", "Sources/B/B.swift", "Sources/C/C.swift", "Else/D.swift"] {
            let file = URL(filePath: "\(folder)/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data((path == "Package.swift" ? manifest : "").utf8).write(to: file)
        }
        return PackageSources(folder).files(of: products).map { String($0.dropFirst(folder.utf8.count + 1)) }.sorted()
    }

    private let manifest = """
        let package = Package(
            name: "P",
            products: [.library(name: "One", targets: ["A"]), .library(name: "Two", targets: ["C"])],
            targets: [
                .target(name: "A", dependencies: [.target(name: "B"), "D", .product(name: "X", package: "x")]),
                .target(name: "B", dependencies: [.byName(name: "A")]), .target(name: "C"),
                .target(name: "D", path: "Else"), .testTarget(name: "T", dependencies: ["C"]),
            ])
        """

    @Test("the targets of a product, and those on which they depend; all of a manifest that computes a part")
    func chosen() throws {
        #expect(
            try files(manifest, of: ["One", "Other"]) == ["Else/D.swift", "Sources/A/A.swift", "Sources/B/B.swift"])
        #expect(try files(manifest, of: ["Two"]) == ["Sources/C/C.swift"])
        #expect(try files(manifest, of: ["Other"]) == [])
        let all = ["Sources/A/A.swift", "Sources/B/B.swift", "Sources/C/C.swift"]
        #expect(try files(manifest.replacing(#"["C"])]"#, with: "names)]"), of: ["One"]) == all)
        #expect(try files(manifest.replacing(#".target(name: "C")"#, with: ".target(name: c)"), of: ["Two"]) == all)
        #expect(PackageSources(folder).modules == ["A", "B", "D"])
        #expect(try files("no manifest", of: ["One"]) == all)
    }
}
