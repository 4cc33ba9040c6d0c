import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveStrategies

/// Runs a strategy on virtual time, for authors of strategies. The device has no failures, the app has no process, and
/// the run never waits in real time.
///
/// ```swift
/// let simulation = try StrategySimulation(of: MyStrategy.self, modes: [.audio], ios: "12.4", for: .seconds(600))
/// #expect(simulation.lastState == .suspended)
/// ```
public struct StrategySimulation: Sendable {
    /// The state of the app at the end of the simulation.
    public let lastState: ApplicationState
    /// The device seconds from the entry into the background until the app left that state, or until the simulation
    /// ended. `nil` if the app was never in the background.
    public let aliveInBackgroundSeconds: Double?
    /// The rule of the last change of state; `nil` if the state has not changed.
    public let rule: RuleID?
    /// The reason for the last change of state, as human-readable text; `nil` if the state has not changed.
    public let reason: String?
    /// The termination of the app by iOS; `nil` if iOS did not terminate the app.
    public let termination: Termination?
    /// The exceptions that were raised in the app.
    public let exceptions: [AppleException]
    /// The lines of the timeline, as `keepalive-run` prints them.
    public let timeline: [String]

    /// Runs a strategy: launches the app, presses home after one second, and lets device time pass.
    ///
    /// - Parameters:
    ///   - strategy: the type of the strategy.
    ///   - modes: the background modes that the app declares.
    ///   - ios: the iOS version in the form of `--ios`; `nil` for the newest profile.
    ///   - reading: the interpretation, which says which sources the rules follow where sources contradict each other,
    ///     such as `.apple` or `.articles`.
    ///   - options: the options for the strategy, as on the command line.
    ///   - duration: the device time after home is pressed.
    /// - Throws: ``KeepAliveError`` with code `usage` for a version without a profile.
    public init(
        of strategy: any KeepAliveStrategy.Type, modes: [BackgroundMode] = [], ios: String? = nil,
        reading: PolicyReading = .apple, options: StrategyOptions = StrategyOptions(), for duration: Duration
    ) throws {
        var manifest = Manifest.withUsageStrings
        manifest.declare(modes)
        let text = TimelineText(colours: false)
        var lines: [String] = []
        let run = try VirtualRun(
            strategy: StrategyFactory(strategy), options: options, manifest: manifest,
            profile: (try ios.map(ProfileCatalogue.profile(named:)) ?? ProfileCatalogue.newest).reading(reading),
            duration: duration
        ) { if let line = text.line(for: $0) { lines.append(line) } }
        let exit = run.summary.exit
        lastState = exit.termination == nil ? exit.lastState : .terminated
        aliveInBackgroundSeconds = exit.aliveInBackgroundSeconds
        rule = exit.rule
        reason = exit.reason
        termination = exit.termination
        exceptions = exit.exceptions
        timeline = lines
    }
}
