import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

struct KeepAliveRun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keepalive-run",
        abstract:
            "Runs any program as if it were an iOS app: freezes it in the background, for real, unless it earns its time.",
        usage: """
            keepalive-run [run] [OPTIONS] -- COMMAND [ARG…]
            keepalive-run simulate [FILE…] [OPTIONS]
            keepalive-run simulate --apps N [OPTIONS]
            keepalive-run measure [OPTIONS] -- COMMAND [ARG…]
            keepalive-run boot [OPTIONS]
            keepalive-run ctl VERB [OPTIONS]
            keepalive-run init [PATH]
            keepalive-run explain FILE… [OPTIONS]
            keepalive-run compare RECORDING… [OPTIONS]
            keepalive-run verify|doctor|list|play|calibrate|demo [OPTIONS]
            """,
        discussion: """
            Exit status of a run: the command's own; 128+n when a signal or the policy ended it; 0 when --for ended it \
            as planned; 125 keepalive-run itself failed; 126 the command cannot be executed; 127 it was not found; \
            64 wrong usage.
            """,
        version: "0.1.0",
        subcommands: [
            Run.self, Boot.self, Measure.self, Simulate.self, Control.self, Verify.self, Explain.self, Compare.self,
            DoctorCommand.self, List.self, Play.self, Calibrate.self, Demo.self, Init.self, CalibrationLoadCommand.self,
        ]
    )

    /// The first arguments that belong to the root command and not to `run`.
    private static let rootOptions = [
        "help", "--help", "-h", "--version", "--generate-completion-script", "--experimental-dump-help",
    ]

    /// Runs the command that this process's arguments name, and exits the process.
    ///
    /// - Parameter prepare: the code to run first. If it throws, the process exits with the error.
    static func run(preparing prepare: () throws -> Void) -> Never {
        Machine.secureStandardDescriptors()
        _ = Machine.inheritedDescriptors
        do {
            try prepare()
            if try HelperCommands.serve(Machine.arguments.dropFirst()) { Machine.leave(0) }
            try Machine.checkArguments(passesOn: passesArgumentsOn)
            var command = try parseAsRoot(understood())
            try command.run()
        } catch {
            end(with: error)
        }
        Machine.leave(0)
    }

    /// True if the words after `--` may be a command, whose arguments are passed on byte by byte and need not be
    /// valid UTF-8.
    private static var passesArgumentsOn: Bool {
        guard let first = Machine.arguments.dropFirst().first else { return true }
        let others = configuration.subcommands.filter { $0 != Run.self && $0 != Measure.self }
        return !others.contains { $0.configuration.commandName == first }
    }

    /// Returns the arguments for the parser: an omitted `run` is added, and the app's own arguments are removed.
    private static func understood() -> [String] {
        var arguments = Array(Machine.arguments.dropFirst())
        // `run` may be omitted, even if the first word is an option. A `defaultSubcommand` is not used, because the
        // parser would then create the options of `run` a second time at each start.
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        let first = arguments.first
        if first.map({ !names.contains($0) && !Self.rootOptions.contains($0) }) ?? true {
            if let first, !first.hasPrefix("-") {
                let hint = NearestName.find(for: first, among: names).map { "Did you mean '\($0)'? " } ?? ""
                fail(
                    "no subcommand '\(first)'. \(hint)To run a command, put it after --: keepalive-run -- \(first)",
                    status: 64)
            }
            if first == nil {
                fail("no command given. Try: keepalive-run -- COMMAND, or keepalive-run --help", status: 64)
            }
            arguments.insert("run", at: 0)
        }
        // The words after `--` belong to the app's command and may be many. The parser needs only the first of them, so
        // the others are removed.
        if let terminator = arguments.firstIndex(of: "--"), terminator + 2 < arguments.endIndex {
            arguments.removeSubrange((terminator + 2)...)
        }
        if first == Control.name {
            arguments = ControlArguments.inOrder(arguments)
            if arguments.count > 1, arguments[0] != "help", let complaint = Control.complaint(about: arguments[1]) {
                fail(complaint, status: 64)
            }
            if arguments.count > 2, let complaint = Control.complaint(about: arguments[2], of: arguments[1]) {
                fail(complaint, status: 64)
            }
        }
        return arguments
    }

    private static func end(with error: any Error) -> Never {
        if let error = error as? KeepAliveError { fail(error.description, status: error.code.exitStatus) }
        if let error = error as? AppFailure { fail(error.description, status: 1) }
        if let code = error as? ExitCode { Machine.leave(code.rawValue) }
        let code = exitCode(for: error)
        // Help and version are not errors. ArgumentParser provides their full text.
        if code == .success { show(fullMessage(for: error)) }
        // Only the first line describes the error. The rest of ArgumentParser's text is the usage, which --help
        // shows.
        let text = message(for: error)
        fail(text.split(separator: "\n").first.map(String.init) ?? text, status: 64)
    }

    private static func show(_ text: String) -> Never {
        do {
            try Machine.show(text + "\n")
        } catch {
            fail("\(error)", status: 125)
        }
        Machine.leave(0)
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        Machine.complain(message)
        Machine.leave(status)
    }
}
