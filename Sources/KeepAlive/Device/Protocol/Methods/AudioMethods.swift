import KeepAliveFormats
import KeepAliveModel

/// The methods of the audio session, of players and of recorders.
package enum AudioMethods {
    package static let setCategory = Method(
        "setCategory", "AVAudioSession.setCategory(_:mode:policy:options:)",
        Parameter<AudioSessionConfiguration.Category>.choice("category"),
        Parameter<AudioSessionConfiguration.Mode>.choice("mode").optional,
        Parameter<Set<AudioSessionConfiguration.Option>>.audioOptions.optional,
        Parameter<AudioSessionConfiguration.RouteSharingPolicy>.choice("policy").optional)
    package static let setActive = Method(
        "setActive", "AVAudioSession.setActive(_:options:)", .flag("active"),
        .flag("notifyOthersOnDeactivation").or(false))
    package static let session = Method(
        "audioSession", "what AVAudioSession tells: the output of the current route, and whether other apps are heard",
        returns: .object(.audioSession))
    package static let setNowPlaying = Method(
        "setNowPlaying",
        "MPNowPlayingInfoCenter has the app's information, or no longer: the Now Playing app may interrupt others from the background (AS-23)",
        .flag("value"))
    package static let setRemoteCommands = Method(
        "setRemoteCommands",
        "MPRemoteCommandCenter: the commands that the app has handlers for, instead of those of before (AS-60)",
        Parameter<[RemoteCommand.Name]>.choices("commands", of: RemoteCommand.Name.self))
    package static let setPrefersNoInterruptions = Method(
        "setPrefersNoInterruptionsFromSystemAlerts", "setPrefersNoInterruptionsFromSystemAlerts(_:) (AS-51)",
        .flag("value"))
    package static let preparePlayer = Method(
        "preparePlayer", "AVAudioPlayer(contentsOf:): a file of sound, or silence; its length, null for silence",
        .player, Parameter<String>.text("file").optional, returns: .object(Parameter<Double>.number("seconds").orNull))
    package static let prepareToPlay = Method(
        "prepareToPlay", "AVAudioPlayer.prepareToPlay(): activates the session (AS-57); false when iOS refuses",
        .player, returns: .object(.flag("ready")))
    package static let play = Method(
        "play",
        "AVAudioPlayer.play(): false when iOS refuses; loops is numberOfLoops, -1 without end, which is the default; engine is the "
            + "number of the AVAudioEngine that plays, larger for one made later (AS-62)",
        .player, .whole("loops", -1...1_000_000).or(-1), Parameter<Bool>.flag("silent").optional,
        Parameter<Int>.whole("engine", 1...1_000_000_000).optional, returns: .object(.flag("playing")))
    package static let pause = Method(
        "pause", "AVAudioPlayer.pause(); where it stands", .player, returns: .object(.number("seconds")))
    package static let stop = Method("stop", "AVAudioPlayer.stop()", .player)
    package static let player = Method(
        "player", "AVAudioPlayer.isPlaying and currentTime", .player,
        returns: .object(
            .group(.flag("playing"), .number("seconds")) {
                PlayerState(isPlaying: $0, seconds: $1)
            } split: {
                ($0.isPlaying, $0.seconds)
            }))
    package static let seek = Method(
        "seek", "AVAudioPlayer.currentTime is set", .player, .number("seconds", 0...1e6))
    package static let record = Method("record", "AVAudioRecorder.record()")
}

/// The state of an `AVAudioPlayer`: whether the player plays, and its position.
package struct PlayerState: Sendable, Hashable {
    package var isPlaying: Bool
    /// The position in the sound, in seconds.
    package var seconds: Double

    package init(isPlaying: Bool, seconds: Double) {
        self.isPlaying = isPlaying
        self.seconds = seconds
    }
}

/// The audio session of an app, and the app's view of the sound of other apps.
package struct AudioSessionState: Sendable, Hashable {
    package var configuration: AudioSessionConfiguration
    package var isActive: Bool
    package var route: String
    package var isOtherAudioPlaying: Bool
    package var silencesSecondaryAudio: Bool

    package init(
        _ configuration: AudioSessionConfiguration, isActive: Bool, route: String, isOtherAudioPlaying: Bool,
        silencesSecondaryAudio: Bool
    ) {
        self.configuration = configuration
        self.isActive = isActive
        self.route = route
        self.isOtherAudioPlaying = isOtherAudioPlaying
        self.silencesSecondaryAudio = silencesSecondaryAudio
    }
}

extension Parameter where Value == AudioSessionState {
    fileprivate static let audioSession = Parameter.group(
        Parameter<AudioSessionConfiguration.Category>.choice("category"),
        Parameter<AudioSessionConfiguration.Mode>.choice("mode"), .audioOptions,
        Parameter<AudioSessionConfiguration.RouteSharingPolicy>.choice("policy"), .flag("active"), .audioRoute,
        .flag("isOtherAudioPlaying"), .flag("secondaryAudioShouldBeSilenced")
    ) { category, mode, options, policy, isActive, route, others, silences in
        var configuration = AudioSessionConfiguration(category: category)
        configuration.mode = mode
        configuration.options = options
        configuration.routeSharingPolicy = policy
        return AudioSessionState(
            configuration, isActive: isActive, route: route, isOtherAudioPlaying: others,
            silencesSecondaryAudio: silences)
    } split: {
        (
            $0.configuration.category, $0.configuration.mode, $0.configuration.options,
            $0.configuration.routeSharingPolicy, $0.isActive, $0.route, $0.isOtherAudioPlaying,
            $0.silencesSecondaryAudio
        )
    }
}

extension Parameter where Value == Set<AudioSessionConfiguration.Option> {
    fileprivate static let audioOptions = {
        let all = AudioSessionConfiguration.Option.allCases
        let names = Parameter<[String]>.words("options", all.map(\.name))
        return Parameter.group(names) { names in
            Set(all.filter { names.contains($0.name) })
        } split: { options in
            options.sorted { $0.rawValue < $1.rawValue }.map(\.name)
        }
    }()
}

extension Parameter where Value == Int {
    fileprivate static let player = whole("player", 0...1_000_000).or(0)
}
