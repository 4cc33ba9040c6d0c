/// The call of Core Location for which a location is delivered.
public enum LocationPurpose: String, Sendable, Hashable, CaseIterable {
    /// `startUpdatingLocation` (CL-06). Its locations also answer a pending `requestLocation`.
    case updates
    /// `requestLocation` (CL-21).
    case request
    /// `startMonitoringSignificantLocationChanges` (CL-16).
    case significantChange
}
