/// A command of the lock screen, Control Center or a headset to the app that plays (`MPRemoteCommandCenter`).
public struct RemoteCommand: Sendable, Hashable, Codable {
    /// The commands that carry no value or one number.
    public enum Name: String, Sendable, Hashable, Codable, CaseIterable {
        /// Play, pause, stop, or toggle between play and pause.
        case play, pause, stop, togglePlayPause
        /// Go to the next or the previous item.
        case nextTrack, previousTrack
        /// Skip forward or backward by some seconds.
        case skipForward, skipBackward
        /// Begin or end to seek forward or backward.
        case seekForward, seekBackward
        /// Go to a position in seconds.
        case changePlaybackPosition
        /// Set the playback rate.
        case changePlaybackRate
    }

    /// The kind of command.
    public var name: Name
    /// The command's number: seconds for `skipForward`, `skipBackward` and `changePlaybackPosition`, the rate for
    /// `changePlaybackRate`, 1 for the begin of a seek and 0 for its end. `nil` if the command has no number.
    public var value: Double?

    /// Creates a command; ``completed`` fills in a missing value.
    public init(_ name: Name, value: Double? = nil) {
        self.name = name
        self.value = value
    }

    /// The command with a value filled in if its number is missing: 15 s for a skip, as on the lock screen, 1 for a
    /// seek or a rate, 0 s for a position.
    public var completed: RemoteCommand {
        guard value == nil else { return self }
        return switch name {
        case .skipForward, .skipBackward: RemoteCommand(name, value: 15)
        case .seekForward, .seekBackward, .changePlaybackRate: RemoteCommand(name, value: 1)
        case .changePlaybackPosition: RemoteCommand(name, value: 0)
        case .play, .pause, .stop, .togglePlayPause, .nextTrack, .previousTrack: self
        }
    }
}
