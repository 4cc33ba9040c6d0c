import KeepAlivePolicy

/// Text of the operating system: any bytes but 0, which need not be UTF-8. Arguments and environment are passed on as it.
package struct RawText: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The bytes, without the 0 at the end.
    package var bytes: [UInt8]

    /// The bytes of a string.
    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The bytes of a literal.
    package init(stringLiteral text: String) {
        self.init(text)
    }

    /// The bytes of a C string.
    init(cString pointer: UnsafePointer<CChar>) {
        var bytes: [UInt8] = []
        var next = pointer
        while next.pointee != 0 {
            bytes.append(UInt8(bitPattern: next.pointee))
            next += 1
        }
        self.bytes = bytes
    }

    /// As a string, with replacement characters for what is not UTF-8.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
}
