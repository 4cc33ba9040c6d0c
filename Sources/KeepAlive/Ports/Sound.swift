import KeepAlivePolicy
import RealModule

/// What is played, endlessly.
package enum Sound: Sendable, Hashable, Codable {
    /// Zeros.
    case silence
    /// A sine wave of so many hertz, and an amplitude of 0 to 1.
    case tone(hertz: Double, amplitude: Double)
    /// A sound file, looped without a gap.
    case file(path: String)

    /// To hear that it works: 440 Hz at -30 dBFS, audible in a quiet room and no more; our choice.
    package static let quietTone = Sound.tone(hertz: 440, decibels: -30)

    /// A sine wave.
    ///
    /// - Parameters:
    ///   - hertz: its frequency.
    ///   - decibels: its level; 0 is the loudest that a device plays.
    package static func tone(hertz: Double, decibels: Double) -> Sound {
        .tone(hertz: hertz, amplitude: .pow(10, decibels / 20))
    }

    /// Whether nothing can be heard of it (AS-37). A file counts as heard: nobody has listened to it.
    package var isSilent: Bool { self == .silence }
}
