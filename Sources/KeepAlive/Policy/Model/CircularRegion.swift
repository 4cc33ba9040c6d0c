/// A circle on the map that an app has the system watch, as `CLCircularRegion` describes it (CL-17).
public struct CircularRegion: Sendable, Hashable, Codable {
    /// Degrees north of the equator, -90 to 90.
    public var latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: Double
    /// In metres, at least 0.
    public var radius: Double
    /// Whether the app is told when the device comes into it.
    public var notifiesOnEntry: Bool
    /// Whether the app is told when the device leaves it.
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

    /// Whether a place is in it.
    public func contains(_ place: LocationFix) -> Bool { metresBeyond(place) <= 0 }
}
