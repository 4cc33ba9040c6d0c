/// What the app does with location, and whether updates really go on.
struct LocationActivity: Sendable, Hashable, Codable {
    struct Updates: Sendable, Hashable, Codable {
        var startedInForeground: Bool
        var pausesAutomatically: Bool
        var paused = false
    }

    struct Place: Sendable, Hashable, Codable {
        var fix: LocationFix
        var since: MonotonicInstant
    }

    var authorization = LocationAuthorization.notDetermined
    var allowsBackgroundUpdates = false
    var updates: Updates?
    var sessionActive = false
    var fixes = 0
    var fixMissing = false
    /// The last fix that arrived while the app was suspended, delivered when it runs again (CL-08).
    var queued: LocationFix?
    /// Where the app has been staying, for automatic pausing.
    var place: Place?
    var reason = Reason("CL-06", "")
    var suspensionReason = Reason("CL-23", "location updates ended")

    var evidence: Evidence {
        Evidence(
            fixes: fixes, sessionActive: sessionActive,
            detail: fixMissing ? "session active, no current fix" : nil)
    }

    func pauseDeadline(_ profile: PolicyProfile) -> MonotonicInstant? {
        guard let updates, updates.pausesAutomatically, !updates.paused, sessionActive, let place else { return nil }
        return place.since + profile.locationPauseDelay
    }

    /// Declared, allowed, started in the foreground, authorized, and live (CL-06, CL-09, CL-10).
    func keepsAppRunning(declared: Bool) -> Bool {
        guard let updates else { return false }
        return declared && allowsBackgroundUpdates && updates.startedInForeground && !updates.paused
            && authorization.allowsUpdates && sessionActive
    }
}

extension PolicyMachine {
    mutating func processAuthorizationChanged(_ authorization: LocationAuthorization) {
        location.authorization = authorization
        if location.updates != nil, !authorization.allowsUpdates { failForAuthorization() }
    }

    mutating func processAuthorizationAskedInVain(_ key: String) {
        let reason = Reason("CL-22", "authorization asked without \(key): nothing happens")
        emit(
            .log(
                "This app has attempted to access privacy-sensitive data without a usage description. The app's "
                    + "Info.plist must contain an “\(key)” key with a string value explaining to the user how the app "
                    + "uses this data"), reason)
        refuse(reason)
    }

    mutating func processAllowsBackgroundSet(_ value: Bool) {
        guard state.isRunning else { return }
        guard value, !manifest.backgroundModes.contains(.location) else {
            location.allowsBackgroundUpdates = value
            return
        }
        // CL-01: the setter raises, not the start, and not with an NSError; the value stays as it was.
        let exception = AppleException(
            name: "NSInternalInconsistencyException", reason: profile.missingLocationModeText,
            rule: profile.missingLocationModeRule)
        emit(
            .raise(exception),
            Reason("CL-01", "allowsBackgroundLocationUpdates set without 'location' in UIBackgroundModes"))
        refuse(Reason("CL-07", "allowsBackgroundLocationUpdates stayed false: UIBackgroundModes lacks 'location'"))
    }

    mutating func processExceptionNotCaught(_ exception: AppleException) {
        let reason = Reason(
            exception.rule == profile.missingLocationModeRule ? "CL-01" : exception.rule,
            "uncaught \(exception.name): SIGABRT")
        terminate(Termination(signal: 6, explanation: exception.description, writesCrashReport: true), reason)
    }

    mutating func processUpdatesStarted(pausesAutomatically: Bool) {
        guard state.isRunning else { return }
        location.updates = LocationActivity.Updates(
            startedInForeground: state.isForeground, pausesAutomatically: pausesAutomatically)
        location.place = nil
        location.fixes = 0
        guard location.authorization.allowsUpdates else {
            failForAuthorization()
            return
        }
        if !state.isForeground {
            refuse(Reason("CL-10", "updates started in the background do not keep the app running"))
        } else if !location.allowsBackgroundUpdates {
            if lastRefusal == nil { refuse(Reason("CL-07", "allowsBackgroundLocationUpdates is false")) }
        }
        location.reason = startedReason
    }

    private var startedReason: Reason {
        let rule: RuleID = location.authorization == .authorizedWhenInUse ? "CL-09" : "CL-06"
        let text =
            location.authorization == .authorizedWhenInUse
            ? "location updates go on, started while in use" : "location updates go on, started in the foreground"
        return Reason(rule, text, evidence: location.evidence)
    }

    private mutating func failForAuthorization() {
        // kCLErrorDomain 1, denied (CL-25). Not determined: no answer at all, and no updates either.
        let reason = Reason("CL-25", "location is not authorized: \(location.authorization.rawValue)")
        if location.authorization != .notDetermined {
            emit(.failLocation(code: 1), reason)
            deliver(.didFailLocation(code: 1), reason)
        }
        location.reason = reason
        location.suspensionReason = reason
        // What came before says more: no usage string, or no mode.
        if lastRefusal?.rule != "CL-22", lastRefusal?.rule != "CL-07" { refuse(reason) }
    }

    mutating func processUpdatesStopped() {
        guard location.updates != nil else { return }
        location.updates = nil
        locationEnded(Reason("CL-23", "the app stopped location updates", evidence: location.evidence))
    }

    mutating func processSessionOpened(_ source: String) {
        let returns = !location.sessionActive && location.fixes > 0
        location.sessionActive = true
        location.reason = startedReason
        if returns { location.reason.text = "\(source) answers again: location updates go on" }
        location.reason.evidence = location.evidence
    }

    mutating func processSessionLost(_ cause: String) {
        guard location.sessionActive else { return }
        location.sessionActive = false
        location.place = nil
        locationEnded(Reason("CL-23", "no location session: \(cause)", evidence: location.evidence))
    }

    private mutating func locationEnded(_ reason: Reason) {
        location.reason = reason
        location.suspensionReason = reason
    }

    mutating func processFix(_ fix: LocationFix) {
        guard let updates = location.updates, !updates.paused, location.authorization.allowsUpdates else { return }
        location.fixes += 1
        location.fixMissing = false
        location.reason.evidence = location.evidence
        if let place = location.place, fix.distance(from: place.fix) <= profile.locationPauseRadiusMetres {
            // still there
        } else {
            location.place = LocationActivity.Place(fix: fix, since: now)
        }
        if state.isRunning {
            deliver(.didUpdateLocation(fix), Reason("CL-06", "a fix arrived", evidence: location.evidence))
        } else if state == .suspended {
            location.queued = fix
        }
    }

    mutating func processFixMissing(_ cause: String) {
        guard location.updates != nil, !location.fixMissing else { return }
        location.fixMissing = true
        location.reason.evidence = location.evidence
        emit(
            .log("no current fix: \(cause); the session is active and still keeps the app running"),
            Reason("CL-06", "location session active without a fix", evidence: location.evidence))
    }

    mutating func deliverQueuedLocations() {
        guard let fix = location.queued else { return }
        location.queued = nil
        deliver(.didUpdateLocation(fix), Reason("CL-08", "queued while suspended", evidence: location.evidence))
    }

    /// Updates pause while the app runs: a suspended one gets nothing (CL-08).
    var locationPauseDeadline: MonotonicInstant? {
        state.isRunning ? location.pauseDeadline(profile) : nil
    }

    mutating func pauseLocation() {
        location.updates?.paused = true
        location.place = nil
        locationEnded(
            Reason(
                "CL-12",
                "location updates paused automatically after \(profile.locationPauseDelay.inWords) in one place; "
                    + "the app must restart them", evidence: location.evidence))
        deliver(.didPauseLocationUpdates, location.reason)
    }
}
