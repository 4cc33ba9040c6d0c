import KeepAlivePolicy
import KeepAliveStrategies

/// A class of apps, made ready to be played: its rules, its manifest and its strategies.
///
/// Each core makes its own, so that cores do not share counters of references.
struct FleetClass {
    let plan: AppClass
    let profileByVersion: [String: PolicyProfile]
    let manifest: Manifest
    let strategies: [any KeepAliveStrategy.Type]
    /// Day and night matter only to tasks that wait for a quiet moment.
    let needsNights: Bool
    /// Which plan a kind of wake has.
    let planOfKind: [WakeKind: Int]

    /// Makes a class ready.
    ///
    /// - Parameters:
    ///   - ios: the version that all its apps have, or `nil` for those of the plan.
    ///   - overrides: constants and switches that differ from the versions'.
    /// - Throws: ``KeepAliveError`` with code `usage`.
    init(_ plan: AppClass, ios: IOSVersion? = nil, overrides: [ProfileOverride] = []) throws {
        self.plan = plan
        // The version is drawn all the same: a fleet on another one is the same apps with the same users.
        profileByVersion = try Dictionary(
            uniqueKeysWithValues: plan.ios.map { version in
                let profile = try ProfileCatalogue.profile(named: ios?.description ?? version.value)
                return (version.value, try profile.applying(overrides))
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

/// What is left to chance; each has a stream of its own in every app.
enum Chance: Int, CaseIterable {
    /// Which class, version, authorization, and how busy the user is.
    case nature
    case sessions, work, location, interruptions, memory, callbacks
    /// From here on, one stream for each wake of the class.
    case wakes
}

/// Something that will happen to an app.
struct FleetEntry: Comparable {
    /// When, in nanoseconds.
    let at: Int64
    /// Breaks ties: what was planned first happens first.
    let order: UInt32
    /// The process that it belongs to; 0 is the world's.
    let life: UInt32
    let what: FleetStep

    static func < (left: FleetEntry, right: FleetEntry) -> Bool {
        (left.at, left.order) < (right.at, right.order)
    }

    static func == (left: FleetEntry, right: FleetEntry) -> Bool {
        left.at == right.at && left.order == right.order
    }
}

/// What can happen to an app.
enum FleetStep {
    // The world
    case sessionBegins, sessionEnds, forceQuit, nightBegins, nightEnds, interruptionBegins, interruptionEnds
    case memoryPressure
    /// The service of this plan has something.
    case wake(Int)
    // The app's own code, which waits while it is suspended
    case timer(Int)
    case returned(AwaitedCallback)
    case wakeDone(WakeKind)
    case workDone(Int)
    // The device, for one process
    case audioPlays(Int), locationOpens(Int), fix(Int)

    /// Whether it is code of the app.
    var isOfTheApp: Bool {
        switch self {
        case .timer, .returned, .wakeDone, .workDone: true
        default: false
        }
    }
}
