/// A region that the system monitors for an app, with the side of the boundary that the app knows (CL-17, CL-45).
struct MonitoredRegion: Sendable, Hashable {
    /// The circle; `nil` where the host reports crossings instead of positions.
    let circle: CircularRegion?
    /// True if the device was inside at the last report to the app, or when monitoring began; false while the position
    /// is unknown.
    private(set) var isInside = false
    /// The time since which the device has been on the other side, far enough from the boundary; `nil` if the device is
    /// not there.
    private(set) var crossingSince: MonotonicInstant?

    /// Creates a region whose monitoring begins now.
    ///
    /// If a region with the same circle is registered again, a crossing that has not been reported yet is kept.
    /// Otherwise the region begins with the side on which the device is.
    ///
    /// - Parameters:
    ///   - former: the region with the same identifier; `nil` if there is none.
    ///   - position: the position of the device; `nil` if it is unknown.
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
    ///   - entry: the least distance inside of the boundary, in metres, that counts as an entry.
    ///   - exit: the least distance outside of the boundary, in metres, that counts as an exit.
    ///   - stay: the time that the device must have stayed beyond `entry` or `exit`.
    /// - Returns: the distance beyond the boundary in metres, and the direction of the crossing; `nil` if no crossing
    ///   is complete, or the region does not notify of this direction.
    mutating func crossing(
        at position: LocationFix, entry: Double, exit: Double, stay: Duration, now: MonotonicInstant
    ) -> (metres: Double, isEntry: Bool)? {
        guard let circle else { return nil }
        let beyond = circle.metresBeyond(position)
        let inside = beyond <= 0
        // In a small region no point is `entry` metres inside, so half the radius is enough for an entry.
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
