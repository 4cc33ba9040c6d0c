/// Decisions about CPU time and wakeups (RB-10, RB-14).
extension PolicyMachine {
    /// Restarts the windows in which CPU time and wakeups are measured. Called when the app enters the background, is
    /// launched into it, or is thawed.
    mutating func restartUsageWindow() {
        guard usage != nil else { return }
        usage?.cpuWindow = nil
        usage?.callCPUWindow = nil
        usage?.wakeupWindow = nil
        deadlines[.usage] = now
    }

    mutating func askForUsage() {
        guard runsBehind else { return }
        emit(.sampleUsage, Reason("RB-10", "a limit of the background may have been reached"))
    }

    mutating func processUsage(cpu: Duration, wakeups: Int64) {
        guard usage != nil else { return }
        usage?.lastCPU = cpu
        if usage?.cpuAtLaunch == nil { usage?.cpuAtLaunch = cpu }
        if launchesInBackground, isWatched, cpu - (usage?.cpuAtLaunch ?? cpu) >= profile.backgroundLaunchCPULimit {
            return killForBackgroundLaunchCPU()
        }
        guard runsBehind else { return }
        if let limit = cpuLimit { check(limit, cpu, wakeups) }
        if runsBehind, let limit = callCPULimit { check(limit, cpu, wakeups) }
        guard runsBehind else { return }
        checkWakeups(cpu, wakeups)
        scheduleUsage()
    }

    /// RB-12: restarts the CPU windows when the limits begin to hold for an app that was exempt, as the kernel does.
    /// CPU time that the app used before does not count.
    mutating func updateCPUExemption() {
        guard usage != nil else { return }
        let holds = cpuLimitHolds
        guard usage?.isLimited != holds else { return }
        usage?.isLimited = holds
        guard holds, runsBehind else { return }
        usage?.cpuWindow = nil
        usage?.callCPUWindow = nil
        deadlines[.usage] = now
    }

    private var launchesInBackground: Bool { process.isLaunchingInBackground }

    /// RB-12, RB-13, BG-16: true if the limits of CPU time hold for the app now.
    private var cpuLimitHolds: Bool {
        guard isWatched else { return false }
        if conditions.externalPower {
            if !profile.switches.cpuLimitOnExternalPower { return false }
            if wakes.live.contains(where: \.requiresExternalPower) { return false }
        }
        return profile.switches.cpuLimitDuringAudio || !grants.contains(.audio)
    }

    /// A limit of CPU time, with the property that stores its window.
    private struct CPULimit {
        var limit: Duration
        var span: Duration
        var rule: RuleID
        var window: WritableKeyPath<UsageMonitor, UsageMonitor.Window?>
    }

    private var cpuLimit: CPULimit? {
        profile.cpuLimit.map {
            CPULimit(limit: $0, span: profile.cpuLimitWindow, rule: "RB-10", window: \.cpuWindow)
        }
    }

    /// The second CPU limit, for apps with calls (RB-37); `nil` if the limit does not apply to the app.
    private var callCPULimit: CPULimit? {
        guard let limit = profile.callCPULimit,
            profile.switches.callCPULimitForAll || manifest.backgroundModes.contains(.voip)
        else { return nil }
        return CPULimit(limit: limit, span: profile.callCPULimitWindow, rule: "RB-37", window: \.callCPUWindow)
    }

    private mutating func check(_ kind: CPULimit, _ cpu: Duration, _ wakeups: Int64) {
        let limit = kind.limit
        let fresh = UsageMonitor.Window(since: now, cpu: cpu, wakeups: wakeups)
        guard var window = usage?[keyPath: kind.window] else {
            usage?[keyPath: kind.window] = fresh
            return
        }
        let used = cpu - window.cpu
        let span = now - window.since
        if used >= limit, cpuLimitHolds {
            func seconds(_ duration: Duration) -> Int {
                Int(clamping: profile.ofDevice(duration).inSeconds.rounded())
            }
            let percent = Int(clamping: (used.inSeconds / max(span.inSeconds, 0.001) * 100).rounded())
            let allowed = Int(clamping: (limit.inSeconds / kind.span.inSeconds * 100).rounded())
            return terminate(
                Termination(
                    signal: 9,
                    explanation: "CPU: \(seconds(used)) seconds cpu time over \(seconds(span)) seconds "
                        + "(\(percent)% cpu average), exceeding limit of \(allowed)% cpu over \(seconds(kind.span)) seconds",
                    writesCrashReport: true),
                Reason(
                    kind.rule, "too much CPU time in the background",
                    evidence: Evidence(detail: "\(profile.inWords(used)) of CPU time in \(profile.inWords(span))")),
                category: .cpuLimit)
        }
        if used >= limit, !window.limitLogged {
            window.limitLogged = true
            usage?[keyPath: kind.window] = window
            log(
                "CPU: \(profile.inWords(used)) in \(profile.inWords(span)), which would end the app elsewhere",
                Reason("RB-12", "the CPU limit does not hold here"))
        }
        if span >= kind.span { usage?[keyPath: kind.window] = fresh }
    }

    private mutating func checkWakeups(_ cpu: Duration, _ wakeups: Int64) {
        guard let perSecond = profile.wakeupLimitPerSecond else { return }
        let fresh = UsageMonitor.Window(since: now, cpu: cpu, wakeups: wakeups)
        guard var window = usage?.wakeupWindow else {
            usage?.wakeupWindow = fresh
            return
        }
        let limit = Int64(clamping: Double(perSecond) * profile.wakeupLimitWindow.inSeconds)
        let count = wakeups - window.wakeups
        let span = now - window.since
        // The time scale does not make the app wake more often, so wakeups count per second of this machine.
        let over = Int(clamping: span.inSeconds.rounded())
        let text = "\(count) wakeups over the last \(over) seconds\(profile.ofThisMachine)"
        if count > limit, !window.limitLogged {
            window.limitLogged = true
            let explanation =
                "\(text), exceeding limit of \(perSecond) wakeups per second over "
                + "\(Int(clamping: profile.wakeupLimitWindow.inSeconds)) seconds"
            let reason = Reason("RB-14", "too many wakeups", evidence: Evidence(detail: text))
            if profile.switches.wakeupLimitKills, isWatched {
                return terminate(
                    Termination(signal: 9, explanation: explanation, writesCrashReport: true), reason,
                    category: .system)
            }
            log("\(explanation). Action taken: none", reason)
        } else if Double(count) * 100 > Double(limit) * Double(profile.wakeupTelemetryPercent), !window.telemetryWritten
        {
            window.telemetryWritten = true
            log(
                "\(text): more than \(profile.wakeupTelemetryPercent)% of the limit",
                Reason("RB-14", "telemetry of wakeups", evidence: Evidence(detail: text)))
        }
        let next = span >= profile.wakeupLimitWindow ? fresh : window
        usage?.wakeupWindow = next
    }

    /// Sets the deadline of the next usage sample: the earliest instant at which a limit can be reached, if all CPUs
    /// use the CPU time that is left.
    private mutating func scheduleUsage() {
        guard let usage else { return }
        var soonest: Duration?
        func consider(_ next: Duration) { soonest = min(soonest ?? next, next) }
        func consider(_ kind: CPULimit?) {
            guard let kind, let window = usage[keyPath: kind.window] else { return }
            let left = kind.limit - (usage.lastCPU - window.cpu)
            if left > .zero { consider(left.scaled(by: 1 / Double(usage.cpuCount))) }
            consider(window.since + kind.span - now)
        }
        consider(cpuLimit)
        consider(callCPULimit)
        if let window = usage.wakeupWindow { consider(window.since + profile.wakeupLimitWindow - now) }
        if launchesInBackground, let start = usage.cpuAtLaunch {
            let left = profile.backgroundLaunchCPULimit - (usage.lastCPU - start)
            consider(left.scaled(by: 1 / Double(usage.cpuCount)))
        }
        guard let soonest else { return }
        deadlines[.usage] = now + max(UsageMonitor.intervalMin, soonest)
    }
}
