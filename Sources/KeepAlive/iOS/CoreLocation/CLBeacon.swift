import Foundation

/// A region around a Bluetooth beacon. The device has no Bluetooth: it never enters the region.
open class CLBeaconRegion: CLRegion, @unchecked Sendable {
    public let uuid: UUID
    public var proximityUUID: UUID { uuid }
    public let major: NSNumber?
    public let minor: NSNumber?
    public var notifyEntryStateOnDisplay = false

    open var beaconIdentityConstraint: CLBeaconIdentityConstraint {
        CLBeaconIdentityConstraint(
            uuid: uuid, major: major.map { CLBeaconMajorValue(truncating: $0) },
            minor: minor.map { CLBeaconMinorValue(truncating: $0) })
    }

    public convenience init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
        switch (beaconIdentityConstraint.major, beaconIdentityConstraint.minor) {
        case (let major?, let minor?):
            self.init(uuid: beaconIdentityConstraint.uuid, major: major, minor: minor, identifier: identifier)
        case (let major?, nil): self.init(uuid: beaconIdentityConstraint.uuid, major: major, identifier: identifier)
        default: self.init(uuid: beaconIdentityConstraint.uuid, identifier: identifier)
        }
    }

    public init(uuid: UUID, identifier: String) {
        self.uuid = uuid
        major = nil
        minor = nil
        super.init(identifier: identifier)
    }

    public init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
        self.uuid = uuid
        self.major = NSNumber(value: major)
        minor = nil
        super.init(identifier: identifier)
    }

    public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String) {
        self.uuid = uuid
        self.major = NSNumber(value: major)
        self.minor = NSNumber(value: minor)
        super.init(identifier: identifier)
    }
}

public typealias CLBeaconMajorValue = UInt16
public typealias CLBeaconMinorValue = UInt16

public final class CLBeaconIdentityConstraint: NSObject, @unchecked Sendable {
    public let uuid: UUID
    public let major: CLBeaconMajorValue?
    public let minor: CLBeaconMinorValue?

    public init(uuid: UUID, major: CLBeaconMajorValue? = nil, minor: CLBeaconMinorValue? = nil) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        super.init()
    }
}

/// A Bluetooth beacon. The device has no Bluetooth: the app never gets a beacon.
public final class CLBeacon: NSObject, @unchecked Sendable {
    public let uuid: UUID
    public var proximityUUID: UUID { uuid }
    public let major: NSNumber
    public let minor: NSNumber
    public let proximity: CLProximity
    public let accuracy: CLLocationAccuracy
    public let rssi: Int
    public let timestamp = Date()

    init(_ constraint: CLBeaconIdentityConstraint) {
        uuid = constraint.uuid
        major = NSNumber(value: constraint.major ?? 0)
        minor = NSNumber(value: constraint.minor ?? 0)
        proximity = .unknown
        accuracy = -1
        rssi = 0
        super.init()
    }
}

public enum CLProximity: Int, Sendable {
    case unknown
    case immediate, near, far
}

extension CLLocationManager {
    /// Always false, as the device has no Bluetooth.
    public class func isRangingAvailable() -> Bool { false }
    public var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> { [] }
    /// Calls the delegate's `didFailRangingFor` method with ``CLError/Code/rangingUnavailable``: the device has no
    /// Bluetooth.
    public func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
        failsToRange(constraint)
    }
    public func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {}
    /// Calls the delegate's `rangingBeaconsDidFailFor` method with ``CLError/Code/rangingUnavailable``: the device has
    /// no Bluetooth.
    public func startRangingBeacons(in region: CLBeaconRegion) {
        AppContext.current.note(.ranging)
        AppContext.current.main { [weak self] in
            guard let self else { return }
            self.delegate?.locationManager(
                self, rangingBeaconsDidFailFor: region, withError: CLError(.rangingUnavailable))
        }
    }
    public func stopRangingBeacons(in region: CLBeaconRegion) {}

    private func failsToRange(_ constraint: CLBeaconIdentityConstraint) {
        AppContext.current.note(.ranging)
        AppContext.current.main { [weak self] in
            guard let self else { return }
            self.delegate?.locationManager(self, didFailRangingFor: constraint, error: CLError(.rangingUnavailable))
        }
    }
}
