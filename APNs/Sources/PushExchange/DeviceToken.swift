/// The address of an app on a device: 32 bytes that say nothing.
package struct DeviceToken: Sendable, Hashable, CustomStringConvertible {
    /// The bytes as lower-case hex digits.
    package let description: String

    /// A token that nobody has.
    package init() {
        var random = SystemRandomNumberGenerator()
        let digits = (0..<32).map { _ in
            let byte = UInt8.random(in: .min ... .max, using: &random)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        description = digits.joined()
    }

    /// - Parameter text: hex digits in either case; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 64, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        description = text.lowercased()
    }
}
