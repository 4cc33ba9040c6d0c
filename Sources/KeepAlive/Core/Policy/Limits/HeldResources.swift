/// The resources that the app holds and that it must not hold in the background.
struct HeldResources: Sendable, Hashable {
    var lockedFiles: [String] = []
    var holdsSharedDatabase = false
    var sockets = 0
    var publishesBonjour = false
    var memoryMegabytes = 0

    /// Returns the termination of an app that holds forbidden resources at its suspension; `nil` if the app may be
    /// suspended (RB-15, MD-11, LC-24).
    func violationAtSuspension(in profile: PolicyProfile) -> (Termination, Reason, ExitCategory)? {
        if let path = lockedFiles.first, profile.features.fileLocksKill {
            return Self.lockViolation(path, more: lockedFiles.count - 1, in: profile)
        }
        guard holdsSharedDatabase else { return nil }
        return (
            Termination(
                signal: 9, code: .lockedFile, namespace: profile.lockNamespace,
                explanation: "suspended while holding a system database", writesCrashReport: true),
            Reason("LC-24", "the contacts or calendar database is open at suspension"), .suspendedWithLockedFile
        )
    }

    static func lockViolation(
        _ path: String, more: Int, in profile: PolicyProfile
    ) -> (Termination, Reason, ExitCategory) {
        let others = more > 0 ? " and \(more) more" : ""
        return (
            Termination(
                signal: 9, code: .lockedFile, namespace: profile.lockNamespace,
                explanation: "\(profile.lockText): \(path)\(others)", writesCrashReport: true),
            Reason(
                "RB-15", "a file in a shared container is locked at suspension",
                evidence: Evidence(detail: "\(path)\(others)")), .suspendedWithLockedFile
        )
    }
}
