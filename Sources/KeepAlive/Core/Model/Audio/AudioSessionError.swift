/// An error of the audio session, with Apple's name and number (AS-20 to AS-33).
public struct AudioSessionError: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name of the case of `AVAudioSession.ErrorCode`.
    public let name: String
    /// The four characters of the code; empty for `badParam`, whose code is the number -50.
    public let fourCharacterCode: String
    /// The rule that lists the code.
    public let rule: RuleID

    /// The code as a number: the four characters in big-endian order, or -50 (AS-28).
    public var code: Int32 {
        fourCharacterCode.isEmpty ? -50 : fourCharacterCode.utf8.reduce(0) { $0 << 8 | Int32($1) }
    }

    /// Name, characters and number in one line.
    public var description: String {
        fourCharacterCode.isEmpty ? "\(name) (\(code))" : "\(name) '\(fourCharacterCode)' (\(code))"
    }

    private init(_ name: String, _ fourCharacterCode: String, _ rule: RuleID) {
        self.name = name
        self.fourCharacterCode = fourCharacterCode
        self.rule = rule
    }

    /// The media services fail or have failed. The app should try again after their reset (AS-20).
    public static let mediaServicesFailed = AudioSessionError("mediaServicesFailed", "msrv", "AS-20")
    /// The app deactivates the session while its sound still runs (AS-21, AS-43).
    public static let isBusy = AudioSessionError("isBusy", "!act", "AS-21")
    /// The category does not support the operation (AS-22).
    public static let incompatibleCategory = AudioSessionError("incompatibleCategory", "!cat", "AS-22")
    /// A session that does not mix is activated in the background (AS-23).
    public static let cannotInterruptOthers = AudioSessionError("cannotInterruptOthers", "!int", "AS-23")
    /// An entitlement is missing (AS-24).
    public static let missingEntitlement = AudioSessionError("missingEntitlement", "ent?", "AS-24")
    /// Siri is recording (AS-25).
    public static let siriIsRecording = AudioSessionError("siriIsRecording", "siri", "AS-25")
    /// The app may not start to play, usually because `UIBackgroundModes` lacks `audio` (AS-26).
    public static let cannotStartPlaying = AudioSessionError("cannotStartPlaying", "!pla", "AS-26")
    /// The app starts to record in the background (AS-27, AS-39).
    public static let cannotStartRecording = AudioSessionError("cannotStartRecording", "!rec", "AS-27")
    /// A value or a combination of values is illegal (AS-16, AS-28).
    public static let badParam = AudioSessionError("badParam", "", "AS-28")
    /// Another app, such as the phone app, controls the audio category (AS-29).
    public static let insufficientPriority = AudioSessionError("insufficientPriority", "!pri", "AS-29")
    /// The audio device cannot be used (AS-30).
    public static let resourceNotAvailable = AudioSessionError("resourceNotAvailable", "!res", "AS-30")
    /// An error without further description (AS-31); seen for `allowAirPlay` with `playback` (AS-17).
    public static let unspecified = AudioSessionError("unspecified", "what", "AS-31")
    /// The session has been destroyed (AS-32).
    public static let expiredSession = AudioSessionError("expiredSession", "!ses", "AS-32")
    /// The session is not active (AS-33).
    public static let sessionNotActive = AudioSessionError("sessionNotActive", "inac", "AS-33")

    /// All audio session errors, in the order of their rules.
    public static let all: [AudioSessionError] = [
        mediaServicesFailed, isBusy, incompatibleCategory, cannotInterruptOthers, missingEntitlement, siriIsRecording,
        cannotStartPlaying, cannotStartRecording, badParam, insufficientPriority, resourceNotAvailable, unspecified,
        expiredSession, sessionNotActive,
    ]
}
