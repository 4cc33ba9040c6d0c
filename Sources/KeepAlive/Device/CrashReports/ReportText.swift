/// The text of a file with reports, by lines.
struct ReportText {
    /// The lines, without the marks of quotations, comments and code around them.
    private(set) var lines: [Substring]
    /// The number of the first line in the file, from 1.
    let firstLine: Int

    /// The lines as one text, and the offset of each in it.
    private(set) var source: [UInt8] = []
    private(set) var offsets: [Int] = []

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
        offsets.reserveCapacity(lines.count)
        source.reserveCapacity(text.utf8.count)
        for line in lines {
            offsets.append(source.count)
            source.append(contentsOf: line.utf8)
            source.append(UInt8(ascii: "\n"))
        }
    }

    private static let marks: Set<Character> = [">", " ", "\t", "*", "`", "|", "/", "\u{FEFF}"]

    /// Creates a text of lines, in which no JSON is looked for.
    init(lines: [Substring], firstLine: Int) {
        self.lines = lines
        self.firstLine = firstLine
    }

    /// Returns the index of the line that an offset of ``source`` is in; the number of lines if it is behind them.
    func line(ofOffset offset: Int) -> Int {
        var (low, high) = (0, offsets.count)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return offset >= (offsets.last ?? 0) + (lines.last?.utf8.count ?? 0) ? lines.count : max(0, low - 1)
    }

    /// The number in the file of the line at an index.
    func number(_ index: Int) -> Int { firstLine + index }

    /// The platform that the text is about, where no report in it names one; `nil` for iOS.
    var platform: CrashReport.Platform? {
        let marks: [(StaticString, CrashReport.Platform)] = [
            ("launchd.log", .macOS), ("(gui/501/", .macOS), ("macOS RunningBoard", .macOS),
            ("watch extension", .watchOS), ("watchkitextension", .watchOS),
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
        var part = ReportText(lines: Array(lines[range]), firstLine: firstLine + range.lowerBound)
        if !offsets.isEmpty {
            part.source = source
            part.offsets = Array(offsets[range])
        }
        return part
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
        let other = (0x61...0x7A).contains(first | 0x20) ? first ^ 0x20 : first
        // Logs have millions of lines, and each is looked at for all phrases.
        var start = 0
        let last = text.count - wanted.count
        while start <= last {
            let byte = text[start]
            if byte == first || byte == other {
                var length = 1
                while length < wanted.count, areEqual(text[start + length], wanted[length]) { length += 1 }
                if length == wanted.count { return start }
            }
            start += 1
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
        let text = self.drop { " \t:=\"'~".contains($0) }
        for (place, character) in zip(text.indices, text) {
            if character == "," {
                // A comma before three digits is between thousands, another one before decimals.
                let group = text[text.index(after: place)...].prefix { "0123456789".contains($0) }
                if group.count != 3 { digits.append(".") }
                continue
            }
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
