extension PolicyEvent {
    /// Returns the event with every duration that an app, a scenario or `ctl` gives multiplied by a factor.
    ///
    /// ``PolicyProfile/scaled(by:)`` does the same for a profile's constants. Durations that were measured on the
    /// machine are not scaled. The times of a notification are not scaled either, because the app gets back the request
    /// that it made: they are scaled where the policy uses them.
    package func scaled(by factor: Double) -> PolicyEvent {
        guard factor != 1 else { return self }
        switch self {
        case .fetch(.intervalSet(let interval)): return .fetch(.intervalSet(interval?.scaled(by: factor)))
        case .voip(.keepAliveTimeoutSet(let timeout)): return .voip(.keepAliveTimeoutSet(timeout.scaled(by: factor)))
        case .taskScheduler(.submitted(var request)):
            request.earliestBegin = request.earliestBegin?.scaled(by: factor)
            return .taskScheduler(.submitted(request))
        case .locationService(.regionCrossed(let identifier, let metres, let stayed?, let entry)):
            return .locationService(
                .regionCrossed(identifier: identifier, metres: metres, stayed: stayed.scaled(by: factor), entry: entry))
        case .transfer(.taskCreated(let identifier, let task, let request)):
            return .transfer(.taskCreated(identifier: identifier, task: task, request.scaled(by: factor)))
        case .transfer(.taskStarted(let identifier, let request)):
            return .transfer(.taskStarted(identifier: identifier, request.scaled(by: factor)))
        case .transfer(.taskChanged(let identifier, let task, let description, let earliest?)):
            return .transfer(
                .taskChanged(
                    identifier: identifier, task: task, description: description,
                    earliestBegin: earliest.scaled(by: factor)))
        default: return self
        }
    }
}

extension TransferRequest {
    fileprivate func scaled(by factor: Double) -> TransferRequest {
        var request = self
        request.earliestBegin = earliestBegin?.scaled(by: factor)
        request.idleTimeout = idleTimeout.scaled(by: factor)
        request.resourceTimeout = resourceTimeout?.scaled(by: factor)
        return request
    }
}
