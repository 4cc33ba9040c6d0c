import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveStrategies

/// The app of a scenario, which performs the scenario's actions in the app's callbacks and at the steps of the
/// timeline.
struct ScriptedApp: ScriptedStrategy {
    static let descriptor = StrategyDescriptor(name: "scripted", summary: "what a scenario says")

    private let reactions: [String: [AppAction]]
    private let steps: [[AppAction]]
    private let catchesExceptions: Bool
    /// The identifiers of the live background tasks, by the name of the task.
    private var tasks: [String: [BackgroundTaskIdentifier]] = [:]

    init(options: StrategyOptions) {
        self.init(reactions: [:], steps: [], options: options)
    }

    init(reactions: [String: [AppAction]], steps: [[AppAction]], options: StrategyOptions) {
        self.reactions = reactions
        self.steps = steps
        catchesExceptions = options.catchesExceptions
    }

    mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        try perform(reactions[callback.name] ?? [], host: host)
    }

    /// The text for a `backgroundTimeRemaining` of `DBL_MAX`: the first digits as a phone prints them with `%f`, and
    /// the meaning (BT-30).
    private static let unlimited = "17976931348623157…, unlimited"

    mutating func carryOut(step: Int, host: any StrategyHost) throws { try perform(steps[step], host: host) }

    private mutating func perform(_ actions: [AppAction], host: any StrategyHost) throws {
        for action in actions {
            do {
                try perform(action, host: host)
            } catch let error as AppleException {
                guard catchesExceptions else { throw error }
                host.log("caught: \(error.name): \(error.reason)")
            } catch {
                host.log("failed: \(error)")
            }
        }
    }

    mutating func perform(_ action: AppAction, host: any StrategyHost) throws {
        switch action {
        case .beginTask(let name, let hasHandler):
            let identifier = host.beginBackgroundTask(named: name, hasExpirationHandler: hasHandler)
            if identifier == .invalid {
                host.log("beginBackgroundTask returned .invalid")
            } else {
                tasks[name, default: []].append(identifier)
            }
        case .endTask(let name):
            let identifier = tasks[name]?.popLast() ?? BackgroundTaskIdentifier(rawValue: 9999)
            host.endBackgroundTask(name == "invalid" ? .invalid : identifier)
        case .setCategory(let configuration): try host.report(.audioCategorySet(configuration))
        case .activateSession(let configuration): try host.report(.audioSessionActivated(configuration))
        case .play: if !host.play() { host.log("play() returned false") }
        case .pause: host.pause()
        case .requestAuthorization: _ = host.requestAlwaysAuthorization()
        case .allowBackgroundLocation(let value): try host.setAllowsBackgroundLocationUpdates(value)
        case .startLocation(let pauses): host.startUpdatingLocation(pausesAutomatically: pauses)
        case .stopLocation: host.stopUpdatingLocation()
        case .askTimeRemaining:
            let remaining = host.backgroundTimeRemaining
            host.log("backgroundTimeRemaining = \(remaining < 1e300 ? Figures.fixed(remaining, 3) : Self.unlimited)")
        case .log(let text): host.log(text)
        case .report(let call): try host.report(call)
        }
    }
}
