import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

/// Reads the workload's counters at intervals while the workload can run, for figures that cannot be computed from
/// totals.
extension RunRecorder {
    /// Returns the counters that have a budget, each with the length of the budget's window in seconds.
    static func budgetWindows(_ profile: PolicyProfile) -> [Usage.Counter: Double] {
        var windows: [Usage.Counter: Double] = [:]
        if profile.cpuLimit != nil { windows[.cpuSeconds] = profile.cpuLimitWindow.inSeconds }
        if profile.wakeupLimitPerSecond != nil {
            // Only the first reading shows whether the machine provides timer wakeups or only voluntary switches, so
            // both counters get a window.
            windows[.timerWakeups] = profile.wakeupLimitWindow.inSeconds
            windows[.voluntarySwitches] = profile.wakeupLimitWindow.inSeconds
        }
        return windows
    }

    /// Called at the launch; begins to read the counters at intervals, unless the plan has no sampling interval.
    func beginSampling() {
        guard plan.sampleEvery != nil else { return }
        series.restart()
        // The first reading is zero, so that all usage since the start of the process counts.
        series.add(SampleSeries.Reading(t: 0, usage: .zero))
        takeSample()
    }

    /// Reads the counters now and after each interval while the tree can run. A frozen process tree is not read, so
    /// that the runner itself causes no wakeups during the freeze.
    func takeSample() {
        guard let interval = plan.sampleEvery, startedAt != nil else { return }
        if let sampling { scheduler.cancel(sampling) }
        sampling = nil
        if let reading { series.add(reading) }
        guard condition().canRun else { return }
        sampling = scheduler.schedule(after: interval) { [weak self] in self?.takeSample() }
    }

    /// A reading of the counters at this instant; `nil` before the launch.
    var reading: SampleSeries.Reading? {
        startedAt.map { startedAt in
            let (canRun, isHeld) = condition()
            return SampleSeries.Reading(
                t: (scheduler.now - startedAt).inSeconds, usage: workload.usage(), isFrozen: !canRun, isHeld: isHeld)
        }
    }

    /// Returns the cost figures of the app's processes.
    func workloadProxies(_ figures: RunFigures, _ series: SampleSeries) -> ProxyValues {
        let sources = workload.counterSources
        var proxies = ProxyValues(figures.total, sources: sources)
        for (proxy, value, text) in [
            (Proxy.frozenSeconds, figures.freezer.frozenSeconds, "from the confirmed freeze to the thaw"),
            (.audioStreamSeconds, figures.evidence.audioSeconds, "frames that the device has played, by their rate"),
            (.gnssSeconds, figures.receiverSeconds, "while the app asked the receiver for its position"),
            (.gnssAcquisitionSeconds, figures.acquisitionSeconds, "of that, before the first fix each time"),
            (.fixes, Double(figures.evidence.fixes), "fixes that arrived"),
        ] {
            proxies[proxy] = ProxyValue(proxy, value, CounterSource(.exact, text))
        }
        addDerived(to: &proxies, from: series)
        return proxies
    }

    private func addDerived(to proxies: inout ProxyValues, from series: SampleSeries) {
        func derive(_ proxy: Proxy, _ value: Double?, _ text: String) {
            let why =
                plan.sampleEvery == nil
                ? "the counters were not read at intervals; --sample 1s asks for it"
                : "the counters cannot be read here"
            proxies[proxy] = ProxyValue(
                proxy, value, value == nil ? CounterSource(.unavailable, why) : CounterSource(.sampled, text))
        }
        let every = plan.sampleEvery.map { "read every \($0.inWords)" } ?? ""
        derive(.quietSeconds, series.quietSeconds, "it could run and did not, \(every)")
        derive(.longestQuietSeconds, series.longestQuietSeconds, "in one, \(every)")
        derive(
            .awakeHoldSeconds, series.awakeHoldSeconds,
            "not frozen, without gaps of more than \(Int(clamping: SampleSeries.suspendThreshold)) s in which nothing was held"
        )
        derive(
            .networkBursts, series.networkBursts.map(Double.init),
            "packets after more than \(Int(clamping: SampleSeries.radioTail)) s without one")
        if let limit = profile.cpuLimit {
            let window = profile.cpuLimitWindow
            let peak = series.peak(of: .cpuSeconds)
            derive(
                .cpuBudgetPercent, peak.map { $0.used / limit.inSeconds * 100 },
                "of \(profile.inWords(limit)) within \(profile.inWords(window)) (RB-10); most at \(peak?.at.inTenths ?? "-") s"
            )
        }
        if let perSecond = profile.wakeupLimitPerSecond {
            let window = profile.wakeupLimitWindow
            let credit = Double(perSecond) * window.inSeconds
            let isExact = series.readings.last?.usage.timerWakeups != nil
            let peak = series.peak(of: isExact ? .timerWakeups : .voluntarySwitches)
            derive(
                .wakeupBudgetPercent, peak.map { $0.used / credit * 100 },
                "of \(Int(clamping: credit)) within \(window.inWords)\(profile.ofThisMachine) (RB-14), "
                    + (isExact ? "timer wakeups" : "voluntary switches: an upper bound"))
        }
    }
}

extension Double {
    /// The number with one decimal place.
    fileprivate var inTenths: String { Figures.fixed(self, 1) }
}
