import Foundation
import KeepAlivePolicy
import Testing

@testable import KeepAliveXcode

/// Local packages of a project: their targets become targets of the app's package.
@Suite struct LocalPackageTests {
    private let folder = NSTemporaryDirectory() + "keepalive-local-\(UUID().uuidString)"

    private func write(_ files: [String]) throws {
        for name in files {
            let file = URL(filePath: "\(folder)/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
        }
    }

    /// What `swift package dump-package` prints of a package, as far as it counts.
    private func description(
        _ name: String, products: String, targets: String, needs: [String] = [], tools: String = "5.9.0",
        modes: String = "null"
    ) -> Data {
        let packages = needs.map { #"{"fileSystem": [{"identity": "x", "path": "\#(folder)/\#($0)"}]}"# }
        return Data(
            """
            {"name": "\(name)", "packageKind": {"root": ["\(folder)/\(name)"]}, "products": [\(products)],
             "targets": [\(targets)], "toolsVersion": {"_version": "\(tools)"}, "swiftLanguageVersions": \(modes),
             "dependencies": [\((packages + [#"{"sourceControl": [{"identity": "y"}]}"#]).joined(separator: ","))]}
            """.utf8)
    }

    private func target(_ name: String, _ more: String = "", needs: String = "", type: String = "regular") -> String {
        #"{"name": "\#(name)", "type": "\#(type)", "exclude": [], "dependencies": [\#(needs)]\#(more)}"#
    }

    /// A project whose app needs products of a package that it refers to.
    private func project(_ products: [String]) throws -> XcodeProject {
        let names = products.indices.map { "k\($0)" }.joined(separator: ", ")
        let needs = products.enumerated().map {
            "k\($0.offset) = { isa = XCSwiftPackageProductDependency; productName = \"\($0.element)\"; };"
        }
        let text = """
            { rootObject = R; objects = {
              R = { isa = PBXProject; targets = (A); packageReferences = (L, M); buildConfigurationList = C; };
              L = { isa = XCLocalSwiftPackageReference; relativePath = Kit; };
              M = { isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.org/far"; };
              f = { isa = PBXFileReference; lastKnownFileType = wrapper; path = Dragged; sourceTree = SOURCE_ROOT; };
              C = { isa = XCConfigurationList; buildConfigurations = (D); };
              D = { isa = XCBuildConfiguration; name = Release; buildSettings = { GENERATE_INFOPLIST_FILE = YES; }; };
              A = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
                    buildPhases = (); buildConfigurationList = C; packageProductDependencies = (\(names)); };
              \(needs.joined(separator: "\n")) }; }
            """
        try write(["App.xcodeproj/project.pbxproj"])
        try Data(text.utf8).write(to: URL(filePath: folder + "/App.xcodeproj/project.pbxproj"))
        return try XcodeProject(path: folder + "/App.xcodeproj")
    }

    private func plan(_ project: XcodeProject, _ packages: [String: Data]) throws -> LinuxPackage {
        try LinuxPackage(project, target: nil, configuration: "Release") { place in
            let name = LinuxPackage.relative(place, from: folder)
            guard let description = packages[name] else { throw KeepAliveError(.manifest, "no package \(name)") }
            return try LocalPackage(folder: place, description: description)
        }
    }

    @Test("a product without a package is one of a package above the project, which a workspace names")
    func above() throws {
        let text = """
            { rootObject = R; objects = {
              R = { isa = PBXProject; targets = (A); };
              A = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
                    buildPhases = (); packageProductDependencies = (k); };
              k = { isa = XCSwiftPackageProductDependency; productName = Kit; };
            }; }
            """
        try write(["ios/App/App.xcodeproj/project.pbxproj"])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/ios/App/App.xcodeproj"
        try Data(text.utf8).write(to: URL(filePath: path + "/project.pbxproj"))
        #expect(try XcodeProject(path: path).packageFolders == [])
        try write(["Package.swift"])
        #expect(try XcodeProject(path: path).packageFolders == ["\(folder)/ios/App/../.."])
        let named = text.replacing("productName = Kit;", with: "productName = Kit; package = R;")
        try Data(named.utf8).write(to: URL(filePath: path + "/project.pbxproj"))
        #expect(try XcodeProject(path: path).packageFolders == [])
    }

    @Test("the targets of a product are planned with all that they need, also of other local packages")
    func targets() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try write([
            "Kit/Package.swift", "Kit/Sources/Kit/Kit.swift", "Kit/Sources/Kit/Old/Old.swift",
            "Kit/Sources/Kit/data.json", "Kit/Sources/Kit/Colors.xcassets/Contents.json", "Kit/Core/Core.swift",
            "Kit/Core/More.swift", "Kit/Tests/KitTests/Test.swift", "Other/src/Other/Other.swift",
            "Dragged/Package.swift", "Dragged/Sources/Dragged/D.swift",
            "Dragged/Sources/Dragged/Colors.xcassets/Red.colorset/a",
            "Kit/Sources/Kit/Colors.xcassets/Navy.colorset/a", "Kit/Sources/Kit/More/Colors.xcassets/Sky.colorset/a",
        ])
        let kit = target(
            "Kit", #", "resources": [{"path": "data.json"}, {"path": "Colors.xcassets"}]"#,
            needs:
                #"{"byName": ["Core", null]}, {"product": ["OtherUI", "Other", null, null]}, {"product": ["Far", "far", null]}"#
        )
        .replacing(#""exclude": []"#, with: #""exclude": ["Old"]"#)
        let packages = [
            "Kit": description(
                "Kit", products: #"{"name": "KitUI", "targets": ["Kit"]}"#,
                targets: [
                    kit, target("Core", #", "path": "Core", "sources": ["Core.swift"]"#),
                    target("KitTests", type: "test"),
                    target("Magic", type: "macro"),
                ].joined(separator: ","), needs: ["Other"]),
            "Other": description(
                "Other", products: #"{"name": "OtherUI", "targets": ["Other"]}"#,
                targets: target("Other", needs: #"{"target": ["Magic", null]}, {"target": ["Other2", null]}"#) + ","
                    + target("Magic", type: "macro") + "," + target("Other2"), tools: "6.1.0"),
            "Dragged": description(
                "Dragged", products: #"{"name": "Dragged", "targets": ["Dragged"]}"#,
                targets: target("Dragged", #", "resources": [{"path": "Colors.xcassets"}]"#),
                tools: "6.0.0", modes: #"["5"]"#),
        ]
        let plan = try plan(project(["KitUI", "Dragged", "Remote"]), packages)
        #expect(plan.targets.map(\.name) == ["App", "Dragged", "Kit", "Core", "Other"])
        #expect(plan.targets.map(\.dependencies) == [["Dragged", "Kit"], [], ["Core", "Other"], [], []])
        #expect(plan.targets[2].sources == ["Kit/Sources/Kit/Kit.swift"])
        #expect(plan.targets[3].sources == ["Kit/Core/Core.swift"])
        #expect(plan.targets[4].sources == ["Other/src/Other/Other.swift"])
        #expect(plan.targets.map(\.languageMode) == [nil, nil, nil, nil, "6"])
        #expect(
            plan.targets[2].resources == [
                "Kit/Sources/Kit/Colors.xcassets", "Kit/Sources/Kit/More/Colors.xcassets", "Kit/Sources/Kit/data.json",
            ] && plan.targets[2].hasBundle)
        #expect(
            plan.leftOut.map(\.name) == [
                "package product Remote", "target Magic", "target Other2", "package product Far",
            ])
        let manifest = plan.manifest(keepAlive: "../KeepAlive", products: plan.products)
        #expect(manifest.contains(#"name: "Kit", dependencies: ["Core", "Other"] + keepAlive"#))
        #expect(manifest.contains(#"exclude: ["Sources.txt"], swiftSettings: [.swiftLanguageMode(.v6)],"#))
        let outcomes = try PackageWriter(plan, keepAlive: "../KeepAlive", force: false).write()
        #expect(outcomes.contains { $0.path == "KeepAlive/Kit/Bundle.swift" })
        // Each has its catalog in a bundle of its own, and its constants; two of Kit's have one name.
        for (name, target) in [
            ("Dragged.bundle/Colors.xcassets", "Dragged/Sources/Dragged/Colors.xcassets"),
            ("Kit.bundle/Colors.xcassets", "Kit/Sources/Kit/Colors.xcassets"),
            ("Kit.bundle/2 Colors.xcassets", "Kit/Sources/Kit/More/Colors.xcassets"),
        ] {
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/KeepAlive/App.app/\(name)")
                    == "../../../\(target)")
        }
        let constants = try String(
            contentsOfFile: folder + "/KeepAlive/Kit/GeneratedAssetSymbols.swift", encoding: .utf8)
        #expect(constants.contains("static var navy: KeepAlive.UIColor { KeepAlive.UIColor(resource: .navy) }"))
        #expect(constants.contains(#"(name: "Sky", bundle: .main, catalog: "Kit.bundle/2 Colors.xcassets")"#))
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/KeepAlive/App.app/data.json")
                == "../../Kit/Sources/Kit/data.json")
    }

    @Test("a package that cannot be read is left out with its reason, and its products too")
    func unreadable() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try write(["Kit/Package.swift"])
        let plan = try plan(project(["KitUI"]), ["Kit": Data("{}".utf8)])
        #expect(plan.targets.map(\.name) == ["App"])
        #expect(plan.leftOut.map(\.name) == ["package product KitUI", "package Kit"])
        #expect(plan.leftOut.last?.reason.contains("its description is not understood") == true)
    }

    @Test("imports of Apple's modules that are not here are left out, with who has them; others are not")
    func imports() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let texts = [
            "A.swift":
                "import Charts\n@preconcurrency import UIKit\n// import ARKit is no import\nlet word = \"import SpriteKit\"\n",
            "B.swift": "public import Charts\r\nimport struct CoreData.NSData\nimport Foundation; import Metal\n",
            "C.swift":
                "#if canImport(WebKit)\n  import WebKit\n#endif\n\t@_exported @preconcurrency import SwiftData\n",
        ]
        for (name, text) in texts {
            try write([name])
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        let found = ImportedModules.leftOut(of: texts.keys.sorted(), in: folder)
        #expect(found.map(\.name) == ["import Charts", "import CoreData", "import SwiftData"])
        #expect(found.first?.reason.hasPrefix("not here; A.swift and 1 more: leave out") == true)
        #expect(
            try LinuxPackage(folder: folder, name: "App", readPackage: LinuxPackageTests.none).leftOut.map(\.name)
                == found.map(\.name))
    }
}
