import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

/// The command `keepalive-run boot`, which starts a device without an app; apps are launched while the device runs.
struct Boot: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "boot",
        abstract: "Start a device without an app; 'ctl launch' starts apps on it.",
        usage: "keepalive-run boot [--name NAME] [--ios VERSION] [OPTIONS]",
        discussion: """
            The apps share the screen, the sound, the memory and the place: one is in front, audio sessions interrupt each \
            other, and the lowest goes when memory runs short. It runs until 'ctl shutdown', Ctrl-C, or --for. Exit \
            status: 0, or 128 and the signal.
            """)

    @Option(
        help: ArgumentHelp("The name for --system. Default: its process id.", valueName: "NAME"),
        transform: Values.systemName)
    var name: String?

    @OptionGroup var policy: PolicyOptions

    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp("Switch off after this time. Default: never.", valueName: "DUR"), transform: Values.duration)
    var duration: Duration?

    @OptionGroup var time: TimeScaleOption

    @OptionGroup var life: DeviceOptions

    @OptionGroup var machine: MachineOptions

    @OptionGroup var timeline: TimelineOptions

    func run() throws {
        try OutputConflict.check(
            outputs: [("--events", timeline.events)],
            inputs: machine.replay.gpsReplay.map { [$0] } ?? [])
        if let name, let other = try? ControlClient(system: name, timeout: .seconds(1)).system {
            throw KeepAliveError(
                .control, "a device called '\(name)' is running already, pid \(other.pid)",
                remedy: "Choose another --name, or end it: keepalive-run ctl --system \(other.name) shutdown")
        }
        var settings = RunConfiguration()
        settings.name = name
        settings.policy = policy.choice
        life.apply(to: &settings, systemLife: .eager)
        settings.machine = try machine.choice()
        settings.outputs = timeline.choice
        settings.plan.locationAuthorization = policy.authorization
        settings.plan.timeScale = time.timeScale ?? 1
        throw ExitCode(try BootRun(settings, for: duration).run())
    }
}
