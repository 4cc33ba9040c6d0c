import Foundation

/// The direction in which the device points. The device has no magnetometer: the app never gets a heading.
public final class CLHeading: NSObject, @unchecked Sendable {
    public let magneticHeading: CLLocationDirection
    public let trueHeading: CLLocationDirection
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
