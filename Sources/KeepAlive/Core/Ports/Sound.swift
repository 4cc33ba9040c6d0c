import KeepAliveModel
import RealModule

/// A sound that is played endlessly.
package enum Sound: Sendable, Hashable, Codable {
    /// Zeros.
    case silence
    /// A sine wave of so many hertz, and an amplitude of 0 to 1.
    case tone(hertz: Double, amplitude: Double)
    /// A sound file, looped without a gap.
    case file(path: String)

    /// A tone to test playback with: 440 Hz at -30 dBFS, audible in a quiet room and no more; our choice.
    package static let quietTone = Sound.tone(hertz: 440, decibels: -30)

    /// A sine wave.
    ///
    /// - Parameters:
    ///   - hertz: its frequency.
    ///   - decibels: its level; 0 is the loudest that a device plays.
    package static func tone(hertz: Double, decibels: Double) -> Sound {
        .tone(hertz: hertz, amplitude: .pow(10, decibels / 20))
    }

    /// True when nothing can be heard of it (AS-37). A file counts as audible: its content is not checked.
    package var isSilent: Bool { self == .silence }
}
