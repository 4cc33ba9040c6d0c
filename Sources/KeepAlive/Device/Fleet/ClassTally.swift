import KeepAlivePolicy

/// The sums over all apps of one class. The sums are whole numbers, so the order of adding does not matter.
package struct ClassTally: Sendable, Equatable, Codable {
    /// The number of apps in the class.
    package var apps = 0
    /// The number of events that were reported to the policy.
    package var events = 0
    /// The number of times that users opened an app of the class.
    package var sessions = 0
    /// The number of processes that users started.
    package var launchesByUser = 0
    /// The number of processes that services started for a wake.
    package var launchesForWakes = 0
    /// The number of times that an app was suspended.
    package var suspensions = 0
    /// The number of times that a suspended app was resumed.
    package var resumptions = 0
    /// The sums of the apps' times in each kind of state, in microseconds.
    package var microseconds = StateTimes()
    /// The outcomes of wakes, by the name of the wake's kind.
    package var wakes: [String: WakeCounts] = [:]
    /// The numbers of processes that ended, by the kind of end, in the order of ``ProcessEnd``.
    package var ends: [EndCount] = []
    /// The outcomes of the stays in the background, counted only for stays that began when the app left the screen.
    package var stays = StayCounts()
    /// The distribution of the time from leaving the screen to the freeze, end or return of the app, in microseconds.
    package var aliveAfterLeaving = Spread()
    /// The distribution of the time in the background per app, in microseconds.
    package var backgroundTime = Spread()
    /// The distribution of the number of launches per app.
    package var launches = Spread()
    /// The distribution of the number of suspensions per app.
    package var suspensionsOfApps = Spread()
    /// The distribution of the number of delivered wakes per app.
    package var wakesOfApps = Spread()
    /// The distribution of the number of kills per app, which are the ends that neither the app nor its user caused.
    package var kills = Spread()

    /// The time in each kind of state, in microseconds.
    package struct StateTimes: Sendable, Equatable, Codable {
        /// The time for which the app was on the screen, in microseconds.
        package var foreground: UInt128 = 0
        /// The time for which the app ran off the screen, in microseconds.
        package var background: UInt128 = 0
        /// The time for which the app was suspended, in microseconds.
        package var suspended: UInt128 = 0
        /// The time for which the app had no process, in microseconds.
        package var withoutProcess: UInt128 = 0
    }

    /// The outcomes of the wakes of one kind.
    package struct WakeCounts: Sendable, Equatable, Codable {
        /// The number of wakes that were delivered to an app.
        package var delivered = 0
        /// The number of wakes that were dropped or postponed.
        package var dropped = 0
        /// The number of processes that were started for a wake.
        package var launched = 0
    }

    /// The outcomes of stays in the background.
    package struct StayCounts: Sendable, Equatable, Codable {
        /// The number of stays that ended with a suspension.
        package var suspended = 0
        /// The number of stays that ended because the user returned to the app.
        package var returned = 0
        /// The number of stays that ended with the end of the process.
        package var ended = 0
        /// The number of stays that had not ended at the end of the app's time.
        package var running = 0

        /// The number of stays with any outcome.
        package var all: Int { suspended + returned + ended + running }
    }

    /// A kind of process end with its count.
    package struct EndCount: Sendable, Equatable, Codable {
        package var end: ProcessEnd
        /// The number of processes that ended as ``end`` describes.
        package var count: Int
    }

    package init() {}

    /// Adds the sums and distributions of another tally.
    mutating func add(_ other: ClassTally) {
        apps += other.apps
        events += other.events
        sessions += other.sessions
        launchesByUser += other.launchesByUser
        launchesForWakes += other.launchesForWakes
        suspensions += other.suspensions
        resumptions += other.resumptions
        microseconds.foreground += other.microseconds.foreground
        microseconds.background += other.microseconds.background
        microseconds.suspended += other.microseconds.suspended
        microseconds.withoutProcess += other.microseconds.withoutProcess
        for (kind, counts) in other.wakes {
            wakes[kind, default: WakeCounts()].delivered += counts.delivered
            wakes[kind, default: WakeCounts()].dropped += counts.dropped
            wakes[kind, default: WakeCounts()].launched += counts.launched
        }
        for entry in other.ends { count(entry.end, entry.count) }
        stays.suspended += other.stays.suspended
        stays.returned += other.stays.returned
        stays.ended += other.stays.ended
        stays.running += other.stays.running
        aliveAfterLeaving.add(other.aliveAfterLeaving)
        backgroundTime.add(other.backgroundTime)
        launches.add(other.launches)
        suspensionsOfApps.add(other.suspensionsOfApps)
        wakesOfApps.add(other.wakesOfApps)
        kills.add(other.kills)
    }

    /// Adds a number of process ends of one kind to ``ends``.
    mutating func count(_ end: ProcessEnd, _ count: Int = 1) {
        if let index = ends.firstIndex(where: { $0.end == end }) {
            ends[index].count += count
        } else {
            let index = ends.firstIndex { end < $0.end } ?? ends.count
            ends.insert(EndCount(end: end, count: count), at: index)
        }
    }

    private var spreads: [Spread] {
        [aliveAfterLeaving, backgroundTime, launches, suspensionsOfApps, wakesOfApps, kills]
    }

    /// The memory that the tally takes, in bytes.
    var bytes: Int { MemoryLayout<ClassTally>.size + spreads.reduce(0) { $0 + $1.bytes } }

    /// The maximum number of events of any kind per app, so that sums over 100 million apps fit into 63 bits. The limit
    /// allows 217 events per second for 3650 days. A population causes at most 20 per second: 17 kinds of events, each
    /// 100,000 times a day.
    private static let countOfAppMax: UInt128 = 1 << 36

    /// Returns whether the tally's numbers can be sums over simulated apps. A tally from a file needs this check,
    /// because the code that adds or prints tallies relies on valid numbers.
    ///
    /// - Parameter end: the length of each app's time, in microseconds.
    func isSound(endMicroseconds end: Int64) -> Bool {
        guard (0...100_000_000).contains(apps) else { return false }
        let most = UInt128(apps) * Self.countOfAppMax
        let times = [
            microseconds.foreground, microseconds.background, microseconds.suspended, microseconds.withoutProcess,
        ]
        let whole = UInt128(apps) * UInt128(end)
        guard times.allSatisfy({ $0 <= whole }), times.reduce(0, +) == whole else { return false }
        /// Returns the sum of the counts; `nil` if a count is negative or the sum is above `most`.
        func sum(_ counts: [Int]) -> UInt128? {
            guard counts.allSatisfy({ $0 >= 0 }) else { return nil }
            let sum = counts.reduce(0) { $0 + UInt128($1) }
            return sum <= most ? sum : nil
        }
        let singles = [events, sessions, resumptions] + wakes.values.map(\.dropped)
        guard singles.allSatisfy({ sum([$0]) != nil }), wakes.keys.allSatisfy({ WakeKind(rawValue: $0) != nil }),
            ends.allSatisfy({ $0.end.isPlain }), let ended = sum(ends.map(\.count)),
            let started = sum([launchesByUser, launchesForWakes]), ended <= started,
            sum(wakes.values.map(\.launched)) == UInt128(launchesForWakes)
        else { return false }
        let perApp = [backgroundTime, launches, suspensionsOfApps, wakesOfApps, kills]
        return perApp.allSatisfy { $0.count == UInt64(apps) }
            && backgroundTime.sum == microseconds.background && backgroundTime.max <= UInt64(end)
            && launches.sum == started
            && suspensionsOfApps.sum == sum([suspensions])
            && wakesOfApps.sum == sum(wakes.values.map(\.delivered))
            && kills.sum == sum(ends.map { $0.end.isKill ? $0.count : 0 })
            && sum([stays.suspended, stays.returned, stays.ended, stays.running]) == UInt128(aliveAfterLeaving.count)
            && aliveAfterLeaving.sum <= microseconds.background
    }
}

/// The way in which a process ended: the category in which iOS counts the end, the termination code if there is one,
/// and the rule.
package struct ProcessEnd: Sendable, Hashable, Codable, Comparable {
    /// The category in which iOS counts the end (RB-16).
    package var category: ExitCategory
    /// The termination code in Apple's notation; `nil` if there is none.
    package var code: String?
    /// The rule by which the process ended.
    package var rule: RuleID

    /// True if the code and the rule contain no control characters, so that they can be printed unchanged.
    var isPlain: Bool { code?.withoutControls == code && rule.description.withoutControls == rule.description }

    /// True if neither the app nor its user caused the end.
    package var isKill: Bool { category != .normal && rule != "LC-19" }

    /// Orders process ends by category, then code, then rule.
    package static func < (left: ProcessEnd, right: ProcessEnd) -> Bool {
        (left.category.rawValue, left.code ?? "", left.rule) < (right.category.rawValue, right.code ?? "", right.rule)
    }
}
