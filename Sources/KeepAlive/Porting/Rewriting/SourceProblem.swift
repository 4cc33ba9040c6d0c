/// An obstacle to rewriting a file, at its place.
package struct SourceProblem: Error, Equatable, CustomStringConvertible {
    /// The path of the file.
    package let file: String
    /// The line, from 1.
    package let line: Int
    /// The column, from 1.
    package let column: Int
    /// The problem and its remedy.
    package let message: String

    /// The problem as a compiler prints it.
    package var description: String { "\(file):\(line):\(column): error: \(message)" }
}
