import Foundation
import KeepAliveFormats
import KeepAliveModel
import KeepAliveProtocol

public protocol CLLocationManagerDelegate: AnyObject {
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    /// Called when fixes or a service fail (CL-24 to CL-43).
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
    func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)
    /// Called when the system has paused the updates. The app must start them again (CL-12).
    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)
    func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)
    /// Called when the device has entered a region (CL-17).
    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)
    /// Called when the device has left a region (CL-17).
    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)
    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)
    func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error)
    func locationManager(_ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion)
    /// Never called, unlike on iOS: the device has no magnetometer.
    func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)
    /// Never called, unlike on iOS: the device has no magnetometer.
    func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool
    /// Called when the device has arrived at a place or left a place (CL-19).
    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)
    /// Never called, unlike on iOS: the device has no Bluetooth.
    func locationManager(
        _ manager: CLLocationManager, didRange beacons: [CLBeacon],
        satisfying beaconConstraint: CLBeaconIdentityConstraint)
    func locationManager(
        _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint, error: any Error)
    func locationManager(
        _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion, withError error: any Error)
    /// The variant of `didRange` before iOS 13. Never called, unlike on iOS: the device has no Bluetooth.
    func locationManager(
        _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion)
    /// Never called, unlike on iOS: updates are never deferred.
    func locationManager(_ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?)
}

extension CLLocationManagerDelegate {
    public func locationManager(
        _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion, withError error: any Error
    ) {}
    public func locationManager(
        _ manager: CLLocationManager, didRange beacons: [CLBeacon],
        satisfying beaconConstraint: CLBeaconIdentityConstraint
    ) {}
    public func locationManager(
        _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint, error: any Error
    ) {}
    public func locationManager(
        _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion
    ) {}
    public func locationManager(_ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?) {}
    public func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {}
    public func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool { false }
    public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
    public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
    public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        locationManager(manager, didChangeAuthorization: manager.authorizationStatus)
    }
    public func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {}
    public func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {}
    public func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {}
    public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {}
    public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {}
    public func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {}
    public func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
    ) {}
    public func locationManager(
        _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {}
    public func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {}
}

/// Reports the device's location: updates, significant changes, regions, visits (the CL rules). Outside of tests, the
/// fixes come from gpsd.
///
/// A released manager ends its updates. Region monitoring, significant changes and visits continue: they outlive even
/// the process.
open class CLLocationManager: NSObject, @unchecked Sendable {
    private let context: AppContext
    private let service: LocationRequests
    private let lock = NSLock()
    private var latest: CLLocation?
    private var isRequesting = false

    public weak var delegate: (any CLLocationManagerDelegate)? {
        didSet {
            if let delegate, delegate !== oldValue {
                SubclassCheck.warn(
                    delegate, as: "CLLocationManagerDelegate",
                    methods: [
                        "locationManager", "locationManagerDidChangeAuthorization",
                        "locationManagerDidPauseLocationUpdates", "locationManagerDidResumeLocationUpdates",
                    ]
                ) { $0 is any CLLocationManagerDelegate.Type }
            }
            // As on iOS from 4.2 on, a manager without a delegate calls a new one with the current authorization.
            guard delegate != nil, oldValue == nil else { return }
            context.main { [weak self] in self?.tellAuthorization() }
        }
    }

    /// Creates a manager, which calls its delegate on the main thread.
    public override init() {
        context = AppContext.current
        service = LocationRequests.of(context)
        super.init()
        listen()
    }

    deinit {
        service.forget(ObjectIdentifier(self))
    }

    // MARK: Authorization

    public var authorizationStatus: CLAuthorizationStatus {
        CLAuthorizationStatus(context.send(LocationMethods.authorizationStatus)?.authorization)
    }

    public class func authorizationStatus() -> CLAuthorizationStatus {
        CLAuthorizationStatus(AppContext.current.send(LocationMethods.authorizationStatus)?.authorization)
    }

    /// The accuracy that the user allows the app: full accuracy unless Precise Location is off (CL-49).
    public var accuracyAuthorization: CLAccuracyAuthorization {
        context.send(LocationMethods.authorizationStatus)?.isPrecise == false ? .reducedAccuracy : .fullAccuracy
    }

    public class func locationServicesEnabled() -> Bool { true }
    public class func significantLocationChangeMonitoringAvailable() -> Bool { true }
    public class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
        regionClass == CLCircularRegion.self
    }

    /// Always false, as the device has no magnetometer.
    public class func headingAvailable() -> Bool { false }

    /// Writes a line into the timeline, and has no other effect: the device has no magnetometer.
    public func startUpdatingHeading() { context.note(.updatingHeading) }

    public func stopUpdatingHeading() {}

    /// The direction in which the device points; always `nil`, as the device has no magnetometer.
    public var heading: CLHeading? { nil }
    /// The smallest change of direction that is reported, in degrees; stored, but ignored, unlike on iOS.
    @WithoutEffect public var headingFilter: CLLocationDegrees = 1

    /// Asks the user for full accuracy while the app is in use. The user always agrees (CL-51).
    ///
    /// - Parameters:
    ///   - purposeKey: a key of `NSLocationTemporaryUsageDescriptionDictionary` in the Info.plist.
    ///   - completion: called on the main thread with `nil`, or with ``CLError/promptDeclined`` if the app is in the
    ///     background or the Info.plist has no such key.
    public func requestTemporaryFullAccuracyAuthorization(
        withPurposeKey purposeKey: String, completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let outcome = Result { try requestFullAccuracy(purposeKey) }
        context.main {
            switch outcome {
            case .success: completion?(nil)
            case .failure(let error): completion?(error)
            }
        }
    }

    /// Asks the user for full accuracy while the app is in use. The user always agrees (CL-51).
    ///
    /// - Throws: ``CLError/promptDeclined`` if the app is in the background or the Info.plist has no key `purposeKey`.
    public func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) async throws {
        try requestFullAccuracy(purposeKey)
    }

    private func requestFullAccuracy(_ purposeKey: String) throws {
        do {
            try context.request(LocationMethods.requestTemporaryFullAccuracyAuthorization, purposeKey)
        } catch let error as NSError where error.domain == kCLErrorDomain {
            throw CLError(Self.code(error.code))
        }
    }

    /// Asks the user for access to the location while the app is in use. The Info.plist must contain the usage
    /// description (CL-22).
    public func requestWhenInUseAuthorization() { context.send(LocationMethods.requestWhenInUseAuthorization) }

    /// Asks the user for access to the location at any time. The Info.plist must contain both usage descriptions
    /// (CL-22).
    public func requestAlwaysAuthorization() { context.send(LocationMethods.requestAlwaysAuthorization) }

    // MARK: Options

    /// The accuracy that the app wants. The fixes are the same at any accuracy; from iOS 16.4 on, the system may
    /// suspend an app whose value is above 100 m (CL-48).
    public var desiredAccuracy: CLLocationAccuracy {
        get { service.wishes(of: self).desiredAccuracy }
        set { change { $0.desiredAccuracy = newValue } }
    }
    @WithoutEffect public var activityType = CLActivityType.other

    /// The distance in metres that the device must move before the next fix is reported (CL-15).
    public var distanceFilter: CLLocationDistance {
        get { service.wishes(of: self).distanceFilter }
        set { change { $0.distanceFilter = newValue } }
    }

    /// True if updates may continue in the background (CL-07).
    ///
    /// Setting `true` without `location` in `UIBackgroundModes` raises an exception. The exception ends the app unless
    /// `catchingNSException` catches it (CL-01, SD-31).
    public var allowsBackgroundLocationUpdates: Bool {
        get { service.wishes(of: self).allowsBackground }
        set {
            guard newValue else { return change { $0.allowsBackground = false } }
            do throws(JSONRPCError) {
                try context.call(LocationMethods.setAllowsBackgroundLocationUpdates, true)
                change { $0.allowsBackground = true }
            } catch {
                error.exception?.raise(in: context)
            }
        }
    }

    /// True if this manager serves live updates (``CLLocationUpdate``).
    var isForLiveUpdates: Bool {
        get { service.wishes(of: self).areLive }
        set { change { $0.areLive = newValue } }
    }

    /// True if updates pause while the device does not move (CL-12).
    public var pausesLocationUpdatesAutomatically: Bool {
        get { service.wishes(of: self).pausesAutomatically }
        set { change { $0.pausesAutomatically = newValue } }
    }

    /// True if the status bar shows when the app uses the location in the background (CL-14).
    public var showsBackgroundLocationIndicator: Bool {
        get { service.wishes(of: self).showsIndicator }
        set { change { $0.showsIndicator = newValue } }
    }

    private func change(restarts: Bool = false, _ body: (inout LocationRequests.Wishes) -> Void) {
        let (before, now) = service.change(self, body)
        service.tell(before, now, restarts: restarts)
    }

    // MARK: Services

    public var location: CLLocation? { lock.withLock { latest } }

    /// Starts updates, which keep the app running in the background if ``allowsBackgroundLocationUpdates`` is true
    /// (CL-06).
    public func startUpdatingLocation() { change(restarts: true) { $0.updates = true } }

    public func stopUpdatingLocation() {
        lock.withLock { isRequesting = false }
        change { $0.updates = false }
    }

    /// Requests one fix. Raises an exception if there is no delegate (CL-21).
    public func requestLocation() {
        lock.withLock { isRequesting = true }
        context.send(LocationMethods.requestLocation, delegate != nil)
    }

    /// Starts to report when the device has moved far. Each report resumes or relaunches the app (CL-16).
    public func startMonitoringSignificantLocationChanges() { change { $0.significantChanges = true } }

    public func stopMonitoringSignificantLocationChanges() {
        service.end(\.significantChanges, by: self, with: LocationMethods.monitorSignificantLocationChanges)
    }

    /// Starts to report when the device enters or leaves a circular region, for at most 20 regions. Each report resumes
    /// or relaunches the app (CL-17). Other regions are ignored.
    public func startMonitoring(for region: CLRegion) {
        guard let circle = region as? CLCircularRegion else { return }
        var watched = circle.circle
        watched.radius = min(max(0, watched.radius), maximumRegionMonitoringDistance)
        guard context.send(LocationMethods.startMonitoringRegion, region.identifier, watched) == true else { return }
        context.main { [weak self] in
            guard let self else { return }
            delegate?.locationManager(self, didStartMonitoringFor: region)
        }
    }

    public func stopMonitoring(for region: CLRegion) {
        context.send(LocationMethods.stopMonitoringRegion, region.identifier)
    }

    /// The largest radius of a monitored region, in metres.
    public let maximumRegionMonitoringDistance: CLLocationDistance = 1_000_000

    public var monitoredRegions: Set<CLRegion> {
        // The regions of a `CLMonitor` are left out: only their monitor reports them.
        let own = (context.send(LocationMethods.monitoredRegions) ?? [])
            .filter { !$0.identifier.hasPrefix(CLMonitor.mark) }
        return Set(own.map { CLCircularRegion($0.circle, identifier: $0.identifier) })
    }

    public func requestState(for region: CLRegion) {
        let found = context.send(LocationMethods.monitoredRegions)?.first { $0.identifier == region.identifier }
        let state: CLRegionState = found?.isInside.map { $0 ? .inside : .outside } ?? .unknown
        context.main { [weak self] in
            guard let self else { return }
            delegate?.locationManager(self, didDetermineState: state, for: region)
        }
    }

    /// Starts to report when the device arrives at a place or leaves a place. Each report resumes or relaunches the app
    /// (CL-19).
    public func startMonitoringVisits() { change { $0.visits = true } }

    public func stopMonitoringVisits() {
        service.end(\.visits, by: self, with: LocationMethods.monitorVisits)
    }

    // MARK: Callbacks

    private func tellAuthorization() {
        if context.version >= IOSVersion(14) {
            delegate?.locationManagerDidChangeAuthorization(self)
        } else {
            delegate?.locationManager(self, didChangeAuthorization: authorizationStatus)
        }
    }

    /// Returns true if this manager requested fixes for a purpose. The system reports each fix to all managers of the
    /// app.
    private func awaits(_ purpose: LocationPurpose) -> Bool {
        let wishes = service.wishes(of: self)
        switch purpose {
        case .updates: return wishes.updates || lock.withLock { isRequesting }
        case .request: return lock.withLock { isRequesting }
        case .significantChange: return wishes.significantChanges
        }
    }

    private func listen() {
        context.listen(to: LocationCallbacks.didUpdateLocation, self) { $0.updated(CLLocation($1), for: $2) }
        context.listen(to: LocationCallbacks.didFailLocation, self) { $0.failed($1) }
        context.listen(to: LocationCallbacks.didChangeAuthorization, self) { manager, _, _ in
            manager.tellAuthorization()
        }
        context.listen(to: LocationCallbacks.didPauseLocationUpdates, self) { manager in
            guard manager.service.wishes(of: manager).updates else { return }
            manager.delegate?.locationManagerDidPauseLocationUpdates(manager)
        }
        context.listen(to: LocationCallbacks.didCrossRegion, self) { manager, _, identifier, entered, circle in
            let identifier = identifier ?? ""
            guard !identifier.hasPrefix(CLMonitor.mark) else { return }
            let region = CLCircularRegion(
                circle ?? CircularRegion(latitude: 0, longitude: 0, radius: 0), identifier: identifier)
            if entered ?? true {
                manager.delegate?.locationManager(manager, didEnterRegion: region)
            } else {
                manager.delegate?.locationManager(manager, didExitRegion: region)
            }
        }
        context.listen(to: LocationCallbacks.monitoringDidFail, self) { manager, identifier, code in
            guard !identifier.hasPrefix(CLMonitor.mark) else { return }
            manager.delegate?.locationManager(
                manager, monitoringDidFailFor: CLRegion(identifier: identifier), withError: CLError(Self.code(code)))
        }
        context.listen(to: LocationCallbacks.didVisit, self) { manager, _ in
            manager.delegate?.locationManager(manager, didVisit: CLVisit(at: manager.location))
        }
    }

    private func updated(_ location: CLLocation, for purpose: LocationPurpose) {
        let isForMe = awaits(purpose)
        lock.withLock {
            latest = location
            if isForMe, purpose != .significantChange { isRequesting = false }
        }
        if isForMe { delegate?.locationManager(self, didUpdateLocations: [location]) }
    }

    private func failed(_ code: Int) {
        // The system does not say which service failed, so each manager that waits for fixes gets the error.
        let isForMe = LocationPurpose.allCases.contains { awaits($0) }
        lock.withLock { isRequesting = false }
        if isForMe { delegate?.locationManager(self, didFailWithError: CLError(Self.code(code))) }
    }

    private static func code(_ code: Int) -> CLError.Code { CLError.Code(rawValue: code) ?? .locationUnknown }
}

/// A session in which an app with when-in-use authorization continues its updates in the background (iOS 17; CL-09).
/// The session ends when this object is released.
open class CLBackgroundActivitySession: NSObject, @unchecked Sendable {
    private let session: LocationSession

    public override init() {
        session = LocationSession { $0.activitySession($1) }
        super.init()
    }

    public func invalidate() { session.end() }
}

/// A session that states the app's need of Core Location (iOS 18; CL-11). A new session asks the user for the
/// authorization, and ends when this object is released.
open class CLServiceSession: NSObject, @unchecked Sendable {
    public enum AuthorizationRequirement: Int, Sendable {
        case none
        case whenInUse, always
    }

    private let session: LocationSession

    public init(authorization: AuthorizationRequirement) {
        let context = AppContext.current
        session = LocationSession { $0.serviceSession($1) }
        super.init()
        guard context.version >= IOSVersion(18) else { return }
        switch authorization {
        case .none: break
        case .whenInUse: context.send(LocationMethods.requestWhenInUseAuthorization)
        case .always: context.send(LocationMethods.requestAlwaysAuthorization)
        }
    }

    public func invalidate() { session.end() }
}

/// A session of the system's, which lasts until `end()` is called or this object is released.
private final class LocationSession: @unchecked Sendable {
    private let service = LocationRequests.of(AppContext.current)
    private let tell: (LocationRequests, _ begins: Bool) -> Void
    private let lock = NSLock()
    private var hasEnded = false

    init(_ tell: @escaping (LocationRequests, _ begins: Bool) -> Void) {
        self.tell = tell
        tell(service, true)
    }

    deinit { end() }

    func end() {
        let isFirst = lock.withLock {
            defer { hasEnded = true }
            return !hasEnded
        }
        if isFirst { tell(service, false) }
    }
}

extension UnimplementedDelegate: CLLocationManagerDelegate {}
