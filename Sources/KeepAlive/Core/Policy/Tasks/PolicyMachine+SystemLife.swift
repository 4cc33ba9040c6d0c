/// A system that acts by itself: it runs the tasks and fetches that are due, without being told to (MD-20).
extension PolicyMachine {
    /// Sets the time of the next run, from what waits now and from what holds it back now.
    mutating func updateOpportunity() {
        // Tasks that are due by now are run by that deadline, however late it is met.
        if let due = deadlines[.opportunity], due <= now { return }
        // MD-21: the app rests after each run. Never for no time, whatever the profile says: time must go on.
        let rested = scheduler.lastOpportunity.map { $0 + max(profile.opportunityPause, .milliseconds(100)) } ?? now
        deadlines[.opportunity] = runs(notBefore: max(rested, now)).map(\.at).min()
    }

    /// Runs what was due at the instant of the deadline, however late it is met.
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

    /// The names of what waits for the next run, for people.
    var awaitedRuns: [String] {
        guard let next = deadlines[.opportunity] else { return [] }
        return runs(notBefore: min(next, now)).filter { $0.at <= next }.map { run in
            switch run.what {
            case .fetch: WakeKind.backgroundFetch.rawValue
            case .task(let request): "\(wakeKind(of: request).rawValue) \(request.identifier)"
            }
        }
    }

    /// Something that the system runs by itself, and the first time at which its own rules allow it.
    private struct Run {
        enum What {
            case fetch
            case task(BackgroundTaskRequest)
        }

        var what: What
        var at: MonotonicInstant
    }

    /// All that waits and that nothing but its time holds back. The system runs nothing of an app that is in front of the
    /// user, or is being launched for the user (BG-15), and nothing at all on a simulator (BG-07).
    private func runs(notBefore earliest: MonotonicInstant) -> [Run] {
        guard !isOnScreen, process.nextLaunch?.isForWake ?? true, !conditions.isSimulator else { return [] }
        var runs: [Run] = []
        if let interval = fetch.interval, mayRun(.backgroundFetch, identifier: nil) {
            let start = max(nextFetch(interval) ?? earliest, earliest)
            runs.append(Run(what: .fetch, at: moment(.backgroundFetch, notBefore: start)))
        }
        // A continued task is never launched (BG-21).
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

    /// The first moment at which the system runs something that it may run from an instant on: an eager one at once, a
    /// typical one when it usually does (MD-24).
    private func moment(_ kind: WakeKind, notBefore instant: MonotonicInstant) -> MonotonicInstant {
        guard case .typical(let seed) = conditions.systemLife else { return instant }
        // A scaled time is not exact to the nanosecond, and a moment that is met is not to be missed for that.
        let time = TypicalLife(seed: seed).moment(
            kind, of: manifest.bundleIdentifier, notBefore: clock.time(at: instant) - 1_000_000)
        return max(instant, clock.instant(of: time))
    }

    /// Returns whether the app would get a wake now, and is not dealing with the same one.
    private func mayRun(_ kind: WakeKind, identifier: String?) -> Bool {
        !wakes.live.contains { $0.kind == kind && $0.identifier == identifier }
            && !wakes.pending.contains { $0.kind == kind && $0.identifier == identifier }
            && obstacle(to: kind, WakeTerms.terms(of: kind, in: profile)) == nil
    }
}
