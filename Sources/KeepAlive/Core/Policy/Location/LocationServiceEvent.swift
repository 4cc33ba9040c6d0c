/// Events of the rest of Core Location, by the app or the system.
public enum LocationServiceEvent: Sendable, Hashable {
    /// `distanceFilter` in metres; 0 is none (CL-15).
    case distanceFilterSet(Double)
    /// `desiredAccuracy` in metres; 0 is the best (CL-48).
    case desiredAccuracySet(Double)
    /// The user switched Precise Location for the app (CL-49).
    case preciseLocation(Bool)
    /// `requestTemporaryFullAccuracyAuthorization(withPurposeKey:)`, and whether the user would agree (CL-51).
    case fullAccuracyRequested(purpose: String, granted: Bool)
    /// The user's second answer where the first one was provisional: Change to Always Allow, or Keep Only While Using
    /// (CL-53).
    case alwaysPromptAnswered(always: Bool)
    /// `showsBackgroundLocationIndicator` (CL-14).
    case showsIndicatorSet(Bool)
    /// A `CLBackgroundActivitySession` was created or invalidated (CL-09).
    case backgroundActivitySession(Bool)
    /// A `CLServiceSession` was created or invalidated (CL-11).
    case serviceSession(Bool)
    /// `requestLocation()`, with or without a delegate that has both of its methods (CL-21).
    case locationRequested(hasDelegate: Bool, handlesFailure: Bool = true)
    /// `allowDeferredLocationUpdates` or its end (CL-20).
    case deferredUpdates(Bool)
    /// `startMonitoringSignificantLocationChanges()` or its end (CL-16).
    case significantChangeMonitoring(Bool)
    /// The phone network says that the device is here now (CL-16, CL-17).
    case moved(LocationFix)
    /// `startMonitoring(for:)` (CL-17); without a region, `regionCrossed` reports its crossings.
    case regionMonitoringStarted(identifier: String, region: CircularRegion? = nil)
    /// `stopMonitoring(for:)`.
    case regionMonitoringStopped(identifier: String)
    /// The device is this many metres beyond the boundary of a region, and has been there for this time; without a
    /// time, for long enough (CL-17, CL-45).
    ///
    /// `entry` is true when the device has come into the region, for which fewer metres are enough.
    case regionCrossed(identifier: String, metres: Double, stayed: Duration? = nil, entry: Bool = false)
    /// `startMonitoringVisits()` or its end (CL-19).
    case visitMonitoring(Bool)
    /// The device arrived somewhere or left (CL-19).
    case visited(departs: Bool = false)
    /// The app asked for ranging of a nearby device, which is paired and connected over Bluetooth or not, with or
    /// without a Live Activity that has started (BM-12).
    case ranging(paired: Bool, liveActivity: Bool)
}
