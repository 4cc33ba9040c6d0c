import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveStrategies

/// A scripted life of an app: what it is, what happens to it, and what is expected.
package struct Scenario: Sendable {
    /// What it shows, in one line.
    package var name: String
    /// The rules that it proves.
    package var rules: [RuleID]
    /// The versions of iOS that it is played on; empty for the newest, or the one of the command line.
    package var versions: [IOSVersion]
    /// Constants and switches that differ from the version's.
    package var overrides: [ProfileOverride]
    /// The app.
    package var app: App
    /// The device at the start.
    package var device: Device
    /// Whether the app is launched at the start.
    package var launches: Bool
    /// What happens, in order.
    package var steps: [Step]
    /// What is expected.
    package var expectations: [Expectation]
    /// When it ends, if that is said.
    package var end: Duration?
    /// The file and the line where it begins.
    package var place: Place

    /// The app of a scenario.
    package struct App: Sendable {
        package var manifest: Manifest
        /// The path of its Info.plist, relative to the scenario's file.
        package var infoPlist: String?
        package var strategies: [String] = []
        package var options = StrategyOptions()
        package var authorization = LocationAuthorization.authorizedAlways
        package var behaviour = AppBehaviour()
        /// What the app does in its callbacks, by their names.
        package var reactions: [String: [AppAction]] = [:]
        /// What it frees when it is purged, in MB.
        package var megabytes = 100
    }

    /// The device of a scenario.
    package struct Device: Sendable {
        package var conditions = DeviceConditions()
        /// Other apps that a memory shortage may purge.
        package var others: [Jetsam.Candidate] = []
        /// How fast the virtual receiver moves, in metres a second.
        package var metresPerSecond = 1.4
        /// How many CPUs the app's processes can use at once.
        package var cpuCount = 1
    }

    /// A place in a file.
    package struct Place: Sendable, Hashable {
        package var file: String
        package var line: Int
    }

    /// Something that happens.
    package struct Step: Sendable {
        /// When.
        package enum Time: Sendable {
            /// So long after the start.
            case at(Duration)
            /// So long after the step before.
            case after(Duration)
            /// So long after something has happened, counted from the step before.
            case when(Pattern, after: Duration)
        }

        package var time: Time
        package var actions: [Action]
        /// What expectations may call its instant.
        package var label: String
        package var place: Place
    }

    /// What a step does.
    package enum Action: Sendable {
        /// The system or the user does something.
        case system(SystemAction)
        /// The app's own code does something; a suspended app does it when it runs again (LC-27).
        case app(AppAction)
    }

    /// What the user, the system and the machine can do.
    package enum SystemAction: Sendable {
        /// A fact for the policy.
        case happen(PolicyEvent)
        /// The receiver stops or begins to answer.
        case receiver(answers: Bool)
        /// The sound device stops or begins to play.
        case soundDevice(plays: Bool)
        /// Memory runs short: so many MB are needed.
        case memoryNeeded(megabytes: Int)
        /// From now on the app uses so much of a CPU, and wakes so often each second.
        case load(cpu: Double?, wakeups: Double?)
        /// The process ends by itself.
        case exit(ProcessStatus)

        /// Whether it needs a process that exists only in memory.
        package var isVirtualOnly: Bool {
            switch self {
            case .load, .exit: true
            case .happen, .receiver, .soundDevice, .memoryNeeded: false
            }
        }
    }
}

/// What the code of a scripted app can do.
package enum AppAction: Sendable, Hashable {
    case beginTask(String, hasHandler: Bool)
    case endTask(String)
    case setCategory(AudioSessionConfiguration)
    case activateSession(AudioSessionConfiguration?)
    case play
    case pause
    case requestAuthorization
    case allowBackgroundLocation(Bool)
    case startLocation(pausesAutomatically: Bool)
    case stopLocation
    /// Writes what `backgroundTimeRemaining` answers into the timeline.
    case askTimeRemaining
    case log(String)
    /// Any other call, as the policy knows it.
    case report(PolicyEvent)
}

extension Scenario {
    /// The modes whose parts of a machine the scenario uses: the sound device, the receiver.
    package var usedModes: Set<BackgroundMode> {
        var modes: Set<BackgroundMode> = []
        for name in app.strategies {
            if let strategy = try? StrategyRegistry.strategy(named: name) {
                modes.formUnion(strategy.descriptor.requiredModes)
            }
        }
        let own = steps.flatMap(\.actions).compactMap { if case .app(let action) = $0 { action } else { nil } }
        for action in own + app.reactions.values.flatMap({ $0 }) {
            switch action {
            case .play, .report(.audioRecordingRequested): modes.insert(.audio)
            case .startLocation: modes.insert(.location)
            default: break
            }
        }
        return modes
    }

    /// Which lines of a timeline are meant: all that is said of one must hold.
    package struct Pattern: Sendable, Hashable {
        package var kind: TimelineEvent.Kind?
        package var state: ApplicationState?
        package var from: ApplicationState?
        package var rule: RuleID?
        package var grant: Grant?
        package var wake: WakeKind?
        package var callback: String?
        package var error: String?
        package var code: Int?
        /// A part of the message, the reason or the exception's text.
        package var text: String?
        /// The termination code, its namespace, and whether it leaves a crash report.
        package var termination: String?
        package var namespace: String?
        package var writesReport: Bool?
        /// The whole message.
        package var message: String?
        /// A background task, by its number.
        package var task: Int?
        /// Seconds left on a clock.
        package var remaining: Double?

        package init() {}

        /// Whether a line is meant.
        package func matches(_ event: TimelineEvent) -> Bool {
            func holds<Value: Equatable>(_ wanted: Value?, _ found: Value?) -> Bool { wanted == nil || wanted == found }
            guard holds(kind, event.event), holds(state, event.state), holds(from, event.from), holds(rule, event.rule),
                holds(grant, event.grant), holds(wake, event.wake), holds(callback, event.callback),
                holds(error, event.error), holds(code, event.code)
            else { return false }
            if let termination, event.termination?.code?.lowercased() != termination.lowercased() { return false }
            if let namespace, event.termination?.namespace != namespace { return false }
            if let writesReport, event.termination?.writesCrashReport != writesReport { return false }
            guard holds(message, event.message), holds(task, event.task), holds(remaining, event.remaining) else {
                return false
            }
            guard let text else { return true }
            return [
                event.message, event.reason, event.exception?.reason, event.evidence?.detail,
                event.termination?.explanation,
            ]
            .contains { $0?.contains(text) == true }
        }

        /// The pattern in words, as a file has it.
        package var description: String {
            var parts: [String] = []
            // As people write it: these keys say the kind, too.
            if kind == .terminated {
                parts.append("killed: \(termination ?? "any")")
            } else if let kind, !(kind == .state && state != nil), !(kind == .called && callback != nil) {
                parts.append("event: \(kind.rawValue)")
            }
            if let state { parts.append("state: \(state.rawValue)") }
            if let from { parts.append("from-state: \(from.rawValue)") }
            if let callback { parts.append("called: \(callback)") }
            if let grant { parts.append("grant: \(grant.rawValue)") }
            if let wake { parts.append("wake: \(wake.rawValue)") }
            if let rule { parts.append("rule: \(rule)") }
            if let error { parts.append("error: \(error)") }
            if let code { parts.append("code: \(code)") }
            if let namespace { parts.append("namespace: \(namespace)") }
            if let writesReport { parts.append("report: \(writesReport)") }
            if let message { parts.append("message: \(message)") }
            if let task { parts.append("task: \(task)") }
            if let remaining { parts.append("remaining: \(Figures.fixed(remaining, 3))") }
            if let text { parts.append("text: \(text)") }
            return parts.joined(separator: ", ")
        }
    }

    /// An instant that an expectation names: so long after the start or after a step.
    package struct Instant: Sendable, Hashable {
        package var label: String?
        package var offsetNanoseconds: Int64
    }

    /// What is expected.
    package struct Expectation: Sendable {
        package enum Kind: Sendable {
            /// The state at an instant, or at the end.
            case state(ApplicationState, at: Instant?)
            /// The grants at an instant, or at the end; the foreground is one of them.
            case grants([Grant], at: Instant?)
            /// How long the app ran in the background, from its last entry on.
            case alive(Duration)
            /// That something is in the timeline, this often if that is said, first at an instant if that is said.
            case event(Pattern, at: Instant?, count: Int?)
            /// That something is not in the timeline, between two instants if they are said.
            case never(Pattern, from: Instant?, to: Instant?)
            /// That these are in the timeline in this order.
            case order([Pattern])
        }

        package var kind: Kind
        /// By how much an instant or a duration may differ.
        package var tolerance: Duration
        package var place: Place
    }
}
