/// A circle on the map that the system watches for an app, as `CLCircularRegion` describes it (CL-17).
public struct CircularRegion: Sendable, Hashable, Codable {
    /// Degrees north of the equator, -90 to 90.
    public var latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: Double
    /// The radius in metres, at least 0.
    public var radius: Double
    /// True when the app is told that the device comes into it.
    public var notifiesOnEntry: Bool
    /// True when the app is told that the device leaves it.
    public var notifiesOnExit: Bool

    /// Creates a region.
    public init(
        latitude: Double, longitude: Double, radius: Double, notifiesOnEntry: Bool = true, notifiesOnExit: Bool = true
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
        self.notifiesOnEntry = notifiesOnEntry
        self.notifiesOnExit = notifiesOnExit
    }

    /// Metres from the boundary to a place outside; negative for a place inside.
    public func metresBeyond(_ place: LocationFix) -> Double {
        place.distance(from: LocationFix(latitude: latitude, longitude: longitude, timestamp: 0)) - radius
    }

    /// Returns whether a place is in it.
    public func contains(_ place: LocationFix) -> Bool { metresBeyond(place) <= 0 }
}
