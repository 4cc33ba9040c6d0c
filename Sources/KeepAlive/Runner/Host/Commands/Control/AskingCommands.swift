import ArgumentParser
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport

extension Control {
    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Print what each app does, why, since when, its grants and what is next.",
            usage: "keepalive-run ctl status [--watch] [--json] [--system PID]",
            discussion: "Asking neither thaws an app nor keeps it running.")

        @OptionGroup var system: SystemOption
        @OptionGroup var colour: ColourOption

        @Flag(help: "Print JSON instead of a table; with --watch, a line each time.")
        var json = false

        @Flag(help: "Print it again after each change, until Ctrl-C.")
        var watch = false

        func run() throws {
            guard watch else { return try show() }
            let client = try system.client()
            try show()
            try client.follow(
                "logs", ["follow": true], first: { _ in },
                told: { message in
                    // The table shows states, grants, wakes and confirmed freezes, so only events about these print the
                    // table again.
                    let shown: [TimelineEvent.Kind] = [
                        .state, .grantGained, .grantLost, .wakeStarted, .wakeEnded, .terminated, .frozen, .thawed,
                        .freezeFailed,
                    ]
                    if case .request("line", let event, _) = message,
                        shown.contains(where: { $0.rawValue == event["event"]?.string })
                    {
                        try show()
                    }
                    return nil
                })
        }

        private func show() throws {
            let status = try system.request("status", as: DeviceStatus.self)
            if json {
                return try Machine.emit(watch ? JSONText.line(status) : JSONText.pretty(status))
            }
            let text = StatusText(colours: colour.onStandardOutput, width: Machine.terminalWidth ?? 160)
            try Machine.show(text.lines(status).map { $0 + "\n" }.joined() + (watch ? "\n" : ""))
        }
    }

    struct Why: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "why",
            abstract:
                "Explain why an app is running, frozen or killed, by which rule and evidence, and what would change it.",
            usage: "keepalive-run ctl why [APP] [--system PID] [--json]",
            discussion: "Asking neither thaws the app nor keeps it running. Exit status: 0, or 125 when nobody answers."
        )

        @OptionGroup var app: AppOption
        @OptionGroup var colour: ColourOption

        @Flag(help: "Print JSON instead of text.")
        var json = false

        func run() throws {
            let explanation = try app.device.request("why", app.parameters(), as: Explanation.self)
            if json {
                try Machine.emit(JSONText.pretty(explanation))
            } else {
                try Machine.show(
                    ExplanationText(colours: colour.onStandardOutput).text(explanation))
            }
        }
    }

    struct Metrics: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "metrics",
            abstract: "Print the figures up to now in Prometheus' text format.",
            usage: "keepalive-run ctl metrics [APP] [--system PID]",
            discussion: """
                A run that was asked for figures (--metrics, --summary, --figures …) gives all of them; another one gives \
                CPU time and waits. Asking neither thaws the app nor keeps it running. Exit status: 0, or 125 when \
                nobody answers.
                """
        )

        @OptionGroup var app: AppOption

        func run() throws {
            try Machine.emit(app.device.request("metrics", app.parameters(), as: String.self))
        }
    }

    struct Logs: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "logs", abstract: "Print the last lines of the timeline, and follow it.",
            usage: "keepalive-run ctl logs [APP] [--follow] [--json] [--system PID]")

        @OptionGroup var app: AppOption
        @OptionGroup var colour: ColourOption

        @Flag(name: .shortAndLong, help: "Go on with each further line, until Ctrl-C.")
        var follow = false

        @Flag(help: "Print each event as a line of JSON.")
        var json = false

        func run() throws {
            let parameters = app.parameters(["follow": .bool(follow)])
            let text = TimelineText(colours: colour.onStandardOutput)
            func show(_ event: JSONValue) throws {
                if json { return try Machine.emit(event.text + "\n") }
                guard let line = text.line(for: try event.decoded(as: TimelineEvent.self), namingApp: app.app == nil)
                else { return }
                try Machine.show(line + "\n")
            }
            func showAll(_ result: JSONValue) throws { for event in result["lines"]?.array ?? [] { try show(event) } }
            let client = try app.device.client()
            guard follow else { return try showAll(client.request("logs", .object(parameters))) }
            try client.follow(
                "logs", .object(parameters), first: showAll,
                told: { message in
                    if case .request("line", let event, _) = message { try show(event) }
                    return nil
                })
        }
    }

    struct Wait: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "wait", abstract: "Wait until an app is in a state.",
            usage: "keepalive-run ctl wait STATE [--app APP] [--timeout DUR] [--system PID]",
            discussion: """
                States: foregroundActive, foregroundInactive, background, suspended (its processes stand still, as the \
                kernel has confirmed), terminated; of an app that has not been started yet, or has ended, unattached, or \
                notRunning before iOS 13. Exit status: 0 when it is there, 1 when the time is over, 125 when the device has gone or \
                has no such app.
                """)

        @OptionGroup var app: AppOption

        @Option(
            parsing: .unconditional, help: ArgumentHelp("The longest wait. Default: 60s.", valueName: "DUR"),
            transform: Values.duration)
        var timeout: Duration?

        @Argument(
            help: ArgumentHelp("The state.", valueName: "STATE"), completion: Completions.of(ApplicationState.self),
            transform: Values.state)
        var state: ApplicationState

        /// An error that ends the wait once the app is in the state.
        private struct Reached: Error {}

        func run() throws {
            let limit = timeout ?? .seconds(60)
            Machine.exitAfter(
                limit, status: 1,
                words:
                    "keepalive-run: \((app.app ?? "the app").withoutControls) was not \(state.rawValue) within \(limit.inWords)\n"
            )
            do {
                var (name, meant): (String?, [ApplicationState]) = (nil, [state])
                try app.device.client().follow(
                    "logs", .object(app.parameters(["follow": true])), first: { _ in (name, meant) = try look() },
                    told: { message in
                        if case .request("line", let line, _) = message,
                            case let event = try line.decoded(as: TimelineEvent.self),
                            name == nil || event.app == name, meant.contains(where: event.brings)
                        {
                            throw Reached()
                        }
                        return nil
                    })
            } catch is Reached {
                return
            }
            throw KeepAliveError(.control, "the device has gone before the app was \(state.rawValue)")
        }

        /// Returns the name of the app to wait for (`nil` if there is no such app yet), and all states that have the
        /// wanted state's name, either this project's or Apple's (SD-01, SD-02).
        ///
        /// - Throws: ``Reached`` if the app is in the state already.
        private func look() throws -> (String?, [ApplicationState]) {
            let status = try app.device.request("status", as: DeviceStatus.self)
            let apps = status.apps
            let era = try ProfileCatalogue.profile(named: status.ios).lifecycle
            let meant = ApplicationState.allCases.filter { $0.isCalled(state, in: era) }
            guard app.app != nil || apps.count < 2 else {
                let names = apps.map(\.name).joined(separator: ", ")
                throw KeepAliveError(.refusal, "\(apps.count) apps run here: name one of \(names) with --app")
            }
            let found = apps.first { one in
                app.app.map { one.name == $0 || one.name.hasSuffix(".\($0)") } ?? true
            }
            if let found, meant.contains(where: found.isIn) { throw Reached() }
            return (found?.name, meant)
        }
    }
}
