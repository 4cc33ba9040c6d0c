import SwiftParser
import SwiftSyntax

/// Rewrites files of iOS code so that the compiler on Linux takes them.
///
/// It changes what the language lacks without Objective-C, and the names of Apple's modules. Lines stay where
/// they are, and `#sourceLocation` names the file that the user wrote: errors, breakpoints and backtraces do, too.
package enum SourceRewriter {
    /// A rewritten file.
    package struct Result: Sendable {
        /// The text to compile.
        package let text: String
        /// The places that it could not rewrite.
        package let problems: [SourceProblem]
    }

    /// Returns what other files of the target have to know of a file.
    ///
    /// - Parameter source: the text of the file.
    package static func facts(of source: String) -> SourceFacts {
        let finder = FactFinder()
        finder.walk(Parser.parse(source: source))
        return finder.facts
    }

    /// Rewrites a file.
    ///
    /// - Parameters:
    ///   - source: the text of the file. Errors of its syntax are left for the compiler to report.
    ///   - path: its path, which the compiler is to name.
    ///   - facts: the facts of all files of the target.
    package static func rewrite(_ source: String, path: String, facts: SourceFacts) -> Result {
        let tree = Parser.parse(source: source)
        let visitor = RewritingVisitor(
            source: Array(source.utf8), path: path, facts: facts,
            locations: SourceLocationConverter(fileName: path, tree: tree))
        visitor.walk(tree)
        let literal = path.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined()
        let edited = visitor.edits.text()
        // A line ends with the byte: with a carriage return before it, both are one Character.
        let end = edited.utf8.firstIndex(of: UInt8(ascii: "\n"))
        var text: String
        // The compiler quotes lines with the numbers that they have in the file it reads. A first line without code
        // gives its place to the directive, so that both numbers are the same.
        if let end, edited[..<end].isComment {
            text = "#sourceLocation(file: \"\(literal)\", line: 2)\(edited[end...])"
        } else {
            text = "#sourceLocation(file: \"\(literal)\", line: 1)\n\(edited)"
        }
        if !visitor.appended.isEmpty {
            text += "\n#sourceLocation()\n" + visitor.appended.joined(separator: "\n") + "\n"
        }
        return Result(text: text, problems: visitor.problems)
    }
}

extension Substring {
    /// True for a line without code.
    fileprivate var isComment: Bool {
        let text = drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return text.isEmpty || text.hasPrefix("//")
    }
}
