import KeepAlivePolicy
import KeepAliveStrategies

/// A class of apps that is ready for simulation: its profiles, its manifest and its strategies.
///
/// Each core creates its own classes, so that the cores do not contend for shared reference counts.
struct FleetClass {
    let plan: AppClass
    let profileByVersion: [String: SharedProfile]
    let manifest: Manifest
    let strategies: [any KeepAliveStrategy.Type]
    /// True if the simulation must report nights to the policy. Nights matter only to processing tasks, which run while
    /// nobody uses the device.
    let needsNights: Bool
    /// The indices in the plan's list of wakes, by the kind of wake.
    let planOfKind: [WakeKind: Int]

    /// Prepares a class for simulation.
    ///
    /// - Parameters:
    ///   - ios: the iOS version of all apps; `nil` for the versions of the plan.
    ///   - reading: the interpretation, which says which sources the rules follow where sources contradict each other.
    ///   - overrides: constants and switches that replace values of the iOS version and of the interpretation.
    /// - Throws: ``KeepAliveError`` with code `usage` for an unknown version, strategy or constant.
    init(
        _ plan: AppClass, ios: IOSVersion? = nil, reading: PolicyReading = .apple, overrides: [ProfileOverride] = []
    ) throws {
        self.plan = plan
        // The version of the plan is drawn even if `ios` replaces it, so that a fleet on another version has the same
        // users.
        profileByVersion = try Dictionary(
            uniqueKeysWithValues: plan.ios.map { version in
                let profile = try ProfileCatalogue.profile(named: ios?.description ?? version.value)
                return (version.value, SharedProfile(try profile.reading(reading).applying(overrides)))
            })
        var manifest = Manifest.withUsageStrings
        manifest.bundleIdentifier = "org.example.\(plan.name)"
        manifest.adoptsScenes = plan.scenes
        manifest.backgroundModes = Set(plan.modes)
        manifest.permittedTaskIdentifiers = plan.wakes.compactMap { wake in
            wake.kind == .appRefresh || wake.kind == .processing ? wake.kind.fleetIdentifier : nil
        }
        self.manifest = manifest
        strategies = try plan.strategies.map { try StrategyRegistry.strategy(named: $0) }
        needsNights = plan.wakes.contains { $0.kind == .processing }
        planOfKind = Dictionary(uniqueKeysWithValues: plan.wakes.enumerated().map { ($1.kind, $0) })
    }
}

extension WakeKind {
    /// The identifier of an app's only task, region or session that causes wakes of this kind; `nil` for other kinds.
    var fleetIdentifier: String? {
        switch self {
        case .appRefresh: "refresh"
        case .processing: "processing"
        case .region: "region"
        case .urlSession: "session"
        default: nil
        }
    }
}

/// The purposes for which random numbers are drawn. Every app has a separate random stream for each purpose.
enum Chance: Int, CaseIterable {
    /// The class, the iOS version, the location authorization, and the rates of the user's events.
    case nature
    case sessions, work, location, interruptions, memory, callbacks
    /// The first of several purposes: the wake with index `n` in the class's list has the purpose `wakes + n`.
    case wakes
}

/// A planned step of an app, with its time.
struct FleetEntry: Comparable {
    /// The time of the step, in nanoseconds since the first morning.
    let at: Int64
    /// The number of the step in the order of planning. Of steps at the same time, the one planned first is performed
    /// first.
    let order: UInt32
    /// The number of the process to which the step belongs; 0 if it belongs to no process.
    let life: UInt32
    let what: FleetStep

    static func < (left: FleetEntry, right: FleetEntry) -> Bool {
        (left.at, left.order) < (right.at, right.order)
    }

    static func == (left: FleetEntry, right: FleetEntry) -> Bool {
        left.at == right.at && left.order == right.order
    }
}

/// The steps of the simulation of an app.
enum FleetStep {
    // Steps of the user and of iOS.
    case sessionBegins, sessionEnds, forceQuit, nightBegins, nightEnds, interruptionBegins, interruptionEnds
    case memoryPressure
    /// The service with this index in the class's list of wakes has an event for the app.
    case wake(Int)
    // Steps of the app's own code, which wait while the app is suspended.
    case timer(Int)
    case returned(AwaitedCallback)
    case wakeDone(WakeKind)
    case workDone(Int)
    // Steps of the device on behalf of one process of the app.
    case audioPlays(Int), locationOpens(Int), fix(Int)

    /// True if the step runs code of the app.
    var isOfTheApp: Bool {
        switch self {
        case .timer, .returned, .wakeDone, .workDone: true
        default: false
        }
    }
}
