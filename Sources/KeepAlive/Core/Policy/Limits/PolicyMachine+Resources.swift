/// Decisions about resources that an app holds or uses and that are not allowed in the background.
extension PolicyMachine {
    mutating func processResource(_ event: ResourceEvent) {
        switch event {
        case .fileLocked(let path, isShared: false):
            log("\(path) is locked", Reason("RB-21", "it is in the app's own container: that is no reason to end it"))
        case .fileLocked(let path, isShared: true):
            if !resources.lockedFiles.contains(path) { resources.lockedFiles.append(path) }
        case .fileUnlocked(let path): resources.lockedFiles.removeAll { $0 == path }
        case .locksFoundAtSuspension(let paths):
            // The host found locks on the files at `paths` just before it froze the process. The suspended app is
            // killed.
            guard state == .suspended, let first = paths.first, profile.features.fileLocksKill else { return }
            let (termination, reason, category) = HeldResources.lockViolation(
                first, more: paths.count - 1, in: profile)
            terminate(termination, reason, category: category)
        case .sharedDatabase(let held): resources.holdsSharedDatabase = held
        case .socketsOpen(let count): resources.sockets = count
        case .socketsTaken(let count):
            guard state == .suspended, count > 0 else { return }
            resources.sockets = max(0, resources.sockets - count)
            tellOfReclaimedSockets(count, bonjour: false)
        case .bonjourPublished(let published): resources.publishesBonjour = published
        case .bluetoothRestoration(let restores): restoresBluetooth = restores
        case .openGLUsed: useOpenGL()
        case .metalUsed:
            guard runsBehind, now - stateSince >= graphicsGrace else { return }
            refuseGraphics("LC-26", "Metal")
        case .fileWritten(let path): processInboxWrite(path)
        case .fileDeleted(let path): documents.inbox.remove(path)
        case .memoryUsed(let megabytes): useMemory(megabytes)
        case .protectedFileOpened(let path, let protection, let writesNew):
            openFile(path, protection, writesNew: writesNew)
        }
    }

    /// LC-26: the time for which an app that has just been launched into the background may use the GPU.
    private var graphicsGrace: Duration {
        process.record.launchedFor.isInBackground ? profile.graphicsAfterLaunch : .zero
    }

    private mutating func refuseGraphics(_ rule: RuleID, _ what: String) {
        log(
            "Insufficient Permission (to submit GPU work from background) "
                + "(00000006:kIOGPUCommandBufferCallbackErrorBackgroundExecutionNotPermitted)",
            Reason(rule, "\(what) in the background"))
        emit(.refuse(.metalNotPermitted), Reason(rule, "\(what) in the background: the work is rejected"))
    }

    private mutating func useOpenGL() {
        guard runsBehind else { return }
        guard profile.features.openGLKills else { return refuseGraphics("LC-25", "OpenGL ES") }
        terminate(
            Termination(
                signal: 9, explanation: "OpenGL ES was used in the background", writesCrashReport: true),
            Reason("LC-25", "OpenGL ES in the background"), category: .system)
    }

    private mutating func useMemory(_ megabytes: Int) {
        let goal = profile.backgroundMemoryGoalMegabytes
        let crosses = resources.memoryMegabytes < goal && megabytes >= goal
        resources.memoryMegabytes = megabytes
        guard crosses, runsBehind else { return }
        log(
            "\(megabytes) MB in the background: under \(goal) MB the app would be purged less",
            Reason("RB-09", "the background memory goal is missed"))
    }

    /// LC-23: closes the sockets of a suspended app at the screen lock. Before iOS 12 the screen lock closes the
    /// sockets; later versions close them at the suspension.
    mutating func closeSocketsOfSuspended() {
        if state == .suspended, profile.features.socketsOutliveSuspension { take(sockets: true) }
    }

    /// LC-23: closes the Bonjour services of an app that is being suspended, and the sockets unless these stay open
    /// until the screen lock.
    mutating func reclaimSockets() {
        take(sockets: !profile.features.socketsOutliveSuspension || conditions.locked)
    }

    private mutating func take(sockets: Bool) {
        let sockets = sockets && profile.switches.reclaimsSockets
        // Sockets that are tagged for VoIP are not closed: the system takes them over, and returns them with the wake
        // (SD-50).
        let open = max(0, resources.sockets - voip.taggedSockets)
        let taken = sockets ? open : 0
        guard taken > 0 || resources.publishesBonjour else { return }
        tellOfReclaimedSockets(taken, bonjour: resources.publishesBonjour)
        resources.sockets -= taken
        resources.publishesBonjour = false
    }

    private mutating func tellOfReclaimedSockets(_ count: Int, bonjour: Bool) {
        emit(
            .reclaimSockets,
            Reason(
                "LC-23", "the system closes the app's sockets and Bonjour services",
                evidence: Evidence(detail: "\(count) \(count == 1 ? "socket" : "sockets")\(bonjour ? ", Bonjour" : "")")
            ))
    }
}
