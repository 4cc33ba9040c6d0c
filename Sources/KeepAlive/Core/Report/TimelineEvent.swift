import KeepAlivePolicy

/// One event of a run's timeline, as it is written to the events file.
///
/// Fields that do not apply to the kind of the event are `nil` and are omitted from the file. Times are in seconds.
package struct TimelineEvent: Sendable, Hashable, Codable {
    /// The kinds of events. Later versions may add kinds.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The time scale (if any), and the resources of the machine: freezer, audio device, location receiver.
        case environment
        /// The app's process has started: `pid`.
        case launched
        /// The app has entered another state: `state`, `from`, `rule`, `reason`, `evidence`.
        case state
        /// The kernel has confirmed the freeze; `latency` is the time since the request.
        case frozen
        /// The kernel has confirmed the thaw; `latency` is the time since the request.
        case thawed
        /// The freeze failed: `message`.
        case freezeFailed = "freeze-failed"
        /// The app has gained a grant: `grant`.
        case grantGained = "grant-gained"
        /// The app has lost a grant: `grant`.
        case grantLost = "grant-lost"
        /// The clock that all background tasks share has started; `remaining` is the time left on it.
        case taskClockStarted = "task-clock-started"
        /// The clock that all background tasks share has been cancelled.
        case taskClockReset = "task-clock-reset"
        /// A background task has begun: `task`.
        case taskBegan = "task-began"
        /// A background task has ended: `task`, and `reason` if other tasks are still running.
        case taskEnded = "task-ended"
        /// The expiration handler of a background task was called: `task`.
        case taskExpired = "task-expired"
        /// The app's audio session has become active, or an active session has changed: `message` has category and
        /// options.
        case audioSession = "audio-session"
        case audioStarted = "audio-started"
        case audioStopped = "audio-stopped"
        /// Sound no longer flows; `message` has the cause.
        case audioStalled = "audio-stalled"
        /// The audio device's hardware pointer has advanced.
        case audioAdvanced = "audio-advanced"
        /// A call of the audio session failed: `error`, `code`.
        case audioRefused = "audio-refused"
        /// The location receiver responds; `message` has its address.
        case locationOpened = "location-opened"
        /// The connection to the location receiver is lost; `message` has the cause.
        case locationLost = "location-lost"
        /// A fix has arrived: `location`.
        case fix
        /// A report without a usable fix has arrived.
        case noFix = "no-fix"
        /// The location manager has failed: `code`.
        case locationFailed = "location-failed"
        /// A framework has raised an exception: `exception`.
        case exception
        /// The system ends the app: `termination`.
        case terminated
        /// The process has ended; `message` says how.
        case exited
        /// The run has ended as planned.
        case ended
        /// The app got a callback: `callback`.
        case called
        /// The app began to handle a wake: `wake`, and `remaining` if its time is limited.
        case wakeStarted = "wake-started"
        /// The app has finished handling the wake: `wake`.
        case wakeEnded = "wake-ended"
        /// A wake is postponed or dropped, so that the app does not get it now: `wake`, `reason`.
        case wakeDropped = "wake-dropped"
        /// A call of a framework failed: `error`, `code`.
        case serviceRefused = "service-refused"
        /// The system took the snapshot for the app switcher.
        case snapshot
        /// The location indicator was shown or hidden.
        case locationIndicator = "location-indicator"
        /// The sound of other apps was lowered or restored.
        case othersDucked = "others-ducked"
        /// The sound of other apps was interrupted, or may resume.
        case othersInterrupted = "others-interrupted"
        /// The app's sockets and Bonjour services were closed.
        case socketsReclaimed = "sockets-reclaimed"
        /// A notification was shown to the user: `notification`, `message` with its text and the kind of presentation.
        case notificationShown = "notification-shown"
        /// A notification is no longer shown: `notification`.
        case notificationWithdrawn = "notification-withdrawn"
        /// A transfer of a background session begins, pauses, is cancelled, breaks off or ends: `message`.
        case transfer
        /// A step of the scenario began: `message`.
        case step
        /// A line that iOS or the app writes to the log: `message`.
        case log
        /// A note about the machine or the manifest, for whoever runs the command: `message`.
        case note
    }

    /// The time in seconds since the launch, on this machine's monotonic clock; 0 for earlier events.
    package var t: Double
    /// The app's bundle identifier.
    package var app: String
    package var event: Kind
    /// The state that the app entered.
    package var state: ApplicationState?
    /// The state that the app left.
    package var from: ApplicationState?
    /// The rule of the policy that led to the event.
    package var rule: RuleID?
    /// The reason for the decision in words.
    package var reason: String?
    /// The audio frames or fixes that the decision is based on.
    package var evidence: Evidence?
    /// The grant that was gained or lost.
    package var grant: Grant?
    package var wake: WakeKind?
    /// The name of the callback that the app got.
    package var callback: String?
    /// The identifier of the background task.
    package var task: Int?
    /// The identifier of the notification.
    package var notification: String?
    /// The time in seconds of device time that remains, for a background task or a wake.
    package var remaining: Double?
    /// The time in seconds from a request to its confirmation.
    package var latency: Double?
    package var pid: Int32?
    /// Apple's name of the error.
    package var error: String?
    /// Apple's number of the error.
    package var code: Int?
    /// The location fix that has arrived.
    package var location: LocationFix?
    /// The exception that a framework raised.
    package var exception: AppleException?
    /// The termination by the system.
    package var termination: Termination?
    /// Further details in words.
    package var message: String?

    /// Returns whether the event puts the app into a state. The state `suspended` is reached only with the event
    /// `frozen`.
    package func brings(_ wanted: ApplicationState) -> Bool {
        wanted == .suspended ? event == .frozen : state == wanted
    }

    /// Creates an event without optional fields, which the caller sets afterwards.
    package init(t: Double, app: String, event: Kind) {
        self.t = t
        self.app = app
        self.event = event
    }
}
