import KeepAlivePolicy

/// Adds up the sums of a class while the apps of the class are simulated one after the other.
final class FleetRecord {
    var tally = ClassTally()
    /// True while the user is using the app.
    var isOpen = false
    /// The termination code of the kill that has been ordered; `nil` if there is none.
    var terminationCode: String?
    /// The maximum length of an app's queue so far.
    var longestQueue = 0

    private var state = ApplicationState.notRunning
    private var since: Int64 = 0
    private var leftScreenAt: Int64?
    private var background: Int64 = 0
    private var exits: [ExitCategory: Int] = [:]
    private var wakes: [WakeKind: ClassTally.WakeCounts] = [:]
    private var launches: UInt64 = 0
    private var suspensionsBefore = 0
    private var delivered: UInt64 = 0
    private var kills: UInt64 = 0

    /// Counts another app of the class and resets the values that are kept per app.
    func begin() {
        tally.apps += 1
        isOpen = false
        terminationCode = nil
        state = .notRunning
        since = 0
        leftScreenAt = nil
        background = 0
        exits.removeAll(keepingCapacity: true)
        launches = 0
        suspensionsBefore = tally.suspensions
        delivered = 0
        kills = 0
    }

    /// Records that the app has entered another state.
    func enter(_ next: ApplicationState, at now: Int64, rule: RuleID, exits: [ExitCategory: Int]) {
        settle(at: now)
        if let left = leftScreenAt, next != .background {
            stayed(since: left, until: now)
            switch next {
            case .suspended: tally.stays.suspended += 1
            case .foregroundActive, .foregroundInactive: tally.stays.returned += 1
            case .notRunning, .unattached, .terminated, .background: tally.stays.ended += 1
            }
        }
        if next == .background, state.isForeground { leftScreenAt = now }
        if next == .terminated { ended(rule, exits) }
        state = next
    }

    private func stayed(since left: Int64, until now: Int64) {
        tally.aliveAfterLeaving.record(UInt64(now / 1000 - left / 1000))
        leftScreenAt = nil
    }

    private func settle(at now: Int64) {
        // The difference is taken between whole microseconds of the clock, so that the times in all states add up
        // exactly.
        let elapsed = now / 1000 - since / 1000
        since = now
        guard elapsed > 0 else { return }
        let microseconds = UInt128(elapsed)
        switch state {
        case .foregroundActive, .foregroundInactive: tally.microseconds.foreground += microseconds
        case .background:
            tally.microseconds.background += microseconds
            background += elapsed
        case .suspended: tally.microseconds.suspended += microseconds
        case .notRunning, .unattached, .terminated: tally.microseconds.withoutProcess += microseconds
        }
    }

    private func ended(_ rule: RuleID, _ now: [ExitCategory: Int]) {
        let category = ExitCategory.allCases.first { now[$0, default: 0] > exits[$0, default: 0] } ?? .normal
        exits = now
        let end = ProcessEnd(category: category, code: terminationCode, rule: rule)
        terminationCode = nil
        tally.count(end)
        if end.isKill { kills += 1 }
    }

    /// Counts the start of a process by its cause.
    func launched(_ cause: LaunchCause) {
        launches += 1
        if case .wake(let kind) = cause {
            tally.launchesForWakes += 1
            wakes[kind, default: .init()].launched += 1
        } else {
            tally.launchesByUser += 1
        }
    }

    /// Counts a wake that was delivered to the app.
    func delivered(_ kind: WakeKind) {
        delivered += 1
        wakes[kind, default: .init()].delivered += 1
    }

    /// Counts a wake that was dropped or postponed.
    func dropped(_ kind: WakeKind) { wakes[kind, default: .init()].dropped += 1 }

    /// Completes the record of an app at the end of its time.
    func finish(at end: Int64) {
        settle(at: end)
        if let left = leftScreenAt {
            stayed(since: left, until: end)
            tally.stays.running += 1
        }
        tally.backgroundTime.record(UInt64(background))
        tally.launches.record(launches)
        tally.suspensionsOfApps.record(UInt64(tally.suspensions - suspensionsBefore))
        tally.wakesOfApps.record(delivered)
        tally.kills.record(kills)
    }

    /// The sums so far, including the wakes by kind.
    var finished: ClassTally {
        var result = tally
        for (kind, counts) in wakes { result.wakes[kind.rawValue] = counts }
        return result
    }
}
