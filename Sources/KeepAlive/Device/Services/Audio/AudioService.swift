import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// `AVAudioSession`, `AVAudioPlayer`, `AVAudioRecorder` and `MPNowPlayingInfoCenter`.
    static let audio = Service(methods: session + players, callbacks: audioCallbacks)

    // MARK: AVAudioSession

    private static let session: [AppMethod] = [
        AppMethod(
            "setCategory", "AVAudioSession.setCategory(_:mode:policy:options:)",
            .choice("category", of: AudioSessionConfiguration.Category.self),
            Parameter.choice("mode", of: AudioSessionConfiguration.Mode.self).optional, options.optional,
            Parameter.choice("policy", of: AudioSessionConfiguration.RouteSharingPolicy.self).optional
        ) { call, category, mode, options, policy in
            var session = AudioSessionConfiguration(category: category)
            if let mode { session.mode = mode }
            if let policy { session.routeSharingPolicy = policy }
            if let options {
                session.options = Set(AudioSessionConfiguration.Option.allCases.filter { options.contains($0.name) })
            }
            // A host without a device gets the session with the activation.
            if call.hasDevice { try call.report(.audioCategorySet(session)) }
            call.memory.configuration = session
            return .null
        },
        AppMethod(
            "setActive", "AVAudioSession.setActive(_:options:)", .flag("active"),
            .flag("notifyOthersOnDeactivation").or(false)
        ) { call, active, notifies in
            switch (active, call.hasDevice) {
            case (true, true): try call.report(.audioSessionActivated(nil))
            case (true, false): try call.host.activateAudioSession(call.memory.configuration)
            case (false, true):
                try call.engine.sampleAudio()
                try call.report(.audioSessionDeactivated(notifyOthers: notifies))
            case (false, false): call.host.deactivateAudioSession()
            }
            return .null
        },
        AppMethod(
            "audioSession",
            "what AVAudioSession tells: the output of the current route, and whether other apps are heard",
            returns: .object([
                "category": .word(of: AudioSessionConfiguration.Category.self),
                "mode": .word(of: AudioSessionConfiguration.Mode.self), "options": .list(.word(optionNames)),
                "policy": .word(of: AudioSessionConfiguration.RouteSharingPolicy.self), "active": .flag,
                "route": .audioRoute, "isOtherAudioPlaying": .flag, "secondaryAudioShouldBeSilenced": .flag,
            ])
        ) { call in
            let machine = try call.engine.machine
            let session = machine.audioSession
            return [
                "category": .string(session.category.rawValue), "mode": .string(session.mode.rawValue),
                "options": .array(session.options.sorted { $0.rawValue < $1.rawValue }.map { .string($0.name) }),
                "policy": .string(session.routeSharingPolicy.rawValue), "active": .bool(machine.isAudioSessionActive),
                "route": .string(machine.audioRoute.name),
                "isOtherAudioPlaying": .bool(!machine.otherAppsSounding.isEmpty),
                "secondaryAudioShouldBeSilenced": .bool(machine.silencesSecondaryAudio),
            ]
        },
        AppMethod(
            reporting: "setNowPlaying",
            "MPNowPlayingInfoCenter has the app's information, or no longer: the Now Playing app may interrupt others from the background (AS-23)",
            .flag("value")
        ) { .audioSession(.nowPlaying($0)) },
        AppMethod(
            reporting: "setRemoteCommands",
            "MPRemoteCommandCenter: the commands that the app has handlers for, instead of those of before (AS-60)",
            .choices("commands", of: RemoteCommand.Name.self)
        ) { .audioSession(.remoteCommandsHandled(Set($0))) },
        AppMethod(
            reporting: "setPrefersNoInterruptionsFromSystemAlerts",
            "setPrefersNoInterruptionsFromSystemAlerts(_:) (AS-51)", .flag("value")
        ) { .audioSession(.prefersNoInterruptionsFromSystemAlerts($0)) },
    ]

    private static let optionNames = AudioSessionConfiguration.Option.allCases.map(\.name)
    private static let options = Parameter.words("options", optionNames)

    // MARK: AVAudioPlayer, AVAudioRecorder

    private static let player = Parameter.whole("player", 0...1_000_000).or(0)

    private static let players: [AppMethod] = [
        AppMethod(
            finding: "preparePlayer",
            "AVAudioPlayer(contentsOf:): a file of sound, or silence; its length, null for silence",
            player, Parameter.text("file").optional, returns: .object(["seconds": .orNull(.number())])
        ) { call, number, file in
            guard call.hasDevice else {
                call.host.preparePlayer()
                return .now(["seconds": .null])
            }
            let (players, audio) = (try call.players(holding: number), try call.engine.audio)
            return .later { give in
                players.prepare(number, file: file, on: audio) { result in
                    give(result.map { ["seconds": $0.map { .number($0) } ?? .null] })
                }
            }
        },
        AppMethod(
            "prepareToPlay", "AVAudioPlayer.prepareToPlay(): activates the session (AS-57); false when iOS refuses",
            player, returns: .object(["ready": .flag])
        ) { call, number in
            guard call.hasDevice else {
                call.host.preparePlayer()
                return ["ready": true]
            }
            return ["ready": .bool(try call.players(holding: number).isReady(number, call))]
        },
        AppMethod(
            "play",
            "AVAudioPlayer.play(): false when iOS refuses; loops is numberOfLoops, -1 without end, which is the default; engine is the "
                + "number of the AVAudioEngine that plays, larger for one made later (AS-62)",
            player, .whole("loops", -1...1_000_000).or(-1), Parameter.flag("silent").optional,
            Parameter.whole("engine", 1...1_000_000_000).optional, returns: .object(["playing": .flag])
        ) { call, number, loops, silent, engine in
            guard call.hasDevice else { return ["playing": .bool(call.host.play())] }
            let players = try call.players(holding: number)
            return ["playing": .bool(try players.play(number, loops: loops, silent: silent, audioEngine: engine, call))]
        },
        AppMethod(
            "pause", "AVAudioPlayer.pause(); where it stands", player, returns: .object(["seconds": .number()])
        ) { call, number in ["seconds": .number(try pause(number, call))] },
        AppMethod("stop", "AVAudioPlayer.stop()", player) { call, number in
            _ = try pause(number, call)
            return .null
        },
        AppMethod(
            "player", "AVAudioPlayer.isPlaying and currentTime", player,
            returns: .object(["playing": .flag, "seconds": .number()])
        ) { call, number in
            let players = try call.players(holding: number)
            return [
                "playing": .bool(players.isPlaying(number)),
                "seconds": .number(players.position(number, try call.engine)),
            ]
        },
        AppMethod("seek", "AVAudioPlayer.currentTime is set", player, .number("seconds", 0...1e6)) {
            call, number, seconds in
            try call.players(holding: number).seek(number, to: seconds, call.engine, call.voice)
            return .null
        },
        AppMethod(reporting: "record", "AVAudioRecorder.record()") { .audioRecordingRequested },
    ]

    /// Pauses a player; returns its position in seconds.
    private static func pause(_ number: Int, _ call: AppCall) throws -> Double {
        guard call.hasDevice else {
            call.host.pause()
            return 0
        }
        return try call.players(holding: number).pause(number, call.engine, call.host)
    }

    // MARK: Callbacks

    private static let audioCallbacks: [CallbackRow] = [
        CallbackRow(
            "audioInterruptionBegan", "interruptionNotification, began (AS-45, AS-48)",
            [.init("reason", .whole(0...Int.max)), .init("wasSuspended", .flag)]
        ) { callback, _ in
            guard case .audioInterruptionBegan(let reason, let wasSuspended) = callback else { return [:] }
            return ["reason": .number(String(reason)), "wasSuspended": .bool(wasSuspended)]
        },
        CallbackRow(
            "audioInterruptionEnded", "interruptionNotification, ended (AS-46)", [.init("shouldResume", .flag)]
        ) { callback, _ in
            if case .audioInterruptionEnded(let resume) = callback { ["shouldResume": .bool(resume)] } else { [:] }
        },
        CallbackRow(
            "audioEngineConfigurationChanged",
            "AVAudioEngineConfigurationChange: the engine has stopped, as the route has changed (AS-62)"),
        CallbackRow("audioRouteChanged", "routeChangeNotification (AS-52)", [.init("route", .audioRoute)]) {
            callback, _ in
            if case .audioRouteChanged(let route) = callback { ["route": .string(route)] } else { [:] }
        },
        CallbackRow(
            "remoteCommand",
            "a handler of MPRemoteCommandCenter (AS-60); value: seconds of a skip or a position, a rate, 1 and 0 of a seek",
            [.init("command", .word(of: RemoteCommand.Name.self)), .init("value", .number(), isOptional: true)],
            answer: .null
        ) { callback, _ in
            guard case .remoteCommand(let command) = callback else { return [:] }
            var members: CallbackRow.Members = ["command": .string(command.name.rawValue)]
            members["value"] = command.value.map { .number($0) }
            return members
        } events: { _, _ in
            [.wakeCompleted(.remoteCommand)]
        },
        CallbackRow("mediaServicesLost", "mediaServicesWereLostNotification (AS-20)"),
        CallbackRow("mediaServicesReset", "mediaServicesWereResetNotification (AS-54)"),
        CallbackRow(
            "silenceSecondaryAudioHint", "silenceSecondaryAudioHintNotification (AS-53)", [.init("begins", .flag)]
        ) { callback, _ in
            if case .silenceSecondaryAudioHint(let begins) = callback { ["begins": .bool(begins)] } else { [:] }
        },
        // The player itself sends this callback: the policy knows of sounds, not of players.
        CallbackRow(
            AudioPlayers.didFinishPlaying, "audioPlayerDidFinishPlaying", [.init("player", .whole(0...1_000_000))],
            isOfPolicy: false),
    ]
}

extension AppCall {
    /// Returns the app's players, if there is room for one of this number.
    fileprivate func players(holding number: Int) throws -> AudioPlayers {
        let players = try voice.state(AudioPlayers.self)
        guard players.mayHold(number) else { throw JSONRPCError.refused("there are too many players") }
        return players
    }
}
