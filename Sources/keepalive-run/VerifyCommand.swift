import ArgumentParser
import KeepAliveEngine
import KeepAliveHost
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveStrategies

/// `keepalive-run verify`: what iOS would answer to each strategy.
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Tell what each strategy needs, what the manifest declares, and what iOS would answer.",
        usage: "keepalive-run verify [--info-plist FILE] [--modes LIST] [--strategy NAME]… [--ios VERSION] [--json]",
        discussion: """
            Every strategy, or those given, runs on virtual time under the same policy as a real run. \
            Exit status: 0 all modes declared, 3 something missing, 64 wrong usage, 125 unreadable manifest.
            """
    )

    @OptionGroup(title: "App") var app: AppOptions

    @Flag(help: "Print JSON instead of a table.")
    var json = false

    func run() throws {
        var configuration = RunConfiguration(command: [])
        try app.apply(to: &configuration)
        let chosen =
            configuration.strategies.isEmpty
            ? StrategyRegistry.builtIn.map { StrategyFactory($0) } : configuration.strategies
        let result = try ModeVerification(
            strategies: chosen, options: configuration.strategyOptions, manifest: try configuration.manifest(),
            profile: configuration.profileWithOverrides(),
            locationAuthorization: configuration.plan.locationAuthorization)
        if json {
            try Machine.writeToStandardOutput(JSONText.pretty(result))
        } else {
            try Machine.writeToStandardOutput(VerificationText.rendered(result))
        }
        throw ExitCode(result.allDeclared ? 0 : 3)
    }
}
