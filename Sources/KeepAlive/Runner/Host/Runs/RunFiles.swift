import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAliveReport

/// The files with the figures of a run: the metrics file, which is kept up to date, and files that are written at the
/// end.
final class RunFiles {
    private let summary: OutputDocument?
    private let trace: OutputDocument?
    private let report: OutputDocument?
    private let metricsDocument: OutputDocument?
    private var metrics: MetricsFile?
    /// The events up to now; they are only kept for a trace or a report.
    private var timeline: [TimelineEvent] = []

    /// Opens the files of the given outputs.
    ///
    /// - Throws: ``KeepAliveError`` with code `output` if a file cannot be opened, or if the metrics file cannot be
    ///   replaced.
    init(_ outputs: RunOutputs) throws {
        summary = try outputs.summary.map(OutputDocument.init)
        metricsDocument = try outputs.metrics.map { path in
            let document = try OutputDocument(path)
            guard document.isReplaced else {
                throw KeepAliveError(
                    .output,
                    "--metrics \(path): cannot be replaced: a pipe, a device, one of several links, or not yours",
                    remedy: "Name a file of your own, or one that is not there yet")
            }
            return document
        }
        trace = try outputs.trace.map(OutputDocument.init)
        report = try outputs.report.map(OutputDocument.init)
        for document in [summary, trace, report] { document?.begin() }
    }

    /// Starts to keep the metrics file up to date.
    ///
    /// - Parameter figures: returns the current figures; `nil` before there are any.
    func begin(on loop: EventLoop, figures: @escaping () -> RunSummary?) {
        metrics = metricsDocument.map { MetricsFile($0, loop: loop, figures: figures) }
    }

    /// Updates the metrics file for an event of the timeline, and keeps the event for the trace and the report.
    func observe(_ event: TimelineEvent) {
        metrics?.observe(event)
        if trace != nil || report != nil { timeline.append(event) }
    }

    /// Writes the final figures to all files.
    ///
    /// - Returns: the error of a file that could not be written; `nil` if all files are complete.
    func write(_ figures: RunSummary, _ series: SampleSeries) -> KeepAliveError? {
        metrics?.write(figures, hasEnded: true)
        var failure = metrics?.failure
        func attempt(_ what: String, _ write: () throws -> Void) {
            do {
                try write()
            } catch {
                failure = error as? KeepAliveError ?? KeepAliveError(.output, "the \(what) cannot be written: \(error)")
            }
        }
        attempt("summary") { try summary?.write(JSONText.pretty(figures)) }
        attempt("trace") { try trace?.write(TraceText(events: timeline, series: series).rendered()) }
        attempt("report") { try report?.write(RunReport(figures, events: timeline, series: series).rendered()) }
        return failure
    }
}
