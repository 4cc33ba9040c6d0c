import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// Core Location.
    static let location = Service(methods: locationMethods, callbacks: locationCallbacks)

    private static let authorization = Shape.object([
        "authorization": .word(of: LocationAuthorization.self), "fullAccuracy": .flag,
    ])

    private static let locationMethods: [AppMethod] = [
        AppMethod(
            "requestWhenInUseAuthorization", "requestWhenInUseAuthorization(): the user answers as the run says",
            returns: authorization
        ) { call in
            call.requestAuthorization(always: false)
            return try status(call)
        },
        AppMethod(
            "requestAlwaysAuthorization", "requestAlwaysAuthorization(): the user answers as the run says",
            returns: authorization
        ) { call in
            guard call.hasDevice else {
                return [
                    "authorization": .string(call.host.requestAlwaysAuthorization().rawValue), "fullAccuracy": true,
                ]
            }
            call.requestAuthorization(always: true)
            return try status(call)
        },
        AppMethod("authorizationStatus", "authorizationStatus", returns: authorization) { try status($0) },
        AppMethod(
            "requestTemporaryFullAccuracyAuthorization",
            "requestTemporaryFullAccuracyAuthorization(withPurposeKey:): the user agrees; kCLErrorDomain 18 in the background, and "
                + "without the purpose in the Info.plist (CL-51)",
            .text("purposeKey", lengthMax: 1000), returns: authorization, by: .apps
        ) { call, purpose in
            try call.report(.locationService(.fullAccuracyRequested(purpose: purpose, granted: true)))
            return try status(call)
        },
        AppMethod(
            "setAllowsBackgroundLocationUpdates",
            "allowsBackgroundLocationUpdates: raises without the mode (CL-01)", .flag("value")
        ) { call, value in
            try call.host.setAllowsBackgroundLocationUpdates(value)
            return .null
        },
        AppMethod(
            reporting: "setShowsBackgroundLocationIndicator", "showsBackgroundLocationIndicator", .flag("value")
        ) { .locationService(.showsIndicatorSet($0)) },
        AppMethod(reporting: "setDistanceFilter", "distanceFilter; 0 for none", .number("metres", 0...1e8)) {
            .locationService(.distanceFilterSet($0))
        },
        AppMethod(reporting: "setDesiredAccuracy", "desiredAccuracy; 0 for the best", .number("metres", 0...1e8)) {
            .locationService(.desiredAccuracySet($0))
        },
        AppMethod(
            "startUpdatingLocation",
            "startUpdatingLocation(), with pausesLocationUpdatesAutomatically; didUpdateLocation follows",
            .flag("pausesAutomatically").or(true)
        ) { call, pauses in
            call.host.startUpdatingLocation(pausesAutomatically: pauses)
            return .null
        },
        AppMethod("stopUpdatingLocation", "stopUpdatingLocation()") { call in
            call.host.stopUpdatingLocation()
            return .null
        },
        AppMethod(
            reporting: "requestLocation", "requestLocation(): one didUpdateLocation or didFailLocation",
            .flag("hasDelegate").or(true)
        ) { .locationService(.locationRequested(hasDelegate: $0)) },
        AppMethod(
            reporting: "monitorSignificantLocationChanges", "startMonitoringSignificantLocationChanges() or its end",
            .flag("on")
        ) { .locationService(.significantChangeMonitoring($0)) },
        AppMethod(
            "startMonitoringRegion",
            "startMonitoring(for:) of a circular region, radius in metres; didCrossRegion follows",
            .text("identifier", lengthMax: 1000), .number("latitude", -90...90), .number("longitude", -180...180),
            .number("radius", 0...1e7), .flag("notifyOnEntry").or(true), .flag("notifyOnExit").or(true),
            returns: .object(["monitoring": .flag])
        ) { call, identifier, latitude, longitude, radius, onEntry, onExit in
            let region = CircularRegion(
                latitude: latitude, longitude: longitude, radius: radius, notifiesOnEntry: onEntry,
                notifiesOnExit: onExit)
            try call.report(.locationService(.regionMonitoringStarted(identifier: identifier, region: region)))
            // A region that iOS does not accept is not watched.
            return ["monitoring": .bool(try call.engine.machine.monitoredRegion(identifier) != nil)]
        },
        AppMethod(
            "monitoredRegions",
            "CLLocationManager.monitoredRegions, with what is known of each; they outlive the app's processes",
            returns: .list(.object([.init("identifier", .text)] + circle + [.init("inside", .orNull(.flag))]))
        ) { call in
            .array(
                try call.engine.machine.monitoredRegions.map { identifier, circle, isInside in
                    var members = json(circle)
                    members["identifier"] = .string(identifier)
                    members["inside"] = isInside.map { .bool($0) } ?? .null
                    return .object(members)
                })
        },
        AppMethod(reporting: "stopMonitoringRegion", "stopMonitoring(for:)", .text("identifier")) {
            .locationService(.regionMonitoringStopped(identifier: $0))
        },
        AppMethod(reporting: "monitorVisits", "startMonitoringVisits() or its end", .flag("on")) {
            .locationService(.visitMonitoring($0))
        },
        AppMethod(
            reporting: "backgroundActivitySession", "a CLBackgroundActivitySession is created or invalidated",
            .flag("exists")
        ) { .locationService(.backgroundActivitySession($0)) },
        AppMethod(
            reporting: "serviceSession", "a CLServiceSession is created or invalidated", .flag("exists")
        ) { .locationService(.serviceSession($0)) },
    ]

    private static func status(_ call: AppCall) throws -> JSONValue {
        let machine = try call.engine.machine
        return [
            "authorization": .string(machine.locationAuthorization.rawValue),
            "fullAccuracy": .bool(machine.hasFullAccuracy),
        ]
    }

    // MARK: Callbacks

    private static let locationCallbacks: [CallbackRow] = [
        CallbackRow(
            "didCrossRegion", "didEnterRegion, didExitRegion (CL-17)",
            [WakeCallbacks.kind, WakeCallbacks.identifier, .init("entered", .flag, isOptional: true)]
                + circle.map { Shape.Field($0.name, $0.shape, isOptional: true) },
            answer: .null
        ) { callback, context in
            var members = WakeCallbacks.members(of: callback, context)
            guard case .woken(_, let identifier?) = callback,
                let region = context.engine?.machine.monitoredRegion(identifier), let circle = region.circle
            else { return members }
            members.merge(json(circle)) { $1 }
            members["entered"] = .bool(region.isInside)
            return members
        } events: {
            WakeCallbacks.completed($0, $1)
        },
        CallbackRow(
            "didVisit", "didVisit (CL-19)", [WakeCallbacks.kind], answer: .null, members: WakeCallbacks.members,
            events: WakeCallbacks.completed),
        // Sent when the authorization has changed, whatever the fact that changed it.
        CallbackRow(
            AppVoice.didChangeAuthorization, "locationManagerDidChangeAuthorization",
            [.init("status", .word(of: LocationAuthorization.self)), .init("fullAccuracy", .flag)], isOfPolicy: false),
        CallbackRow(
            "didUpdateLocation",
            "didUpdateLocations, one fix; purpose is updates (CL-06), request (CL-21) or significantChange (CL-16)",
            [
                "latitude", "longitude", "altitude", "horizontalAccuracy", "verticalAccuracy", "speed", "course",
                "timestamp",
            ]
            .map { .init($0, .number()) } + [.init("purpose", .word(of: LocationPurpose.self))]
        ) { callback, _ in
            guard case .didUpdateLocation(let fix, let purpose) = callback else { return [:] }
            return [
                "latitude": .number(fix.latitude), "longitude": .number(fix.longitude),
                "altitude": .number(fix.altitude), "horizontalAccuracy": .number(fix.horizontalAccuracy),
                "verticalAccuracy": .number(fix.verticalAccuracy), "speed": .number(fix.speed),
                "course": .number(fix.course), "timestamp": .number(fix.timestamp),
                "purpose": .string(purpose.rawValue),
            ]
        },
        CallbackRow(
            "didFailLocation", "didFailWithError, kCLErrorDomain (CL-24 to CL-43)", [.init("code", .whole())]
        ) { callback, _ in
            if case .didFailLocation(let code) = callback { ["code": .number(String(code))] } else { [:] }
        },
        CallbackRow("didPauseLocationUpdates", "locationManagerDidPauseLocationUpdates (CL-12)"),
        CallbackRow(
            "monitoringDidFail", "monitoringDidFailFor (CL-17)",
            [.init("identifier", .text), .init("code", .whole())]
        ) { callback, _ in
            guard case .monitoringDidFail(let identifier, let code) = callback else { return [:] }
            return ["identifier": .string(identifier), "code": .number(String(code))]
        },
    ]

    // MARK: Regions

    private static let circle: [Shape.Field] = [
        .init("latitude", .number(-90...90)), .init("longitude", .number(-180...180)),
        .init("radius", .number(0...1e7)), .init("notifyOnEntry", .flag), .init("notifyOnExit", .flag),
    ]

    private static func json(_ circle: CircularRegion) -> [String: JSONValue] {
        [
            "latitude": .number(circle.latitude), "longitude": .number(circle.longitude),
            "radius": .number(circle.radius), "notifyOnEntry": .bool(circle.notifiesOnEntry),
            "notifyOnExit": .bool(circle.notifiesOnExit),
        ]
    }
}
