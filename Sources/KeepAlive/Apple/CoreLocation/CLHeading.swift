import Foundation

/// A direction of the device. None comes here: there is no magnetometer.
public final class CLHeading: NSObject, @unchecked Sendable {
    /// Degrees from the magnetic north, 0 to 359.9.
    public let magneticHeading: CLLocationDirection
    /// Degrees from the geographic north, 0 to 359.9; negative if it is not known.
    public let trueHeading: CLLocationDirection
    /// By how many degrees it may be wrong; negative if it is not known.
    public let headingAccuracy: CLLocationDirection
    /// When it was.
    public let timestamp: Date

    init(magneticHeading: CLLocationDirection, trueHeading: CLLocationDirection, accuracy: CLLocationDirection) {
        self.magneticHeading = magneticHeading
        self.trueHeading = trueHeading
        headingAccuracy = accuracy
        timestamp = Date()
        super.init()
    }
}

/// A region around a beacon. There is no Bluetooth here: it is never entered.
open class CLBeaconRegion: CLRegion, @unchecked Sendable {
    /// The number of the beacons.
    public let uuid: UUID
    /// The number of a group of them.
    public let major: NSNumber?
    /// The number in the group.
    public let minor: NSNumber?
    /// True if the app is told when the user looks at the screen in the region.
    public var notifyEntryStateOnDisplay = false

    /// Creates a region around all beacons of a number.
    public init(uuid: UUID, identifier: String) {
        self.uuid = uuid
        major = nil
        minor = nil
        super.init(identifier: identifier)
    }

    /// Creates a region around the beacons of a group.
    public init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
        self.uuid = uuid
        self.major = NSNumber(value: major)
        minor = nil
        super.init(identifier: identifier)
    }

    /// Creates a region around a beacon.
    public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String) {
        self.uuid = uuid
        self.major = NSNumber(value: major)
        self.minor = NSNumber(value: minor)
        super.init(identifier: identifier)
    }
}

/// The number of a group of beacons.
public typealias CLBeaconMajorValue = UInt16
/// The number of a beacon in its group.
public typealias CLBeaconMinorValue = UInt16
