import Testing

@testable import KeepAlivePolicy
@testable import KeepAliveReport

/// `setCategory`: every category with every option, mode and policy, against the tables as Apple documents them.
@Suite struct AudioLegalityTests {
    typealias Session = AudioSessionConfiguration

    /// Category by category: the options that may be set with it, and the modes that it supports.
    static let table: [(category: String, options: String, modes: String)] = [
        ("ambient", "", "default spokenAudio voicePrompt"),
        ("soloAmbient", "", "default spokenAudio voicePrompt"),
        ("playback", "mix duck spoken", "default measurement moviePlayback spokenAudio voicePrompt shortFormVideo"),
        ("record", "duck bluetooth muted", "default videoChat videoRecording measurement spokenAudio voicePrompt"),
        (
            "playAndRecord", "mix duck spoken bluetooth a2dp airPlay speaker muted",
            "default voiceChat gameChat videoChat videoRecording measurement spokenAudio voicePrompt"
        ),
        ("multiRoute", "mix duck spoken muted", "default spokenAudio voicePrompt dualRoute"),
        ("audioProcessing", "", "default spokenAudio voicePrompt"),
    ]

    /// The options: the word in the table, Apple's number, the first version, the row, the first version with
    /// multiRoute.
    static let options: [(option: Session.Option, word: String, number: Int, since: IOSVersion, rule: RuleID)] = [
        (.mixWithOthers, "mix", 1, IOSVersion(4), "AS-08"),
        (.duckOthers, "duck", 2, IOSVersion(6), "AS-09"),
        (.allowBluetooth, "bluetooth", 4, IOSVersion(4), "AS-11"),
        (.defaultToSpeaker, "speaker", 8, IOSVersion(4), "AS-14"),
        (.interruptSpokenAudioAndMixWithOthers, "spoken", 17, IOSVersion(9), "AS-10"),
        (.allowBluetoothA2DP, "a2dp", 32, IOSVersion(10), "AS-12"),
        (.allowAirPlay, "airPlay", 64, IOSVersion(10), "AS-13"),
        (.overrideMutedMicrophoneInterruption, "muted", 128, IOSVersion(14, 5), "AS-15"),
    ]

    static let versions = [
        IOSVersion(6, 1), IOSVersion(7), IOSVersion(8, 4), IOSVersion(9), IOSVersion(9, 3), IOSVersion(10),
        IOSVersion(10, 3), IOSVersion(11), IOSVersion(12), IOSVersion(14, 4), IOSVersion(14, 5), IOSVersion(26),
        IOSVersion(26, 2), IOSVersion(27),
    ]

    /// The versions that modes came with, as the header says; the others are as old as modes are.
    static let modesSince: [String: IOSVersion] = [
        "moviePlayback": IOSVersion(6), "videoChat": IOSVersion(7), "spokenAudio": IOSVersion(9),
        "voicePrompt": IOSVersion(12), "shortFormVideo": IOSVersion(26), "dualRoute": IOSVersion(26, 2),
    ]

    static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    static func isLegal(_ option: Session.Option, with category: String, _ ios: IOSVersion) -> Bool {
        guard let row = table.first(where: { $0.category == category }),
            let entry = options.first(where: { $0.option == option })
        else { return false }
        // The header of iOS 6 does not name multiRoute.
        if ios < IOSVersion(7), category == "multiRoute", ["mix", "duck", "spoken"].contains(entry.word) {
            return false
        }
        return words(row.options).contains(entry.word) && ios >= entry.since
    }

    static func isLegal(mode: String, _ ios: IOSVersion) -> Bool { modesSince[mode].map { ios >= $0 } ?? true }

    static func supports(mode: String, _ category: String) -> Bool {
        table.first { $0.category == category }.map { words($0.modes).contains(mode) } ?? false
    }

    /// Hands-free Bluetooth is for several routes in one mode only.
    static func isDualRoute(_ session: Session, _ ios: IOSVersion) -> Bool {
        session.category == .multiRoute && session.mode == .dualRoute && ios >= IOSVersion(26, 2)
    }

    @Test(
        "AS-08 to AS-15, AS-18, AS-19: what setCategory takes, in every combination with one option at most",
        arguments: versions)
    func everyCombination(ios: IOSVersion) {
        let choices: [Session.Option?] = [nil] + Session.Option.allCases
        var seen = 0
        for category in Session.Category.allCases {
            for option in choices {
                for mode in Session.Mode.allCases {
                    for policy in Session.RouteSharingPolicy.allCases {
                        let session = Session(
                            category: category, options: option.map { [$0] } ?? [], mode: mode,
                            routeSharingPolicy: policy)
                        let isHandsFree = option == .allowBluetooth && Self.isDualRoute(session, ios)
                        let optionFits =
                            isHandsFree || option.map { Self.isLegal($0, with: category.rawValue, ios) } ?? true
                        let modeFits = Self.isLegal(mode: mode.rawValue, ios)
                        // AS-18: one that does not fit its category is no error, and has no effect.
                        let isSupported =
                            Self.supports(mode: mode.rawValue, category.rawValue)
                            && (mode != .shortFormVideo || policy == .default) && (mode != .dualRoute || isHandsFree)
                        if optionFits {
                            #expect(session.effectiveMode == (isSupported ? mode : .default), "\(session)")
                        }
                        // AS-19: long form is for playback without options, plain or a film or spoken, from iOS 11 on.
                        let policyFits =
                            policy == .default
                            || (ios >= IOSVersion(11) && option == nil && category == .playback
                                && ["default", "moviePlayback", "spokenAudio"].contains(mode.rawValue))
                        let violation = session.violation(ios: ios)
                        #expect(
                            (violation == nil) == (optionFits && modeFits && policyFits), "\(ios): \(session)")
                        if !optionFits {
                            #expect(violation?.rule == Self.options.first { $0.option == option }?.rule, "\(session)")
                        } else if !modeFits {
                            #expect(violation?.rule == "AS-18", "\(session)")
                        } else if !policyFits {
                            #expect(violation?.rule == "AS-19", "\(session)")
                        }
                        seen += 1
                    }
                }
            }
        }
        #expect(seen == 7 * 9 * 11 * 3)
    }

    @Test("AS-08 to AS-15: two options are legal when each of them is", arguments: versions)
    func pairs(ios: IOSVersion) {
        for category in Session.Category.allCases {
            for first in Session.Option.allCases {
                for second in Session.Option.allCases {
                    let expected =
                        Self.isLegal(first, with: category.rawValue, ios)
                        && Self.isLegal(second, with: category.rawValue, ios)
                    let session = Session(category: category, options: [first, second])
                    #expect((session.violation(ios: ios) == nil) == expected, "\(ios): \(session)")
                }
            }
        }
    }

    @Test("AS-08 to AS-15: the options have Apple's numbers")
    func numbers() {
        #expect(Self.options.count == Session.Option.allCases.count)
        for entry in Self.options { #expect(entry.option.rawValue == entry.number) }
    }

    @Test("AS-16, AS-28: an illegal pair is -50 with two log lines, and the category stays as it was")
    func error() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioCategorySet(.init(category: .playback, mixWithOthers: true)))
        device.happen(.audioCategorySet(.init(category: .playback, options: [.defaultToSpeaker])))
        #expect(device.refusals == [.badParam])
        #expect(device.refusals.first?.code == -50)
        #expect(
            device.logsBesideScenes == [
                "Error: category option 'defaultToSpeaker' is only applicable with category 'playAndRecord'",
                "Failed to set category, error: -50",
            ])
        #expect(device.machine.audio.configuration == .init(category: .playback, mixWithOthers: true))
    }

    @Test("AS-16: every illegal pair changes nothing, also on the way to setActive", arguments: versions)
    func unchanged(ios: IOSVersion) {
        for category in Session.Category.allCases {
            for option in Session.Option.allCases where !Self.isLegal(option, with: category.rawValue, ios) {
                var device = TestDevice.launched(ios: PolicyProfile(version: ios), modes: [.audio])
                device.happen(.audioSessionActivated(.init(category: category, options: [option])))
                #expect(device.refusals == [.badParam])
                #expect(!device.machine.audio.active)
                #expect(device.machine.audio.configuration.category == .soloAmbient)
            }
        }
    }

    @Test("AS-17: where it is asked for, playback with allowAirPlay is 'what', and nothing else is")
    func unspecified() {
        var profile = PolicyProfile.ios26
        profile.switches.refusesAirPlayAsUnspecified = true
        func refusals(_ session: Session, _ profile: PolicyProfile) -> [Int32] {
            var device = TestDevice.launched(ios: profile, modes: [.audio])
            device.happen(.audioCategorySet(session))
            return device.refusals.map(\.code)
        }
        let playback = Session(category: .playback, options: [.allowAirPlay])
        #expect(refusals(playback, profile) == [2_003_329_396])
        #expect(refusals(playback, .ios26) == [-50])
        #expect(refusals(.init(category: .record, options: [.allowAirPlay]), profile) == [-50])
        #expect(refusals(.init(category: .playback, options: [.allowBluetooth]), profile) == [-50])
        #expect(refusals(.init(category: .playAndRecord, options: [.allowAirPlay]), profile) == [])
    }

    @Test("AS-01 to AS-10: which sessions mix, by default and by each of the three options")
    func mixing() {
        for category in Session.Category.allCases {
            #expect(Session(category: category).isMixable == (category == .ambient), "\(category)")
            for option in Session.Option.allCases {
                let mixes =
                    category == .ambient
                    || ([.mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers].contains(option)
                        && [.playback, .playAndRecord, .multiRoute].contains(category))
                let session = Session(category: category, options: [option])
                #expect(session.isMixable == mixes, "\(category) \(option)")
                #expect(session.effectiveOptions.contains(.mixWithOthers) == (mixes || option == .mixWithOthers))
            }
        }
    }

    @Test("AS-01 to AS-07: the switch silences ambient and soloAmbient; three categories have input")
    func properties() {
        #expect(Session.Category.allCases.filter(\.isSilencedBySwitch) == [.ambient, .soloAmbient])
        #expect(Session.Category.allCases.filter(\.hasInput) == [.record, .playAndRecord, .multiRoute])
    }

    @Test("AS-11, AS-12, AS-13: what the mode and the category imply and clear, and hands-free wins")
    func implied() {
        func has(_ category: Session.Category, _ options: Set<Session.Option> = [], _ mode: Session.Mode = .default)
            -> Session
        { Session(category: category, options: options, mode: mode) }
        for mode in Session.Mode.allCases {
            let chats = mode == .voiceChat || mode == .videoChat
            #expect(!has(.playback, [], mode).effectiveOptions.contains(.allowBluetooth))
            #expect(has(.playAndRecord, [], mode).effectiveOptions.contains(.allowBluetooth) == chats)
        }
        let implies: Set<Session.Category> = [.ambient, .soloAmbient, .playback]
        for category in Session.Category.allCases {
            let plain = has(category).effectiveOptions
            #expect(plain.contains(.allowBluetoothA2DP) == implies.contains(category))
            #expect(plain.contains(.allowAirPlay) == implies.contains(category))
        }
        for category in [Session.Category.record, .multiRoute] {
            let cleared = has(category, [.allowBluetoothA2DP, .allowAirPlay]).effectiveOptions
            #expect(cleared.isDisjoint(with: [.allowBluetoothA2DP, .allowAirPlay]))
        }
        #expect(has(.playAndRecord, [.allowBluetooth, .allowBluetoothA2DP]).bluetoothPort == .bluetoothHFP)
        #expect(has(.playAndRecord, [.allowBluetoothA2DP]).bluetoothPort == .bluetoothA2DP)
        #expect(has(.playAndRecord, [.allowBluetoothA2DP], .voiceChat).bluetoothPort == .bluetoothHFP)
        #expect(has(.playback).bluetoothPort == .bluetoothA2DP)
        #expect(has(.record).bluetoothPort == nil)
        #expect(has(.playAndRecord).bluetoothPort == nil)
    }
}

extension TestDevice {
    /// What was logged, but for the line about scenes that have not been adopted (LC-04).
    var logsBesideScenes: [String] { logs.filter { !$0.hasPrefix("CLIENT OF UIKIT") && !$0.hasPrefix("UIScene") } }
}

extension AudioLegalityTests {
    @Test(
        "AS-08 to AS-18: the printed table has every combination once, with what setCategory answers",
        arguments: versions)
    func printedTable(ios: IOSVersion) {
        let table = AudioSessionTable(PolicyProfile(version: ios))
        #expect(table.rows.count == 7 * 9 * 11)
        #expect(Set(table.rows.map { "\($0.category) \($0.option ?? "-") \($0.mode)" }).count == 7 * 9 * 11)
        for row in table.rows {
            let option = Self.options.first { $0.option.name == row.option }
            let optionFits: Bool = option.map { Self.isLegal($0.option, with: row.category, ios) } ?? true
            let isHandsFree: Bool =
                option?.option == .allowBluetooth && row.category == "multiRoute" && row.mode == "dualRoute"
            let isLegal = (optionFits || isHandsFree) && Self.isLegal(mode: row.mode, ios)
            #expect(row.status == (isLegal ? 0 : -50), "\(row)")
            #expect((row.rule == nil) == isLegal)
        }
        let text = table.rendered()
        #expect(text.split(separator: "\n").count == 7 * 9 + 5)
    }
}
