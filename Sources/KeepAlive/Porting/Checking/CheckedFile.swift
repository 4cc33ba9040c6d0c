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

    /// The largest source that is read, in bytes, and the deepest nesting of its tree. Both limits are this project's
    /// choice: what people write is far below them, and walking a tree takes stack for each level.
    private static let limits = (bytes: 2 << 20, levels: 5_000)

    /// Parses a source.
    ///
    /// - Throws: the reason why the source is not read.
    init(path: String, text: String) throws(Refusal) {
        guard text.utf8.count <= Self.limits.bytes else { throw Refusal(reason: "it has more than 2 MiB") }
        self.path = path
        tree = Parser.parse(source: text)
        guard Self.isShallow(tree) else {
            throw Refusal(reason: "its code is nested more than \(Self.limits.levels) levels deep")
        }
        locations = SourceLocationConverter(fileName: path, tree: tree)
        ignored = IgnoreComment.read(text)
    }

    struct Refusal: Error {
        let reason: String
    }

    /// Returns whether a tree is within the limit. The search does not recurse, because that would overflow the stack.
    private static func isShallow(_ tree: SourceFileSyntax) -> Bool {
        var waiting = [(node: Syntax(tree), level: 0)]
        while let (node, level) = waiting.popLast() {
            guard level <= limits.levels else { return false }
            waiting += node.children(viewMode: .sourceAccurate).map { ($0, level + 1) }
        }
        return true
    }

    /// Returns the position of a node's first token.
    func place(of node: some SyntaxProtocol) -> Finding.Place { place(at: node.positionAfterSkippingLeadingTrivia) }

    func place(at position: AbsolutePosition) -> Finding.Place {
        let location = locations.location(for: position)
        // The converter counts bytes; SARIF, and people, count characters.
        let line = locations.sourceLines[location.line - 1].utf8.prefix(location.column - 1)
        let column = String(decoding: Array(line), as: UTF8.self).unicodeScalars.count + 1
        return Finding.Place(file: path, line: location.line, column: column)
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
