import KeepAliveModel
import KeepAlivePolicy
import SwiftSyntax

/// Checks of the audio session (AS rules).
extension ProjectChecks {
    mutating func checkAudio() {
        for call in index.calls("setCategory") { checkCategory(of: call) }
        checkBackgroundSound()
    }

    /// Checks that an app with the audio mode sets a category that plays or records in the background.
    private mutating func checkBackgroundSound() {
        let isElsewhere =
            project.objectiveCPlace("setCategory") != nil || (project.hasForeignModules && !index.playsSound)
        guard modes.contains(.audio), index.playsSound || !index.calls("setCategory").isEmpty, !isElsewhere else {
            return
        }
        let calls = index.calls("setCategory")
        let categories = calls.map(category)
        guard
            !categories.contains(where: {
                $0 == nil || $0?.playsInBackground == true || $0?.recordsInBackground == true
            })
        else { return }
        let cure = "set the category playback before the sound begins"
        if let call = calls.first, let category = category(of: call) {
            report(
                category == .ambient ? "AS-01" : "AS-02", .warning, at: index.place(of: call),
                "UIBackgroundModes declares 'audio', and the category \(category.rawValue) does not play in the background",
                cure: cure)
        } else if !project.hasForeignModules {
            report(
                "AS-02", .warning, at: project.manifestPlace(of: ">audio<", "UIBackgroundModes"),
                "UIBackgroundModes declares 'audio', and nothing sets a category: the default, soloAmbient, does not play in the background",
                cure: cure)
        }
    }

    private mutating func checkCategory(of call: CodeIndex.Call) {
        guard let configuration = configuration(of: call) else { return }
        let category = configuration.category
        if let violation = configuration.violation(ios: ios) {
            // Apple's page restricts each option; devices were seen to refuse some.
            let isSeen = RuleBook.rule(violation.rule)?.evidence != .document
            report(
                violation.rule, isSeen ? .error : .note, at: index.place(of: call),
                isSeen
                    ? "setCategory fails with NSOSStatusErrorDomain -50, and changes nothing: \(violation.text)"
                    : "Apple's page does not allow this: \(violation.text); whether setCategory fails cannot be told",
                cure: "take the option out, or choose another category")
        } else if configuration.mode != .default, configuration.effectiveMode == .default {
            report(
                "AS-18", .warning, at: index.place(of: call),
                "the mode \(configuration.mode.rawValue) acts as the default mode with the category \(category.rawValue)"
            )
        }
    }

    /// Returns the category, options, mode and policy that a call sets; `nil` if the sources do not tell the category.
    func configuration(of call: CodeIndex.Call) -> AudioSessionConfiguration? {
        guard let category = category(of: call) else { return nil }
        let options = call.node.argument("options")?.optionNames ?? call.node.argument("with")?.optionNames ?? []
        let known = options.compactMap { name in
            AudioSessionConfiguration.Option.allCases.first {
                // allowBluetoothHFP is the name of allowBluetooth since the SDK of iOS 26.
                $0.name == name || ($0 == .allowBluetooth && name == "allowBluetoothHFP")
            }
        }
        let mode = call.node.argument("mode").flatMap(\.referenceName).flatMap { name in
            AudioSessionConfiguration.Mode.allCases.first { "\($0)" == name }
        }
        let policy = call.node.argument("policy").flatMap(\.referenceName).flatMap { name in
            AudioSessionConfiguration.RouteSharingPolicy.allCases.first { "\($0)" == name }
        }
        return AudioSessionConfiguration(
            category: category, options: Set(known), mode: mode ?? .default, routeSharingPolicy: policy ?? .default)
    }

    /// Returns the category that a call sets; `nil` if the sources do not tell.
    func category(of call: CodeIndex.Call) -> AudioSessionConfiguration.Category? {
        let name = call.node.arguments.first?.expression.referenceName
        return AudioSessionConfiguration.Category.allCases.first { category in
            name == "\(category)" || name == "AVAudioSessionCategory\("\(category)".capitalizedFirst)"
        }
    }
}

extension CodeIndex {
    /// The functions and initializers that play or record sound.
    static let soundCalls = [
        "play", "AVAudioPlayer", "AVPlayer", "AVQueuePlayer", "AVAudioEngine", "AVAudioRecorder",
        "AVPictureInPictureController", "AVPlayerViewController",
    ]

    /// The functions that play a sound of the system.
    static let systemSoundCalls = [
        "AudioServicesPlaySystemSound", "AudioServicesPlaySystemSoundWithCompletion", "AudioServicesPlayAlertSound",
        "AudioServicesPlayAlertSoundWithCompletion",
    ]

    /// True if a source plays or records sound.
    var playsSound: Bool { Self.soundCalls.contains { !calls($0).isEmpty } }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
