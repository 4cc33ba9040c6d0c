import KeepAlivePolicy
import KeepAliveReport
import KeepAliveStrategies

/// The answers of iOS to each strategy for a manifest: the rows of `keepalive-run verify`.
package struct ModeVerification: Sendable, Codable {
    /// One strategy.
    package struct Row: Sendable, Codable, Equatable {
        /// The strategy.
        package var strategy: String
        /// The modes that it needs.
        package var needs: [String]
        /// The modes that the manifest lacks.
        package var missing: [String]
        /// True when all are declared.
        package var declared: Bool
        /// The app's fate in the background: `runs`, `suspended`, `killed` or `exception`.
        package var outcome: String
        /// The exception, error or suspension, in words.
        package var detail: String
        /// The row that decides.
        package var rule: RuleID
        /// The exception, word for word.
        package var exception: AppleException?
        /// The number of the audio session's error.
        package var errorCode: Int?
        /// Seconds of device time that the app ran in the background; `null` when it goes on running.
        package var backgroundSeconds: Double?
    }

    /// The iOS version whose rules applied.
    package var ios: String
    /// One row for each strategy.
    package var rows: [Row]
    /// Warnings about the manifest, and the wakes that it hopes for and that the version has not.
    package var warnings: [String]

    /// True when every strategy has the modes that it needs.
    package var allDeclared: Bool { rows.allSatisfy(\.declared) }

    /// Runs each strategy on virtual time, and records what becomes of the app.
    ///
    /// - Parameters:
    ///   - strategies: the strategies to look at.
    ///   - options: the user's choices for them.
    ///   - locationAuthorization: the user's answer when asked for location.
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

    /// Long enough for every budget to run out twice. An app that still runs then goes on running.
    private static func span(of profile: PolicyProfile) -> Duration {
        (profile.finishTaskExpiration + profile.finishTaskGrace) * 2
    }

    private static func row(
        _ descriptor: StrategyDescriptor, _ manifest: Manifest, _ run: VirtualRun, refusals: [TimelineEvent],
        lastGrant: TimelineEvent?, firstException: TimelineEvent?
    ) -> Row {
        let exit = run.summary.exit
        // A refusal may be the consequence of another: the one that decides is told.
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
