import ArgumentParser
import KeepAliveEngine
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveStrategies

/// The command `keepalive-run verify`, which checks a project's sources, or shows how iOS would answer each strategy.
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check a project's sources by the rules, or show what iOS would answer to each strategy.",
        usage: """
            keepalive-run verify PROJECT [--target NAME] [--configuration NAME] [--ios VERSION] [--json | --sarif]
            keepalive-run verify [--info-plist FILE] [--modes LIST] [--strategy NAME]… [--ios VERSION] [--json]
            """,
        discussion: """
            PROJECT is an Xcode project, a workspace, or a folder with one, or with Swift files. Its sources, Info.plist, \
            build settings and entitlements are read, and nothing is compiled: each mistake is printed with its file and line, \
            the rule, what follows from it on a phone, and the cure. What the sources do not tell is a note, which does not \
            count. A comment '// keepalive:ignore RULE reason' silences a rule on its line, or on the next one.

            Without PROJECT, every strategy, or those given, runs on virtual time under the same policy as a real run.

            Exit status: 0 nothing wrong, all modes declared; 3 something wrong or missing; 64 wrong usage, or no such project; \
            125 an Info.plist or build settings that cannot be read.
            """
    )

    @Argument(
        help: ArgumentHelp("The project to check.", valueName: "PROJECT"), completion: .directory)
    var project: String?

    @Option(
        help: ArgumentHelp("The app's target in PROJECT. Default: the only app for iOS.", valueName: "NAME"))
    var target: String?

    @Option(
        help: ArgumentHelp(
            "The build configuration of PROJECT whose settings are read. Default: Release.", valueName: "NAME"))
    var configuration: String?

    @OptionGroup(title: "App") var options: AppOptions

    @OptionGroup(title: "App") var policy: PolicyOptions

    @Flag(help: "Print JSON instead of text.")
    var json = false

    @Flag(help: "Print the findings in PROJECT as SARIF 2.1.0, for code scanning.")
    var sarif = false

    func validate() throws {
        guard project != nil else {
            let misplaced =
                target != nil ? "--target" : configuration != nil ? "--configuration" : sarif ? "--sarif" : nil
            if let misplaced { throw ValidationError("\(misplaced) needs the PROJECT to check") }
            return
        }
        if json && sarif { throw ValidationError("--json and --sarif exclude each other") }
        let misplaced =
            options.infoPlist != nil
            ? "--info-plist" : !options.modes.isEmpty ? "--modes" : !options.strategy.isEmpty ? "--strategy" : nil
        if let misplaced {
            throw ValidationError("\(misplaced) is not for a PROJECT, whose own Info.plist is read")
        }
    }

    func run() throws {
        if let project { try SourceTool.verify.execute(checkerArguments(project)) }
        let app = try options.app()
        let chosen =
            app.strategies.isEmpty ? StrategyRegistry.all.map { StrategyFactory($0) } : app.strategies
        let result = try ModeVerification(
            strategies: chosen, options: app.strategyOptions, manifest: try app.manifest(),
            profile: policy.choice.profileWithOverrides(),
            locationAuthorization: policy.authorization)
        if json {
            try Machine.emit(JSONText.pretty(result))
        } else {
            try Machine.show(VerificationText.rendered(result))
        }
        throw ExitCode(result.allDeclared ? 0 : 3)
    }

    private func checkerArguments(_ project: String) -> [String] {
        // "./" keeps a path that begins with a dash from being read as an option.
        [project.hasPrefix("-") ? "./\(project)" : project]
            + (target.map { ["--target=\($0)"] } ?? []) + (configuration.map { ["--configuration=\($0)"] } ?? [])
            + ["--ios=\(policy.choice.profile.version)", "--format=\(json ? "json" : sarif ? "sarif" : "text")"]
    }
}
