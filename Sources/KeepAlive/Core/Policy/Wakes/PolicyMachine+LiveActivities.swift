/// Decisions about Live Activities (WK-21, WK-24).
extension PolicyMachine {
    mutating func processLiveActivity(_ event: LiveActivityEvent) {
        switch event {
        case .requested(let identifier): requestLiveActivity(identifier)
        case .ended(let identifier): endLiveActivity(identifier, Reason("WK-24", "the app has ended it"))
        }
    }

    mutating func endLiveActivity(_ identifier: String, _ reason: Reason) {
        guard activities.ends.removeValue(forKey: identifier) != nil else { return }
        log("Live Activity \(identifier) has ended", reason)
        watchLiveActivities()
    }

    private mutating func requestLiveActivity(_ identifier: String) {
        guard profile.features.liveActivities else {
            return emit(
                .refuse(.liveActivitiesUnsupported),
                Reason("WK-24", "iOS \(profile.version) has no Live Activities"))
        }
        guard isOnScreen else {
            return emit(
                .refuse(.liveActivityVisibility),
                Reason("WK-24", "a Live Activity is requested in the foreground, and the app is in the background"))
        }
        guard activities.ends.count < Self.activitiesMax || activities.ends[identifier] != nil else {
            return emit(
                .refuse(.tooManyLiveActivities),
                Reason("WK-24", "\(Self.activitiesMax) Live Activities of the app are shown already"))
        }
        beginLiveActivity(identifier, Reason("WK-24", "the app has requested it"))
    }

    /// The highest number of Live Activities of an app. The number is this project's choice: Apple mentions a limit
    /// without one.
    private static let activitiesMax = 20

    /// Shows a Live Activity, unless it is shown already.
    mutating func beginLiveActivity(_ identifier: String, _ reason: Reason) {
        guard activities.ends[identifier] == nil, activities.ends.count < Self.activitiesMax else {
            return
        }
        activities.ends[identifier] = now + profile.liveActivityLimit
        log("Live Activity \(identifier) is shown", reason)
        watchLiveActivities()
    }

    private mutating func watchLiveActivities() { deadlines[.liveActivity] = activities.ends.values.min() }

    mutating func endLiveActivities() {
        for (identifier, end) in activities.ends.sorted(by: { $0.key < $1.key }) where end <= now {
            activities.ends[identifier] = nil
            let reason = Reason("WK-24", "the system ends it after \(profile.inWords(profile.liveActivityLimit))")
            log("Live Activity \(identifier) has ended", reason)
            // The end of a Live Activity does not launch an app without a process.
            if process.alive { deliverOrQueue(.liveActivityEnded(identifier), reason) }
        }
        watchLiveActivities()
    }

    /// The app's Live Activities, by identifier.
    package var liveActivities: [String] { activities.ends.keys.sorted() }
}
