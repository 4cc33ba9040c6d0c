import KeepAliveMeasurement
import KeepAlivePolicy

/// Searches a run for behaviour that App Review, users or the system would object to.
///
/// A finding is not an error: the run itself went as it would on iOS.
package struct BehaviourLint: Sendable {
    /// A behaviour of the app that the developer should check.
    package struct Finding: Sendable, Equatable, Codable {
        /// The kind of finding, for programs.
        package var name: Name
        /// The observation in words, and the reason why it matters.
        package var text: String
        /// The rule that the finding is about; `nil` if there is none.
        package var rule: RuleID?
    }

    /// The kinds of findings.
    package enum Name: String, Sendable, Codable, CaseIterable {
        case silentAudio, locationWithoutMovement, modeNotUsed, taskNotEnded, slowExpirationHandler, taskRenewed,
            budgetNearlyUsed
    }

    /// The largest diagonal in metres of the box around all fixes that still counts as no movement, because the fixes
    /// of a receiver at rest vary by this distance.
    private static let restMetres = 15.0
    /// The minimum number of fixes for a statement about movement.
    private static let fixesMin = 10
    /// The longest time in seconds that an expiration handler should take to end its task. The limit is this project's
    /// choice.
    private static let handlerSeconds = 1.0
    /// The percentage of a budget from which the budget counts as nearly used.
    private static let budgetPercent = 70.0

    private let soundIsSilent: Bool
    private var grantsSeen: Set<Grant> = []
    private var latitudes: ClosedRange<Double>?
    private var longitudes: ClosedRange<Double>?
    private var fixes = 0
    private var liveTasks: Set<Int> = []
    /// The times at which expiration handlers were called, in seconds since the launch, by task.
    private var expiredAt: [Int: Double] = [:]
    /// The longest time in seconds from a call of an expiration handler to the end of its task; `nil` if no such task
    /// has ended.
    private var slowest: Double?
    private var clockRuns = false
    private var renewals = 0
    private var tasksAtEnd: Int?

    /// - Parameter soundIsSilent: true if the sound that the player loops is silence.
    package init(soundIsSilent: Bool) {
        self.soundIsSilent = soundIsSilent
    }

    /// Records the next event of the timeline.
    package mutating func observe(_ event: TimelineEvent) {
        switch event.event {
        case .grantGained: if let grant = event.grant { grantsSeen.insert(grant) }
        case .fix: if let fix = event.location { moved(to: fix) }
        case .taskClockStarted: clockRuns = true
        case .taskClockReset: clockRuns = false
        case .taskBegan:
            if clockRuns { renewals += 1 }
            if let task = event.task { liveTasks.insert(task) }
        case .taskExpired: if let task = event.task { expiredAt[task] = event.t }
        case .taskEnded: if let task = event.task { taskEnded(task, at: event.t) }
        case .state where event.state == .suspended: noteLiveTasks()
        case .terminated: noteLiveTasks()
        case .launched:
            liveTasks = []
            expiredAt = [:]
            clockRuns = false
        default: break
        }
    }

    private mutating func noteLiveTasks() {
        if !liveTasks.isEmpty { tasksAtEnd = max(tasksAtEnd ?? 0, liveTasks.count) }
    }

    private mutating func moved(to fix: LocationFix) {
        fixes += 1
        latitudes = (latitudes ?? fix.latitude...fix.latitude).including(fix.latitude)
        longitudes = (longitudes ?? fix.longitude...fix.longitude).including(fix.longitude)
    }

    private mutating func taskEnded(_ task: Int, at t: Double) {
        liveTasks.remove(task)
        guard let expired = expiredAt.removeValue(forKey: task) else { return }
        slowest = max(slowest ?? 0, t - expired)
    }

    /// Returns the findings of the run.
    ///
    /// - Parameter summary: the figures of the same run.
    package func findings(in summary: RunSummary) -> [Finding] {
        var findings: [Finding] = []
        func find(_ name: Name, _ rule: RuleID?, _ text: String) {
            findings.append(Finding(name: name, text: text, rule: rule))
        }
        if soundIsSilent, grantsSeen.contains(.audio) {
            find(
                .silentAudio, "AS-37",
                "audio kept it running, and nothing but silence was played: App Review refuses that (guideline 2.5.4)")
        }
        if fixes >= Self.fixesMin, let metres = extent, metres <= Self.restMetres {
            find(
                .locationWithoutMovement, nil,
                "\(fixes) fixes within \(Int(clamping: metres.rounded(.up))) m: who does not move can wait for a significant "
                    + "change or a region, which costs next to nothing")
        }
        for (mode, grant) in [(BackgroundMode.audio, Grant.audio), (.location, .location)]
        where summary.declaredModes.contains(mode.rawValue) && !grantsSeen.contains(grant) {
            find(
                .modeNotUsed, nil,
                "'\(mode.rawValue)' is declared and was not used: App Review asks what for (guideline 2.5.4)")
        }
        if let count = tasksAtEnd {
            find(
                .taskNotEnded, "BT-19",
                "\(count) background task\(count == 1 ? " was" : "s were") not ended when the app was suspended or ended"
            )
        }
        if let slowest = slowest.map({ $0 / summary.timeScale }), slowest > Self.handlerSeconds {
            find(
                .slowExpirationHandler, "BT-20",
                "an expiration handler took \(Figures.fixed(slowest, 1)) s to end its task: it has "
                    + "seconds at most")
        }
        if renewals > 0 {
            find(
                .taskRenewed, "BT-12",
                "\(renewals) background task\(renewals == 1 ? " was" : "s were") begun on a running clock: that gains no "
                    + "time")
        }
        for (proxy, rule) in [(Proxy.cpuBudgetPercent, RuleID("RB-10")), (.wakeupBudgetPercent, "RB-14")] {
            guard let used = summary.proxies[.workload]?[proxy]?.value, used >= Self.budgetPercent else { continue }
            find(.budgetNearlyUsed, rule, "\(Int(clamping: used)) % \(proxy.label) was used at once: at 100 % iOS acts")
        }
        return findings
    }

    /// The diagonal of the box around all fixes in metres, computed on a plane, which is accurate enough at this size;
    /// `nil` without fixes.
    private var extent: Double? {
        guard let latitudes, let longitudes else { return nil }
        let metresPerDegree = 111_320.0
        let north = (latitudes.upperBound - latitudes.lowerBound) * metresPerDegree
        // A degree of longitude is at most as long as a degree of latitude, so `east` is an upper bound.
        let east = (longitudes.upperBound - longitudes.lowerBound) * metresPerDegree
        return (north * north + east * east).squareRoot()
    }
}

extension ClosedRange<Double> {
    /// Returns the smallest range that contains this range and a value.
    fileprivate func including(_ value: Double) -> ClosedRange<Double> {
        Swift.min(lowerBound, value)...Swift.max(upperBound, value)
    }
}
