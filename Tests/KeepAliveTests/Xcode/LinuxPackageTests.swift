import Foundation
import KeepAliveFormats
import KeepAlivePolicy
import Testing

@testable import KeepAliveXcode

/// What `keepalive-run init` makes of a project, or of a folder.
@Suite struct LinuxPackageTests {
    /// A folder that is gone after the test.
    private final class Place {
        let path = NSTemporaryDirectory() + "keepalive-xcode-\(UUID().uuidString)"

        init(_ files: [String: String]) throws {
            for (name, text) in files {
                let file = URL(filePath: "\(path)/\(name)")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func text(_ name: String) -> String { (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? "" }
    }

    /// Reads no package: there is none.
    static func none(_ folder: String) throws -> LocalPackage {
        throw KeepAliveError(.manifest, "there is no package in \(folder)")
    }

    /// An app with a framework, an extension, a package, translations, a store of Core Data, and settings in a file.
    private static let project = """
        // !$*UTF8*$!
        { archiveVersion = 1; objectVersion = 56; rootObject = R; objects = {
          R = { isa = PBXProject; mainGroup = G; developmentRegion = de; targets = (A, F, G, E, W);
                buildConfigurationList = PL; projectDirPath = ""; };
          G = { isa = PBXGroup; children = (GA, GF, X); sourceTree = "<group>"; };
          GA = { isa = PBXGroup; children = (s1, s2, m1, d1, r1, v1, st, p1); path = "My App"; sourceTree = "<group>"; };
          GF = { isa = PBXGroup; children = (f1); path = Core; sourceTree = "<group>"; };
          X = { isa = PBXFileReference; path = Shared.xcconfig; sourceTree = "<group>"; };
          s1 = { isa = PBXFileReference; path = App.swift; sourceTree = "<group>"; };
          s2 = { isa = PBXFileReference; path = Elsewhere/Model.swift; sourceTree = SOURCE_ROOT; };
          m1 = { isa = PBXFileReference; path = Old.m; sourceTree = "<group>"; };
          d1 = { isa = PBXFileReference; path = Store.xcdatamodeld; sourceTree = "<group>"; };
          r1 = { isa = PBXFileReference; path = "long tone.wav"; sourceTree = "<group>"; };
          st = { isa = PBXFileReference; path = Main.storyboard; sourceTree = "<group>"; };
          p1 = { isa = PBXFileReference; path = Info.plist; sourceTree = "<group>"; };
          v1 = { isa = PBXVariantGroup; children = (v2, v3); name = Localizable.strings; sourceTree = "<group>"; };
          v2 = { isa = PBXFileReference; name = de; path = de.lproj/Localizable.strings; sourceTree = "<group>"; };
          v3 = { isa = PBXFileReference; name = en; path = en.lproj/Localizable.strings; sourceTree = "<group>"; };
          f1 = { isa = PBXFileReference; path = Core.swift; sourceTree = "<group>"; };
          b1 = { isa = PBXBuildFile; fileRef = s1; }; b2 = { isa = PBXBuildFile; fileRef = s2; };
          b3 = { isa = PBXBuildFile; fileRef = m1; }; b4 = { isa = PBXBuildFile; fileRef = d1; };
          b5 = { isa = PBXBuildFile; fileRef = r1; }; b6 = { isa = PBXBuildFile; fileRef = v1; };
          b7 = { isa = PBXBuildFile; fileRef = st; }; b8 = { isa = PBXBuildFile; fileRef = f1; };
          b9 = { isa = PBXBuildFile; fileRef = p1; };
          A = { isa = PBXNativeTarget; name = "My App"; productType = "com.apple.product-type.application";
                buildPhases = (AS, AR); dependencies = (D1, D2, D3, D4); buildConfigurationList = AL;
                packageProductDependencies = (K); };
          K = { isa = XCSwiftPackageProductDependency; productName = Alamofire; };
          AS = { isa = PBXSourcesBuildPhase; files = (b1, b2, b3, b4); };
          AR = { isa = PBXResourcesBuildPhase; files = (b5, b6, b7, b9); };
          F = { isa = PBXNativeTarget; name = Core; productType = "com.apple.product-type.framework";
                buildPhases = (FS); buildConfigurationList = AL; };
          FS = { isa = PBXSourcesBuildPhase; files = (b8); };
          E = { isa = PBXNativeTarget; name = Widget; productType = "com.apple.product-type.app-extension";
                buildPhases = (); buildConfigurationList = AL; };
          W = { isa = PBXNativeTarget; name = Watch; productType = "com.apple.product-type.application";
                buildPhases = (); buildConfigurationList = WL; };
          G = { isa = PBXNativeTarget; name = OldCore; productType = "com.apple.product-type.framework";
                buildPhases = (); buildConfigurationList = AL; };
          D1 = { isa = PBXTargetDependency; target = F; }; D2 = { isa = PBXTargetDependency; target = E; };
          D4 = { isa = PBXTargetDependency; target = G; };
          D3 = { isa = PBXTargetDependency; target = W; };
          PL = { isa = XCConfigurationList; buildConfigurations = (PD, PR); };
          PD = { isa = XCBuildConfiguration; name = Debug; buildSettings = { SUFFIX = ".debug"; }; };
          PR = { isa = XCBuildConfiguration; name = Release; baseConfigurationReference = X;
                 buildSettings = { SDKROOT = iphoneos; SUFFIX = ""; }; };
          AL = { isa = XCConfigurationList; buildConfigurations = (AD, AC); };
          AD = { isa = XCBuildConfiguration; name = Debug; buildSettings = {
                 INFOPLIST_FILE = "My App/Info.plist"; PRODUCT_BUNDLE_IDENTIFIER = "$(PREFIX).app${SUFFIX}"; }; };
          AC = { isa = XCBuildConfiguration; name = Release; buildSettings = {
                 INFOPLIST_FILE = "My App/Info.plist"; PRODUCT_BUNDLE_IDENTIFIER = "$(PREFIX).app${SUFFIX}";
                 SWIFT_VERSION = 5.0; }; };
          WL = { isa = XCConfigurationList; buildConfigurations = (WR); };
          WR = { isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = watchos; }; };
        }; }
        """

    private static let infoPlist = """
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
        <key>CFBundleName</key><string>$(PRODUCT_NAME:c99extidentifier)</string>
        <key>UIBackgroundModes</key><array><string>audio</string></array>
        <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>$(PREFIX).refresh</string></array>
        <key>Kept</key><integer>7</integer><key>On</key><true/>
        </dict></plist>
        """

    private func place() throws -> Place {
        try Place([
            "MyApp.xcodeproj/project.pbxproj": Self.project, "My App/Info.plist": Self.infoPlist,
            "Shared.xcconfig": "// shared\n#include \"More.xcconfig\"\nPREFIX = org.example // ours\n",
            "More.xcconfig": "PREFIX = org.other\n", "My App/App.swift": "", "Elsewhere/Model.swift": "",
            "Core/Core.swift": "",
        ])
    }

    @Test(
        "the package takes the modules alone that its files import",
        arguments: [
            ("import UIKit", ["KeepAlive"]), ("import SwiftUI", ["KeepAlive", "KeepAliveSwiftUI"]),
            ("import os.log\n@preconcurrency import Combine", ["KeepAlive", "KeepAliveCombine", "KeepAliveOS"]),
            ("import Foundation\nclass A: ObservableObject {}", ["KeepAlive", "KeepAliveCombine"]),
        ])
    func modules(source: String, products: [String]) throws {
        let place = try Place(["A.swift": source])
        let plan = try LinuxPackage(folder: place.path, name: "A", readPackage: Self.none)
        let manifest = plan.manifest(keepAlive: "../KeepAlive", products: plan.products)
        let names = products.map { "\"\($0)\"" }.joined(separator: ", ")
        #expect(manifest.contains("let keepAlive: [Target.Dependency] = [\(names)].map {"))
    }

    @Test("a target has the name of its module, by which an Info.plist names its classes, unless two have the same")
    func moduleNames() throws {
        func names(_ product: String) throws -> [String] {
            let place = try Place([
                "A.xcodeproj/project.pbxproj": """
                { rootObject = R; objects = {
                  R = { isa = PBXProject; mainGroup = M; targets = (A, K); buildConfigurationList = AL; };
                  M = { isa = PBXGroup; children = (f); sourceTree = "<group>"; };
                  f = { isa = PBXFileReference; path = A.swift; sourceTree = "<group>"; };
                  b = { isa = PBXBuildFile; fileRef = f; };
                  S = { isa = PBXSourcesBuildPhase; files = (b); };
                  A = { isa = PBXNativeTarget; name = "A-iOS"; productType = "com.apple.product-type.application";
                        buildPhases = (S); dependencies = (D); buildConfigurationList = AL; };
                  D = { isa = PBXTargetDependency; target = K; };
                  K = { isa = PBXNativeTarget; name = "Kit iOS"; productType = "com.apple.product-type.framework";
                        buildPhases = (S); buildConfigurationList = KL; };
                  AL = { isa = XCConfigurationList; buildConfigurations = (AR); };
                  AR = { isa = XCBuildConfiguration; name = Release; buildSettings = { PRODUCT_NAME = "My App"; }; };
                  KL = { isa = XCConfigurationList; buildConfigurations = (KR); };
                  KR = { isa = XCBuildConfiguration; name = Release; buildSettings = { PRODUCT_NAME = "\(product)"; }; };
                }; }
                """, "A.swift": "",
            ])
            let plan = try LinuxPackage(
                XcodeProject(path: place.path + "/A.xcodeproj"), target: nil, configuration: nil, readPackage: Self.none
            )
            return plan.targets.map(\.name) + (plan.app?.dependencies ?? [])
        }
        #expect(try names("Kit") == ["My_App", "Kit", "Kit"])
        #expect(try names("My App") == ["A_iOS", "Kit_iOS", "Kit_iOS"])
        #expect(try names("$(NOWHERE)") == ["My_App", "Kit_iOS", "Kit_iOS"])
    }

    @Test("an Xcode project: its files, resources, libraries, settings, and what is left out")
    func project() throws {
        let place = try place()
        let plan = try LinuxPackage(
            XcodeProject(path: place.path + "/MyApp.xcodeproj"), target: nil, configuration: "Release",
            readPackage: Self.none)
        let app = try #require(plan.app)
        #expect(app.name == "My_App" && app.dependencies == ["Core"])
        #expect(app.sources == ["Elsewhere/Model.swift", "My App/App.swift"])
        #expect(
            app.resources == [
                "My App/Main.storyboard", "My App/de.lproj/Localizable.strings", "My App/en.lproj/Localizable.strings",
                "My App/long tone.wav",
            ])
        #expect(app.infoPlist["CFBundleIdentifier"] == .string("org.example.app"))
        #expect(app.infoPlist["CFBundleName"] == .string("My_App"))
        #expect(app.infoPlist["BGTaskSchedulerPermittedIdentifiers"]?.strings == ["org.example.refresh"])
        #expect(app.infoPlist["Kept"] == .integer(7) && app.infoPlist["On"] == .boolean(true))
        #expect(plan.targets.map(\.name) == ["My_App", "Core"] && plan.targets.last?.sources == ["Core/Core.swift"])
        #expect(plan.languageMode == "5")
        #expect(
            plan.leftOut.map(\.name) == [
                "My App/Old.m", "My App/Store.xcdatamodeld", "package product Alamofire", "target Widget",
                "target Watch", "target OldCore",
            ])
        let debug = try LinuxPackage(
            XcodeProject(path: place.path + "/MyApp.xcodeproj"), target: "My App", configuration: "Debug",
            readPackage: Self.none)
        #expect(debug.app?.infoPlist["CFBundleIdentifier"] == .string(".app.debug"))
    }

    @Test("the package is written once; what is the user's stays")
    func writing() throws {
        let place = try place()
        let plan = try LinuxPackage(
            XcodeProject(path: place.path + "/MyApp.xcodeproj"), target: nil, configuration: "Release",
            readPackage: Self.none)
        let first = try PackageWriter(plan, keepAlive: "../KeepAlive", force: false).write()
        #expect(first.allSatisfy { !$0.isKept })
        #expect(place.text("Package.swift").contains(#"name: "My_App", dependencies: ["Core"] + keepAlive,"#))
        #expect(place.text("KeepAlive/My_App/Sources.txt").contains("\nMy App/App.swift\n"))
        let manifest = try ManifestDecoder.decode(
            [UInt8](place.text("KeepAlive/My_App.app/Info.plist").utf8), path: "Info.plist")
        #expect(manifest.bundleIdentifier == "org.example.app" && manifest.backgroundModes.contains(.audio))
        let links = FileManager.default
        #expect(
            try links.destinationOfSymbolicLink(
                atPath: place.path + "/KeepAlive/My_App.app/de.lproj/Localizable.strings")
                == "../../../My App/de.lproj/Localizable.strings")
        #expect(
            try links.destinationOfSymbolicLink(atPath: place.path + "/KeepAlive/My_App.app/long tone.wav")
                == "../../My App/long tone.wav")
        try Data("let mine = 1\n".utf8).write(to: URL(filePath: place.path + "/KeepAlive/My_App/Linux.swift"))
        #expect(throws: KeepAliveError.self) { try PackageWriter(plan, keepAlive: "../K", force: false).write() }
        let again = try PackageWriter(plan, keepAlive: "https://example.org/KeepAlive", force: true).write()
        #expect(again.filter(\.isKept).map(\.path) == ["KeepAlive/My_App/Linux.swift", "KeepAlive/Core/Linux.swift"])
        #expect(place.text("KeepAlive/My_App/Linux.swift") == "let mine = 1\n")
        #expect(place.text("Package.swift").contains(#".package(url: "https://example.org/KeepAlive""#))
        try Data("// mine\n".utf8).write(to: URL(filePath: place.path + "/Package.swift"))
        #expect(throws: KeepAliveError.self) { try PackageWriter(plan, keepAlive: "../K", force: true).write() }
        #expect(place.text("Package.swift") == "// mine\n")
    }

    @Test("a source that the project names and that is not there is left out: a step of the build makes it on a Mac")
    func generated() throws {
        let place = try Place([
            "New.xcodeproj/project.pbxproj": """
            { rootObject = R; objects = {
              R = { isa = PBXProject; targets = (A); buildConfigurationList = L; };
              s = { isa = PBXFileReference; path = App.swift; sourceTree = SOURCE_ROOT; };
              g = { isa = PBXFileReference; path = Generated/Strings.swift; sourceTree = SOURCE_ROOT; };
              b = { isa = PBXBuildFile; fileRef = s; }; h = { isa = PBXBuildFile; fileRef = g; };
              P = { isa = PBXSourcesBuildPhase; files = (b, h); };
              L = { isa = XCConfigurationList; buildConfigurations = (C); };
              C = { isa = XCBuildConfiguration; name = Release; buildSettings = { GENERATE_INFOPLIST_FILE = YES; }; };
              A = { isa = PBXNativeTarget; name = New; productType = "com.apple.product-type.application";
                    buildPhases = (P); buildConfigurationList = L; };
            }; }
            """,
            "App.swift": "",
        ])
        let plan = try LinuxPackage(
            XcodeProject(path: place.path + "/New.xcodeproj"), target: nil, configuration: nil, readPackage: Self.none)
        #expect(plan.app?.sources == ["App.swift"] && plan.leftOut.map(\.name) == ["Generated/Strings.swift"])
    }

    @Test("files of a folder that belongs to no target: those that the target lists, and their translations")
    func listed() throws {
        let place = try Place([
            "New.xcodeproj/project.pbxproj": """
            { archiveVersion = 1; objectVersion = 77; rootObject = R; objects = {
              R = { isa = PBXProject; mainGroup = G; targets = (A); buildConfigurationList = L; };
              G = { isa = PBXGroup; children = (S); sourceTree = "<group>"; };
              S = { isa = PBXFileSystemSynchronizedRootGroup; path = New; sourceTree = "<group>"; exceptions = (X, Y); };
              X = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = A; membershipExceptions = (
                    App.swift, "Gone.swift", "/Localized: Texts/Words.strings"); };
              Y = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = W; membershipExceptions = (Watch.swift); };
              A = { isa = PBXNativeTarget; name = New; productType = "com.apple.product-type.application";
                    buildPhases = (); buildConfigurationList = L; };
              L = { isa = XCConfigurationList; buildConfigurations = (C); };
              C = { isa = XCBuildConfiguration; name = Release; buildSettings = { GENERATE_INFOPLIST_FILE = YES; }; };
            }; }
            """,
            "New/App.swift": "", "New/Watch.swift": "", "New/Texts/nl.lproj/Words.strings": "",
            "New/Texts/en.lproj/Words.strings": "",
        ])
        let plan = try LinuxPackage(
            XcodeProject(path: place.path + "/New.xcodeproj"), target: nil, configuration: nil, readPackage: Self.none)
        let app = try #require(plan.app)
        #expect(app.sources == ["New/App.swift"])
        #expect(app.resources == ["New/Texts/en.lproj/Words.strings", "New/Texts/nl.lproj/Words.strings"])
    }

    @Test("folders that belong to a target as a whole, with exceptions; an Info.plist made of settings")
    func synchronized() throws {
        let place = try Place([
            "New.xcodeproj/project.pbxproj": """
            { archiveVersion = 1; objectVersion = 77; rootObject = R; objects = {
              R = { isa = PBXProject; mainGroup = G; targets = (A); buildConfigurationList = L; };
              G = { isa = PBXGroup; children = (S); sourceTree = "<group>"; };
              S = { isa = PBXFileSystemSynchronizedRootGroup; path = New; sourceTree = "<group>"; exceptions = (X); };
              X = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = A;
                    membershipExceptions = (Info.plist, Unused); };
              A = { isa = PBXNativeTarget; name = New; productType = "com.apple.product-type.application";
                    buildPhases = (); buildConfigurationList = L; fileSystemSynchronizedGroups = (S); };
              L = { isa = XCConfigurationList; buildConfigurations = (C); };
              C = { isa = XCBuildConfiguration; name = Release; buildSettings = {
                    GENERATE_INFOPLIST_FILE = YES; PRODUCT_BUNDLE_IDENTIFIER = org.example.new; SWIFT_VERSION = 6.0;
                    INFOPLIST_KEY_UIBackgroundModes = "fetch audio"; INFOPLIST_KEY_UIApplicationSceneManifest_Generation = YES;
                    INFOPLIST_KEY_NSLocationWhenInUseUsageDescription = "To find you"; MARKETING_VERSION = 2.1;
                    ASSETCATALOG_COMPILER_GENERATE_SWIFT_ASSET_SYMBOL_EXTENSIONS = YES; }; };
            }; }
            """,
            "New/App.swift": "", "New/Views/View.swift": "", "New/sound.wav": "", "New/Unused/Old.swift": "",
            "New/Info.plist": "", "New/Assets.xcassets/Contents.json": "",
        ])
        let plan = try LinuxPackage(
            XcodeProject(path: place.path + "/New.xcodeproj"), target: nil, configuration: "Release",
            readPackage: Self.none)
        let app = try #require(plan.app)
        #expect(app.sources == ["New/App.swift", "New/Views/View.swift"])
        #expect(app.resources == ["New/Assets.xcassets", "New/sound.wav"] && app.assetSymbols == .extensions)
        #expect(plan.leftOut.isEmpty && plan.languageMode == "6")
        #expect(app.infoPlist["UIBackgroundModes"]?.strings == ["fetch", "audio"])
        #expect(app.infoPlist["UIApplicationSceneManifest"] != nil)
        #expect(app.infoPlist["NSLocationWhenInUseUsageDescription"] == .string("To find you"))
        #expect(app.infoPlist["CFBundleShortVersionString"] == .string("2.1"))
    }

    @Test("a folder without a project")
    func folder() throws {
        let place = try Place([
            "App.swift": "", "Model/Model.swift": "", "AppTests/Test.swift": "", "Info.plist": Self.infoPlist,
            "a.json": "{}",
            "notes.txt": "",
        ])
        let plan = try LinuxPackage(folder: place.path, name: "9 Lives", readPackage: Self.none)
        #expect(plan.app?.name == "_9_Lives" && plan.app?.sources == ["App.swift", "Model/Model.swift"])
        #expect(plan.app?.resources == ["a.json"])
        let empty = try Place(["a.txt": ""])
        #expect(throws: KeepAliveError.self) {
            try LinuxPackage(folder: empty.path, name: "x", readPackage: Self.none)
        }
    }

    @Test(
        "what is no project, or has no app, is an error that says what to do",
        arguments: [
            ("", "is not a project"), ("{ a = 1; }", "no root object"),
            ("{ rootObject = R; objects = { R = { targets = (); }; }; }", "has no app for iOS"),
        ])
    func errors(text: String, message: String) throws {
        let place = try Place(["A.xcodeproj/project.pbxproj": text])
        let error = #expect(throws: KeepAliveError.self) {
            try LinuxPackage(
                XcodeProject(path: place.path + "/A.xcodeproj"), target: nil, configuration: "Release",
                readPackage: Self.none)
        }
        #expect(error?.message.contains(message) == true, "\(String(describing: error))")
        #expect(throws: KeepAliveError.self) { try XcodeProject(path: place.path + "/B.xcodeproj") }
    }

    @Test(
        "variables of build settings are put in",
        arguments: [
            ("$(A)", "x-$y"), ("${B}", "x-$y z"), ("a$(NONE)b", "ab"), ("$(NONE:default=d)", "d"), ("$5 $", "$5 $"),
            ("$(N:rfc1034identifier)", "a-b-c"), ("$(N:c99extidentifier)", "a_b_c"), ("$(C$(D))", "nested"),
            ("$(LOOP)", ""), ("$(A", "$(A"), ("$(N:upper)", "A B.C"),
        ])
    func settings(text: String, result: String) {
        let settings = BuildSettings([
            ["A": "x-$y", "N": "a b.c", "C1": "nested", "D": "1", "LOOP": "$(LOOP)"],
            ["B": "$(A) z", "A": "$(inherited)"],
        ])
        let value = settings.resolve(text)
        #expect(value == result.replacing("a-b-c", with: "a-b.c"))
    }

    @Test("settings that unfold to any length are an empty text, and files that include each other come to an end")
    func endlessSettings() {
        // Each of ten settings has the next one twenty times: 20^10.
        var levels = Dictionary(
            uniqueKeysWithValues: (0..<10).map { ("S\($0)", String(repeating: "$(S\($0 + 1))", count: 20)) })
        levels["S10"] = "x"
        let texts: [String?] = [
            BuildSettings([levels])["S0"], BuildSettings([levels])["S8"],
            BuildSettings([["A": String(repeating: "$(", count: 400_000)]])["A"],
            BuildSettings(
                [["A": String(repeating: "x", count: 1000)]]
                    + (0..<3).map { _ in ["A": String(repeating: "$(inherited)", count: 1000)] })["A"],
        ]
        #expect(texts == [nil, String(repeating: "x", count: 400), nil, nil])
        var included = 0
        let settings = BuildSettings.parse(String(repeating: "#include \"a\"\n", count: 9) + "A = 1") { _ in
            included += 1
            return String(repeating: "#include \"a\"\n", count: 9) + "B = 2"
        }
        #expect(settings == ["A": "1", "B": "2"] && included <= 200, "\(included)")
    }

    @Test(
        "a project or an Info.plist that is no regular file, or asks for more than its limits, is an error that says so"
    )
    func hostileFiles() throws {
        let place = try Place(["B.xcodeproj/a": "", "C/Info.plist": "", "C/a.swift": ""])
        let project = place.path + "/B.xcodeproj/project.pbxproj"
        for (content, message) in [
            ("{ a = " + String(repeating: "(", count: 100_000), "line 1: nested deeper than 64 levels"),
            ("<plist><!--><![CDATA[-->" + String(repeating: "<array>", count: 100_000) + "]]>", "nested deeper"),
        ] {
            try Data(content.utf8).write(to: URL(filePath: project))
            let error = #expect(throws: KeepAliveError.self) { try XcodeProject(path: place.path + "/B.xcodeproj") }
            #expect(error?.message.hasPrefix("\(project) is not a project: ") == true)
            #expect(error?.message.contains(message) == true, "\(String(describing: error))")
        }
        let list = place.path + "/C/Info.plist"
        for path in [project, list] {
            try FileManager.default.removeItem(atPath: path)
            #expect(mkfifo(path, 0o600) == 0)
        }
        let error = #expect(throws: KeepAliveError.self) { try XcodeProject(path: place.path + "/B.xcodeproj") }
        #expect(error?.message == "\(project) is not a project: not a regular file")
        let other = #expect(throws: KeepAliveError.self) {
            try LinuxPackage(folder: place.path + "/C", name: "C", readPackage: Self.none)
        }
        #expect(other?.message.hasSuffix("Info.plist of the target is no property list: not a regular file") == true)
        try FileManager.default.removeItem(atPath: list)
        try Data(repeating: 0x20, count: 5 << 20).write(to: URL(filePath: list))
        let large = #expect(throws: KeepAliveError.self) {
            try LinuxPackage(folder: place.path + "/C", name: "C", readPackage: Self.none)
        }
        #expect(large?.message.hasSuffix("5242880 bytes are too many") == true, "\(String(describing: large))")
    }

    @Test("links between folders do not make their files endless, and a link to another folder is followed once")
    func links() throws {
        let place = try Place(["A/a.swift": "", "A/b/c.swift": "", "elsewhere/d.swift": "", "elsewhere/e/f.swift": ""])
        for (link, target) in [
            ("A/l1", "."), ("A/l2", ".."), ("A/l3", "b"), ("A/m", "../elsewhere"), ("A/n", "../elsewhere"),
            ("elsewhere/back", "../A"), ("elsewhere/e/up", ".."),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(place.path)/\(link)", withDestinationPath: target)
        }
        let folder = place.path + "/A"
        #expect(
            FolderFiles.below(folder).map { $0.dropFirst(folder.count + 1) }
                == ["a.swift", "b/c.swift", "m/d.swift", "m/e/f.swift"])
    }

    @Test("paths from a folder to another")
    func paths() {
        #expect(LinuxPackage.relative("/a/b/c", from: "/a/d") == "../b/c")
        #expect(LinuxPackage.relative("/a/b", from: "/a") == "b")
        #expect(LinuxPackage.relative("./x/../y/z.swift", from: ".") == "y/z.swift")
    }
}
