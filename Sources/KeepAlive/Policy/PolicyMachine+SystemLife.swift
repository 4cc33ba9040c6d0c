/// A system that acts by itself: it runs the tasks and fetches that are due, without being told to (MD-20).
extension PolicyMachine {
    /// Sets the time of the next run, from what waits now and from what holds it back now.
    mutating func updateOpportunity() {
        guard let first = runs.map(\.at).min() else { return deadlines[.opportunity] = nil }
        // MD-21: an app that asks again at once does not run all the time.
        let rested = services.lastOpportunity.map { $0 + profile.opportunityPause } ?? now
        deadlines[.opportunity] = max(first, rested, now)
    }

    /// Runs what is due.
    mutating func systemActs() {
        services.lastOpportunity = now
        for run in runs where run.at <= now {
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

    /// All that waits and that nothing but its time holds back. In front of the user the system runs nothing (BG-15).
    private var runs: [Run] {
        guard !state.isForeground else { return [] }
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
            let night = waitsForNight(request) ? next(hour: 22) : now
            runs.append(Run(what: .task(request), at: max(entry.earliestStart, night)))
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
