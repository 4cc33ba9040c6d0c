/// The events for which Core Location wakes an app with Always authorization.
enum LocationEvent: Sendable, Hashable {
    case significantChange(LocationFix)
    case region(String)
    case visit

    var kind: WakeKind {
        switch self {
        case .significantChange: .significantChange
        case .region: .region
        case .visit: .visit
        }
    }

    var identifier: String? { if case .region(let identifier) = self { identifier } else { nil } }
}

/// Decisions about the user's answers to the app's location requests, and about the events that each answer allows.
extension PolicyMachine {
    /// Handles an authorization request. The user is asked once, and once more for Always after When In Use. After that
    /// only Settings change the answer (Apple, `requestAlwaysAuthorization`).
    mutating func processAuthorizationRequested(always: Bool, answer: LocationAnswer) {
        if let key = manifest.missingUsageKey(always: always) { return authorizationAskedInVain(key, always: always) }
        guard location.authorization == .notDetermined || always && location.mayAskForAlways else { return }
        let isTemporary = profile.features.temporaryLocationAnswers
        let isFirst = location.authorization == .notDetermined
        // If the app asks for When In Use and the user would give Always, the user gives When In Use for now.
        location.mayAskForAlways = !always && answer.lasting == .authorizedAlways
        resign(for: Reason("LC-05", "the system asks the user for a permission")) {
            $0.processAuthorizationChanged($0.location.mayAskForAlways ? .authorizedWhenInUse : answer.lasting)
            $0.location.isOnce = isTemporary && answer == .once
            $0.location.isProvisional = isTemporary && isFirst && always && answer == .provisionalAlways
        }
    }

    private mutating func authorizationAskedInVain(_ key: String, always: Bool) {
        let reason = Reason("CL-22", "authorization asked without \(key): nothing happens")
        let asked =
            always && profile.features.alwaysNeedsBothKeys
            ? "both NSLocationAlwaysAndWhenInUseUsageDescription and NSLocationWhenInUseUsageDescription keys with string values"
            : "an “\(key)” key with a string value"
        emit(
            .log(
                "This app has attempted to access privacy-sensitive data without a usage description. The app's "
                    + "Info.plist must contain \(asked) explaining to the user how the app uses this data"), reason)
        refuse(.location, reason)
    }

    // MARK: Events that need always

    /// Wakes the app for an event, if the authorization allows it.
    mutating func wake(for event: LocationEvent) {
        guard mayWake(event), wake(event.kind, identifier: event.identifier) else { return }
        switch event {
        case .significantChange(let fix): tellSignificantChange(fix)
        case .region(let identifier): tellCrossingAgain(identifier)
        case .visit: break
        }
    }

    /// Returns true if the event may wake the app. With When In Use authorization, drops an event for an app that is
    /// not running (CL-09); with a provisional authorization, keeps the event until the user has answered (CL-53).
    private mutating func mayWake(_ event: LocationEvent) -> Bool {
        switch location.authorization {
        case .authorizedAlways where location.isProvisional && !isOnScreen:
            hold(event)
            log(
                "the user is asked whether the app may have the location always: \(event.kind.rawValue) waits for the answer",
                Reason("CL-53", "the authorization is provisional"))
            return false
        case .authorizedAlways: return true
        case .authorizedWhenInUse where state.isRunning: return true
        case .authorizedWhenInUse:
            emit(.dropWake(event.kind), Reason("CL-09", "when-in-use authorization holds only while the app is in use"))
            return false
        case .notDetermined, .restricted, .denied: return false
        }
    }

    /// CL-53: handles the user's answer to the second prompt.
    mutating func alwaysPromptAnswered(_ always: Bool) {
        guard location.isProvisional else {
            return log(
                "the user is not asked for always", Reason("CL-53", "the authorization is no provisional one"))
        }
        let held = location.held
        processAuthorizationChanged(always ? .authorizedAlways : .authorizedWhenInUse)
        log(
            always ? "the user changes to Always Allow" : "the user keeps Only While Using",
            Reason("CL-53", "the second answer"))
        for event in held where isAskedFor(event) { wake(for: event) }
    }

    /// Keeps an event until the user has answered: the latest significant change, one event of each region, one visit.
    private mutating func hold(_ event: LocationEvent) {
        location.held.removeAll { $0.kind == event.kind && $0.identifier == event.identifier }
        location.held.append(event)
        guard case .significantChange(let fix) = event else { return }
        location.lastSignificantFix = fix
        location.lastSignificantChange = now
    }

    /// Returns true if the app still monitors the source of an event.
    private func isAskedFor(_ event: LocationEvent) -> Bool {
        switch event {
        case .significantChange: location.monitorsSignificantChanges
        case .region(let identifier): location.regions[identifier] != nil
        case .visit: location.monitorsVisits
        }
    }
}
