import KeepAlivePolicy
import KeepAliveReport

/// Renders the result of a fleet as human-readable tables with at most 100 columns of text.
package enum FleetText {
    package static func text(_ result: FleetResult) -> String {
        let whole = result.whole
        guard whole.apps > 0 else { return head(result, whole) }
        return [
            head(result, whole), apps(whole, result), strategies(result), wakes(whole),
            ends(whole, result.order.days), classes(result),
        ].joined(separator: "\n")
    }

    private static func head(_ result: FleetResult, _ whole: ClassTally) -> String {
        let days = Double(whole.apps) * result.order.days
        let part =
            result.order.shard.map { ", shard \($0.index)/\($0.count) of \(grouped(result.order.apps)) apps" } ?? ""
        return "\(counted(whole.apps, "app")) for \(inDays(result))\(part), seed \(result.order.seed): "
            + "\(grouped(Int(clamping: days.rounded()))) device-days, \(grouped(whole.events)) events\n"
            + changes(result.order)
    }

    /// Returns a line that names the iOS version, interpretation and overrides that replace the population's settings;
    /// empty if none do.
    private static func changes(_ order: FleetOrder) -> String {
        let reading = order.reading == .apple ? [] : ["the reading '\(order.reading.name)'"]
        let changes =
            (order.ios.map { ["all on iOS \($0)"] } ?? []) + reading + order.overrides.map(\.description)
        return changes.isEmpty ? "" : "With " + changes.joined(separator: ", ") + "\n"
    }

    private static func apps(_ whole: ClassTally, _ result: FleetResult) -> String {
        var table = TextTable(
            ["an app, in \(inDays(result))", "mean", "p50", "p90", "p99", "max", "in all"], numeric: Set(1...6))
        table.add(["background hours"] + row(whole.backgroundTime, unit: 3.6e9, 2))
        table.add(["launches"] + row(whole.launches))
        table.add(["suspensions"] + row(whole.suspensionsOfApps))
        table.add(["wakes"] + row(whole.wakesOfApps))
        table.add(["kills and crashes"] + row(whole.kills))
        let all = Double(
            whole.microseconds.foreground + whole.microseconds.background + whole.microseconds.suspended
                + whole.microseconds.withoutProcess)
        func part(_ value: UInt128) -> String { Figures.fixed(all > 0 ? Double(value) / all * 100 : 0, 2) + " %" }
        return table.rendered()
            + "\nForeground \(part(whole.microseconds.foreground)) of the time, "
            + "background \(part(whole.microseconds.background)), suspended \(part(whole.microseconds.suspended)), "
            + "without a process \(part(whole.microseconds.withoutProcess)).\n"
            + "\(grouped(whole.launchesByUser)) launches by users, \(grouped(whole.launchesForWakes)) for wakes, "
            + "in \(grouped(whole.sessions)) sessions.\n"
    }

    private static func row(_ spread: Spread, unit: Double = 1, _ decimals: Int = 0) -> [String] {
        func number(_ value: Double, _ decimals: Int) -> String { Figures.fixed(value / unit, decimals) }
        let sum = Double(spread.sum) / unit
        let quantiles = [0.5, 0.9, 0.99].map { number(Double(spread.quantile($0)), decimals) }
        let all = sum < 100 ? Figures.fixed(sum, decimals) : grouped(Int(clamping: sum.rounded()))
        return [number(spread.mean, 2)] + quantiles + [number(Double(spread.max), decimals), all]
    }

    private static func strategies(_ result: FleetResult) -> String {
        var table = TextTable(
            ["alive off screen", "p50", "p90", "p99", "max", "stays", "frozen", "returned", "ended", "goes on"],
            numeric: Set(1...9))
        for (label, tally) in result.byStrategy where tally.stays.all > 0 {
            let spread = tally.aliveAfterLeaving
            func part(_ count: Int) -> String {
                Figures.fixed(Double(count) / Double(tally.stays.all) * 100, 1) + " %"
            }
            table.add(
                [label] + [0.5, 0.9, 0.99].map { time(Double(spread.quantile($0))) } + [
                    time(Double(spread.max)), grouped(tally.stays.all), part(tally.stays.suspended),
                    part(tally.stays.returned), part(tally.stays.ended), part(tally.stays.running),
                ])
        }
        return table.rendered()
    }

    private static func wakes(_ whole: ClassTally) -> String {
        guard !whole.wakes.isEmpty else { return "No wakes.\n" }
        var table = TextTable(["wakes", "delivered", "launched for", "dropped"], numeric: [1, 2, 3])
        for (kind, counts) in whole.wakes.sorted(by: { $0.key < $1.key }) {
            table.add([kind, grouped(counts.delivered), grouped(counts.launched), grouped(counts.dropped)])
        }
        return table.rendered()
    }

    private static func ends(_ whole: ClassTally, _ days: Double) -> String {
        guard !whole.ends.isEmpty else { return "No process ended.\n" }
        var table = TextTable(
            ["ends of processes", "code", "rule", "count", "in 1,000 device-days"], numeric: [3, 4])
        let thousands = Double(whole.apps) * days / 1000
        for entry in whole.ends {
            table.add([
                entry.end.category.rawValue, entry.end.code ?? "-", entry.end.rule.description, grouped(entry.count),
                Figures.fixed(Double(entry.count) / thousands, 2),
            ])
        }
        return table.rendered()
    }

    private static func classes(_ result: FleetResult) -> String {
        var table = TextTable(
            ["class, an app a day", "apps", "background", "launches", "suspensions", "wakes", "kills"],
            numeric: Set(1...6))
        for (kind, tally) in zip(result.population.classes, result.tallies) {
            let days = Double(tally.apps) * result.order.days
            func daily(_ value: Double, _ decimals: Int) -> String {
                Figures.fixed(value / days, decimals)
            }
            table.add([
                kind.name.withoutControls, grouped(tally.apps),
                tally.apps == 0 ? "-" : time(Double(tally.microseconds.background) / days),
                daily(Double(tally.launches.sum), 2), daily(Double(tally.suspensions), 2),
                daily(Double(tally.wakesOfApps.sum), 2), daily(Double(tally.kills.sum), 3),
            ])
        }
        return table.rendered()
    }

    /// Returns a time in the unit that suits its length.
    private static func time(_ microseconds: Double) -> String {
        let seconds = microseconds / 1e6
        if seconds < 120 { return Figures.fixed(seconds, 1) + " s" }
        if seconds < 7200 { return Figures.fixed(seconds / 60, 1) + " min" }
        if seconds < 172_800 { return Figures.fixed(seconds / 3600, 1) + " h" }
        return Figures.fixed(seconds / 86_400, 1) + " d"
    }

    private static func grouped(_ value: Int) -> String { Figures.grouped(Int64(value)) }

    private static func counted(_ count: Int, _ what: String) -> String {
        "\(grouped(count)) \(what)\(count == 1 ? "" : "s")"
    }

    private static func inDays(_ result: FleetResult) -> String {
        let days = result.order.days
        return days.rounded() == days ? counted(Int(clamping: days), "day") : "\(days) days"
    }
}
