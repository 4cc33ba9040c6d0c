/// The background tasks of a process and the one clock that they share (BT-08).
struct FinishTasks: Sendable, Hashable, Codable {
    struct Task: Sendable, Hashable, Codable {
        var name: String
        var beganAt: MonotonicInstant
    }

    struct Clock: Sendable, Hashable, Codable {
        var startedAt: MonotonicInstant
        var expiredAt: MonotonicInstant?
        var warned = false
        /// When a task that is held means a kill.
        var killAt: MonotonicInstant?
        /// Whether a task begun after the expiration has had its short grace (MD-08): there is only one.
        var lateGraceGiven = false
    }

    /// Live tasks by identifier.
    var live: [BackgroundTaskIdentifier: Task] = [:]
    var clock: Clock?
    var reason = Reason("BT-01", "")
    var suspensionReason = Reason("MD-06", "")

    func expirationDeadline(_ profile: PolicyProfile) -> MonotonicInstant? {
        guard let clock, clock.expiredAt == nil, !live.isEmpty else { return nil }
        return clock.startedAt + profile.finishTaskExpiration
    }

    func killDeadline(_ profile: PolicyProfile) -> MonotonicInstant? {
        guard let clock, !live.isEmpty else { return nil }
        return clock.killAt
    }

    func stillHeldDeadline(_ profile: PolicyProfile) -> MonotonicInstant? {
        guard let delay = profile.stillHeldWarningDelay, let clock, let expiredAt = clock.expiredAt, !clock.warned,
            !live.isEmpty
        else { return nil }
        return expiredAt + delay
    }
}

extension PolicyMachine {
    mutating func processTaskBegan(_ identifier: BackgroundTaskIdentifier, name: String) {
        guard state.isRunning else { return }
        tasks.live[identifier] = FinishTasks.Task(name: name, beganAt: now)
        if let clock = tasks.clock, clock.expiredAt != nil {
            tasks.reason = Reason("BT-12", "task \(identifier) \"\(name)\" began after the budget was spent")
            // Only when nothing else is held, and only once: no chain of late tasks puts the kill off (BT-12, BT-19).
            if tasks.live.count == 1, !clock.lateGraceGiven {
                tasks.clock?.killAt = now + profile.finishTaskGrace
                tasks.clock?.lateGraceGiven = true
            }
        } else if let clock = tasks.clock {
            let left = profile.finishTaskBudget - (now - clock.startedAt)
            let text = "task \(identifier) \"\(name)\" joins the running clock"
            tasks.reason = Reason(
                "BT-12", text,
                evidence: Evidence(detail: "\(max(.zero, left).inWords) of \(profile.finishTaskBudget.inWords) left"))
            emit(.log("\(text); no time is gained"), tasks.reason)
        } else {
            tasks.reason = Reason("BT-01", "task \(identifier) \"\(name)\" began")
        }
        if tasks.live.count >= profile.finishTaskLimit {
            let reason = Reason("BT-29", "\(tasks.live.count) live background tasks")
            terminate(
                Termination(
                    signal: 9, code: "0xbada5e47", namespace: profile.finishTaskOverrunNamespace,
                    explanation: "too many background task assertions: \(tasks.live.count)", writesCrashReport: true),
                reason)
        }
    }

    mutating func processTaskEnded(_ identifier: BackgroundTaskIdentifier) {
        guard let task = tasks.live.removeValue(forKey: identifier) else {
            // BT-27: no exception, only a log. Whether `.invalid` logs too is not known (BT-28); it does here.
            let hexadecimal = String(identifier.rawValue, radix: 16)
            let subject =
                profile.version < IOSVersion(13)
                ? "Can't endBackgroundTask: no background task exists with identifier \(identifier)"
                : "Can't end BackgroundTask: no background task exists with identifier \(identifier) (0x\(hexadecimal))"
            emit(
                .log(
                    "\(subject), or it may have already been ended. "
                        + "Break in UIApplicationEndBackgroundTaskError() to debug."),
                Reason("BT-27", "endBackgroundTask without a task"))
            return
        }
        let text = "task \(identifier) \"\(task.name)\" ended"
        if let clock = tasks.clock, clock.expiredAt != nil {
            tasks.reason = Reason("BT-14", "\(text) in its expiration handler")
            tasks.suspensionReason = expirationReason
        } else {
            tasks.reason = Reason("MD-06", text)
            tasks.suspensionReason = Reason("MD-06", "\(text), and no other reason to run is left")
        }
    }

    private var expirationReason: Reason {
        let rule: RuleID =
            profile.version < IOSVersion(13) ? "BT-05" : profile.version == IOSVersion(13, 0) ? "BT-06" : "BT-04"
        return Reason(
            rule, "the background task's time is over",
            evidence: Evidence(detail: "expired after \(profile.finishTaskExpiration.inWords)"))
    }

    /// The clock runs while a task lives in the background and no other grant does (BT-09, BT-10); only the foreground
    /// or such a grant resets it (BT-13, MD-09).
    mutating func updateTaskClock() {
        let mayRun = state == .background && !grants.contains(where: \.definesStartTime)
        if mayRun {
            guard tasks.clock == nil, !tasks.live.isEmpty else { return }
            tasks.clock = FinishTasks.Clock(startedAt: now)
            emit(
                .startTaskClock(remaining: profile.finishTaskBudget),
                Reason("BT-09", "\(tasks.live.count) task(s) hold the app in the background"))
        } else if grants.contains(where: \.definesStartTime), tasks.clock != nil {
            tasks.clock = nil
            let rule: RuleID = grants.contains(.foreground) ? "BT-13" : "BT-10"
            emit(.resetTaskClock, Reason(rule, "another grant holds the app"))
        }
    }

    mutating func expireTasks() {
        guard tasks.clock != nil else { return }
        tasks.clock?.expiredAt = now
        tasks.clock?.killAt = now + profile.finishTaskGrace
        for identifier in tasks.live.keys.sorted() {
            deliver(
                .backgroundTaskExpired(identifier),
                Reason("BT-14", "\(profile.finishTaskGrace.inWords) before the end of the background task's time"))
        }
    }

    mutating func warnAboutHeldTasks() {
        tasks.clock?.warned = true
        guard let started = tasks.clock?.startedAt else { return }
        for (identifier, task) in tasks.live.sorted(by: { $0.key < $1.key }) {
            let elapsed = Int((now - max(started, task.beganAt)).inSeconds.rounded())
            emit(
                .log(
                    "Background task still not ended after expiration handlers were called: "
                        + "<_UIBackgroundTaskInfo>: taskID = \(identifier), taskName = \(task.name), "
                        + "(elapsed = \(elapsed)). This app will likely be terminated by the system. "
                        + "Call UIApplication.endBackgroundTask(_:) to avoid this."),
                Reason("BT-22", "the expiration handler did not end task \(identifier)"))
        }
    }

    mutating func warnAboutOldTasks() {
        guard let age = profile.oldTaskWarningAge else { return }
        for (identifier, task) in tasks.live.sorted(by: { $0.key < $1.key }) where now - task.beganAt > age {
            emit(
                .log(
                    "Background Task \(identifier) (\"\(task.name)\"), was created over 30 seconds ago. In applications "
                        + "running in the background, this creates a risk of termination. Remember to call "
                        + "UIApplication.endBackgroundTask(_:) for your task in a timely manner to avoid this."),
                Reason("BT-23", "task \(identifier) is old at background entry"))
        }
    }

    mutating func killForOverrun() {
        let names = tasks.live.sorted { $0.key < $1.key }.map { "\($0.key) \"\($0.value.name)\"" }
        let rule: RuleID = profile.version < IOSVersion(13) ? "BT-20" : "BT-21"
        let explanation =
            profile.version < IOSVersion(13)
            ? "\(manifest.bundleIdentifier) has active assertions beyond permitted time: task \(names.joined(separator: ", "))"
            : "Shared Background Assertion 1 for \(manifest.bundleIdentifier): task \(names.joined(separator: ", "))"
        terminate(
            Termination(
                signal: 9, code: profile.finishTaskOverrunCode, namespace: profile.finishTaskOverrunNamespace,
                explanation: explanation, writesCrashReport: profile.finishTaskOverrunWritesReport),
            Reason(rule, "a background task was not ended in time: \(profile.finishTaskOverrunCode)"))
    }
}
