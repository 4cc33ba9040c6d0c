import KeepAlivePolicy
import KeepAliveReport
import KeepAliveStrategies

/// The outcomes of strategies in an app with a given manifest, under iOS's rules. `keepalive-run verify` prints one row
/// for each strategy.
package struct ModeVerification: Sendable, Codable {
    /// The outcome of one strategy.
    package struct Row: Sendable, Codable, Equatable {
        package var strategy: String
        /// The background modes that the strategy needs.
        package var needs: [String]
        /// The needed background modes that the manifest does not declare.
        package var missing: [String]
        /// True if the manifest declares all needed modes.
        package var declared: Bool
        /// The state that the app reaches in the background: `runs`, `suspended`, `killed` or `exception`.
        package var outcome: String
        /// A description of the exception, kill or suspension in words; for `runs`, the grant that keeps the app
        /// running.
        package var detail: String
        /// The rule that decides the outcome.
        package var rule: RuleID
        /// The exception that ended the app, with Apple's wording; `nil` if there was none.
        package var exception: AppleException?
        /// The code of the audio session's error; `nil` if the session was not refused.
        package var errorCode: Int?
        /// The device time in seconds for which the app ran in the background; `nil` for `runs` and `exception`.
        package var backgroundSeconds: Double?
    }

    /// The iOS version whose rules were applied.
    package var ios: String
    /// The rows, one for each strategy.
    package var rows: [Row]
    /// Warnings about the manifest, and about wakes that the manifest asks for but the iOS version does not offer.
    package var warnings: [String]

    /// True if the manifest declares all modes that the strategies need.
    package var allDeclared: Bool { rows.allSatisfy(\.declared) }

    /// Runs each strategy on virtual time and records the outcome for the app.
    ///
    /// - Parameters:
    ///   - strategies: the strategies to run.
    ///   - options: the options for the strategies, from the command line.
    ///   - locationAuthorization: the user's answer to the request for location authorization.
    package init(
        strategies: [StrategyFactory], options: StrategyOptions, manifest: Manifest,
        profile: PolicyProfile, locationAuthorization: LocationAnswer = .authorizedAlways
    ) throws {
        ios = profile.version.description
        warnings = manifest.warnings + WakeTerms.missing(from: profile, for: manifest)
        rows = try strategies.map { strategy in
            var refusals: [TimelineEvent] = []
            var gained: TimelineEvent?
            var raised: TimelineEvent?
            let run = try VirtualRun(
                strategy: strategy, options: options, manifest: manifest, profile: profile,
                locationAuthorization: locationAuthorization, duration: Self.span(of: profile)
            ) {
                if $0.event == .audioRefused { refusals.append($0) }
                if $0.event == .grantGained { gained = $0 }
                if $0.event == .exception { raised = raised ?? $0 }
            }
            return Self.row(
                strategy.descriptor, manifest, run, refusals: refusals, lastGrant: gained, firstException: raised)
        }
    }

    /// The length of each run, which is twice the time of a background task with its grace period. An app that still
    /// runs after this length is taken to run without limit.
    private static func span(of profile: PolicyProfile) -> Duration {
        (profile.finishTaskExpiration + profile.finishTaskGrace) * 2
    }

    private static func row(
        _ descriptor: StrategyDescriptor, _ manifest: Manifest, _ run: VirtualRun, refusals: [TimelineEvent],
        lastGrant: TimelineEvent?, firstException: TimelineEvent?
    ) -> Row {
        let exit = run.summary.exit
        // A refusal may be the consequence of another refusal. The row shows the refusal that decided the exit.
        let refusal = refusals.last { $0.reason == exit.reason && $0.rule == exit.rule } ?? refusals.last
        let missing = descriptor.requiredModes.filter { !manifest.backgroundModes.contains($0) }
        var row = Row(
            strategy: descriptor.name, needs: descriptor.requiredModes.map(\.rawValue),
            missing: missing.map(\.rawValue),
            declared: missing.isEmpty, outcome: "runs", detail: "", rule: exit.rule ?? "LC-10",
            exception: exit.exceptions.first, errorCode: refusal?.code,
            backgroundSeconds: exit.aliveInBackgroundSeconds)
        if let exception = exit.exceptions.first, exit.termination != nil {
            row.outcome = "exception"
            let why = firstException?.reason ?? exception.reason
            row.detail = "\(exception.name): \(exception.reason)" + (why == exception.reason ? "" : "; \(why)")
            row.backgroundSeconds = nil
        } else if let termination = exit.termination {
            row.outcome = "killed"
            row.detail = "\(termination.namespace ?? "") \(termination.code ?? "")"
        } else if exit.lastState == .suspended {
            row.outcome = "suspended"
            row.detail = exit.reason ?? ""
        } else {
            row.backgroundSeconds = nil
            row.detail = "\(lastGrant?.grant?.rawValue ?? "") keeps it running"
            row.rule = lastGrant?.rule ?? row.rule
        }
        return row
    }
}
