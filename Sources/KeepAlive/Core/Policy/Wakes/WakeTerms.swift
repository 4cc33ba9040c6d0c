/// The conditions and the budget of a kind of wake: one row for each kind.
package struct WakeTerms: Sendable {
    /// The properties of a kind of wake.
    struct Traits: OptionSet, Sendable {
        let rawValue: UInt8

        /// A wake of the kind does not launch an app that has no process.
        static let neverLaunches = Traits(rawValue: 1)
        /// A wake of the kind is dropped while Background App Refresh is off (BG-07).
        static let isRefresh = Traits(rawValue: 2)
        /// The wake is an event of Core Location: some versions of iOS drop it while Background App Refresh is off
        /// (CL-44).
        static let isLocation = Traits(rawValue: 4)
        /// A wake of the kind launches an app even if the user has force-quit it (LC-19, LC-20).
        static let reachesForceQuit = Traits(rawValue: 8)
        /// The app gets no completion handler, so there is no warning and no overrun: the app is suspended when the
        /// wake's time is over.
        static let hasNoHandler = Traits(rawValue: 16)
        /// The user causes the wake, so a force quit or a device not unlocked since the boot does not hold it back.
        static let isByUser = Traits(rawValue: 32)
        /// Low Power Mode holds the wake back (MD-17).
        static let needsFullPower = Traits(rawValue: 64)
        /// A wake of the kind launches an app even between a boot and the first unlock (LC-21).
        static let comesBeforeUnlock = Traits(rawValue: 128)
    }

    /// The consequence for an app that overruns a wake (CF-04).
    enum Overrun: Sendable {
        /// The app is killed with this code.
        case kill(code: TerminationCode)
        /// The app is suspended (WK-13).
        case suspend
    }

    /// The rule that describes the kind of wake.
    let rule: RuleID
    /// The background mode that the app must declare; `nil` if none.
    let mode: BackgroundMode?
    /// The first iOS version with this kind of wake, and the first later version without it; `nil` if there is no such
    /// version.
    let since: IOSVersion
    let until: IOSVersion?
    /// The time that the app has to handle the wake; `nil` for no limit.
    let budget: Duration?
    let traits: Traits
    /// The consequence for an app that does not complete the wake in time.
    let overrun: Overrun

    var launches: Bool { !traits.contains(.neverLaunches) }
    var isRefresh: Bool { traits.contains(.isRefresh) }
    var isLocation: Bool { traits.contains(.isLocation) }
    var needsFullPower: Bool { traits.contains(.needsFullPower) }
    var comesBeforeUnlock: Bool { traits.contains(.comesBeforeUnlock) }
    var reachesForceQuit: Bool { traits.contains(.reachesForceQuit) }
    var isByUser: Bool { traits.contains(.isByUser) }
    var hasHandler: Bool { !traits.contains(.hasNoHandler) }

    private init(
        _ rule: RuleID, _ mode: BackgroundMode?, _ since: Int, minor: Int = 0, until: Int? = nil, _ budget: Duration?,
        _ traits: Traits = [], overrun: Overrun? = nil
    ) {
        self.rule = rule
        self.mode = mode
        self.since = IOSVersion(since, minor)
        self.until = until.map { IOSVersion($0) }
        self.budget = budget
        self.traits = traits
        self.overrun = overrun ?? (traits.contains(.hasNoHandler) ? .suspend : .kill(code: .watchdog))
    }

    /// Returns a readable line for each kind of wake that belongs to a declared background mode and needs a later iOS
    /// version than the profile's.
    package static func missing(from profile: PolicyProfile, for manifest: Manifest) -> [String] {
        WakeKind.allCases.compactMap { kind in
            let terms = terms(of: kind, in: profile)
            guard let mode = terms.mode, manifest.backgroundModes.contains(mode), profile.version < terms.since else {
                return nil
            }
            let what = kind == .voipPush ? "PushKit, and with it \(kind.rawValue)," : kind.rawValue
            return "'\(mode.rawValue)' in UIBackgroundModes: \(what) came with iOS \(terms.since.major) [\(terms.rule)]"
        }
    }

    static func terms(of kind: WakeKind, in profile: PolicyProfile) -> WakeTerms {
        let content = profile.contentWakeBudget
        let accessory = profile.accessoryWakeBudget
        let voip = profile.voipKeepAliveBudget
        let old = !profile.features.wakeOverrunCodes
        let fetch = Overrun.kill(code: old ? .watchdog : .backgroundFetch)
        let session = Overrun.kill(code: old ? .watchdog : .urlSession)
        let place: Traits = [.isLocation, .hasNoHandler]
        let placeRelaunches: Traits = profile.switches.locationRelaunchesForceQuit ? .reachesForceQuit : []
        let refresh: Traits = [.isRefresh, .needsFullPower]
        let bluetooth: Traits =
            profile.switches.bluetoothLaunchesBeforeUnlock ? [.hasNoHandler, .comesBeforeUnlock] : .hasNoHandler
        let call: Traits =
            profile.switches.voipPushesBeforeUnlock ? [.reachesForceQuit, .comesBeforeUnlock] : .reachesForceQuit
        return switch kind {
        case .backgroundFetch: .init("WK-02", .fetch, 7, content, refresh, overrun: fetch)
        case .remoteNotification: .init("WK-04", .remoteNotification, 7, content, .isRefresh, overrun: fetch)
        case .urlSession where !profile.switches.callsHandleEventsForSessions:
            .init("UR-05", nil, 7, content, .hasNoHandler)
        case .urlSession: .init("UR-05", nil, 7, content, overrun: session)
        case .appRefresh: .init("BG-14", .fetch, 13, content, refresh, overrun: fetch)
        case .processing:
            .init(
                "BG-15", .processing, 13, profile.processingBudget,
                profile.switches.lowPowerModeHoldsBackProcessing
                    ? [refresh, .reachesForceQuit] : [.isRefresh, .reachesForceQuit],
                overrun: fetch)
        case .continuedProcessing: .init("BG-21", nil, 26, nil, .neverLaunches, overrun: fetch)
        case .voipPush where profile.features.voipPushKeepsAwake:
            .init("WK-08", .voip, 8, content, call.union(.hasNoHandler))
        case .voipPush: .init("WK-08", .voip, 8, content, call)
        case .voipSocket: .init("SD-50", .voip, 4, until: 10, voip, .neverLaunches)
        case .voipKeepAlive:
            .init(
                "WK-13", .voip, 4, until: 9, voip, .neverLaunches,
                overrun: profile.switches.keepAliveOverrunKills ? .kill(code: .watchdog) : .suspend)
        case .voipRelaunch: .init("WK-14", .voip, 4, until: 10, voip)
        case .pushToTalk: .init("BM-13", .pushToTalk, 16, content)
        case .liveActivity:
            .init("WK-21", nil, 16, minor: 1, content, [.hasNoHandler, .reachesForceQuit, .comesBeforeUnlock])
        case .bluetoothCentral: .init("BM-07", .bluetoothCentral, 5, accessory, bluetooth)
        case .bluetoothPeripheral: .init("BM-08", .bluetoothPeripheral, 6, accessory, bluetooth)
        case .externalAccessory: .init("BM-06", .externalAccessory, 5, accessory, [.neverLaunches, .hasNoHandler])
        case .healthData:
            .init(
                "UR-14", nil, 8, content, profile.switches.healthDataReachesForceQuit ? .reachesForceQuit : [],
                overrun: .suspend)
        case .watchMessage: .init("WK-25", nil, 9, accessory, .hasNoHandler)
        case .region: .init("CL-17", nil, 4, accessory, place.union(placeRelaunches))
        case .significantChange:
            .init("CL-16", nil, 4, accessory, place.union(placeRelaunches).union(.comesBeforeUnlock))
        case .visit: .init("CL-19", nil, 8, accessory, place)
        case .activitySession: .init("CL-46", nil, 17, accessory, [.isLocation, .hasNoHandler])
        case .location: .init("BM-04", .location, 4, until: 9, accessory, [.neverLaunches, .hasNoHandler])
        case .notificationAction: .init("LN-12", nil, 8, content, .isByUser, overrun: .suspend)
        case .remoteCommand: .init("AS-60", nil, 7, accessory, [.neverLaunches, .hasNoHandler])
        case .newsstand: .init("BM-15", .newsstandContent, 5, until: 9, content)
        }
    }
}
