import KeepAlivePolicy

/// One line of a run's timeline, as it goes into the events file.
///
/// Fields that do not apply are left out. Times are seconds, names are spelled out.
package struct TimelineEvent: Sendable, Hashable, Codable {
    /// What kind of event it is. More may be added.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// What the machine gives: freezer, audio device, receiver.
        case environment
        /// The process of the app runs; `pid` tells which.
        case launched
        /// The app is in another state: `state`, `from`, `rule`, `reason`, `evidence`.
        case state
        /// The kernel has confirmed the freeze; `latency` tells how long it took.
        case frozen
        /// The kernel has confirmed the thaw.
        case thawed
        /// The freeze did not succeed; `message` tells why.
        case freezeFailed = "freeze-failed"
        /// A reason to run began.
        case grantGained = "grant-gained"
        /// A reason to run ended.
        case grantLost = "grant-lost"
        /// The shared clock of the background tasks started; `remaining` tells with how much.
        case taskClockStarted = "task-clock-started"
        /// The shared clock of the background tasks was cancelled.
        case taskClockReset = "task-clock-reset"
        /// A background task began.
        case taskBegan = "task-began"
        /// A background task ended.
        case taskEnded = "task-ended"
        /// An expiration handler ran.
        case taskExpired = "task-expired"
        /// The player was started.
        case audioStarted = "audio-started"
        /// The player was stopped.
        case audioStopped = "audio-stopped"
        /// Audio does not flow any more.
        case audioStalled = "audio-stalled"
        /// The device's pointer advanced.
        case audioAdvanced = "audio-advanced"
        /// The audio session answered with an error: `error`, `code`.
        case audioRefused = "audio-refused"
        /// The receiver answers.
        case locationOpened = "location-opened"
        /// The receiver is gone.
        case locationLost = "location-lost"
        /// A fix arrived: `location`.
        case fix
        /// A report without a usable fix.
        case noFix = "no-fix"
        /// The location manager answered with an error: `code`.
        case locationFailed = "location-failed"
        /// A framework raised an exception: `exception`.
        case exception
        /// The system ends the app: `termination`.
        case terminated
        /// The process ended; `message` tells how.
        case exited
        /// The run ended as planned.
        case ended
        /// The system called the app: `callback`.
        case called
        /// The app deals with an event that it was woken for: `wake`, and `remaining` where its time is limited.
        case wakeStarted = "wake-started"
        /// The app has dealt with it.
        case wakeEnded = "wake-ended"
        /// A service's event does not reach the app, or not now.
        case wakeDropped = "wake-dropped"
        /// A framework answered with an error: `error`, `code`.
        case serviceRefused = "service-refused"
        /// The picture for the app switcher was taken.
        case snapshot
        /// The position's arrow was shown or hidden.
        case locationIndicator = "location-indicator"
        /// Other apps' sound was lowered or raised.
        case othersDucked = "others-ducked"
        /// Other apps' sound was interrupted, or may resume.
        case othersInterrupted = "others-interrupted"
        /// The app's sockets and Bonjour services were closed.
        case socketsReclaimed = "sockets-reclaimed"
        /// A step of the scenario: `message` tells which.
        case step
        /// A line that iOS or the app prints.
        case log
        /// Something the user should know about the machine or the manifest.
        case note
    }

    /// Seconds since the launch, on the monotonic clock; 0 for what comes before it.
    package var t: Double
    /// The bundle identifier.
    package var app: String
    /// What kind of event it is.
    package var event: Kind
    /// The state entered.
    package var state: ApplicationState?
    /// The state left.
    package var from: ApplicationState?
    /// The row that applies.
    package var rule: RuleID?
    /// The decision in words.
    package var reason: String?
    /// What proves it.
    package var evidence: Evidence?
    /// The grant that begins or ends.
    package var grant: Grant?
    /// What woke the app.
    package var wake: WakeKind?
    /// The name of a callback.
    package var callback: String?
    /// A background task.
    package var task: Int?
    /// Seconds left on a clock.
    package var remaining: Double?
    /// Seconds from a request to its confirmation.
    package var latency: Double?
    /// A process.
    package var pid: Int32?
    /// The name of an error.
    package var error: String?
    /// The number of an error.
    package var code: Int?
    /// A position.
    package var location: LocationFix?
    /// An exception.
    package var exception: AppleException?
    /// How the system ends the app.
    package var termination: Termination?
    /// Free text.
    package var message: String?

    /// Whether the app is in a state from this event on: suspended once it stands still, not when that is decided.
    package func brings(_ wanted: ApplicationState) -> Bool {
        wanted == .suspended ? event == .frozen : state == wanted
    }

    /// Creates an event; the fields are set afterwards.
    package init(t: Double, app: String, event: Kind) {
        self.t = t
        self.app = app
        self.event = event
    }
}
