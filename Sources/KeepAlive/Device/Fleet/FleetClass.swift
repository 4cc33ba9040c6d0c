import KeepAlivePolicy
import KeepAliveStrategies

/// A class of apps that is ready to be played: its rules, its manifest and its strategies.
///
/// Each core makes its own, so that cores do not share reference counts.
struct FleetClass {
    let plan: AppClass
    let profileByVersion: [String: SharedProfile]
    let manifest: Manifest
    let strategies: [any KeepAliveStrategy.Type]
    /// True if the class needs day and night: they matter only to tasks that wait for a quiet moment.
    let needsNights: Bool
    /// The index of the plan for each kind of wake.
    let planOfKind: [WakeKind: Int]

    /// Prepares a class.
    ///
    /// - Parameters:
    ///   - ios: the version that all its apps have, or `nil` for those of the plan.
    ///   - reading: the sources that the rules follow.
    ///   - overrides: constants and switches that differ from the versions' and the reading's.
    /// - Throws: ``KeepAliveError`` with code `usage`.
    init(
        _ plan: AppClass, ios: IOSVersion? = nil, reading: PolicyReading = .apple, overrides: [ProfileOverride] = []
    ) throws {
        self.plan = plan
        // The version is drawn even if `ios` replaces it: a fleet on another version has the same apps and users.
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
    /// The identifier of the one task, region or session of this kind that an app of a fleet has.
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

/// The things that are left to chance. Each has a stream of its own in every app.
enum Chance: Int, CaseIterable {
    /// The class, the version, the authorization, and how busy the user is.
    case nature
    case sessions, work, location, interruptions, memory, callbacks
    /// From here on, one stream for each wake of the class.
    case wakes
}

/// A step that will happen to an app, with its time.
struct FleetEntry: Comparable {
    /// The time, in nanoseconds.
    let at: Int64
    /// The order of planning, which breaks ties: the step planned first comes first.
    let order: UInt32
    /// The process that the step belongs to; 0 for the world.
    let life: UInt32
    let what: FleetStep

    static func < (left: FleetEntry, right: FleetEntry) -> Bool {
        (left.at, left.order) < (right.at, right.order)
    }

    static func == (left: FleetEntry, right: FleetEntry) -> Bool {
        left.at == right.at && left.order == right.order
    }
}

/// The steps that can happen to an app.
enum FleetStep {
    // The world
    case sessionBegins, sessionEnds, forceQuit, nightBegins, nightEnds, interruptionBegins, interruptionEnds
    case memoryPressure
    /// The service of this plan has an event for the app.
    case wake(Int)
    // The app's own code, which waits while it is suspended
    case timer(Int)
    case returned(AwaitedCallback)
    case wakeDone(WakeKind)
    case workDone(Int)
    // The device, for one process
    case audioPlays(Int), locationOpens(Int), fix(Int)

    /// True if the step is code of the app.
    var isOfTheApp: Bool {
        switch self {
        case .timer, .returned, .wakeDone, .workDone: true
        default: false
        }
    }
}
