import Foundation
import Testing

@Suite struct VerifyProjectTests {
    /// Makes a project that has its settings where Xcode 16 keeps them, and spells its files in other capitals.
    private func project(_ files: [String: String] = [:]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keepalive-verify-\(UUID().uuidString)")
        var all = [
            "App.xcodeproj/project.pbxproj": """
            // !$*UTF8*$!
            {
              objects = {
                P = { isa = PBXProject; buildConfigurationList = PL; mainGroup = G; targets = (T); };
                PL = { isa = XCConfigurationList; buildConfigurations = (PC); };
                PC = { isa = XCBuildConfiguration; name = Release; buildSettings = {}; };
                G = { isa = PBXGroup; children = (F, S); sourceTree = "<group>"; };
                F = { isa = PBXFileReference; path = sources/App.swift; sourceTree = "<group>"; };
                S = { isa = PBXFileSystemSynchronizedRootGroup; path = Settings; sourceTree = "<group>"; };
                B = { isa = PBXBuildFile; fileRef = F; };
                T = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
                  buildConfigurationList = TL; buildPhases = (TS); dependencies = (); };
                TS = { isa = PBXSourcesBuildPhase; files = (B); };
                TL = { isa = XCConfigurationList; buildConfigurations = (TC); };
                TC = { isa = XCBuildConfiguration; name = Release; baseConfigurationReferenceAnchor = S;
                  baseConfigurationReferenceRelativePath = App.xcconfig; buildSettings = {}; };
              };
              rootObject = P;
            }
            """,
            "Settings/App.xcconfig": """
            INFOPLIST_FILE = $(SRCROOT)/App-Info.plist
            INFOPLIST_PREPROCESS = YES
            PRODUCT_BUNDLE_IDENTIFIER = org.example.app
            """,
            "app-info.plist": """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            #ifdef BACKGROUND
            <key>UIBackgroundModes</key><array><string>processing</string></array>
            #endif
            <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>$(PRODUCT_BUNDLE_IDENTIFIER).clean</string></array>
            </dict></plist>
            """,
            "Sources/App.swift": """
            func submit() {
                try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "\\(Bundle.main.bundleIdentifier!).clean"))
            }
            """,
        ]
        all.merge(files) { $1 }
        for (name, text) in all {
            let place = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: place, atomically: true, encoding: .utf8)
        }
        return folder
    }

    @Test("a project of Xcode 16, in other capitals: its settings, its Info.plist and its sources are read")
    func xcode16() throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try Runner.run(["verify", folder.path, "--ios", "26"])
        #expect(result.status == 3, "\(result.errors)")
        // Neither BG-01 nor BG-06: the identifier and the mode are there.
        #expect(result.output.contains("Sources/App.swift:2:40: error: NSInternalInconsistencyException"))
        #expect(
            result.output.contains(
                "No launch handler registered for task with identifier org.example.app.clean [BG-05]"))
        #expect(result.output.hasSuffix("errors: 1, warnings: 1\n"))
        #expect(result.output.contains("App.xcodeproj, target App, configuration Release, iOS 26.0: 1 Swift file in "))
    }

    @Test("without its Info.plist a project is checked as far as the sources tell")
    func withoutInfoPlist() throws {
        let folder = try project(["Settings/App.xcconfig": "INFOPLIST_FILE = Missing.plist"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try Runner.run(["verify", folder.appending(path: "App.xcodeproj").path])
        #expect(result.status == 3)
        #expect(result.output.contains("Missing.plist: the Info.plist of the target cannot be read"))
        #expect(result.output.contains("[BG-05]") && !result.output.contains("[BG-06]"))
    }

    @Test(
        "a configuration or a settings file that is not there is an error, and a remark where only sources are checked")
    func missingSettings() throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        let unknown = try Runner.run(["verify", folder.path, "--configuration", "Beta"])
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("target App has no configuration 'Beta'. Expected one of: Release"))
        try FileManager.default.removeItem(at: folder.appending(path: "Settings/App.xcconfig"))
        try "".write(to: folder.appending(path: "Sources/App.swift"), atomically: true, encoding: .utf8)
        #expect(try Runner.run(["verify", folder.path, "--sarif"]).output.contains("\"executionSuccessful\" : false"))
        let verified = try Runner.run(["verify", folder.path])
        #expect(verified.status == 125)
        #expect(
            verified.output.contains(
                "Settings/App.xcconfig: not read: there is no such file: its settings are left out"))
        let made = try Runner.run(["init", folder.path])
        #expect(made.status == 125)
        #expect(
            made.errors.contains("Settings/App.xcconfig: the settings file of the configuration Release cannot be read")
        )
    }

    @Test("JSON and SARIF have each finding with file, line and rule")
    func formats() throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        struct Report: Decodable {
            struct Item: Decodable {
                var rule: String
                var level: String
                var file: String
                var line: Int
            }
            var findings: [Item]
            var errors: Int
        }
        let json = try Runner.run(["verify", folder.path, "--json"])
        let report = try JSONDecoder().decode(Report.self, from: Data(json.output.utf8))
        #expect(json.status == 3 && report.errors == 1)
        #expect(
            report.findings.contains { $0.rule == "BG-05" && $0.file.hasSuffix("/Sources/App.swift") && $0.line == 2 })
        struct Log: Decodable {
            struct Run: Decodable {
                struct Result: Decodable { var ruleId: String }
                var results: [Result]
            }
            var version: String
            var runs: [Run]
        }
        let sarif = try Runner.run(["verify", folder.path, "--sarif"])
        let log = try JSONDecoder().decode(Log.self, from: Data(sarif.output.utf8))
        #expect(log.version == "2.1.0")
        #expect(Set(log.runs[0].results.map(\.ruleId)) == Set(report.findings.map(\.rule)))
    }

    @Test("an example without a mistake ends with status 0, and what cannot be read says what to do")
    func statuses() throws {
        #expect(
            try Runner.run(["verify", "\(ScriptTests.root)/Examples/BackgroundLocation", "--ios", "26"]).status == 0)
        for (arguments, status, words) in [
            (["/nope"], 64, "/nope: no such project"), (["\(ScriptTests.root)/docs/images"], 64, "no Swift file"),
            (["a", "--modes", "audio"], 64, "--modes is not for a PROJECT"),
            (["--sarif"], 64, "--sarif needs the PROJECT"),
            (["a", "--json", "--sarif"], 64, "exclude each other"),
        ] as [([String], Int32, String)] {
            let result = try Runner.run(["verify"] + arguments)
            #expect(result.status == status && result.errors.contains(words), "\(arguments): \(result)")
        }
    }

    @Test("sources that are no Swift, a pipe among them, and functions that call each other do not stop it")
    func hostile() throws {
        let nested = String(repeating: "{ a(", count: 3_000)
        let circle = (0..<200).map {
            "func f\($0)(_ task: BGTask) { f\(($0 + 1) % 200)(task); f\(($0 + 7) % 200)(task) }"
        }
        let folder = try project([
            "Sources/App.swift": circle.joined(separator: "\n")
                + "\nBGTaskScheduler.shared.register(forTaskWithIdentifier: \"a\", using: nil) { f0($0) }\n\(nested)"
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try Runner.run(["verify", folder.path])
        #expect(result.status == 3, "\(result.errors)")
        try FileManager.default.removeItem(at: folder.appending(path: "Sources/App.swift"))
        #expect(mkfifo(folder.appending(path: "Sources/App.swift").path, 0o600) == 0)
        let pipe = try Runner.run(["verify", folder.path])
        #expect(pipe.output.contains("Sources/App.swift: not read"))
    }
}
