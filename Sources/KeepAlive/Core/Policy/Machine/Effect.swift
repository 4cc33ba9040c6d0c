/// An order of the policy, as plain data. Logs print effects, and tests compare them.
public struct Effect: Sendable, Hashable {
    /// The action to take.
    public var action: Action
    /// The rule and the words that explain the action.
    public var reason: Reason

    /// The actions that the policy can order.
    public enum Action: Sendable, Hashable {
        /// The app has entered another state.
        case enterState(ApplicationState, from: ApplicationState)
        /// Freeze every process of the app.
        case suspend
        /// Thaw every process of the app.
        case resume
        /// Start the app's process; ``PolicyEvent/launched`` or ``PolicyEvent/launchedInBackground`` follows.
        case launch(LaunchCause)
        /// Take the snapshot of the app for the app switcher (LC-05).
        case takeSnapshot
        /// Make a callback into the app.
        case deliver(AppCallback)
        /// The app gets a grant, which is a reason to run.
        case gainGrant(Grant)
        /// The app loses a grant.
        case loseGrant(Grant)
        /// The shared clock of the background tasks starts, with this much time remaining.
        case startTaskClock(remaining: Duration)
        /// The shared clock of the background tasks is cancelled: the next clock starts with the full time.
        case resetTaskClock
        /// Start playing the app's sound.
        case startAudio
        /// Stop playing the app's sound.
        case stopAudio
        /// Start the location receiver; ``PolicyEvent/locationSessionOpened(source:)`` follows when the receiver
        /// answers.
        case startLocation
        /// Stop the location receiver: no fix arrives after this order.
        case stopLocation
        /// The audio session answers with an error.
        case refuseAudio(AudioSessionError)
        /// The location manager answers with an error of `kCLErrorDomain`.
        case failLocation(code: Int)
        /// Another framework answers with an error.
        case refuse(ServiceError)
        /// A wake is not delivered now, or not at all.
        case dropWake(WakeKind)
        /// A wake was accepted: the app has this much time for it, or unlimited time if `nil`.
        case startWake(WakeKind, budget: Duration?)
        case endWake(WakeKind)
        /// A notification appears for the user.
        indirect case showNotification(ShownNotification)
        /// A notification is withdrawn: the user has answered it, or the app has removed it.
        case withdrawNotification(identifier: String)
        /// The location arrow is shown (true) or hidden (CL-06, CL-14).
        case showLocationIndicator(Bool)
        /// Other apps' sound is lowered (true) or raised again (AS-09).
        case duckOthers(Bool)
        /// Other apps' sound is interrupted (true) or may resume (AS-44).
        case interruptOthers(Bool)
        /// Close the app's sockets and Bonjour services (LC-23).
        case reclaimSockets
        /// Begin, pause, cancel or clean up a task of a background session (UR-01).
        case transfer(TransferOrder, session: String, task: Int)
        /// Read the CPU time and wakeups of the app's processes; ``PolicyEvent/usageSampled(cpu:wakeups:)`` follows.
        case sampleUsage
        /// Raise an exception of a framework in the call that the app has just made.
        case raise(AppleException)
        /// Print a line, as iOS would.
        case log(String)
        case terminate(Termination)
    }

    /// Creates an effect, which the engine performs after the event.
    public init(_ action: Action, _ reason: Reason) {
        self.action = action
        self.reason = reason
    }
}

/// The orders to the transfer service.
public enum TransferOrder: String, Sendable, Hashable, CaseIterable {
    /// Begin the transfer, or continue it from the byte at which it broke off.
    case begin
    /// Stop the transfer for now, and keep the data received so far.
    case pause
    /// Stop the transfer for good.
    case cancel
    /// Stop the transfer for good, and keep the data received so far for a task made from the resume data (UR-20).
    case yield
    /// Delete the file of a finished download.
    case discard
}

extension TransferOrder {
    /// The order as a verb, for the timeline line about the task.
    package var inWords: String {
        switch self {
        case .begin: "begins"
        case .pause: "pauses"
        case .cancel, .yield: "cancelled"
        case .discard: "file deleted"
        }
    }
}

/// The reason for a decision: its rule, its words, and its evidence.
public struct Reason: Sendable, Hashable, Codable {
    /// The rule that led to the decision.
    public var rule: RuleID
    /// The decision in words.
    public var text: String
    /// The evidence, or `nil` if the decision needs none.
    public var evidence: Evidence?

    /// Creates a reason, by default without evidence.
    public init(_ rule: RuleID, _ text: String, evidence: Evidence? = nil) {
        self.rule = rule
        self.text = text
        self.evidence = evidence
    }
}

/// The evidence that the activity behind a grant is real.
public struct Evidence: Sendable, Hashable, Codable {
    /// Frames that the audio device has played since playback began.
    public var framesPlayed: Int64?
    /// The sample rate, in frames per second.
    public var sampleRate: Int?
    /// The number of fixes that have arrived since location updates began.
    public var fixes: Int?
    /// True when the location receiver answers.
    public var sessionActive: Bool?
    /// The subject of the evidence, or the missing evidence, in words.
    public var detail: String?

    /// Creates evidence; values that the decision does not need stay `nil`.
    public init(
        framesPlayed: Int64? = nil, sampleRate: Int? = nil, fixes: Int? = nil, sessionActive: Bool? = nil,
        detail: String? = nil
    ) {
        self.framesPlayed = framesPlayed
        self.sampleRate = sampleRate
        self.fixes = fixes
        self.sessionActive = sessionActive
        self.detail = detail
    }
}
