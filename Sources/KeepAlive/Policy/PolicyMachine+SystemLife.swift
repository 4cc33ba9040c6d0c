/// A system that acts by itself: it runs the tasks and fetches that are due, without being told to (MD-20).
extension PolicyMachine {
    /// Sets the time of the next run, from what waits now and from what holds it back now.
    mutating func updateOpportunity() {
        guard let first = runs.map(\.at).min() else { return deadlines[.opportunity] = nil }
        // MD-21: the app rests after each run. Never for no time, whatever the profile says: time must go on.
        let rested = services.lastOpportunity.map { $0 + max(profile.opportunityPause, .milliseconds(100)) } ?? now
        deadlines[.opportunity] = max(first, rested, now)
    }

    /// Runs what is due.
    mutating func systemActs() {
        let due = runs.filter { $0.at <= now }
        if !due.isEmpty { services.lastOpportunity = now }
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
        return runs.filter { $0.at <= next }.map { run in
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
    private var runs: [Run] {
        guard !state.isForeground, process.nextLaunch?.isForWake ?? true, !conditions.isSimulator else { return [] }
        var runs: [Run] = []
        if let interval = services.fetchInterval, mayRun(.backgroundFetch, identifier: nil) {
            runs.append(Run(what: .fetch, at: nextFetch(interval) ?? now))
        }
        // A continued task is never launched (BG-21).
        for entry in scheduler.pending where entry.request.kind != .continuedProcessing {
            let request = entry.request
            guard mayRun(wakeKind(of: request), identifier: request.identifier), obstacle(to: request) == nil else {
                continue
            }
            let start = max(entry.earliestStart, now)
            let isHeld = isHeldForNight(request, at: start)
            runs.append(Run(what: .task(request), at: isHeld ? evening(after: start) : start))
        }
        return runs
    }

    /// Returns whether the app would get a wake now, and is not dealing with the same one.
    private func mayRun(_ kind: WakeKind, identifier: String?) -> Bool {
        !wakes.live.contains { $0.kind == kind && $0.identifier == identifier }
            && !wakes.pending.contains { $0.kind == kind && $0.identifier == identifier }
            && obstacle(to: kind, WakeTerms.terms(of: kind, in: profile)) == nil
    }
}
