/// A circular region that an app has the system watch (CL-17).
struct AppRegion {
    var centre: LocationFix
    /// In metres.
    var radius: Double
    /// Whether the app is told of the device's coming, and of its going.
    var notifiesOnEntry = true
    var notifiesOnExit = true
    /// Whether the device was in it when it was looked at last; out of it as long as nobody knows where it is.
    private(set) var isInside = false

    init(centre: LocationFix, radius: Double, notifiesOnEntry: Bool = true, notifiesOnExit: Bool = true) {
        self.centre = centre
        self.radius = radius
        self.notifiesOnEntry = notifiesOnEntry
        self.notifiesOnExit = notifiesOnExit
    }

    /// What an app knows of it.
    var json: [String: JSONValue] {
        [
            "latitude": .number(centre.latitude), "longitude": .number(centre.longitude), "radius": .number(radius),
            "notifyOnEntry": .bool(notifiesOnEntry), "notifyOnExit": .bool(notifiesOnExit),
        ]
    }

    /// The region as it is watched from now on: registered once more in the same place, a crossing that has not been found
    /// yet is still one; a new one begins where the device is.
    ///
    /// - Parameters:
    ///   - former: the region of the same identifier, if there is one.
    ///   - position: where the device is, as far as it is known.
    func registered(over former: AppRegion?, at position: LocationFix?) -> AppRegion {
        var region = self
        if let former, former.centre == centre, former.radius == radius {
            region.isInside = former.isInside
        } else if let position {
            region.isInside = position.distance(from: centre) <= radius
        }
        return region
    }

    /// Metres beyond the boundary, when a fix shows that it was crossed in a way that the app wants to know of.
    ///
    /// - Parameter threshold: how far beyond it a crossing counts (CL-17); what is less is looked at again.
    mutating func crossing(at fix: LocationFix, threshold: Double) -> Double? {
        let beyond = fix.distance(from: centre) - radius
        let inside = beyond <= 0
        // A small region has no place that is so far within its boundary: its centre will do.
        guard inside != isInside, abs(beyond) >= min(threshold, inside ? radius / 2 : threshold) else { return nil }
        isInside = inside
        guard inside ? notifiesOnEntry : notifiesOnExit else { return nil }
        return max(abs(beyond), threshold)
    }
}
