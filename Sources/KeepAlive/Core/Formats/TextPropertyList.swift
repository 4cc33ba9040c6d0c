import KeepAliveModel

/// Checks a property list in the old text format, `{ key = (value, "value"); }`, before it is decoded.
///
/// Comments, texts and data end exactly where the decoder ends them. So this type sees every value that the decoder
/// reads.
struct TextPropertyList {
    typealias Fault = PropertyListReader.Fault

    private let bytes: [UInt8]
    private let limits: PropertyListReader.Limits
    private var index = 0
    private var line = 1

    /// Throws a fault if the list exceeds its limits.
    static func check(_ bytes: [UInt8], _ limits: PropertyListReader.Limits) throws(Fault) {
        var list = TextPropertyList(bytes: bytes, limits: limits)
        try list.walk()
    }

    private init(bytes: [UInt8], limits: PropertyListReader.Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    private mutating func walk() throws(Fault) {
        var (values, depth) = (0, 0)
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "/") where next == UInt8(ascii: "/"): skipLine()
            case UInt8(ascii: "/") where next == UInt8(ascii: "*"): skipComment()
            case UInt8(ascii: "{"), UInt8(ascii: "("):
                (values, depth) = (values + 1, depth + 1)
                step()
            case UInt8(ascii: "}"), UInt8(ascii: ")"):
                depth -= 1
                step()
            case let quote where quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"):
                values += 1
                skipText(to: quote)
            case UInt8(ascii: "<"):
                values += 1
                skip { $0 == UInt8(ascii: ">") }
                step()
            case let byte where Self.isPlain(byte):
                values += 1
                skip { !Self.isPlain($0) }
            default: step()
            }
            guard values <= limits.values else { throw Fault("more than \(limits.values) keys and values", line: line) }
            guard depth <= limits.depth else {
                throw Fault("nested deeper than \(limits.depth) levels", line: line)
            }
        }
    }

    private var next: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

    /// Returns whether a byte may appear in a text without quotation marks.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_$/:.-".utf8.contains(byte)
        }
    }

    private mutating func step() {
        guard index < bytes.count else { return }
        if bytes[index] == 0x0A { line += 1 }
        index += 1
    }

    /// Skips to the first byte that fulfils the condition, or to the end.
    private mutating func skip(to isEnd: (UInt8) -> Bool) {
        while index < bytes.count, !isEnd(bytes[index]) { step() }
    }

    private mutating func skipLine() {
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
            // The Unicode line separator and paragraph separator also end a line comment.
            let rest = bytes[index...].prefix(3)
            if rest.elementsEqual([0xE2, 0x80, 0xA8]) || rest.elementsEqual([0xE2, 0x80, 0xA9]) { return }
            step()
        }
    }

    private mutating func skipComment() {
        step()
        step()
        while index < bytes.count, bytes[index] != UInt8(ascii: "*") || next != UInt8(ascii: "/") { step() }
        step()
        step()
    }

    private mutating func skipText(to quote: UInt8) {
        step()
        while index < bytes.count, bytes[index] != quote {
            if bytes[index] == UInt8(ascii: "\\") { step() }
            step()
        }
        step()
    }
}
