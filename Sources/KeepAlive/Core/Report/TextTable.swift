import KeepAlivePolicy

/// A table for the terminal. Each column is as wide as its longest cell; the last column may be of any width.
package struct TextTable {
    private let header: [String]
    private var rows: [[String]] = []
    /// The indices of columns that are aligned to the right.
    private let numeric: Set<Int>

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - header: the names of the columns.
    ///   - numeric: the indices of columns that are aligned to the right, because they hold numbers.
    package init(_ header: [String], numeric: Set<Int> = []) {
        self.header = header
        self.numeric = numeric
    }

    /// True if the table has no rows.
    package var isEmpty: Bool { rows.isEmpty }

    /// Adds a row, which must have as many cells as the header. Control characters are replaced by their codes, so that
    /// each cell stays on one line.
    package mutating func add(_ cells: [String]) {
        precondition(cells.count == header.count, "\(cells.count) cells for \(header.count) columns")
        rows.append(cells.map(\.withoutControls))
    }

    /// Returns the table as text: the header, a rule, and one line for each row.
    package func rendered() -> String {
        let all = [header] + rows
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            let padded = cells.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return numeric.contains(column) ? space + cell : cell + space
            }
            return padded.joined(separator: "  ").trimmingTrailingSpaces()
        }
        let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")
        return ([line(header), rule] + rows.map(line)).joined(separator: "\n") + "\n"
    }
}

extension String {
    /// The text without spaces at its end.
    func trimmingTrailingSpaces() -> String {
        var copy = self
        while copy.last == " " { copy.removeLast() }
        return copy
    }
}
