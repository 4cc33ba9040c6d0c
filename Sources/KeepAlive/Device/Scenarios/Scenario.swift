import KeepAliveEngine
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport
import KeepAliveStrategies

/// A scripted life of an app: the app, the events that concern the app, and the expectations.
package struct Scenario: Sendable {
    /// The subject of the scenario, in one line.
    package var name: String
    /// The rules that the scenario tests.
    package var rules: [RuleID]
    /// The iOS versions on which the scenario is played. If empty, the scenario is played on the version that the
    /// command line names, or on the newest version.
    package var versions: [IOSVersion]
    /// The interpretation, which says which sources the rules follow where sources contradict each other; `nil` if the
    /// scenario names none.
    package var reading: PolicyReading?
    /// Constants and switches that replace values of the iOS version and of the interpretation.
    package var overrides: [ProfileOverride]
    package var app: App
    /// The device at the start of the scenario.
    package var device: Device
    /// True if the app is launched at the start of the scenario.
    package var launches: Bool
    /// The steps, in the order in which they are carried out.
    package var steps: [Step]
    package var expectations: [Expectation]
    /// The time from the start to the end of the scenario; `nil` if the scenario does not set its end.
    package var end: Duration?
    /// The observation on a device that the scenario reproduces; `nil` if there is none.
    package var observation: Observation?
    /// The file and the line where the scenario begins.
    package var place: Place

    /// The app of a scenario: its manifest, its strategies and its scripted code.
    package struct App: Sendable {
        package var manifest: Manifest
        /// The path of the app's Info.plist, relative to the scenario's file.
        package var infoPlist: String?
        package var strategies: [String] = []
        package var options = StrategyOptions()
        package var authorization = LocationAnswer.authorizedAlways
        package var behaviour = AppBehaviour()
        /// The app's actions in its callbacks, by the name of the callback.
        package var reactions: [String: [AppAction]] = [:]
        /// The memory that is freed when the app is purged, in MB.
        package var megabytes = 100
    }

    /// The device of a scenario, with the other apps that run on it.
    package struct Device: Sendable {
        package var conditions = DeviceConditions()
        /// Other apps that iOS may purge when memory runs short.
        package var others: [Jetsam.Candidate] = []
        /// The speed at which the virtual receiver moves, in metres per second.
        package var metresPerSecond = 1.4
        /// The number of CPUs that the app's processes can use at once.
        package var cpuCount = 1
    }

    /// A line of a scenario file, to which messages refer.
    package struct Place: Sendable, Hashable {
        package var file: String
        package var line: Int
    }

    /// A step of the scenario, with the actions that are carried out at one instant.
    package struct Step: Sendable {
        /// The time at which a step is carried out.
        package enum Time: Sendable {
            /// The given time after the start of the scenario.
            case at(Duration)
            /// The given time after the previous step.
            case after(Duration)
            /// The given time after an event that matches the pattern. The first such event since the previous step
            /// counts.
            case when(Pattern, after: Duration)
        }

        package var time: Time
        package var actions: [Action]
        /// The name by which expectations refer to the instant at which the step is carried out.
        package var label: String
        package var place: Place
    }

    /// An action of a step, and who performs it.
    package enum Action: Sendable {
        /// An action of iOS, the user or the machine.
        case system(SystemAction)
        /// An action of the app's own code. A suspended app performs the action when it runs again (LC-27).
        case app(AppAction)
    }

    /// The actions of the user, iOS and the machine in a scenario.
    package enum SystemAction: Sendable {
        /// Reports an event to the policy.
        case happen(PolicyEvent)
        /// Locks the screen, as the user does.
        case lock
        /// Makes the receiver of locations fail or answer again.
        case receiver(answers: Bool)
        /// Makes the sound device fail or play again.
        case soundDevice(plays: Bool)
        /// Adds a resource to the virtual server at a URL.
        case serve(VirtualResource, url: String)
        /// Makes memory run short, so that iOS must free the given amount by purging apps.
        case memoryNeeded(megabytes: Int)
        /// Sets the load of the app from now on: the CPUs that it uses, such as 0.95, and its wakeups per second.
        case load(cpu: Double?, wakeups: Double?)
        /// Ends the app's process, without an order of the policy.
        case exit(ProcessStatus)

        /// True if the action needs a virtual process, which exists only in memory.
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
    /// Writes the value of `backgroundTimeRemaining` into the timeline.
    case askTimeRemaining
    case log(String)
    /// Reports any other call of the app to the policy.
    case report(PolicyEvent)
}

extension Scenario {
    /// The background modes that the scenario's strategies and actions use. A run needs the sound device for `audio`,
    /// and the location receiver for `location`.
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

    /// A pattern for lines of the timeline. A line matches if it has the value of every field that is not `nil`.
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
        /// A part of the line's message, notification, reason, evidence, or text of an exception or termination.
        package var text: String?
        /// The termination's code; `namespace` is its namespace, and `writesReport` says whether it leaves a crash
        /// report.
        package var termination: String?
        package var namespace: String?
        package var writesReport: Bool?
        /// The complete message of the line.
        package var message: String?
        /// The number of the background task that the line names.
        package var task: Int?
        /// The remaining seconds of the time budget that the line names.
        package var remaining: Double?
        /// The identifier of the notification that the line names.
        package var notification: String?

        package init() {}

        /// Returns whether a line of the timeline matches the pattern.
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

        /// The pattern in the notation of scenario files.
        package var description: String {
            var parts: [String] = []
            // The keys `killed`, `state` and `called` imply the kind of the event, so the kind is left out beside them.
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

    /// An instant of an expectation: an offset from the step with the label, or from the start of the scenario if the
    /// label is `nil`.
    package struct Instant: Sendable, Hashable {
        package var label: String?
        package var offsetNanoseconds: Int64
    }

    package struct Expectation: Sendable {
        package enum Kind: Sendable {
            /// The state of the app at an instant, or at the end if the instant is `nil`.
            case state(ApplicationState, at: Instant?)
            /// The exact set of grants at an instant, or at the end if the instant is `nil`. The foreground counts as
            /// a grant.
            case grants([Grant], at: Instant?)
            /// The time for which the app ran in the background after its last entry into the background.
            case alive(Duration)
            /// A line of the timeline matches the pattern. If `count` is not `nil`, exactly that many lines match; if
            /// `at` is not `nil`, a matching line is at that instant.
            case event(Pattern, at: Instant?, count: Int?)
            /// No line of the timeline between the two instants matches the pattern; a `nil` instant sets no limit.
            case never(Pattern, from: Instant?, to: Instant?)
            /// The timeline has lines that match the patterns, in the order of the patterns.
            case order([Pattern])
        }

        package var kind: Kind
        /// The largest permitted deviation of an instant or a duration.
        package var tolerance: Duration
        package var place: Place
    }
}
