/// Decisions about background delivery of HealthKit (UR-14).
extension PolicyMachine {
    /// Returns true if new HealthKit data is not delivered now: drops the data after too many unanswered deliveries, or
    /// holds the data until the device is unlocked.
    mutating func holdsHealthData() -> Bool {
        guard profile.has(since: IOSVersion(8)), !conditions.isOff else { return false }
        if healthData.unanswered >= Self.unansweredHealthDataMax {
            emit(
                .dropWake(.healthData),
                Reason("UR-14", "the app has not answered \(Self.unansweredHealthDataMax) times, and gets no more"))
            return true
        }
        guard conditions.locked, conditions.hasPasscode else { return false }
        healthData.isHeld = true
        log(
            "healthData waits for the unlock",
            Reason("UR-14", "the data of HealthKit is protected while the device is locked"))
        return true
    }

    mutating func releaseHealthData() {
        guard healthData.isHeld else { return }
        healthData.isHeld = false
        wake(.healthData)
    }

    /// The number of unanswered deliveries after which HealthKit stops; the number is Apple's (UR-14).
    private static let unansweredHealthDataMax = 3
}
