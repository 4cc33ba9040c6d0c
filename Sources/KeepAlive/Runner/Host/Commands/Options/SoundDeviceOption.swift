import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

/// The option that selects a sound device, shared by `run`, `boot`, `measure` and `play`.
struct SoundDeviceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "An ALSA PCM name. Default: auto, the machine's device, else a private null sink of PulseAudio or PipeWire.",
            valueName: "PCM"))
    var audioDevice: String?

    /// The chosen device; `auto` by default.
    var choice: AudioDeviceChoice { AudioDeviceChoice(audioDevice ?? "auto") }
}
