/// What the policy orders, as plain data: it is the order, the log line and the test oracle at once.
public struct Effect: Sendable, Hashable, Codable {
    /// What is to be done.
    public var action: Action
    /// Why.
    public var reason: Reason

    /// The things the policy can order.
    public enum Action: Sendable, Hashable, Codable {
        /// The app is in another state now.
        case enterState(ApplicationState, from: ApplicationState)
        /// Freeze every process of the app.
        case suspend
        /// Thaw every process of the app.
        case resume
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
        /// The audio session answers with an error.
        case refuseAudio(AudioSessionError)
        /// The location manager answers with an error of `kCLErrorDomain`.
        case failLocation(code: Int)
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

/// Why the policy decided something: the rule, in words, and what proves it.
public struct Reason: Sendable, Hashable, Codable {
    /// The row that applies.
    public var rule: RuleID
    /// The decision in words, for people.
    public var text: String
    /// What proves it, or `nil` where nothing needs to be proved.
    public var evidence: Evidence?

    /// Creates a reason.
    public init(_ rule: RuleID, _ text: String, evidence: Evidence? = nil) {
        self.rule = rule
        self.text = text
        self.evidence = evidence
    }
}

/// What proves that a grant's activity is real.
public struct Evidence: Sendable, Hashable, Codable {
    /// Frames that the audio device has played since playback began.
    public var framesPlayed: Int64?
    /// Frames a second.
    public var sampleRate: Int?
    /// Fixes that have arrived since updates began.
    public var fixes: Int?
    /// Whether the receiver answers.
    public var sessionActive: Bool?
    /// What the evidence is of, or what is missing, in words.
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

/// A live reason to run (MD-01).
public enum Grant: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The app is in the foreground.
    case foreground
    /// Audio flows through an active session, and the mode is declared.
    case audio
    /// Location updates go on, and the mode is declared.
    case location
    /// At least one background task is live; all share one budget.
    case finishTask

    /// Whether the grant stops the clock of the background tasks while it lives (BT-09, BT-10, MD-02).
    public var definesStartTime: Bool {
        self != .finishTask
    }

    /// The order of the cases.
    public static func < (left: Grant, right: Grant) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A call of the system into the app, named after Apple's.
public enum AppCallback: Sendable, Hashable, Codable {
    /// `application(_:didFinishLaunchingWithOptions:)`.
    case didFinishLaunching
    /// `applicationDidBecomeActive` / `sceneDidBecomeActive`.
    case didBecomeActive
    /// `applicationWillResignActive` / `sceneWillResignActive`.
    case willResignActive
    /// `applicationDidEnterBackground` / `sceneDidEnterBackground`.
    case didEnterBackground
    /// `applicationWillEnterForeground` / `sceneWillEnterForeground`.
    case willEnterForeground
    /// The expiration handler of one background task (BT-14, BT-16).
    case backgroundTaskExpired(BackgroundTaskIdentifier)
    /// `locationManager(_:didUpdateLocations:)`.
    case didUpdateLocation(LocationFix)
    /// `locationManager(_:didFailWithError:)` with the code of `kCLErrorDomain`.
    case didFailLocation(code: Int)
    /// `locationManagerDidPauseLocationUpdates` (CL-12).
    case didPauseLocationUpdates
    /// A timer that the app set has fired.
    case timerFired(Int)
}
