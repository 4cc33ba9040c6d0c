import KeepAlivePolicy

/// The plan of a run: the script of the user, and the choices that the app does not make itself.
package struct RunPlan: Sendable {
    /// The time from the launch to the press of home.
    package var backgroundAfter: Duration?
    /// The time from the launch to the user's return.
    package var foregroundAfter: Duration?
    /// The time from the launch to the end of the run.
    package var endAfter: Duration?
    /// The factor on every duration of the policy, above 0.
    package var timeScale: Double
    /// The user's answer when asked for location.
    package var locationAuthorization: LocationAnswer
    /// The time that a running app has after SIGTERM (LC-12).
    package var terminationGrace: Duration

    /// The interval at which the workload's counters are read while it can run; `nil` for not at all.
    package var sampleEvery: Duration?
    /// True when the loop of the player is pure silence (AS-37).
    package var loopIsSilent = true
    /// The reactions of the app's own code to its calls.
    package var behaviour: AppBehaviour
    /// True when the run goes on without a process until its time is over: a wake may launch the app again.
    package var outlivesProcess: Bool
    /// True when the timeline names the freezer and why it is used; false where runs follow each other on one machine.
    package var tellsFreezer = true
    /// True when each fix is an event of the timeline, false when only the first is.
    package var tellsEveryFix = true
    /// True when the app is launched at the start; false when only another event launches it.
    package var launchesAtStart: Bool

    package init(
        backgroundAfter: Duration? = nil, foregroundAfter: Duration? = nil, endAfter: Duration? = nil,
        timeScale: Double = 1, locationAuthorization: LocationAnswer = .authorizedAlways,
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
