import RealModule

/// A position with the values of Core Location's `CLLocation`, in degrees, metres and metres per second.
public struct LocationFix: Sendable, Hashable, Codable {
    /// The latitude in degrees north of the equator, -90 to 90.
    public var latitude: Double
    /// The longitude in degrees east of Greenwich, -180 to 180.
    public var longitude: Double
    /// The altitude in metres above mean sea level; valid only if `verticalAccuracy` is not negative.
    public var altitude: Double
    /// The radius of uncertainty in metres, as the receiver estimates it; negative if unknown, as in `CLLocation`.
    public var horizontalAccuracy: Double
    /// The uncertainty of the altitude in metres, as the receiver estimates it; negative if unknown, as in
    /// `CLLocation`.
    public var verticalAccuracy: Double
    /// The speed in metres per second; negative if unknown, as in `CLLocation`.
    public var speed: Double
    /// The direction of movement in degrees clockwise from true north, 0 to 360; negative if unknown, as in
    /// `CLLocation`.
    public var course: Double
    /// The time at which the receiver took the fix, in seconds since 1970-01-01 UTC.
    public var timestamp: Double

    /// Creates a fix. The accuracies, the speed and the course are unknown by default.
    public init(
        latitude: Double, longitude: Double, altitude: Double = 0, horizontalAccuracy: Double = -1,
        verticalAccuracy: Double = -1, speed: Double = -1, course: Double = -1, timestamp: Double
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
        self.speed = speed
        self.course = course
        self.timestamp = timestamp
    }

    private static let degree = Double.pi / 180
    private static let radius = 6_371_008.8

    /// Returns whether another fix is at most so many metres away.
    ///
    /// Most calls need no trigonometry: the distance is never less than the difference in latitude alone, and never
    /// more than the straight line on a map that treats a degree of longitude as long as a degree of latitude.
    ///
    /// - Parameters:
    ///   - metres: the maximum distance, at least 0.
    ///   - other: the other fix.
    public func isWithin(_ metres: Double, of other: LocationFix) -> Bool {
        let north = (latitude - other.latitude) * Self.degree * Self.radius
        let east = (longitude - other.longitude) * Self.degree * Self.radius
        if abs(north) > metres { return false }
        if north * north + east * east <= metres * metres { return true }
        return distance(from: other) <= metres
    }

    /// Returns the great-circle distance to another fix in metres, on a sphere of radius 6,371,008.8 m (haversine
    /// formula).
    public func distance(from other: LocationFix) -> Double {
        let degree = Self.degree
        let sineLatitude = Double.sin((latitude - other.latitude) * degree / 2)
        let sineLongitude = Double.sin((longitude - other.longitude) * degree / 2)
        let chord =
            sineLatitude * sineLatitude
            + Double.cos(latitude * degree) * Double.cos(other.latitude * degree) * sineLongitude * sineLongitude
        return 2 * Self.radius * Double.asin(min(1, chord.squareRoot()))
    }
}
