/// The user's permission for the app, named as in `CLAuthorizationStatus`.
public enum LocationAuthorization: String, Sendable, Hashable, Codable, CaseIterable {
    /// Never asked.
    case notDetermined
    /// Not allowed, and the user cannot change it.
    case restricted
    /// Refused by the user.
    case denied
    /// Always, also in the background.
    case authorizedAlways
    /// Only while the app is in use.
    case authorizedWhenInUse

    /// True when the app gets locations at all.
    public var allowsUpdates: Bool {
        self == .authorizedAlways || self == .authorizedWhenInUse
    }
}

/// The user's answer to the request for location: a lasting authorization, or one of those that came with iOS 13.
public enum LocationAnswer: String, Sendable, Hashable, Codable, CaseIterable {
    /// No answer yet.
    case notDetermined
    /// The user is not asked, and cannot change it.
    case restricted
    /// Don't Allow.
    case denied
    /// Allow While Using App.
    case authorizedWhenInUse
    /// Allow While Using App, and Change to Always Allow as soon as iOS asks.
    case authorizedAlways
    /// Allow Once: when in use, until the app's process has ended (CL-52). Before iOS 13 Allow While Using App.
    case once
    /// Allow While Using App, where always was asked for: the app is told always, and what needs it waits for the user's
    /// second answer (CL-53). Before iOS 13 Always.
    case provisionalAlways

    /// The authorization that lasts, on systems without the answers of iOS 13.
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
