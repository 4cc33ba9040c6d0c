/// What the policy demands and grants of each kind of wake: one row a kind.
struct WakeTerms: Sendable {
    /// The row that describes the kind.
    var rule: RuleID
    /// The background mode that must be declared, if any.
    var mode: BackgroundMode?
    /// The versions that have it: from the first on, up to the second, without it.
    var since: IOSVersion
    var until: IOSVersion?
    /// How long the app may work on it, or `nil` for no limit.
    var budget: Duration?
    /// Whether it launches an app that has no process.
    var launches = true
    /// Whether Background App Refresh and Low Power Mode hold it back (BG-07, MD-17).
    var isRefresh = false
    /// Whether it is an event of Core Location, which nobody gets without Background App Refresh (CL-44).
    var isLocation = false
    /// Whether an app that the user has force-quit may get it (LC-20).
    var reachesForceQuit = false
    /// Whether the app is handed a completion handler; without one there is nothing to warn of and nothing to overrun: the
    /// app is suspended when its time is over.
    var hasHandler = true
    /// What becomes of an app that does not complete it in time.
    var overrun = Overrun.kill(code: .watchdog)

    /// What becomes of an app that overruns a wake (CF-04).
    enum Overrun: Sendable {
        /// It is killed with this code.
        case kill(code: TerminationCode)
        /// It is suspended (WK-13).
        case suspend
    }

    static func terms(of kind: WakeKind, in profile: PolicyProfile) -> WakeTerms {
        let content = profile.contentWakeBudget
        let accessory = profile.accessoryWakeBudget
        let old = profile.version < IOSVersion(13)
        let fetchCode: TerminationCode = old ? .watchdog : .backgroundFetch
        let sessionCode: TerminationCode = old ? .watchdog : .urlSession
        func terms(
            _ rule: RuleID, _ mode: BackgroundMode?, _ since: Int, until: Int? = nil, _ budget: Duration?
        ) -> WakeTerms {
            WakeTerms(
                rule: rule, mode: mode, since: IOSVersion(since), until: until.map { IOSVersion($0) }, budget: budget)
        }
        var result: WakeTerms
        switch kind {
        case .backgroundFetch:
            result = terms("WK-02", .fetch, 7, content)
            result.isRefresh = true
            result.overrun = .kill(code: fetchCode)
        case .remoteNotification:
            result = terms("WK-04", .remoteNotification, 7, content)
            result.isRefresh = true
            result.overrun = .kill(code: fetchCode)
        case .urlSession:
            result = terms("UR-05", nil, 7, content)
            result.overrun = .kill(code: sessionCode)
        case .appRefresh:
            result = terms("BG-14", .fetch, 13, content)
            result.isRefresh = true
            result.overrun = .kill(code: fetchCode)
        case .processing:
            result = terms("BG-15", .processing, 13, profile.processingBudget)
            result.isRefresh = true
            result.overrun = .kill(code: fetchCode)
        case .continuedProcessing:
            result = terms("BG-21", nil, 26, nil)
            result.launches = false
            result.overrun = .kill(code: fetchCode)
        case .voipPush: result = terms("WK-08", .voip, 8, content)
        case .voipSocket:
            result = terms("SD-50", .voip, 4, until: 9, profile.voipKeepAliveBudget)
            result.launches = false
        case .voipKeepAlive:
            result = terms("WK-13", .voip, 4, until: 9, profile.voipKeepAliveBudget)
            result.launches = false
            result.overrun = .suspend
        case .voipRelaunch: result = terms("WK-14", .voip, 4, until: 10, profile.voipKeepAliveBudget)
        case .pushToTalk: result = terms("BM-13", .pushToTalk, 16, content)
        case .bluetoothCentral: result = terms("BM-07", .bluetoothCentral, 5, accessory)
        case .bluetoothPeripheral: result = terms("BM-08", .bluetoothPeripheral, 6, accessory)
        case .externalAccessory:
            result = terms("BM-06", .externalAccessory, 5, accessory)
            result.launches = false
        case .region:
            result = terms("CL-17", nil, 4, accessory)
            result.isLocation = true
            result.reachesForceQuit = true
        case .significantChange:
            result = terms("CL-16", nil, 4, accessory)
            result.isLocation = true
            result.reachesForceQuit = true
        case .visit:
            result = terms("CL-19", nil, 8, accessory)
            result.isLocation = true
            result.reachesForceQuit = true
        case .activitySession:
            result = terms("CL-46", nil, 17, accessory)
            result.isLocation = true
        case .location:
            result = terms("BM-04", .location, 4, until: 9, accessory)
            result.launches = false
        case .newsstand: result = terms("BM-15", .newsstandContent, 5, until: 9, content)
        }
        switch kind {
        case .bluetoothCentral, .bluetoothPeripheral, .region, .significantChange, .visit, .activitySession,
            .location:
            result.hasHandler = false
            result.overrun = .suspend
        default: break
        }
        return result
    }
}
