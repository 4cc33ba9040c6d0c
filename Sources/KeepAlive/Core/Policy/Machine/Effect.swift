/// An order of the policy, as plain data: it is also the log line and the test oracle.
public struct Effect: Sendable, Hashable {
    /// The action to take.
    public var action: Action
    /// The reason for it.
    public var reason: Reason

    /// The actions that the policy can order.
    public enum Action: Sendable, Hashable {
        /// The app is in another state now.
        case enterState(ApplicationState, from: ApplicationState)
        /// Freeze every process of the app.
        case suspend
        /// Thaw every process of the app.
        case resume
        /// Start the app's process; ``PolicyEvent/launched`` or ``PolicyEvent/launchedInBackground`` follows.
        case launch(LaunchCause)
        /// Take the picture of the app for the app switcher (LC-05).
        case takeSnapshot
        /// Call the app.
        case deliver(AppCallback)
        /// A reason to run begins.
        case gainGrant(Grant)
        /// A reason to run ends.
        case loseGrant(Grant)
        /// The shared clock of the background tasks starts with this much left.
        case startTaskClock(remaining: Duration)
        /// The shared clock of the background tasks is cancelled: the next one starts full.
        case resetTaskClock
        /// Start the player's sound.
        case startAudio
        /// Stop the player's sound.
        case stopAudio
        /// Start the receiver; ``PolicyEvent/locationSessionOpened(source:)`` follows when it answers.
        case startLocation
        /// Stop the receiver: no fix comes after it.
        case stopLocation
        /// The audio session answers with an error.
        case refuseAudio(AudioSessionError)
        /// The location manager answers with an error of `kCLErrorDomain`.
        case failLocation(code: Int)
        /// Another framework answers with an error.
        case refuse(ServiceError)
        /// A wake is not delivered, or not now.
        case dropWake(WakeKind)
        /// A wake was accepted: the app has this much time, or no limit.
        case startWake(WakeKind, budget: Duration?)
        /// A wake has been dealt with.
        case endWake(WakeKind)
        /// A notification appears for the user.
        indirect case showNotification(ShownNotification)
        /// A notification is no longer there: it was answered, or the app has removed it.
        case withdrawNotification(identifier: String)
        /// The location arrow is shown or hidden (CL-06, CL-14).
        case showLocationIndicator(Bool)
        /// Other apps' sound is lowered, or raised again (AS-09).
        case duckOthers(Bool)
        /// Other apps' sound is interrupted, or may resume (AS-44).
        case interruptOthers(Bool)
        /// Close the app's sockets and Bonjour services (LC-23).
        case reclaimSockets
        /// Begin, pause, cancel or clear away a task of a background session (UR-01).
        case transfer(TransferOrder, session: String, task: Int)
        /// Read the counters of the app's processes; ``PolicyEvent/usageSampled(cpu:wakeups:)`` follows.
        case sampleUsage
        /// A framework raises an exception in the call that the app just made.
        case raise(AppleException)
        /// A line that iOS prints.
        case log(String)
        /// End the app.
        case terminate(Termination)
    }

    /// Creates an effect.
    public init(_ action: Action, _ reason: Reason) {
        self.action = action
        self.reason = reason
    }
}

/// The orders to the part of the system that transfers.
public enum TransferOrder: String, Sendable, Hashable, CaseIterable {
    /// Begin, or go on where it broke off.
    case begin
    /// Stop for now, and keep what is there.
    case pause
    /// Stop for good.
    case cancel
    /// Stop for good, and keep what has come for a task that is made from the resume data (UR-20).
    case yield
    /// Delete the file of a download that is done.
    case discard
}

extension TransferOrder {
    /// The order as a line about the task says it.
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
    /// The rule that applies.
    public var rule: RuleID
    /// The decision in words, for people.
    public var text: String
    /// The evidence, or `nil` where nothing needs to be proved.
    public var evidence: Evidence?

    /// Creates a reason.
    public init(_ rule: RuleID, _ text: String, evidence: Evidence? = nil) {
        self.rule = rule
        self.text = text
        self.evidence = evidence
    }
}

/// The evidence that the activity of a grant is real.
public struct Evidence: Sendable, Hashable, Codable {
    /// Frames that the audio device has played since playback began.
    public var framesPlayed: Int64?
    /// Frames a second.
    public var sampleRate: Int?
    /// Fixes that have arrived since updates began.
    public var fixes: Int?
    /// True when the receiver answers.
    public var sessionActive: Bool?
    /// The subject of the evidence, or what is missing, in words.
    public var detail: String?

    /// Creates evidence.
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
