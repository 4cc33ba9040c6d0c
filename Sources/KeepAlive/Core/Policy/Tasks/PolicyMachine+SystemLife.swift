/// The system's own actions: if the device's `systemLife` is not `none`, the system runs due tasks and fetches without
/// an `opportunity` event (MD-20).
extension PolicyMachine {
    /// Sets the deadline of the next run, from the waiting tasks and fetches and from the conditions that hold them
    /// back.
    mutating func updateOpportunity() {
        // A deadline that is already due stays: the tasks due by then run with it, however late the deadline is
        // handled.
        if let due = deadlines[.opportunity], due <= now { return }
        // MD-21: the app rests after each run. The rest is at least 100 ms even if the profile says zero, because the
        // next run could otherwise be due at the same instant, without end.
        let rested = scheduler.lastOpportunity.map { $0 + max(profile.opportunityPause, .milliseconds(100)) } ?? now
        deadlines[.opportunity] = runs(notBefore: max(rested, now)).map(\.at).min()
    }

    /// Runs everything that was due at the instant of the deadline, however late the deadline is handled.
    mutating func systemActs(dueAt instant: MonotonicInstant) {
        let due = runs(notBefore: instant).filter { $0.at <= now }
        if !due.isEmpty { scheduler.lastOpportunity = now }
        for run in due {
            switch run.what {
            case .fetch: processFetch(.opportunity)
            case .task(let request): self.run(request)
            }
        }
    }

    /// The names of the tasks and fetches of the next run, for the explanation of the app's state.
    var awaitedRuns: [String] {
        guard let next = deadlines[.opportunity] else { return [] }
        return runs(notBefore: min(next, now)).filter { $0.at <= next }.map { run in
            switch run.what {
            case .fetch: WakeKind.backgroundFetch.rawValue
            case .task(let request): "\(wakeKind(of: request).rawValue) \(request.identifier)"
            }
        }
    }

    /// A task or fetch that the system can run by itself, and the earliest time at which the rules allow it.
    private struct Run {
        enum What {
            case fetch
            case task(BackgroundTaskRequest)
        }

        var what: What
        var at: MonotonicInstant
    }

    /// Returns the tasks and fetches that wait only for their time. The system runs none for an app that is in front of
    /// the user or is being launched for the user (BG-15), and none at all on a simulator (BG-07).
    private func runs(notBefore earliest: MonotonicInstant) -> [Run] {
        guard !isOnScreen, process.nextLaunch?.isForWake ?? true, !conditions.isSimulator else { return [] }
        var runs: [Run] = []
        if let interval = fetch.interval, mayRun(.backgroundFetch, identifier: nil) {
            let start = max(nextFetch(interval) ?? earliest, earliest)
            runs.append(Run(what: .fetch, at: moment(.backgroundFetch, notBefore: start)))
        }
        // A continued task is never launched by the system (BG-21).
        for entry in scheduler.pending where entry.request.kind != .continuedProcessing {
            let request = entry.request
            guard mayRun(wakeKind(of: request), identifier: request.identifier), obstacle(to: request) == nil else {
                continue
            }
            let start = max(entry.earliestStart, earliest)
            let isHeld = isHeldForNight(request, at: start)
            runs.append(
                Run(
                    what: .task(request),
                    at: moment(wakeKind(of: request), notBefore: isHeld ? evening(after: start) : start)))
        }
        return runs
    }

    /// Returns the first moment, not before an instant, at which the system runs a task or fetch: an eager system runs
    /// it at once, a typical one at its usual times (MD-24).
    private func moment(_ kind: WakeKind, notBefore instant: MonotonicInstant) -> MonotonicInstant {
        guard case .typical(let seed) = conditions.systemLife else { return instant }
        // Scaled times are not exact to the nanosecond: 1 ms less keeps rounding from skipping a moment that is due
        // now.
        let time = TypicalLife(seed: seed).moment(
            kind, of: manifest.bundleIdentifier, notBefore: clock.time(at: instant) - 1_000_000)
        return max(instant, clock.instant(of: time))
    }

    /// Returns true if a wake would reach the app now and the app is not handling the same wake already.
    private func mayRun(_ kind: WakeKind, identifier: String?) -> Bool {
        !wakes.live.contains { $0.kind == kind && $0.identifier == identifier }
            && !wakes.pending.contains { $0.kind == kind && $0.identifier == identifier }
            && obstacle(to: kind, WakeTerms.terms(of: kind, in: profile)) == nil
    }
}
