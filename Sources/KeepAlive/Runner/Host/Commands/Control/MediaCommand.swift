import ArgumentParser
import KeepAlivePolicy

extension Control {
    struct Media: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "media", abstract: "Give a command to what plays: the lock screen, or a headset (AS-60).",
            usage: "keepalive-run ctl media COMMAND [VALUE] [--system PID]",
            discussion: """
                play, pause, stop, toggle, next, previous; forward and back by VALUE seconds (15 by default); seek to the second \
                VALUE; rate VALUE. The Now Playing app gets it: the one that has set MPNowPlayingInfoCenter's nowPlayingInfo \
                last. It is resumed for it if it is suspended.
                """)

        /// The names of the media commands on the command line.
        enum Word: String, CaseIterable, ExpressibleByArgument {
            case play, pause, stop, toggle, next, previous, forward, back, seek, rate

            var name: RemoteCommand.Name {
                switch self {
                case .play: .play
                case .pause: .pause
                case .stop: .stop
                case .toggle: .togglePlayPause
                case .next: .nextTrack
                case .previous: .previousTrack
                case .forward: .skipForward
                case .back: .skipBackward
                case .seek: .changePlaybackPosition
                case .rate: .changePlaybackRate
                }
            }

            /// True if the command accepts a number.
            var takesValue: Bool { [.forward, .back, .seek, .rate].contains(self) }
            /// True if the command requires a number.
            var needsValue: Bool { [.seek, .rate].contains(self) }
        }

        @OptionGroup var system: SystemOption

        @Argument(help: ArgumentHelp("The command.", valueName: "COMMAND"))
        var command: Word

        @Argument(help: ArgumentHelp("Seconds, or a rate.", valueName: "VALUE"))
        var value: Double?

        func validate() throws {
            guard let value else {
                guard !command.needsValue else { throw ValidationError("'\(command.rawValue)' needs a VALUE") }
                return
            }
            guard command.takesValue else { throw ValidationError("'\(command.rawValue)' takes no VALUE") }
            guard value.isFinite, value >= 0 else { throw ValidationError("VALUE is a number, 0 or more") }
        }

        func run() throws {
            var parameters: [String: JSONValue] = ["command": .string(command.name.rawValue)]
            parameters["value"] = value.map { .number($0) }
            try system.tell("media", parameters)
        }
    }
}
