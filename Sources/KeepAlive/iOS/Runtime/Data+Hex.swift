import Foundation

extension Data {
    /// The bytes that hex digits stand for; what is no digit is left out.
    package init(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        self.init(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
