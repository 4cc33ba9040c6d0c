import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

extension Control {
    /// `keepalive-run ctl memory-warning`.
    struct MemoryWarning: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "memory-warning",
            abstract:
                "Memory runs short: running apps are warned, and the lowest app of the others goes (LC-22, RB-07).",
            usage: "keepalive-run ctl memory-warning [--needed MB] [--system PID]")

        @OptionGroup var system: SystemOption

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "How many MB are needed: as many apps go. Default: one app.", valueName: "MB"),
            transform: Values.whole(1...1_000_000, "MB"))
        var needed: Int?

        func run() throws { try system.tell("memoryWarning", needed.map { ["megabytes": .number(String($0))] } ?? [:]) }
    }

    /// `keepalive-run ctl low-power`.
    struct LowPower: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "low-power", abstract: "Switch Low Power Mode on or off (MD-17).",
            usage: "keepalive-run ctl low-power on|off [--system PID]")

        @OptionGroup var system: SystemOption
        @Argument(help: ArgumentHelp("on or off", valueName: "on|off")) var to: Switch

        func run() throws { try system.tell("lowPowerMode", ["on": .bool(to == .on)]) }
    }

    /// `keepalive-run ctl power`.
    struct Power: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "power", abstract: "Plug the device in, or unplug it (BG-16).",
            usage: "keepalive-run ctl power on|off [--system PID]")

        @OptionGroup var system: SystemOption
        @Argument(help: ArgumentHelp("on or off", valueName: "on|off")) var to: Switch

        func run() throws { try system.tell("externalPower", ["on": .bool(to == .on)]) }
    }

    /// `keepalive-run ctl network`.
    struct Network: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "network", abstract: "Change the network: none, wifi, cellular (BG-16).",
            usage: "keepalive-run ctl network none|wifi|cellular [--system PID]")

        @OptionGroup var system: SystemOption

        @Argument(
            help: ArgumentHelp("none, wifi or cellular", valueName: "NETWORK"),
            completion: Completions.of(DeviceConditions.Network.self), transform: Values.choice)
        var to: DeviceConditions.Network

        func run() throws { try system.tell("network", ["to": .string(to.rawValue)]) }
    }

    /// `keepalive-run ctl background-refresh`.
    struct BackgroundRefresh: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "background-refresh", abstract: "Switch Background App Refresh in Settings (BG-07).",
            usage: "keepalive-run ctl background-refresh on|off [--system PID]")

        @OptionGroup var system: SystemOption
        @Argument(help: ArgumentHelp("on or off", valueName: "on|off")) var to: Switch

        func run() throws { try system.tell("backgroundRefresh", ["on": .bool(to == .on)]) }
    }

    /// `keepalive-run ctl thermal-state`.
    struct ThermalState: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "thermal-state", abstract: "Make the device hotter or cooler (BT-17, RB-25).",
            usage: "keepalive-run ctl thermal-state nominal|fair|serious|critical [--system PID]")

        @OptionGroup var system: SystemOption

        @Argument(
            help: ArgumentHelp("nominal, fair, serious or critical", valueName: "STATE"),
            completion: Completions.of(DeviceConditions.ThermalState.self), transform: Values.choice)
        var to: DeviceConditions.ThermalState

        func run() throws { try system.tell("thermalState", ["to": .string(to.rawValue)]) }
    }

    /// `keepalive-run ctl call`.
    struct Call: ParsableCommand {
        enum End: String, ExpressibleByArgument, CaseIterable {
            case start, end
        }

        static let configuration = CommandConfiguration(
            commandName: "call", abstract: "A phone call comes in, and interrupts every audio session; or it ends.",
            usage: "keepalive-run ctl call start|end [--system PID]")

        @OptionGroup var system: SystemOption
        @Argument(help: ArgumentHelp("start or end", valueName: "start|end")) var what: End

        func run() throws { try system.tell("call", ["active": .bool(what == .start)]) }
    }

    /// `keepalive-run ctl route`.
    struct Route: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "route",
            abstract: "Change where the sound comes out: headphones, speaker, bluetooth, airPlay, receiver (AS-52).",
            usage: "keepalive-run ctl route headphones|speaker|bluetooth|airPlay|receiver [--system PID]")

        @OptionGroup var system: SystemOption

        @Argument(
            help: ArgumentHelp("headphones, speaker, bluetooth, airPlay, receiver, …", valueName: "ROUTE"),
            completion: Completions.routes)
        var to: String

        func run() throws { try system.tell("route", ["to": .string(to)]) }
    }

    /// `keepalive-run ctl location`.
    struct Location: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "location",
            abstract: "Put the private receiver somewhere; from within an app, start or stop its updates.",
            usage: "keepalive-run ctl location set|run|clear|start|stop …",
            subcommands: [Set.self, Play.self, Clear.self, Start.self, Stop.self])

        /// `keepalive-run ctl location set`.
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

        /// `keepalive-run ctl location run`.
        struct Play: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "run", abstract: "Play an NMEA log, an epoch a second, endlessly.",
                usage: "keepalive-run ctl location run FILE [--system PID]")

            @OptionGroup var system: SystemOption
            @Argument(help: ArgumentHelp("The log.", valueName: "FILE"), completion: .file()) var file: String

            func run() throws {
                let path = Machine.absolute(file)
                try system.tell("location", ["file": .string(path)])
            }
        }

        /// `keepalive-run ctl location clear`.
        struct Clear: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "clear", abstract: "No satellites: the receiver answers without a fix.",
                usage: "keepalive-run ctl location clear [--system PID]")

            @OptionGroup var system: SystemOption

            func run() throws { try system.tell("location", ["clear": true]) }
        }

        /// `keepalive-run ctl location start`.
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
                guard status.hasPrefix("authorized") else { throw AppFailure("location is not authorized: \(status)") }
                if !foregroundOnly { try app.call("setAllowsBackgroundLocationUpdates", ["value": true]) }
                try app.call("startUpdatingLocation", ["pausesAutomatically": false])
            }
        }

        /// `keepalive-run ctl location stop`.
        struct Stop: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "stop", abstract: "From within an app: stop updates.",
                usage: "keepalive-run ctl location stop")

            func run() throws { try OwnApp().call("stopUpdatingLocation") }
        }
    }
}
