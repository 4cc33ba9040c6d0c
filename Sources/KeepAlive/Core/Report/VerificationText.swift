import KeepAlivePolicy

/// Renders the predicted answers of iOS, as `keepalive-run verify` prints them.
package enum VerificationText {
    /// One row of the table, independent of its source.
    package struct Row {
        /// The cells: strategy, needs, declared, outcome, rule.
        package var cells: [String]
        /// Text that does not fit into a cell, word for word.
        package var detail: String

        package init(cells: [String], detail: String) {
            self.cells = cells
            self.detail = detail
        }
    }

    /// Returns the table, the details under it, and the warnings.
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
