import KeepAliveFormats
import KeepAliveModel

package enum LocationCallbacks {
    package static let didUpdateLocation = Callback(
        "didUpdateLocation",
        "didUpdateLocations, one fix; purpose is updates (CL-06), request (CL-21) or significantChange (CL-16)",
        .fix, Parameter<LocationPurpose>.choice("purpose"))
    package static let didFailLocation = Callback(
        "didFailLocation", "didFailWithError, kCLErrorDomain (CL-24 to CL-43)", Parameter<Int>.whole("code"))
    package static let didPauseLocationUpdates = Callback(
        "didPauseLocationUpdates", "locationManagerDidPauseLocationUpdates (CL-12)")
    package static let didChangeAuthorization = Callback(
        "didChangeAuthorization", "locationManagerDidChangeAuthorization",
        Parameter<LocationAuthorization>.choice("status"), .flag("fullAccuracy"))
    package static let didCrossRegion = Callback(
        "didCrossRegion", "didEnterRegion, didExitRegion (CL-17)", .wake, Parameter<String>.text("identifier").optional,
        Parameter<Bool>.flag("entered").optional, Parameter<CircularRegion>.circle.optional, reply: .returned)
    package static let monitoringDidFail = Callback(
        "monitoringDidFail", "monitoringDidFailFor (CL-17)", .text("identifier"), Parameter<Int>.whole("code"))
    package static let didVisit = Callback("didVisit", "didVisit (CL-19)", .wake, reply: .returned)
}

extension Parameter where Value == CircularRegion {
    /// A circular region: its centre in degrees, and its radius in metres.
    package static let circle = Parameter.group(
        .number("latitude", -90...90), .number("longitude", -180...180), .number("radius", 0...1e7),
        .flag("notifyOnEntry").or(true), .flag("notifyOnExit").or(true)
    ) {
        CircularRegion(latitude: $0, longitude: $1, radius: $2, notifiesOnEntry: $3, notifiesOnExit: $4)
    } split: {
        ($0.latitude, $0.longitude, $0.radius, $0.notifiesOnEntry, $0.notifiesOnExit)
    }
}

/// A region that iOS monitors for an app, and whether the device is inside the region.
package struct WatchedRegion: Sendable, Hashable {
    package var identifier: String
    package var circle: CircularRegion
    /// True if the device is inside the region; `nil` if iOS does not know yet.
    package var isInside: Bool?

    package init(identifier: String, circle: CircularRegion, isInside: Bool?) {
        self.identifier = identifier
        self.circle = circle
        self.isInside = isInside
    }
}

extension Parameter where Value == WatchedRegion {
    package static let watchedRegion = Parameter.group(
        .text("identifier"), .circle, Parameter<Bool>.flag("inside").orNull
    ) {
        WatchedRegion(identifier: $0, circle: $1, isInside: $2)
    } split: {
        ($0.identifier, $0.circle, $0.isInside)
    }
}

extension Parameter where Value == LocationFix {
    fileprivate static let fix = Parameter.group(
        .number("latitude"), .number("longitude"), .number("altitude"), .number("horizontalAccuracy"),
        .number("verticalAccuracy"), .number("speed"), .number("course"), .number("timestamp")
    ) {
        LocationFix(
            latitude: $0, longitude: $1, altitude: $2, horizontalAccuracy: $3, verticalAccuracy: $4, speed: $5,
            course: $6, timestamp: $7)
    } split: {
        (
            $0.latitude, $0.longitude, $0.altitude, $0.horizontalAccuracy, $0.verticalAccuracy, $0.speed, $0.course,
            $0.timestamp
        )
    }
}
