import Glibc
import TestSupport
import Testing

@testable import KeepAliveHost
@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// A program whose sources have Objective-C's words lives under the runner: what is compiled is what the plug-in makes.
@Suite(.ownThread) struct UneditedAppTests {
    static var program: String {
        Runner.path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/UneditedApp"
    }

    @Test(
        "BT-01, LC-05: its selectors are called when it is left and comes back, and it is frozen when its task is over",
        .enabled(if: Requirement.cgroup && Requirement.uneditedApp))
    func life() throws {
        let runner = try Runner([
            "--events", "-", "--ios", "13", "--set", "finishTaskBudget=6", "--set", "finishTaskExpiration=2", "--",
            Self.program,
        ])
        #expect(runner.wait(60) { runner.errors.contains("info: active") }, "\(runner.errors)")
        #expect(runner.errors.contains("[org.example.unedited:life] launched with total, 0 options"))
        try runner.tell("home")
        #expect(
            runner.wait(60) { runner.events(.state).last?.state == .suspended && !runner.events(.frozen).isEmpty },
            "\(runner.errors)")
        #expect(runner.events(.grantGained).contains { $0.grant == .finishTask })
        #expect(runner.errors.contains("info: background") && runner.errors.contains("info: total 1"))
        try runner.tell("launch")
        #expect(runner.wait(60) { runner.errors.contains("info: foreground") }, "\(runner.errors)")
        runner.signal(SIGTERM)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test(
        "BT-01, BT-14: an expiring activity holds the app, is told that its time is over, and the app is frozen",
        .enabled(if: Requirement.cgroup && Requirement.uneditedApp))
    func expiringActivity() throws {
        let runner = try Runner(
            [
                "--events", "-", "--ios", "13", "--set", "finishTaskBudget=3", "--set", "finishTaskExpiration=2", "--",
                Self.program,
            ], environment: ["EXPIRING": "1"])
        #expect(runner.wait(60) { runner.errors.contains("info: active") }, "\(runner.errors)")
        try runner.tell("home")
        #expect(
            runner.wait(60) { runner.events(.state).last?.state == .suspended && !runner.events(.frozen).isEmpty },
            "\(runner.errors)")
        #expect(runner.events(.taskBegan).contains { $0.message == "sums up" })
        let (first, last) = (
            runner.errors.range(of: "activity, expired: 0"), runner.errors.range(of: "activity, expired: 1")
        )
        #expect(first != nil && last != nil, "\(runner.errors)")
        runner.signal(SIGTERM)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test(
        "BG-25, LC-02: an app of SwiftUI is told its phases, frozen, and thawed for its background task",
        .enabled(if: Requirement.cgroup && Requirement.uneditedApp))
    func swiftUI() throws {
        let folder = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/SwiftUIApp"
        let runner = try Runner([
            "--events", "-", "--info-plist", folder + "/App/Info.plist", "--",
            Self.program.replacing("/UneditedApp", with: "/SwiftUIApp"),
        ])
        #expect(runner.wait(60) { runner.errors.contains("phase active") }, "\(runner.errors)")
        try runner.tell("home")
        #expect(
            runner.wait(60) { runner.events(.state).last?.state == .suspended && !runner.events(.frozen).isEmpty },
            "\(runner.errors)")
        #expect(runner.errors.contains("phase background") && !runner.errors.contains("watered"))
        try runner.tell("task", ["action": "launch", "identifier": "org.example.garden.water"])
        #expect(runner.wait(60) { runner.errors.contains("watered") }, "\(runner.errors)")
        #expect(
            runner.wait(60) { runner.events(.state).last?.state == .suspended && runner.events(.frozen).count == 2 },
            "\(runner.errors)")
        try runner.tell("launch")
        #expect(
            runner.wait(60) { runner.errors.split(separator: "phase active").count == 3 }, "\(runner.errors)")
        runner.signal(SIGTERM)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test(
        "an app begins with its storyboard; ctl touches what it shows, and an error says what is there",
        .enabled(if: Requirement.cgroup && Requirement.uneditedApp))
    func storyboard() throws {
        let (folder, bundle) = try Self.bundle()
        defer { withExtendedLifetime(folder) {} }
        let runner = try Runner(["--events", "-", "--ios", "13", "--bundle", bundle, "--", Self.program])
        #expect(runner.wait(60) { runner.errors.contains("info: active") }, "\(runner.errors)")
        let touched = try runner.tell("touch", ["name": "Play"])
        #expect("\(touched)".contains("the user touches the button"), "\(touched)")
        try runner.tell("touch", ["name": "Ask"])
        let problem = #expect(throws: KeepAliveError.self) { try runner.tell("touch", ["name": "Play"]) }
        #expect(problem?.message.contains("there are: answer \"Yes\", answer \"No\"") == true, "\(problem as Any)")
        try runner.tell("touch", ["name": "No"])
        try runner.tell("home")
        #expect(runner.wait(60) { runner.events(.taskBegan).contains { $0.message == "play" } }, "\(runner.errors)")
        let left = #expect(throws: KeepAliveError.self) { try runner.tell("touch", ["name": "Play"]) }
        #expect(left?.message.contains("is not in front") == true, "\(left as Any)")
        runner.signal(SIGTERM)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test(
        "a crash's backtrace names the user's file and line, and the timeline says that the app has crashed",
        .enabled(if: Requirement.cgroup && Requirement.uneditedApp))
    func backtrace() throws {
        let (folder, bundle) = try Self.bundle()
        let runner = try Runner(
            ["--events", "-", "--ios", "13", "--bundle", bundle, "--", Self.program],
            environment: ["SWIFT_BACKTRACE": "enable=yes,color=no,interactive=no,timeout=30s"])
        #expect(runner.wait(60) { runner.errors.contains("info: active") }, "\(runner.errors)")
        try runner.tell("touch", ["name": "Crash"])
        #expect(runner.wait(60) { runner.events(.exited).count == 1 }, "\(runner.errors)")
        let source = try SmallFile.read(Self.sources + "/PlayerController.swift")
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        func line(of text: String) throws -> Int { try #require(lines.firstIndex { $0.contains(text) }) + 1 }
        let crash = try line(of: "forgotten.text")
        #expect(runner.errors.contains("PlayerController.swift:\(crash): Fatal error"), "\(runner.errors)")
        let call = try line(of: "show(\"never\")")
        #expect(
            runner.errors.contains("in UneditedApp at Tests/UneditedApp/App/PlayerController.swift:\(call):"),
            "\(runner.errors)")
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
        withExtendedLifetime(folder) {}
    }

    private static let sources =
        #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/UneditedApp/App"

    /// An app's bundle with the storyboard.
    private static func bundle() throws -> (TemporaryDirectory, path: String) {
        let folder = try TemporaryDirectory()
        let bundle = folder.path + "/Unedited.app"
        mkdir(bundle, 0o755)
        #expect(symlink(sources + "/Base.lproj", bundle + "/Base.lproj") == 0)
        let keys = "<key>UIMainStoryboardFile</key><string>Main</string>"
        try write("<plist version=\"1.0\"><dict>\(keys)</dict></plist>", to: bundle + "/Info.plist")
        return (folder, bundle)
    }

    private static func write(_ text: String, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        defer { close(file) }
        #expect(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
    }
}
