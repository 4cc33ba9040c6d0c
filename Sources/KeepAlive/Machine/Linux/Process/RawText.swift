import KeepAlivePolicy

/// A text of the operating system, such as an argument or an environment entry: any bytes except 0, not necessarily
/// UTF-8.
package struct RawText: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The bytes, without the terminating 0.
    package var bytes: [UInt8]

    /// Creates the text from bytes, which must not contain 0.
    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    package init(stringLiteral text: String) {
        self.init(text)
    }

    init(cString pointer: UnsafePointer<CChar>) {
        var bytes: [UInt8] = []
        var next = pointer
        while next.pointee != 0 {
            bytes.append(UInt8(bitPattern: next.pointee))
            next += 1
        }
        self.bytes = bytes
    }

    /// The text as a string, with replacement characters for bytes that are not UTF-8.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// True if the bytes are UTF-8. In this case ``text`` has the same bytes.
    package var isText: Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// The text in readable form. If it is not UTF-8, each byte that is not ASCII is shown as `\xff`.
    package var visible: String {
        guard !isText else { return text }
        return bytes.reduce(into: "") { visible, byte in
            visible += byte < 0x80 ? String(Unicode.Scalar(byte)) : "\\x\(String(byte, radix: 16))"
        }
    }
}
