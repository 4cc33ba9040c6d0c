/// The constants and texts of one iOS version.
///
/// Where sources disagree, the constant's note says which one the profile follows and why.
public struct PolicyProfile: Sendable, Hashable, Codable {
    /// The version whose behaviour this is.
    public var version: IOSVersion
    /// Which life cycle apps have in it (LC-01, LC-02).
    public var lifecycle: LifecycleEra

    /// From the last grant's end, or the return of `didEnterBackground`, to the freeze.
    public var suspensionDelay: Duration
    /// From the moment audio stops flowing to the end of its grant's protection.
    public var audioReleaseDelay: Duration
    /// From the moment location updates stop to the end of their grant's protection.
    public var locationReleaseDelay: Duration
    /// How long a player that was just started counts as playing before its device has proved it. Not iOS's: the
    /// machine's, so the time scale does not change it.
    public var audioEvidenceWindow: Duration

    /// What `backgroundTimeRemaining` starts from when the shared clock starts.
    public var finishTaskBudget: Duration
    /// From the start of the shared clock to the expiration handlers.
    public var finishTaskExpiration: Duration
    /// From the expiration handlers to the kill.
    public var finishTaskGrace: Duration
    /// From the expiration handlers to the "still not ended" line; `nil` where iOS prints none.
    public var stillHeldWarningDelay: Duration?
    /// The age from which a task that is live at background entry gets a warning; `nil` where iOS prints none.
    public var oldTaskWarningAge: Duration?
    /// The termination code of a task overrun.
    public var finishTaskOverrunCode: String
    /// The namespace of that code.
    public var finishTaskOverrunNamespace: String
    /// Whether the overrun leaves a crash report.
    public var finishTaskOverrunWritesReport: Bool
    /// How many live assertions end the process.
    public var finishTaskLimit: Int

    /// How long the app must stay put before automatic pausing stops its updates.
    public var locationPauseDelay: Duration
    /// How far from its place the app counts as still staying put, in metres.
    public var locationPauseRadiusMetres: Double
    /// The reason text of the exception of a missing `location` mode.
    public var missingLocationModeText: String
    /// The row of that text.
    public var missingLocationModeRule: RuleID

    /// The profile with every duration of iOS multiplied; what belongs to the machine stays.
    ///
    /// - Parameter factor: a finite factor above 0; 0.1 is ten times faster.
    public func scaled(by factor: Double) -> PolicyProfile {
        var scaled = self
        scaled.suspensionDelay = suspensionDelay.scaled(by: factor)
        scaled.audioReleaseDelay = audioReleaseDelay.scaled(by: factor)
        scaled.locationReleaseDelay = locationReleaseDelay.scaled(by: factor)
        scaled.finishTaskBudget = finishTaskBudget.scaled(by: factor)
        scaled.finishTaskExpiration = finishTaskExpiration.scaled(by: factor)
        scaled.finishTaskGrace = finishTaskGrace.scaled(by: factor)
        scaled.stillHeldWarningDelay = stillHeldWarningDelay?.scaled(by: factor)
        scaled.oldTaskWarningAge = oldTaskWarningAge?.scaled(by: factor)
        scaled.locationPauseDelay = locationPauseDelay.scaled(by: factor)
        return scaled
    }
}

/// One constant of a profile, as `keepalive-run list profiles` prints it.
public struct ProfileConstant: Sendable, Hashable, Codable {
    /// The name of the property.
    public var name: String
    /// The value as text, without its unit.
    public var value: String
    /// The unit: `s`, `m`, `assertions`, or empty for text.
    public var unit: String
    /// The rows that state it.
    public var rules: [RuleID]
    /// Why this value, where the sources leave it open or disagree; may be empty.
    public var note: String
}
