/// A command of the lock screen, of Control Center or of a headset, for what plays (`MPRemoteCommandCenter`).
public struct RemoteCommand: Sendable, Hashable, Codable {
    /// The commands that carry a number at most.
    public enum Name: String, Sendable, Hashable, Codable, CaseIterable {
        /// To play, to pause, to stop, or to play and pause in turn.
        case play, pause, stop, togglePlayPause
        /// To go to the next or the last item.
        case nextTrack, previousTrack
        /// To go on or back by some seconds.
        case skipForward, skipBackward
        /// To begin or end to go on or back fast.
        case seekForward, seekBackward
        /// To go to a position, in seconds.
        case changePlaybackPosition
        /// To play at a rate.
        case changePlaybackRate
    }

    /// The command.
    public var name: Name
    /// The seconds of `skipForward`, `skipBackward` and `changePlaybackPosition`, the rate of `changePlaybackRate`; 1 for
    /// the begin of a seek, 0 for its end.
    public var value: Double?

    /// Creates a command.
    public init(_ name: Name, value: Double? = nil) {
        self.name = name
        self.value = value
    }

    /// Returns the command as it comes, where a user says nothing of its number: as the lock screen has it.
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
