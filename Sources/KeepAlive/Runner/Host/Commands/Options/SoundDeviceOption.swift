import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

/// The choice of a sound device, shared by `run` and `play`.
struct SoundDeviceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "An ALSA PCM name. Default: auto, the machine's device, else a private null sink of PulseAudio or PipeWire.",
            valueName: "PCM"))
    var audioDevice: String?

    /// The device that is chosen.
    var choice: AudioDeviceChoice { AudioDeviceChoice(audioDevice ?? "auto") }
}
