/// Background fetch (WK-01 to WK-03).
extension PolicyMachine {
    mutating func processFetch(_ event: FetchEvent) {
        switch event {
        case .intervalSet(let interval):
            if profile.switches.permittedIdentifiersDisableFetch, !manifest.permittedTaskIdentifiers.isEmpty {
                let reason = Reason("BG-26", "BGTaskSchedulerPermittedIdentifiers is there: the old fetch is off")
                return log("setMinimumBackgroundFetchInterval has no effect", reason)
            }
            fetch.interval = interval
        case .opportunity:
            guard let interval = fetch.interval else {
                return emit(
                    .dropWake(.backgroundFetch),
                    Reason("WK-01", "no fetch: the minimum interval is 'never', the default"))
            }
            if let next = nextFetch(interval), now < next {
                let wait = profile.inWords(fetchPause(interval))
                return emit(.dropWake(.backgroundFetch), Reason("WK-01", "no fetch: never more often than \(wait)"))
            }
            if wake(.backgroundFetch) { fetch.last = now }
        case .completed(let result):
            fetch.failuresInARow = result == .failed ? fetch.failuresInARow + 1 : 0
            completeWake(.backgroundFetch, identifier: nil)
        case .implemented(let mode):
            guard !manifest.backgroundModes.contains(mode) else { return }
            let method =
                mode == .fetch
                ? "application:performFetchWithCompletionHandler:"
                : "application:didReceiveRemoteNotification:fetchCompletionHandler:"
            log(
                "You've implemented -[<UIApplicationDelegate> \(method)], but you still need to add "
                    + "\"\(mode.rawValue)\" to the list of your supported UIBackgroundModes in your Info.plist.",
                Reason("BM-16", "\(mode.rawValue) is implemented and not declared"))
        }
    }

    /// Returns the shortest time between two fetches. WK-03: the app's results affect later fetches; in this project
    /// each failure doubles the pause.
    private func fetchPause(_ interval: Duration) -> Duration {
        interval.scaled(by: Double(1 << min(fetch.failuresInARow, 6)))
    }

    /// Returns the earliest time at which the interval allows another fetch; `nil` before the first fetch (WK-01).
    func nextFetch(_ interval: Duration) -> MonotonicInstant? {
        fetch.last.map { $0 + fetchPause(interval) }
    }
}
