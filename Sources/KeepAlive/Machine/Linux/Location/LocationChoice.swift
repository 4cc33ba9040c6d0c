import KeepAlivePolicy
import KeepAlivePorts

/// The source of locations that the command line chooses with `--gpsd`, `--gps-replay`, or neither option.
package enum LocationChoice: Sendable, Hashable {
    /// The machine's gpsd if it has a device; otherwise a private gpsd that plays the built-in walk.
    case auto
    /// The gpsd at an address.
    case server(ServerAddress)
    /// A private gpsd that plays a receiver's log or a GPX file. If `isStrict` is true, only GPX, or NMEA without an
    /// invalid line, is accepted.
    case replay(path: String, isStrict: Bool = false)

    /// Chooses the gpsd at `HOST:PORT`. An IPv6 address must be in brackets. The default port is 2947.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`.
    package init(server text: String) throws {
        let (host, port) = try ServerAddress.parse(text)
        self = .server(ServerAddress(host: host, port: port))
    }

    /// Checks that the gpsd at the chosen address answers. For other choices, this has no effect.
    ///
    /// - Parameter loop: the event loop that runs meanwhile, at most 2 s for each address of the host. This function
    ///   must not be called from a callback of the loop.
    /// - Throws: ``KeepAliveError`` with code `location` if no gpsd answers.
    package func probe(loop: EventLoop) throws {
        guard case .server(let given) = self else { return }
        let address = try given.lookedUp(on: loop)
        if case .failed(let cause) = GPSDProbe.ask(address, loop: loop) {
            throw KeepAliveError(
                .location, "no gpsd at \(address.description): \(cause)",
                remedy: "Start one there, or leave --gpsd out for a private one that plays a walk")
        }
    }

    /// Looks up the name of the server, so that no later call has to wait for the look-up.
    ///
    /// - Parameter loop: the event loop that runs meanwhile. This function must not be called from a callback of the
    ///   loop.
    /// - Throws: ``KeepAliveError`` with code `location` if the name is unknown.
    package func lookedUp(on loop: EventLoop) throws -> LocationChoice {
        guard case .server(let address) = self else { return self }
        return .server(try address.lookedUp(on: loop))
    }

    /// Opens the location source of this choice. It sends events only after its `start()`.
    ///
    /// - Parameter loop: the event loop on which the source runs. This function must not be called from a callback of
    ///   the loop.
    /// - Throws: ``KeepAliveError`` with code `location` if the server cannot be reached, the file is unusable, or gpsd
    ///   is not installed.
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

    /// The address of the machine's gpsd.
    static let own = ServerAddress(host: "127.0.0.1", port: 2947)

    private static func openAutomatic(on loop: EventLoop) throws -> any LocationSource {
        let found = try machinesOwn(on: loop)
        guard found.device == nil else {
            return GPSDLocationSource(own, reason: found.reason, loop: loop)
        }
        return try PrivateLocationSource(playing: ReceiverLog(builtInWalk()), reason: found.reason, loop: loop)
    }

    /// Probes the machine's gpsd, and returns the device that it reads, or `nil` if a private gpsd is needed, each with
    /// the reason.
    static func machinesOwn(on loop: EventLoop) throws -> (device: String?, reason: String) {
        verdict(GPSDProbe.ask(own, loop: loop, limit: .seconds(1)))
    }

    /// Returns the device for the outcome of a probe of the machine's gpsd, or `nil` if a private gpsd is needed, each
    /// with the reason.
    static func verdict(_ outcome: GPSDProbe.Outcome) -> (device: String?, reason: String) {
        switch outcome {
        case .answered(let answer):
            guard let device = answer.devices.first else { return (nil, "auto: the machine's gpsd has no device") }
            return (device, "auto: the machine's gpsd reads \(device)")
        case .failed(let cause): return (nil, "auto: no gpsd at \(own.description) (\(cause))")
        }
    }

    /// Returns the built-in walk, a log of 120 s around a meadow. A private receiver plays the log repeatedly.
    package static func builtInWalk() throws -> NMEAReplay {
        try NMEAReplay(PackageResources.walk_nmea, name: "built-in walk")
    }
}
