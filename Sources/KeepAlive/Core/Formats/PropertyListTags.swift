import KeepAliveModel

/// The tags of an XML property list in their order, with their lines. The text between tags is skipped.
///
/// Comments, CDATA and processing instructions end exactly where the decoder ends them. So this type sees every tag
/// that the decoder reads.
struct PropertyListTags {
    struct Tag: Equatable {
        var name: String
        var line: Int
        /// True for a closing tag, `</name>`.
        var closes: Bool
        /// True for an empty tag, `<name/>`.
        var isEmpty: Bool
        /// The text between the angle brackets.
        var text: String
    }

    typealias Fault = PropertyListReader.Fault

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the next tag; `nil` at the end.
    ///
    /// - Throws: a fault if a part is never closed, or if the DOCTYPE has definitions, which no Info.plist has.
    mutating func next() throws(Fault) -> Tag? {
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<") else {
                step()
                continue
            }
            let rest = bytes[index...]
            if rest.starts(with: "<!--".utf8) {
                try skip("comment", after: 4, past: "-->")
            } else if rest.starts(with: "<![CDATA[".utf8) {
                try skip("CDATA", after: 9, past: "]]>")
            } else if rest.starts(with: "<?".utf8) {
                // The decoder reads `<?>` before the list as the start of an instruction up to the next '?>', but
                // within the list as a complete instruction. `<?>` is refused, because this type could miss tags that
                // the decoder reads.
                guard !rest.starts(with: "<?>".utf8) else { throw Fault("<?> is no instruction", line: line) }
                try skip("<?", after: 2, past: "?>")
            } else if rest.starts(with: "<!".utf8) {
                let start = (index, line)
                try skip("declaration", after: 2, past: ">")
                if bytes[start.0..<index].contains(UInt8(ascii: "[")) {
                    throw Fault("definitions in the DOCTYPE are not read", line: start.1)
                }
            } else {
                return try tag()
            }
        }
        return nil
    }

    private mutating func tag() throws(Fault) -> Tag {
        let start = (index + 1, line)
        try skip("tag", after: 1, past: ">")
        let text = String(decoding: bytes[start.0..<index - 1], as: UTF8.self)
        let name = String(text.drop { $0 == "/" }.prefix { $0 != "/" && !$0.isWhitespace })
        return Tag(name: name, line: start.1, closes: text.hasPrefix("/"), isEmpty: text.hasSuffix("/"), text: text)
    }

    private mutating func step() {
        if bytes[index] == UInt8(ascii: "\n") { line += 1 }
        index += 1
    }

    /// Skips a part to the end of its closing sequence; `count` is the length of the opening sequence in bytes.
    private mutating func skip(_ what: String, after count: Int, past end: StaticString) throws(Fault) {
        let start = line
        let pattern = UnsafeBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount)
        index += count
        while index + pattern.count <= bytes.count {
            if bytes[index] == pattern[0], bytes[index..<index + pattern.count].elementsEqual(pattern) {
                index += pattern.count
                return
            }
            step()
        }
        throw Fault("\(what) is never closed with '\(end)'", line: start)
    }
}
