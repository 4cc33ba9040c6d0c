import ArgumentParser
import Dispatch
import Foundation
import PushExchange
import PushServer

/// `keepalive-apns serve`.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve providers and devices until Ctrl-C. The default.")

    @OptionGroup var state: StateOption

    @Option(help: ArgumentHelp("The address to listen on for providers.", valueName: "ADDRESS"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("The TCP port for providers, 0 to 65535; 0 takes one that is free.", valueName: "PORT"))
    var port = 2197

    @Option(
        help: ArgumentHelp(
            "The Unix socket for devices. Default: $XDG_RUNTIME_DIR/keepalive-apns.sock, or "
                + "/tmp/keepalive-apns-UID.sock.", valueName: "PATH"))
    var socket: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Another host name or IP address that the server's certificate is good for; repeatable. It is good for that of --host anyway.",
            valueName: "NAME"))
    var name: [String] = []

    @Option(
        help: ArgumentHelp(
            "Pushes to one token that are taken at once, 1 or more; more get 429, TooManyRequests.", valueName: "N"))
    var burst = 1000

    @Option(
        help: ArgumentHelp("Pushes to one token that are taken a second in the long run, 1 or more.", valueName: "N"))
    var rate = 100

    @Flag(help: "Do not say what becomes of each push.")
    var quiet = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is to be 0 to 65535") }
        guard burst >= 1 else { throw ValidationError("--burst is to be 1 or more") }
        guard rate >= 1 else { throw ValidationError("--rate is to be 1 or more") }
    }

    func run() async throws {
        let directory = orFail { try state.directory }
        let log = ServerLog(isQuiet: quiet)
        var keys = orFail { try directory.providerKeys() }
        if keys.isEmpty { keys = [orFail { try directory.makeProviderKey().key }] }
        var address = PushServer.Address(socket: socket ?? Self.standardSocket)
        address.host = host
        address.port = port
        address.names = name
        let server = PushServer(address, state: directory, log: log)
        let signals = Self.signals()
        let listening: Int
        do {
            listening = try await server.start(pace: RequestPace(burst: Double(burst), perSecond: Double(rate)))
        } catch {
            fail("\(error)", status: 125)
        }
        log.say("providers: https://\(host.contains(":") ? "[\(host)]" : host):\(listening)/3/device/TOKEN")
        log.say("devices:   \(address.socket)")
        log.say("trust:     \(directory.authorityPath)")
        for key in keys {
            let file = directory.path + "/AuthKey_\(key.id).p8"
            log.say(
                "key:       \(FileManager.default.fileExists(atPath: file) ? file : "your own"), key ID \(key.id), "
                    + "team ID \(key.team)")
        }
        log.finish()
        for await _ in signals { break }
        await server.stop()
        log.finish()
    }

    /// The path where `keepalive-run` looks for it.
    static var standardSocket: String {
        if let directory = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") {
            return directory + "/keepalive-apns.sock"
        }
        return "/tmp/keepalive-apns-\(getuid()).sock"
    }

    /// The signals that end the server.
    private static func signals() -> AsyncStream<Void> {
        AsyncStream { continuation in
            for number in [SIGINT, SIGTERM, SIGHUP] {
                // One that is ignored stays so: nohup wants it.
                var present = sigaction()
                sigaction(number, nil, &present)
                guard unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self) != 1 else { continue }
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number)
                // It lives as long as the process: its own handler keeps it.
                source.setEventHandler { withExtendedLifetime(source) { _ = continuation.yield() } }
                source.activate()
            }
        }
    }
}
