/// The state of background fetch (WK-01, WK-03).
struct FetchState: Sendable, Hashable {
    var interval: Duration?
    var last: MonotonicInstant?
    var failuresInARow = 0
}

/// The state of silent pushes (WK-06, WK-23).
struct PushState: Sendable, Hashable {
    var times: [MonotonicInstant] = []
    /// A silent push waits; only the latest is kept (WK-06).
    var isHeld = false
    var heldIdentifier: String?
    /// The scheduler holds back silent pushes until then (WK-23).
    var heldUntil: MonotonicInstant?
    var holdCause = HoldCause.boot
    /// The time at which the network went.
    var networkGoneSince: MonotonicInstant?

    /// The cause for which the scheduler holds back silent pushes.
    enum HoldCause: String, Sendable, Hashable {
        case boot = "the device was started"
        case network = "the network came back"
    }
}

/// The state of PushKit and of the VoIP sockets of old.
struct VoIPState: Sendable, Hashable {
    /// VoIP pushes that the app has got and not reported.
    var awaitedReports = 0
    var unreportedCalls = 0
    var resumes: [MonotonicInstant] = []
    var keepAliveTimeout: Duration?
    var taggedSockets = 0
    /// PushKit has taken the app's token back (SD-54).
    var isTokenInvalid = false
    /// A VoIP app waits for its launch at the first unlock after the boot (WK-14).
    var awaitsBootLaunch = false

    mutating func forgetProcess() {
        awaitedReports = 0
        // The timeout is not kept across launches (WK-13). The tagged socket goes with the process (SD-52).
        keepAliveTimeout = nil
        taggedSockets = 0
    }
}

/// The calls that the app has told CallKit of; they end with the process (WK-17).
struct CallKitState: Sendable, Hashable {
    var calls: [String: CallState] = [:]
    /// The times at which incoming calls cease to ring (WK-17).
    var ringsUntil: [String: MonotonicInstant] = [:]
    /// The actions that the app has been asked to perform and has not answered (WK-17).
    var openActions: [OpenAction] = []
    /// The calls that a call of the phone has put on hold (AS-46).
    var heldForPhone: [String] = []
    /// `CXProviderConfiguration.maximumCallGroups`; 2 is the default (WK-17).
    var groupsMax = 2

    struct OpenAction: Sendable, Hashable {
        let action: CallAction
        let call: String
        let until: MonotonicInstant
    }

    mutating func forgetProcess() {
        calls.removeAll()
        openActions.removeAll()
        groupsMax = 2
    }
}

/// The channel that the app has joined with Push to Talk.
struct PushToTalkState: Sendable, Hashable {
    /// The framework restores the channel in the next process, also after a restart of the device (BM-13).
    var isInChannel = false
    /// A push has named somebody who speaks in the channel; the app has not said that they have ended (BM-22).
    var hasRemoteParticipant = false
}

/// The Live Activities of the app.
struct LiveActivityState: Sendable, Hashable {
    /// New tokens by activity, until the app that is woken for one gets it (WK-21).
    var tokens: [String: String] = [:]
    /// The times at which the system ends the activities, by activity (WK-24).
    var ends: [String: MonotonicInstant] = [:]
}

/// The state of HealthKit's deliveries (UR-14).
struct HealthDataState: Sendable, Hashable {
    /// Data waits until the device is unlocked.
    var isHeld = false
    /// The deliveries in a row that the app has not answered.
    var unanswered = 0
}
