import ArgumentParser
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveYAML

extension Control {
    struct Push: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "push", abstract: "Deliver a remote notification, as 'simctl push' takes it.",
            usage:
                "keepalive-run ctl push [[APP] FILE] [--app APP] [--priority N] [--type TYPE] [--collapse-id ID] [--system PID]",
            discussion: """
                The file holds Apple's payload as JSON, such as {"aps": {"content-available": 1}}; - is standard input. \
                Its key "Simulator Target Bundle" names the app where --app does not. Default: the payload above.
                """)

        @OptionGroup var app: AppOption

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("apns-priority: 5 for background pushes, 10 for alerts. Default: 5.", valueName: "N"),
            transform: Values.whole(1...10, "apns-priority"))
        var priority: Int?

        @Option(
            help: ArgumentHelp(
                "apns-push-type: alert, background, voip, location, pushtotalk or liveactivity. Default: what the payload says, which is alert, background or both.",
                valueName: "TYPE"), completion: .list(PushType.allCases.map(\.rawValue)), transform: Values.choice)
        var type: PushType?

        @Option(
            help: ArgumentHelp(
                "apns-collapse-id, 64 bytes at most: what is shown takes the place of an earlier push with the same one.",
                valueName: "ID"))
        var collapseID: String?

        @Argument(
            help: ArgumentHelp(
                "The payload; - is standard input. An app may stand before it.", valueName: "[APP] FILE"),
            completion: .file())
        var words: [String] = []

        func validate() throws {
            guard words.count <= 2 else {
                throw ValidationError("push takes an app and a file, not \(words.count) words")
            }
            if words.count == 2, app.app != nil {
                throw ValidationError("the app is named twice: '\(words[0])' and by --app")
            }
        }

        func run() throws {
            let file = words.last
            var payload: JSONValue = ["aps": ["content-available": 1]]
            if let file {
                do {
                    payload = try JSONValue(parsing: try InputFile.payload(file))
                } catch let error as JSONValue.SyntaxError {
                    throw KeepAliveError(.payload, "\(file): not JSON: \(error)")
                }
            }
            var parameters = app.parameters(["payload": payload])
            parameters["priority"] = priority.map { .number(String($0)) }
            parameters["type"] = type.map { .string($0.rawValue) }
            parameters["collapseID"] = collapseID.map { .string($0) }
            if words.count == 2 {
                parameters["app"] = .string(words[0])
            } else if app.app == nil, let target = payload["Simulator Target Bundle"]?.string {
                parameters["app"] = .string(target)
            }
            try app.device.tell("push", parameters)
        }
    }

    struct BackgroundTaskScheduler: ParsableCommand {
        enum Action: String, ExpressibleByArgument, CaseIterable {
            case launch, expire, run
        }

        static let configuration = CommandConfiguration(
            commandName: "task",
            abstract: "Launch or expire a task of BGTaskScheduler, as the debugger does (BG-25); or run ready tasks.",
            usage:
                "keepalive-run ctl task launch|expire IDENTIFIER [--app APP] [--system PID]\nkeepalive-run ctl task run [--app APP]"
        )

        @OptionGroup var app: AppOption
        @Argument(help: "launch, expire or run") var action: Action
        @Argument(help: ArgumentHelp("The task.", valueName: "IDENTIFIER")) var identifier: String?

        func validate() throws {
            guard (action == .run) == (identifier == nil) else {
                throw ValidationError(
                    action == .run ? "'task run' takes no identifier" : "'task \(action.rawValue)' needs an identifier")
            }
        }

        func run() throws {
            var parameters: [String: JSONValue] = ["action": .string(action.rawValue)]
            parameters["identifier"] = identifier.map { .string($0) }
            try app.tell("task", parameters)
        }
    }

    struct Happen: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "happen",
            abstract: "Cause any other event: a verb of scenarios ('keepalive-run list verbs').",
            usage: "keepalive-run ctl happen VERB [ARGUMENT] [--app APP] [--system PID]",
            discussion: "The argument is the value of the verb in a scenario: {region: office, metres: 250}.")

        @OptionGroup var app: AppOption
        @Argument(help: ArgumentHelp("The verb.", valueName: "VERB")) var verb: String
        @Argument(help: ArgumentHelp("The value of the verb, as YAML.", valueName: "ARGUMENT")) var argument: String?

        func run() throws {
            var parameters: [String: JSONValue] = ["verb": .string(verb)]
            parameters["argument"] = try argument.map { try YAMLText.json($0) }
            try app.tell("happen", parameters)
        }
    }
}
