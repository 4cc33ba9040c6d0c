import KeepAliveEngine
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport
import KeepAliveStrategies

/// A scripted life of an app: the app, the events that happen to it, and the expectations.
package struct Scenario: Sendable {
    /// The subject of the scenario, in one line.
    package var name: String
    /// The rules that it proves.
    package var rules: [RuleID]
    /// The versions of iOS that it is played on. If empty, it is the newest one, or the one of the command line.
    package var versions: [IOSVersion]
    /// The sources that the rules follow where they contradict each other, if it names them.
    package var reading: PolicyReading?
    /// Constants and switches that differ from the version's and the reading's.
    package var overrides: [ProfileOverride]
    /// The app.
    package var app: App
    /// The device at the start.
    package var device: Device
    /// True if the app is launched at the start.
    package var launches: Bool
    /// The steps, in order.
    package var steps: [Step]
    /// The expectations.
    package var expectations: [Expectation]
    /// The end of the scenario, if it sets one.
    package var end: Duration?
    /// The observation on a device that the scenario repeats.
    package var observation: Observation?
    /// The file and the line where it begins.
    package var place: Place

    /// The app of a scenario.
    package struct App: Sendable {
        package var manifest: Manifest
        /// The path of its Info.plist, relative to the scenario's file.
        package var infoPlist: String?
        package var strategies: [String] = []
        package var options = StrategyOptions()
        package var authorization = LocationAnswer.authorizedAlways
        package var behaviour = AppBehaviour()
        /// The app's actions in its callbacks, by the names of the callbacks.
        package var reactions: [String: [AppAction]] = [:]
        /// The memory that the app frees when it is purged, in MB.
        package var megabytes = 100
    }

    /// The device of a scenario.
    package struct Device: Sendable {
        package var conditions = DeviceConditions()
        /// Other apps that a memory shortage may purge.
        package var others: [Jetsam.Candidate] = []
        /// The speed of the virtual receiver, in metres a second.
        package var metresPerSecond = 1.4
        /// The number of CPUs that the app's processes can use at once.
        package var cpuCount = 1
    }

    /// A place in a file.
    package struct Place: Sendable, Hashable {
        package var file: String
        package var line: Int
    }

    /// A step of the timeline.
    package struct Step: Sendable {
        /// The time of a step.
        package enum Time: Sendable {
            /// This long after the start.
            case at(Duration)
            /// This long after the step before.
            case after(Duration)
            /// This long after an event that matches the pattern, which counts from the step before on.
            case when(Pattern, after: Duration)
        }

        package var time: Time
        package var actions: [Action]
        /// The name by which expectations refer to the step's instant.
        package var label: String
        package var place: Place
    }

    /// One action of a step.
    package enum Action: Sendable {
        /// The system or the user does something.
        case system(SystemAction)
        /// The app's own code does something. A suspended app does it when it runs again (LC-27).
        case app(AppAction)
    }

    /// The actions of the user, the system and the machine.
    package enum SystemAction: Sendable {
        /// A fact for the policy.
        case happen(PolicyEvent)
        /// The user locks the screen.
        case lock
        /// The receiver stops or begins to answer.
        case receiver(answers: Bool)
        /// The sound device stops or begins to play.
        case soundDevice(plays: Bool)
        /// A server has a resource at an address.
        case serve(VirtualResource, url: String)
        /// Memory runs short: this many MB are needed.
        case memoryNeeded(megabytes: Int)
        /// From now on the app uses this much of a CPU, and wakes this often each second.
        case load(cpu: Double?, wakeups: Double?)
        /// The process ends by itself.
        case exit(ProcessStatus)

        /// True if it needs a process that exists only in memory.
        package var isVirtualOnly: Bool {
            switch self {
            case .load, .exit: true
            case .happen, .lock, .receiver, .soundDevice, .serve, .memoryNeeded: false
            }
        }
    }
}

/// The actions of the code of a scripted app.
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
    /// Writes the answer of `backgroundTimeRemaining` into the timeline.
    case askTimeRemaining
    case log(String)
    /// Any other call that the policy knows.
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

    /// Describes lines of a timeline: a line matches if all fields hold.
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
        /// A notification, by its identifier.
        package var notification: String?

        package init() {}

        /// Returns whether a line matches.
        package func matches(_ event: TimelineEvent) -> Bool {
            func holds<Value: Equatable>(_ wanted: Value?, _ found: Value?) -> Bool { wanted == nil || wanted == found }
            guard holds(kind, event.event), holds(state, event.state), holds(from, event.from), holds(rule, event.rule),
                holds(grant, event.grant), holds(wake, event.wake), holds(callback, event.callback),
                holds(error, event.error), holds(code, event.code)
            else { return false }
            if let termination, event.termination?.code?.lowercased() != termination.lowercased() { return false }
            if let namespace, event.termination?.namespace != namespace { return false }
            if let writesReport, event.termination?.writesCrashReport != writesReport { return false }
            guard holds(message, event.message), holds(task, event.task), holds(remaining, event.remaining),
                holds(notification, event.notification)
            else {
                return false
            }
            guard let text else { return true }
            return [
                event.message, event.notification, event.reason, event.exception?.reason, event.evidence?.detail,
                event.termination?.explanation,
            ]
            .contains { $0?.contains(text) == true }
        }

        /// The pattern in words, in the form of a file.
        package var description: String {
            var parts: [String] = []
            // In the form that people write: these keys also give the kind.
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
            if let notification { parts.append("shown: \(notification)") }
            if let text { parts.append("text: \(text)") }
            return parts.joined(separator: ", ")
        }
    }

    /// An instant that an expectation names: an offset from the start or from a step.
    package struct Instant: Sendable, Hashable {
        package var label: String?
        package var offsetNanoseconds: Int64
    }

    /// An expectation of a scenario.
    package struct Expectation: Sendable {
        package enum Kind: Sendable {
            /// The state at an instant, or at the end.
            case state(ApplicationState, at: Instant?)
            /// The grants at an instant, or at the end; the foreground is one of them.
            case grants([Grant], at: Instant?)
            /// The time for which the app ran in the background, from its last entry on.
            case alive(Duration)
            /// A line is in the timeline, this often if a count is given, and at an instant if one is given.
            case event(Pattern, at: Instant?, count: Int?)
            /// No such line is in the timeline, between two instants if they are given.
            case never(Pattern, from: Instant?, to: Instant?)
            /// These lines are in the timeline in this order.
            case order([Pattern])
        }

        package var kind: Kind
        /// The largest allowed error of an instant or a duration.
        package var tolerance: Duration
        package var place: Place
    }
}
