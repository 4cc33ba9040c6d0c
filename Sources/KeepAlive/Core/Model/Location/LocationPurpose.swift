/// A request of the app that is answered with a location.
public enum LocationPurpose: String, Sendable, Hashable, CaseIterable {
    /// `startUpdatingLocation` (CL-06). A `requestLocation` that waits meanwhile is answered, too.
    case updates
    /// `requestLocation` (CL-21).
    case request
    /// `startMonitoringSignificantLocationChanges` (CL-16).
    case significantChange
}
