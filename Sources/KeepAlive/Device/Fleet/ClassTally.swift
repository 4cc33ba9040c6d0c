import KeepAlivePolicy

/// The sums of what the apps of one class did. They are whole numbers, so any order of adding gives the same result.
package struct ClassTally: Sendable, Equatable, Codable {
    /// The number of apps.
    package var apps = 0
    /// The number of events that the policy was told.
    package var events = 0
    /// The number of times that users opened an app.
    package var sessions = 0
    /// The number of processes that users started.
    package var launchesByUser = 0
    /// The number of processes that services started.
    package var launchesForWakes = 0
    /// The number of freezes.
    package var suspensions = 0
    /// The number of thaws.
    package var resumptions = 0
    /// Microseconds by state.
    package var microseconds = StateTimes()
    /// The outcomes of wakes, by kind.
    package var wakes: [String: WakeCounts] = [:]
    /// The ends of processes by their kind, in a fixed order.
    package var ends: [EndCount] = []
    /// The ends of stays in the background that began with leaving the screen.
    package var stays = StayCounts()
    /// Microseconds from leaving the screen to the freeze, the end or the return.
    package var aliveAfterLeaving = Spread()
    /// Microseconds of each app in the background.
    package var backgroundTime = Spread()
    /// Launches of each app.
    package var launches = Spread()
    /// Suspensions of each app.
    package var suspensionsOfApps = Spread()
    /// Wakes delivered to each app.
    package var wakesOfApps = Spread()
    /// Ends of each app that neither it nor its user wanted.
    package var kills = Spread()

    /// Microseconds by the kind of state.
    package struct StateTimes: Sendable, Equatable, Codable {
        /// On screen.
        package var foreground: UInt128 = 0
        /// Running, not on screen.
        package var background: UInt128 = 0
        /// Frozen.
        package var suspended: UInt128 = 0
        /// Without a process.
        package var withoutProcess: UInt128 = 0
    }

    /// The outcomes of the wakes of one kind.
    package struct WakeCounts: Sendable, Equatable, Codable {
        /// The app got it.
        package var delivered = 0
        /// The app did not get it, or not then.
        package var dropped = 0
        /// A process was started for it.
        package var launched = 0
    }

    /// The ends of stays in the background.
    package struct StayCounts: Sendable, Equatable, Codable {
        /// The app was frozen.
        package var suspended = 0
        /// The user came back.
        package var returned = 0
        /// The process ended.
        package var ended = 0
        /// The stay had not ended when the time was over.
        package var running = 0

        /// The sum of all four.
        package var all: Int { suspended + returned + ended + running }
    }

    /// One kind of end of processes, and its count.
    package struct EndCount: Sendable, Equatable, Codable {
        /// The kind of end.
        package var end: ProcessEnd
        /// The count.
        package var count: Int
    }

    package init() {}

    /// Adds the sums of other apps.
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

    /// Counts ends of processes of one kind.
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

    /// The number of bytes that the tally takes.
    var bytes: Int { MemoryLayout<ClassTally>.size + spreads.reduce(0) { $0 + $1.bytes } }

    /// The most of anything that can happen to one app, so that the sums over 100 million apps fit into 63 bits: 7 a
    /// second for 3650 days. A population may have 17 things happen 100,000 times a day.
    private static let countOfAppMax: UInt128 = 1 << 36

    /// Returns whether these can be the sums of apps. A file may hold any number, and the code that adds up or prints
    /// sums relies on them.
    ///
    /// - Parameter end: the end of each app's time, in microseconds.
    func isSound(endMicroseconds end: Int64) -> Bool {
        guard (0...100_000_000).contains(apps) else { return false }
        let most = UInt128(apps) * Self.countOfAppMax
        let times = [
            microseconds.foreground, microseconds.background, microseconds.suspended, microseconds.withoutProcess,
        ]
        let whole = UInt128(apps) * UInt128(end)
        guard times.allSatisfy({ $0 <= whole }), times.reduce(0, +) == whole else { return false }
        /// Returns the sum of counts, or `nil` if one is negative or the sum is too large.
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

/// The end of a process: the system's category, the termination code if there is one, and the rule.
package struct ProcessEnd: Sendable, Hashable, Codable, Comparable {
    /// The category in which the system counts it (RB-16).
    package var category: ExitCategory
    /// The code as Apple writes it, or `nil`.
    package var code: String?
    /// The rule that ended it.
    package var rule: RuleID

    /// True if the texts can be printed as they are.
    var isPlain: Bool { code?.withoutControls == code && rule.description.withoutControls == rule.description }

    /// True if neither the app nor its user wanted it.
    package var isKill: Bool { category != .normal && rule != "LC-19" }

    /// Orders ends by category, code and rule.
    package static func < (left: ProcessEnd, right: ProcessEnd) -> Bool {
        (left.category.rawValue, left.code ?? "", left.rule) < (right.category.rawValue, right.code ?? "", right.rule)
    }
}
