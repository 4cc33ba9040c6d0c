/// The state that the system's services keep for the app: fetch, push, VoIP, transfers, notifications, Bluetooth.
struct ServiceState: Sendable, Hashable {
    /// The last time at which the system ran by itself what was due (MD-21).
    var lastOpportunity: MonotonicInstant?

    // Fetch
    var fetchInterval: Duration?
    var lastFetch: MonotonicInstant?
    var failedFetches = 0

    // Push
    var pushTimes: [MonotonicInstant] = []
    /// A silent push waits; only the latest is kept (WK-06).
    var heldPush = false
    var heldPushIdentifier: String?
    /// The scheduler holds back silent pushes until then (WK-23).
    var pushesHeldUntil: MonotonicInstant?
    var pushHoldCause = PushHoldCause.boot
    /// The time at which the network went.
    var networkGoneSince: MonotonicInstant?

    /// What makes the scheduler hold back silent pushes.
    enum PushHoldCause: String, Sendable, Hashable {
        case boot = "the device was started"
        case network = "the network came back"
    }

    // VoIP
    /// VoIP pushes that the app has got and not reported.
    var awaitedCallReports = 0
    var unreportedCalls = 0
    /// The calls of CallKit, by identifier. They end with the process.
    var calls: [String: CallState] = [:]
    /// New tokens of Live Activities, by activity, until the app that is woken for one gets it (WK-21).
    var activityTokens: [String: String] = [:]
    /// The times at which the system ends Live Activities, by activity (WK-24).
    var liveActivities: [String: MonotonicInstant] = [:]
    /// The times at which incoming calls cease to ring (WK-17).
    var ringsUntil: [String: MonotonicInstant] = [:]
    /// The actions that the app has been asked to perform and has not answered (WK-17).
    var openCallActions: [OpenCallAction] = []

    struct OpenCallAction: Sendable, Hashable {
        let action: CallAction
        let call: String
        let until: MonotonicInstant
    }

    /// The calls that a call of the phone has put on hold (AS-46).
    var heldForPhone: [String] = []
    /// `CXProviderConfiguration.maximumCallGroups`; 2 is the default (WK-17).
    var callGroupsMax = 2
    var voipResumes: [MonotonicInstant] = []
    var keepAliveTimeout: Duration?
    var taggedSockets = 0
    /// PushKit has taken the app's token back (SD-54).
    var pushTokenInvalid = false
    /// A VoIP app waits for its launch at the first unlock after the boot (WK-14).
    var awaitsBootLaunch = false
    /// The framework restores the channel in the next process, also after a restart of the device (BM-13).
    var inPushToTalkChannel = false
    /// A push has named somebody who speaks in the channel; the app has not said that they have ended (BM-22).
    var hasRemoteParticipant = false

    // Transfers
    var sessions: [String: TransferSession] = [:]
    /// The sessions whose transfers have ended, as long as no process has been told.
    var sessionsWithEvents: Set<String> = []
    /// The times at which discretionary transfers began in the background (UR-19).
    var discretionaryBegins: [MonotonicInstant] = []
    var transferDelay = Duration.zero
    var transferDelayUntil: MonotonicInstant?

    /// The tasks of all sessions, in a fixed order.
    var transferKeys: [(session: String, task: Int)] {
        sessions.flatMap { session in session.value.tasks.keys.map { (session.key, $0) } }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }

    /// The app is being told of the end of a transfer: an app that runs is not suspended before it has heard (UR-06).
    var waitsForTransferCalls: Bool {
        sessions.values.contains { !$0.completing.isEmpty }
    }

    mutating func stopWaitingForTransferCalls() {
        for identifier in sessions.keys { sessions[identifier]?.completing.removeAll() }
    }

    // Notifications
    var notifications = NotificationCenterState()

    /// HealthKit has data that waits until the device is unlocked (UR-14).
    var heldHealthData = false
    /// The deliveries of HealthKit in a row that the app has not answered (UR-14).
    var unansweredHealthData = 0

    /// The files in `Documents/Inbox` (LN-06).
    var inbox: Set<String> = []

    /// The file of which the app shows a preview (SD-71).
    var preview: String?

    /// The app asks for Bluetooth state restoration (BM-07).
    var restoresBluetooth = false

    mutating func forgetProcess() {
        awaitedCallReports = 0
        hasRemoteParticipant = false
        calls.removeAll()
        openCallActions.removeAll()
        callGroupsMax = 2
        preview = nil
        for identifier in sessions.keys {
            sessions[identifier]?.forgetProcess()
            if sessions[identifier]?.ended.isEmpty == false || sessions[identifier]?.isChallenged == true {
                sessionsWithEvents.insert(identifier)
            }
        }
        notifications.forgetProcess()
        // The timeout is not kept across launches (WK-13). The tagged socket goes with the process (SD-52).
        keepAliveTimeout = nil
        taggedSockets = 0
    }
}

/// The token of PushKit, as apps write it (SD-54).
public enum PushToken {
    /// The bytes as lower-case hex, two digits each, without separators.
    public static func text(of bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
