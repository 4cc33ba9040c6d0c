/// The source with the stand-ins of a slice.
package struct StandIns: Sendable {
    struct Line: Sendable {
        var text: String
        /// The stand-in that the line declares, such as `FlowController.show(_:)`; empty for a line that closes one.
        var key = ""
        /// The identifiers of types that the line mentions.
        var mentioned: Set<String> = []
        /// True for an extension, which stands after the outermost type around its own.
        var isExtension = false
    }

    let lines: [Line]

    package var text: String { lines.map(\.text).joined(separator: "\n") + "\n" }

    /// The number of stand-ins: types, and members.
    package var count: Int { Set(lines.lazy.map(\.key).filter { !$0.isEmpty }).count }

    /// Returns the stand-in that a line of the text declares, counted from 1; `nil` for other lines.
    func key(line: Int) -> String? {
        guard lines.indices.contains(line - 1), !lines[line - 1].key.isEmpty else { return nil }
        return lines[line - 1].key
    }
}
