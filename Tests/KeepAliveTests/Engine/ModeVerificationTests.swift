import Testing

@testable import KeepAliveEngine
@testable import KeepAlivePolicy
@testable import KeepAliveReport
@testable import KeepAliveStrategies

@Suite struct ModeVerificationTests {
    static func rows(_ modes: [BackgroundMode], catching: Bool = false) throws -> [String: ModeVerification.Row] {
        var manifest = Manifest()
        manifest.declare(modes)
        let result = try ModeVerification(
            strategies: StrategyRegistry.builtIn.map { StrategyFactory($0) },
            options: StrategyOptions(catchesExceptions: catching),
            manifest: manifest, profile: .ios26)
        #expect(result.allDeclared == (Set(modes) == [.audio, .location]))
        return Dictionary(uniqueKeysWithValues: result.rows.map { ($0.strategy, $0) })
    }

    @Test func nothingDeclared() throws {
        let rows = try Self.rows([])
        #expect(rows["silent-audio"]?.outcome == "suspended")
        #expect(rows["silent-audio"]?.errorCode == 561_015_905)
        #expect(rows["silent-audio"]?.rule == "AS-26")
        #expect(rows["task-then-audio"]?.errorCode == 561_015_905)
        // It asks for its session in the background, and plays although that is refused: the mode is what it lacks.
        #expect(rows["background-player"]?.errorCode == 561_015_905)
        #expect(rows["background-player"]?.rule == "AS-26")
        #expect(rows["background-player"]?.detail == rows["silent-audio"]?.detail)
        #expect(rows["location"]?.outcome == "exception")
        #expect(rows["location"]?.rule == "CL-01")
        #expect(rows["location"]?.exception?.reason == TestDevice.missingLocationModeText)
        for (name, mode) in [("background-player", "audio"), ("location", "location")] {
            let hint = "UIBackgroundModes lacks '\(mode)': turn on the \(mode) background mode"
            #expect(rows[name]?.detail.hasSuffix(hint) == true, "\(rows[name]?.detail ?? "")")
        }
        #expect(rows["none"]?.declared == true)
        #expect(rows["leaked-task"]?.outcome == "killed")
    }

    @Test func everythingDeclared() throws {
        let rows = try Self.rows([.audio, .location])
        for name in ["silent-audio", "task-then-audio", "location"] {
            #expect(rows[name]?.outcome == "runs")
            #expect(rows[name]?.backgroundSeconds == nil)
        }
        #expect(rows["location"]?.rule == "CL-06")
        #expect(rows["silent-audio"]?.rule == "AS-34")
    }

    @Test func caught() throws {
        let rows = try Self.rows([], catching: true)
        #expect(rows["location"]?.outcome == "suspended")
        #expect(rows["location"]?.rule == "CL-07")
        #expect(rows["location"]?.exception != nil)
    }

    @Test("a mode whose wakes came with a later version is warned of: before iOS 8 there is no PushKit")
    func laterWakes() throws {
        func warnings(_ ios: IOSVersion) throws -> [String] {
            var manifest = Manifest()
            manifest.declare([.voip, .remoteNotification])
            return try ModeVerification(
                strategies: [], options: .init(), manifest: manifest, profile: PolicyProfile(version: ios)
            ).warnings
        }
        let pushKit = "'voip' in UIBackgroundModes: PushKit, and with it voipPush, came with iOS 8 [WK-08]"
        #expect(try warnings(IOSVersion(7, 1)) == [pushKit])
        #expect(
            try Set(warnings(IOSVersion(6, 1))) == [
                pushKit, "'remote-notification' in UIBackgroundModes: remoteNotification came with iOS 7 [WK-04]",
            ])
        #expect(try warnings(IOSVersion(8)).isEmpty)
    }

    @Test func text() throws {
        let result = try ModeVerification(
            strategies: [StrategyFactory(SilentAudioStrategy.self)], options: .init(), manifest: Manifest(),
            profile: .ios26)
        let text = VerificationText.rendered(result)
        #expect(text.contains("silent-audio  audio  no: audio  suspended after 0.2 s"))
        #expect(text.contains("'!pla'"))
    }
}
