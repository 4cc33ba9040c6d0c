import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport

extension Control {
    struct Notifications: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "notifications", abstract: "List an app's notifications: shown and to come.",
            usage: "keepalive-run ctl notifications [--app APP] [--json] [--system PID]",
            discussion: """
                Each line has the identifier, then the text. 'ctl tap' and 'ctl dismiss' answer those that are shown.
                """)

        @OptionGroup var app: AppOption

        @Flag(help: "Print JSON.")
        var json = false

        func run() throws {
            let answer = try app.device.client().request("notifications", .object(app.parameters()))
            guard !json else { return try Machine.emit(answer.text + "\n") }
            let permission = answer["authorization"]?.string ?? ""
            let badge = answer["badge"]?.int ?? 0
            var lines = ["permission: \(permission); badge: \(badge == 0 ? "none" : String(badge))"]
            lines += (answer["delivered"]?.array ?? []).map { "shown  \(Self.line($0))" }
            lines += (answer["pending"]?.array ?? []).map { entry in
                let wait = entry["firesIn"]?.double.map { "in \(Figures.fixed($0, 1)) s" } ?? "at its region"
                return "\(entry["repeats"]?.bool == true ? "repeats, " : "")\(wait)  \(Self.line(entry))"
            }
            try Machine.show(lines.map { $0.withoutControls + "\n" }.joined())
        }

        private static func line(_ entry: JSONValue) -> String {
            let text = ["title", "subtitle", "body"].compactMap { entry[$0]?.string }.filter { !$0.isEmpty }
            let actions = entry["actions"]?.array?.compactMap(\.string) ?? []
            return (entry["identifier"]?.string ?? "") + (text.isEmpty ? "" : ": " + text.joined(separator: ": "))
                + (actions.isEmpty ? "" : " [\(actions.joined(separator: ", "))]")
        }
    }

    struct Tap: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "tap", abstract: "Tap a notification, or choose an action of it (LN-05, LN-12).",
            usage: "keepalive-run ctl tap NOTIFICATION [--action ACTION [--text TEXT]] [--app APP] [--system PID]",
            discussion: """
                A tap brings the app to the front, and launches it if need be. An action does so if it is one of the \
                foreground; for any other the app runs in the background for up to 30 s.
                """)

        @OptionGroup var app: AppOption

        @Option(help: ArgumentHelp("The identifier of an action of its category.", valueName: "ACTION"))
        var action: String?

        @Option(help: ArgumentHelp("The text that the user types with the action.", valueName: "TEXT"))
        var text: String?

        @Argument(help: ArgumentHelp("The identifier of the notification.", valueName: "NOTIFICATION"))
        var notification: String

        func run() throws {
            var parameters: [String: JSONValue] = ["notification": .string(notification)]
            parameters["action"] = action.map { .string($0) }
            parameters["text"] = text.map { .string($0) }
            try app.tell("tapNotification", parameters)
        }
    }

    struct Dismiss: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "dismiss", abstract: "Dismiss a notification (LN-13).",
            usage: "keepalive-run ctl dismiss NOTIFICATION [--app APP] [--system PID]",
            discussion: """
                The app hears of it if the notification's category has customDismissAction.
                """)

        @OptionGroup var app: AppOption

        @Argument(help: ArgumentHelp("The identifier of the notification.", valueName: "NOTIFICATION"))
        var notification: String

        func run() throws { try app.tell("dismissNotification", ["notification": .string(notification)]) }
    }
    struct NotificationPermission: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "notification-permission", abstract: "Allow an app notifications, or no longer (LN-10).",
            usage: "keepalive-run ctl notification-permission allowed|denied [--app APP] [--system PID]",
            discussion: """
                Before the app asks, this is the answer that it will get.
                """)

        private static let words = ["allowed", "denied"]

        @OptionGroup var app: AppOption

        @Argument(
            help: "allowed or denied", completion: .list(words), transform: { try Values.word($0, among: words) })
        var permission: String

        func run() throws { try app.tell("notificationPermission", ["allowed": .bool(permission == Self.words[0])]) }
    }
}
