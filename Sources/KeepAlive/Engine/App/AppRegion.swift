import KeepAlivePolicy

/// A circular region that an app has the system watch (CL-17).
struct AppRegion {
    var centre: LocationFix
    /// In metres.
    var radius: Double
    /// Whether the app is told of the device's coming, and of its going.
    var notifiesOnEntry = true
    var notifiesOnExit = true
    /// On which side of the boundary the app was told last that the device is; outside as long as nobody knows where it is.
    private(set) var isInside = false
    /// Since when it has been on the other side, far enough from the boundary (CL-45).
    private(set) var crossingSince: MonotonicInstant?

    init(centre: LocationFix, radius: Double, notifiesOnEntry: Bool = true, notifiesOnExit: Bool = true) {
        self.centre = centre
        self.radius = radius
        self.notifiesOnEntry = notifiesOnEntry
        self.notifiesOnExit = notifiesOnExit
    }

    /// Whether a place is in it.
    func contains(_ place: LocationFix) -> Bool { place.distance(from: centre) <= radius }

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
            region.crossingSince = former.crossingSince
        } else if let position {
            region.isInside = region.contains(position)
        }
        return region
    }

    /// Metres beyond the boundary, when a fix shows that it was crossed in a way that the app wants to know of.
    ///
    /// - Parameters:
    ///   - threshold: how far beyond it a crossing counts (CL-17); what is less is looked at again.
    ///   - stay: how long the device must have stayed there (CL-45).
    mutating func crossing(at fix: LocationFix, threshold: Double, stay: Duration, now: MonotonicInstant) -> Double? {
        let beyond = fix.distance(from: centre) - radius
        let inside = beyond <= 0
        // A small region has no place that is so far within its boundary: its centre will do.
        guard inside != isInside, abs(beyond) >= min(threshold, inside ? radius / 2 : threshold) else {
            crossingSince = nil
            return nil
        }
        let since = crossingSince ?? now
        crossingSince = since
        guard now - since >= stay else { return nil }
        crossingSince = nil
        isInside = inside
        guard inside ? notifiesOnEntry : notifiesOnExit else { return nil }
        return max(abs(beyond), threshold)
    }
}
