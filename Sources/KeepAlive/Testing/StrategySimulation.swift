import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveStrategies

/// Runs a strategy on virtual time, for authors of strategies: a perfect device, no process, no waiting.
///
/// ```swift
/// let simulation = try StrategySimulation(of: MyStrategy.self, modes: [.audio], ios: "12.4", for: .seconds(600))
/// #expect(simulation.lastState == .suspended)
/// ```
public struct StrategySimulation: Sendable {
    /// The state of the app at the end.
    public let lastState: ApplicationState
    /// Device seconds from the background entry to the end of that stay, or to the end of the simulation.
    public let aliveInBackgroundSeconds: Double?
    /// The rule of the last change of state.
    public let rule: RuleID?
    /// The reason of the last change of state, in words.
    public let reason: String?
    /// The termination by the system, if there was one.
    public let termination: Termination?
    /// The exceptions that were raised.
    public let exceptions: [AppleException]
    /// The timeline, one line for each event, as `keepalive-run` prints it.
    public let timeline: [String]

    /// Runs a strategy: the app is launched, home is pressed after a second, and device time passes.
    ///
    /// - Parameters:
    ///   - strategy: the strategy.
    ///   - modes: the background modes that the app declares.
    ///   - ios: the iOS version, as `--ios` takes it; the newest profile by default.
    ///   - reading: the sources that the rules follow where they contradict each other: `.apple`, or `.articles`.
    ///   - options: the options that the user chooses.
    ///   - duration: device time after home is pressed.
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
