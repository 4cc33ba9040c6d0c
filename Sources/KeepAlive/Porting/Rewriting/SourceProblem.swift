/// What keeps a file from being rewritten, at its place.
package struct SourceProblem: Error, Equatable, CustomStringConvertible {
    /// The path of the file.
    package let file: String
    /// The line, from 1.
    package let line: Int
    /// The column, from 1.
    package let column: Int
    /// What is wrong, and what to do.
    package let message: String

    /// The problem as a compiler prints it.
    package var description: String { "\(file):\(line):\(column): error: \(message)" }
}
