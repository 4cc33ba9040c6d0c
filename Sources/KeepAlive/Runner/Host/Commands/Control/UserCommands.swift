import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

extension Control {
    struct Launch: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "launch", abstract: "Bring an app to the front, or start another one on the device.",
            usage: """
                keepalive-run ctl launch [APP] [--system PID]
                keepalive-run ctl launch [OPTIONS] -- COMMAND [ARG…]
                """,
            discussion: """
                With a command, starts an app that is new on the device: in this directory, with the device's environment \
                and the variables of --child-env. The app outlives its process, as an installed app does. With APP, brings \
                an app of the device to the front, and starts it again if it has no process.
                """)

        @OptionGroup var system: SystemOption

        @Option(
            name: .customLong("info-plist"),
            help: ArgumentHelp("The new app's manifest. Default: one that declares nothing.", valueName: "FILE"),
            completion: .file())
        var infoPlist: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Declare UIBackgroundModes without a file: audio,location,…", valueName: "LIST"),
            completion: Completions.of(BackgroundMode.self), transform: Values.modes)
        var modes: [BackgroundMode] = []

        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp("A strategy that acts for the new app; repeatable.", valueName: "NAME"),
            completion: Completions.strategies, transform: Values.strategy)
        var strategy: [String] = []

        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp("A variable of its environment; repeatable.", valueName: "NAME=VALUE"),
            completion: Completions.constants)
        var childEnv: [String] = []

        @Option(
            help: ArgumentHelp("The file for its output. Default: the device's output.", valueName: "FILE"),
            completion: .file())
        var stdout: String?

        @Option(
            help: ArgumentHelp("The file for its standard error. Default: the device's.", valueName: "FILE"),
            completion: .file())
        var stderr: String?

        @Option(
            help: ArgumentHelp(
                "The app's container: its home, with Documents and Library, which are made.", valueName: "DIRECTORY"),
            completion: .directory)
        var container: String?

        @OptionGroup var bundle: BundleOption

        @Flag(help: "The command speaks the app protocol: its launch ends when it says so.")
        var speaks = false

        @Flag(help: "Only put it on the device: the user, or a wake, starts it.")
        var install = false

        @Argument(help: ArgumentHelp("An app that is on the device.", valueName: "APP"))
        var app: String?

        @Argument(parsing: .postTerminator, help: .hidden)
        var command: [String] = []

        func validate() throws {
            guard app == nil || command.isEmpty else {
                throw ValidationError("give an app that is on the device, or a command after --, not both")
            }
            if command.isEmpty,
                infoPlist != nil || !modes.isEmpty || !strategy.isEmpty || install || speaks || stdout != nil
                    || stderr != nil || container != nil || bundle.bundle != nil || !childEnv.isEmpty
            {
                throw ValidationError("these options are for a new app: put its command after --")
            }
            for variable in childEnv
            where variable.split(separator: "=", maxSplits: 1).isEmpty || !variable.contains("=") {
                throw ValidationError("--child-env '\(variable)': write NAME=VALUE")
            }
        }

        func run() throws {
            guard !command.isEmpty else {
                return try system.tell("launch", app.map { ["app": .string($0)] } ?? [:])
            }
            func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
            let directory = try Machine.workingDirectory()
            func absolute(_ path: String?) throws -> JSONValue? {
                try path.map { .string(try Machine.fullPath($0)) }
            }
            var (command, infoPlist) = (Machine.argumentsAfterTerminator, infoPlist)
            try bundle.place(&command, infoPlist: &infoPlist)
            var parameters: [String: JSONValue] = [
                "command": list(command.map(\.text)), "directory": .string(directory),
            ]
            parameters["infoPlist"] = try absolute(infoPlist)
            parameters["container"] = try absolute(container)
            parameters["stdout"] = try absolute(stdout)
            parameters["stderr"] = try absolute(stderr)
            if !modes.isEmpty { parameters["modes"] = list(modes.map(\.rawValue)) }
            if !strategy.isEmpty {
                parameters["strategies"] = list(
                    try strategy.map { name in
                        guard name.hasPrefix(StrategyChoice.prefix) else { return name }
                        // The strategy's program is started here to check the name, so that the device does not have
                        // to wait for the program.
                        _ = try StrategyChoice.named(name)
                        let path = String(name.dropFirst(StrategyChoice.prefix.count))
                        return StrategyChoice.prefix + (try Machine.fullPath(path))
                    })
            }
            if speaks { parameters["speaks"] = true }
            if install { parameters["install"] = true }
            if !childEnv.isEmpty {
                let pairs = childEnv.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
                parameters["environment"] = .object(
                    Dictionary(pairs.map { (String($0[0]), .string(String($0[1]))) }) { $1 })
            }
            try system.tell("launch", parameters)
        }
    }

    struct OpenURL: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "openurl", abstract: "Open a URL or file with an app.",
            usage: "keepalive-run ctl openurl URL [--app APP] [--system PID]")

        @OptionGroup var app: AppOption

        @Argument(
            help: ArgumentHelp("The URL, with its scheme: https://… or the app's own.", valueName: "URL"),
            transform: Values.url)
        var url: String

        func run() throws { try app.tell("openURL", ["url": .string(url)]) }
    }

    struct Touch: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "touch", abstract: "Touch what an app shows: a button, a row, an answer to a question.",
            usage: "keepalive-run ctl touch NAME [--app APP] [--system PID]",
            discussion: """
                For apps of UIKit and SwiftUI, which hold their views. NAME is what stands on it, or its accessibility label \
                or identifier. The app is in front. It is refused, with exit status 125, if nothing on the screen is called so; \
                the error says what is there. (ctl tap taps a notification.)
                """)

        @OptionGroup var app: AppOption

        @Argument(help: ArgumentHelp("What stands on it.", valueName: "NAME"))
        var name: String

        func run() throws { try app.tell("touch", ["name": .string(name)]) }
    }
}
