extension PolicyMachine {
    // These are inlined, as they are needed after every event: a call that only reads gets a copy of the whole machine.

    /// False before iOS 9, and for apps built for it: there the mode alone is enough (BM-04, CL-05).
    @inline(__always)
    private var needsAllowance: Bool {
        profile.features.backgroundLocationSwitch
            && manifest.isLinked(since: profile.locationSwitchSinceSDK) ?? true
    }

    /// True for updates declared, allowed, started in front, authorized, and live (CL-06, CL-09, CL-10, SD-32).
    @inline(__always)
    var locationKeepsRunning: Bool {
        guard let updates = location.updates, !updates.paused, location.sessionActive,
            manifest.backgroundModes.contains(.location), location.authorization.allowsUpdates
        else { return false }
        return (location.allowsBackgroundUpdates || !needsAllowance) && startCounts(updates) && asksForEnough
    }

    /// False for updates that leave the receiver time to rest, while nothing shows that the app has the location (CL-48).
    @inline(__always)
    private var asksForEnough: Bool {
        if location.distanceFilter == 0, location.desiredAccuracy <= LocationActivity.leastAccuracy { return true }
        return !profile.features.coarseUpdatesSuspend || location.showsIndicator || location.activitySession
            || location.authorization == .authorizedWhenInUse
    }

    /// Takes what the app asks of the receiver. Updates that begin or cease to be a reason to run say so (CL-48).
    mutating func processAccuracyAsked(_ change: (inout LocationActivity) -> Void) {
        let before = asksForEnough
        change(&location)
        guard before != asksForEnough else { return }
        guard before else {
            if location.updates != nil { location.reason = startedReason }
            return forgiveLocation("CL-48")
        }
        let reason = coarseUpdatesReason
        if grants.contains(.location) { location.reason = reason }
        location.suspensionReason = reason
        if location.updates != nil, refusals[.location] == nil { refuse(.location, reason) }
    }

    private var coarseUpdatesReason: Reason {
        Reason(
            "CL-48",
            "\(location.coarseness ?? "") and showsBackgroundLocationIndicator is false: the app is suspended although its updates go on"
        )
    }

    /// Returns whether the state in which updates were started lets them keep the app running (CL-09, CL-10).
    @inline(__always)
    private func startCounts(_ updates: LocationActivity.Updates) -> Bool {
        if updates.startedInForeground || location.activitySession { return true }
        return location.authorization == .authorizedAlways && !location.isProvisional
            && profile.switches.backgroundStartKeepsRunning
    }

    mutating func processAuthorizationChanged(_ authorization: LocationAuthorization) {
        let had = location.authorization.allowsUpdates
        location.authorization = authorization
        location.isOnce = false
        location.isProvisional = false
        location.held = []
        if authorization.allowsUpdates { forgiveLocation("CL-22", "CL-25") }
        if location.isRequested, !authorization.allowsUpdates {
            endRequest(
                .didFailLocation(code: 1), Reason("CL-25", "location is not authorized: \(authorization.rawValue)"))
        }
        guard location.updates != nil, had != authorization.allowsUpdates else { return }
        // Updates that get their authorization back count as started in the app's state then: they end no suspension.
        if !had, !isOnScreen { location.updates?.startedInForeground = false }
        if had { failForAuthorization() }
    }

    mutating func processAllowsBackgroundSet(_ value: Bool) {
        guard state.isRunning else { return }
        guard profile.features.backgroundLocationSwitch else {
            return log(
                "allowsBackgroundLocationUpdates came with iOS 9; the mode alone decides",
                Reason("CL-05", "iOS \(profile.version)"))
        }
        guard value, !manifest.backgroundModes.contains(.location) else {
            location.allowsBackgroundUpdates = value
            if value { forgiveLocation("CL-07") }
            return
        }
        let lack = "UIBackgroundModes lacks 'location': turn on the location background mode"
        log(
            "*** Assertion failure in -[CLLocationManager setAllowsBackgroundLocationUpdates:]", Reason("CL-01", lack))
        // CL-01: the setter raises, not the start of updates, and there is no NSError. The value stays as it was.
        let exception = AppleException(
            name: "NSInternalInconsistencyException", reason: profile.missingLocationModeText,
            rule: profile.missingLocationModeRule)
        process.record.raised = Reason(
            "CL-01", "\(exception.name): allowsBackgroundLocationUpdates set without 'location' in UIBackgroundModes")
        emit(.raise(exception), Reason("CL-01", lack))
        refuse(.location, Reason("CL-07", "allowsBackgroundLocationUpdates stayed false: \(lack)"))
    }

    mutating func processUpdatesStarted(pausesAutomatically: Bool) {
        guard state.isRunning else { return }
        // Apple, startUpdatingLocation: without a stop in between, a further call begins nothing anew.
        if var updates = location.updates, !updates.paused, location.authorization.allowsUpdates {
            updates.pausesAutomatically = pausesAutomatically
            location.updates = updates
            return
        }
        location.updates = LocationActivity.Updates(
            startedInForeground: isOnScreen, pausesAutomatically: pausesAutomatically)
        location.lastDelivered = nil
        location.fixes = 0
        if location.accessEnded, location.authorization == .authorizedWhenInUse {
            let reason = Reason("CL-12", "with when-in-use authorization a pause ends access until the next launch")
            location.updates = nil
            log("startUpdatingLocation has no effect", reason)
            return refuse(.location, reason)
        }
        warnAboutServiceSession()
        guard location.authorization.allowsUpdates else {
            failForAuthorization()
            return
        }
        if !isOnScreen, let updates = location.updates, !startCounts(updates) {
            refuse(
                .location,
                Reason(
                    "CL-10",
                    "updates started in the background do not keep the app running"
                ))
        } else if !location.allowsBackgroundUpdates, needsAllowance, refusals[.location] == nil {
            refuse(.location, Reason("CL-07", "allowsBackgroundLocationUpdates is false"))
        } else if !asksForEnough, refusals[.location] == nil {
            refuse(.location, coarseUpdatesReason)
        }
        // A session that a request has kept open serves these updates: no other is opened.
        location.reason = startedReason
    }

    /// Counts updates that run while the user looks at the app as started in use, wherever that was (CL-10).
    mutating func updatesAreInUse() {
        guard location.updates?.startedInForeground == false else { return }
        location.updates?.startedInForeground = true
        forgiveLocation("CL-10")
    }

    private var startedReason: Reason {
        let rule: RuleID = location.authorization == .authorizedWhenInUse ? "CL-09" : "CL-06"
        let inFront = location.updates?.startedInForeground ?? true
        let text =
            location.authorization == .authorizedWhenInUse
            ? "location updates go on, started while in use"
            : "location updates go on, started in the \(inFront ? "foreground" : "background")"
        return Reason(inFront ? rule : "CL-10", text, evidence: location.evidence)
    }

    mutating func failForAuthorization() {
        // kCLErrorDomain 1, denied (CL-25). Not determined: no answer at all, and no updates either.
        let reason = Reason("CL-25", "location is not authorized: \(location.authorization.rawValue)")
        if location.authorization != .notDetermined {
            emit(.failLocation(code: 1), reason)
            deliverOrQueue(.didFailLocation(code: 1), reason)
        }
        location.reason = reason
        location.suspensionReason = reason
        // An earlier refusal says more: no usage string, or no mode.
        if refusals[.location]?.rule != "CL-22", refusals[.location]?.rule != "CL-07" { refuse(.location, reason) }
    }

    /// Drops a refusal by one of these rules, which the app meets now.
    private mutating func forgiveLocation(_ rules: RuleID...) {
        if let rule = refusals[.location]?.rule, rules.contains(rule) { forgive(.location) }
    }

    mutating func processUpdatesStopped() {
        let wasRequested = location.isRequested
        location.isRequested = false
        guard location.updates != nil else {
            if wasRequested { location.reason = Reason("CL-23", "the app took its request for a location back") }
            return
        }
        location.updates = nil
        deliverQueuedLocations()
        location.deferred = false
        // Updates that are not asked for any more are not refused either.
        forgive(.location)
        locationEnded(Reason("CL-23", "the app stopped location updates", evidence: location.evidence))
    }

    /// Brings the receiver in line with the updates. Updates that have stopped, paused or are denied get nothing from
    /// it, and their next start has to be answered anew (CL-06, CL-12, CL-25).
    mutating func updateReceiver() {
        let wanted =
            (location.updates.map { !$0.paused } ?? false || location.isRequested)
            && location.authorization.allowsUpdates
        guard wanted != location.receiverRuns else { return }
        location.receiverRuns = wanted
        location.sessionActive = false
        location.fixMissing = false
        location.place = nil
        if wanted {
            emit(.startLocation, Reason("CL-06", "location updates begin"))
        } else {
            emit(.stopLocation, location.reason)
        }
    }

    mutating func processSessionOpened(_ source: String) {
        guard location.receiverRuns else { return }
        let returns = !location.sessionActive && location.fixes > 0
        location.sessionActive = true
        location.reason = startedReason
        if returns { location.reason.text = "\(source) answers again: location updates go on" }
    }

    mutating func processSessionLost(_ cause: String) {
        failRequest(cause)
        guard location.sessionActive else { return }
        location.sessionActive = false
        location.place = nil
        locationEnded(Reason("CL-23", "no location session: \(cause)", evidence: location.evidence))
    }

    private mutating func locationEnded(_ reason: Reason) {
        location.reason = reason
        location.suspensionReason = reason
    }

    /// CL-24: fails a `requestLocation` for which no fix could be had.
    private mutating func failRequest(_ cause: String) {
        guard location.isRequested else { return }
        endRequest(.didFailLocation(code: 0), Reason("CL-24", "no fix could be had: \(cause)"))
    }

    private mutating func endRequest(_ answer: AppCallback, _ reason: Reason) {
        location.isRequested = false
        if location.updates == nil { location.reason = reason }
        deliverOrQueue(answer, reason)
    }

    /// Takes a fix if all that follows from it is that the app gets it, as with nearly all of the 86,400 of a day.
    ///
    /// - Parameter now: the time of the fix; not before the last event.
    /// - Returns: true when it was taken; its one effect would be to deliver `didUpdateLocation`. False, and nothing has
    ///   changed, when ``handle(_:at:)`` has to be asked.
    package mutating func passesOn(_ fix: LocationFix, at now: MonotonicInstant) -> Bool {
        guard process.alive, state.isRunning, conditions.systemLife == .none, location.receiverRuns,
            location.authorization == .authorizedAlways, !location.isRequested, !location.deferred,
            !location.fixMissing, location.distanceFilter == 0, !location.isCoarse, let updates = location.updates
        else { return false }
        let stays = staysInPlace(with: fix)
        // A new place changes when updates pause.
        guard stays || !updates.pausesAutomatically else { return false }
        precondition(now >= self.now, "time went backwards: a fix")
        self.now = now
        count(fix, staysInPlace: stays)
        location.lastDelivered = fix
        return true
    }

    /// CL-12: returns whether the device is still where the app has been staying.
    @inline(__always)
    private func staysInPlace(with fix: LocationFix) -> Bool {
        location.place.map { fix.isWithin(profile.locationPauseRadiusMetres, of: $0.fix) } ?? false
    }

    /// Counts a fix as evidence, and keeps where the app stays.
    @inline(__always)
    private mutating func count(_ fix: LocationFix, staysInPlace: Bool) {
        location.fixes += 1
        location.fixMissing = false
        location.reason.evidence = location.evidence
        if !staysInPlace { location.place = LocationActivity.Place(fix: fix, since: now) }
    }

    mutating func processFix(_ fix: LocationFix) {
        guard location.receiverRuns else { return }
        guard let updates = location.updates else {
            guard location.isRequested else { return }
            location.lastDelivered = fix
            location.lastRequested = fix
            return endRequest(
                .didUpdateLocation(asAllowed(fix), for: .request), Reason("CL-21", "requestLocation: one fix"))
        }
        let answersRequest = location.isRequested
        if answersRequest {
            location.isRequested = false
            location.lastRequested = fix
        }
        // CL-10: with when-in-use authorization, updates that were started in the background bring nothing at all.
        if location.authorization == .authorizedWhenInUse, !isOnScreen, !startCounts(updates) { return }
        count(fix, staysInPlace: staysInPlace(with: fix))
        if location.distanceFilter > 0, let last = location.lastDelivered,
            fix.distance(from: last) < location.distanceFilter
        {
            if answersRequest {
                deliverOrQueue(
                    .didUpdateLocation(asAllowed(fix), for: .request), Reason("CL-21", "requestLocation: one fix"))
            }
            return
        }
        location.lastDelivered = fix
        guard let fix = answersRequest ? asAllowed(fix) : allowed(fix) else { return }
        if state.isRunning, !(location.deferred && runsBehind) {
            deliver(.didUpdateLocation(fix), Reason("CL-06", "a fix arrived", evidence: location.evidence))
        } else if process.alive {
            if location.queued.count == LocationActivity.queueLimit { location.queued.removeFirst() }
            location.queued.append(fix)
        }
    }

    mutating func processFixMissing(_ cause: String) {
        guard location.receiverRuns else { return }
        failRequest(cause)
        guard location.updates != nil, !location.fixMissing else { return }
        location.fixMissing = true
        location.reason.evidence = location.evidence
        emit(
            .log("no current fix: \(cause); the session is active and still keeps the app running"),
            Reason("CL-06", "location session active without a fix", evidence: location.evidence))
    }

    mutating func deliverQueuedLocations() {
        let queued = location.queued
        location.queued.removeAll()
        let rule: RuleID = location.deferred ? "CL-20" : "CL-08"
        let text = location.deferred ? "deferred in the background" : "queued while suspended"
        for fix in queued { deliver(.didUpdateLocation(fix), Reason(rule, text, evidence: location.evidence)) }
    }

    /// CL-07: sets when an app that may have the location only in front is told so.
    private mutating func watchLocationBehind() {
        guard let delay = profile.locationDenialDelay, runsBehind, location.updates != nil, location.receiverRuns,
            location.authorization == .authorizedWhenInUse, !grants.contains(.location)
        else {
            deadlines[.locationDenial] = nil
            location.deniedBehind = location.deniedBehind && !isOnScreen
            return
        }
        guard deadlines[.locationDenial] == nil, !location.deniedBehind else { return }
        deadlines[.locationDenial] = now + delay
    }

    mutating func denyLocationBehind() {
        location.deniedBehind = true
        deliver(
            .didFailLocation(code: 1), Reason("CL-07", "when-in-use authorization, and the app is not in use any more"))
    }

    /// Sets when updates pause. They pause only while the app runs: a suspended one gets nothing (CL-08, CL-12, CL-13).
    mutating func updateLocationPause() {
        var due: MonotonicInstant?
        if let updates = location.updates, updates.pausesAutomatically, location.receiverRuns, location.sessionActive,
            state.isRunning, let place = location.place, profile.features.locationPauses
        {
            due = place.since + profile.locationPauseDelay
        }
        deadlines[.locationPause] = due
        updateLocationIndicator()
        watchLocationBehind()
    }

    mutating func pauseLocation() {
        location.updates?.paused = true
        // This is done also where a request keeps the receiver running: else the pause would be due again at once.
        location.place = nil
        if location.authorization == .authorizedWhenInUse { location.accessEnded = true }
        locationEnded(
            Reason(
                "CL-12",
                "location updates paused automatically after \(profile.inWords(profile.locationPauseDelay)) in one place; "
                    + "the app must restart them", evidence: location.evidence))
        deliver(.didPauseLocationUpdates, location.reason)
    }

    /// CL-06, CL-14: shows the arrow or the blue bar while a background app has the location.
    private mutating func updateLocationIndicator() {
        let wanted =
            runsBehind && grants.contains(.location)
            && (location.showsIndicator && profile.features.locationIndicator
                || location.authorization == .authorizedWhenInUse && profile.features.whenInUseIndicator)
        guard wanted != location.indicatorShown else { return }
        location.indicatorShown = wanted
        emit(
            .showLocationIndicator(wanted),
            Reason(
                location.authorization == .authorizedWhenInUse ? "CL-09" : "CL-14",
                wanted
                    ? "the app has the location in the background" : "no location in the background any more"))
    }

    mutating func hideLocationIndicator(_ reason: Reason) {
        guard location.indicatorShown else { return }
        emit(.showLocationIndicator(false), reason)
    }
}
