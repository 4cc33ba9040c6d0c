import KeepAliveModel

extension JSONValue {
    /// The error in a text that is not valid JSON.
    package struct SyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
        package var message: String
        /// The offset of the faulty byte, from 0.
        package var offset: Int

        package var description: String { "\(message) at byte \(offset)" }
    }

    /// The maximum depth of nested arrays and objects.
    package static let maximumDepth = 64

    /// Parses exactly one value by RFC 8259, nested at most ``maximumDepth`` levels deep.
    ///
    /// - Throws: ``SyntaxError``.
    package init(parsing text: some Sequence<UInt8>) throws {
        var parser = JSONParser(bytes: Array(text))
        self = try parser.whole()
    }

    /// A value at the start of a text, read as far as it goes.
    package struct Beginning: Sendable, Hashable {
        package var value: JSONValue
        /// The offset of the first byte after the value.
        package var end: Int
        /// True if the text ended or was wrong within the value. Open arrays and objects then end with their last
        /// whole member.
        package var isCut: Bool
    }

    /// Parses the value at an offset of a text. It may be followed by anything, or be cut off. Unescaped line ends in
    /// strings are accepted, and what is nested deeper than ``maximumDepth`` is null.
    ///
    /// - Parameter isInside: true if the value is the inside of an object, without its brace.
    /// - Returns: `nil` if no value begins there.
    package static func beginning(in text: [UInt8], at offset: Int = 0, isInside: Bool = false) -> Beginning? {
        var parser = JSONParser(bytes: text, at: offset, acceptsCut: true)
        return parser.beginning(isInside: isInside)
    }
}

/// Parses JSON in one pass; the time is proportional to the length.
private struct JSONParser {
    let bytes: [UInt8]
    private var at: Int
    /// True if the value may be cut off: arrays and objects then end where the text ends or is wrong.
    let acceptsCut: Bool
    private var isCut = false

    /// The length at which a string of a text that may be cut off is taken for a missing quotation mark.
    private static let stringMaxBytes = 1 << 18

    init(bytes: [UInt8], at offset: Int = 0, acceptsCut: Bool = false) {
        self.bytes = bytes
        at = offset
        self.acceptsCut = acceptsCut
    }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private func failure(_ message: String) -> JSONValue.SyntaxError {
        JSONValue.SyntaxError(message: message, offset: at)
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
    }

    /// Consumes the next byte if it is the given one, and returns whether it was.
    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: byte) else { return false }
        at += 1
        return true
    }

    mutating func whole() throws -> JSONValue {
        let result = try value(depth: 0)
        guard at == bytes.count else { throw failure("the end of the text was expected") }
        return result
    }

    mutating func beginning(isInside: Bool) -> JSONValue.Beginning? {
        if isInside {
            guard let inner = try? members(depth: 0, hasBrace: false) else { return nil }
            return JSONValue.Beginning(value: .object(inner), end: at, isCut: isCut)
        }
        guard let result = try? value(depth: 0) else { return nil }
        return JSONValue.Beginning(value: result, end: at, isCut: isCut)
    }

    /// Parses a value, with white space before and after it.
    private mutating func value(depth: Int) throws -> JSONValue {
        guard depth <= JSONValue.maximumDepth else {
            guard acceptsCut else { throw failure("nested too deep") }
            skipValue()
            return .null
        }
        skipSpace()
        guard let byte = next else { throw failure("a value was expected") }
        let result: JSONValue
        switch Unicode.Scalar(byte) {
        case "{": result = .object(try members(depth: depth))
        case "[": result = .array(try elements(depth: depth))
        case "\"": result = .string(try string())
        case "t": result = try word("true", .bool(true))
        case "f": result = try word("false", .bool(false))
        case "n": result = try word("null", .null)
        case "-", "0"..."9": result = .number(try number())
        default: throw failure("a value was expected")
        }
        skipSpace()
        return result
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws -> JSONValue {
        let text = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[at...].starts(with: text) else { throw failure("a value was expected") }
        at += text.count
        return value
    }

    private mutating func elements(depth: Int) throws -> [JSONValue] {
        var result: [JSONValue] = []
        at += 1
        skipSpace()
        if take("]") { return result }
        do {
            while true {
                result.append(try value(depth: depth + 1))
                if isCut || take("]") { return result }
                guard take(",") else { throw failure("',' or ']' was expected") }
            }
        } catch  where acceptsCut {
            isCut = true
            return result
        }
    }

    private mutating func members(depth: Int, hasBrace: Bool = true) throws -> [String: JSONValue] {
        var result: [String: JSONValue] = [:]
        if hasBrace { at += 1 }
        skipSpace()
        if take("}") { return result }
        do {
            while true {
                skipSpace()
                guard next == UInt8(ascii: "\"") else { throw failure("a name in quotes was expected") }
                let name = try string()
                skipSpace()
                guard take(":") else { throw failure("':' was expected") }
                result[name] = try value(depth: depth + 1)
                if isCut || take("}") { return result }
                guard take(",") else { throw failure("',' or '}' was expected") }
            }
        } catch  where acceptsCut {
            isCut = true
            return result
        }
    }

    private mutating func digits() throws {
        guard let byte = next, (0x30...0x39).contains(byte) else { throw failure("a digit was expected") }
        while let byte = next, (0x30...0x39).contains(byte) { at += 1 }
    }

    private mutating func number() throws -> String {
        let start = at
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func string() throws -> String {
        at += 1
        var result: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: result, as: UTF8.self) else {
                    guard acceptsCut else { throw failure("this is not UTF-8") }
                    at += 1
                    return String(decoding: result, as: UTF8.self)
                }
                at += 1
                return text
            case UInt8(ascii: "\\"):
                at += 1
                result.append(contentsOf: Array(String(try escape()).utf8))
            case _ where acceptsCut && result.count > Self.stringMaxBytes: throw failure("'\"' was expected")
            case 0..<0x20 where !acceptsCut: throw failure("a control character must be escaped")
            default:
                result.append(byte)
                at += 1
            }
        }
        guard acceptsCut else { throw failure("'\"' was expected") }
        isCut = true
        return String(decoding: result, as: UTF8.self)
    }

    /// Moves behind a value without reading it.
    private mutating func skipValue() {
        var depth = 0
        var isQuoted = false
        while let byte = next {
            switch Unicode.Scalar(byte) {
            case "\\" where isQuoted: at += 1
            case "\"": isQuoted.toggle()
            case _ where isQuoted: break
            case "{", "[": depth += 1
            case "}", "]", ",":
                if depth == 0 { return }
                if byte != UInt8(ascii: ",") { depth -= 1 }
            default: break
            }
            at += 1
        }
    }

    private mutating func escape() throws -> Unicode.Scalar {
        guard let byte = next else { throw failure("an escape was expected") }
        at += 1
        switch Unicode.Scalar(byte) {
        case "\"", "\\", "/": return Unicode.Scalar(byte)
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u": break
        default:
            at -= 1
            throw failure("no such escape")
        }
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // `first` is the first half of a surrogate pair; the second half must follow as another escape.
        guard first < 0xDC00, take("\\"), take("u") else { throw failure("the other half of a pair was expected") }
        let second = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw failure("the other half of a pair was expected") }
        return scalar
    }

    private mutating func hexadecimal() throws -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw failure("four hexadecimal digits were expected")
            }
            value = value << 4 + UInt32(digit)
            at += 1
        }
        return value
    }
}
