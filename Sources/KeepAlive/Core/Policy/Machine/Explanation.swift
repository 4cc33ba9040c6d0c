/// An explanation of an app's state: the reason for it, the grants that keep the app in it, and the possible changes.
public struct Explanation: Sendable, Hashable, Codable {
    /// A grant that the app has now.
    public struct Held: Sendable, Hashable, Codable {
        /// The grant that keeps the app running.
        public var grant: Grant
        /// The grant's rule, its reason in words, and its evidence.
        public var reason: Reason
    }

    /// A deadline that is set, with its effect.
    public struct Coming: Sendable, Hashable, Codable {
        /// The time until the deadline, in seconds of this machine.
        public var inSeconds: Double
        /// The event at the deadline, in words.
        public var what: String
        /// The rule that sets the deadline.
        public var rule: RuleID
    }

    /// A callback that waits until the suspended app runs again.
    public struct Waiting: Sendable, Hashable, Codable {
        /// The name of the callback.
        public var callback: String
        /// The number of waiting calls of this callback.
        public var count: Int
        /// The reason for which the latest of the waiting calls was ordered.
        public var reason: Reason
    }

    /// A request that waits in the task scheduler.
    public struct Pending: Sendable, Hashable, Codable {
        /// The task identifier of the request.
        public var identifier: String
        /// The kind of task that the request is for.
        public var kind: BackgroundTaskRequest.Kind
        /// The time until the task may begin, in seconds of this machine; `nil` when it may begin now.
        public var inSeconds: Double?
    }

    /// A possible change of the state, or a change that an obstacle prevents.
    public struct Change: Sendable, Hashable, Codable {
        /// The change: `freeze`, `thaw`, `launch`, `killed` and others; `no thaw` and `no launch` name a prevented
        /// change.
        public var effect: String
        /// The cause of the change, or the obstacle, in words.
        public var by: String
        /// The rule that decides the change.
        public var rule: RuleID
    }

    /// The app's bundle identifier.
    public var app: String
    /// The iOS version whose rules apply.
    public var ios: String
    /// The length of a device second in seconds of this machine; `nil` when both are equal.
    public var timeScale: Double?
    /// The state of the app.
    public var state: ApplicationState
    /// True when the app's processes are known to be frozen. A suspended app runs on until the kernel reports the
    /// freeze.
    ///
    /// `nil` if nothing observes the processes.
    public var isFrozen: Bool?
    /// The time since the app entered the state, in seconds of this machine.
    public var sinceSeconds: Double
    /// The reason for which the app entered the state.
    public var reason: Reason
    /// The grants that the app has now.
    public var grants: [Held]
    /// The deadlines, earliest first.
    public var next: [Coming]
    /// The callbacks that a suspended app receives when it runs again, ordered by the first waiting call of each.
    public var waiting: [Waiting]
    /// The app's requests that wait in the task scheduler, oldest first.
    public var pending: [Pending]
    /// The identifiers of the regions that the app monitors.
    public var regions: [String]
    /// The possible changes of the state.
    public var changes: [Change]
    /// The reasons for the refusals that still stand.
    public var refused: [Reason]
}

extension PolicyMachine {
    /// Explains the app's state, and the possible changes of it.
    ///
    /// - Parameters:
    ///   - now: the time of the query; not before the last event.
    ///   - isFrozen: true if the processes are known to be frozen; `nil` if nothing observes them.
    public func explanation(at now: MonotonicInstant, isFrozen: Bool? = nil) -> Explanation {
        Explanation(
            app: manifest.bundleIdentifier, ios: profile.version.description,
            timeScale: profile.timeScale == 1 ? nil : profile.timeScale, state: state, isFrozen: isFrozen,
            sinceSeconds: (now - stateSince).inSeconds, reason: stateReason,
            grants: grants.all.map { Explanation.Held(grant: $0, reason: reason(of: $0)) },
            next: coming(from: now),
            waiting: waiting, pending: pending(at: now), regions: location.regions.keys.sorted(),
            changes: changes, refused: refusals.all)
    }

    private func pending(at now: MonotonicInstant) -> [Explanation.Pending] {
        scheduler.pending.map { entry in
            let wait = entry.request.earliestBegin.map { (entry.submittedAt + $0 - now).inSeconds }
            return Explanation.Pending(
                identifier: entry.request.identifier, kind: entry.request.kind,
                inSeconds: wait.flatMap { $0 > 0 ? $0 : nil })
        }
    }

    private var waiting: [Explanation.Waiting] {
        var list: [Explanation.Waiting] = []
        for queued in process.record.queued {
            let name = queued.callback.name
            if let index = list.firstIndex(where: { $0.callback == name }) {
                list[index].count += 1
                list[index].reason = queued.reason
            } else {
                list.append(Explanation.Waiting(callback: name, count: 1, reason: queued.reason))
            }
        }
        if state == .suspended, !location.queued.isEmpty {
            list.append(
                Explanation.Waiting(
                    callback: "didUpdateLocation", count: location.queued.count,
                    reason: Reason("CL-08", "fixes came while it was suspended")))
        }
        return list
    }

    private func reason(of grant: Grant) -> Reason {
        switch grant {
        case .foreground: Reason("LC-01", "in the foreground")
        case .audio: audio.reason
        case .location: location.reason
        case .finishTask:
            Reason(
                "BT-01", "\(tasks.live.count) background task(s)",
                evidence: Evidence(detail: tasks.live.values.map(\.name).sorted().joined(separator: ", ")))
        case .wake: wakes.reason
        }
    }

    private func coming(from now: MonotonicInstant) -> [Explanation.Coming] {
        DeadlineKind.allCases.compactMap { kind in
            guard let at = deadlines[kind], let (what, rule) = words(for: kind) else { return nil }
            return Explanation.Coming(inSeconds: (at - now).inSeconds, what: what, rule: rule)
        }.sorted { $0.inSeconds < $1.inSeconds }
    }

    /// The effect of a deadline in words; `nil` for a deadline that is internal to the policy.
    private func words(for kind: DeadlineKind) -> (String, RuleID)? {
        switch kind {
        case .taskKill: ("killed, if a background task is still held", "BT-19")
        case .wakeKill: ("killed, if the wake is not completed", "MD-13")
        case .launch: ("killed, if didFinishLaunching has not returned", "LC-14")
        case .enterBackground: ("killed, if didEnterBackground has not returned", "LC-09")
        case .enterForeground: ("killed, if willEnterForeground has not returned", "LC-32")
        case .willResignActive: ("left, if willResignActive has not returned", "MD-19")
        case .willTerminate: ("killed, if willTerminate has not returned", "LC-13")
        case .callReport: ("killed, if no call has been reported to CallKit", "WK-10")
        case .taskExpiration: ("the expiration handlers of the background tasks", "BT-14")
        case .wakeExpiration: ("the expiration handler of the wake", "MD-13")
        case .continuedTaskStall: ("the continued task expires, without progress", "BG-21")
        case .audioEvidence: ("the audio grant ends, if the device has not proved that it plays", "AS-34")
        case .locationPause: ("location updates pause, if the device stays where it is", "CL-12")
        case .voipKeepAlive: ("the keep-alive handler", "WK-13")
        case .suspension: ("frozen: \(suspensionReason?.text ?? "")", suspensionReason?.rule ?? "LC-10")
        case .heldPush: ("the push that was held back is delivered", "WK-06")
        case .notification: ("a notification appears, and does not wake the app", "LN-05")
        case .regionStay: ("the crossing of a region is told, if the device stays beyond its boundary", "CL-45")
        case .transferTelling: ("it need not have dealt with the end of a transfer to be suspended", "UR-06")
        case .transferTimeout: ("a transfer fails, if it is not done", "UR-11")
        case .transferStart: ("a transfer that waits begins, if nothing else is in its way", "UR-16")
        case .callRing: ("an incoming call that nobody has answered is ended", "WK-17")
        case .liveActivity: ("a Live Activity is ended by the system", "WK-24")
        case .callAction: ("an action of a call that the app has not answered times out", "WK-17")
        case .visit: ("a visit is told", "CL-19")
        case .locationDenial: ("location fails with kCLErrorDomain 1", "CL-07")
        case .protectedData: ("completely protected files and keychain items can no longer be read", "DP-02")
        case .opportunity: ("the system runs what is due by then: \(awaitedRuns.joined(separator: ", "))", "MD-20")
        case .usage, .taskStillHeld, .enterBackgroundAdvice: nil
        }
    }

    // MARK: Possible changes

    private var changes: [Explanation.Change] {
        switch state {
        case .foregroundActive, .foregroundInactive:
            [Explanation.Change(effect: "background", by: "the user presses home", rule: "LC-05")] + fateInBackground
        case .background: grants.all.flatMap { endings(of: $0) } + purge("killed")
        case .suspended: [returning("thaw")] + wakings("thaw") + purge("killed, without notice")
        case .notRunning, .unattached, .terminated: [returning("launch")] + wakings("launch")
        }
    }

    private func returning(_ effect: String) -> Explanation.Change {
        Explanation.Change(effect: effect, by: "the user comes back", rule: "LC-05")
    }

    private func purge(_ effect: String) -> [Explanation.Change] {
        [Explanation.Change(effect: effect, by: "memory is needed (jetsam band \(jetsamBand))", rule: "LC-22")]
    }

    /// The changes that would follow if the app left the screen now.
    private var fateInBackground: [Explanation.Change] {
        var held: [String] = []
        if audioKeepsRunning { held.append("audio") }
        if locationKeepsRunning { held.append("location") }
        if !tasks.live.isEmpty { held.append("background tasks for \(profile.inWords(profile.taskExpiration))") }
        let text =
            held.isEmpty
            ? "frozen after \(profile.inWords(profile.suspensionDelay)): no reason to run"
            : "kept running by \(held.joined(separator: ", "))"
        return [Explanation.Change(effect: "then", by: text, rule: held.isEmpty ? "LC-10" : "MD-01")]
    }

    private func endings(of grant: Grant) -> [Explanation.Change] {
        switch grant {
        case .foreground: []
        case .audio:
            [
                .init(
                    effect: "freeze",
                    by: "the sound stops or is interrupted; \(profile.inWords(profile.audioReleaseDelay)) later",
                    rule: "AS-36")
            ]
        case .location:
            [
                .init(
                    effect: "freeze",
                    by:
                        "location updates stop, pause or lose the receiver; \(profile.inWords(profile.locationReleaseDelay)) later",
                    rule: "CL-23")
            ]
        case .finishTask: [.init(effect: "freeze", by: "the last background task is ended", rule: "MD-06")]
        case .wake: [.init(effect: "freeze", by: "the wake is completed", rule: wakes.reason.rule)]
        }
    }

    /// The wakes that can reach the app, judged by its manifest and by the services that it has set up.
    private func wakings(_ effect: String) -> [Explanation.Change] {
        WakeKind.allCases.filter(isSetUp).map { kind in
            let terms = WakeTerms.terms(of: kind, in: profile)
            if let obstacle = obstacle(to: kind, terms) {
                return Explanation.Change(effect: "no \(effect)", by: obstacle.text, rule: obstacle.rule)
            }
            return Explanation.Change(effect: effect, by: kind.rawValue, rule: terms.rule)
        }
    }

    func isSetUp(_ kind: WakeKind) -> Bool {
        let terms = WakeTerms.terms(of: kind, in: profile)
        guard profile.has(since: terms.since, until: terms.until) else { return false }
        switch kind {
        case .backgroundFetch: return fetch.interval != nil
        case .urlSession: return !transfers.sessions.isEmpty
        case .appRefresh: return scheduler.pending.contains { $0.request.kind == .appRefresh }
        case .processing: return scheduler.pending.contains { $0.request.kind == .processing }
        case .region: return !location.regions.isEmpty
        case .significantChange: return location.monitorsSignificantChanges
        case .visit: return location.monitorsVisits
        case .voipKeepAlive: return voip.keepAliveTimeout != nil
        case .voipSocket: return voip.taggedSockets > 0
        case .continuedProcessing, .voipRelaunch, .activitySession, .liveActivity: return false
        case .pushToTalk: return pushToTalk.isInChannel
        case .remoteCommand: return audio.isNowPlaying && !audio.remoteCommands.isEmpty
        case .notificationAction:
            return notifications.delivered.contains { request in
                notifications.categories[request.content.categoryIdentifier].map { category in
                    category.reportsDismissal || category.actions.contains { !$0.opensApp }
                } ?? false
            }
        case .healthData, .watchMessage: return false
        case .remoteNotification, .voipPush, .bluetoothCentral, .bluetoothPeripheral, .externalAccessory, .location,
            .newsstand:
            return terms.mode.map { manifest.backgroundModes.contains($0) } ?? false
        }
    }
}
