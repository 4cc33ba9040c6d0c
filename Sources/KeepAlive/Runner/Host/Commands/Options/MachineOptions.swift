import ArgumentParser
import KeepAliveLinux

/// The options for the parts of the machine, shared by `run` and `boot`.
struct MachineOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The way to suspend: auto, cgroup, signal. Default: auto, the cgroup v2 freezer where it is writable, else SIGSTOP.",
            valueName: "KIND"), completion: .list(FreezerRegistry.names),
        transform: Values.freezer)
    var freezer: FreezerChoice?

    @OptionGroup var soundDevice: SoundDeviceOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A running gpsd. Default: the machine's own, else a private one with a recorded walk.",
            valueName: "HOST:PORT"),
        transform: Values.gpsd)
    var gpsd: LocationChoice?

    @OptionGroup var replay: ReplayOption

    func validate() throws {
        guard gpsd == nil || replay.gpsReplay == nil else {
            throw ValidationError("--gpsd and --gps-replay exclude each other: fixes come from one place")
        }
    }

    /// Returns the chosen parts of the machine.
    ///
    /// - Throws: `ValidationError` if `--strict` was given without a log.
    func choice() throws -> MachineChoice {
        var choice = MachineChoice()
        choice.freezer = freezer ?? .auto
        choice.audioDevice = soundDevice.choice
        choice.location = try gpsd ?? replay.choice() ?? .auto
        return choice
    }
}
