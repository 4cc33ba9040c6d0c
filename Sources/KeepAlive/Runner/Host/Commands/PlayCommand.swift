import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy
import KeepAlivePorts

/// The command `keepalive-run play`, which plays a sound on a device, as another app would.
struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play a tone, a file or silence on a device: to hear that it works, or as another app's sound.",
        usage: "keepalive-run play [--tone HZ | --audio-file FILE | --silence] [OPTIONS]",
        discussion: """
            Uses the device in the way a strategy does: it loops by itself where it can, and is refilled in few, large \
            writes where it cannot. Ends after --for, or with Ctrl-C. Exit status: 0, 64 wrong usage, 125 the device \
            cannot be used or has played nothing; with --for, it has 10 s to begin.
            """
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The tone's frequency in hertz, 20 to 20000. Default: 440.", valueName: "HZ"))
    var tone: Double?

    @Option(
        help: ArgumentHelp(
            "Loop this sound file without a gap: WAV, FLAC, Ogg, AIFF; AAC and others with ffmpeg.", valueName: "FILE"),
        completion: .file())
    var audioFile: String?

    @Flag(help: "Play silence.")
    var silence = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The tone's level in dBFS, -120 to 0. Default: -30.", valueName: "DB"))
    var level: Double?

    @OptionGroup var device: SoundDeviceOption

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("The time to play, from the first sound. Default: until Ctrl-C.", valueName: "DUR"),
        transform: Values.duration)
    var duration: Duration?

    @Flag(name: .shortAndLong, help: "Print only problems.")
    var quiet = false

    func validate() throws {
        let sounds = [tone != nil, audioFile != nil, silence].count { $0 }
        guard sounds <= 1 else { throw ValidationError("Give one of --tone, --audio-file and --silence") }
        if let tone, !(20...20_000).contains(tone) {
            throw ValidationError("--tone takes 20 to 20000 hertz, not \(tone)")
        }
        if let level {
            guard (-120...0).contains(level) else {
                throw ValidationError("--level takes -120 to 0 dBFS, not \(level)")
            }
            guard audioFile == nil, !silence else { throw ValidationError("--level goes with a tone only") }
        }
    }

    private var sound: Sound {
        if let audioFile { return .file(path: audioFile) }
        if silence { return .silence }
        return .tone(hertz: tone ?? 440, decibels: level ?? -30)
    }

    func run() throws {
        let playback = try SoundPlayback(sound, on: device.choice)
        let tell: (String) -> Void = { Machine.complain($0) }
        playback.onTrouble = tell
        if !quiet { playback.onLine = tell }
        let result = try playback.run(for: duration)
        if let signal = result.signal, result.frames == 0 { throw ExitCode(128 + signal) }
        let rate = result.device.sampleRate ?? 0
        guard result.frames > 0, rate > 0 else {
            throw KeepAliveError(
                .audio, "'\(result.device.device)' has played nothing",
                remedy: "'keepalive-run doctor' tells what is there")
        }
        if !quiet {
            let played = Duration.seconds(clamping: Double(result.frames) / Double(rate))
            tell("played \(played.inWords) (\(result.frames) frames)")
        }
        if let signal = result.signal { throw ExitCode(128 + signal) }
    }
}
