/// The app's permission to use the location, named as in `CLAuthorizationStatus`.
public enum LocationAuthorization: String, Sendable, Hashable, Codable, CaseIterable {
    /// The user has not been asked yet.
    case notDetermined
    /// Not allowed by a restriction of the device that the user cannot change.
    case restricted
    /// The user has refused.
    case denied
    /// Allowed at any time, also in the background.
    case authorizedAlways
    /// Allowed only while the app is in use.
    case authorizedWhenInUse

    /// True if the app gets locations, at least while it is in use.
    public var allowsUpdates: Bool {
        self == .authorizedAlways || self == .authorizedWhenInUse
    }
}

/// The user's answer to a request for location permission: one of the permanent authorizations, or one of the temporary
/// answers that iOS 13 introduced.
public enum LocationAnswer: String, Sendable, Hashable, Codable, CaseIterable {
    /// The user has not answered yet.
    case notDetermined
    /// The system does not ask the user, and the user cannot change this.
    case restricted
    /// The user chose Don't Allow.
    case denied
    /// The user chose Allow While Using App.
    case authorizedWhenInUse
    /// The user chose Allow While Using App, and will choose Change to Always Allow as soon as iOS asks.
    case authorizedAlways
    /// The user chose Allow Once: the app is allowed when in use until its process has ended (CL-52). Before iOS 13
    /// this acts as Allow While Using App.
    case once
    /// The user chose Allow While Using App when the app called `requestAlwaysAuthorization`. The app sees the status
    /// `authorizedAlways`, but services that require this status start only after the user's second answer (CL-53).
    /// Before iOS 13 this acts as Always.
    case provisionalAlways

    /// The permanent authorization that corresponds to the answer, for systems without the temporary answers of iOS 13.
    package var lasting: LocationAuthorization {
        switch self {
        case .notDetermined: .notDetermined
        case .restricted: .restricted
        case .denied: .denied
        case .authorizedWhenInUse, .once: .authorizedWhenInUse
        case .authorizedAlways, .provisionalAlways: .authorizedAlways
        }
    }
}
