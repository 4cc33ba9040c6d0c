import SwiftParser
import SwiftSyntax

/// Rewrites files of iOS code so that the compiler on Linux accepts them.
///
/// The rewriter replaces language features that need Objective-C, and the names of Apple's modules. All code stays on
/// its line, and `#sourceLocation` names the original file, so that errors, breakpoints and backtraces refer to the
/// original file.
package enum SourceRewriter {
    /// A rewritten file.
    package struct Result: Sendable {
        /// The text that the compiler gets.
        package let text: String
        /// The places that could not be rewritten, and what the rewritten file lacks.
        package let problems: [SourceProblem]
    }

    /// Returns the facts about a file that are needed to rewrite the target's other files.
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
    ///   - source: the text of the file. The compiler reports its syntax errors.
    ///   - path: the path that the compiler names in its messages.
    ///   - facts: the joined facts of all files of the target.
    ///   - modules: the modules on which the target depends: imports of others are left out. With `nil`, none is.
    package static func rewrite(
        _ source: String, path: String, facts: SourceFacts, modules: Set<String>? = nil
    ) -> Result {
        let tree = Parser.parse(source: source)
        let visitor = RewritingVisitor(
            source: Array(source.utf8), path: path, facts: facts, modules: modules,
            locations: SourceLocationConverter(fileName: path, tree: tree))
        visitor.walk(tree)
        let literal = path.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined()
        let edited = visitor.edits.text()
        // The search uses bytes, because a carriage return and a line feed together are one Character.
        let end = edited.utf8.firstIndex(of: UInt8(ascii: "\n"))
        var text: String
        // In its messages, the compiler prints lines with their numbers in the rewritten file. If the first line has
        // no code, the directive replaces that line, so that the line numbers are the same in both files.
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
    /// True for an empty line or a line comment.
    fileprivate var isComment: Bool {
        let text = drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return text.isEmpty || text.hasPrefix("//")
    }
}
