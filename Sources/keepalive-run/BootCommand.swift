import ArgumentParser
import KeepAliveHost
import KeepAliveLinux
import KeepAlivePolicy

/// `keepalive-run boot`: a device on which apps are launched while it runs.
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
        help: ArgumentHelp("What --system calls it. Default: its process id.", valueName: "NAME"),
        transform: Values.systemName)
    var name: String?

    @OptionGroup var version: ProfileOption

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Change a constant or switch of the profile; repeatable.", valueName: "NAME=VALUE"),
        completion: Completions.constants,
        transform: Values.override)
    var set: [ProfileOverride] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What the user answers when asked for location. Default: authorizedAlways.", valueName: "STATUS"),
        completion: Completions.of(LocationAuthorization.self), transform: Values.choice)
    var locationAuthorization: LocationAuthorization?

    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp("When it is switched off. Default: never.", valueName: "DUR"), transform: Values.duration)
    var duration: Duration?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Multiply every duration of the policy; 0.1 is ten times faster. Default: 1.", valueName: "F"),
        transform: Values.factor)
    var timeScale: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How to suspend: auto, cgroup, signal. Default: auto.", valueName: "KIND"),
        completion: Completions.of(SupervisedProcess.FreezerChoice.self), transform: Values.choice)
    var freezer: SupervisedProcess.FreezerChoice?

    @OptionGroup var soundDevice: SoundDeviceOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A running gpsd. Default: the machine's own, else a private one.", valueName: "HOST:PORT"),
        transform: Values.gpsd)
    var gpsd: LocationChoice?

    @OptionGroup var replay: ReplayOption

    @Option(
        help: ArgumentHelp("Write every decision as NDJSON; - is standard error.", valueName: "FILE"),
        completion: .file())
    var events: String?

    @Flag(name: .shortAndLong, help: "No timeline on standard error.")
    var quiet = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Colours in the timeline: auto, always, never. Default: auto.", valueName: "WHEN"),
        completion: Completions.of(ColourChoice.self), transform: Values.choice)
    var color: ColourChoice?

    func validate() throws {
        guard gpsd == nil || replay.gpsReplay == nil else {
            throw ValidationError("--gpsd and --gps-replay exclude each other: fixes come from one place")
        }
    }

    func run() throws {
        try OutputConflict.check(outputs: [("--events", events)], inputs: replay.gpsReplay.map { [$0] } ?? [])
        if let name, let other = try? ControlClient(system: name, timeout: .seconds(1)).system {
            throw KeepAliveError(
                .control, "a device called '\(name)' is running already, pid \(other.pid)",
                remedy: "Choose another --name, or end it: keepalive-run ctl --system \(other.name) shutdown")
        }
        var settings = RunConfiguration(command: [])
        settings.name = name
        settings.profile = version.ios ?? ProfileCatalogue.newest
        settings.overrides = set
        settings.plan.locationAuthorization = locationAuthorization ?? .authorizedAlways
        settings.plan.timeScale = timeScale ?? 1
        settings.freezer = freezer ?? .auto
        settings.audioDevice = soundDevice.choice
        settings.location = try gpsd ?? replay.choice() ?? .auto
        settings.events = events
        settings.quiet = quiet
        settings.colours = (color ?? .auto).onStandardError
        throw ExitCode(try DeviceRun(settings, for: duration).run())
    }
}
