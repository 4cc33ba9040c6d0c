import KeepAlivePolicy

/// The scenario that plays a report's end again, and the test of an app in which the same must not happen.
package struct Reproduction: Sendable {
    /// What the app is: the lines of the key `app`, in flow style, without what it does wrong.
    private var app: [String] = []
    /// What the app does wrong.
    private var mistake: [String] = []
    private var isLaunched = true
    /// What happens to the app, a step each.
    private var steps: [String] = []
    /// What the app does wrong by itself, as steps: before what happens to it, and after that.
    private var mistakes: [String] = []
    private var lateMistakes: [String] = []
    private var expectation: String
    /// `nil` if the end is no fault of the app, so that there is nothing to test.
    private var unwanted: String? = "{never: killed}"
    private var end = "15m"
    private var constants: [(name: String, value: String)] = []
    /// A whole scenario's app and timeline, in place of the parts above.
    private var whole: String?
    private let explanation: CrashExplanation

    /// The scenarios as YAML: one that plays the end again, and one to run beside the app, which must not end so.
    package var text: String {
        let version = explanation.profile.version
        var lines = ["# \(explanation.terms.title)."]
        if let assumption = explanation.assumption {
            lines.append("# The rules of iOS \(version) were taken: \(assumption).")
        }
        lines += ["scenario: as in the report, \(name)"] + common
        if let whole {
            lines += whole.split(separator: "\n").map(String.init)
        } else {
            lines += block("app", app + mistake, isLaunched: isLaunched)
            lines += timeline(mistakes + steps + lateMistakes)
        }
        lines += ["end: \(end)", "expect:", "  - \(expectation)"]
        guard let unwanted else { return lines.joined(separator: "\n") + "\n" }
        lines += [
            "---",
            "# For your app: 'run --scenario' with the line of this scenario fails as long as the app is ended so, or ends by",
            "# itself. Its own Info.plist may be named here: app: {info-plist: Info.plist}",
            "\(Self.testBegin), \(name)",
        ]
        lines += common
        lines += block("app", app, isLaunched: isLaunched) + timeline(steps)
        lines += ["end: \(end)", "expect:", "  - \(unwanted)"]
        // An app that ends by itself has shown nothing.
        if explanation.kill != .terminationWatchdog, let end = Duration(parsing: end) {
            lines.append("  - {never: exited, to: \(CrashExplanation.number((end / .seconds(1)) - 1))s}")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The beginning of the line of each test of an app.
    package static let testBegin = "scenario: the app is not ended so"

    private var name: String { "\(explanation.kill.rawValue)" }

    private var common: [String] {
        var lines = ["ios: \"\(explanation.profile.version)\""]
        if let rule = explanation.rule { lines.insert("rules: [\(rule)]", at: 0) }
        if !constants.isEmpty {
            lines.append("profile: {\(constants.map { "\($0.name): \($0.value)" }.joined(separator: ", "))}")
        }
        return lines
    }

    private func block(_ name: String, _ parts: [String], isLaunched: Bool) -> [String] {
        (parts.isEmpty ? [] : ["\(name): {\(parts.joined(separator: ", "))}"]) + (isLaunched ? [] : ["launched: false"])
    }

    private func timeline(_ steps: [String]) -> [String] {
        steps.isEmpty ? [] : ["timeline:"] + steps.map { "  - \($0)" }
    }

    /// Creates the reproduction of a report's end; `nil` if no scenario can play it.
    package init?(_ explanation: CrashExplanation) {
        self.explanation = explanation
        let profile = explanation.profile
        let rule = explanation.rule.map { ", rule: \($0)" } ?? ""
        func killed(_ code: TerminationCode, at instant: String? = nil) -> String {
            "{killed: \"\(code.rawValue)\"\(rule)\(instant.map { ", at: \($0), within: 100ms" } ?? "")}"
        }
        expectation = "{event: terminated\(rule)}"
        let stated = explanation.limit?.differing(in: explanation.report)
        let limit = stated.map { Duration.seconds(clamping: $0) } ?? explanation.limit?.value ?? .zero
        let seconds = CrashExplanation.number(limit / .seconds(1)) + "s"
        if let stated, let limit = explanation.limit {
            constants.append((limit.constant, CrashExplanation.number(stated) + "s"))
        }
        switch explanation.kill {
        case .launchWatchdog:
            mistake = ["takes: {didFinishLaunching: 3h}"]
            expectation = killed(.watchdog, at: seconds)
            end = Self.end(after: limit)
        case .backgroundLaunchWatchdog, .backgroundLaunchCPU:
            // Before silent pushes, what launches an app has to be asked for by a launch that returns.
            guard profile.version >= IOSVersion(7) else { return nil }
            isLaunched = false
            app = ["modes: [remote-notification]"]
            steps = ["{at: 2s, name: wake, do: {push: silent}}"]
            mistake = ["takes: {didFinishLaunching: 3h}"]
            if explanation.kill == .backgroundLaunchCPU {
                mistakes = ["{at: 1s, do: {load: {cpu: 100%}}}"]
                expectation = killed(.watchdog)
            } else {
                expectation = killed(.watchdog, at: "wake + \(seconds)")
            }
            end = Self.end(after: limit)
        case .enterForegroundWatchdog:
            app = Self.withoutScenes(profile)
            mistake = ["takes: {willEnterForeground: 3h}"]
            steps = ["{at: 20s, do: home}", "{at: 60s, do: return}"]
            expectation = killed(.watchdog, at: "return + \(seconds)")
            end = Self.end(after: limit + .seconds(60))
        case .enterBackgroundWatchdog:
            mistake = ["takes: {didEnterBackground: 3h}"]
            steps = ["{at: 20s, do: home}"]
            expectation = killed(.watchdog, at: "home + \(seconds)")
            end = Self.end(after: limit)
        case .terminationWatchdog:
            mistake = ["takes: {willTerminate: 3h}"]
            steps = ["{at: 20s, do: {terminate: an update}}"]
            expectation = killed(.watchdog, at: "terminate + \(seconds)")
            unwanted = "{never: {killed: \"\(TerminationCode.watchdog.rawValue)\"}}"
            end = Self.end(after: limit)
        case .taskOverrun:
            mistake = ["on: {didEnterBackground: [{begin-task: leaked}]}"]
            steps = ["{at: 20s, do: home}"]
            expectation = "{killed: \"\(profile.finishTaskOverrunCode)\"\(rule)}"
            end = "\(Int(clamping: 60 + max(limit, profile.finishTaskBudget).inSeconds))s"
        case .wakeOverrun:
            guard profile.version >= IOSVersion(7) else { return nil }
            mistake = ["completes-wakes: never"]
            let said = explanation.report.said
            if said.contains("remote") || said.contains("push") {
                app = ["modes: [remote-notification]"]
                steps = ["{at: 20s, do: home}", "{at: 100s, do: {push: silent}}"]
            } else {
                app = ["modes: [fetch]"]
                steps = ["{at: 1s, do: {fetch-interval: minimum}}", "{at: 20s, do: home}", "{at: 100s, do: fetch}"]
            }
            expectation = killed(profile.features.wakeOverrunCodes ? .backgroundFetch : .watchdog)
            end = "3m"
        case .sessionOverrun:
            mistake = ["completes-wakes: never"]
            steps = [
                "{at: 1s, do: [{create-session: files}, {start-transfer: files}]}", "{at: 20s, do: home}",
                "{at: 5m, do: {transfers-finished: files}}",
            ]
            expectation = killed(profile.features.wakeOverrunCodes ? .urlSession : .watchdog)
            end = "10m"
        case .tooManyTasks:
            mistakes = ["{at: 1s, do: {begin-task: leaked}, times: 1000}"]
            expectation = killed(.tooManyTasks)
        case .lockedFile:
            mistakes = ["{at: 1s, do: {lock-file: group/store.sqlite}}"]
            steps = ["{at: 20s, do: home}"]
            expectation = killed(.lockedFile)
            end = "1m"
        case .unreportedCall:
            app = ["modes: [voip]"]
            mistake = ["takes: {didFinishLaunching: 15s}"]
            isLaunched = false
            steps = ["{at: 5s, do: voip-push}"]
            expectation = killed(.unreportedCall)
            end = "1m"
        case .voipResumes:
            app = ["modes: [voip]", "completes-wakes: after 1s"]
            let isSocket = profile.version < IOSVersion(10)
            // From iOS 10 to 12 a push keeps the app awake for so long that fewer fit into the window.
            let keepsAwake = !isSocket && profile.features.voipPushKeepsAwake
            if keepsAwake { constants.append(("voipResumesMax", "5")) }
            steps =
                (isSocket ? ["{at: 1s, do: [{sockets: 1}, {tag-socket: on}]}"] : []) + ["{at: 2s, do: home}"]
                + (1...(keepsAwake ? 6 : 16)).map {
                    "{at: \(100 + (keepsAwake ? 40 : 15) * $0)s, name: wake-\($0), do: \(isSocket ? "socket-data" : "voip-push")}"
                }
            expectation = killed(.voipResumes)
            unwanted = nil
        case .thermal:
            mistake = ["on: {didEnterBackground: [{begin-task: work}]}"]
            steps = ["{at: 20s, do: home}", "{at: 30s, do: {thermal-state: critical}}"]
            expectation = killed(.thermal)
            unwanted = nil
        case .diskSpace:
            steps = ["{at: 20s, do: home}", "{at: 60s, do: disk-space-short}"]
            expectation = killed(.diskSpace)
            unwanted = nil
        case .cpuLimit: reproduceCPU(profile)
        case .wakeupsLimit:
            constants.append(("wakeupLimitKills", "true"))
            if profile.wakeupLimitPerSecond == nil { constants.append(("wakeupLimit", "150")) }
            keepAwake(profile)
            lateMistakes = ["{at: 21s, do: {load: {wakeups: 1000}}}"]
        case .memoryLimit:
            if explanation.report.visibility == .background {
                mistake = ["on: {didEnterBackground: [{begin-task: work}]}"]
                steps = ["{at: 20s, do: home}"]
            }
            lateMistakes = ["{at: 21s, do: memory-limit}"]
        case .memoryPressure:
            steps = ["{at: 20s, do: home}", "{at: 60s, do: purge}"]
            unwanted = nil
        case .forceQuit:
            steps = ["{at: 20s, do: force-quit}"]
            expectation = "{killed: \"\(TerminationCode.forceQuit.rawValue)\"}"
            unwanted = nil
        case .privacyChange:
            guard explanation.report.namespace != "TCC" else { return nil }
            steps = ["{at: 20s, do: home}", "{at: 60s, do: {privacy-setting: photos}}"]
            unwanted = nil
        case .backgroundException:
            guard let exception = explanation.exception else { return nil }
            whole = exception.scenario
            expectation = "{exception: \"\(exception.raises ?? exception.phrase)\", rule: \(exception.rule)}"
            unwanted = "{never: exception}"
            end = "5m"
        default: return nil
        }
    }

    /// A limit that the newest version has, for one that has none.
    private static func newest(
        _ name: String, _ limit: KeyPath<PolicyProfile, Duration?>
    ) -> [(name: String, value: String)] {
        ProfileCatalogue.newest[keyPath: limit].map { [(name, CrashExplanation.number($0 / .seconds(1)) + "s")] } ?? []
    }

    /// The end of a scenario whose last step is 20 s after its beginning, or that a limit before.
    private static func end(after limit: Duration) -> String {
        CrashExplanation.number((limit / .seconds(1)).rounded(.up) + 40) + "s"
    }

    private static func withoutScenes(_ profile: PolicyProfile) -> [String] {
        ["scenes: false"] + (profile.switches.requiresScenes ? ["linked-sdk: \"26.0\""] : [])
    }

    private mutating func reproduceCPU(_ profile: PolicyProfile) {
        let use = explanation.report.resource
        if explanation.isCallLimit {
            app = ["modes: [location, voip]"]
            constants = profile.callCPULimit == nil ? Self.newest("callCPULimit", \.callCPULimit) : []
        } else if profile.cpuLimit == nil, let limit = use?.limit, let span = use?.limitSpan,
            span >= 1,
            span <= 3600, limit > 0, limit <= 100
        {
            constants = [
                ("cpuLimit", CrashExplanation.number(limit / 100 * span) + "s"),
                ("cpuLimitWindow", CrashExplanation.number(span) + "s"),
            ]
        } else if profile.cpuLimit == nil {
            constants = Self.newest("cpuLimit", \.cpuLimit)
        }
        keepAwake(profile)
        lateMistakes = ["{at: 21s, do: {load: {cpu: 100%}}}"]
    }

    /// Lets the app stream its location, so that it runs in the background for long.
    private mutating func keepAwake(_ profile: PolicyProfile) {
        if app.isEmpty { app = ["modes: [location]"] }
        steps = [
            "{at: 1s, do: [request-location-authorization, {allow-background-location: true}, {start-location: {pauses: false}}]}",
            "{at: 20s, do: home}",
        ]
        end = "30m"
    }
}
