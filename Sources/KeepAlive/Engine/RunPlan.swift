import KeepAlivePolicy

/// What a run is to do: the script of the user, and the choices that the app does not make itself.
package struct RunPlan: Sendable {
    /// When home is pressed, after the launch.
    package var backgroundAfter: Duration?
    /// When the user returns, after the launch.
    package var foregroundAfter: Duration?
    /// When the run ends, after the launch.
    package var endAfter: Duration?
    /// The factor on every duration of the policy, above 0.
    package var timeScale: Double
    /// What the user answers when asked for location.
    package var locationAuthorization: LocationAuthorization
    /// How long a running app has after SIGTERM (LC-12).
    package var terminationGrace: Duration

    /// How often the workload's counters are read while it can run; `nil` for not at all.
    package var sampleEvery: Duration?
    /// Whether the loop of the player is pure silence (AS-37).
    package var loopIsSilent = true
    /// What the app's own code does when it is called.
    package var behaviour: AppBehaviour
    /// Whether the run goes on when the app has no process, until its time is over: a wake may launch it again.
    package var outlivesProcess: Bool
    /// Whether the timeline tells what freezes, and why; not where runs follow each other on one machine.
    package var tellsFreezer = true
    /// Whether the app is launched at the start, or only when something launches it.
    package var launchesAtStart: Bool

    package init(
        backgroundAfter: Duration? = nil, foregroundAfter: Duration? = nil, endAfter: Duration? = nil,
        timeScale: Double = 1, locationAuthorization: LocationAuthorization = .authorizedAlways,
        terminationGrace: Duration = .seconds(5), behaviour: AppBehaviour = AppBehaviour(),
        outlivesProcess: Bool = false, launchesAtStart: Bool = true
    ) {
        self.backgroundAfter = backgroundAfter
        self.foregroundAfter = foregroundAfter
        self.endAfter = endAfter
        self.timeScale = timeScale
        self.locationAuthorization = locationAuthorization
        self.terminationGrace = terminationGrace
        self.behaviour = behaviour
        self.outlivesProcess = outlivesProcess
        self.launchesAtStart = launchesAtStart
    }
}
