/// What an app tells the audio session: category and options, named as in `AVAudioSession`.
public struct AudioSessionConfiguration: Sendable, Hashable, Codable {
    /// `AVAudioSession.Category`.
    public enum Category: String, Sendable, Hashable, Codable, CaseIterable {
        /// Background noise of a game: mixes, silenced by the switch, no background (AS-01).
        case ambient
        /// The default: does not mix, silenced by the switch, no background (AS-02).
        case soloAmbient
        /// Music: goes on in the background with the `audio` mode (AS-03).
        case playback
        /// Recording only (AS-04).
        case record
        /// Calls: plays and records (AS-05).
        case playAndRecord

        /// Whether sound of this category may play in the background (AS-01 to AS-05).
        public var playsInBackground: Bool {
            self == .playback || self == .playAndRecord
        }
    }

    /// The category.
    public var category: Category
    /// `AVAudioSession.CategoryOptions.mixWithOthers`: does not interrupt other apps' sound (AS-08).
    public var mixWithOthers: Bool

    /// Creates a configuration.
    public init(category: Category, mixWithOthers: Bool = false) {
        self.category = category
        self.mixWithOthers = mixWithOthers
    }

    /// Whether the session is mixable: by option, or always so in `ambient` (AS-01, AS-08).
    public var isMixable: Bool {
        mixWithOthers || category == .ambient
    }
}

/// An error of the audio session, with Apple's name and number (AS-20 to AS-33).
public struct AudioSessionError: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name of the case of `AVAudioSession.ErrorCode`.
    public let name: String
    /// The four characters of the code.
    public let fourCharacterCode: String
    /// The row that lists the code.
    public let rule: RuleID

    /// The code as a number, the four characters in big-endian order.
    public var code: Int32 {
        fourCharacterCode.utf8.reduce(0) { $0 << 8 | Int32($1) }
    }

    /// Name, characters and number in one line.
    public var description: String {
        "\(name) '\(fourCharacterCode)' (\(code))"
    }

    /// The app may not start playing: usually no `audio` in `UIBackgroundModes` (AS-26).
    public static let cannotStartPlaying = AudioSessionError(
        name: "cannotStartPlaying", fourCharacterCode: "!pla", rule: "AS-26")
    /// A session that does not mix cannot be activated in the background (AS-23).
    public static let cannotInterruptOthers = AudioSessionError(
        name: "cannotInterruptOthers", fourCharacterCode: "!int", rule: "AS-23")
    /// Recording cannot be started in the background (AS-27, AS-39).
    public static let cannotStartRecording = AudioSessionError(
        name: "cannotStartRecording", fourCharacterCode: "!rec", rule: "AS-27")
    /// The session is not active (AS-33).
    public static let sessionNotActive = AudioSessionError(
        name: "sessionNotActive", fourCharacterCode: "inac", rule: "AS-33")
    /// The device cannot be used (AS-30).
    public static let resourceNotAvailable = AudioSessionError(
        name: "resourceNotAvailable", fourCharacterCode: "!res", rule: "AS-30")
}
