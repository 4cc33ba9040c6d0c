import KeepAlivePolicy

/// One line of a run's timeline, as it is written to the events file.
///
/// Fields that do not apply are left out. Times are in seconds. Names are spelled out.
package struct TimelineEvent: Sendable, Hashable, Codable {
    /// The kind of an event. More kinds may be added.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The time scale, where there is one, and the resources of the machine: freezer, audio device, receiver.
        case environment
        /// The process of the app runs: `pid`.
        case launched
        /// The app entered another state: `state`, `from`, `rule`, `reason`, `evidence`.
        case state
        /// The kernel has confirmed the freeze; `latency` is the time that it took.
        case frozen
        /// The kernel has confirmed the thaw.
        case thawed
        /// The freeze failed: `message`.
        case freezeFailed = "freeze-failed"
        /// A reason to run began.
        case grantGained = "grant-gained"
        /// A reason to run ended.
        case grantLost = "grant-lost"
        /// The shared clock of the background tasks started; `remaining` is the time on it.
        case taskClockStarted = "task-clock-started"
        /// The shared clock of the background tasks was cancelled.
        case taskClockReset = "task-clock-reset"
        /// A background task began.
        case taskBegan = "task-began"
        /// A background task ended: `task`, and `reason` if others are still live.
        case taskEnded = "task-ended"
        /// An expiration handler ran.
        case taskExpired = "task-expired"
        /// The app's audio session is active, or is active with another setting: `message` names category and options.
        case audioSession = "audio-session"
        /// The player was started.
        case audioStarted = "audio-started"
        /// The player was stopped.
        case audioStopped = "audio-stopped"
        /// Audio no longer flows.
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
        /// The process ended; `message` says how.
        case exited
        /// The run ended as planned.
        case ended
        /// The system called the app: `callback`.
        case called
        /// The app began to handle an event that it was woken for: `wake`, and `remaining` if its time is limited.
        case wakeStarted = "wake-started"
        /// The app has handled the event.
        case wakeEnded = "wake-ended"
        /// A service's event does not reach the app now, or not at all.
        case wakeDropped = "wake-dropped"
        /// A framework answered with an error: `error`, `code`.
        case serviceRefused = "service-refused"
        /// The system took the picture for the app switcher.
        case snapshot
        /// The location arrow was shown or hidden.
        case locationIndicator = "location-indicator"
        /// Other apps' sound was lowered or raised.
        case othersDucked = "others-ducked"
        /// Other apps' sound was interrupted, or may resume.
        case othersInterrupted = "others-interrupted"
        /// The app's sockets and Bonjour services were closed.
        case socketsReclaimed = "sockets-reclaimed"
        /// A notification appeared for the user: `notification`, `message` with its text and its manner.
        case notificationShown = "notification-shown"
        /// A notification is no longer shown: `notification`.
        case notificationWithdrawn = "notification-withdrawn"
        /// A transfer of a background session begins, pauses, is cancelled, breaks off or ends: `message`.
        case transfer
        /// A step of the scenario began: `message`.
        case step
        /// A line that iOS or the app prints.
        case log
        /// Something the user should know about the machine or the manifest.
        case note
    }

    /// Seconds since the launch, on this machine's monotonic clock; 0 for events before it.
    package var t: Double
    /// The bundle identifier.
    package var app: String
    /// The kind of the event.
    package var event: Kind
    /// The state entered.
    package var state: ApplicationState?
    /// The state left.
    package var from: ApplicationState?
    /// The row that applies.
    package var rule: RuleID?
    /// The decision in words.
    package var reason: String?
    /// The evidence for the decision.
    package var evidence: Evidence?
    /// The grant that begins or ends.
    package var grant: Grant?
    /// The event that woke the app.
    package var wake: WakeKind?
    /// The name of a callback.
    package var callback: String?
    /// A background task.
    package var task: Int?
    /// The identifier of a notification.
    package var notification: String?
    /// Seconds left on a clock of the device.
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
    /// The termination by the system.
    package var termination: Termination?
    /// Free text.
    package var message: String?

    /// Returns whether this event puts the app in a state. A suspended app is in it once it stands still, not before.
    package func brings(_ wanted: ApplicationState) -> Bool {
        wanted == .suspended ? event == .frozen : state == wanted
    }

    /// Creates an event. The other fields are set afterwards.
    package init(t: Double, app: String, event: Kind) {
        self.t = t
        self.app = app
        self.event = event
    }
}
