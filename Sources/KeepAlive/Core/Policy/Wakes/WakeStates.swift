/// The state of background fetch (WK-01, WK-03).
struct FetchState: Sendable, Hashable {
    /// The shortest time between two fetches that the app has set; `nil` means no fetches.
    var interval: Duration?
    /// The time of the last fetch; `nil` before the first one.
    var last: MonotonicInstant?
    var failuresInARow = 0
}

/// The state of silent pushes (WK-06, WK-23).
struct PushState: Sendable, Hashable {
    /// The times of the silent pushes that count towards the limit per hour (WK-06).
    var times: [MonotonicInstant] = []
    /// True while a silent push is held back; only the latest one is kept (WK-06).
    var isHeld = false
    var heldIdentifier: String?
    /// The time until which the scheduler holds back silent pushes (WK-23).
    var heldUntil: MonotonicInstant?
    var holdCause = HoldCause.boot
    /// The time at which the device last lost the network; `nil` if it has not lost it since the start.
    var networkGoneSince: MonotonicInstant?

    /// The cause for which the scheduler holds back silent pushes.
    enum HoldCause: String, Sendable, Hashable {
        case boot = "the device was started"
        case network = "the network came back"
    }
}

/// The state of PushKit and of the VoIP sockets of older versions of iOS.
struct VoIPState: Sendable, Hashable {
    /// The number of VoIP pushes that the app has got and for which it has reported no call.
    var awaitedReports = 0
    /// The number of consecutive VoIP pushes for which no call was reported in time (WK-11).
    var unreportedCalls = 0
    /// The times at which VoIP pushes or sockets resumed the app, for the limit of WK-12.
    var resumes: [MonotonicInstant] = []
    var keepAliveTimeout: Duration?
    var taggedSockets = 0
    /// True if PushKit has invalidated the app's token (SD-54).
    var isTokenInvalid = false
    /// True while a VoIP app waits for its launch at the first unlock after the boot (WK-14).
    var awaitsBootLaunch = false

    mutating func forgetProcess() {
        awaitedReports = 0
        // The timeout is not kept across launches (WK-13). The tagged sockets close with the process (SD-52).
        keepAliveTimeout = nil
        taggedSockets = 0
    }
}

/// The calls that the app has reported to CallKit. They end with the process (WK-17).
struct CallKitState: Sendable, Hashable {
    var calls: [String: CallState] = [:]
    /// The time at which each incoming call stops ringing (WK-17).
    var ringsUntil: [String: MonotonicInstant] = [:]
    /// The CallKit actions that the app was asked to perform and that it has not answered (WK-17).
    var openActions: [OpenAction] = []
    /// The calls that a phone call has put on hold (AS-46).
    var heldForPhone: [String] = []
    /// The value of `CXProviderConfiguration.maximumCallGroups`; the default is 2 (WK-17).
    var groupsMax = 2

    struct OpenAction: Sendable, Hashable {
        let action: CallAction
        let call: String
        /// The time at which the policy stops waiting for the answer.
        let until: MonotonicInstant
    }

    mutating func forgetProcess() {
        calls.removeAll()
        ringsUntil.removeAll()
        heldForPhone.removeAll()
        openActions.removeAll()
        groupsMax = 2
    }
}

/// The state of the Push to Talk channel that the app has joined.
struct PushToTalkState: Sendable, Hashable {
    /// True while the app is in a channel. The framework restores the channel in the next process, even after a restart
    /// (BM-13).
    var isInChannel = false
    /// True if a push has named a speaker in the channel, and the app has not reported the end of the speech (BM-22).
    var hasRemoteParticipant = false
}

/// The Live Activities of the app.
struct LiveActivityState: Sendable, Hashable {
    /// The new tokens by activity. A token wakes the app, and is removed when the app gets it (WK-21).
    var tokens: [String: String] = [:]
    /// The time at which the system ends each activity (WK-24).
    var ends: [String: MonotonicInstant] = [:]
}

/// The state of HealthKit's background deliveries (UR-14).
struct HealthDataState: Sendable, Hashable {
    /// True while data waits until the device is unlocked.
    var isHeld = false
    /// The number of consecutive deliveries that the app has not answered.
    var unanswered = 0
}
