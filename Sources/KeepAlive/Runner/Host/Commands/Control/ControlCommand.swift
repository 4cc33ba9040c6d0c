import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

/// The command `keepalive-run ctl`, which queries a running device and sends events to it.
struct Control: ParsableCommand {
    static let name = "ctl"
    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Drive and ask a running device; from within an app, speak for it.",
        usage: "keepalive-run ctl VERB [OPTIONS]",
        discussion: """
            A device is a 'keepalive-run' or a 'keepalive-run boot' of yours. If several run, choose one \
            with --system. If it has several apps, name one by its bundle identifier or the last part of it. \
            Exit status: 0; 125 when nobody answers, it is refused, or a file cannot be used; 64 wrong usage.
            """,
        // The verbs are only created if the arguments ask for them: creating them takes as long as starting a
        // process.
        groupedSubcommands: isAskedFor ? groups : [])

    private static let isAskedFor: Bool = {
        guard let first = Machine.arguments.dropFirst().first else { return false }
        return first == "ctl" || first == "help" || first.hasPrefix("-h")
            || ["--help", "--generate-completion-script", "--experimental-dump-help"].contains { first.hasPrefix($0) }
    }()

    private static var groups: [CommandGroup] {
        [
            CommandGroup(
                name: "Asking:",
                subcommands: [Status.self, Top.self, Why.self, Logs.self, Wait.self, Metrics.self]),
            CommandGroup(
                name: "The user:",
                subcommands: verbs(
                    of: .user,
                    others: [
                        "launch": Launch.self, "openURL": OpenURL.self, "openDocument": OpenDocument.self,
                        "documents": Documents.self, "preview": Preview.self, "notifications": Notifications.self,
                        "tapNotification": Tap.self, "dismissNotification": Dismiss.self,
                        "notificationPermission": NotificationPermission.self, "media": Media.self,
                        "touch": Touch.self,
                    ])),
            CommandGroup(
                name: "The device:",
                subcommands: verbs(
                    of: .device, others: ["memoryWarning": MemoryWarning.self, "location": Location.self])),
            CommandGroup(
                name: "Services:",
                subcommands: verbs(
                    of: .services,
                    others: ["push": Push.self, "task": BackgroundTaskScheduler.self, "happen": Happen.self])),
            CommandGroup(
                name: "From within an app:",
                subcommands: [BeginTask.self, EndTask.self, Audio.self, Events.self, Complete.self, Say.self]),
        ]
    }

    /// Returns the error message for an unknown verb; `nil` for a known verb or an option.
    static func complaint(about verb: String) -> String? {
        let names = configuration.groupedSubcommands.flatMap { $0.subcommands }.compactMap {
            $0.configuration.commandName
        }
        if ControlArguments.isOptionOfVerbs(verb) {
            return "ctl needs a verb, such as 'status'. 'keepalive-run ctl --help' lists them"
        }
        guard !verb.hasPrefix("-"), !names.contains(verb) else { return nil }
        let meant = otherNames[verb] ?? NearestName.find(for: verb, among: names)
        let hint = meant.map { "Did you mean '\($0)'? " } ?? ""
        return "ctl has no verb '\(verb)'. \(hint)'keepalive-run ctl --help' lists them"
    }

    /// Common other names for verbs, for the suggestions in error messages.
    private static let otherNames = [
        "stop": "terminate", "quit": "terminate", "exit": "terminate", "force-quit": "kill", "off": "shutdown",
        "poweroff": "shutdown", "start": "launch", "background": "home", "suspend": "home",
        "foreground": "launch", "gps": "location", "log": "logs", "notification": "push",
    ]

    /// Returns the error message for an unknown second word of the verb `location`; `nil` for a known word and for
    /// other verbs.
    static func complaint(about word: String, of verb: String) -> String? {
        guard verb == Location.configuration.commandName, !word.hasPrefix("-") else { return nil }
        let names = Location.configuration.subcommands.compactMap { $0.configuration.commandName }
        guard !names.contains(word) else { return nil }
        let hint = NearestName.find(for: word, among: names).map { "Did you mean '\($0)'? " } ?? ""
        return "ctl location has no '\(word)'. \(hint)It has \(names.joined(separator: ", "))"
    }

    /// The option that selects a running device.
    struct SystemOption: ParsableArguments {
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "The keepalive-run to use: its process id, PID.N where two have the same, its name, or the path of its socket. Default: the only one that runs; within an app, the one that it runs on.",
                valueName: "PID")
        )
        var system: String?

        /// Sends a request to the device and returns its decoded answer.
        func request<Value: Decodable>(
            _ method: String, _ parameters: [String: JSONValue] = [:], as type: Value.Type
        ) throws -> Value {
            try client().request(method, parameters.isEmpty ? .null : .object(parameters), as: type)
        }

        /// Connects to the selected device.
        ///
        /// - Parameter work: the longest time that the device may work before it answers.
        func client(work: Duration = .zero) throws -> ControlClient {
            // The device may wait for an app to leave the foreground before it answers; 10 s is longer than that
            // wait.
            try ControlClient(system: system, timeout: .seconds(10) + work)
        }

        /// Sends an event to the device and prints what happened.
        ///
        /// - Parameter progress: shows progress while the answer is awaited.
        func tell(
            _ method: String, _ parameters: [String: JSONValue] = [:], work: Duration = .zero,
            progress: WaitProgress? = nil
        ) throws {
            var client = try client(work: work)
            client.whileWaiting = progress?.look
            defer { progress?.finish() }
            let result = try client.request(method, parameters.isEmpty ? .null : .object(parameters))
            let lines = result["happened"]?.array?.compactMap(\.string) ?? []
            try Machine.show(lines.map { $0.withoutControls + "\n" }.joined())
        }
    }

    /// The option that selects an app on the device.
    struct AppOption: ParsableArguments {
        @OptionGroup var device: SystemOption

        @Option(
            help: ArgumentHelp(
                "The app to use: its bundle identifier, or the last part of it. Default: the only one.",
                valueName: "APP"))
        var app: String?

        /// Returns the parameters with the selected app's name added.
        func parameters(_ others: [String: JSONValue] = [:]) -> [String: JSONValue] {
            var parameters = others
            parameters["app"] = app.map { .string($0) }
            return parameters
        }

        /// Sends an event about the app to the device and prints what happened.
        func tell(
            _ method: String, _ others: [String: JSONValue] = [:], work: Duration = .zero, progress: WaitProgress? = nil
        ) throws {
            try device.tell(method, parameters(others), work: work, progress: progress)
        }
    }
}
