import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAliveReport

/// The outputs of a measurement: text on standard output, and files.
struct MeasureOutputs {
    private let summary: OutputDocument?
    private let report: OutputDocument?
    private let trace: OutputDocument?
    private let junit: OutputDocument?

    /// Opens the output files.
    ///
    /// - Parameters:
    ///   - summary: the path for the comparison as JSON.
    ///   - report: the path for the HTML report.
    ///   - trace: the path for the trace with the runs of the last block.
    ///   - junit: the path for the limits as JUnit XML.
    /// - Throws: `KeepAliveError` with code `output` if a file cannot be opened.
    init(summary: String?, report: String?, trace: String?, junit: String?) throws {
        self.summary = try summary.map(OutputDocument.init)
        self.report = try report.map(OutputDocument.init)
        self.trace = try trace.map(OutputDocument.init)
        self.junit = try junit.map(OutputDocument.init)
        for document in [self.summary, self.report, self.trace] { document?.begin() }
        self.junit?.begin(JUnitError.unfinished("limits"))
    }

    /// Prints the comparison and the limits that were reached, and writes the files.
    ///
    /// - Throws: `KeepAliveError` with code `output` if a file cannot be written.
    func write(_ comparison: Comparison, _ outcomes: [Threshold.Outcome], _ measurement: MeasureRun) throws {
        try Machine.show(ComparisonText(comparison, runs: measurement.runs).rendered())
        for outcome in outcomes where outcome.isReached {
            let value = outcome.value.map { "\($0)" } ?? "no figure"
            try Machine.show("reached: \(outcome.threshold): \(outcome.arm) has \(value)\n")
        }
        try summary?.write(JSONText.pretty(comparison))
        let sights = measurement.sights
        try report?.write(
            ComparisonReport(
                comparison, runs: measurement.runs, environment: measurement.environment,
                timelines: sights.mapValues(\.timeline)
            ).rendered())
        try trace?.write(
            TraceText.merged(comparison.arms.compactMap { arm in sights[arm]?.trace.map { (arm, $0) } }))
        try junit?.write(LimitsText.document(outcomes))
    }
}
