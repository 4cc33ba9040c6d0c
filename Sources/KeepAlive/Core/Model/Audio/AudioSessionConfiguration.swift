/// The settings of an app's audio session: category, options, mode and route-sharing policy, named as in
/// `AVAudioSession`.
public struct AudioSessionConfiguration: Sendable, Hashable, Codable {
    /// `AVAudioSession.Category`.
    public enum Category: String, Sendable, Hashable, Codable, CaseIterable {
        /// Background noise of a game. Mixes with others, is silenced by the silent switch, does not play in the
        /// background (AS-01).
        case ambient
        /// The default. Does not mix, is silenced by the silent switch, does not play in the background (AS-02).
        case soloAmbient
        /// Music. Continues in the background if the app has the background mode `audio` (AS-03).
        case playback
        /// Recording only. Silences nearly all other sound (AS-04).
        case record
        /// Calls: plays and records at the same time (AS-05).
        case playAndRecord
        /// Several audio routes at once (AS-06).
        case multiRoute
        /// Conversion of audio data without input or output; deprecated in iOS 10 (AS-07).
        case audioProcessing

        /// True if sound of this category may play in the background (AS-01 to AS-07).
        public var playsInBackground: Bool {
            self == .playback || self == .playAndRecord || self == .multiRoute
        }

        /// True if a recording of this category may continue in the background (AS-04, AS-05, AS-06).
        public var recordsInBackground: Bool {
            self == .record || self == .playAndRecord || self == .multiRoute
        }

        /// True if the category uses audio input (AS-01 to AS-07).
        public var hasInput: Bool { recordsInBackground }

        /// True if the silent switch and the screen lock silence sound of this category (AS-01 to AS-06).
        public var isSilencedBySwitch: Bool { self == .ambient || self == .soloAmbient }
    }

    /// `AVAudioSession.CategoryOptions`, with Apple's numbers.
    public enum Option: Int, Sendable, Hashable, Codable, CaseIterable {
        /// Does not interrupt the sound of other apps (AS-08).
        case mixWithOthers = 0x1
        /// Mixes with the sound of other apps and lowers its volume (AS-09).
        case duckOthers = 0x2
        /// Allows Bluetooth headsets with the hands-free profile (AS-11).
        case allowBluetooth = 0x4
        /// Uses the speaker instead of the receiver (AS-14).
        case defaultToSpeaker = 0x8
        /// Interrupts spoken audio of other apps, and mixes with all other sound (AS-10).
        case interruptSpokenAudioAndMixWithOthers = 0x11
        /// Allows Bluetooth headphones with the music profile A2DP (AS-12).
        case allowBluetoothA2DP = 0x20
        /// Allows AirPlay (AS-13).
        case allowAirPlay = 0x40
        /// The session is not interrupted when iOS mutes the microphone (AS-15).
        case overrideMutedMicrophoneInterruption = 0x80

        /// Apple's name of the option, such as `mixWithOthers`.
        public var name: String { "\(self)" }
    }

    /// `AVAudioSession.Mode` (AS-18).
    public enum Mode: String, Sendable, Hashable, Codable, CaseIterable {
        /// No specific use.
        case `default`
        /// Voice over IP.
        case voiceChat
        /// Video calls.
        case videoChat
        /// Voice chat in a game. Game Kit sets the mode, not the app.
        case gameChat
        /// The sound of a video that is being recorded.
        case videoRecording
        /// Measurement of sound: as little signal processing as possible.
        case measurement
        /// The sound of a film.
        case moviePlayback
        /// Continuous spoken audio.
        case spokenAudio
        /// Spoken prompts, as in navigation.
        case voicePrompt
        /// Short videos in a feed.
        case shortFormVideo
        /// Two audio routes at once, one of them hands-free.
        case dualRoute
    }

    /// `AVAudioSession.RouteSharingPolicy` (AS-19).
    public enum RouteSharingPolicy: String, Sendable, Hashable, Codable, CaseIterable {
        /// The system's rules determine the route.
        case `default`
        /// Sound is sent to the shared route of long-form audio.
        case longFormAudio
        /// Sound is sent to the shared route of long-form video.
        case longFormVideo
    }

    /// The category, which decides whether the session plays, records, and runs in the background.
    public var category: Category
    /// The options that the app has set, without implied options; see ``effectiveOptions``.
    public var options: Set<Option>
    /// The mode that the app has set; see ``effectiveMode``.
    public var mode: Mode
    /// The route-sharing policy; `default` unless the app plays long-form audio or video.
    public var routeSharingPolicy: RouteSharingPolicy

    /// Creates a configuration, by default without options, with the default mode and policy.
    public init(
        category: Category, options: Set<Option> = [], mode: Mode = .default,
        routeSharingPolicy: RouteSharingPolicy = .default
    ) {
        self.category = category
        self.options = options
        self.mode = mode
        self.routeSharingPolicy = routeSharingPolicy
    }

    /// Creates a configuration with `mixWithOthers` as its only option, or without options.
    public init(category: Category, mixWithOthers: Bool) {
        self.init(category: category, options: mixWithOthers ? [.mixWithOthers] : [])
    }

    /// True if the session mixes with others: by an option, or always with `ambient` (AS-01, AS-08, AS-09, AS-10).
    /// Never true for `record` (AS-04).
    public var isMixable: Bool {
        switch category {
        case .ambient: true
        case .playback, .playAndRecord, .multiRoute:
            !options.isDisjoint(with: [.mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers])
        case .soloAmbient, .record, .audioProcessing: false
        }
    }

    /// The mode in effect: a mode that the category does not support acts as the default mode (AS-18).
    public var effectiveMode: Mode {
        if let categories = mode.categories, !categories.contains(category) { return .default }
        switch mode {
        // `shortFormVideo` is not supported with a long-form route-sharing policy.
        case .shortFormVideo where routeSharingPolicy != .default: return .default
        case .dualRoute where !options.contains(.allowBluetooth): return .default
        default: return mode
        }
    }

    /// The category, the options, and mode and policy if they are not the default, in words.
    package var inWords: String {
        let names = options.sorted { $0.rawValue < $1.rawValue }.map(\.name)
        var parts = ["category \(category.rawValue)"]
        parts.append(names.isEmpty ? "no options" : "options \(names.joined(separator: ", "))")
        if mode != .default { parts.append("mode \(mode.rawValue)") }
        if routeSharingPolicy != .default { parts.append("policy \(routeSharingPolicy.rawValue)") }
        return parts.joined(separator: "; ")
    }

    /// The options in effect: the app's options, and the options implied by these, the category or the mode (AS-01,
    /// AS-09 to AS-12).
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

    /// The port of Bluetooth headphones that support both HFP and A2DP: HFP if the options allow HFP, otherwise A2DP if
    /// the options allow A2DP (AS-11, AS-12). `nil` if the options allow neither profile.
    public var bluetoothPort: AudioPort? {
        let options = effectiveOptions
        if options.contains(.allowBluetooth) { return .bluetoothHFP }
        return options.contains(.allowBluetoothA2DP) ? .bluetoothA2DP : nil
    }

    /// Returns the configuration that the published sample code for keeping an app alive uses: it plays, records and
    /// mixes.
    ///
    /// With headphones or Bluetooth on the current route the configuration allows Bluetooth, otherwise it uses the
    /// speaker (SD-22).
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

    /// Returns the reason why `setCategory` fails for the configuration, in the words of the iOS log (AS-08 to AS-19);
    /// `nil` if the configuration is legal.
    ///
    /// - Parameter ios: the version of iOS that checks the configuration.
    public func violation(ios: IOSVersion) -> (text: String, rule: RuleID)? {
        for option in options.sorted(by: { $0.rawValue < $1.rawValue }) {
            let (categories, since, rule) = option.legality(ios: ios)
            if ios < since { return ("category option '\(option.name)' is not available before iOS \(since)", rule) }
            // The mode `dualRoute` is the only use of `allowBluetooth` with the category `multiRoute`.
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
    /// Returns the categories that the option is legal with, the iOS version that introduced it, and the rule (AS-08 to
    /// AS-15).
    func legality(
        ios: IOSVersion
    ) -> (categories: [AudioSessionConfiguration.Category], since: IOSVersion, rule: RuleID) {
        // The header of iOS 6 names only `playback` and `playAndRecord`.
        let mixing: [AudioSessionConfiguration.Category] =
            ios < IOSVersion(7) ? [.playback, .playAndRecord] : [.playback, .playAndRecord, .multiRoute]
        return switch self {
        case .mixWithOthers: (mixing, IOSVersion(4), "AS-08")
        // Apple's page does not name `record`; Apple's sample for live speech sets the option with it.
        case .duckOthers: (mixing + [.record], IOSVersion(6), "AS-09")
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
    /// The categories that support the mode; `nil` if all categories do (AS-18).
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

    /// The iOS version that introduced the mode (AS-18).
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
