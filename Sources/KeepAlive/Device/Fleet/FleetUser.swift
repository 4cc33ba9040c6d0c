import KeepAlivePolicy

/// The habits of an app's user and the properties of the app that are drawn at random, once for each app.
struct FleetUser {
    let profile: SharedProfile
    let authorization: LocationAnswer
    let allowsRefresh: Bool
    let sessionsPerDay: Double
    let interruptionsPerDay: Double
    let memoryPressurePerDay: Double
    let wakesPerDay: [Double]
    /// The time from the end of a night to the beginning of the next night, in nanoseconds.
    let wakingTime: Int64

    init(of kind: FleetClass, _ random: inout RandomStream) {
        let plan = kind.plan
        let version: String = plan.ios.draw(&random)
        profile = kind.profileByVersion[version] ?? SharedProfile(ProfileCatalogue.newest)
        authorization = plan.location.authorization.draw(&random)
        allowsRefresh = !random.happens(plan.refreshOff)
        sessionsPerDay = Self.perDay(plan.sessions.perDay, &random)
        interruptionsPerDay = Self.perDay(plan.interruptions.perDay, &random)
        memoryPressurePerDay = Self.perDay(plan.memoryPressurePerDay, &random)
        var rates: [Double] = []
        for wake in plan.wakes { rates.append(Self.perDay(wake.perDay, &random)) }
        wakesPerDay = rates
        wakingTime = Int64(clamping: ((24 - plan.night.hours) * 3.6e9).rounded()) * 1000
    }

    private static func perDay(_ distribution: Distribution, _ random: inout RandomStream) -> Double {
        min(distribution.draw(&random), PopulationReader.perDayMax)
    }

    /// Returns the instant, in nanoseconds since the first morning, at which the user has been awake for `time`
    /// nanoseconds since `now`.
    func instant(awake time: Int64, after now: Int64) -> Int64 {
        let day = DayClock.day
        let awake = now / day * wakingTime + min(now % day, wakingTime) + time
        return awake / wakingTime * day + awake % wakingTime
    }
}
