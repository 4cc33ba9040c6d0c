import KeepAliveEngine
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

/// The result of playing a scenario once.
package struct ScenarioResult: Sendable {
    /// The scenario's name, which states its subject in one line.
    package var name: String
    /// The iOS version on which the scenario was played.
    package var ios: IOSVersion
    /// The rules that the scenario tests.
    package var rules: [RuleID]
    /// The observation on a device that the scenario reproduces; `nil` if there is none.
    package var observation: Observation?
    /// The file and the line where the scenario begins.
    package var place: Scenario.Place
    /// The expectations that were not met.
    package var failures: [ScenarioCheck.Failure]
    /// The events of the timeline, in order.
    package var timeline: [TimelineEvent]
    /// The number of expectations of the scenario.
    package var expectations: Int
    /// The device time from the start to the end, in seconds.
    package var deviceSeconds: Double
    /// The real time that playing the scenario took, in seconds.
    package var realSeconds = 0.0
    /// The explanation of the app's last state; `nil` if the scenario was cut short.
    package var explanation: Explanation?

    /// True if all expectations were met.
    package var passed: Bool { failures.isEmpty }

    package init(
        _ scenario: Scenario, ios: IOSVersion, failures: [ScenarioCheck.Failure], timeline: [TimelineEvent],
        deviceSeconds: Double, explanation: Explanation?
    ) {
        name = scenario.name
        observation = scenario.observation
        self.ios = ios
        rules = scenario.rules
        place = scenario.place
        self.failures = failures
        self.timeline = timeline
        expectations = scenario.expectations.count
        self.deviceSeconds = deviceSeconds
        self.explanation = explanation
    }
}

extension Scenario {
    /// Returns the profile for playing the scenario: the rules of the iOS version in an interpretation, changed by the
    /// scenario's overrides and then by the caller's overrides.
    ///
    /// - Parameters:
    ///   - version: the profile of the iOS version.
    ///   - chosen: the caller's interpretation of the sources; `nil` for the scenario's interpretation.
    ///   - overrides: the caller's constants and switches, which take precedence over all others.
    /// - Throws: ``KeepAliveError`` with code `usage` for an unknown constant.
    package func profile(
        _ version: PolicyProfile, reading chosen: PolicyReading? = nil, overrides: [ProfileOverride] = []
    ) throws -> PolicyProfile {
        try version.reading(chosen ?? reading ?? .apple).applying(self.overrides + overrides)
    }
}

/// Plays scenarios on virtual time.
package enum ScenarioSimulation {
    /// Plays a scenario once and returns its result.
    ///
    /// - Parameters:
    ///   - ios: the iOS version to simulate.
    ///   - reading: the interpretation of the sources; `nil` for the scenario's interpretation.
    ///   - overrides: constants and switches that replace values of the iOS version and of the scenario.
    /// - Throws: ``KeepAliveError`` for an unknown strategy or constant.
    package static func play(
        _ scenario: Scenario, ios: IOSVersion, reading: PolicyReading? = nil, overrides: [ProfileOverride] = []
    ) throws -> ScenarioResult {
        try play(
            scenario, profile: scenario.profile(PolicyProfile(version: ios), reading: reading, overrides: overrides))
    }

    /// Plays a scenario once with the caller's profile, ignoring the scenario's interpretation and overrides, and
    /// returns the result.
    package static func play(_ scenario: Scenario, profile: PolicyProfile) throws -> ScenarioResult {
        let player = ScenarioPlayer(scenario)
        _ = try play(scenario, profile: profile, with: player)
        return player.result(of: scenario, ios: profile.version)
    }

    /// Plays a scenario once with the caller's profile and player.
    ///
    /// - Parameter player: plays the steps and records the events.
    /// - Returns: the engine in its state at the end of the scenario.
    static func play(_ scenario: Scenario, profile: PolicyProfile, with player: ScenarioPlayer) throws -> Engine {
        let scheduler = VirtualScheduler()
        let receiver = VirtualLocationSource(scheduler: scheduler, metresPerSecond: scenario.device.metresPerSecond)
        let strategies = try player.strategies()
        let engine = Engine(
            machine: PolicyMachine(
                profile: profile, manifest: scenario.app.manifest, conditions: scenario.device.conditions,
                monitorsUsage: true, cpuCount: scenario.device.cpuCount),
            scheduler: scheduler, workload: VirtualWorkload(scheduler: scheduler),
            audio: VirtualAudioOutput(scheduler: scheduler), location: receiver,
            transfers: VirtualTransfers(scheduler: scheduler), strategies: { strategies },
            plan: player.plan, record: { player.record($0) })
        player.begin(with: engine)
        let device = Device(conditions: scenario.device.conditions)
        device.add(engine, name: scenario.app.manifest.bundleIdentifier)
        defer { withExtendedLifetime(device) {} }
        try engine.start()
        // A step with a condition may move the end, so the end is computed again in each round.
        var timersLeft = ScenarioPlayer.timersMax
        while !engine.endingAsPlanned {
            timersLeft -= scheduler.advance(
                by: max(.nanoseconds(1), player.end - (scheduler.now - .zero)), makingAtMost: timersLeft)
            if timersLeft == 0 { player.runOutOfTimers() }
        }
        return engine
    }

    /// Returns the iOS versions on which a scenario is played. A chosen version replaces the versions of the
    /// scenario.
    package static func versions(of scenario: Scenario, chosen: IOSVersion?) -> [IOSVersion] {
        if let chosen { return [chosen] }
        return scenario.versions.isEmpty ? [ProfileCatalogue.newest.version] : scenario.versions
    }
}
