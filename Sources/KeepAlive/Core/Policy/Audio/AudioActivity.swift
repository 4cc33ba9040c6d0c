/// The app's audio session, its sound, and the state of the device's audio.
struct AudioActivity: Sendable, Hashable {
    enum Flow: Sendable, Hashable {
        case stopped
        /// The app started the sound, and the device has not proved yet that it plays.
        case starting
        case playing
        /// The app started the sound, but it does not flow.
        case stalled
    }

    /// The configuration that the app set with `setCategory`; the default category is `soloAmbient` (AS-02).
    var configuration = AudioSessionConfiguration(category: .soloAmbient)
    /// True while the session is active, after `setActive(true)`.
    var active = false {
        didSet { if active { activationRefused = false } }
    }
    /// True from a refused `setActive(true)` until the session is next active. Meanwhile error texts name the refusal
    /// as the reason why the app has no sound.
    var activationRefused = false
    /// True if the last session ended with the option that lets other apps resume (AS-44).
    var endNotifiesOthers = false
    var flow = Flow.stopped
    /// True if the sound is a recording.
    var recording = false
    /// True if the sound is pure silence (AS-37).
    var silent = false
    /// The number of the `AVAudioEngine` that plays; `nil` for other players (AS-62).
    var engine: Int?
    /// The highest number of an engine that has played; 0 before the first one.
    var lastEngine = 0
    /// The number of the latest engine at the last reset of the media services: engines up to this one are stale
    /// (AS-54).
    var staleEngine = 0
    /// The cause of the present interruption of the session; `nil` without one (AS-45, AS-46).
    var interruption: AudioSessionEvent.Cause?
    /// The other app that interrupts the session; `nil` if no app does.
    var interrupter: String?
    /// True if sound flowed when the interruption began, and the app has not stopped it since (AS-59).
    var playsAgain = false
    /// True if the interruption stopped a recording, and the app has not ended the recording since (AS-39).
    var recordsAgain = false
    /// The delayed notice that the suspension deactivated the session. An app that a remote command resumes gets this
    /// notice when the app starts to play; `nil` without a delayed notice (AS-49).
    var lateBeginning: ProcessLife.Queued?
    /// True if the sound stopped in the background, and the app has neither played nor been in front since (AS-40).
    var stoppedInBackground = false
    /// True while a framework, Push to Talk or CallKit, has activated the session (BM-13).
    var heldByFramework = false
    var isNowPlaying = false
    /// The remote commands that the app handles (AS-60).
    var remoteCommands: Set<RemoteCommand.Name> = []
    var prefersNoAlertInterruptions = false
    var prefersInterruptionOnDisconnect = true
    var evidence = Evidence(framesPlayed: 0)
    var reason = Reason("AS-34", "")
    var suspensionReason = Reason("AS-36", "audio stopped")

    // The state of the device's audio.
    var callInProgress = false
    /// True while an alarm rings: its session has a higher priority and does not mix (AS-42).
    var alarmRings = false
    var siriRecords = false
    var mediaServicesDown = false
    var hasInput = true
    /// The output port of the current route (SD-22).
    var route = AudioPort.builtInSpeaker
    /// The active sessions of this app and of the other apps.
    var arbiter = AudioSessionArbiter()

    /// The name of this app in the arbiter.
    static let app = "\u{0}this app"

    /// True while the app plays or records through an active session, or has just started its sound (AS-34, AS-35).
    ///
    /// Also true while a temporary interruption (a ring, an alarm, Siri) stops the sound: the app continues to run
    /// (AS-58).
    var isFlowing: Bool {
        active ? flow == .playing || flow == .starting : playsAgain && (interruption?.letsRun ?? false)
    }

    /// Resets the device's audio for a restart, which ends all calls, alarms and sound. `hasInput` and `route` stay.
    mutating func forgetBoot() {
        callInProgress = false
        alarmRings = false
        siriRecords = false
        mediaServicesDown = false
        arbiter = AudioSessionArbiter()
    }

    mutating func forgetProcess() {
        var next = AudioActivity()
        next.callInProgress = callInProgress
        next.alarmRings = alarmRings
        next.siriRecords = siriRecords
        next.mediaServicesDown = mediaServicesDown
        next.hasInput = hasInput
        next.route = route
        // The session ends with the process. The sessions that it interrupted do not resume.
        next.arbiter = arbiter
        _ = next.arbiter.deactivate(app: Self.app, notifyingOthers: false)
        self = next
    }
}
