/// The 64-bit hash FNV-1a (Fowler, Noll, Vo). Unlike Swift's own hash, it gives the same value in every process.
package struct FNV1a: Sendable {
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    /// Creates the hash of a text.
    package init(of text: String) { addBytes(of: text) }

    /// Adds a text and a terminator to the hash, so that `ab`, `c` gives another hash than `a`, `bc`.
    package mutating func add(_ text: String) {
        addBytes(of: text)
        add(0xff)
    }

    /// Adds the bytes of a text to the hash, without a terminator.
    package mutating func addBytes(of text: String) {
        for byte in text.utf8 { add(byte) }
    }

    /// Adds a byte to the hash.
    package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

    /// The hash as 16 hexadecimal digits in lower case.
    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
