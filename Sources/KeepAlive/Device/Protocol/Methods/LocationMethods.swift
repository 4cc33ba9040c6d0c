import KeepAliveFormats
import KeepAliveModel

/// The methods of `CLLocationManager` and of Core Location's sessions.
package enum LocationMethods {
    package static let requestWhenInUseAuthorization = Method(
        "requestWhenInUseAuthorization", "requestWhenInUseAuthorization(): the user answers as the run says",
        returns: authorization)
    package static let requestAlwaysAuthorization = Method(
        "requestAlwaysAuthorization", "requestAlwaysAuthorization(): the user answers as the run says",
        returns: authorization)
    package static let authorizationStatus = Method(
        "authorizationStatus", "authorizationStatus", returns: authorization)
    package static let requestTemporaryFullAccuracyAuthorization = Method(
        "requestTemporaryFullAccuracyAuthorization",
        "requestTemporaryFullAccuracyAuthorization(withPurposeKey:): the user agrees; kCLErrorDomain 18 in the background, and "
            + "without the purpose in the Info.plist (CL-51)",
        .text("purposeKey", lengthMax: 1000), returns: authorization)
    package static let setAllowsBackgroundLocationUpdates = Method(
        "setAllowsBackgroundLocationUpdates", "allowsBackgroundLocationUpdates: raises without the mode (CL-01)",
        .flag("value"))
    package static let setShowsBackgroundLocationIndicator = Method(
        "setShowsBackgroundLocationIndicator", "showsBackgroundLocationIndicator", .flag("value"))
    package static let setDistanceFilter = Method(
        "setDistanceFilter", "distanceFilter; 0 for none", .number("metres", 0...1e8))
    package static let setDesiredAccuracy = Method(
        "setDesiredAccuracy", "desiredAccuracy; 0 for the best", .number("metres", 0...1e8))
    package static let startUpdatingLocation = Method(
        "startUpdatingLocation",
        "startUpdatingLocation(), with pausesLocationUpdatesAutomatically; didUpdateLocation follows",
        .flag("pausesAutomatically").or(true))
    package static let stopUpdatingLocation = Method("stopUpdatingLocation", "stopUpdatingLocation()")
    package static let requestLocation = Method(
        "requestLocation", "requestLocation(): one didUpdateLocation or didFailLocation", .flag("hasDelegate").or(true))
    package static let monitorSignificantLocationChanges = Method(
        "monitorSignificantLocationChanges", "startMonitoringSignificantLocationChanges() or its end", .flag("on"))
    package static let startMonitoringRegion = Method(
        "startMonitoringRegion",
        "startMonitoring(for:) of a circular region, radius in metres; didCrossRegion follows",
        .text("identifier", lengthMax: 1000), .circle, returns: .object(.flag("monitoring")))
    package static let monitoredRegions = Method(
        "monitoredRegions",
        "CLLocationManager.monitoredRegions, with what is known of each; they outlive the app's processes",
        returns: .list(.watchedRegion))
    package static let stopMonitoringRegion = Method(
        "stopMonitoringRegion", "stopMonitoring(for:)", .text("identifier"))
    package static let monitorVisits = Method("monitorVisits", "startMonitoringVisits() or its end", .flag("on"))
    package static let backgroundActivitySession = Method(
        "backgroundActivitySession", "a CLBackgroundActivitySession is created or invalidated", .flag("exists"))
    package static let serviceSession = Method(
        "serviceSession", "a CLServiceSession is created or invalidated", .flag("exists"))

    private static let authorization = Returned.object(
        .group(Parameter<LocationAuthorization>.choice("authorization"), .flag("fullAccuracy")) {
            LocationPermission(authorization: $0, isPrecise: $1)
        } split: {
            ($0.authorization, $0.isPrecise)
        })
}

/// The user's permission to know the app's position.
package struct LocationPermission: Sendable, Hashable {
    package var authorization: LocationAuthorization
    /// True if the positions are exact (CL-49).
    package var isPrecise: Bool

    package init(authorization: LocationAuthorization, isPrecise: Bool) {
        self.authorization = authorization
        self.isPrecise = isPrecise
    }
}
