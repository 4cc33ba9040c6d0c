import KeepAlivePolicy

/// The plan of a run: the scripted actions of the user, and the reactions of an app whose own code is not connected to
/// the runner.
package struct RunPlan: Sendable {
    /// The time from the launch until the user presses home; `nil` if the user does not.
    package var backgroundAfter: Duration?
    /// The time from the launch until the user returns to the app; `nil` if the user does not.
    package var foregroundAfter: Duration?
    /// The time from the launch to the end of the run; `nil` if no end is planned.
    package var endAfter: Duration?
    /// The factor on every duration of the policy, above 0.
    package var timeScale: Double
    /// The user's answer to the request for location authorization.
    package var locationAuthorization: LocationAnswer
    /// The time that a running app has to end after SIGTERM (LC-12).
    package var terminationGrace: Duration

    /// The interval at which the workload's counters are read while the workload can run; `nil` if they are not read.
    package var sampleEvery: Duration?
    /// True if the sound that a strategy's player repeats is pure silence (AS-37).
    package var loopIsSilent = true
    /// The app's reactions to callbacks, for an app whose own code is not connected to the runner.
    package var behaviour: AppBehaviour
    /// True if the run continues without a process until its time is over, because a wake may launch the app again.
    package var outlivesProcess: Bool
    /// True if the timeline names the freezer and the reason for its choice; false if an earlier run has named the same
    /// freezer.
    package var tellsFreezer = true
    /// True if the timeline has an event for each fix; false if it has one for the first fix only.
    package var tellsEveryFix = true
    /// True if the app is launched at the start of the run; false if only another event launches the app.
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
