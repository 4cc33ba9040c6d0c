import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveProtocol
import KeepAliveStrategies

/// The audio players of an app. The device plays one sound at a time. A player with sound takes precedence over silent
/// players; among several players with sound, the device plays the sound of the player that began last.
final class AudioPlayers: ServiceMemory {
    private struct Player {
        var file: String?
        /// The length of one loop in seconds; `nil` for silence, which has no length.
        var seconds: Double?
        /// The position in the sound in seconds; of a playing player, the position at the instant `playingSince`.
        var position = 0.0
        var playingSince: MonotonicInstant?
        var ending: ScheduledAction?
        /// `numberOfLoops` of the present playback; negative for an endless loop.
        var loops = -1
        /// True if the player plays pure silence.
        var isSilent = true
    }

    private var players: [Int: Player] = [:]

    func isPlaying(_ number: Int) -> Bool { players[number]?.playingSince != nil }

    /// Sets the sound of a player, and determines the length of one loop in seconds.
    ///
    /// - Parameter completion: called once, now or later, with the length, which is `nil` for silence, or with the
    ///   error if the file cannot be played.
    func prepare(
        _ number: Int, file: String?, on audio: (any AudioOutput)?,
        _ completion: @escaping (Result<Double?, any Error>) -> Void
    ) {
        func take(_ seconds: Double?) {
            var player = players[number] ?? Player()
            player.file = file
            player.seconds = seconds
            players[number] = player
            completion(.success(seconds))
        }
        guard let file, let audio else { return take(nil) }
        audio.length(of: .file(path: file)) { result in
            switch result {
            case .success(let seconds): take(seconds)
            case .failure(let error): completion(.failure(error))
            }
        }
    }

    /// Starts a player, and activates the audio session if necessary; returns false if iOS refuses.
    func play(_ number: Int, loops: Int, silent: Bool?, audioEngine: Int?, _ call: AppCall) throws -> Bool {
        let engine = try call.engine
        var player = players[number] ?? Player()
        guard player.playingSince == nil else { return true }
        let sound = player.file.map { Sound.file(path: $0) }
        let isSilent = silent ?? sound.map(\.isSilent) ?? engine.plan.loopIsSilent
        // The sound is loaded before the request below, because the sound device begins to play when the policy accepts
        // the request.
        if !players.values.contains(where: { $0.playingSince != nil }) { engine.audio?.load(sound) }
        do {
            try activateSession(call)
            try call.report(.audioPlaybackRequested(silent: isSilent, engine: audioEngine))
        } catch let exception as AppleException {
            throw exception
        } catch {
            return false
        }
        player.playingSince = engine.scheduler.now
        player.loops = loops
        player.isSilent = isSilent
        players[number] = player
        loadHeard(engine)
        scheduleEnd(of: number, engine, try call.voice)
        return true
    }

    /// Prepares a player to play, by activating the audio session if necessary; returns false if iOS refuses.
    func isReady(_ number: Int, _ call: AppCall) throws -> Bool {
        guard players[number] != nil else {
            throw JSONRPCError.refused("there is no player \(number): preparePlayer first")
        }
        return (try? activateSession(call)) != nil
    }

    /// Activates the audio session if it is inactive, as a player does when it prepares to play (AS-57).
    func activateSession(_ call: AppCall) throws {
        if try !call.engine.machine.isAudioSessionActive { try call.report(.audioSessionActivated(nil)) }
    }

    /// Schedules the end of a playback with a finite number of loops.
    private func scheduleEnd(of number: Int, _ engine: Engine, _ voice: SocketVoice) {
        if let ending = players[number]?.ending { engine.scheduler.cancel(ending) }
        players[number]?.ending = nil
        guard let player = players[number], let seconds = player.seconds, player.loops >= 0 else { return }
        let left = max(0, seconds * Double(player.loops + 1) - player.position)
        players[number]?.ending = engine.scheduler.schedule(after: .seconds(1).scaled(by: left)) {
            [weak self, weak voice, weak engine] in
            guard let self, let voice, let engine else { return }
            if finish(number, engine) { voice.pausePlayback() }
            voice.tell(AudioCallbacks.playerDidFinishPlaying, number)
        }
    }

    /// Pauses a player, and returns the player's position in seconds.
    func pause(_ number: Int, _ engine: Engine, _ host: any StrategyHost) -> Double {
        let position = position(number, engine)
        guard players[number]?.playingSince != nil else { return position }
        stop(number, at: position, engine)
        if !loadHeard(engine) { host.pause() }
        return position
    }

    /// Returns the position of a player in its sound in seconds; for silence, which has no length, the time for which
    /// the player has played.
    func position(_ number: Int, _ engine: Engine) -> Double {
        guard let player = players[number] else { return 0 }
        guard let since = player.playingSince else { return player.position }
        let position = player.position + (engine.scheduler.now - since).inSeconds
        return player.seconds.map { position.truncatingRemainder(dividingBy: max($0, 0.001)) } ?? position
    }

    /// Moves a player to a position in its sound. A playing player continues from that position, and its loops are
    /// counted anew.
    func seek(_ number: Int, to seconds: Double, _ engine: Engine, _ voice: SocketVoice) {
        var player = players[number] ?? Player()
        player.position = seconds
        let plays = player.playingSince != nil
        if plays { player.playingSince = engine.scheduler.now }
        players[number] = player
        if plays { scheduleEnd(of: number, engine, voice) }
    }

    /// Returns whether the app has a player with the number, or may add one. The limit of 1000 players protects the
    /// runner against a faulty or hostile app.
    func mayHold(_ number: Int) -> Bool { players[number] != nil || players.count < 1000 }

    /// Ends the playback of a player, and loads the sound of another playing player; returns true if no other player is
    /// playing.
    private func finish(_ number: Int, _ engine: Engine) -> Bool {
        stop(number, at: 0, engine)
        return !loadHeard(engine)
    }

    /// Loads the sound of the player that is to be heard into the device; silence if that player has no file.
    ///
    /// - Returns: true if any player is playing.
    @discardableResult
    private func loadHeard(_ engine: Engine) -> Bool {
        func order(_ player: Player) -> (Int, MonotonicInstant) {
            (player.isSilent ? 0 : 1, player.playingSince ?? .zero)
        }
        let playing = players.values.filter { $0.playingSince != nil }
        guard let heard = playing.max(by: { order($0) < order($1) }) else { return false }
        engine.audio?.load(heard.file.map { Sound.file(path: $0) })
        return true
    }

    /// Stops all players at their positions if iOS has stopped the app's sound (AS-45).
    func settled(_ engine: Engine) {
        guard !engine.machine.isPlayingAudio else { return }
        for (number, player) in players where player.playingSince != nil {
            stop(number, at: position(number, engine), engine)
        }
    }

    private func stop(_ number: Int, at position: Double, _ engine: Engine) {
        if let ending = players[number]?.ending { engine.scheduler.cancel(ending) }
        players[number]?.ending = nil
        players[number]?.playingSince = nil
        players[number]?.position = position
    }
}
