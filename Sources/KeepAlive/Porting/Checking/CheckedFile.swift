import SwiftParser
import SwiftSyntax

/// A parsed Swift file of a project.
struct CheckedFile: Sendable {
    /// The path, relative to the project's folder.
    let path: String
    let tree: SourceFileSyntax
    /// The lines on which findings are silenced, each with the silenced rules.
    let ignored: [Int: [IgnoreComment]]
    private let locations: SourceLocationConverter

    init(path: String, text: String) {
        self.path = path
        tree = Parser.parse(source: text)
        locations = SourceLocationConverter(fileName: path, tree: tree)
        ignored = IgnoreComment.read(text)
    }

    /// Returns the position of a node's first token.
    func place(of node: some SyntaxProtocol) -> Finding.Place { place(at: node.positionAfterSkippingLeadingTrivia) }

    func place(at position: AbsolutePosition) -> Finding.Place {
        let location = locations.location(for: position)
        return Finding.Place(file: path, line: location.line, column: location.column)
    }
}

/// A comment `// keepalive:ignore RULE reason`, which silences the rule's findings on its line. On a line without code,
/// the comment applies to the next line.
struct IgnoreComment: Sendable, Equatable {
    /// The line of the comment, from 1.
    let line: Int
    let rule: String
    /// The user's reason; empty if the user gave none.
    let reason: String

    private static let mark = "keepalive:ignore"

    /// Returns the comments of a file, by the line to which they apply.
    static func read(_ text: String) -> [Int: [IgnoreComment]] {
        guard text.contains(mark) else { return [:] }
        var found: [Int: [IgnoreComment]] = [:]
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            guard let slashes = line.firstRange(of: "//"), let mark = line[slashes.upperBound...].firstRange(of: mark)
            else { continue }
            let words = line[mark.upperBound...].split(separator: " ", maxSplits: 1)
            guard let rule = words.first else { continue }
            let standsAlone = line[..<slashes.lowerBound].allSatisfy(\.isWhitespace)
            let comment = IgnoreComment(
                line: index + 1, rule: String(rule), reason: words.count > 1 ? String(words[1]) : "")
            found[index + (standsAlone ? 2 : 1), default: []].append(comment)
        }
        return found
    }
}
