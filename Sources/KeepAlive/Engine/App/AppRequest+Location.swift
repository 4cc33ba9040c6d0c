import KeepAlivePolicy

extension AppRequest {
    // MARK: CLLocationManager

    static let location: [AppRequest] = [
        AppRequest(
            "requestWhenInUseAuthorization", returns: "{authorization}",
            "requestWhenInUseAuthorization(): the user answers as the run says"
        ) { call in try authorize(call, always: false) },
        AppRequest(
            "requestAlwaysAuthorization", returns: "{authorization}",
            "requestAlwaysAuthorization(): the user answers as the run says"
        ) { call in try authorize(call, always: true) },
        AppRequest("authorizationStatus", returns: "{authorization}", "authorizationStatus") { try authorization($0) },
        AppRequest(
            "setAllowsBackgroundLocationUpdates", takes: "{value}",
            "allowsBackgroundLocationUpdates: raises without the mode (CL-01)"
        ) { call in
            try call.host.setAllowsBackgroundLocationUpdates(try call.parameters.flag("value"))
            return .null
        },
        AppRequest("setShowsBackgroundLocationIndicator", takes: "{value}", "showsBackgroundLocationIndicator") {
            call in
            try call.report(.locationService(.showsIndicatorSet(try call.parameters.flag("value"))))
            return .null
        },
        AppRequest("setDistanceFilter", takes: "{metres}", "distanceFilter; 0 for none") { call in
            let metres = try call.parameters.required("metres").number(in: 0...1e8)
            try call.report(.locationService(.distanceFilterSet(metres)))
            return .null
        },
        AppRequest(
            "startUpdatingLocation", takes: "{pausesAutomatically?}",
            "startUpdatingLocation(), with pausesLocationUpdatesAutomatically; didUpdateLocation follows"
        ) { call in
            call.host.startUpdatingLocation(
                pausesAutomatically: try call.parameters.optional("pausesAutomatically")?.flag() ?? true)
            return .null
        },
        AppRequest("stopUpdatingLocation", "stopUpdatingLocation()") { call in
            call.host.stopUpdatingLocation()
            return .null
        },
        AppRequest(
            "requestLocation", takes: "{hasDelegate?}", "requestLocation(): one didUpdateLocation or didFailLocation"
        ) {
            call in
            let hasDelegate = try call.parameters.optional("hasDelegate")?.flag() ?? true
            try call.report(.locationService(.locationRequested(hasDelegate: hasDelegate)))
            return .null
        },
        AppRequest(
            "monitorSignificantLocationChanges", takes: "{on}", "startMonitoringSignificantLocationChanges() or its end"
        ) { call in
            try call.report(.locationService(.significantChangeMonitoring(try call.parameters.flag("on"))))
            return .null
        },
        AppRequest(
            "startMonitoringRegion", takes: "{identifier, latitude, longitude, radius, notifyOnEntry?, notifyOnExit?}",
            returns: "{monitoring}",
            "startMonitoring(for:) of a circular region, radius in metres; didCrossRegion follows"
        ) { call in
            let parameters = call.parameters
            let region = CircularRegion(
                latitude: try parameters.required("latitude").number(in: -90...90),
                longitude: try parameters.required("longitude").number(in: -180...180),
                radius: try parameters.required("radius").number(in: 0...1e7),
                notifiesOnEntry: try parameters.optional("notifyOnEntry")?.flag() ?? true,
                notifiesOnExit: try parameters.optional("notifyOnExit")?.flag() ?? true)
            let identifier = try parameters.text("identifier", lengthMax: 1000)
            try call.report(.locationService(.regionMonitoringStarted(identifier: identifier, region: region)))
            // One that iOS does not take is not watched.
            return ["monitoring": .bool(try call.engine.machine.monitoredRegion(identifier) != nil)]
        },
        AppRequest(
            "monitoredRegions",
            returns: "[{identifier, latitude, longitude, radius, notifyOnEntry, notifyOnExit, inside}]",
            "CLLocationManager.monitoredRegions, with what is known of each; they outlive the app's processes"
        ) { call in
            .array(
                try call.engine.machine.monitoredRegions.map { identifier, circle, isInside in
                    var members = AppAnswer.json(circle)
                    members["identifier"] = .string(identifier)
                    members["inside"] = isInside.map { .bool($0) } ?? .null
                    return .object(members)
                })
        },
        AppRequest("stopMonitoringRegion", takes: "{identifier}", "stopMonitoring(for:)") { call in
            let identifier = try call.parameters.text("identifier")
            try call.report(.locationService(.regionMonitoringStopped(identifier: identifier)))
            return .null
        },
        AppRequest("monitorVisits", takes: "{on}", "startMonitoringVisits() or its end") { call in
            try call.report(.locationService(.visitMonitoring(try call.parameters.flag("on"))))
            return .null
        },
        AppRequest(
            "backgroundActivitySession", takes: "{exists}", "a CLBackgroundActivitySession is created or invalidated"
        ) { call in
            try call.report(.locationService(.backgroundActivitySession(try call.parameters.flag("exists"))))
            return .null
        },
        AppRequest("serviceSession", takes: "{exists}", "a CLServiceSession is created or invalidated") { call in
            try call.report(.locationService(.serviceSession(try call.parameters.flag("exists"))))
            return .null
        },
    ]

    private static func authorization(_ call: AppCall) throws -> JSONValue {
        ["authorization": .string(try call.engine.machine.locationAuthorization.rawValue)]
    }

    private static func authorize(_ call: AppCall, always: Bool) throws -> JSONValue {
        guard call.hasDevice else {
            return ["authorization": .string(call.host.requestAlwaysAuthorization().rawValue)]
        }
        if let host = call.host as? VoiceHost { _ = host.requestAuthorization(always: always) }
        return try authorization(call)
    }
}
