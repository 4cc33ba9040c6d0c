import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// The service for `AVAudioSession`, `AVAudioPlayer`, `AVAudioRecorder` and `MPNowPlayingInfoCenter`.
    static let audio = Service(methods: session + players, callbacks: audioCallbacks)

    // MARK: AVAudioSession

    private static let session: [AppMethod] = [
        AppMethod(AudioMethods.setCategory) { call, category, mode, options, policy in
            var session = AudioSessionConfiguration(category: category)
            if let mode { session.mode = mode }
            if let policy { session.routeSharingPolicy = policy }
            if let options { session.options = options }
            // Without a device, the configuration is only stored; the host gets it when the app activates the session.
            if call.hasDevice { try call.report(.audioCategorySet(session)) }
            call.memory.configuration = session
        },
        AppMethod(AudioMethods.setActive) { call, active, notifies in
            switch (active, call.hasDevice) {
            case (true, true): try call.report(.audioSessionActivated(nil))
            case (true, false): try call.host.activateAudioSession(call.memory.configuration)
            case (false, true):
                try call.engine.sampleAudio()
                try call.report(.audioSessionDeactivated(notifyOthers: notifies))
            case (false, false): call.host.deactivateAudioSession()
            }
        },
        AppMethod(AudioMethods.session) { call in
            let machine = try call.engine.machine
            return AudioSessionState(
                machine.audioSession, isActive: machine.isAudioSessionActive, route: machine.audioRoute.name,
                isOtherAudioPlaying: !machine.otherAppsSounding.isEmpty,
                silencesSecondaryAudio: machine.silencesSecondaryAudio)
        },
        AppMethod(reporting: AudioMethods.setNowPlaying) { .audioSession(.nowPlaying($0)) },
        AppMethod(reporting: AudioMethods.setRemoteCommands) { .audioSession(.remoteCommandsHandled(Set($0))) },
        AppMethod(reporting: AudioMethods.setPrefersNoInterruptions) {
            .audioSession(.prefersNoInterruptionsFromSystemAlerts($0))
        },
    ]

    // MARK: AVAudioPlayer, AVAudioRecorder

    private static let players: [AppMethod] = [
        AppMethod(finding: AudioMethods.preparePlayer) { call, number, file in
            guard call.hasDevice else {
                call.host.preparePlayer()
                return .now(nil)
            }
            let (players, audio) = (try call.players(holding: number), try call.engine.audio)
            return .later { players.prepare(number, file: file, on: audio, $0) }
        },
        AppMethod(AudioMethods.prepareToPlay) { call, number in
            guard call.hasDevice else {
                call.host.preparePlayer()
                return true
            }
            return try call.players(holding: number).isReady(number, call)
        },
        AppMethod(AudioMethods.play) { call, number, loops, silent, engine in
            guard call.hasDevice else { return call.host.play() }
            return try call.players(holding: number)
                .play(number, loops: loops, silent: silent, audioEngine: engine, call)
        },
        AppMethod(AudioMethods.pause) { call, number in try pause(number, call) },
        AppMethod(AudioMethods.stop) { call, number in _ = try pause(number, call) },
        AppMethod(AudioMethods.player) { call, number in
            let players = try call.players(holding: number)
            return PlayerState(
                isPlaying: players.isPlaying(number), seconds: players.position(number, try call.engine))
        },
        AppMethod(AudioMethods.seek) { call, number, seconds in
            try call.players(holding: number).seek(number, to: seconds, call.engine, call.voice)
        },
        AppMethod(reporting: AudioMethods.record) { .audioRecordingRequested },
    ]

    /// Pauses a player, and returns the player's position in seconds; 0 without a device.
    private static func pause(_ number: Int, _ call: AppCall) throws -> Double {
        guard call.hasDevice else {
            call.host.pause()
            return 0
        }
        return try call.players(holding: number).pause(number, call.engine, call.host)
    }

    // MARK: Callbacks

    private static let audioCallbacks: [CallbackRow] = [
        CallbackRow(AudioCallbacks.interruptionBegan) { callback, _ in
            guard case .audioInterruptionBegan(let reason, let wasSuspended) = callback else { return nil }
            return (reason, wasSuspended)
        },
        CallbackRow(AudioCallbacks.interruptionEnded) { callback, _ in
            if case .audioInterruptionEnded(let shouldResume) = callback { shouldResume } else { nil }
        },
        CallbackRow(AudioCallbacks.engineConfigurationChanged),
        CallbackRow(AudioCallbacks.routeChanged) { callback, _ in
            if case .audioRouteChanged(let route) = callback { route } else { nil }
        },
        CallbackRow(AudioCallbacks.remoteCommand) { callback, _ in
            if case .remoteCommand(let command) = callback { command } else { nil }
        } events: { _, _ in
            [.wakeCompleted(.remoteCommand)]
        },
        CallbackRow(AudioCallbacks.mediaServicesLost), CallbackRow(AudioCallbacks.mediaServicesReset),
        CallbackRow(AudioCallbacks.silenceSecondaryAudioHint) { callback, _ in
            if case .silenceSecondaryAudioHint(let begins) = callback { begins } else { nil }
        },
        // This service sends the callback without an order of the policy, because the policy does not know the
        // individual players.
        CallbackRow(telling: AudioCallbacks.playerDidFinishPlaying),
    ]
}

extension AppCall {
    /// Returns the app's players; throws if the app may not add a player with this number.
    fileprivate func players(holding number: Int) throws -> AudioPlayers {
        let players = try voice.state(AudioPlayers.self)
        guard players.mayHold(number) else { throw JSONRPCError.refused("there are too many players") }
        return players
    }
}
