/// The app's resources that the background forbids.
struct HeldResources: Sendable, Hashable, Codable {
    var lockedFiles: [String] = []
    /// The time at which the device was locked; `nil` while it is not, or was locked from the start (UR-13).
    var lockedSince: MonotonicInstant?
    var holdsSharedDatabase = false
    var sockets = 0
    var publishesBonjour = false
    var memoryMegabytes = 0

    /// The end of an app that must not be suspended with what it holds, or `nil` (RB-15, MD-11, LC-24).
    func violationAtSuspension(in profile: PolicyProfile) -> (Termination, Reason, ExitCategory)? {
        if let path = lockedFiles.first, profile.features.fileLocksKill {
            return Self.lockViolation(path, more: lockedFiles.count - 1, in: profile)
        }
        guard holdsSharedDatabase else { return nil }
        return (
            Termination(
                signal: 9, code: .lockedFile, namespace: profile.finishTaskOverrunNamespace,
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
                signal: 9, code: .lockedFile, namespace: profile.finishTaskOverrunNamespace,
                explanation: "suspended with locked system files: \(path)\(others)", writesCrashReport: true),
            Reason(
                "RB-15", "a file in a shared container is locked at suspension",
                evidence: Evidence(detail: "\(path)\(others)")), .suspendedWithLockedFile
        )
    }
}

extension PolicyMachine {
    mutating func processResource(_ event: ResourceEvent) {
        switch event {
        case .fileLocked(let path):
            if !resources.lockedFiles.contains(path) { resources.lockedFiles.append(path) }
        case .fileUnlocked(let path): resources.lockedFiles.removeAll { $0 == path }
        case .locksFoundAtSuspension(let paths):
            // The host found the locks when it was about to freeze the process. The app stays suspended, and is killed.
            guard state == .suspended, let first = paths.first, profile.features.fileLocksKill else { return }
            let (termination, reason, category) = HeldResources.lockViolation(
                first, more: paths.count - 1, in: profile)
            terminate(termination, reason, category: category)
        case .sharedDatabase(let held): resources.holdsSharedDatabase = held
        case .socketsOpen(let count): resources.sockets = count
        case .bonjourPublished(let published): resources.publishesBonjour = published
        case .bluetoothRestoration(let restores): services.restoresBluetooth = restores
        case .openGLUsed: useOpenGL()
        case .metalUsed:
            guard state == .background else { return }
            emit(.refuse(.graphicsAccessRevoked), Reason("LC-26", "Metal in the background: the work is rejected"))
        case .fileWritten(let path): processInboxWrite(path)
        case .fileDeleted(let path): services.inbox.remove(path)
        case .memoryUsed(let megabytes): useMemory(megabytes)
        case .protectedFileOpened(let path): openProtectedFile(path)
        }
    }

    /// UR-13: on a device with a passcode, the key of completely protected files is dropped a while after the lock.
    private mutating func openProtectedFile(_ path: String) {
        guard state.isRunning, conditions.locked, conditions.hasPasscode,
            !profile.switches.readsProtectedFilesWhileLocked
        else { return }
        if let since = resources.lockedSince, now - since < profile.fileProtectionDelay { return }
        emit(
            .refuse(.protectedFile),
            Reason("UR-13", "\(path): completely protected, and the device is locked"))
    }

    private mutating func useOpenGL() {
        guard state == .background else { return }
        terminate(
            Termination(
                signal: 9, explanation: "OpenGL ES was used in the background", writesCrashReport: true),
            Reason("LC-25", "OpenGL ES in the background"), category: .system)
    }

    private mutating func useMemory(_ megabytes: Int) {
        let goal = profile.backgroundMemoryGoalMegabytes
        let crosses = resources.memoryMegabytes < goal && megabytes >= goal
        resources.memoryMegabytes = megabytes
        guard crosses, state == .background else { return }
        log(
            "\(megabytes) MB in the background: under \(goal) MB the app would be purged less",
            Reason("RB-09", "the background memory goal is missed"))
    }

    /// LC-23: sockets and Bonjour services do not outlive the suspension.
    mutating func reclaimSockets() {
        guard profile.switches.reclaimsSockets || resources.publishesBonjour else { return }
        // The system takes over the tagged socket, and gives it back with the wake (SD-50).
        let open = services.voipSocketTagged ? max(0, resources.sockets - 1) : resources.sockets
        let taken = profile.switches.reclaimsSockets ? open : 0
        guard taken > 0 || resources.publishesBonjour else { return }
        emit(
            .reclaimSockets,
            Reason(
                "LC-23", "the system closes the app's sockets and Bonjour services",
                evidence: Evidence(detail: "\(taken) sockets\(resources.publishesBonjour ? ", Bonjour" : "")")))
        resources.sockets -= taken
        resources.publishesBonjour = false
    }
}
