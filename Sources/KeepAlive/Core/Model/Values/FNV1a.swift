/// The hash FNV-1a of 64 bits (Fowler, Noll, Vo). It is the same everywhere; Swift's own hash is not.
package struct FNV1a: Sendable {
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    /// The hash of a text.
    package init(of text: String) { addBytes(of: text) }

    /// Adds a text and its end, so that two texts differ from one joined text.
    package mutating func add(_ text: String) {
        addBytes(of: text)
        add(0xff)
    }

    /// Adds the bytes of a text.
    package mutating func addBytes(of text: String) {
        for byte in text.utf8 { add(byte) }
    }

    /// Adds a byte.
    package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

    /// The hash, as 16 hexadecimal digits.
    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
