import KeepAlivePolicy

/// Formats the predicted outcome of each strategy on iOS as a table, for `keepalive-run verify`.
package enum VerificationText {
    /// The row of one strategy.
    package struct Row {
        /// The cells: strategy, needs, declared, outcome, rule.
        package var cells: [String]
        /// Text that is too long for a cell, printed below the table; empty for none.
        package var detail: String

        package init(cells: [String], detail: String) {
            self.cells = cells
            self.detail = detail
        }
    }

    /// Returns the table, followed by the details and the warnings.
    package static func rendered(ios: String, rows: [Row], warnings: [String]) -> String {
        var table = TextTable(["strategy", "needs", "declared", "outcome in the background", "rule"])
        for row in rows { table.add(row.cells) }
        var text = "iOS \(ios)\n\n" + table.rendered()
        let details = rows.filter { !$0.detail.isEmpty }
        if !details.isEmpty {
            text += "\n" + details.map { "\($0.cells[0]): \($0.detail)" }.joined(separator: "\n") + "\n"
        }
        if !warnings.isEmpty { text += "\n" + warnings.map { "warning: \($0)" }.joined(separator: "\n") + "\n" }
        return text
    }
}
