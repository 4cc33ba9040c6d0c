/// What the machine tells of itself to who asks. What it keeps is nobody's business.
extension PolicyMachine {
    /// Whether the process runs and has not returned from its launch.
    package var isLaunching: Bool { process.launching != nil }

    /// Why the system is about to end the process, or `nil`.
    package var reasonOfEnding: Reason? { process.ending?.reason }

    /// What the user allows the app to know of the position.
    package var locationAuthorization: LocationAuthorization { location.authorization }

    /// Where the sound goes.
    package var audioRoute: AudioPort { audio.route }

    /// What the app's audio session is set to (AS-02).
    package var audioSession: AudioSessionConfiguration { audio.configuration }

    /// Whether the app's audio session is active.
    package var isAudioSessionActive: Bool { audio.active }
}
