import RealModule

/// A position as Core Location's `CLLocation` carries it: degrees, metres, metres per second.
public struct LocationFix: Sendable, Hashable, Codable {
    /// Degrees north of the equator, -90 to 90.
    public var latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: Double
    /// Metres above mean sea level; meaningful only when `verticalAccuracy` is not negative.
    public var altitude: Double
    /// Radius of uncertainty in metres, as the receiver estimates it; negative when unknown, as in `CLLocation`.
    public var horizontalAccuracy: Double
    /// Uncertainty of the altitude in metres, as the receiver estimates it; negative when unknown, as in `CLLocation`.
    public var verticalAccuracy: Double
    /// Metres per second; negative when unknown, as in `CLLocation`.
    public var speed: Double
    /// Degrees clockwise from true north, 0 to 360; negative when unknown, as in `CLLocation`.
    public var course: Double
    /// The time at which the receiver took the fix, in seconds since 1970-01-01 UTC.
    public var timestamp: Double

    /// Creates a fix.
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

    /// Returns whether the distance to another fix is at most some metres.
    ///
    /// Most answers need no trigonometry. The distance is never shorter than the difference of the latitudes. It is never
    /// longer than the straight way on a map whose degrees are equally long in both directions.
    ///
    /// - Parameters:
    ///   - metres: the longest distance, at least 0.
    ///   - other: the other fix.
    public func isWithin(_ metres: Double, of other: LocationFix) -> Bool {
        let north = (latitude - other.latitude) * Self.degree * Self.radius
        let east = (longitude - other.longitude) * Self.degree * Self.radius
        if abs(north) > metres { return false }
        if north * north + east * east <= metres * metres { return true }
        return distance(from: other) <= metres
    }

    /// The great-circle distance to another fix in metres, on a sphere of 6,371,008.8 m (haversine formula).
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
