/// The settings that an app gives the audio session: category, options, mode and policy, named as in `AVAudioSession`.
public struct AudioSessionConfiguration: Sendable, Hashable, Codable {
    /// `AVAudioSession.Category`.
    public enum Category: String, Sendable, Hashable, Codable, CaseIterable {
        /// Background noise of a game: mixes, silenced by the switch, no background (AS-01).
        case ambient
        /// The default: does not mix, silenced by the switch, no background (AS-02).
        case soloAmbient
        /// Music: goes on in the background with the `audio` mode (AS-03).
        case playback
        /// Recording only; silences nearly everything else (AS-04).
        case record
        /// Calls: plays and records (AS-05).
        case playAndRecord
        /// Several routes at once (AS-06).
        case multiRoute
        /// Conversion without input or output; deprecated in iOS 10 (AS-07).
        case audioProcessing

        /// True when sound of this category may play in the background (AS-01 to AS-07).
        public var playsInBackground: Bool {
            self == .playback || self == .playAndRecord || self == .multiRoute
        }

        /// True when a recording of this category may go on in the background (AS-04, AS-05, AS-06).
        public var recordsInBackground: Bool {
            self == .record || self == .playAndRecord || self == .multiRoute
        }

        /// True when the category takes input (AS-01 to AS-07).
        public var hasInput: Bool { recordsInBackground }

        /// True when the silent switch and the screen lock silence it (AS-01 to AS-06).
        public var isSilencedBySwitch: Bool { self == .ambient || self == .soloAmbient }
    }

    /// `AVAudioSession.CategoryOptions`, with Apple's numbers.
    public enum Option: Int, Sendable, Hashable, Codable, CaseIterable {
        /// Does not interrupt other apps' sound (AS-08).
        case mixWithOthers = 0x1
        /// Lowers other apps' sound, and mixes with it (AS-09).
        case duckOthers = 0x2
        /// Bluetooth headsets for calls (AS-11).
        case allowBluetooth = 0x4
        /// The speaker instead of the receiver (AS-14).
        case defaultToSpeaker = 0x8
        /// Interrupts spoken audio, mixes with the rest (AS-10).
        case interruptSpokenAudioAndMixWithOthers = 0x11
        /// Bluetooth headphones (AS-12).
        case allowBluetoothA2DP = 0x20
        /// AirPlay (AS-13).
        case allowAirPlay = 0x40
        /// Goes on when the microphone is muted (AS-15).
        case overrideMutedMicrophoneInterruption = 0x80

        /// The name of the option, as Apple writes it.
        public var name: String { "\(self)" }
    }

    /// `AVAudioSession.Mode` (AS-18).
    public enum Mode: String, Sendable, Hashable, Codable, CaseIterable {
        /// Any use.
        case `default`
        /// Voice over IP.
        case voiceChat
        /// Video calls.
        case videoChat
        /// Set by Game Kit, not by apps.
        case gameChat
        /// The sound of a video being recorded.
        case videoRecording
        /// As little processing as possible.
        case measurement
        /// The sound of a film.
        case moviePlayback
        /// Continuous spoken audio.
        case spokenAudio
        /// Spoken prompts, as of navigation.
        case voicePrompt
        /// Short videos in a feed.
        case shortFormVideo
        /// Two routes at once, one of them hands-free.
        case dualRoute
    }

    /// `AVAudioSession.RouteSharingPolicy` (AS-19).
    public enum RouteSharingPolicy: String, Sendable, Hashable, Codable, CaseIterable {
        /// Follows the system's rules.
        case `default`
        /// To the shared route of long-form audio.
        case longFormAudio
        /// The same, for video.
        case longFormVideo
    }

    /// The category.
    public var category: Category
    /// The options, without those that others imply.
    public var options: Set<Option>
    /// The mode.
    public var mode: Mode
    /// The policy.
    public var routeSharingPolicy: RouteSharingPolicy

    /// Creates a configuration.
    public init(
        category: Category, options: Set<Option> = [], mode: Mode = .default,
        routeSharingPolicy: RouteSharingPolicy = .default
    ) {
        self.category = category
        self.options = options
        self.mode = mode
        self.routeSharingPolicy = routeSharingPolicy
    }

    /// Creates a configuration that mixes or does not.
    public init(category: Category, mixWithOthers: Bool) {
        self.init(category: category, options: mixWithOthers ? [.mixWithOthers] : [])
    }

    /// True when the session is mixable: by option, or always in `ambient` (AS-01, AS-08, AS-09, AS-10); never in
    /// `record` (AS-04).
    public var isMixable: Bool {
        switch category {
        case .ambient: true
        case .playback, .playAndRecord, .multiRoute:
            !options.isDisjoint(with: [.mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers])
        case .soloAmbient, .record, .audioProcessing: false
        }
    }

    /// The mode in force: a mode that the category does not support behaves as the default one (AS-18).
    public var effectiveMode: Mode {
        if let categories = mode.categories, !categories.contains(category) { return .default }
        switch mode {
        // Not with the long-form policies.
        case .shortFormVideo where routeSharingPolicy != .default: return .default
        case .dualRoute where !options.contains(.allowBluetooth): return .default
        default: return mode
        }
    }

    /// Category, options, and what else is not the default, in words.
    package var inWords: String {
        let names = options.sorted { $0.rawValue < $1.rawValue }.map(\.name)
        var parts = ["category \(category.rawValue)"]
        parts.append(names.isEmpty ? "no options" : "options \(names.joined(separator: ", "))")
        if mode != .default { parts.append("mode \(mode.rawValue)") }
        if routeSharingPolicy != .default { parts.append("policy \(routeSharingPolicy.rawValue)") }
        return parts.joined(separator: "; ")
    }

    /// The options in force: those set, and those that they, the category or the mode imply (AS-01, AS-09 to AS-12).
    public var effectiveOptions: Set<Option> {
        var all = options
        if isMixable { all.insert(.mixWithOthers) }
        if effectiveMode == .voiceChat || effectiveMode == .videoChat { all.insert(.allowBluetooth) }
        if [.ambient, .soloAmbient, .playback].contains(category) {
            all.formUnion([.allowBluetoothA2DP, .allowAirPlay])
        }
        if [.record, .multiRoute].contains(category) { all.subtract([.allowBluetoothA2DP, .allowAirPlay]) }
        return all
    }

    /// The port of Bluetooth headphones with both profiles: hands-free wins (AS-11, AS-12); `nil` when not in use.
    public var bluetoothPort: AudioPort? {
        let options = effectiveOptions
        if options.contains(.allowBluetooth) { return .bluetoothHFP }
        return options.contains(.allowBluetoothA2DP) ? .bluetoothA2DP : nil
    }

    /// Returns the session that the articles' sample sets up on a route: it plays, records and mixes.
    ///
    /// With headphones or Bluetooth on the route it allows Bluetooth, else it takes the speaker (SD-22).
    ///
    /// - Parameter outputs: the outputs of the current route.
    public static func sample(outputs: Set<AudioPort>) -> AudioSessionConfiguration {
        let worn = !outputs.isDisjoint(with: [.headphones, .bluetoothA2DP, .bluetoothLE, .bluetoothHFP])
        return AudioSessionConfiguration(
            category: .playAndRecord,
            options: worn
                ? [.mixWithOthers, .allowBluetooth, .allowBluetoothA2DP] : [.mixWithOthers, .defaultToSpeaker]
        )
    }

    /// The reason why `setCategory` refuses the configuration, as iOS logs it (AS-08 to AS-19); `nil` when it is legal.
    ///
    /// - Parameter ios: the version of iOS that is asked.
    public func violation(ios: IOSVersion) -> (text: String, rule: RuleID)? {
        for option in options.sorted(by: { $0.rawValue < $1.rawValue }) {
            let (categories, since, rule) = option.legality(ios: ios)
            if ios < since { return ("category option '\(option.name)' is not available before iOS \(since)", rule) }
            // The one use of hands-free Bluetooth on several routes.
            let isForDualRoute =
                option == .allowBluetooth && mode == .dualRoute && category == .multiRoute && ios >= mode.since
            guard !categories.contains(category), !isForDualRoute else { continue }
            let names = categories.map { "'\($0.rawValue)'" }
            let list =
                names.count == 1 ? "category \(names[0])" : "categories \(names.joined(separator: ", "))"
            return ("category option '\(option.name)' is only applicable with \(list)", rule)
        }
        if mode != .default, ios < mode.since {
            return ("mode '\(mode.rawValue)' is not available before iOS \(mode.since)", "AS-18")
        }
        return policyViolation(ios: ios).map { ($0, "AS-19") }
    }

    private func policyViolation(ios: IOSVersion) -> String? {
        guard routeSharingPolicy != .default else { return nil }
        if ios < IOSVersion(11) { return "route-sharing policies are not available before iOS 11" }
        if !options.isEmpty { return "options are only applicable with the default route-sharing policy" }
        guard category == .playback, [.default, .moviePlayback, .spokenAudio].contains(mode) else {
            return "the long-form policies are only applicable with category 'playback' and the modes 'default', "
                + "'moviePlayback', 'spokenAudio'"
        }
        return nil
    }
}

extension AudioSessionConfiguration.Option {
    /// The categories that the option is legal with, the version that has it, and the rule (AS-08 to AS-15).
    func legality(
        ios: IOSVersion
    ) -> (categories: [AudioSessionConfiguration.Category], since: IOSVersion, rule: RuleID) {
        // The header of iOS 6 names only the first two.
        let mixing: [AudioSessionConfiguration.Category] =
            ios < IOSVersion(7) ? [.playback, .playAndRecord] : [.playback, .playAndRecord, .multiRoute]
        return switch self {
        case .mixWithOthers: (mixing, IOSVersion(4), "AS-08")
        case .duckOthers: (mixing, IOSVersion(6), "AS-09")
        case .interruptSpokenAudioAndMixWithOthers: (mixing, IOSVersion(9), "AS-10")
        case .allowBluetooth: ([.playAndRecord, .record], IOSVersion(4), "AS-11")
        case .allowBluetoothA2DP: ([.playAndRecord], IOSVersion(10), "AS-12")
        case .allowAirPlay: ([.playAndRecord], IOSVersion(10), "AS-13")
        case .defaultToSpeaker: ([.playAndRecord], IOSVersion(4), "AS-14")
        case .overrideMutedMicrophoneInterruption:
            ([.playAndRecord, .record, .multiRoute], IOSVersion(14, 5), "AS-15")
        }
    }
}

extension AudioSessionConfiguration.Mode {
    /// The categories that support the mode, or `nil` for all (AS-18).
    var categories: [AudioSessionConfiguration.Category]? {
        switch self {
        case .default, .spokenAudio, .voicePrompt: nil
        case .voiceChat, .gameChat: [.playAndRecord]
        case .videoChat, .videoRecording: [.playAndRecord, .record]
        case .measurement: [.playback, .record, .playAndRecord]
        case .moviePlayback, .shortFormVideo: [.playback]
        case .dualRoute: [.multiRoute]
        }
    }

    /// The first version that has it (AS-18).
    var since: IOSVersion {
        switch self {
        case .voicePrompt: IOSVersion(12)
        case .shortFormVideo: IOSVersion(26)
        case .dualRoute: IOSVersion(26, 2)
        case .spokenAudio: IOSVersion(9)
        case .videoChat: IOSVersion(7)
        case .moviePlayback: IOSVersion(6)
        case .default, .voiceChat, .gameChat, .videoRecording, .measurement: IOSVersion(5)
        }
    }
}
