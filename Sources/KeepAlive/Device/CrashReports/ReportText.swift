/// The text of a file with reports, by lines.
struct ReportText {
    /// The lines, without the marks of quotations, comments and code around them.
    private(set) var lines: [Substring]
    /// The number of the first line in the file, from 1.
    let firstLine: Int

    init(_ text: some StringProtocol, firstLine: Int = 1) {
        lines = Substring(text).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { line in
                var line = line
                while let last = line.last, last == UInt8(ascii: "\r") || last == UInt8(ascii: "`") {
                    line.removeLast()
                }
                return Substring(line).drop { Self.marks.contains($0) }
            }
        self.firstLine = firstLine
    }

    private static let marks: Set<Character> = [">", " ", "\t", "*", "`", "|", "/", "\u{FEFF}"]

    init(lines: [Substring], firstLine: Int) {
        self.lines = lines
        self.firstLine = firstLine
    }

    /// The number in the file of the line at an index.
    func number(_ index: Int) -> Int { firstLine + index }

    /// The platform that the text is about, where no report in it names one; `nil` for iOS.
    var platform: CrashReport.Platform? {
        let marks: [(StaticString, CrashReport.Platform)] = [
            ("macOS", .macOS), ("launchd.log", .macOS), ("(gui/501/", .macOS), ("watch extension", .watchOS),
            ("watchkitextension", .watchOS),
            ("watchOS", .watchOS),
        ]
        var found: CrashReport.Platform?
        for line in lines.prefix(400) {
            if line.says("iOS") || line.says("iPhone") || line.says("iPad") { return nil }
            if found == nil { found = marks.first { line.says($0.0) }?.1 }
        }
        return found
    }

    /// Returns the lines of a range, with their numbers.
    subscript(range: Range<Int>) -> ReportText {
        ReportText(lines: Array(lines[range]), firstLine: firstLine + range.lowerBound)
    }
}

extension StringProtocol {
    /// Returns the text after the first occurrence of a marker; `nil` if the marker does not occur. ASCII letters match
    /// in either case.
    func text(after marker: StaticString) -> SubSequence? {
        guard let range = utf8Range(of: marker) else { return nil }
        return self[range.upperBound...]
    }

    /// Returns the text before the first occurrence of a marker; `nil` if the marker does not occur.
    func text(before marker: StaticString) -> SubSequence? {
        guard let range = utf8Range(of: marker) else { return nil }
        return self[..<range.lowerBound]
    }

    /// True if the text contains a phrase. ASCII letters match in either case.
    func says(_ phrase: StaticString) -> Bool { utf8Range(of: phrase) != nil }

    private func utf8Range(of marker: StaticString) -> Range<Index>? {
        let wanted = UnsafeBufferPointer(start: marker.utf8Start, count: marker.utf8CodeUnitCount)
        let offset =
            utf8.withContiguousStorageIfAvailable { Self.offset(of: wanted, in: $0) }
            ?? Array(utf8).withUnsafeBufferPointer { Self.offset(of: wanted, in: $0) }
        guard let offset else { return nil }
        let start = utf8.index(utf8.startIndex, offsetBy: offset)
        return start..<utf8.index(start, offsetBy: wanted.count)
    }

    private static func offset(of wanted: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = wanted.first, text.count >= wanted.count else { return nil }
        for start in 0...(text.count - wanted.count) where areEqual(text[start], first) {
            if wanted.indices.allSatisfy({ areEqual(text[start + $0], wanted[$0]) }) { return start }
        }
        return nil
    }

    private static func areEqual(_ left: UInt8, _ right: UInt8) -> Bool {
        left == right || (left ^ right == 0x20 && (0x61...0x7A).contains(left | 0x20))
    }

    /// The number at the start of the text, behind spaces, colons, equal signs and quotation marks, with commas
    /// between thousands; `nil` if there is none or it is not finite.
    var leadingNumber: Double? {
        var digits = ""
        for character in self.drop(while: { " \t:=\"'~".contains($0) }) {
            if character == "," { continue }
            guard "0123456789.".contains(character), digits.count < 32 else { break }
            digits.append(character)
        }
        while digits.hasSuffix(".") { digits.removeLast() }
        guard let value = Double(digits), value.isFinite else { return nil }
        return value
    }

    /// The whole number at the start of the text, decimal or with `0x` hexadecimal; `nil` if there is none.
    var leadingCode: UInt64? {
        let text = self.drop { " \t:=\"'<".contains($0) }
        if text.hasPrefix("0x") || text.hasPrefix("0X") {
            let digits = text.dropFirst(2).prefix { $0.isHexDigit && $0.isASCII }
            return UInt64(digits.prefix(16), radix: 16)
        }
        return UInt64(text.prefix { $0.isASCII && $0.isNumber }.prefix(20))
    }

    /// The text without white space at both ends.
    var trimmed: SubSequence {
        let start = self.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else {
            return start[start.startIndex..<start.startIndex]
        }
        return start[...last]
    }
}
