import KeepAlivePolicy
import KeepAlivePorts

/// The user's choice of the source of locations: `--gpsd`, `--gps-replay`, or neither.
package enum LocationChoice: Sendable, Hashable {
    /// The machine's gpsd if it has a device, else a private one that plays a walk.
    case auto
    /// A gpsd at an address.
    case server(ServerAddress)
    /// A private gpsd that plays a receiver's log or a GPX file. If strict, it takes only NMEA without a wrong line, or
    /// GPX.
    case replay(path: String, isStrict: Bool = false)

    /// Chooses the gpsd at `HOST:PORT`. An IPv6 address is in brackets, and the default port is 2947.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`.
    package init(server text: String) throws {
        let (host, port) = try ServerAddress.parse(text)
        self = .server(ServerAddress(host: host, port: port))
    }

    /// Checks that the gpsd of the choice answers. Other choices need no check.
    ///
    /// - Parameter loop: the loop that runs meanwhile, at most 2 s for each address of the host. This must not be
    ///   called from a handler of it.
    /// - Throws: ``KeepAliveError`` with code `location` when there is none.
    package func probe(loop: EventLoop) throws {
        guard case .server(let given) = self else { return }
        let address = try given.lookedUp(on: loop)
        if case .failed(let cause) = GPSDProbe.ask(address, loop: loop) {
            throw KeepAliveError(
                .location, "no gpsd at \(address.description): \(cause)",
                remedy: "Start one there, or leave --gpsd out for a private one that plays a walk")
        }
    }

    /// Looks up the name of the server, so that there is no wait for that later.
    ///
    /// - Parameter loop: the loop that runs meanwhile. This must not be called from a handler of it.
    /// - Throws: ``KeepAliveError`` with code `location` when the name is not known.
    package func lookedUp(on loop: EventLoop) throws -> LocationChoice {
        guard case .server(let address) = self else { return self }
        return .server(try address.lookedUp(on: loop))
    }

    /// Opens the source, which reports after its `start()`.
    ///
    /// - Parameter loop: the loop on which everything runs. This must not be called from a handler of it.
    /// - Throws: ``KeepAliveError`` with code `location`: an unreachable server, an unusable file, no gpsd installed.
    package func open(on loop: EventLoop) throws -> any LocationSource {
        switch self {
        case .server(let address):
            try probe(loop: loop)
            return GPSDLocationSource(try address.lookedUp(on: loop), reason: "--gpsd", loop: loop)
        case .replay(let path, let isStrict):
            let log = try ReplayFile.load(path, isStrict: isStrict, loop: loop)
            return try PrivateLocationSource(playing: log, reason: "--gps-replay", loop: loop)
        case .auto:
            return try Self.openAutomatic(on: loop)
        }
    }

    /// The address of the machine's own gpsd.
    static let own = ServerAddress(host: "127.0.0.1", port: 2947)

    private static func openAutomatic(on loop: EventLoop) throws -> any LocationSource {
        let found = try machinesOwn(on: loop)
        guard found.device == nil else {
            return GPSDLocationSource(own, reason: found.reason, loop: loop)
        }
        return try PrivateLocationSource(playing: ReceiverLog(builtInWalk()), reason: found.reason, loop: loop)
    }

    /// Returns the device that the machine's own gpsd reads, or `nil` when a private one is needed, and the reason.
    static func machinesOwn(on loop: EventLoop) throws -> (device: String?, reason: String) {
        verdict(GPSDProbe.ask(own, loop: loop, limit: .seconds(1)))
    }

    /// Decides by the answer of the machine's own gpsd, or by its silence.
    static func verdict(_ outcome: GPSDProbe.Outcome) -> (device: String?, reason: String) {
        switch outcome {
        case .answered(let answer):
            guard let device = answer.devices.first else { return (nil, "auto: the machine's gpsd has no device") }
            return (device, "auto: the machine's gpsd reads \(device)")
        case .failed(let cause): return (nil, "auto: no gpsd at \(own.description) (\(cause))")
        }
    }

    /// The walk that is compiled in: 120 s around a meadow, repeated without end.
    package static func builtInWalk() throws -> NMEAReplay {
        try NMEAReplay(PackageResources.walk_nmea, name: "built-in walk")
    }
}
