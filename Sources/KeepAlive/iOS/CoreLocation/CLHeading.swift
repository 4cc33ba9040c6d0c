import Foundation

/// A direction of the device. None comes here: there is no magnetometer.
public final class CLHeading: NSObject, @unchecked Sendable {
    /// Degrees from the magnetic north, 0 to 359.9.
    public let magneticHeading: CLLocationDirection
    /// Degrees from the geographic north, 0 to 359.9; negative if it is not known.
    public let trueHeading: CLLocationDirection
    /// By how many degrees it may be wrong; negative if it is not known.
    public let headingAccuracy: CLLocationDirection
    public let timestamp: Date

    init(magneticHeading: CLLocationDirection, trueHeading: CLLocationDirection, accuracy: CLLocationDirection) {
        self.magneticHeading = magneticHeading
        self.trueHeading = trueHeading
        headingAccuracy = accuracy
        timestamp = Date()
        super.init()
    }
}
