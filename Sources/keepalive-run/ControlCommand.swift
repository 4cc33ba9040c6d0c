import ArgumentParser
import KeepAliveCore

/// `keepalive-run ctl`: asks a running system.
struct Control: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctl",
        abstract: "Ask a running system.",
        usage: "keepalive-run ctl why|metrics [--system PID]",
        subcommands: [Why.self, Metrics.self]
    )

    /// Which running system is meant.
    struct SystemOption: ParsableArguments {
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "The keepalive-run that is meant: its process id, PID.N where two have one, or the path of its socket. Default: the only one that runs.",
                valueName: "PID")
        )
        var system: String?

        /// Asks, and returns the answer.
        func request<Value: Decodable>(_ method: String, as type: Value.Type) throws -> Value {
            try ControlClient(system: system).request(method, as: type)
        }
    }

    /// `keepalive-run ctl metrics`.
    struct Metrics: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "metrics",
            abstract: "Print the figures up to now in Prometheus' text format.",
            usage: "keepalive-run ctl metrics [--system PID]",
            discussion: """
                Everything is told of a run that was asked for figures (--metrics, --summary, --figures …); of another \
                one, CPU time and waits. Asking neither thaws the app nor keeps it running. Exit status: 0, or 125 when \
                nobody answers.
                """
        )

        @OptionGroup var system: SystemOption

        func run() throws {
            try Machine.writeToStandardOutput(system.request("metrics", as: String.self))
        }
    }

    /// `keepalive-run ctl why`.
    struct Why: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "why",
            abstract: "Why is the app running, frozen or killed, by which rule and evidence, and what would change it?",
            usage: "keepalive-run ctl why [--system PID] [--json]",
            discussion: "Asking neither thaws the app nor keeps it running. Exit status: 0, or 125 when nobody answers."
        )

        @OptionGroup var system: SystemOption

        @Flag(help: "Print JSON instead of text.")
        var json = false

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Colours: auto, always, never. Default: auto.", valueName: "WHEN"),
            transform: Values.choice)
        var color: ColourChoice?

        func run() throws {
            let explanation = try system.request("why", as: Explanation.self)
            if json {
                try Machine.writeToStandardOutput(JSONText.pretty(explanation))
            } else {
                let text = ExplanationText(colours: (color ?? .auto).onStandardOutput)
                try Machine.writeToStandardOutput(text.text(explanation))
            }
        }
    }
}
