/// A place in a file that cannot be rewritten, or where the rewritten file lacks something.
package struct SourceProblem: Error, Equatable, CustomStringConvertible {
    /// The path of the file.
    package let file: String
    /// The line number, from 1.
    package let line: Int
    /// The column number, from 1.
    package let column: Int
    /// The description of the problem and its remedy.
    package let message: String
    /// True if the file is compiled all the same.
    package let isWarning: Bool

    package init(file: String, line: Int, column: Int, message: String, isWarning: Bool = false) {
        self.isWarning = isWarning
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    /// The problem as a compiler prints it.
    package var description: String { "\(file):\(line):\(column): \(isWarning ? "warning" : "error"): \(message)" }
}
