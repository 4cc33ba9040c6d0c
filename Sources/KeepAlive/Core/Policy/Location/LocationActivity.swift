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
    /// True if the user was asked for When In Use authorization only, and would also allow Always.
    var mayAskForAlways = false
    /// True if the user has allowed location for this process only (CL-52).
    var isOnce = false
    /// True while the authorization is provisional: the user has not decided about Always yet (CL-53).
    var isProvisional = false
    /// The events that wait until the user decides about Always (CL-53).
    var held: [LocationEvent] = []
    /// True if the user lets the app have exact positions (CL-49).
    var isPrecise = true
    /// True if the user allows exact positions for the present use of the app only (CL-51).
    var isPreciseForNow = false
    /// True if the app gets coarse positions: some kilometres wide, and only a few per hour (CL-49).
    var isCoarse: Bool { !isPrecise && !isPreciseForNow }
    /// The time of the last coarse position; `nil` before the first one.
    var lastCoarse: MonotonicInstant?
    var allowsBackgroundUpdates = false
    var updates: Updates?
    /// True while `requestLocation` waits for a fix (CL-21).
    var isRequested = false
    /// True if the location receiver was ordered to run: for started, authorized and unpaused updates, or for a
    /// request.
    var receiverRuns = false
    /// True while the location receiver answers.
    var sessionActive = false
    /// The number of fixes since location updates began.
    var fixes = 0
    /// True while the receiver answers but has no usable fix.
    var fixMissing = false
    /// True once the app in the background was denied location, because it has When In Use authorization only (CL-07).
    var deniedBehind = false
    /// The fixes that came while the app was suspended, or while it deferred updates. The app gets these fixes when it
    /// runs again, or at the end of the deferral (CL-08, CL-20).
    var queued: [LocationFix] = []
    /// The highest number of queued fixes; the latest ones are kept. The limit is this project's choice: no source
    /// names the limit of iOS.
    static let queueLimit = 1000
    /// The place where the device has been staying, for the automatic pause; `nil` if unknown.
    var place: Place?
    /// The value of `distanceFilter` in metres; 0 stands for no filter (CL-15).
    var distanceFilter = 0.0
    /// The value of `desiredAccuracy` in metres; 0 stands for the best accuracy (CL-48).
    var desiredAccuracy = 0.0
    var lastDelivered: LocationFix?
    /// The fix that answered the last `requestLocation`.
    var lastRequested: LocationFix?
    /// The value of `showsBackgroundLocationIndicator` (CL-14).
    var showsIndicator = false
    /// True while the location arrow or the blue bar is shown.
    var indicatorShown = false
    /// True if the app has a `CLBackgroundActivitySession` that was created in the foreground (CL-09).
    var activitySession = false
    /// True if a pause has ended the access of an app with When In Use authorization, until its next launch (CL-12).
    var accessEnded = false
    var deferred = false
    var reason = Reason("CL-06", "")
    var suspensionReason = Reason("CL-23", "location updates ended")

    /// True if this process has a `CLServiceSession` (CL-11).
    var serviceSession = false
    /// True if this process has started the monitoring of significant changes (CL-16).
    var significantChangesStarted = false

    // The state that the system keeps for the app without a process.
    /// True if the app had a `CLServiceSession` that it did not invalidate (CL-11).
    var hadServiceSession = false
    /// True if the app had a `CLBackgroundActivitySession` that it did not invalidate (CL-46).
    var hadActivitySession = false
    var monitorsSignificantChanges = false
    /// The position of the last significant change. Positions that come while the app does not get significant changes
    /// are stored here, too.
    var lastSignificantFix: LocationFix?
    /// The time of the last report of a significant change to the app; `nil` before the first one.
    var lastSignificantChange: MonotonicInstant?
    var regions: [String: MonitoredRegion] = [:]
    /// The last position that the phone network reported; `nil` if unknown.
    var position: LocationFix?
    var monitorsVisits = false
    /// The times at which visits are reported to the app (CL-19).
    var visitsDue: [MonotonicInstant] = []

    /// The setting that is too coarse for location updates to be a reason to run without an indicator (CL-48); `nil` if
    /// no setting is.
    var coarseness: String? {
        if distanceFilter > 0 { return "distanceFilter is \(distanceFilter.asText) m" }
        if desiredAccuracy > Self.leastAccuracy { return "desiredAccuracy is \(desiredAccuracy.asText) m" }
        return nil
    }
    /// `kCLLocationAccuracyHundredMeters`: updates with a coarser accuracy are no reason to run (CL-48).
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
