import KeepAlivePolicy
import KeepAliveReport

extension VerificationText {
    /// Returns a verification as a human-readable table.
    package static func rendered(_ verification: ModeVerification) -> String {
        let rows = verification.rows.map { row in
            let needs = row.needs.isEmpty ? "-" : row.needs.joined(separator: ", ")
            let declared = row.needs.isEmpty ? "-" : row.declared ? "yes" : "no: \(row.missing.joined(separator: ", "))"
            let after = row.backgroundSeconds.map { " after \(Figures.fixed($0, 1)) s" } ?? ""
            return Row(
                cells: [row.strategy, needs, declared, row.outcome + after, row.rule.description], detail: row.detail)
        }
        return rendered(ios: verification.ios, rows: rows, warnings: verification.warnings)
    }
}
