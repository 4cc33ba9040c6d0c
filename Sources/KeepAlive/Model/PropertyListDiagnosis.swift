/// Finds the line of the first fault of an XML property list that the decoder has refused.
///
/// The decoder of FoundationEssentials names no line that can be relied on (it counts within the last tag), so this
/// walks over the tags once more, only when something is wrong.
enum PropertyListDiagnosis {
    struct Fault: Equatable {
        var line: Int
        var message: String
    }

    private static let containers: Set<String> = ["plist", "dict", "array"]
    private static let leaves: Set<String> = ["key", "string", "integer", "real", "true", "false", "date", "data"]

    /// The line of the first container that lies deeper than a limit, or `nil`.
    static func lineDeeper(than depthMax: Int, in bytes: [UInt8]) -> Int? {
        var line = 1
        var depth = 0
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: "\n") { line += 1 }
            guard bytes[index] == UInt8(ascii: "<") else { continue }
            let rest = bytes[(index + 1)...].prefix(7)
            if rest.starts(with: "dict>".utf8) || rest.starts(with: "array>".utf8) {
                depth += 1
                if depth > depthMax { return line }
            } else if rest.starts(with: "/dict>".utf8) || rest.starts(with: "/array>".utf8) {
                depth -= 1
            }
        }
        return nil
    }

    /// The first tag that does not fit, or `nil` when all tags fit together.
    static func firstFault(in bytes: [UInt8]) -> Fault? {
        var line = 1
        var index = 0
        var open: [(name: String, line: Int)] = []
        var lastKey: Int?

        func skip(past text: String) -> Bool {
            let pattern = Array(text.utf8)
            while index + pattern.count <= bytes.count {
                if bytes[index] == pattern[0], Array(bytes[index..<index + pattern.count]) == pattern {
                    index += pattern.count
                    return true
                }
                if bytes[index] == UInt8(ascii: "\n") { line += 1 }
                index += 1
            }
            return false
        }

        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") { line += 1 }
            guard bytes[index] == UInt8(ascii: "<") else {
                index += 1
                continue
            }
            let start = line
            let rest = bytes[index...]
            if rest.starts(with: "<!--".utf8) {
                guard skip(past: "-->") else { return Fault(line: start, message: "comment is never closed") }
                continue
            }
            if rest.starts(with: "<![CDATA[".utf8) {
                guard skip(past: "]]>") else { return Fault(line: start, message: "CDATA is never closed") }
                continue
            }
            if rest.starts(with: "<?".utf8) || rest.starts(with: "<!".utf8) {
                guard skip(past: ">") else { return Fault(line: start, message: "declaration is never closed") }
                continue
            }
            index += 1
            let from = index
            guard skip(past: ">") else { return Fault(line: start, message: "tag is never closed with '>'") }
            let tag = String(decoding: bytes[from..<index - 1], as: UTF8.self)
            let closes = tag.hasPrefix("/")
            let empty = tag.hasSuffix("/")
            let name = String(tag.drop { $0 == "/" }.prefix { $0 != "/" && !$0.isWhitespace })
            guard containers.contains(name) || leaves.contains(name) else {
                return Fault(line: start, message: "<\(tag)> is not a tag of a property list")
            }
            if closes {
                guard let last = open.popLast() else {
                    return Fault(line: start, message: "</\(name)> closes nothing")
                }
                guard last.name == name else {
                    return Fault(
                        line: start, message: "</\(name)> closes <\(last.name)>, which was opened on line \(last.line)")
                }
                if name == "dict", let key = lastKey {
                    return Fault(line: key, message: "<key> has no value")
                }
                lastKey = name == "key" ? start : nil
            } else {
                if name == "key", let key = lastKey {
                    return Fault(line: key, message: "<key> has no value")
                }
                lastKey = nil
                if !empty { open.append((name, start)) }
            }
        }
        return open.last.map { Fault(line: $0.line, message: "<\($0.name)> is never closed") }
    }
}
