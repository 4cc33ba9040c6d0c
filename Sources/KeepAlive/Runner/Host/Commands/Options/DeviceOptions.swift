import ArgumentParser
import KeepAlivePolicy

/// The options for the device, shared by `run` and `boot`: the system life, sockets, notifications and the push
/// server.
struct DeviceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What happens by itself. none: nothing. eager: the system runs each refresh task, processing task and fetch at the first moment that the rules allow. typical or typical:SEED: a user of common habits opens the app, travels, sleeps and charges the device, and the system runs tasks at its own moments; the same SEED, a whole number, gives the same life, and a run goes on without a process until --for is over. Default: none for run, eager for boot; a scenario says it with 'system-life' of its device.",
            valueName: "LIFE"), completion: .list(SystemLife.names), transform: Values.systemLife)
    var systemLife: SystemLife?

    @Flag(
        help:
            "A device that runs one app at a time: an app that is left ends, and UIDevice.current.isMultitaskingSupported is false."
    )
    var noMultitasking = false

    @Flag(
        help:
            "End the TCP connections and the listening sockets of the app whenever it is frozen, as iOS may: all but a tagged VoIP socket, and those that the app shares with the runner. The app finds them closed when it runs again."
    )
    var reclaimSockets = false

    @Option(
        help: ArgumentHelp(
            "Where the notifications of apps appear. timeline: in the timeline and in 'ctl notifications'. desktop: on the desktop of this session as well, where a click is a tap of the user (org.freedesktop.Notifications). Default: timeline.",
            valueName: "PLACE"), completion: .list(NotificationPlace.allCases.map(\.rawValue)),
        transform: Values.choice)
    var notifications = NotificationPlace.timeline

    @Option(
        help: ArgumentHelp(
            "The push server that gives the apps their tokens, and whose pushes reach them. auto: the keepalive-apns of this user, where one runs when an app registers; from then on it is waited for when it is away. none: tokens lead nowhere. A path: the socket for devices of that server; an app waits for its token until the server is there. Default: auto.",
            valueName: "SERVER"), completion: .list(["auto", "none"]), transform: Values.pushServer)
    var pushServer = PushServerChoice.auto

    /// Applies the options to a configuration. `standard` is the system life if `--system-life` is not given.
    func apply(to configuration: inout RunConfiguration, systemLife standard: SystemLife? = nil) {
        configuration.systemLife = systemLife ?? standard
        configuration.supportsMultitasking = !noMultitasking
        configuration.reclaimsSockets = reclaimSockets
        configuration.notifications = notifications
        configuration.pushServer = pushServer
    }
}
