import KeepAliveModel
import RealModule

/// A sound that is played in an endless loop.
package enum Sound: Sendable, Hashable, Codable {
    /// Samples with the value zero.
    case silence
    /// A sine wave with a frequency in hertz and an amplitude from 0 to 1.
    case tone(hertz: Double, amplitude: Double)
    /// A sound file, which is looped without a gap.
    case file(path: String)

    /// A tone for testing playback: 440 Hz at -30 dBFS, just audible in a quiet room. Both values are this project's
    /// choice.
    package static let quietTone = Sound.tone(hertz: 440, decibels: -30)

    /// Returns a sine wave.
    ///
    /// - Parameters:
    ///   - hertz: the frequency.
    ///   - decibels: the level in dBFS; 0 is the maximum.
    package static func tone(hertz: Double, decibels: Double) -> Sound {
        .tone(hertz: hertz, amplitude: .pow(10, decibels / 20))
    }

    /// True for silence (AS-37). A file counts as audible, because its content is not checked.
    package var isSilent: Bool { self == .silence }
}
