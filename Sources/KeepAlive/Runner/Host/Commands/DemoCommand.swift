import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveStrategies

/// The command `keepalive-run demo`, which runs each strategy on a ticking program and prints a table of the results.
struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Watch the strategies one after the other on a program that ticks (under a minute).",
        usage: "keepalive-run demo [--color WHEN]",
        discussion: """
            Runs a shell loop that prints a tick a second: with no strategy, with a background task in two eras (time \
            scaled), kept alive by silent audio, kept alive by location, and refused for a missing mode. Everything is \
            real: the freeze, the sound device, the fixes. Exit status: 0, or 125 when a part is not available.
            """
    )

    @OptionGroup var colour: ColourOption

    /// A run of the demonstration, with its strategy and settings.
    private struct Case {
        var title: String
        var strategy: any KeepAliveStrategy.Type
        var ios: String = ProfileCatalogue.newest.version.description
        var modes: [BackgroundMode] = []
        var timeScale = 1.0
        var duration: Duration
    }

    private static let cases = [
        Case(title: "No strategy: suspended at once", strategy: NoStrategy.self, duration: .seconds(4)),
        Case(
            title: "A background task, iOS 12.4, twenty times faster", strategy: BackgroundTaskStrategy.self,
            ios: "12.4", timeScale: 0.05, duration: .seconds(11)),
        Case(
            title: "A background task, iOS 13.0, five times faster", strategy: BackgroundTaskStrategy.self,
            ios: "13.0", timeScale: 0.2, duration: .seconds(8)),
        Case(
            title: "Silent audio: a buffer of silence really loops", strategy: SilentAudioStrategy.self,
            modes: [.audio], duration: .seconds(8)),
        Case(
            title: "Location: fixes really arrive from gpsd", strategy: LocationStrategy.self, modes: [.location],
            duration: .seconds(8)),
        Case(
            title: "Location without the mode in the Info.plist", strategy: LocationStrategy.self,
            duration: .seconds(4)),
    ]

    private static let ticking = #"n=0; while :; do n=$((n+1)); echo "        tick $n"; sleep 1; done"#

    func run() throws {
        let colours = colour.onStandardError
        var table = TextTable(
            ["strategy", "iOS", "declared", "alive in background", "how it ended", "why", "evidence"], numeric: [3])
        for (index, demonstration) in Self.cases.enumerated() {
            let number = "\(index + 1)/\(Self.cases.count)"
            Machine.tell("\n\(bold("── \(number)  \(demonstration.title)", colours))\n")
            var app = AppSetup(command: ["/bin/sh", "-c", RawText(Self.ticking)])
            app.strategies = [StrategyFactory(demonstration.strategy)]
            app.modes = demonstration.modes
            var configuration = RunConfiguration(app)
            configuration.policy.profile = try ProfileCatalogue.profile(named: demonstration.ios)
            configuration.plan.backgroundAfter = .seconds(1)
            configuration.plan.endAfter = demonstration.duration
            configuration.plan.timeScale = demonstration.timeScale
            configuration.outputs.colours = colours
            // The freezer is the same in all runs, so only the first timeline names it.
            configuration.plan.tellsFreezer = index == 0
            let result = try CommandRun(configuration).run()
            if result.interrupted { throw ExitCode(result.status) }
            table.add(row(demonstration, result.summary))
        }
        Machine.tell("\n")
        try Machine.show(table.rendered())
        try Machine.show(
            "\nSeconds are device time. Now with a program of yours:\n"
                + "  \(Machine.program) --background-after 5s --modes audio --strategy silent-audio -- COMMAND\n")
    }

    private func row(_ demonstration: Case, _ summary: RunSummary) -> [String] {
        let exit = summary.exit
        let alive = exit.aliveInBackgroundSeconds.map { "\(Figures.fixed($0 / summary.timeScale, 1)) s" } ?? "-"
        let isRunning = exit.termination == nil && exit.lastState != .suspended
        let how: String
        if let exception = exit.exceptions.first, exit.termination != nil {
            how = "SIGABRT: \(exception.name)"
        } else if exit.termination != nil {
            how = exit.how
        } else {
            how = isRunning ? "still running at the end" : "suspended"
        }
        var evidence: [String] = []
        if summary.evidence.framesPlayed > 0 {
            evidence.append("\(Figures.grouped(summary.evidence.framesPlayed)) frames played")
        }
        if summary.evidence.fixes > 0 { evidence.append("\(summary.evidence.fixes) fixes") }
        if summary.freezer.freezes > 0, let latency = summary.freezer.freezeLatencyMaxSeconds {
            evidence.append("frozen in \(Figures.milliseconds(latency))")
        }
        let held = summary.grants.keys.compactMap(Grant.init).filter { $0 != .foreground && $0 != .finishTask }.first
        let rule = isRunning ? held.map { $0 == .audio ? "AS-34" : "CL-06" } : exit.rule?.description
        return [
            demonstration.strategy.descriptor.name, summary.ios,
            summary.declaredModes.isEmpty ? "-" : summary.declaredModes.joined(separator: ", "), alive, how,
            rule ?? "-", evidence.isEmpty ? "-" : evidence.joined(separator: ", "),
        ]
    }

    private func bold(_ text: String, _ colours: Bool) -> String {
        colours ? "\u{1B}[1m\(text)\u{1B}[0m" : text
    }
}
