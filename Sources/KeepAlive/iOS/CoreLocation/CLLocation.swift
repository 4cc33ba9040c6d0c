import Foundation
import KeepAliveModel

public typealias CLLocationDegrees = Double
public typealias CLLocationDistance = Double
public typealias CLLocationAccuracy = Double
public typealias CLLocationSpeed = Double
public typealias CLLocationDirection = Double

public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
public let kCLDistanceFilterNone: CLLocationDistance = -1

public struct CLLocationCoordinate2D: Sendable {
    public var latitude: CLLocationDegrees
    public var longitude: CLLocationDegrees

    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coordinate.latitude) && (-180...180).contains(coordinate.longitude)
}

open class CLLocation: NSObject, @unchecked Sendable {
    private let fix: LocationFix

    init(_ fix: LocationFix) {
        self.fix = fix
        super.init()
    }

    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            LocationFix(
                latitude: latitude, longitude: longitude, horizontalAccuracy: 0,
                timestamp: Date().timeIntervalSince1970))
    }

    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection = -1, speed: CLLocationSpeed = -1,
        timestamp: Date
    ) {
        self.init(
            LocationFix(
                latitude: coordinate.latitude, longitude: coordinate.longitude, altitude: altitude,
                horizontalAccuracy: horizontalAccuracy, verticalAccuracy: verticalAccuracy, speed: speed,
                course: course, timestamp: timestamp.timeIntervalSince1970))
    }

    public var coordinate: CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: fix.latitude, longitude: fix.longitude)
    }
    public var altitude: CLLocationDistance { fix.altitude }
    public var horizontalAccuracy: CLLocationAccuracy { fix.horizontalAccuracy }
    public var verticalAccuracy: CLLocationAccuracy { fix.verticalAccuracy }
    public var course: CLLocationDirection { fix.course }
    public var speed: CLLocationSpeed { fix.speed }
    public var timestamp: Date { Date(timeIntervalSince1970: fix.timestamp) }

    /// Returns the distance to another location in metres, on a spherical earth.
    public func distance(from location: CLLocation) -> CLLocationDistance { fix.distance(from: location.fix) }

    open override var description: String {
        "<\(fix.latitude),\(fix.longitude)> +/- \(fix.horizontalAccuracy)m (speed \(fix.speed) mps / course \(fix.course))"
    }
}

open class CLRegion: NSObject, @unchecked Sendable {
    public let identifier: String
    public var notifyOnEntry = true
    public var notifyOnExit = true

    init(identifier: String) {
        self.identifier = identifier
        super.init()
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? CLRegion)?.identifier == identifier }
    open override var hash: Int { identifier.hashValue }
}

public enum CLRegionState: Int, Sendable {
    case unknown, inside
    case outside = 2
}

public enum CLAccuracyAuthorization: Int, Sendable {
    case fullAccuracy, reducedAccuracy
}

open class CLCircularRegion: CLRegion, @unchecked Sendable {
    public let center: CLLocationCoordinate2D
    public let radius: CLLocationDistance

    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
        self.center = center
        self.radius = radius
        super.init(identifier: identifier)
    }

    /// Creates a region from a value of the app protocol.
    package convenience init(_ circle: CircularRegion, identifier: String) {
        self.init(
            center: CLLocationCoordinate2D(latitude: circle.latitude, longitude: circle.longitude),
            radius: circle.radius, identifier: identifier)
        notifyOnEntry = circle.notifiesOnEntry
        notifyOnExit = circle.notifiesOnExit
    }

    /// This region as a value of the app protocol.
    package var circle: CircularRegion {
        CircularRegion(
            latitude: center.latitude, longitude: center.longitude, radius: radius, notifiesOnEntry: notifyOnEntry,
            notifiesOnExit: notifyOnExit)
    }

    public func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude).distance(
            from: CLLocation(latitude: center.latitude, longitude: center.longitude)) <= radius
    }
}

/// A visit to a place (CL-19). Unlike on iOS, a visit does not say whether the device arrives or leaves: `arrivalDate`
/// is the time of the report, and `departureDate` always `Date.distantFuture`.
open class CLVisit: NSObject, @unchecked Sendable {
    public let arrivalDate: Date
    public let departureDate: Date

    public let coordinate: CLLocationCoordinate2D
    /// The radius of uncertainty in metres; negative if the manager has not received a fix yet.
    public let horizontalAccuracy: CLLocationAccuracy

    init(at location: CLLocation?) {
        arrivalDate = Date()
        departureDate = .distantFuture
        coordinate = location?.coordinate ?? CLLocationCoordinate2D()
        horizontalAccuracy = location?.horizontalAccuracy ?? -1
        super.init()
    }
}

public enum CLAuthorizationStatus: Int32, Sendable {
    case notDetermined, restricted
    case denied
    case authorizedAlways = 3
    case authorizedWhenInUse

    public static let authorized = CLAuthorizationStatus.authorizedAlways

    init(_ authorization: LocationAuthorization?) {
        self =
            switch authorization {
            case .restricted: .restricted
            case .denied: .denied
            case .authorizedAlways: .authorizedAlways
            case .authorizedWhenInUse: .authorizedWhenInUse
            case .notDetermined, nil: .notDetermined
            }
    }
}

/// The kind of movement that the app tracks. On iOS the activity type influences when updates pause (CL-12); ignored,
/// unlike on iOS.
public enum CLActivityType: Int, Sendable {
    case other = 1
    case automotiveNavigation, fitness, otherNavigation, airborne
}

public let kCLErrorDomain = "kCLErrorDomain"

/// An error of `kCLErrorDomain` (CL-24 to CL-43).
public struct CLError: Error, CustomNSError, Sendable, Equatable {
    public enum Code: Int, Sendable {
        /// No fix is available now (CL-24).
        case locationUnknown = 0
        /// The user does not allow the app to use the location (CL-25).
        case denied = 1
        case network
        case headingFailure = 3
        /// The app may not monitor regions (CL-28).
        case regionMonitoringDenied = 4
        /// The region cannot be monitored, for example because the app already monitors 20 regions (CL-17).
        case regionMonitoringFailure = 5
        case regionMonitoringSetupDelayed, regionMonitoringResponseDelayed, geocodeFoundNoResult
        case geocodeFoundPartialResult
        case geocodeCanceled
        /// Updates cannot be deferred (CL-35).
        case deferredFailed = 11
        /// Updates cannot be deferred before they are started (CL-36).
        case deferredNotUpdatingLocation = 12
        case deferredAccuracyTooLow
        /// Updates cannot be deferred while a distance filter is set (CL-38).
        case deferredDistanceFiltered = 14
        /// The app cancelled the deferral of updates (CL-39).
        case deferredCanceled = 15
        case rangingUnavailable, rangingFailure, promptDeclined
    }

    public let code: Code

    public init(_ code: Code) {
        self.code = code
    }

    public static var errorDomain: String { kCLErrorDomain }
    public var errorCode: Int { code.rawValue }

    public static var locationUnknown: Code { .locationUnknown }
    public static var denied: Code { .denied }
    public static var network: Code { .network }
    public static var regionMonitoringDenied: Code { .regionMonitoringDenied }
    public static var regionMonitoringFailure: Code { .regionMonitoringFailure }
    public static var headingFailure: Code { .headingFailure }
    public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }
    public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }
    public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }
    public static var rangingUnavailable: Code { .rangingUnavailable }
    public static var rangingFailure: Code { .rangingFailure }
    public static var promptDeclined: Code { .promptDeclined }
}

extension CLError.Code {
    /// Makes `catch CLError.denied` match an error with this code.
    public static func ~= (code: CLError.Code, error: any Error) -> Bool { (error as? CLError)?.code == code }
}
