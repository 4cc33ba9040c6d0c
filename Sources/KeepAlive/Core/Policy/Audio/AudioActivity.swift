/// The app's use of sound, and the state of its flow.
struct AudioActivity: Sendable, Hashable {
    enum Flow: Sendable, Hashable {
        case stopped
        /// Started, and not proved by the device yet.
        case starting
        case playing
        /// Started, and not flowing.
        case stalled
    }

    /// The configuration that `setCategory` has set; `soloAmbient` is the default (AS-02).
    var configuration = AudioSessionConfiguration(category: .soloAmbient)
    /// True while `setActive(true)` holds.
    var active = false {
        didSet { if active { activationRefused = false } }
    }
    /// True when `setActive(true)` was refused last: for lack of a session nothing plays then.
    var activationRefused = false
    /// True when the last session ended with the notice that lets others resume (AS-44).
    var endNotifiesOthers = false
    var flow = Flow.stopped
    /// The sound is a recording.
    var recording = false
    /// The sound is pure silence (AS-37).
    var silent = false
    /// The `AVAudioEngine` that plays (AS-62), and the last one that played.
    var engine: Int?
    var lastEngine = 0
    /// The last engine that had played when the media services were reset (AS-54).
    var staleEngine = 0
    /// The cause that interrupts the session, from its beginning to its end (AS-45, AS-46).
    var interruption: AudioSessionEvent.Cause?
    /// The other app that interrupts the session.
    var interrupter: String?
    /// Sound flowed when the interruption began, and the app has not ended it since (AS-59).
    var playsAgain = false
    /// An interruption stopped a recording, and the app has not ended it since (AS-39).
    var recordsAgain = false
    /// The notice of the session's end at the suspension, which an app that a remote command resumes gets when it plays (AS-49).
    var lateBeginning: ProcessLife.Queued?
    /// The sound was stopped in the background, and the app has not been in front since (AS-40).
    var stoppedInBackground = false
    /// Push to Talk has activated the session (BM-13).
    var heldByFramework = false
    var isNowPlaying = false
    /// The remote commands that the app handles (AS-60).
    var remoteCommands: Set<RemoteCommand.Name> = []
    var prefersNoAlertInterruptions = false
    var prefersInterruptionOnDisconnect = true
    var evidence = Evidence(framesPlayed: 0)
    var reason = Reason("AS-34", "")
    var suspensionReason = Reason("AS-36", "audio stopped")

    // State of the device.
    var callInProgress = false
    /// An alarm rings: a session of higher priority that does not mix (AS-42).
    var alarmRings = false
    var siriRecords = false
    var mediaServicesDown = false
    var hasInput = true
    /// The output of the current route (SD-22).
    var route = AudioPort.builtInSpeaker
    /// The sessions of this app, while active, and of the other apps.
    var arbiter = AudioSessionArbiter()

    /// The arbiter's name for this app.
    static let app = "\u{0}this app"

    /// True while the app plays or records through an active session (AS-34, AS-35), or has just started.
    ///
    /// True also while an interruption that passes by itself keeps it from that: a ring, an alarm, Siri (AS-58).
    var isFlowing: Bool {
        active ? flow == .playing || flow == .starting : playsAgain && (interruption?.letsRun ?? false)
    }

    /// A restart of the device ends what other apps and the system did with sound; the microphone is still there.
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
        // The session ends with the process. The sessions that it interrupted are not told to resume.
        next.arbiter = arbiter
        _ = next.arbiter.deactivate(app: Self.app, notifyingOthers: false)
        self = next
    }
}
