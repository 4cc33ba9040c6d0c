import RealModule

/// Decisions about Precise Location, which the user can switch off for an app from iOS 14 on (CL-49 to CL-51).
extension PolicyMachine {
    /// True if the app gets exact positions: `CLLocationManager.accuracyAuthorization`.
    package var hasFullAccuracy: Bool { !location.isCoarse }

    mutating func switchPreciseLocation(_ isOn: Bool) {
        guard profile.features.reducedAccuracy else {
            return log("Precise Location came with iOS 14", Reason("CL-49", "iOS \(profile.version)"))
        }
        location.isPrecise = isOn
        location.lastCoarse = nil
    }

    /// CL-51: gives the app exact positions until it is no longer in use, if the user agrees.
    mutating func requestFullAccuracy(for purpose: String, granted: Bool) {
        guard profile.features.reducedAccuracy, location.isCoarse else { return }
        guard manifest.temporaryAccuracyPurposes?.contains(purpose) ?? true else {
            return emit(
                .refuse(.coreLocation(18)),
                Reason(
                    "CL-51",
                    "NSLocationTemporaryUsageDescriptionDictionary has no purpose '\(purpose)': nobody is asked"))
        }
        guard isOnScreen else {
            return emit(.refuse(.coreLocation(18)), Reason("CL-51", "the user is not asked in the background"))
        }
        guard granted, location.authorization.allowsUpdates else {
            return emit(.refuse(.coreLocation(18)), Reason("CL-51", "the user has declined"))
        }
        location.isPreciseForNow = true
        log("the app has precise locations for now", Reason("CL-51", "the user has agreed: \(purpose)"))
    }

    /// Ends the exact positions that the user has allowed for one use of the app.
    mutating func endTemporaryAccuracy() {
        guard location.isPreciseForNow else { return }
        location.isPreciseForNow = false
        location.lastCoarse = nil
        log("the app has no precise locations any more", Reason("CL-51", "it is no longer in use"))
    }

    /// Returns a fix as the app may get it: exact, or as an area some kilometres wide (CL-49).
    func asAllowed(_ fix: LocationFix) -> LocationFix {
        location.isCoarse ? fix.coarse(radius: profile.reducedAccuracyMetres) : fix
    }

    /// CL-49: returns the fix for the app's updates, and records the time of a coarse one; `nil` if it is too early for
    /// another coarse fix.
    mutating func allowed(_ fix: LocationFix) -> LocationFix? {
        guard location.isCoarse else { return fix }
        if let last = location.lastCoarse, now - last < profile.reducedAccuracyInterval { return nil }
        if location.lastCoarse == nil {
            log(
                "positions are \(profile.reducedAccuracyMetres.asText) m wide, one in \(profile.inWords(profile.reducedAccuracyInterval))",
                Reason("CL-49", "Precise Location is off for the app"))
        }
        location.lastCoarse = now
        return asAllowed(fix)
    }
}

extension LocationFix {
    /// Returns the centre of the grid square that contains the fix, without altitude, speed and course.
    fileprivate func coarse(radius: Double) -> LocationFix {
        let metresPerDegree = 111_195.0
        let north = 2 * radius / metresPerDegree
        let middleLatitude = min(max((latitude / north).rounded() * north, -90), 90)
        let east = min(north / max(Double.cos(middleLatitude * .pi / 180), 0.01), 360)
        let middleLongitude = min(max((longitude / east).rounded() * east, -180), 180)
        return LocationFix(
            latitude: middleLatitude, longitude: middleLongitude, horizontalAccuracy: radius, timestamp: timestamp)
    }
}
