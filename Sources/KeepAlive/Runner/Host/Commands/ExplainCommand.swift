import ArgumentParser
import KeepAliveCrashReports
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveScenarios
import KeepAliveYAML

/// The command `keepalive-run explain`, which says what ended an app, from the reports that a phone left.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Say what ended an app, from crash reports, jetsam reports and logs of a phone.",
        discussion: """
            FILE is a crash report (.ips, .crash), a resource report, a JetsamEvent report, lines that Xcode or a console \
            printed at a kill, or a payload of MetricKit; any text may be around it. For each end the rule is named, its \
            limit on that version of iOS, what the report's numbers say, and the usual cures. What is no kill by the system \
            is said to be none.

            --scenario writes scenarios that play the ends again, and beside each a test for your app: 'simulate FILE' plays \
            both, and 'run --scenario FILE:LINE -- YOUR-APP' the test. They have no names, paths or identifiers of the \
            reports. Nothing leaves this machine.

            Exit status: 0 all files were read; 3 no scenario plays what they tell of; 64 a file is no report, or \
            wrong usage; 125 an output that cannot be written.
            """
    )

    @Argument(
        help: ArgumentHelp("Reports or logs; - is standard input.", valueName: "FILE"), completion: .file())
    var files: [String]

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The version whose rules explain the reports. Default: that of each report, else the newest, \(ProfileCatalogue.newest.version).",
            valueName: "VERSION"), completion: Completions.profiles, transform: Values.profile)
    var ios: PolicyProfile?

    @Option(
        help: ArgumentHelp("Write scenarios that play the ends again; - is standard error.", valueName: "FILE"),
        completion: .file())
    var scenario: String?

    @Flag(help: "Print a line of JSON for each end instead of text.")
    var json = false

    func run() throws {
        try OutputConflict.check(outputs: [("--scenario", scenario)], inputs: files)
        let scenarios = try scenario.map(OutputDocument.init)
        var explained: [(file: String, explanation: CrashExplanation)] = []
        var failures: [KeepAliveError] = []
        for file in files {
            do {
                let name = file == "-" ? "standard input" : file
                let bytes = try InputFile.report(file, limit: ReportFile.sizeMaxBytes)
                for report in try ReportFile.reports(in: bytes, file: name) {
                    explained.append((name, CrashExplanation(report, chosen: ios)))
                }
            } catch let error as KeepAliveError {
                failures.append(error)
            }
        }
        try show(explained)
        for failure in failures { Machine.complain(failure.description) }
        let written = try write(explained.map(\.explanation), to: scenarios)
        if !failures.isEmpty { throw ExitCode(64) }
        if !written { throw ExitCode(3) }
    }

    private func show(_ explained: [(file: String, explanation: CrashExplanation)]) throws {
        for (file, explanation) in explained {
            if json {
                try Machine.emit(CrashExplanationText.json(explanation, file: file).text + "\n")
            } else {
                try Machine.show(CrashExplanationText.text(explanation, file: file))
            }
        }
        guard explained.count > 1, !json else { return }
        var table = TextTable(["ends", "kind", "rule"], numeric: [0])
        for row in CrashExplanationText.counts(explained.map(\.explanation)) {
            table.add(["\(row.ends)", row.kill.rawValue, row.rule.map { "\($0)" } ?? "–"])
        }
        try Machine.show("\n" + table.rendered())
    }

    /// What to do with the scenarios that were written.
    private static func nextSteps(_ text: String, in file: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let tests = lines.indices.filter { lines[$0].hasPrefix(Reproduction.testBegin) }
        return
            (["keepalive-run simulate \(file)    # plays the same end"]
            + tests.map {
                "keepalive-run run --scenario \(file):\($0 + 1) --time-scale 0.05 -- YOUR-APP    # red as long as it ends so"
            }).joined(separator: "\n") + "\n"
    }

    /// True if all scenarios of a text are met on virtual time.
    private static func isPlayed(_ text: String) throws -> Bool {
        try ScenarioReader.scenarios(in: text, file: "reproduction").allSatisfy { scenario in
            guard let version = scenario.versions.first else { return false }
            return try ScenarioSimulation.play(scenario, ios: version).passed
        }
    }

    /// Writes the scenarios; each kind of end on a version of iOS once.
    ///
    /// - Returns: false if scenarios are asked for, and no end can be played.
    private func write(_ explanations: [CrashExplanation], to document: OutputDocument?) throws -> Bool {
        guard let document else { return true }
        var texts: [String] = []
        var refused: Set<String> = []
        for explanation in explanations {
            guard let text = Reproduction(explanation)?.text, !texts.contains(text) else { continue }
            if try Self.isPlayed(text) {
                texts.append(text)
            } else {
                refused.insert("\(explanation.kill.rawValue), iOS \(explanation.profile.version)")
            }
        }
        for end in refused.sorted() {
            Machine.complain("no scenario written for \(end): the rules of that version do not end an app so")
        }
        guard !texts.isEmpty else {
            if explanations.isEmpty { return false }
            Machine.complain("no scenario written: nothing in these files is a kill that a scenario can play")
            return false
        }
        let all = texts.joined(separator: "---\n")
        try document.write(all)
        if let scenario, !json { try Machine.show("\n" + Self.nextSteps(all, in: scenario)) }
        return true
    }
}
