/// A replacement for a byte range of a source file. The edits of a file keep its number of lines.
package struct TextEdit: Equatable {
    /// The replaced bytes, as offsets from the start of the file.
    package let range: Range<Int>
    package let text: String

    package init(range: Range<Int>, text: String) {
        self.range = range
        self.text = text
    }
}

/// The edits of a source file, and the text that results from them.
package struct SourceEdits {
    private let source: [UInt8]
    private var edits: [TextEdit] = []

    /// Creates a list without edits.
    ///
    /// - Parameter source: the bytes of the file.
    package init(_ source: [UInt8]) {
        self.source = source
    }

    /// Replaces a range. An edit is dropped if another edit replaces a range that contains its range.
    ///
    /// - Parameters:
    ///   - range: the byte offsets in the file.
    ///   - text: the replacement. A shorter text is padded with spaces, so that the rest of the line keeps its
    ///     columns. If the text has fewer line breaks than the range, line breaks are added instead.
    package mutating func replace(_ range: Range<Int>, with text: String) {
        let before = source[range]
        let breaks = before.count { $0 == UInt8(ascii: "\n") } - text.utf8.count { $0 == UInt8(ascii: "\n") }
        let padding = breaks > 0 ? String(repeating: "\n", count: breaks) : spaces(before.count - text.utf8.count)
        edits.append(TextEdit(range: range, text: text + padding))
    }

    /// Removes a range without padding. The text behind the range moves to the left.
    package mutating func remove(_ range: Range<Int>) {
        edits.append(TextEdit(range: range, text: ""))
    }

    /// Inserts text at a byte offset, without a line break.
    package mutating func insert(_ text: String, at place: Int) {
        edits.append(TextEdit(range: place..<place, text: text))
    }

    /// Returns a range of the file with all edits applied.
    ///
    /// - Parameter range: the byte offsets in the file; `nil` means the whole file.
    package func text(of range: Range<Int>? = nil) -> String {
        let range = range ?? 0..<source.count
        // At the same offset, an insertion comes before a replacement.
        let ordered = edits.enumerated().sorted {
            let (first, second) = ($0.element.range, $1.element.range)
            if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
            if first.isEmpty != second.isEmpty { return first.isEmpty }
            return first.upperBound == second.upperBound ? $0.offset < $1.offset : first.upperBound > second.upperBound
        }.map(\.element)
        var result: [UInt8] = []
        var place = range.lowerBound
        for edit in ordered where edit.range.lowerBound >= place && edit.range.upperBound <= range.upperBound {
            result += source[place..<edit.range.lowerBound]
            result += edit.text.utf8
            place = edit.range.upperBound
        }
        result += source[place..<range.upperBound]
        return String(decoding: result, as: UTF8.self)
    }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
