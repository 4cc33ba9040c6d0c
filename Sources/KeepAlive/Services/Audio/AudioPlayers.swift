import KeepAliveEngine
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveStrategies

/// The app's audio players: the device plays one sound, the one of the player that began last.
final class AudioPlayers: ServiceState {
    /// What the app is told when a player has played all that it has.
    static let didFinishPlaying = "audioPlayerDidFinishPlaying"

    private struct Player {
        var file: String?
        /// How long one loop takes, in seconds; `nil` for silence, which has no length.
        var seconds: Double?
        /// Where it stands, or stood when it began to play.
        var position = 0.0
        var playingSince: MonotonicInstant?
        var ending: ScheduledAction?
        /// `numberOfLoops` of what plays.
        var loops = -1
    }

    private var players: [Int: Player] = [:]

    func isPlaying(_ number: Int) -> Bool { players[number]?.playingSince != nil }

    /// Takes a sound; returns how long one loop of it is.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio` when the file cannot be played.
    func prepare(_ number: Int, file: String?, on audio: (any AudioOutput)?) throws -> Double? {
        var player = players[number] ?? Player()
        player.file = file
        player.seconds = try file.flatMap { try audio?.length(of: .file(path: $0)) }
        players[number] = player
        return player.seconds
    }

    /// Begins to play; returns whether iOS lets it.
    func play(_ number: Int, loops: Int, silent: Bool?, _ call: AppCall) throws -> Bool {
        let engine = try call.engine
        var player = players[number] ?? Player()
        guard player.playingSince == nil else { return true }
        let sound = player.file.map { Sound.file(path: $0) }
        let isSilent = silent ?? sound.map(\.isSilent) ?? engine.plan.loopIsSilent
        engine.audio?.load(sound)
        do {
            try activateSession(call)
            try call.report(.audioPlaybackRequested(silent: isSilent))
        } catch {
            return false
        }
        player.playingSince = engine.scheduler.now
        player.loops = loops
        players[number] = player
        scheduleEnd(of: number, engine, try call.voice)
        return true
    }

    /// Gets ready to play; returns whether iOS lets it.
    func isReady(_ number: Int, _ call: AppCall) throws -> Bool {
        guard players[number] != nil else {
            throw JSONRPCError.refused("there is no player \(number): preparePlayer first")
        }
        return (try? activateSession(call)) != nil
    }

    /// A player that gets ready activates the session (AS-57).
    func activateSession(_ call: AppCall) throws {
        if try !call.engine.machine.isAudioSessionActive { try call.report(.audioSessionActivated(nil)) }
    }

    /// A sound that is not looped without end comes to its end.
    private func scheduleEnd(of number: Int, _ engine: Engine, _ voice: SocketVoice) {
        if let ending = players[number]?.ending { engine.scheduler.cancel(ending) }
        players[number]?.ending = nil
        guard let player = players[number], let seconds = player.seconds, player.loops >= 0 else { return }
        let left = max(0, seconds * Double(player.loops + 1) - player.position)
        players[number]?.ending = engine.scheduler.schedule(after: .seconds(1).scaled(by: left)) {
            [weak self, weak voice, weak engine] in
            guard let self, let voice, let engine else { return }
            if finish(number, engine) { voice.pausePlayback() }
            voice.tell(Self.didFinishPlaying, ["player": .number(String(number))])
        }
    }

    /// Pauses; returns where it stands, in seconds.
    func pause(_ number: Int, _ engine: Engine, _ host: any StrategyHost) -> Double {
        let position = position(number, engine)
        guard players[number]?.playingSince != nil else { return position }
        stop(number, at: position, engine)
        if !players.values.contains(where: { $0.playingSince != nil }) { host.pause() }
        return position
    }

    /// Where a player stands, in seconds of its sound; without a length, since it began.
    func position(_ number: Int, _ engine: Engine) -> Double {
        guard let player = players[number] else { return 0 }
        guard let since = player.playingSince else { return player.position }
        let position = player.position + (engine.scheduler.now - since).inSeconds
        return player.seconds.map { position.truncatingRemainder(dividingBy: max($0, 0.001)) } ?? position
    }

    /// Puts a player somewhere in its sound; one that plays goes on from there by its own count.
    func seek(_ number: Int, to seconds: Double, _ engine: Engine, _ voice: SocketVoice) {
        var player = players[number] ?? Player()
        player.position = seconds
        let plays = player.playingSince != nil
        if plays { player.playingSince = engine.scheduler.now }
        players[number] = player
        if plays { scheduleEnd(of: number, engine, voice) }
    }

    /// Whether there is room for a player: more is a mistake, or an attack.
    func mayHold(_ number: Int) -> Bool { players[number] != nil || players.count < 1000 }

    /// A player has come to its end; returns whether none plays any more.
    private func finish(_ number: Int, _ engine: Engine) -> Bool {
        stop(number, at: 0, engine)
        return !players.values.contains { $0.playingSince != nil }
    }

    /// Where the system has stopped all of them, they stand where they were (AS-45).
    func settled(_ engine: Engine) {
        guard !engine.machine.isPlayingAudio else { return }
        for (number, player) in players {
            guard let since = player.playingSince else { continue }
            stop(number, at: player.position + (engine.scheduler.now - since).inSeconds, engine)
        }
    }

    private func stop(_ number: Int, at position: Double, _ engine: Engine) {
        if let ending = players[number]?.ending { engine.scheduler.cancel(ending) }
        players[number]?.ending = nil
        players[number]?.playingSince = nil
        players[number]?.position = position
    }
}
