/// The other services of Core Location: significant changes, regions, visits, sessions and single requests.
extension PolicyMachine {
    mutating func processLocationService(_ event: LocationServiceEvent) {
        switch event {
        case .moved(let fix):
            location.position = fix
            moved(to: fix)
            return lookAtRegions()
        case .regionCrossed(let identifier, let metres, let stayed, let entry):
            return regionCrossed(identifier, metres, stayed, entry: entry)
        case .visited(let departs): return visited(departs: departs)
        case .preciseLocation(let isOn): return switchPreciseLocation(isOn)
        case .alwaysPromptAnswered(let always): return alwaysPromptAnswered(always)
        default: break
        }
        // All other events are calls of the app.
        guard process.alive, state.isRunning else { return }
        switch event {
        case .distanceFilterSet(let metres): processAccuracyAsked { $0.distanceFilter = max(0, metres) }
        case .desiredAccuracySet(let metres): processAccuracyAsked { $0.desiredAccuracy = max(0, metres) }
        case .showsIndicatorSet(let shows): processAccuracyAsked { $0.showsIndicator = shows }
        case .backgroundActivitySession(let exists): setActivitySession(exists)
        case .serviceSession(let exists): setServiceSession(exists)
        case .locationRequested(let hasDelegate, let handlesFailure):
            requestLocation(hasDelegate: hasDelegate, handlesFailure: handlesFailure)
        case .deferredUpdates(let deferred): setDeferred(deferred)
        case .significantChangeMonitoring(let on): monitorSignificantChanges(on)
        case .regionMonitoringStarted(let identifier, let region): monitor(identifier, region)
        case .regionMonitoringStopped(let identifier):
            location.regions[identifier] = nil
            watchRegions()
        case .visitMonitoring(let on): location.monitorsVisits = on && profile.features.visits
        case .ranging(let paired, let liveActivity): range(paired: paired, liveActivity: liveActivity)
        case .fullAccuracyRequested(let purpose, let granted): requestFullAccuracy(for: purpose, granted: granted)
        case .moved, .regionCrossed, .visited, .preciseLocation, .alwaysPromptAnswered: break
        }
    }

    // MARK: Visits (CL-19)

    private mutating func visited(departs: Bool) {
        guard location.monitorsVisits else { return }
        location.visitsDue.append(now + (departs ? profile.visitDepartureDelay : profile.visitArrivalDelay))
        deadlines[.visit] = location.visitsDue.min()
    }

    mutating func tellVisits() {
        let due = location.visitsDue.count { $0 <= now }
        location.visitsDue.removeAll { $0 <= now }
        deadlines[.visit] = location.visitsDue.min()
        guard location.monitorsVisits else { return }
        for _ in 0..<due { wake(for: .visit) }
    }

    private mutating func setActivitySession(_ exists: Bool) {
        guard profile.features.locationActivitySessions else {
            return log("CLBackgroundActivitySession came with iOS 17", Reason("CL-09", "iOS \(profile.version)"))
        }
        // An app that was launched again may create its session anew in the background (CL-46).
        guard exists, !isOnScreen, !location.hadActivitySession else {
            processAccuracyAsked { $0.activitySession = exists }
            location.hadActivitySession = exists
            return
        }
        let reason = Reason("CL-09", "a CLBackgroundActivitySession must be created in the foreground")
        log("the CLBackgroundActivitySession has no effect", reason)
        refuse(.location, reason)
    }

    /// CL-46: relaunches an app that did not end by itself, to continue its activity session. Apple's talk describes
    /// the relaunch also for an app that the user ended; an Apple engineer contradicts this in a forum, and this
    /// project follows the engineer (LC-19).
    mutating func relaunchForLocation(after status: ProcessStatus) {
        guard profile.features.locationActivitySessions, location.hadActivitySession, status != .exited(0),
            location.authorization.allowsUpdates, process.nextLaunch == nil
        else { return }
        wake(.activitySession)
    }

    private mutating func setServiceSession(_ exists: Bool) {
        guard profile.features.locationServiceSessions else {
            return log("CLServiceSession came with iOS 18", Reason("CL-11", "iOS \(profile.version)"))
        }
        // In the background only an app that had a service session before its launch may create one, and only once.
        guard exists, !isOnScreen, location.serviceSession || !location.hadServiceSession else {
            location.serviceSession = exists
            location.hadServiceSession = exists
            return
        }
        log("the CLServiceSession has no effect", Reason("CL-11", "it must be created in the foreground"))
    }

    /// CL-11: warns an app that had a service session and must create it again after a launch into the background.
    mutating func warnAboutServiceSession() {
        guard location.hadServiceSession, !location.serviceSession, runsBehind else { return }
        log("create the CLServiceSession again at once", Reason("CL-11", "launched into the background"))
    }

    private mutating func requestLocation(hasDelegate: Bool, handlesFailure: Bool) {
        guard profile.features.requestsLocation else {
            return log("requestLocation came with iOS 9", Reason("CL-21", "iOS \(profile.version)"))
        }
        guard hasDelegate else {
            raise("Delegate must respond to locationManager:didUpdateLocations:", rule: "CL-21")
            return
        }
        guard handlesFailure else {
            raise("Delegate must respond to locationManager:didFailWithError:", rule: "CL-21")
            return
        }
        guard location.authorization.allowsUpdates else { return failForAuthorization() }
        // A fix answers only one request. The next request needs a newer fix: the receiver runs until it has a fix or
        // reports that it has none (CL-24).
        if let fix = location.lastDelivered, fix != location.lastRequested {
            location.lastRequested = fix
            deliver(
                .didUpdateLocation(asAllowed(fix), for: .request),
                Reason("CL-21", "requestLocation: one fix", evidence: location.evidence))
        } else {
            location.isRequested = true
        }
    }

    /// CL-20: begins or ends a deferral. During a deferral the fixes that come in the background are held back, and
    /// delivered together at its end.
    private mutating func setDeferred(_ deferred: Bool) {
        guard profile.features.deferredLocations else {
            log("deferred updates have no effect", Reason("CL-20", "iOS \(profile.version)"))
            if deferred, profile.has(since: IOSVersion(10)) {
                deliver(.didFailLocation(code: 11), Reason("CL-35", "from iOS 10 on nothing is deferred"))
            }
            return
        }
        guard !deferred || location.updates != nil else {
            return deliver(.didFailLocation(code: 12), Reason("CL-36", "deferred without updates"))
        }
        guard !deferred || location.distanceFilter == 0 else {
            return deliver(.didFailLocation(code: 14), Reason("CL-38", "deferred with a distance filter"))
        }
        if location.deferred, !deferred {
            deliverQueuedLocations()
            deliver(.didFailLocation(code: 15), Reason("CL-39", "the app cancelled the deferral"))
        }
        location.deferred = deferred
    }

    // MARK: Significant changes (CL-16)

    private mutating func monitorSignificantChanges(_ on: Bool) {
        location.monitorsSignificantChanges = on
        location.significantChangesStarted = on
        guard on, location.authorization.allowsUpdates, profile.switches.deliversCachedSignificantChange,
            let fix = location.lastSignificantFix
        else { return }
        location.lastSignificantChange = now
        deliver(.didUpdateLocation(fix, for: .significantChange), Reason("CL-16", "the cached position"))
    }

    private mutating func moved(to fix: LocationFix) {
        // A process gets significant changes only after it has called `startMonitoringSignificantLocationChanges()`
        // itself, even if a change launched it.
        guard location.monitorsSignificantChanges, location.authorization.allowsUpdates,
            location.significantChangesStarted || !process.alive
        else {
            location.lastSignificantFix = fix
            return
        }
        if let last = location.lastSignificantFix, fix.distance(from: last) < profile.significantChangeMetres { return }
        if let last = location.lastSignificantChange, now - last < profile.significantChangeInterval { return }
        wake(for: .significantChange(fix))
    }

    mutating func tellSignificantChange(_ fix: LocationFix) {
        location.lastSignificantFix = fix
        location.lastSignificantChange = now
        deliverOrQueue(
            .didUpdateLocation(asAllowed(fix), for: .significantChange), Reason("CL-16", "the device moved far"))
    }

    // MARK: Regions (CL-17)

    private mutating func monitor(_ identifier: String, _ circle: CircularRegion?) {
        guard location.authorization.allowsUpdates else {
            return deliver(
                .monitoringDidFail(identifier: identifier, code: 4), Reason("CL-28", "location is not authorized"))
        }
        guard conditions.backgroundAppRefresh || !profile.features.refreshGatesLocation else {
            return deliver(
                .monitoringDidFail(identifier: identifier, code: 4), Reason("CL-44", "Background App Refresh is off"))
        }
        // A region replaces the region with the same identifier.
        let former = location.regions[identifier]
        guard former != nil || location.regions.count < profile.regionLimit else {
            return deliver(
                .monitoringDidFail(identifier: identifier, code: 5),
                Reason("CL-17", "\(profile.regionLimit) regions are monitored already"))
        }
        location.regions[identifier] = MonitoredRegion(circle, over: former, at: location.position)
        watchRegions()
    }

    /// Reports the boundaries that the device has crossed, after it moved or stayed somewhere.
    mutating func lookAtRegions() {
        guard let position = location.position else { return }
        let (entry, exit, stay) = (profile.regionEntryMetres, profile.regionCrossingMetres, profile.regionCrossingStay)
        for identifier in location.regions.keys.sorted() {
            let crossing = location.regions[identifier]?.crossing(
                at: position, entry: entry, exit: exit, stay: stay, now: now)
            if let crossing { regionCrossed(identifier, crossing.metres, nil, entry: crossing.isEntry) }
        }
        let fired = notifications.crossings(at: position, entry: entry, exit: exit, stay: stay, now: now)
        for identifier in fired {
            // LN-16: the user may have revoked the permission meanwhile.
            guard location.authorization.allowsUpdates, let index = notifications.index(of: identifier)
            else { continue }
            fireNotification(at: index)
        }
        watchRegions()
    }

    /// Sets the deadline of the next check: then the device may have stayed beyond a boundary long enough.
    mutating func watchRegions() {
        let since =
            (location.regions.values.compactMap(\.crossingSince)
            + notifications.pending.compactMap { $0.region?.crossingSince }).min()
        deadlines[.regionStay] = since.map { $0 + profile.regionCrossingStay }
    }

    /// Handles a crossing of a region's boundary.
    ///
    /// - Parameter entry: true if the device has entered the region; false also if the host does not say.
    private mutating func regionCrossed(_ identifier: String, _ metres: Double, _ stayed: Duration?, entry: Bool) {
        guard location.regions[identifier] != nil,
            metres >= (entry ? profile.regionEntryMetres : profile.regionCrossingMetres)
        else { return }
        guard !location.isCoarse else {
            return log("region \(identifier): no crossing", Reason("CL-50", "Precise Location is off for the app"))
        }
        if let stayed, stayed < profile.regionCrossingStay {
            let reason = Reason(
                "CL-45",
                "the device was beyond the boundary for \(profile.inWords(stayed)), not \(profile.inWords(profile.regionCrossingStay))"
            )
            return log("region \(identifier): no crossing", reason)
        }
        guard location.authorization == .authorizedAlways || !profile.features.regionsNeedAlways else {
            return log(
                "region \(identifier): no crossing", Reason("CL-17", "up to iOS 12 regions need always authorization"))
        }
        wake(for: .region(identifier))
    }

    mutating func tellCrossingAgain(_ identifier: String) {
        guard identifier.hasPrefix("CLMonitor."), profile.features.monitorTellsTwice, runsBehind || isOnScreen else {
            return
        }
        deliver(.woken(.region, identifier: identifier), Reason("CL-17", "a CLMonitor tells a crossing twice"))
    }

    // MARK: Nearby devices (BM-12)

    private mutating func range(paired: Bool, liveActivity: Bool) {
        guard runsBehind else { return }
        let declared = manifest.backgroundModes.contains(.nearbyInteraction) && profile.features.nearbyInteractionMode
        let allowed = declared && (paired || (liveActivity && profile.features.liveActivityRanging))
        guard !allowed else { return }
        let why =
            declared
            ? "the device is not paired and connected" : "UIBackgroundModes lacks 'nearby-interaction'"
        emit(
            .refuse(ServiceError(domain: "NIErrorDomain", code: nil, name: "sessionFailed", rule: "BM-12")),
            Reason("BM-12", "no ranging in the background: \(why)"))
    }
}
