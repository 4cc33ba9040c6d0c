/// Decisions about changes of the device: power, heat, memory, screen lock, network.
extension PolicyMachine {
    mutating func processDevice(_ change: DeviceChange) {
        let before = conditions
        conditions.apply(change)
        // LC-37: a change while the device is off has effects only after the device was switched on.
        if before.isOff, conditions.isOff { return }
        switch change {
        case .lowPowerMode(let on):
            if on, !before.lowPowerMode { transfersMeetLowPowerMode() }
            if !on, before.lowPowerMode { releaseHeldPush() }
        case .thermalState(let state): if state > before.thermalState { becameHotter(state) }
        case .locked(let locked):
            protectionChanged(since: before)
            if locked { closeSocketsOfSuspended() } else { processUnlock() }
        case .passcode: protectionChanged(since: before)
        case .debugger(let attached): if attached != before.debuggerAttached { processDebugger(attached) }
        case .inUse(let inUse): if inUse { useEndsProcessing() }
        case .switchedOff: shutDown(Reason("LC-37", "the device was switched off"))
        case .switchedOn:
            guard before.isOff else { return }
            startUp()
        case .rebooted, .updated:
            shutDown(Reason("LC-21", "the device was restarted"))
            startUp()
            // BG-11: after an update no task runs until the app has been opened and has submitted its requests again.
            if change == .updated { scheduler.pending.removeAll() }
        case .privacyChanged(let setting): privacyChanged(setting)
        case .timeZone: timeZoneChanged()
        case .network(let network): networkChanged(to: network, from: before.network)
        case .externalPower, .lowDataMode, .backgroundAppRefresh, .busy: break
        case .memoryPressure(let pressure): processMemoryPressure(pressure)
        case .diskSpaceShort:
            guard process.alive else { return }
            terminate(
                Termination(
                    signal: 9, code: .diskSpace, explanation: "the system purges caches to free disk space",
                    writesCrashReport: true),
                Reason("RB-24", "disk space is short"), category: .system)
        }
        if !transfers.sessions.isEmpty { runTransfers() }
    }

    /// LC-36: kills an app in the background without a callback, because the user changed its privacy setting.
    private mutating func privacyChanged(_ setting: PrivacySetting) {
        guard process.alive, !isOnScreen else { return }
        terminate(
            Termination(
                signal: 9, explanation: "the user has changed its permission for \(setting.rawValue)",
                writesCrashReport: false),
            Reason("LC-36", "a privacy setting was changed"), category: .normal)
    }

    private mutating func networkChanged(to network: DeviceConditions.Network, from before: DeviceConditions.Network) {
        if network == .none, before != .none { pushes.networkGoneSince = now }
        guard network != .none, before == .none else { return }
        let since = pushes.networkGoneSince ?? conditions.start
        if now - since >= profile.longTimeWithoutNetwork, conditions.inUse {
            holdPushes(for: profile.pushHoldAfterNetwork, since: .network)
        }
    }

    private mutating func becameHotter(_ state: DeviceConditions.ThermalState) {
        guard process.alive else { return }
        if state == .serious {
            // BT-17: background tasks have no guaranteed time, so heat expires them early.
            expireTasks(Reason("BT-17", "the device is hot, early in the time of the background tasks"))
        } else if state == .critical {
            guard runsBehind || self.state == .suspended else { return }
            terminate(
                Termination(
                    signal: 9, code: .thermal, explanation: "the device is too hot", writesCrashReport: true),
                Reason("RB-25", "thermal state critical"), category: .system)
        }
    }

    /// Updates the deadlines after a debugger was attached or detached: under a debugger no app is suspended, and no
    /// watchdog runs (LC-17, MD-14, UR-10).
    private mutating func processDebugger(_ attached: Bool) {
        updateWatchdogs()
        updateTaskDeadlines()
        updateWakeDeadlines()
        if attached, state == .suspended {
            thaw(Reason("LC-17", "a debugger is attached: the app is not suspended"))
        }
    }

    /// LC-21: from the first unlock on the app may be launched into the background. A VoIP app is launched now (WK-14).
    private mutating func processUnlock() {
        releaseHealthData()
        guard voip.awaitsBootLaunch else { return }
        voip.awaitsBootLaunch = false
        relaunchVoIPAtBoot()
    }

    private mutating func shutDown(_ reason: Reason) {
        if process.alive, state != .terminated {
            terminate(
                Termination(signal: 9, explanation: reason.text, writesCrashReport: false), reason, category: .normal)
        }
        process.nextLaunch = nil
        wakes.pending.removeAll()
        dropHeldPush()
    }

    private mutating func startUp() {
        if profile.switches.rebootLiftsForceQuit { process.forceQuit = false }
        audio.forgetBoot()
        holdPushes(for: profile.pushHoldAfterBoot, since: .boot)
        if !profile.switches.requestsSurviveReboot { scheduler.pending.removeAll() }
        if !profile.features.bluetoothSurvivesReboot { restoresBluetooth = false }
        voip.awaitsBootLaunch = conditions.hasPasscode
        if !voip.awaitsBootLaunch { relaunchVoIPAtBoot() }
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
                        signal: 9, namespace: "JETSAM",
                        explanation: "\(Jetsam.Reason.pageShortage.rawValue), band \(jetsamBand)",
                        writesCrashReport: false),
                    Reason("LC-22", "purged to free memory, without notice"), category: .memoryPressure)
            } else if runsBehind {
                let reason = Reason("LC-22", "memory is needed elsewhere")
                deliver(.didReceiveMemoryWarning, reason)
                requestTermination(reason, category: .memoryPressure)
            }
        case .processLimit:
            terminate(
                Termination(
                    signal: 9, namespace: "JETSAM", explanation: Jetsam.Reason.perProcessLimit.rawValue,
                    writesCrashReport: false),
                Reason("RB-08", "the app uses more memory than a process may"), category: .memoryLimit)
        }
    }

    /// The jetsam band of the app: the kernel purges lower bands first when memory is short (RB-06, RB-07).
    public var jetsamBand: Int {
        let band: Int
        switch state {
        case .foregroundActive, .foregroundInactive: band = 10
        case .background where isOnScreen: band = 10
        case .background:
            let accessory = wakes.live.contains { $0.kind == .externalAccessory }
            band = grants.contains(.audio) || accessory ? 12 : 3
        case .suspended, .notRunning, .unattached, .terminated: band = 0
        }
        return band * profile.jetsamBandFactor
    }

    /// Returns the hour of the day at an instant, 0 to 23.
    func hourOfDay(at instant: MonotonicInstant) -> Int {
        Int(clock.time(at: instant) % DayClock.day / DayClock.hour)
    }

    /// Returns the instant of 22 h on the day of another instant: the begin of the night to which processing tasks may
    /// be limited (BG-15).
    func evening(after instant: MonotonicInstant) -> MonotonicInstant {
        clock.instant(of: clock.time(at: instant) / DayClock.day * DayClock.day + 22 * DayClock.hour)
    }

    var clock: DayClock {
        DayClock(timeOfDay: conditions.timeOfDay, start: conditions.start, scale: profile.timeScale)
    }
}

/// The order in which the kernel purges processes when memory is short (RB-06, RB-07).
public enum Jetsam {
    /// The reason for a purge in the jetsam report (RB-08).
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The process used more memory than its limit.
        case perProcessLimit = "per-process-limit"
        /// The device had too few free pages.
        case pageShortage = "vm-pageshortage"
        /// Too many files were open on the device.
        case vnodeLimit = "vnode-limit"
        /// The process was above its soft memory limit.
        case highWater = "highwater"
        /// The kernel had to read the same file pages again and again.
        case cacheThrashing = "fc-thrashing"
        /// Any other reason.
        case jettisoned
    }

    /// A process that could be purged.
    public struct Candidate: Sendable, Hashable {
        /// The name of the process, which decides between processes of equal band and size.
        public var name: String
        /// The jetsam band of the process; processes in the lowest band are purged first.
        public var band: Int
        /// The memory that the end of the process would free, in MB.
        public var megabytes: Int

        /// Creates a candidate; `megabytes` is the memory that its end would free.
        public init(name: String, band: Int, megabytes: Int) {
            self.name = name
            self.band = band
            self.megabytes = megabytes
        }
    }

    /// Returns the processes to purge until enough memory is free: lowest band first, and within a band the largest
    /// first.
    ///
    /// - Parameters:
    ///   - candidates: the processes that may be purged.
    ///   - megabytes: the needed memory, in MB. If the candidates have less in all, all of them are returned.
    public static func victims(among candidates: [Candidate], freeing megabytes: Int) -> [Candidate] {
        var freed = 0
        return candidates.sorted { ($0.band, -$0.megabytes, $0.name) < ($1.band, -$1.megabytes, $1.name) }
            .prefix { candidate in
                defer { freed += candidate.megabytes }
                return freed < megabytes
            }
    }
}
