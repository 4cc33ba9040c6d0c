import ArgumentParser
import KeepAliveEngine
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveStrategies

/// The command `keepalive-run verify`, which shows how iOS would answer each strategy.
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Show what each strategy needs, what the manifest declares, and what iOS would answer.",
        usage: "keepalive-run verify [--info-plist FILE] [--modes LIST] [--strategy NAME]… [--ios VERSION] [--json]",
        discussion: """
            Every strategy, or those given, runs on virtual time under the same policy as a real run. \
            Exit status: 0 all modes declared, 3 something missing, 64 wrong usage, 125 unreadable manifest.
            """
    )

    @OptionGroup(title: "App") var options: AppOptions

    @OptionGroup(title: "App") var policy: PolicyOptions

    @Flag(help: "Print JSON instead of a table.")
    var json = false

    func run() throws {
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
}
