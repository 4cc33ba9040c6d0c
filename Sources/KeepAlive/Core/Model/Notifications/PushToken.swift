/// The text form of a PushKit token, as apps send it to their servers (SD-54).
public enum PushToken {
    /// Returns the bytes as lower-case hex, two digits each, without separators.
    public static func text(of bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
