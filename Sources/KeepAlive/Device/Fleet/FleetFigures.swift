import KeepAlivePolicy

/// The figures of a fleet for the summary file: hours, counts, and quantiles over apps, computed from the sums of a
/// ``FleetResult``.
struct FleetFigures: Encodable {
    /// The number of simulated apps.
    var apps: Int
    /// The number of simulated apps times the number of days.
    var deviceDays: Double
    /// The figures over the apps of all classes.
    var all: Group
    /// The figures by the strategy label of the classes, which names what keeps their apps alive in the background.
    var strategies: [String: Group]
    /// The figures by the name of the class.
    var classes: [String: Group]

    /// The figures of a group of apps, such as the apps of a class.
    struct Group: Encodable {
        var apps: Int
        var events: Int
        var sessions: Int
        var launchesByUser: Int
        var launchesForWakes: Int
        var suspensions: Int
        var resumptions: Int
        var kills: Int
        var hours: Hours
        var wakes: [String: ClassTally.WakeCounts]
        var ends: [End]
        var backgroundStays: ClassTally.StayCounts
        var secondsAliveAfterLeaving: Quantiles
        var perApp: PerApp
    }

    /// The time in each kind of state, in hours.
    struct Hours: Encodable {
        var foreground: Double
        var background: Double
        var suspended: Double
        var withoutProcess: Double
    }

    /// A kind of process end and the number of processes that ended in that way.
    struct End: Encodable {
        var category: ExitCategory
        var code: String?
        var rule: RuleID
        var count: Int
    }

    /// Quantiles over apps. Each value is the total of one app over the whole time.
    struct PerApp: Encodable {
        var backgroundHours: Quantiles
        var launches: Quantiles
        var suspensions: Quantiles
        var wakes: Quantiles
        var kills: Quantiles
    }

    /// A mean and quantiles. A quantile is at most 0.8 % too large; the mean and the maximum are exact.
    struct Quantiles: Encodable {
        var mean: Double
        var p50: Double
        var p90: Double
        var p99: Double
        var max: Double

        init(_ spread: Spread, unit: Double = 1) {
            mean = spread.mean / unit
            p50 = Double(spread.quantile(0.5)) / unit
            p90 = Double(spread.quantile(0.9)) / unit
            p99 = Double(spread.quantile(0.99)) / unit
            max = Double(spread.max) / unit
        }
    }

    init(_ result: FleetResult) {
        let whole = result.whole
        apps = whole.apps
        deviceDays = Double(whole.apps) * result.order.days
        all = Group(whole)
        strategies = Dictionary(uniqueKeysWithValues: result.byStrategy.map { ($0.label, Group($0.tally)) })
        classes = Dictionary(
            uniqueKeysWithValues: zip(result.population.classes, result.tallies).map { ($0.name, Group($1)) })
    }
}

extension FleetFigures.Group {
    init(_ tally: ClassTally) {
        func hours(_ microseconds: UInt128) -> Double { Double(microseconds) / 3.6e9 }
        self.init(
            apps: tally.apps, events: tally.events, sessions: tally.sessions, launchesByUser: tally.launchesByUser,
            launchesForWakes: tally.launchesForWakes, suspensions: tally.suspensions, resumptions: tally.resumptions,
            kills: Int(tally.kills.sum),
            hours: FleetFigures.Hours(
                foreground: hours(tally.microseconds.foreground), background: hours(tally.microseconds.background),
                suspended: hours(tally.microseconds.suspended),
                withoutProcess: hours(tally.microseconds.withoutProcess)),
            wakes: tally.wakes,
            ends: tally.ends.map {
                FleetFigures.End(category: $0.end.category, code: $0.end.code, rule: $0.end.rule, count: $0.count)
            },
            backgroundStays: tally.stays,
            secondsAliveAfterLeaving: FleetFigures.Quantiles(tally.aliveAfterLeaving, unit: 1e6),
            perApp: FleetFigures.PerApp(
                backgroundHours: FleetFigures.Quantiles(tally.backgroundTime, unit: 3.6e9),
                launches: FleetFigures.Quantiles(tally.launches),
                suspensions: FleetFigures.Quantiles(tally.suspensionsOfApps),
                wakes: FleetFigures.Quantiles(tally.wakesOfApps), kills: FleetFigures.Quantiles(tally.kills)))
    }
}
