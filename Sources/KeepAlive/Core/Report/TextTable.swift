import KeepAlivePolicy

/// A table for the terminal. Each column is as wide as its content; the width of the last one is not limited.
package struct TextTable {
    private let header: [String]
    private var rows: [[String]] = []
    /// Columns that hold numbers and are aligned to the right.
    private let numeric: Set<Int>

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - header: the names of the columns.
    ///   - numeric: the indices of columns that are aligned to the right.
    package init(_ header: [String], numeric: Set<Int> = []) {
        self.header = header
        self.numeric = numeric
    }

    /// True if the table has no row.
    package var isEmpty: Bool { rows.isEmpty }

    /// Adds a row, which has as many cells as the header. What would drive a terminal is shown as its code: a cell is one line.
    package mutating func add(_ cells: [String]) {
        precondition(cells.count == header.count, "\(cells.count) cells for \(header.count) columns")
        rows.append(cells.map(\.withoutControls))
    }

    /// Returns the table as text: one line for each row, with a rule under the header.
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
