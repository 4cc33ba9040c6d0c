/// Another text for a range of a source. It has as many lines as what it replaces.
struct SourceEdit: Equatable {
    /// The bytes that are replaced, counted from the start of the file.
    let range: Range<Int>
    let text: String
}

/// The edits of a source, and the text that they make of it.
struct SourceEdits {
    private let source: [UInt8]
    private var edits: [SourceEdit] = []

    /// Creates a list without an edit.
    ///
    /// - Parameter source: the bytes of the file.
    init(_ source: [UInt8]) {
        self.source = source
    }

    /// Replaces a range. An edit inside another one counts as part of that, and is dropped.
    ///
    /// - Parameters:
    ///   - range: the bytes of the file.
    ///   - text: the replacement. Where it is shorter, spaces follow, so that what stands behind it keeps its column;
    ///     line breaks that it lacks follow, too.
    mutating func replace(_ range: Range<Int>, with text: String) {
        let before = source[range]
        let breaks = before.count { $0 == UInt8(ascii: "\n") } - text.utf8.count { $0 == UInt8(ascii: "\n") }
        let padding = breaks > 0 ? String(repeating: "\n", count: breaks) : spaces(before.count - text.utf8.count)
        edits.append(SourceEdit(range: range, text: text + padding))
    }

    /// Takes a range away, and lets what stands behind it move up.
    mutating func remove(_ range: Range<Int>) {
        edits.append(SourceEdit(range: range, text: ""))
    }

    /// Inserts text on the line of a place.
    mutating func insert(_ text: String, at place: Int) {
        edits.append(SourceEdit(range: place..<place, text: text))
    }

    /// Returns the edited text of a range.
    ///
    /// - Parameter range: the bytes of the file; all of it, if it is `nil`.
    func text(of range: Range<Int>? = nil) -> String {
        let range = range ?? 0..<source.count
        // An insertion stands before a replacement that begins at its place.
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
