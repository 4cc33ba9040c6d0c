import ArgumentParser
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveRecordings

/// The command `keepalive-run compare`, which shows a phone beside the model.
struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare what a phone did, recorded by an app on it, with what the rules do.",
        discussion: """
            RECORDING is a file that Examples/Recorder wrote on a phone, or under keepalive-run: a line of JSON for each \
            event. What happened to the phone and what the app did is played on virtual time. Callbacks, suspensions, \
            background time and ends of both are shown side by side, each with its rule.

            Exit status: 0 the same within the tolerance; 1 different; 64 no recording, or wrong \
            usage; 125 an output that cannot be written.
            """
    )

    @Argument(
        help: ArgumentHelp("Recordings of an app; each may have many processes.", valueName: "RECORDING"),
        completion: .file())
    var recordings: [String]

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The version of iOS that is played. Default: that of the recording.", valueName: "VERSION"),
        completion: Completions.profiles, transform: Values.profile)
    var ios: PolicyProfile?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Change a constant or switch of the rules; repeatable. 'list profiles' prints them; seconds for durations.",
            valueName: "NAME=VALUE"), completion: Completions.constants, transform: Values.override)
    var set: [ProfileOverride] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "By how much times and budgets may differ, such as 500ms. Default: 1s.", valueName: "DURATION"),
        transform: Values.duration)
    var tolerance: Duration = .seconds(1)

    @Option(
        help: ArgumentHelp("Write what happened to the phone as scenarios; - is standard error.", valueName: "FILE"),
        completion: .file())
    var scenario: String?

    @Option(
        help: ArgumentHelp(
            "Write a page with the phone over the model; needs one RECORDING.", valueName: "FILE.html"),
        completion: .file())
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Write the first process that differs as an observation for Scenarios/field; needs one RECORDING.",
            valueName: "FILE.yaml"), completion: .file())
    var asObservation: String?

    @Flag(help: "Print JSON instead of tables: a line for each recording.")
    var json = false

    func validate() throws {
        if asObservation != nil, !set.isEmpty || ios != nil {
            throw ValidationError("--as-observation speaks against the rules as they are: leave --set and --ios out")
        }
        guard recordings.count > 1 else { return }
        if report != nil { throw ValidationError("--report is for one RECORDING") }
        if asObservation != nil { throw ValidationError("--as-observation is for one RECORDING") }
    }

    func run() throws {
        try OutputConflict.check(
            outputs: [("--scenario", scenario), ("--report", report), ("--as-observation", asObservation)],
            inputs: recordings)
        let scenarios = try scenario.map(OutputDocument.init)
        let page = try report.map(OutputDocument.init)
        let observation = try asObservation.map(OutputDocument.init)
        var comparisons: [RecordingComparison] = []
        for file in recordings {
            let bytes = try InputFile.bytes(
                of: file, limit: Recording.sizeMaxBytes, code: .usage, what: "a recording of an app")
            let recording = try Recording(bytes, file: file)
            comparisons.append(
                try RecordingComparison(
                    recording, ios: ios?.version, overrides: set, tolerance: tolerance / .seconds(1)))
        }
        for comparison in comparisons where comparison.rowCount == 0 {
            throw KeepAliveError(
                .usage, "\(comparison.file): the recording has nothing to compare", remedy: "It ends where it begins")
        }
        for comparison in comparisons {
            if json {
                try Machine.emit(RecordingComparisonText.json(comparison).text + "\n")
            } else {
                try Machine.show(RecordingComparisonText.text(comparison))
            }
        }
        try scenarios?.write(comparisons.flatMap { $0.processes.map(\.scenario) }.joined(separator: "---\n"))
        if let comparison = comparisons.first { try page?.write(RecordingComparisonText.page(comparison)) }
        if let comparison = comparisons.first, let observation { try write(observation, comparison) }
        if comparisons.contains(where: { !$0.differences.isEmpty }) { throw ExitCode(1) }
    }

    private func write(_ document: OutputDocument, _ comparison: RecordingComparison) throws {
        let text = comparison.processes.lazy.compactMap { RecordedObservation.text(of: $0, in: comparison) }.first
        guard let text else {
            return Machine.complain("no observation written: the recording shows no difference")
        }
        try document.write(text)
    }
}
