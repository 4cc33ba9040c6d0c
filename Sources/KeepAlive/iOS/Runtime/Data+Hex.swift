import Foundation

extension Data {
    /// Creates the bytes of a text in hex. Characters that are no hex digits are ignored.
    package init(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        self.init(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
