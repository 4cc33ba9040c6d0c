import Foundation

/// Sound files made in memory.
public enum SilentFile {
    /// A WAV file without a sound in it: 8 kHz, mono, 8 bits.
    public static func wave(seconds: Int) -> Data {
        var file = Data("RIFF".utf8)
        func append(_ value: Int, _ bytes: Int) {
            for byte in 0..<bytes { file.append(UInt8(value >> (8 * byte) & 0xFF)) }
        }
        let count = 8000 * seconds
        append(36 + count, 4)
        file.append(Data("WAVEfmt ".utf8))
        for (value, bytes) in [(16, 4), (1, 2), (1, 2), (8000, 4), (8000, 4), (1, 2), (8, 2)] { append(value, bytes) }
        file.append(Data("data".utf8))
        append(count, 4)
        file.append(Data(repeating: 128, count: count))
        return file
    }
}
