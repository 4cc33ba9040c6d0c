/// A region watched for an app, with the side of its boundary that the app was told last (CL-17, CL-45).
struct MonitoredRegion: Sendable, Hashable {
    /// The circle; `nil` where the host reports crossings instead of positions.
    let circle: CircularRegion?
    /// True when the app was told last that the device is inside; false as long as nobody knows where it is.
    private(set) var isInside = false
    /// The time since which the device has been on the other side, far enough from the boundary.
    private(set) var crossingSince: MonotonicInstant?

    /// Creates the region as it is watched from now on.
    ///
    /// A region that is registered again in the same place keeps a crossing that has not been told yet. A new one
    /// begins on the side where the device is.
    ///
    /// - Parameters:
    ///   - former: the region of the same identifier, if there is one.
    ///   - position: the position of the device, as far as it is known.
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

    /// Checks the position of the device against the boundary.
    ///
    /// - Parameters:
    ///   - entry: the metres within the boundary from which the device has entered; fewer do not count yet.
    ///   - exit: the metres beyond it from which the device has left.
    ///   - stay: the time that the device must have stayed there.
    /// - Returns: the metres beyond the boundary, if the app wants to know of this crossing; else `nil`.
    mutating func crossing(
        at position: LocationFix, entry: Double, exit: Double, stay: Duration, now: MonotonicInstant
    ) -> (metres: Double, isEntry: Bool)? {
        guard let circle else { return nil }
        let beyond = circle.metresBeyond(position)
        let inside = beyond <= 0
        // No place in a small region is that far within its boundary: half the radius is enough.
        guard inside != isInside, abs(beyond) >= (inside ? min(entry, circle.radius / 2) : exit) else {
            crossingSince = nil
            return nil
        }
        let since = crossingSince ?? now
        crossingSince = since
        guard now - since >= stay else { return nil }
        crossingSince = nil
        isInside = inside
        guard inside ? circle.notifiesOnEntry : circle.notifiesOnExit else { return nil }
        return (max(abs(beyond), inside ? entry : exit), inside)
    }
}
