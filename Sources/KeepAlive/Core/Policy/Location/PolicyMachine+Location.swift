extension PolicyMachine {
    // The next properties are read after every event. They are inlined, because a call of a non-mutating method would
    // copy the whole machine.

    /// True if the app must set `allowsBackgroundLocationUpdates`. Before iOS 9, and for apps built for such versions,
    /// the background mode `location` alone is enough (BM-04, CL-05).
    @inline(__always)
    private var needsAllowance: Bool {
        profile.features.backgroundLocationSwitch
            && manifest.isLinked(since: profile.locationSwitchSinceSDK) ?? true
    }

    /// True while location keeps the app running: the background mode is declared, updates are authorized, allowed and
    /// started in the foreground, and the location receiver answers (CL-06, CL-09, CL-10, SD-32).
    @inline(__always)
    var locationKeepsRunning: Bool {
        guard let updates = location.updates, !updates.paused, location.sessionActive,
            manifest.backgroundModes.contains(.location), location.authorization.allowsUpdates
        else { return false }
        return (location.allowsBackgroundUpdates || !needsAllowance) && startCounts(updates) && asksForEnough
    }

    /// False if the app asks for updates so coarse that the receiver can rest, and no indicator or session shows the
    /// use of location (CL-48).
    @inline(__always)
    private var asksForEnough: Bool {
        if location.distanceFilter == 0, location.desiredAccuracy <= LocationActivity.leastAccuracy { return true }
        return !profile.features.coarseUpdatesSuspend || location.showsIndicator || location.activitySession
            || location.authorization == .authorizedWhenInUse
    }

    /// Applies a change to the accuracy settings. If updates become or cease to be a reason to run, the reasons are
    /// updated (CL-48).
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

    /// Returns true if updates that the app started in this way are a reason to run (CL-09, CL-10).
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
        // Updates that get their authorization back count as started now, so in the background they thaw no suspended
        // app.
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
        // CL-01: the setter raises, not the start of updates, and no NSError is delivered. The value stays unchanged.
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
        // Apple, startUpdatingLocation: without a stop in between, a second call has no effect. Only the pause setting
        // changes.
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
        // The receiver is not started here: `updateReceiver` starts it, unless it runs for `requestLocation` already.
        location.reason = startedReason
    }

    /// Counts running updates as started in the foreground, because the user now looks at the app (CL-10).
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
        // `kCLErrorDomain` 1 is `denied` (CL-25). While the authorization is not determined, the app gets neither an
        // error nor updates.
        let reason = Reason("CL-25", "location is not authorized: \(location.authorization.rawValue)")
        if location.authorization != .notDetermined {
            emit(.failLocation(code: 1), reason)
            deliverOrQueue(.didFailLocation(code: 1), reason)
        }
        location.reason = reason
        location.suspensionReason = reason
        // An earlier refusal for a missing usage string or mode is kept, because it explains more.
        if refusals[.location]?.rule != "CL-22", refusals[.location]?.rule != "CL-07" { refuse(.location, reason) }
    }

    /// Drops the refusal of location if its rule is one of `rules`, because the app now satisfies them.
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
        // Stopped updates are no longer refused.
        forgive(.location)
        locationEnded(Reason("CL-23", "the app stopped location updates", evidence: location.evidence))
    }

    /// Starts or stops the receiver to match the updates. Updates that are stopped, paused or denied get nothing from
    /// the receiver, and after their next start the receiver must answer again (CL-06, CL-12, CL-25).
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

    /// CL-24: fails a `requestLocation`, because the receiver has no fix.
    private mutating func failRequest(_ cause: String) {
        guard location.isRequested else { return }
        endRequest(.didFailLocation(code: 0), Reason("CL-24", "no fix could be had: \(cause)"))
    }

    private mutating func endRequest(_ answer: AppCallback, _ reason: Reason) {
        location.isRequested = false
        if location.updates == nil { location.reason = reason }
        deliverOrQueue(answer, reason)
    }

    /// Takes a fix if its only effect is its delivery to the app, as for nearly all of the 86,400 fixes of a day.
    ///
    /// - Parameter now: the time of the fix; not before the last event.
    /// - Returns: true if the fix was taken: the caller then delivers `didUpdateLocation`. If false, nothing has
    ///   changed, and the caller must use ``handle(_:at:)``.
    package mutating func passesOn(_ fix: LocationFix, at now: MonotonicInstant) -> Bool {
        guard process.alive, state.isRunning, conditions.systemLife == .none, location.receiverRuns,
            location.authorization == .authorizedAlways, !location.isRequested, !location.deferred,
            !location.fixMissing, location.distanceFilter == 0, !location.isCoarse, let updates = location.updates
        else { return false }
        let stays = staysInPlace(with: fix)
        // A new place moves the deadline of the automatic pause, which only `handle` sets.
        guard stays || !updates.pausesAutomatically else { return false }
        precondition(now >= self.now, "time went backwards: a fix")
        self.now = now
        count(fix, staysInPlace: stays)
        location.lastDelivered = fix
        return true
    }

    /// CL-12: returns true if the device is still at the place where it has been staying.
    @inline(__always)
    private func staysInPlace(with fix: LocationFix) -> Bool {
        location.place.map { fix.isWithin(profile.locationPauseRadiusMetres, of: $0.fix) } ?? false
    }

    /// Counts a fix as evidence, and records a new place of the device.
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
        // CL-10: with When In Use authorization, updates that were started in the background deliver nothing.
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

    /// CL-07: sets the deadline at which an app with When In Use authorization is denied location in the background.
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

    /// Sets the deadline of the automatic pause. Updates pause only while the app runs: a suspended app gets no fixes
    /// (CL-08, CL-12, CL-13).
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
        // The place is cleared, because a request may keep the receiver running: the pause would then be due again at
        // once.
        location.place = nil
        if location.authorization == .authorizedWhenInUse { location.accessEnded = true }
        locationEnded(
            Reason(
                "CL-12",
                "location updates paused automatically after \(profile.inWords(profile.locationPauseDelay)) in one place; "
                    + "the app must restart them", evidence: location.evidence))
        deliver(.didPauseLocationUpdates, location.reason)
    }

    /// CL-06, CL-14: shows the location arrow or the blue bar while an app in the background uses location.
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
