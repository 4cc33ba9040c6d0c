/// Events of Core Location apart from authorization and continuous updates, caused by the app, the user or the system.
public enum LocationServiceEvent: Sendable, Hashable {
    /// The app set `distanceFilter` in metres; 0 stands for no filter (CL-15).
    case distanceFilterSet(Double)
    /// The app set `desiredAccuracy` in metres; 0 stands for the best accuracy (CL-48).
    case desiredAccuracySet(Double)
    /// The user switched Precise Location on or off for the app (CL-49).
    case preciseLocation(Bool)
    /// The app called `requestTemporaryFullAccuracyAuthorization(withPurposeKey:)`. `granted` is true if the user would
    /// agree (CL-51).
    case fullAccuracyRequested(purpose: String, granted: Bool)
    /// The user's answer to the second prompt after a provisional authorization: Change to Always Allow (true), or Keep
    /// Only While Using (CL-53).
    case alwaysPromptAnswered(always: Bool)
    /// The app set `showsBackgroundLocationIndicator` (CL-14).
    case showsIndicatorSet(Bool)
    /// The app created (true) or invalidated a `CLBackgroundActivitySession` (CL-09).
    case backgroundActivitySession(Bool)
    /// The app created (true) or invalidated a `CLServiceSession` (CL-11).
    case serviceSession(Bool)
    /// The app called `requestLocation()`. The flags are true if the delegate has the method for fixes, and the method
    /// for errors (CL-21).
    case locationRequested(hasDelegate: Bool, handlesFailure: Bool = true)
    /// The app called `allowDeferredLocationUpdates` (true), or ended the deferral (CL-20).
    case deferredUpdates(Bool)
    /// The app called `startMonitoringSignificantLocationChanges()` (true), or stopped this monitoring (CL-16).
    case significantChangeMonitoring(Bool)
    /// The phone network reports the device at this position (CL-16, CL-17).
    case moved(LocationFix)
    /// The app called `startMonitoring(for:)` (CL-17). For a region without a circle, `regionCrossed` reports the
    /// crossings.
    case regionMonitoringStarted(identifier: String, region: CircularRegion? = nil)
    /// The app called `stopMonitoring(for:)`.
    case regionMonitoringStopped(identifier: String)
    /// The device is this many metres beyond the boundary of a region, and has been there for `stayed`; `nil` stands
    /// for long enough (CL-17, CL-45).
    ///
    /// `entry` is true if the device has entered the region; an entry needs fewer metres than an exit.
    case regionCrossed(identifier: String, metres: Double, stayed: Duration? = nil, entry: Bool = false)
    /// The app called `startMonitoringVisits()` (true), or stopped this monitoring (CL-19).
    case visitMonitoring(Bool)
    /// The device arrived at a place or left it (CL-19).
    case visited(departs: Bool = false)
    /// The app asked for ranging of a nearby device. `paired`: the device is paired and connected over Bluetooth.
    /// `liveActivity`: the app has started a Live Activity (BM-12).
    case ranging(paired: Bool, liveActivity: Bool)
}
