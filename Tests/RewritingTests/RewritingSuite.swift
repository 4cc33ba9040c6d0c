import Testing

@testable import KeepAliveRewriting

/// What the suites about the rewriter ask of it.
protocol RewritingSuite {}

extension RewritingSuite {
    /// Returns the lines of a rewritten source, without the directive and without blanks at the end.
    func lines(_ source: String, facts: SourceFacts? = nil) -> [String] {
        let result = SourceRewriter.rewrite(
            source, path: "/App/App.swift", facts: facts ?? .joined([SourceRewriter.facts(of: source)]))
        #expect(result.problems.isEmpty, "\(result.problems)")
        return result.text.split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Returns a rewritten source without the directive, and without the import that it needs where it has none.
    func line(_ source: String) -> String {
        let text = lines(source).dropFirst().joined(separator: "\n")
        return text.hasPrefix("import KeepAlive; ") ? String(text.dropFirst(18)) : text
    }

    /// Returns what is reported of a source.
    func problems(_ source: String) -> [String] {
        SourceRewriter.rewrite(source, path: "/App/App.swift", facts: .joined([SourceRewriter.facts(of: source)]))
            .problems
            .map { "\($0.line):\($0.column) \($0.message)" }
    }
}
