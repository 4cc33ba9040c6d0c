import Foundation
import KeepAlivePolicy
import Testing

@testable import KeepAliveXcode

/// Packages on which a project depends by URL.
@Suite final class RemotePackageTests {
    private let folder = NSTemporaryDirectory() + "keepalive-remote-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func write(_ name: String, _ text: String = "") throws {
        let file = URL(filePath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// A project whose app needs a product of each package, of the package's name.
    private func project(_ packages: [(name: String, requirement: String)]) throws -> XcodeProject {
        let references = packages.map { name, requirement in
            """
            R\(name) = { isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.org/x/\(name).git";
                         requirement = { \(requirement) }; };
            P\(name) = { isa = XCSwiftPackageProductDependency; productName = \(name); package = R\(name); };
            """
        }
        try write(
            "App.xcodeproj/project.pbxproj",
            """
            { rootObject = R; objects = {
              R = { isa = PBXProject; targets = (A); buildConfigurationList = C;
                    packageReferences = (\(packages.map { "R\($0.name)" }.joined(separator: ", "))); };
              \(references.joined(separator: "\n"))
              C = { isa = XCConfigurationList; buildConfigurations = (D); };
              D = { isa = XCBuildConfiguration; name = Release; buildSettings = { GENERATE_INFOPLIST_FILE = YES; }; };
              A = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
                    buildPhases = (); buildConfigurationList = C;
                    packageProductDependencies = (\(packages.map { "P\($0.name)" }.joined(separator: ", "))); };
            }; }
            """)
        return try XcodeProject(path: folder + "/App.xcodeproj")
    }

    /// The package of a name with a target of that name, and one `Core` if the package has such a folder.
    private func read(_ place: String) throws -> LocalPackage {
        let name = place.split(separator: "/").last.map(String.init) ?? ""
        guard name != "Broken" else { throw KeepAliveError(.manifest, "no manifest") }
        let hasC = FileManager.default.fileExists(atPath: "\(place)/Sources/C\(name)")
        let needs =
            name == "Hose"
            ? #"{"product": ["Bed", "Bed", null, null]}"# : hasC ? #"{"byName": ["C\#(name)", null]}"# : ""
        let other = hasC ? #", {"name": "C\#(name)", "type": "regular", "exclude": [], "dependencies": []}"# : ""
        return try LocalPackage(
            folder: place,
            description: Data(
                """
                {"name": "\(name)", "packageKind": {"root": ["\(place)"]}, "toolsVersion": {"_version": "5.9.0"},
                 "products": [{"name": "\(name)", "targets": ["\(name)"]}],
                 "targets": [{"name": "\(name)", "type": "regular", "exclude": [], "dependencies": [\(needs)]}\(other)],
                 "dependencies": [{"sourceControl": [{"identity": "bed", "location": {"remote": [
                    {"urlString": "https://example.org/x/Bed.git"}]}, "requirement": {"range": [
                    {"lowerBound": "1.0.0", "upperBound": "2.0.0"}]}}]}]}
                """.utf8))
    }

    private func checkouts(_ names: [String], failures: [String: String] = [:]) -> PackageCheckouts {
        var found = PackageCheckouts()
        for name in names {
            found.folders[name.lowercased()] = "\(folder)/KeepAlive/.packages/\(name)"
            found.packages[name.lowercased()] = RemotePackage(
                url: "https://example.org/x/\(name).git", requirement: .exact("1.2.0"))
        }
        found.failures = failures
        return found
    }

    @Test("the versions of a project's references, and of its Package.resolved, in each of the file's formats")
    func versions() throws {
        let kinds = [
            ("A", "kind = exactVersion; version = 1.2.3;"), ("B", "kind = revision; revision = abc;"),
            ("C", "kind = branch; branch = main;"), ("D", "kind = upToNextMajorVersion; minimumVersion = 1.2;"),
            ("E", "kind = upToNextMinorVersion; minimumVersion = 1.2.3;"),
            ("F", "kind = versionRange; minimumVersion = 1.0.0; maximumVersion = 1.5.0;"),
            ("G", "kind = upToNextMajorVersion; minimumVersion = 99999999999999999999.0.0;"),
            ("H", "kind = unheard;"),
        ]
        let found = try project(kinds).remotePackages
        #expect(
            kinds.map { found["R\($0.0)"]?.requirement } == [
                .exact("1.2.3"), .revision("abc"), .branch("main"), .range("1.2", "2.0.0"), .range("1.2.3", "1.3.0"),
                .range("1.0.0", "1.5.0"), .range("99999999999999999999.0.0", "1.0.0"), nil,
            ])
        for text in [
            #"{"version": 1, "object": {"pins": [{"package": "A", "repositoryURL": "https://example.org/x/A.git","#
                + #" "state": {"branch": null, "revision": "r", "version": "7.0.0"}}]}}"#,
            #"{"version": 3, "originHash": "x", "pins": [{"identity": "a", "kind": "remoteSourceControl","#
                + #" "location": "https://example.org/x/A.git", "state": {"revision": "r", "version": "7.0.0"}}]}"#,
        ] {
            try write("App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved", text)
            let pinned = try project(kinds).remotePackages
            #expect(pinned["RA"]?.requirement == .exact("7.0.0") && pinned["RC"]?.requirement == .branch("main"))
        }
        try write("App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved", "no JSON")
        #expect(try project(kinds).remotePackages["RA"]?.requirement == .exact("1.2.3"))
        let branch = #"{"pins": [{"identity": "a", "location": "u/A", "state": {"branch": "b", "revision": "r"}}]}"#
        #expect(try PackagePins(Data(branch.utf8)).packages["a"]?.requirement == .revision("r"))
    }

    @Test("a URL is no code of the manifest")
    func escaped() {
        let package = RemotePackage(url: "x\"), .init(\\\n\u{2028}", requirement: .branch("\""))
        #expect(package.dependency == #".package(url: "x\"), .init(\\\u{a}\u{2028}", branch: "\"")"#)
    }

    @Test("code that needs UIKit is rewritten, other code is SwiftPM's, what cannot be fetched is said")
    func kinds() throws {
        let place = "KeepAlive/.packages"
        try write("\(place)/Bed/Sources/Bed/Bed.swift", "import UIKit")
        try write("\(place)/Hose/Sources/Hose/Hose.swift", "import Bed")
        try write(
            "\(place)/Plain/Sources/Plain/P.swift", "#if canImport(Darwin)\nimport Darwin\n#endif\nimport Foundation")
        try write("\(place)/Mixed/Sources/Mixed/M.swift", "import UIKit")
        try write("\(place)/Mixed/Sources/CMixed/c.c")
        try write("\(place)/Guarded/Sources/Guarded/G.swift", "#if canImport(UIKit)\nimport UIKit\n#endif")
        try write("\(place)/Guarded/Sources/CGuarded/c.c")
        let names = ["Hose", "Plain", "Mixed", "Guarded", "Gone", "Broken"]
        var asked: [RemotePackage] = []
        let plan = try LinuxPackage(
            project(names.map { ($0, "kind = branch; branch = main;") }), target: nil, configuration: nil,
            readPackage: read,
            fetch: { packages in
                asked = packages
                return checkouts(["Bed", "Hose", "Plain", "Mixed", "Guarded", "Broken"], failures: ["gone": "no host"])
            })
        #expect(asked.map(\.identity).sorted() == names.map { $0.lowercased() }.sorted())
        #expect(plan.targets.map(\.name) == ["App", "Hose", "Bed"])
        #expect(plan.targets.map(\.dependencies) == [["Hose"], ["Bed"], []])
        #expect(plan.targets[1].sources == ["\(place)/Hose/Sources/Hose/Hose.swift"])
        #expect(plan.remotes.map(\.identity).sorted() == ["guarded", "plain"])
        #expect(plan.modules.map(\.name).sorted() == ["Bed", "Guarded", "Hose", "Plain"])
        let left = Dictionary(plan.leftOut.map { ($0.name, $0.reason) }) { first, _ in first }
        #expect(left["package product Gone"] == "its package cannot be fetched: no host")
        #expect(left["package product Mixed"] == "it needs Apple's frameworks, and is not of Swift alone")
        #expect(left["package broken"] == "no manifest")
        let manifest = plan.manifest(keepAlive: "../KeepAlive", products: plan.products)
        #expect(manifest.contains(#".package(url: "https://example.org/x/Plain.git", exact: "1.2.0")"#))
        #expect(manifest.contains(#".product(name: "Plain", package: "plain")"#))

        // Without a package, what depends on it is gone, too.
        let less = plan.sliced.without(["bed", "plain"], because: "it does not build")
        #expect(less.targets.map(\.name) == ["App"] && less.targets[0].dependencies.isEmpty)
        #expect(less.remotes.map(\.identity) == ["guarded"] && less.modules.map(\.name) == ["Guarded"])
        #expect(less.leftOut.suffix(2).map(\.name) == ["package bed", "package plain"])
    }

    @Test("a slice fetches what its files import alone")
    func wanted() throws {
        let app = try project([("Bed", "kind = branch; branch = main;"), ("Hose", "kind = branch; branch = main;")])
        var asked: [RemotePackage] = []
        func plan(_ wanted: Set<String>) throws -> LinuxPackage {
            try LinuxPackage(
                app, target: nil, configuration: nil, readPackage: read,
                fetch: {
                    asked += $0
                    return checkouts([])
                }, isWanted: wanted.contains)
        }
        #expect(try plan(["CryptoKit"]).unfetched == ["Bed", "Hose"] && asked.isEmpty)
        #expect(try plan(["Bed"]).unfetched == ["CryptoKit", "Hose"] && asked.map(\.identity) == ["bed"])
    }

    @Test("an app that imports CryptoKit depends on swift-crypto, if that can be fetched")
    func cryptoKit() throws {
        try write("App.swift", "import CryptoKit\nimport CommonCrypto")
        let place = "\(folder)/.packages/swift-crypto"
        try write(".packages/swift-crypto/Sources/Crypto/C.swift")
        var fetched = PackageCheckouts()
        fetched.folders["swift-crypto"] = place
        fetched.packages["swift-crypto"] = RemotePackage(
            url: "https://github.com/apple/swift-crypto", requirement: .exact("4.5.2"))
        var asked: [RemotePackage] = []
        func plan(_ fetched: PackageCheckouts) throws -> LinuxPackage {
            try LinuxPackage(
                folder: folder, name: "App",
                readPackage: {
                    try LocalPackage(
                        folder: $0,
                        description: Data(
                            """
                            {"name": "swift-crypto", "packageKind": {"root": ["x"]}, "toolsVersion": {"_version": "6.1.0"},
                             "products": [{"name": "Crypto", "targets": ["Crypto"]}], "dependencies": [],
                             "targets": [{"name": "Crypto", "type": "regular", "exclude": [], "dependencies": []}]}
                            """.utf8))
                },
                fetch: {
                    asked = $0
                    return fetched
                })
        }
        let whole = try plan(fetched)
        #expect(asked.map(\.requirement) == [.range("3.12.3", "5.0.0")])
        #expect(whole.targets.map(\.products) == [[LinuxPackage.Product(name: "Crypto", package: "swift-crypto")]])
        #expect(whole.remotes.map(\.requirement) == [.exact("4.5.2")])
        #expect(whole.missingModules == ["CommonCrypto"] && whole.leftOut.map(\.name) == ["import CommonCrypto"])

        var gone = PackageCheckouts()
        gone.failures["swift-crypto"] = "no host"
        let less = try plan(gone)
        #expect(less.missingModules == ["CommonCrypto", "CryptoKit"] && less.remotes.isEmpty)
        #expect(less.leftOut.first?.reason == "its package cannot be fetched: no host")
    }

    @Test("pods: those beside the project are targets, the others are named")
    func pods() throws {
        try write(
            "Podfile.lock",
            """
            PODS:
              - Alamofire (5.0.0)
            DEPENDENCIES:
              - Alamofire (~> 5.0)
              - "Firebase/Core (~> 1)"
              - GoogleUtilities
              - Bed (from `Pods here/Bed`)
              - Lost (from `../../lost`)
            EXTERNAL SOURCES:
              Bed:
                :path: Pods here/Bed
              Lost:
                :path: "../../lost"
            COCOAPODS: 1.16.2
            """)
        try write(
            "Pods here/Bed/Bed.podspec",
            """
            Pod::Spec.new do |s|
              # s.source_files = 'Old/**/*'
              s.ios.source_files = "Source/**/*.{h,swift}", 'More/*.swift'
            end
            """)
        for name in ["Source/A.swift", "Source/Deep/Down/B.swift", "More/C.swift", "More/Deep/D.swift", "Old/E.swift"] {
            try write("Pods here/Bed/\(name)")
        }
        let plan = try LinuxPackage(project([]), target: nil, configuration: nil, readPackage: read)
        #expect(plan.targets.map(\.name) == ["App", "Bed"] && plan.targets[0].dependencies == ["Bed"])
        #expect(
            plan.targets[1].sources.map { $0.dropFirst("Pods here/Bed/".count) } == [
                "More/C.swift", "Source/A.swift", "Source/Deep/Down/B.swift",
            ])
        #expect(plan.leftOut.map(\.name) == ["pods"])
        #expect(plan.leftOut[0].reason.hasSuffix(": Alamofire, Firebase, GoogleUtilities, Lost"))
    }
}
