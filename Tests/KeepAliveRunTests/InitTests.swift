import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAlivePolicy

/// `keepalive-run init`, and the bundle that it makes.
@Suite(.ownThread) struct InitTests {
    private static let sources =
        #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/SwiftUIApp/App"

    /// A folder with an app's sources, an Info.plist and a resource; gone after the test.
    private final class Folder {
        let path = "/tmp/keepalive-init-\(getpid())-\(UInt32.random(in: 0 ... .max))/Garden"

        init() throws {
            let files = FileManager.default
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            for name in ["GardenApp.swift", "GardenView.swift", "Info.plist"] {
                try files.copyItem(atPath: "\(InitTests.sources)/\(name)", toPath: "\(path)/\(name)")
            }
            try Data(#"["beans"]"#.utf8).write(to: URL(filePath: path + "/beds.json"))
        }

        deinit {
            try? FileManager.default.removeItem(atPath: String(path.dropLast("/Garden".count)))
        }

        func write(_ name: String, _ text: String) throws {
            let file = URL(filePath: "\(path)/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    @Test("a folder has its name also from within; its catalog of assets is in the bundle, with constants for the code")
    func within() throws {
        let folder = try Folder()
        try FileManager.default.copyItem(
            atPath: "\(Self.sources)/Assets.xcassets", toPath: "\(folder.path)/Assets.xcassets")
        let made = try Runner.run(["init", "\(folder.path)/."])
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.output.contains("KeepAlive/Garden/GeneratedAssetSymbols.swift  constants of assets: 7"))
        let link = try FileManager.default.destinationOfSymbolicLink(
            atPath: "\(folder.path)/KeepAlive/Garden.app/Assets.xcassets")
        #expect(link == "../../Assets.xcassets")
    }

    @Test("a local package of a project is read by SwiftPM, and its targets are targets of the package that is written")
    func localPackage() throws {
        let folder = try Folder()
        try folder.write(
            "Garden.xcodeproj/project.pbxproj",
            """
            { rootObject = R; objects = {
              R = { isa = PBXProject; targets = (A); packageReferences = (L, B); buildConfigurationList = C; };
              L = { isa = XCLocalSwiftPackageReference; relativePath = "Bed Kit"; };
              B = { isa = XCLocalSwiftPackageReference; relativePath = Broken; };
              s = { isa = PBXFileReference; path = GardenApp.swift; sourceTree = SOURCE_ROOT; };
              b = { isa = PBXBuildFile; fileRef = s; };
              P = { isa = PBXSourcesBuildPhase; files = (b); };
              C = { isa = XCConfigurationList; buildConfigurations = (D); };
              D = { isa = XCBuildConfiguration; name = Release; buildSettings = { INFOPLIST_FILE = Info.plist; }; };
              k = { isa = XCSwiftPackageProductDependency; productName = BedKit; };
              A = { isa = PBXNativeTarget; name = Garden; productType = "com.apple.product-type.application";
                    buildPhases = (P); buildConfigurationList = C; packageProductDependencies = (k); };
            }; }
            """)
        try folder.write(
            "Bed Kit/Package.swift",
            """
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(
                name: "BedKit", platforms: [.iOS(.v16)], products: [.library(name: "BedKit", targets: ["BedKit"])],
                targets: [.target(name: "BedKit", dependencies: ["Soil"]), .target(name: "Soil")])
            """)
        try folder.write("Bed Kit/Sources/BedKit/Bed.swift", "import UIKit\n")
        try folder.write("Bed Kit/Sources/Soil/Soil.swift", "")
        try folder.write("Broken/Package.swift", "no manifest")
        let made = try Runner.run(["init", folder.path])
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.output.contains("targets: Garden, BedKit, Soil"), "\(made.output)")
        #expect(made.output.contains("package Broken") && made.output.contains("its Package.swift cannot be read"))
        let list = try String(
            contentsOf: URL(filePath: folder.path + "/KeepAlive/BedKit/Sources.txt"), encoding: .utf8)
        #expect(list.contains("\nBed Kit/Sources/BedKit/Bed.swift\n"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/Bed Kit/.build"))
        // SwiftPM takes what was written.
        let manifest = try Runner(
            ["swift", "package", "--package-path", folder.path, "dump-package"], path: "/usr/bin/env")
        #expect(try manifest.finish(60) == 0 && manifest.output.contains("BedKit"), "\(manifest.errors)")
    }

    @Test("packages by URL are fetched by SwiftPM at the required version; one that cannot be had is left out")
    func remotePackages() throws {
        let folder = try Folder()
        let url = "file://\(folder.path)/../BedKit"
        try folder.write(
            "../BedKit/Package.swift",
            """
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(
                name: "BedKit", products: [.library(name: "BedKit", targets: ["BedKit"])],
                targets: [.target(name: "BedKit")])
            """)
        try folder.write("../BedKit/Sources/BedKit/Bed.swift", "import UIKit\n")
        let git = "-c user.name=x -c user.email=x@example.org"
        let made = try Runner(
            [
                "sh", "-c",
                """
                cd "$1" && git init -q && git add . && git \(git) commit -qm bed && git tag 1.2.0 &&
                echo 'import Gone' >Sources/BedKit/Bed.swift && git \(git) commit -qam new && git tag 1.3.0
                """,
                "sh", "\(folder.path)/../BedKit",
            ], path: "/usr/bin/env")
        #expect(try made.finish(60) == 0, "\(made.errors)")
        try folder.write(
            "Garden.xcodeproj/project.pbxproj",
            """
            { rootObject = R; objects = {
              R = { isa = PBXProject; targets = (A); packageReferences = (B, N); buildConfigurationList = C; };
              B = { isa = XCRemoteSwiftPackageReference; repositoryURL = "\(url)";
                    requirement = { kind = upToNextMajorVersion; minimumVersion = 1.0.0; }; };
              N = { isa = XCRemoteSwiftPackageReference; repositoryURL = "file:///nowhere/Nothing";
                    requirement = { kind = branch; branch = main; }; };
              s = { isa = PBXFileReference; path = GardenApp.swift; sourceTree = SOURCE_ROOT; };
              b = { isa = PBXBuildFile; fileRef = s; };
              P = { isa = PBXSourcesBuildPhase; files = (b); };
              C = { isa = XCConfigurationList; buildConfigurations = (D); };
              D = { isa = XCBuildConfiguration; name = Release; buildSettings = { INFOPLIST_FILE = Info.plist; }; };
              k = { isa = XCSwiftPackageProductDependency; productName = BedKit; package = B; };
              n = { isa = XCSwiftPackageProductDependency; productName = Nothing; package = N; };
              A = { isa = PBXNativeTarget; name = Garden; productType = "com.apple.product-type.application";
                    buildPhases = (P); buildConfigurationList = C; packageProductDependencies = (k, n); };
            }; }
            """)
        // The project has recorded the older version. The revision is that of another copy.
        try folder.write(
            "Garden.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved",
            #"{"version": 2, "pins": [{"identity": "bedkit", "kind": "remoteSourceControl", "location": "\#(url)", "#
                + #""state": {"revision": "0123456789012345678901234567890123456789", "version": "1.2.0"}}]}"#)
        let fetched = try Runner(["init", folder.path])
        #expect(try fetched.finish(120) == 0, "\(fetched.errors)")
        #expect(fetched.errors.contains("init: fetching packages: bedkit, nothing"), "\(fetched.errors)")
        #expect(
            fetched.output.contains("targets: Garden, BedKit") && fetched.output.contains("packages by URL: bedkit"))
        #expect(
            fetched.output.contains("package product Nothing  its package cannot be fetched: "), "\(fetched.output)")
        let list = try String(
            contentsOf: URL(filePath: folder.path + "/KeepAlive/BedKit/Sources.txt"), encoding: .utf8)
        let path = try #require(list.split(separator: "\n").first { $0.hasSuffix("Bed.swift") })
        let source = try String(contentsOf: URL(filePath: "\(folder.path)/\(path)"), encoding: .utf8)
        #expect(source == "import UIKit\n")
    }

    @Test("an app that imports modules that are not here gets a slice, unless the whole is asked for")
    func chosenSlice() throws {
        let folder = try Folder()
        let view = URL(filePath: "\(folder.path)/GardenView.swift")
        let text = try String(contentsOf: view, encoding: .utf8)
        try Data("import CoreData\nimport Alamofire\n\(text)".utf8).write(to: view)
        // Without Swift, no build begins.
        let slice = try Runner(["init", folder.path], environment: ["PATH": "/nonexistent"])
        #expect(try slice.finish(60) == 125, "\(slice.errors)")
        #expect(slice.errors.contains("init: not here: Alamofire, CoreData. So a slice is made"), "\(slice.errors)")
        #expect(slice.errors.contains("swift is not found"))
        let whole = try Runner.run(["init", folder.path, "--force", "--whole"])
        #expect(whole.status == 0 && whole.output.contains("swift build\n"), "\(whole.errors)")
        #expect(try Runner.run(["init", folder.path, "--slice", "--whole"]).status == 64)
    }

    @Test("it writes a package once, says what to type, and a Package.swift that is there stays")
    func writes() throws {
        let folder = try Folder()
        let first = try Runner.run(["init", folder.path])
        #expect(first.status == 0, "\(first.errors)")
        for line in [
            "KeepAlive/Garden/Sources.txt", "files: 2", "org.example.garden, background modes: fetch",
            "resources, as links: 1",
            "keepalive-run --bundle KeepAlive/Garden.app -- .build/debug/Garden",
        ] {
            #expect(first.output.contains(line), "\(line): \(first.output)")
        }
        let manifest = try String(contentsOf: URL(filePath: folder.path + "/Package.swift"), encoding: .utf8)
        #expect(manifest.contains("name: \"Garden\", dependencies: [] + keepAlive,"))
        let second = try Runner.run(["init", folder.path])
        #expect(second.status == 64 && second.errors.contains("is there already: nothing is written"))
        // What the user has changed is kept: the files that are left out, and the manifest beside the new one.
        func content(_ name: String) throws -> String {
            try String(contentsOf: URL(filePath: "\(folder.path)/\(name)"), encoding: .utf8)
        }
        let list = try content("KeepAlive/Garden/Sources.txt") + "!GardenView.swift\n"
        try Data(list.utf8).write(to: URL(filePath: folder.path + "/KeepAlive/Garden/Sources.txt"))
        try Data((manifest + "// mine\n").utf8).write(to: URL(filePath: folder.path + "/Package.swift"))
        let third = try Runner.run(["init", "--force", folder.path])
        #expect(third.status == 0 && third.output.contains("left out by you: 1"), "\(third)")
        #expect(try content("KeepAlive/Garden/Sources.txt") == list)
        #expect(try content("Package.swift") == manifest && content("Package.swift.old") == manifest + "// mine\n")
        #expect(try content("KeepAlive/.gitignore") == "/Garden.app/Garden\n")
        let nothing = try Runner.run(["init", "/nonexistent"])
        #expect(nothing.status == 64 && nothing.errors.contains("no such folder"))
    }

    @Test(
        "a program in a bundle finds its resources and its Info.plist there, and lives as any other",
        .enabled(if: Requirement.cgroup && Requirement.uneditedApp))
    func bundle() throws {
        let folder = try Folder()
        #expect(try Runner.run(["init", folder.path]).status == 0)
        let bundle = folder.path + "/KeepAlive/Garden.app"
        let program = UneditedAppTests.program.replacing("/UneditedApp", with: "/SwiftUIApp")
        let runner = try Runner(["--events", "-", "--bundle", bundle, "--", program])
        #expect(runner.wait(60) { runner.errors.contains("phase active") }, "\(runner.errors)")
        #expect(runner.errors.contains("beds in beds.json of org.example.garden"), "\(runner.errors)")
        try runner.tell("home")
        #expect(runner.wait(60) { runner.events(.state).last?.state == .suspended }, "\(runner.errors)")
        runner.signal(SIGTERM)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
        // The program's own file, or a copy; a link in its place would lead Foundation out of the bundle.
        var information = stat()
        #expect(lstat(bundle + "/SwiftUIApp", &information) == 0 && information.st_mode & S_IFMT == S_IFREG)
    }

    @Test("a link to a program is followed into the bundle, and a second run finds it there")
    func link() throws {
        let folder = try Folder()
        let place = "/bin/sh"
        for _ in 0..<2 {
            let result = try Runner.run(["-q", "--bundle", folder.path, "--", place, "-c", "readlink /proc/$$/exe"])
            #expect(result.output == folder.path + "/sh\n", "\(result)")
        }
        let missing = try Runner.run(["--bundle", "/nonexistent", "--", "true"])
        #expect(missing.status == 64 && missing.errors.contains("'keepalive-run init' makes one"))
        #expect(try Runner.run(["--bundle", folder.path, "--", "/nonexistent"]).status == 127)
    }
}
