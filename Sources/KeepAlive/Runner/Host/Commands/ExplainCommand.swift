import ArgumentParser
import KeepAliveCrashReports
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport

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

            Exit status: 0 all files were read; 3 no scenario plays what they tell of; 64 a file is no report, or wrong usage.
            """
    )

    @Argument(
        help: ArgumentHelp("Reports or logs; - is standard input.", valueName: "FILE"), completion: .file())
    var files: [String]

    @OptionGroup var options: ProfileOption

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
                    explained.append((name, CrashExplanation(report, chosen: options.ios)))
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
            try Machine.show(
                json
                    ? CrashExplanationText.json(explanation, file: file).text + "\n"
                    : CrashExplanationText.text(explanation, file: file))
        }
        guard explained.count > 1, !json else { return }
        var table = TextTable(["ends", "kind", "rule"], numeric: [0])
        for row in CrashExplanationText.counts(explained.map(\.explanation)) {
            table.add(["\(row.count)", row.kill.rawValue, row.rule.map { "\($0)" } ?? "–"])
        }
        try Machine.show("\n" + table.rendered())
    }

    /// Writes the scenarios; each kind of end on a version of iOS once.
    ///
    /// - Returns: false if scenarios are asked for, and no end can be played.
    private func write(_ explanations: [CrashExplanation], to document: OutputDocument?) throws -> Bool {
        guard let document else { return true }
        var texts: [String] = []
        for explanation in explanations {
            if let text = Reproduction(explanation)?.text, !texts.contains(text) { texts.append(text) }
        }
        guard !texts.isEmpty else {
            Machine.complain("no scenario written: nothing in these files is a kill that a scenario can play")
            return false
        }
        try document.write(texts.joined(separator: "---\n"))
        return true
    }
}
