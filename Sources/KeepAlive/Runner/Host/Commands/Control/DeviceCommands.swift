import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

extension Control {
    struct MemoryWarning: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "memory-warning",
            abstract:
                "Run short of memory: warn running apps, and end the lowest app of the others (LC-22, RB-07).",
            usage: "keepalive-run ctl memory-warning [--needed MB] [--system PID]")

        @OptionGroup var system: SystemOption

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "The MB that are needed: apps end until they are free. Default: one app.", valueName: "MB"),
            transform: Values.whole(1...1_000_000, "MB"))
        var needed: Int?

        func run() throws { try system.tell("memoryWarning", needed.map { ["megabytes": .number(String($0))] } ?? [:]) }
    }

    struct Location: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "location",
            abstract: "Move the private receiver to a place; from within an app, start or stop its updates.",
            usage: "keepalive-run ctl location set|run|clear|start|stop …",
            subcommands: [Set.self, Play.self, Clear.self, Start.self, Stop.self])

        struct Set: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "set", abstract: "Put the receiver at a place, in degrees north and east.",
                usage: "keepalive-run ctl location set LATITUDE,LONGITUDE [--system PID]")

            @OptionGroup var system: SystemOption

            @Argument(
                help: ArgumentHelp("Such as 48.137,11.575 or -33.9,18.4.", valueName: "LATITUDE,LONGITUDE"),
                transform: Values.place)
            var place: [Double]

            func run() throws {
                try system.tell("location", ["latitude": .number(place[0]), "longitude": .number(place[1])])
            }
        }

        struct Play: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "run", abstract: "Play an NMEA log, an epoch a second, endlessly.",
                usage: "keepalive-run ctl location run FILE [--system PID]")

            @OptionGroup var system: SystemOption
            @Argument(help: ArgumentHelp("The log.", valueName: "FILE"), completion: .file()) var file: String

            func run() throws {
                let path = try Machine.fullPath(file)
                try system.tell("location", ["file": .string(path)])
            }
        }

        struct Clear: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "clear", abstract: "Take the satellites away: the receiver answers without a fix.",
                usage: "keepalive-run ctl location clear [--system PID]")

            @OptionGroup var system: SystemOption

            func run() throws { try system.tell("location", ["clear": true]) }
        }

        struct Start: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "start",
                abstract: "From within an app: ask for authorization, allow the background, start updates.",
                usage: "keepalive-run ctl location start [--foreground-only]",
                discussion: "Exit status: 0; 1 when iOS would raise an exception or the user refuses.")

            @Flag(help: "Do not set allowsBackgroundLocationUpdates.")
            var foregroundOnly = false

            func run() throws {
                let app = try OwnApp()
                let answer = try app.call("requestAlwaysAuthorization")
                let status = answer["authorization"]?.string ?? ""
                guard LocationAuthorization(rawValue: status)?.allowsUpdates == true else {
                    throw AppFailure("location is not authorized: \(status)")
                }
                if !foregroundOnly { try app.call("setAllowsBackgroundLocationUpdates", ["value": true]) }
                try app.call("startUpdatingLocation", ["pausesAutomatically": false])
            }
        }

        struct Stop: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "stop", abstract: "From within an app: stop updates.",
                usage: "keepalive-run ctl location stop")

            func run() throws { try OwnApp().call("stopUpdatingLocation") }
        }
    }
}
