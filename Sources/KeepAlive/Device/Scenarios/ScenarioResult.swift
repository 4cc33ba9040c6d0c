import KeepAliveEngine
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

/// The result of a scenario.
package struct ScenarioResult: Sendable {
    /// The subject of the scenario.
    package var name: String
    /// The version that it was played on.
    package var ios: IOSVersion
    /// The rules that it proves.
    package var rules: [RuleID]
    /// The observation on a device that the scenario repeats.
    package var observation: Observation?
    /// The file and line where it begins.
    package var place: Scenario.Place
    /// The expectations that were not met.
    package var failures: [ScenarioCheck.Failure]
    /// All events.
    package var timeline: [TimelineEvent]
    /// The number of expectations.
    package var expectations: Int
    /// Device seconds from the start to the end.
    package var deviceSeconds: Double
    /// Real seconds that playing it took.
    package var realSeconds = 0.0
    /// The explanation of the app's last state.
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
    /// Returns the rules that it is played by: the version's, as the reading has them, with the scenario's values and then
    /// those of the caller.
    ///
    /// - Parameters:
    ///   - version: the rules of the version.
    ///   - chosen: the caller's reading, which replaces the scenario's.
    ///   - overrides: the caller's values, which win over all others.
    /// - Throws: ``KeepAliveError`` with code `usage` for a constant that is not known.
    package func profile(
        _ version: PolicyProfile, reading chosen: PolicyReading? = nil, overrides: [ProfileOverride] = []
    ) throws -> PolicyProfile {
        try version.reading(chosen ?? reading ?? .apple).applying(self.overrides + overrides)
    }
}

/// Plays scenarios on virtual time.
package enum ScenarioSimulation {
    /// Plays a scenario once.
    ///
    /// - Parameters:
    ///   - ios: the version to play it on.
    ///   - reading: the sources that the rules follow, or `nil` for those of the scenario.
    ///   - overrides: constants and switches that differ from the version's and the scenario's.
    /// - Throws: ``KeepAliveError`` if a strategy or a constant is not known.
    package static func play(
        _ scenario: Scenario, ios: IOSVersion, reading: PolicyReading? = nil, overrides: [ProfileOverride] = []
    ) throws -> ScenarioResult {
        try play(
            scenario, profile: scenario.profile(PolicyProfile(version: ios), reading: reading, overrides: overrides))
    }

    /// Plays a scenario once, with a profile of the caller.
    package static func play(_ scenario: Scenario, profile: PolicyProfile) throws -> ScenarioResult {
        let player = ScenarioPlayer(scenario)
        _ = try play(scenario, profile: profile, with: player)
        return player.result(of: scenario, ios: profile.version)
    }

    /// Plays a scenario once.
    ///
    /// - Parameter player: records the events.
    /// - Returns: the engine, as it is at the end.
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
        // Each step with a condition may move the end.
        var timersLeft = ScenarioPlayer.timersMax
        while !engine.endingAsPlanned {
            timersLeft -= scheduler.advance(
                by: max(.nanoseconds(1), player.end - (scheduler.now - .zero)), makingAtMost: timersLeft)
            if timersLeft == 0 { player.runOutOfTimers() }
        }
        return engine
    }

    /// Returns the versions that a scenario is played on.
    package static func versions(of scenario: Scenario, chosen: IOSVersion?) -> [IOSVersion] {
        if let chosen { return [chosen] }
        return scenario.versions.isEmpty ? [ProfileCatalogue.newest.version] : scenario.versions
    }
}
