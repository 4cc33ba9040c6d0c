/// An Objective-C file, reduced to its names and string literals. Paths through its methods are not followed.
struct ObjectiveCFile: Sendable {
    /// The path, relative to the project's folder.
    let path: String
    /// The identifiers outside comments and literals, each with the lines on which it stands.
    let names: [String: [Int]]
    /// The string literals, each with its line and the identifier before it.
    let literals: [(text: String, line: Int, after: String)]

    init(path: String, text: String) {
        self.path = path
        var names: [String: [Int]] = [:]
        var literals: [(text: String, line: Int, after: String)] = []
        var line = 1
        var last = ""
        var rest = Substring(text).utf8
        /// Skips bytes up to an end, which is skipped, too.
        func skip(to end: [UInt8]) {
            while !rest.isEmpty, !rest.starts(with: end) {
                if rest.removeFirst() == UInt8(ascii: "\n") { line += 1 }
            }
            rest = rest.dropFirst(end.count)
        }
        while let byte = rest.first {
            if rest.starts(with: "//".utf8) {
                skip(to: Array("\n".utf8))
                line += 1
            } else if rest.starts(with: "/*".utf8) {
                skip(to: Array("*/".utf8))
            } else if byte == UInt8(ascii: "\"") {
                rest.removeFirst()
                let start = line
                var bytes: [UInt8] = []
                while let next = rest.popFirst(), next != UInt8(ascii: "\"") {
                    if next == UInt8(ascii: "\n") { line += 1 }
                    bytes.append(next == UInt8(ascii: "\\") ? rest.popFirst() ?? next : next)
                }
                literals.append((String(decoding: bytes, as: UTF8.self), start, last))
            } else if byte == UInt8(ascii: "'") {
                // A character, such as '"', begins no text.
                rest = rest.dropFirst(rest.dropFirst().first == UInt8(ascii: "\\") ? 3 : 2)
                rest = rest.drop { $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\n") }
                if rest.first == UInt8(ascii: "'") { rest.removeFirst() }
            } else if byte.isWord {
                let word = rest.prefix { $0.isWord }
                rest = rest.dropFirst(word.count)
                last = String(decoding: Array(word), as: UTF8.self)
                names[last, default: []].append(line)
            } else {
                if byte == UInt8(ascii: "\n") { line += 1 }
                rest.removeFirst()
            }
        }
        self.names = names
        self.literals = literals
    }
}

extension UInt8 {
    fileprivate var isWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
