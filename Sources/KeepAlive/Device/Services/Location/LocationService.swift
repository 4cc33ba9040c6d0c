import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// Core Location: authorization, location updates, regions, visits and sessions.
    static let location = Service(methods: locationMethods, callbacks: locationCallbacks)

    private static let locationMethods: [AppMethod] = [
        AppMethod(LocationMethods.requestWhenInUseAuthorization) { call in
            call.requestAuthorization(always: false)
            return try status(call)
        },
        AppMethod(LocationMethods.requestAlwaysAuthorization) { call in
            guard call.hasDevice else {
                return LocationPermission(authorization: call.host.requestAlwaysAuthorization(), isPrecise: true)
            }
            call.requestAuthorization(always: true)
            return try status(call)
        },
        AppMethod(LocationMethods.authorizationStatus) { try status($0) },
        AppMethod(LocationMethods.requestTemporaryFullAccuracyAuthorization, by: .apps) { call, purpose in
            try call.report(.locationService(.fullAccuracyRequested(purpose: purpose, granted: true)))
            return try status(call)
        },
        AppMethod(LocationMethods.setAllowsBackgroundLocationUpdates) { call, value in
            try call.host.setAllowsBackgroundLocationUpdates(value)
        },
        AppMethod(reporting: LocationMethods.setShowsBackgroundLocationIndicator) {
            .locationService(.showsIndicatorSet($0))
        },
        AppMethod(reporting: LocationMethods.setDistanceFilter) { .locationService(.distanceFilterSet($0)) },
        AppMethod(reporting: LocationMethods.setDesiredAccuracy) { .locationService(.desiredAccuracySet($0)) },
        AppMethod(LocationMethods.startUpdatingLocation) { call, pauses in
            call.host.startUpdatingLocation(pausesAutomatically: pauses)
        },
        AppMethod(LocationMethods.stopUpdatingLocation) { call in call.host.stopUpdatingLocation() },
        AppMethod(reporting: LocationMethods.requestLocation) { .locationService(.locationRequested(hasDelegate: $0)) },
        AppMethod(reporting: LocationMethods.monitorSignificantLocationChanges) {
            .locationService(.significantChangeMonitoring($0))
        },
        AppMethod(LocationMethods.startMonitoringRegion) { call, identifier, region in
            try call.report(.locationService(.regionMonitoringStarted(identifier: identifier, region: region)))
            // The result is false if iOS does not accept the region, and so does not monitor it.
            return try call.engine.machine.monitoredRegion(identifier) != nil
        },
        AppMethod(LocationMethods.monitoredRegions) { call in
            try call.engine.machine.monitoredRegions.map { identifier, circle, isInside in
                WatchedRegion(identifier: identifier, circle: circle, isInside: isInside)
            }
        },
        AppMethod(reporting: LocationMethods.stopMonitoringRegion) {
            .locationService(.regionMonitoringStopped(identifier: $0))
        },
        AppMethod(reporting: LocationMethods.monitorVisits) { .locationService(.visitMonitoring($0)) },
        AppMethod(reporting: LocationMethods.backgroundActivitySession) {
            .locationService(.backgroundActivitySession($0))
        },
        AppMethod(reporting: LocationMethods.serviceSession) { .locationService(.serviceSession($0)) },
    ]

    private static func status(_ call: AppCall) throws -> LocationPermission {
        let machine = try call.engine.machine
        return LocationPermission(authorization: machine.locationAuthorization, isPrecise: machine.hasFullAccuracy)
    }

    // MARK: Callbacks

    private static let locationCallbacks: [CallbackRow] = [
        CallbackRow(LocationCallbacks.didCrossRegion) { callback, context in
            guard case .woken(let kind, let identifier) = callback else { return nil }
            let region = identifier.flatMap { context.engine?.machine.monitoredRegion($0) }
            let circle = region?.circle
            return (kind, identifier, circle == nil ? nil : region?.isInside, circle)
        } events: {
            WakeRows.completed($0, $1)
        },
        CallbackRow(LocationCallbacks.didVisit, values: WakeRows.kind, events: WakeRows.completed),
        // The app's voice sends this callback whenever the authorization has changed, because the policy orders no
        // callback for the change.
        CallbackRow(telling: LocationCallbacks.didChangeAuthorization),
        CallbackRow(LocationCallbacks.didUpdateLocation) { callback, _ in
            if case .didUpdateLocation(let fix, let purpose) = callback { (fix, purpose) } else { nil }
        },
        CallbackRow(LocationCallbacks.didFailLocation) { callback, _ in
            if case .didFailLocation(let code) = callback { code } else { nil }
        },
        CallbackRow(LocationCallbacks.didPauseLocationUpdates),
        CallbackRow(LocationCallbacks.monitoringDidFail) { callback, _ in
            if case .monitoringDidFail(let identifier, let code) = callback { (identifier, code) } else { nil }
        },
    ]
}
