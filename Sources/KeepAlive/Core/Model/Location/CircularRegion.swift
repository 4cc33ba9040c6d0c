/// A circular region that the system monitors for an app, as `CLCircularRegion` describes it (CL-17).
public struct CircularRegion: Sendable, Hashable, Codable {
    /// The latitude of the centre in degrees north of the equator, -90 to 90.
    public var latitude: Double
    /// The longitude of the centre in degrees east of Greenwich, -180 to 180.
    public var longitude: Double
    /// The radius in metres, at least 0.
    public var radius: Double
    /// True if the app is notified when the device enters the region.
    public var notifiesOnEntry: Bool
    /// True if the app is notified when the device leaves the region.
    public var notifiesOnExit: Bool

    /// Creates a region; by default the app is notified of both entry and exit.
    public init(
        latitude: Double, longitude: Double, radius: Double, notifiesOnEntry: Bool = true, notifiesOnExit: Bool = true
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
        self.notifiesOnEntry = notifiesOnEntry
        self.notifiesOnExit = notifiesOnExit
    }

    /// Returns the distance from the boundary to a place, in metres: positive outside of the region, negative inside.
    public func metresBeyond(_ place: LocationFix) -> Double {
        place.distance(from: LocationFix(latitude: latitude, longitude: longitude, timestamp: 0)) - radius
    }

    /// Returns whether a place is in the region, the boundary included.
    public func contains(_ place: LocationFix) -> Bool { metresBeyond(place) <= 0 }
}
