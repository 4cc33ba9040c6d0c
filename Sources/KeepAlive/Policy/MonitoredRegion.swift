/// A region that the system watches for an app, and on which side of its boundary the app knows the device (CL-17, CL-45).
struct MonitoredRegion: Sendable, Hashable, Codable {
    /// `nil` where the host tells of crossings, and not of places.
    let circle: CircularRegion?
    /// On which side of the boundary the app was told last that the device is; outside as long as nobody knows where it
    /// is.
    private(set) var isInside = false
    /// Since when the device has been on the other side, far enough from the boundary.
    private(set) var crossingSince: MonotonicInstant?

    /// The region as it is watched from now on. Registered again in the same place, it keeps a crossing that has not been
    /// told yet; a new one begins where the device is.
    ///
    /// - Parameters:
    ///   - former: the region of the same identifier, if there is one.
    ///   - position: where the device is, as far as it is known.
    init(_ circle: CircularRegion?, over former: MonitoredRegion?, at position: LocationFix?) {
        self.circle = circle
        guard let circle else { return }
        if let former, let old = former.circle, old.latitude == circle.latitude, old.longitude == circle.longitude,
            old.radius == circle.radius
        {
            isInside = former.isInside
            crossingSince = former.crossingSince
        } else if let position {
            isInside = circle.contains(position)
        }
    }

    /// Looks at where the device is.
    ///
    /// - Parameters:
    ///   - threshold: how many metres beyond the boundary a crossing counts; what is less is looked at again.
    ///   - stay: how long the device must have stayed there.
    /// - Returns: metres beyond the boundary, when it was crossed in a way that the app wants to know of.
    mutating func crossing(
        at position: LocationFix, threshold: Double, stay: Duration, now: MonotonicInstant
    ) -> Double? {
        guard let circle else { return nil }
        let beyond = circle.metresBeyond(position)
        let inside = beyond <= 0
        // A small region has no place that is so far within its boundary: its centre will do.
        guard inside != isInside, abs(beyond) >= min(threshold, inside ? circle.radius / 2 : threshold) else {
            crossingSince = nil
            return nil
        }
        let since = crossingSince ?? now
        crossingSince = since
        guard now - since >= stay else { return nil }
        crossingSince = nil
        isInside = inside
        guard inside ? circle.notifiesOnEntry : circle.notifiesOnExit else { return nil }
        return max(abs(beyond), threshold)
    }
}
