import Foundation

/// Stands for a text of any length, the same on every machine: FNV-1a, 64 bits.
struct Digest: CustomStringConvertible {
    private var value: UInt64 = 0xCBF2_9CE4_8422_2325
    /// The text itself, for who asked for it.
    private(set) var text: String?

    init(keepsText: Bool = false) { text = keepsText ? "" : nil }

    mutating func add(_ raw: String) {
        // The name of a module is no decision.
        let line = raw.replacingOccurrences(of: "KeepAlivePolicy.", with: "")
        for byte in line.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        text?.append(line + "\n")
    }

    var description: String {
        let hex = String(value, radix: 16)
        return String(repeating: "0", count: 16 - hex.count) + hex
    }
}
