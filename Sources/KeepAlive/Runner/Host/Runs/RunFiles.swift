import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAliveReport

/// The files with the figures of a run: one that is kept up to date, and those that are written at its end.
final class RunFiles {
    private let summary: OutputDocument?
    private let trace: OutputDocument?
    private let report: OutputDocument?
    private let metricsDocument: OutputDocument?
    private var metrics: MetricsFile?
    /// The events so far, kept where a trace or a page is asked for.
    private var timeline: [TimelineEvent] = []

    /// Opens the files that are asked for.
    ///
    /// - Throws: ``KeepAliveError`` with code `output`.
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

    /// Begins the run.
    ///
    /// - Parameter figures: returns the present figures; `nil` before there are any.
    func begin(on loop: EventLoop, figures: @escaping () -> RunSummary?) {
        metrics = metricsDocument.map { MetricsFile($0, loop: loop, figures: figures) }
    }

    /// Takes an event of the timeline.
    func observe(_ event: TimelineEvent) {
        metrics?.observe(event)
        if trace != nil || report != nil { timeline.append(event) }
    }

    /// Writes the last figures.
    ///
    /// - Returns: the reason why a file is not complete, if any.
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
