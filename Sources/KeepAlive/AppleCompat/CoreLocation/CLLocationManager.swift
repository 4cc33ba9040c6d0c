import Foundation

/// What a location manager tells.
public protocol CLLocationManagerDelegate: AnyObject {
    /// New fixes; the latest is the last.
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    /// Something failed (CL-24 to CL-43).
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
    /// What the user allows has changed; also once when the manager is made (iOS 14).
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
    /// What the user allows has changed.
    func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)
    /// Updates paused by themselves; the app has to start them again (CL-12).
    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)
    /// Updates go on.
    func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)
    /// The device entered a region (CL-17).
    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)
    /// The device left a region (CL-17).
    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)
    /// A region is watched from now on.
    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)
    /// A region cannot be watched.
    func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error)
    /// The device arrived somewhere, or left (CL-19).
    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)
}

extension CLLocationManagerDelegate {
    /// Nothing to do.
    public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
    /// Nothing to do.
    public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
    /// Nothing to do.
    public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
    /// Nothing to do.
    public func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {}
    /// Nothing to do.
    public func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {}
    /// Nothing to do.
    public func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {}
    /// Nothing to do.
    public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {}
    /// Nothing to do.
    public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {}
    /// Nothing to do.
    public func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {}
    /// Nothing to do.
    public func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
    ) {}
    /// Nothing to do.
    public func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {}
}

/// Where the device is: updates, significant changes, regions, visits (CL rows). Fixes really come from gpsd.
open class CLLocationManager: NSObject, @unchecked Sendable {
    private let context: AppContext
    private let lock = NSLock()
    private var regions: [String: CLRegion] = [:]
    private var latest: CLLocation?
    private var isUpdating = false

    /// Who is told.
    public weak var delegate: (any CLLocationManagerDelegate)? {
        didSet {
            // As from iOS 14 on: what the user allows is told at the beginning, too.
            guard delegate != nil, oldValue == nil else { return }
            context.main { [weak self] in
                guard let self else { return }
                delegate?.locationManagerDidChangeAuthorization(self)
            }
        }
    }

    /// Creates a manager; it tells its delegate on the main thread.
    public override init() {
        context = AppContext.current
        super.init()
        context.listen(
            to: [
                "didUpdateLocation", "didFailLocation", "didChangeAuthorization", "didPauseLocationUpdates",
                "didCrossRegion", "monitoringDidFail", "didVisit",
            ], self
        ) { manager, method, parameters in manager.happened(method, parameters) }
    }

    // MARK: Authorization

    /// What the user allows the app.
    public var authorizationStatus: CLAuthorizationStatus {
        CLAuthorizationStatus(name: context.send("authorizationStatus")["authorization"]?.string)
    }

    /// What the user allows the app, before iOS 14.
    public class func authorizationStatus() -> CLAuthorizationStatus {
        CLAuthorizationStatus(name: AppContext.current.send("authorizationStatus")["authorization"]?.string)
    }

    /// Whether the device tells locations at all.
    public class func locationServicesEnabled() -> Bool { true }
    /// Whether the device tells significant changes.
    public class func significantLocationChangeMonitoringAvailable() -> Bool { true }
    /// Whether the device watches regions of a kind: circles.
    public class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
        regionClass == CLCircularRegion.self
    }

    /// Asks the user for access while the app is in use; needs the usage string (CL-22).
    public func requestWhenInUseAuthorization() { context.send("requestWhenInUseAuthorization") }

    /// Asks the user for access at any time; needs both usage strings (CL-22).
    public func requestAlwaysAuthorization() { context.send("requestAlwaysAuthorization") }

    // MARK: How

    /// How exact fixes should be; what the receiver tells is not changed by it.
    public var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
    /// What the app does with its position.
    public var activityType = CLActivityType.other

    /// How far the device must move for the next fix to be told, in metres (CL-15).
    public var distanceFilter: CLLocationDistance = kCLDistanceFilterNone {
        didSet { context.send("setDistanceFilter", ["metres": .number(max(0, distanceFilter))]) }
    }

    /// Whether updates go on in the background (CL-07).
    ///
    /// Setting it to `true` without `location` in `UIBackgroundModes` raises an exception, which ends the app unless it
    /// is caught: see ``catchingNSException(_:)`` (CL-01, SD-31).
    public var allowsBackgroundLocationUpdates: Bool {
        get { lock.withLock { allowsBackground } }
        set {
            do throws(JSONRPCError) {
                try context.call("setAllowsBackgroundLocationUpdates", ["value": .bool(newValue)])
                lock.withLock { allowsBackground = newValue }
            } catch {
                AppService.exception(error)?.raise()
            }
        }
    }
    private var allowsBackground = false

    /// Whether updates pause when the device stays where it is (CL-12).
    public var pausesLocationUpdatesAutomatically = true {
        didSet { if isUpdating { startUpdatingLocation() } }
    }

    /// Whether the blue bar shows that a background app has the location (CL-14).
    public var showsBackgroundLocationIndicator = false {
        didSet {
            context.send("setShowsBackgroundLocationIndicator", ["value": .bool(showsBackgroundLocationIndicator)])
        }
    }

    // MARK: What

    /// The last fix; `nil` before the first.
    public var location: CLLocation? { lock.withLock { latest } }

    /// Starts updates (CL-06).
    public func startUpdatingLocation() {
        isUpdating = true
        context.send("startUpdatingLocation", ["pausesAutomatically": .bool(pausesLocationUpdatesAutomatically)])
    }

    /// Ends updates.
    public func stopUpdatingLocation() {
        isUpdating = false
        context.send("stopUpdatingLocation")
    }

    /// Asks for one fix; without a delegate it raises an exception (CL-21).
    public func requestLocation() { context.send("requestLocation", ["hasDelegate": .bool(delegate != nil)]) }

    /// Has the app told, and woken, when the device has moved far (CL-16).
    public func startMonitoringSignificantLocationChanges() {
        context.send("monitorSignificantLocationChanges", ["on": true])
    }

    /// Ends that.
    public func stopMonitoringSignificantLocationChanges() {
        context.send("monitorSignificantLocationChanges", ["on": false])
    }

    /// Has the app told, and woken, when the device enters or leaves a region; 20 at most (CL-17).
    public func startMonitoring(for region: CLRegion) {
        guard let circle = region as? CLCircularRegion else { return }
        lock.withLock { regions[region.identifier] = region }
        context.send(
            "startMonitoringRegion",
            [
                "identifier": .string(region.identifier), "latitude": .number(circle.center.latitude),
                "longitude": .number(circle.center.longitude), "radius": .number(max(0, circle.radius)),
            ])
        context.main { [weak self] in
            guard let self else { return }
            delegate?.locationManager(self, didStartMonitoringFor: region)
        }
    }

    /// Ends that.
    public func stopMonitoring(for region: CLRegion) {
        lock.withLock { regions[region.identifier] = nil }
        context.send("stopMonitoringRegion", ["identifier": .string(region.identifier)])
    }

    /// The regions that are watched.
    public var monitoredRegions: Set<CLRegion> { lock.withLock { Set(regions.values) } }

    /// Has the app told, and woken, when the device arrives somewhere or leaves (CL-19).
    public func startMonitoringVisits() { context.send("monitorVisits", ["on": true]) }

    /// Ends that.
    public func stopMonitoringVisits() { context.send("monitorVisits", ["on": false]) }

    // MARK: What happens

    private func happened(_ method: String, _ parameters: JSONValue) {
        guard let delegate else { return }
        let code = CLError.Code(rawValue: parameters["code"]?.int ?? 0) ?? .locationUnknown
        switch method {
        case "didUpdateLocation":
            guard let fix = try? parameters.decoded(as: LocationFix.self) else { return }
            let location = CLLocation(fix)
            lock.withLock { latest = location }
            delegate.locationManager(self, didUpdateLocations: [location])
        case "didFailLocation": delegate.locationManager(self, didFailWithError: CLError(code))
        case "didChangeAuthorization":
            delegate.locationManagerDidChangeAuthorization(self)
            delegate.locationManager(
                self, didChangeAuthorization: CLAuthorizationStatus(name: parameters["status"]?.string))
        case "didPauseLocationUpdates": delegate.locationManagerDidPauseLocationUpdates(self)
        case "didCrossRegion":
            let identifier = parameters["identifier"]?.string ?? ""
            let region = lock.withLock { regions[identifier] } ?? CLRegion(identifier: identifier)
            if parameters["entered"]?.bool ?? true {
                if region.notifyOnEntry { delegate.locationManager(self, didEnterRegion: region) }
            } else if region.notifyOnExit {
                delegate.locationManager(self, didExitRegion: region)
            }
        case "monitoringDidFail":
            let identifier = parameters["identifier"]?.string ?? ""
            let region = lock.withLock { regions.removeValue(forKey: identifier) }
            delegate.locationManager(self, monitoringDidFailFor: region, withError: CLError(code))
        case "didVisit": delegate.locationManager(self, didVisit: CLVisit())
        default: break
        }
    }
}

/// Keeps updates going in the background with when-in-use authorization, from iOS 17 (CL-09).
open class CLBackgroundActivitySession: NSObject, @unchecked Sendable {
    private let context: AppContext

    /// Begins; only in the foreground.
    public override init() {
        context = AppContext.current
        super.init()
        context.send("backgroundActivitySession", ["exists": true])
    }

    /// Ends it.
    public func invalidate() { context.send("backgroundActivitySession", ["exists": false]) }
}

/// Says what the app needs of Core Location, from iOS 18 (CL-11).
open class CLServiceSession: NSObject, @unchecked Sendable {
    /// What is needed.
    public enum AuthorizationRequirement: Int, Sendable {
        /// Nothing.
        case none = 0
        /// While in use.
        case whenInUse = 1
        /// At any time.
        case always = 2
    }

    private let context: AppContext

    /// Begins; in the foreground, or again after a launch into the background.
    public init(authorization: AuthorizationRequirement) {
        context = AppContext.current
        super.init()
        context.send("serviceSession", ["exists": true])
    }

    /// Ends it.
    public func invalidate() { context.send("serviceSession", ["exists": false]) }
}
