/// The app's use of location, and the state of its updates.
struct LocationActivity: Sendable, Hashable {
    struct Updates: Sendable, Hashable {
        var startedInForeground: Bool
        var pausesAutomatically: Bool
        var paused = false
    }

    struct Place: Sendable, Hashable {
        var fix: LocationFix
        var since: MonotonicInstant
    }

    var authorization = LocationAuthorization.notDetermined
    /// The user was asked for when-in-use authorization only, and would allow more.
    var mayAskForAlways = false
    /// The user has allowed it for this process alone (CL-52).
    var isOnce = false
    /// The user has not yet said whether always is meant (CL-53).
    var isProvisional = false
    /// The callbacks that wait for that.
    var held: [LocationEvent] = []
    /// The user lets the app have exact positions (CL-49).
    var isPrecise = true
    /// The user does so for this use of the app (CL-51).
    var isPreciseForNow = false
    /// The app gets positions that are some kilometres wide, a few an hour (CL-49).
    var isCoarse: Bool { !isPrecise && !isPreciseForNow }
    /// The time of the last one.
    var lastCoarse: MonotonicInstant?
    var allowsBackgroundUpdates = false
    var updates: Updates?
    /// `requestLocation` waits for one fix (CL-21).
    var isRequested = false
    /// The receiver has been ordered: for authorized updates that were started and have not paused, or for one fix.
    var receiverRuns = false
    /// The receiver answers.
    var sessionActive = false
    var fixes = 0
    var fixMissing = false
    /// The app has been told, behind, that it may have the location only in front (CL-07).
    var deniedBehind = false
    /// Fixes that came while the app was suspended or deferred them. It gets them when it runs again (CL-08, CL-20).
    var queued: [LocationFix] = []
    /// The number of queued fixes that are kept, the latest. No source says how many iOS keeps.
    static let queueLimit = 1000
    /// The place where the app has been staying, for automatic pausing.
    var place: Place?
    var distanceFilter = 0.0
    var desiredAccuracy = 0.0
    var lastDelivered: LocationFix?
    /// The fix that answered the last `requestLocation`.
    var lastRequested: LocationFix?
    var showsIndicator = false
    var indicatorShown = false
    /// A `CLBackgroundActivitySession` that was created in the foreground (CL-09).
    var activitySession = false
    /// Access with when-in-use authorization ended with a pause, until the next launch (CL-12).
    var accessEnded = false
    var deferred = false
    var reason = Reason("CL-06", "")
    var suspensionReason = Reason("CL-23", "location updates ended")

    /// A `CLServiceSession` of this process; `hadServiceSession`: the app had one and did not invalidate it (CL-11).
    var serviceSession = false
    /// This process has started the monitoring of significant changes (CL-16).
    var significantChangesStarted = false

    // State that the system keeps for the app without a process.
    var hadServiceSession = false
    /// It has had a `CLBackgroundActivitySession` that it did not invalidate (CL-46).
    var hadActivitySession = false
    var monitorsSignificantChanges = false
    /// The position at the last significant change, or where its monitoring began.
    var lastSignificantFix: LocationFix?
    /// The time at which the app was told last of a significant change.
    var lastSignificantChange: MonotonicInstant?
    var regions: [String: MonitoredRegion] = [:]
    /// The position of the device, as far as the app's regions know.
    var position: LocationFix?
    var monitorsVisits = false
    /// The times at which visits are told (CL-19).
    var visitsDue: [MonotonicInstant] = []

    /// The property that keeps these updates from being a reason to run, without the indicator (CL-48).
    var coarseness: String? {
        if distanceFilter > 0 { return "distanceFilter is \(distanceFilter.asText) m" }
        if desiredAccuracy > Self.leastAccuracy { return "desiredAccuracy is \(desiredAccuracy.asText) m" }
        return nil
    }
    /// `kCLLocationAccuracyHundredMeters`, the coarsest accuracy that is enough (CL-48).
    static let leastAccuracy = 100.0

    var evidence: Evidence {
        Evidence(
            fixes: fixes, sessionActive: sessionActive,
            detail: fixMissing ? "session active, no current fix" : nil)
    }

    mutating func forgetProcess() {
        var next = LocationActivity()
        next.authorization = isOnce ? .notDetermined : authorization
        next.isProvisional = isProvisional
        next.held = held
        next.isPrecise = isPrecise
        next.mayAskForAlways = mayAskForAlways
        next.hadServiceSession = hadServiceSession
        next.hadActivitySession = hadActivitySession
        next.lastSignificantFix = lastSignificantFix
        next.monitorsSignificantChanges = monitorsSignificantChanges
        next.lastSignificantChange = lastSignificantChange
        next.regions = regions
        next.position = position
        next.monitorsVisits = monitorsVisits
        next.visitsDue = visitsDue
        self = next
    }
}
