/// The device around the app: power, heat, memory, locks.
extension PolicyMachine {
    mutating func processDevice(_ change: DeviceChange) {
        switch change {
        case .lowPowerMode(let on): conditions.lowPowerMode = on
        case .externalPower(let on): conditions.externalPower = on
        case .network(let network): conditions.network = network
        case .thermalState(let state): processThermalState(state)
        case .locked(let locked):
            conditions.locked = locked
            if !locked { conditions.unlockedSinceBoot = true }
        case .passcode(let set): conditions.hasPasscode = set
        case .backgroundAppRefresh(let allowed): conditions.backgroundAppRefresh = allowed
        case .debugger(let attached): processDebugger(attached)
        case .inUse(let inUse):
            conditions.inUse = inUse
            if inUse { useEndsProcessing() }
        case .rebooted: processReboot()
        case .memoryPressure(let pressure): processMemoryPressure(pressure)
        case .diskSpaceShort:
            guard process.alive else { return }
            terminate(
                Termination(
                    signal: 9, code: "0xbaddd15c", explanation: "the system purges caches to free disk space",
                    writesCrashReport: true),
                Reason("RB-24", "disk space is short"), category: .system)
        }
    }

    private mutating func processThermalState(_ state: DeviceConditions.ThermalState) {
        let before = conditions.thermalState
        conditions.thermalState = state
        guard state > before, process.alive else { return }
        if state == .serious {
            // BT-17: no time is guaranteed; heat ends the assertions early.
            expireTasks(Reason("BT-17", "the device is hot: the time of background tasks ends early"))
        } else if state == .critical {
            guard self.state == .background || self.state == .suspended else { return }
            terminate(
                Termination(
                    signal: 9, code: "0xc00010ff", explanation: "the device is too hot", writesCrashReport: true),
                Reason("RB-25", "thermal state critical"), category: .system)
        }
    }

    /// With a debugger nothing is suspended and no watchdog runs (LC-17, MD-14, UR-10).
    private mutating func processDebugger(_ attached: Bool) {
        guard attached != conditions.debuggerAttached else { return }
        conditions.debuggerAttached = attached
        updateTaskDeadlines()
        updateWakeDeadlines()
        guard attached else { return watchAgain() }
        for kind in [DeadlineKind.launch, .enterBackground, .enterBackgroundAdvice, .willTerminate, .suspension] {
            deadlines[kind] = nil
        }
        if state == .suspended {
            thaw(Reason("LC-17", "a debugger is attached: the app is not suspended"))
        }
    }

    /// The debugger is gone: what is still awaited of the app is watched again, from now on.
    private mutating func watchAgain() {
        guard isWatched else { return }
        if process.launching?.inBackground == false { deadlines[.launch] = now + profile.launchLimit }
        if process.enteringBackground { deadlines[.enterBackground] = now + profile.enterBackgroundLimit }
        if process.ending != nil { deadlines[.willTerminate] = now + profile.willTerminateLimit }
    }

    private mutating func processReboot() {
        conditions.unlockedSinceBoot = !conditions.hasPasscode
        conditions.locked = conditions.hasPasscode
        let reason = Reason("LC-21", "the device was restarted")
        if process.alive, state != .terminated {
            terminate(
                Termination(signal: 9, explanation: "the device was restarted", writesCrashReport: false), reason,
                category: .normal)
        }
        // The older text adds the restart to what lifts the mark (LC-19).
        process.forceQuit = false
        process.nextLaunch = nil
        wakes.pending.removeAll()
        if !profile.switches.requestsSurviveReboot { scheduler.pending.removeAll() }
        relaunchVoIPAtBoot()
    }

    private mutating func processMemoryPressure(_ pressure: MemoryPressure) {
        guard process.alive else { return }
        switch pressure {
        case .warning:
            guard state.isRunning else { return }
            deliver(.didReceiveMemoryWarning, Reason("LC-22", "memory runs short"))
        case .purge:
            if state == .suspended {
                terminate(
                    Termination(
                        signal: 9, namespace: "JETSAM", explanation: "vm-pageshortage, band \(jetsamBand)",
                        writesCrashReport: false),
                    Reason("LC-22", "purged to free memory, without notice"), category: .memoryPressure)
            } else if state == .background {
                let reason = Reason("LC-22", "memory is needed elsewhere")
                deliver(.didReceiveMemoryWarning, reason)
                requestTermination(reason, category: .memoryPressure)
            }
        case .processLimit:
            terminate(
                Termination(
                    signal: 9, namespace: "JETSAM", explanation: "per-process-limit", writesCrashReport: false),
                Reason("RB-08", "the app uses more memory than a process may"), category: .memoryLimit)
        }
    }

    /// The app's band in the kernel's order of who goes first when memory is short (RB-06, RB-07).
    public var jetsamBand: Int {
        let band: Int
        switch state {
        case .foregroundActive, .foregroundInactive: band = 10
        case .background: band = grants.contains(.audio) ? 12 : 3
        case .suspended, .notRunning, .unattached, .terminated: band = 0
        }
        return band * profile.jetsamBandFactor
    }

    /// The hour of the day, 0 to 23.
    var hourOfDay: Int {
        let seconds = conditions.timeOfDay.inSeconds + Double(now.nanoseconds) / 1e9
        return Int(seconds / 3600) % 24
    }
}

/// The order in which the kernel purges processes when memory is short (RB-06, RB-07).
public enum Jetsam {
    /// A process that could go.
    public struct Candidate: Sendable, Hashable, Codable {
        /// What it is called.
        public var name: String
        /// Its band; the lowest goes first.
        public var band: Int
        /// What its end would free, in MB.
        public var megabytes: Int

        /// Creates a candidate.
        public init(name: String, band: Int, megabytes: Int) {
            self.name = name
            self.band = band
            self.megabytes = megabytes
        }
    }

    /// Who goes, so that enough memory becomes free: lowest band first, and within a band the largest.
    ///
    /// - Parameter megabytes: how much is needed, in MB; all candidates go when they do not have as much.
    public static func victims(among candidates: [Candidate], freeing megabytes: Int) -> [Candidate] {
        var freed = 0
        return candidates.sorted { ($0.band, -$0.megabytes, $0.name) < ($1.band, -$1.megabytes, $1.name) }
            .prefix { candidate in
                defer { freed += candidate.megabytes }
                return freed < megabytes
            }
    }
}
