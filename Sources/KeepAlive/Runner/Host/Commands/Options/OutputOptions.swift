import ArgumentParser
import KeepAlivePolicy

/// The options for the outputs of a timeline, shared by `run` and `boot`.
struct TimelineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Write every decision as NDJSON; - is standard error.", valueName: "FILE"),
        completion: .file())
    var events: String?

    @Flag(name: .shortAndLong, help: "No timeline on standard error.")
    var quiet = false

    @OptionGroup var colour: ColourOption

    /// The outputs of the timeline; outputs of figures are not set.
    var choice: RunOutputs {
        var outputs = RunOutputs()
        outputs.events = events
        outputs.quiet = quiet
        outputs.colours = colour.onStandardError
        return outputs
    }
}

/// The options for the outputs of a run's figures.
struct FigureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Write the figures as JSON; - is standard error.", valueName: "FILE"), completion: .file())
    var summary: String?

    @Option(
        help: ArgumentHelp(
            "Write a page for a browser, with events, reasons and costs; - is standard error.", valueName: "FILE"),
        completion: .file()
    )
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Write states, reasons to run, freezes, decisions and counters as a trace for ui.perfetto.dev; - is standard error.",
            valueName: "FILE"), completion: .file())
    var trace: String?

    @Option(
        help: ArgumentHelp(
            "Keep a file of Prometheus metrics up to date, such as for node_exporter's textfile collector: after each change, and every 15 s while the app can run.",
            valueName: "FILE"), completion: .file())
    var metrics: String?

    @Flag(help: "Print the cost of the run, at its end, on standard error.")
    var figures = false

    @OptionGroup var energy: EnergyOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The interval between readings of the app's counters while it can run, 0.1s or more; 0s for none. Default: 1s where figures are asked for.",
            valueName: "DUR"),
        transform: Values.duration)
    var sample: Duration?

    func validate() throws {
        if let sample, sample != .zero {
            guard sample >= .milliseconds(100) else {
                throw ValidationError("--sample takes 0.1s or more: reading costs CPU time too")
            }
            guard choice.measures else {
                throw ValidationError(
                    "--sample is for the figures: ask for them with --figures, --summary, --report, --trace or --metrics"
                )
            }
        }
        if metrics == "-" { throw ValidationError("--metrics takes a file: it is written again and again") }
        if energy.energy != nil, summary == nil, report == nil, !figures {
            throw ValidationError("--energy is for the figures: ask for them with --figures, --summary or --report")
        }
    }

    /// The outputs of the figures; outputs of the timeline are not set.
    private var choice: RunOutputs {
        var outputs = RunOutputs()
        apply(to: &outputs)
        return outputs
    }

    /// Sets the outputs of the figures in a run's outputs.
    func apply(to outputs: inout RunOutputs) {
        outputs.summary = summary
        outputs.report = report
        outputs.trace = trace
        outputs.metrics = metrics
        outputs.figures = figures
        outputs.energy = energy.energy?.profile
    }

    /// The interval between samples of the counters; `nil` if no samples are taken.
    var sampleEvery: Duration? { sample == .zero ? nil : sample ?? .seconds(1) }
}
