extension PolicyMachine {
    /// True when `beginBackgroundTask` returns a valid identifier: the app can run in the background (BT-25, SD-05).
    public var canBeginBackgroundTask: Bool { state.isRunning && conditions.supportsMultitasking }

    /// Begins a task, in the foreground or in the background (BT-11). Any number of tasks may be live (SD-15).
    mutating func processTaskBegan(_ identifier: BackgroundTaskIdentifier, name: String, hasHandler: Bool) {
        guard canBeginBackgroundTask, identifier != .invalid else { return }
        if profile.switches.renewalGainsTime, tasks.live.isEmpty, tasks.clock?.expired == false { tasks.clock = nil }
        // BT-24: a task without a name gets a name that says who began it.
        let name = name.isEmpty ? "Called by \(manifest.bundleIdentifier), from main" : name
        tasks.live[identifier] = FinishTasks.Task(name: name, beganAt: now, hasHandler: hasHandler)
        if let clock = tasks.clock, clock.expired {
            tasks.reason = Reason("BT-12", "task \(identifier) \"\(name)\" began after the budget was spent")
            // The task gets a grace only if no other task is held, and only once: a chain of late tasks gains no time
            // (BT-12, BT-19).
            if tasks.live.count == 1, !clock.lateGraceGiven {
                let end = now + profile.finishTaskGrace
                tasks.clock?.killAt = end
                tasks.clock?.lateGraceGiven = true
            }
            warnAboutLateTask(identifier, (tasks.clock?.killAt ?? now) - now)
            if hasHandler {
                tasks.clock?.renewed.insert(identifier)
                tasks.clock?.renewedExpireAt = now + Self.renewalTime
            }
        } else if let clock = tasks.clock {
            let left = min(clock.budget, clock.budget - (now - clock.startedAt))
            // MD-07: all tasks share one clock, so the new task gets only the remaining time.
            let text = "task \(identifier) \"\(name)\" joins the running clock"
            tasks.reason = Reason(
                "BT-12", text,
                evidence: Evidence(
                    detail: "\(profile.inWords(max(.zero, left))) of \(profile.inWords(clock.budget)) left"))
            log("\(text); no time is gained", tasks.reason)
            warnAboutLateTask(identifier, left)
        } else {
            tasks.reason = Reason("BT-01", "task \(identifier) \"\(name)\" began")
        }
        updateTaskDeadlines()
        if isOnScreen { warnAboutOldTasks() }
        killForTooManyTasks()
    }

    private mutating func warnAboutLateTask(_ identifier: BackgroundTaskIdentifier, _ left: Duration) {
        guard left < profile.unsafeTimeRemaining else { return }
        log(
            "task \(identifier) began with \(profile.inWords(max(.zero, left))) left: less than "
                + "\(profile.inWords(profile.unsafeTimeRemaining)) is unsafe",
            Reason("BT-33", "too late to begin a task"))
    }

    /// BT-29: kills an app with too many tasks. No limit is known before iOS 11. Under a debugger no app is killed
    /// (LC-17, MD-14).
    private mutating func killForTooManyTasks() {
        guard let limit = profile.finishTaskLimit, tasks.live.count >= limit, !conditions.debuggerAttached else {
            return
        }
        terminate(
            Termination(
                signal: 9, code: .tooManyTasks, namespace: profile.finishTaskOverrunNamespace,
                explanation: "too many background task assertions: \(tasks.live.count)", writesCrashReport: true),
            Reason("BT-29", "\(tasks.live.count) live background tasks"), category: .backgroundTaskTimeout)
    }

    mutating func processTaskEnded(_ identifier: BackgroundTaskIdentifier) {
        guard let task = tasks.live.removeValue(forKey: identifier) else { return logUnknownTask(identifier) }
        let text = "task \(identifier) \"\(task.name)\" ended"
        if let clock = tasks.clock, clock.expired {
            tasks.reason = Reason("BT-14", "\(text) in its expiration handler")
            tasks.suspensionReason = Reason(
                expirationRule, "the background task's time is over",
                evidence: Evidence(detail: "expired after \(profile.inWords(clock.expiration))"))
        } else {
            tasks.reason = Reason("MD-06", text)
            tasks.suspensionReason = Reason("MD-06", "\(text), and no other reason to run is left")
        }
        updateTaskDeadlines()
        tasksNoLongerExtendEnterBackground()
    }

    /// BT-27: prints a line for the end of an unknown task, which raises no exception. Whether iOS prints the line for
    /// `.invalid`, too, is not known (BT-28).
    private mutating func logUnknownTask(_ identifier: BackgroundTaskIdentifier) {
        if identifier == .invalid, !profile.switches.logsEndOfInvalidTask { return }
        let hexadecimal = String(identifier.rawValue, radix: 16)
        let subject =
            profile.features.hexadecimalTasks
            ? "Can't end BackgroundTask: no background task exists with identifier \(identifier) (0x\(hexadecimal))"
            : "Can't endBackgroundTask: no background task exists with identifier \(identifier)"
        log(
            "\(subject), or it may have already been ended. "
                + "Break in UIApplicationEndBackgroundTaskError() to debug.",
            Reason("BT-27", "endBackgroundTask without a task"))
    }

    private var expirationRule: RuleID {
        if let budget = tasks.clock?.budget, budget == profile.finishTaskBudgetAfterFetch { return "BT-07" }
        return PolicyProfile.expirationRules.value(in: profile.version)[0]
    }

    /// Starts or resets the shared clock, which runs while a task lives in the background and no other grant stops it
    /// (BT-09, BT-10, CF-03, MD-03).
    ///
    /// Only the foreground or a grant that stops the clock resets it (BT-13, MD-09). The budget is about 3 min on iOS 7
    /// to 12, and 30 s from iOS 13 on (SD-13).
    mutating func updateTaskClock() {
        // BT-07: the budget after a fetch applies only to tasks of the fetch, so it ends when the app comes to the
        // foreground or gets audio or location.
        if grants.definesStartTime { tasks.followsFetch = false }
        if runsBehind, !grants.definesStartTime {
            guard tasks.clock == nil, !tasks.live.isEmpty else { return }
            let fetchBudget = tasks.followsFetch ? profile.finishTaskBudgetAfterFetch : nil
            let budget = fetchBudget ?? profile.finishTaskBudget
            let expiration = fetchBudget.map { $0 - profile.finishTaskGrace } ?? profile.taskExpiration
            // BT-10: after the loss of the grant `audio` or `location` the app is protected for a short time. The clock
            // starts when this protection ends.
            let start = max(now, endOfProtection)
            tasks.clock = FinishTasks.Clock(startedAt: start, budget: budget, expiration: expiration)
            updateTaskDeadlines()
            emit(
                .startTaskClock(remaining: budget),
                Reason(
                    fetchBudget == nil ? "BT-09" : "BT-07", "\(tasks.live.count) task(s) hold the app in the background"
                ))
        } else if grants.definesStartTime, tasks.clock != nil {
            restartTaskClock()
            let rule: RuleID = grants.contains(.foreground) ? "BT-13" : "BT-10"
            emit(.resetTaskClock, Reason(rule, "another grant holds the app"))
        }
    }

    /// The instant until which an app is protected after its last grant has ended: some time later for audio and
    /// location, at once for other grants (AS-36, CL-23).
    private var endOfProtection: MonotonicInstant {
        switch lastLost {
        case .audio: lastLostAt + profile.audioReleaseDelay
        case .location: lastLostAt + profile.locationReleaseDelay
        case .foreground, .finishTask, .wake, nil: lastLostAt
        }
    }

    /// Cancels the clock: the next clock starts with the full budget.
    mutating func restartTaskClock() {
        tasks.clock = nil
        tasks.followsFetch = false
        updateTaskDeadlines()
    }

    mutating func updateTaskDeadlines() {
        guard let clock = tasks.clock, !tasks.live.isEmpty, !conditions.debuggerAttached else {
            deadlines[.taskExpiration] = nil
            deadlines[.taskKill] = nil
            deadlines[.taskStillHeld] = nil
            return
        }
        deadlines[.taskExpiration] = clock.expired ? clock.renewedExpireAt : clock.startedAt + clock.expiration
        deadlines[.taskKill] = clock.killAt
    }

    /// Calls the expiration handlers, on time or early (BT-14, BT-16, BT-17).
    mutating func expireTasks(_ reason: Reason) {
        guard tasks.clock?.expired == false, !tasks.live.isEmpty else { return }
        let end = now + profile.finishTaskGrace
        tasks.clock?.expired = true
        tasks.clock?.killAt = end
        updateTaskDeadlines()
        if let delay = profile.stillHeldWarningDelay { deadlines[.taskStillHeld] = now + delay }
        for identifier in tasks.live.keys.sorted() {
            // BT-35: a task without a handler gets no callback, and so the app does not end it.
            guard tasks.live[identifier]?.hasHandler == true else { continue }
            deliver(
                .backgroundTaskExpired(identifier), reason)
        }
    }

    /// The time until the expiration of a task that begins after the handlers were called. The value is this project's
    /// choice: on devices no delay at all was seen, repeatedly.
    private static let renewalTime = Duration.milliseconds(10)
    /// The highest number of tasks that the explanation of a kill names.
    private static let namedTasksMax = 16

    /// BT-12: expires the tasks that began after the handlers had been called.
    mutating func expireRenewedTasks() {
        let renewed = tasks.clock?.renewed.filter { tasks.live[$0] != nil } ?? []
        tasks.clock?.renewed = []
        tasks.clock?.renewedExpireAt = nil
        for identifier in renewed.sorted() {
            deliver(.backgroundTaskExpired(identifier), Reason("BT-12", "the budget was spent before the task began"))
        }
    }

    mutating func warnAboutHeldTasks() {
        for (identifier, task) in tasks.live.sorted(by: { $0.key < $1.key }) {
            let elapsed = Int(clamping: profile.ofDevice(now - task.beganAt).inSeconds.rounded())
            let created = Int(clamping: profile.ofDevice(task.beganAt - .zero).inSeconds.rounded(.down))
            log(
                "Background task still not ended after expiration handlers were called: "
                    + "<_UIBackgroundTaskInfo>: taskID = \(identifier), taskName = \(task.name), "
                    + "creationTime = \(created) (elapsed = \(elapsed)). This app will likely be terminated by the system. "
                    + "Call UIApplication.endBackgroundTask(_:) to avoid this.",
                Reason("BT-22", "the expiration handler did not end task \(identifier)"))
        }
    }

    mutating func warnAboutOldTasks() {
        guard let age = profile.oldTaskWarningAge else { return }
        for (identifier, task) in tasks.live.sorted(by: { $0.key < $1.key }) where now - task.beganAt > age {
            if isOnScreen {
                guard !task.isToldOld else { continue }
                tasks.live[identifier]?.isToldOld = true
            }
            log(
                "Background Task \(identifier) (\"\(task.name)\"), was created over 30 seconds ago. In applications "
                    + "running in the background, this creates a risk of termination. Remember to call "
                    + "UIApplication.endBackgroundTask(_:) for your task in a timely manner to avoid this.",
                Reason(
                    "BT-23",
                    "task \(identifier) is old at \(isOnScreen ? "the begin of another" : "background entry")"))
        }
    }

    mutating func killForOverrun() {
        let more = tasks.live.count - Self.namedTasksMax
        let names =
            tasks.live.sorted { $0.key < $1.key }.prefix(Self.namedTasksMax).map { "\($0.key) \"\($0.value.name)\"" }
            .joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        let old = !profile.features.sharedTaskAssertion
        let explanation =
            old
            ? "\(manifest.bundleIdentifier) has active assertions beyond permitted time: "
                + (profile.features.namesSharedAssertion
                    ? "Shared Background Assertion (finishTask, \(profile.inWords(profile.finishTaskBudget))), " : "")
                + "task \(names)"
            : "Shared Background Assertion 1 for \(manifest.bundleIdentifier): task \(names)"
        terminate(
            Termination(
                signal: 9, code: profile.finishTaskOverrunCode, namespace: profile.finishTaskOverrunNamespace,
                explanation: explanation, writesCrashReport: profile.finishTaskOverrunWritesReport),
            Reason(
                old ? "BT-20" : "BT-21", "a background task was not ended in time: \(profile.finishTaskOverrunCode)"),
            category: .backgroundTaskTimeout)
    }
}
