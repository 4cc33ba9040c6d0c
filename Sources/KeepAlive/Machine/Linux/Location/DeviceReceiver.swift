import KeepAlivePolicy
import KeepAlivePorts

/// The receiver of a device with several apps: either the machine's gpsd, or one private gpsd for all apps, whose
/// position can be simulated.
package final class DeviceReceiver {
    /// The positions that a private receiver reports.
    package enum Simulation: Sendable, Equatable {
        /// The positions of a log.
        case log(ReceiverLog)
        /// A single place, in degrees north and east.
        case place(latitude: Double, longitude: Double)
        /// The receiver reports no fix.
        case none
    }

    /// The description of the source of fixes, for the summary.
    package private(set) var description: LocationSourceDescription
    /// Called with messages for the device's log, such as the restart of a private gpsd.
    package var onNote: ((String) -> Void)?

    fileprivate let loop: EventLoop
    private let choice: LocationChoice
    /// The address of a gpsd that is not private; `nil` for a private one, and before the choice is made.
    private var server: ServerAddress?
    /// True when the source of fixes has been chosen.
    private(set) var isResolved: Bool
    private var probe: GPSDProbe?
    /// The completions to call when the source of fixes has been chosen.
    private var waiting: [() -> Void] = []
    /// The log that `--gps-replay` names; `nil` without this option.
    private let givenLog: ReceiverLog?
    /// The log that a private receiver plays unless another one is simulated. It is lazy, because most devices never
    /// read the built-in log.
    private lazy var ownLog: ReceiverLog = {
        if let givenLog { return givenLog }
        guard let walk = try? LocationChoice.builtInWalk() else { preconditionFailure("the built-in walk is no log") }
        return ReceiverLog(walk)
    }()
    /// The log that is simulated instead of ``ownLog``; `nil` if there is none.
    private var log: ReceiverLog?
    private var daemon: PrivateGPSD?
    /// The apps that request locations from the private gpsd.
    private var users: Set<ObjectIdentifier> = []

    /// Creates the receiver for a choice. For `auto`, the machine's gpsd is probed when the first app requests
    /// locations.
    ///
    /// - Parameter loop: the event loop on which the receiver runs. This initializer must not be called from a callback
    ///   of the loop.
    /// - Throws: ``KeepAliveError`` with code `location` for an unusable file.
    package init(_ choice: LocationChoice, loop: EventLoop) throws {
        self.loop = loop
        self.choice = choice
        var log: ReceiverLog?
        description = LocationSourceDescription(address: "127.0.0.1", reason: "auto")
        isResolved = choice != .auto
        switch choice {
        case .server(let given):
            let address = try given.lookedUp(on: loop)
            server = address
            description = LocationSourceDescription(address: address.description, reason: "--gpsd")
        case .replay(let path, let isStrict):
            let replay = try ReplayFile.load(path, isStrict: isStrict, loop: loop)
            log = replay
            description = LocationSourceDescription(address: "127.0.0.1", reason: "--gps-replay", feed: replay.name)
        case .auto: break
        }
        givenLog = log
    }

    /// True if the log that is played has its own times instead of the present time.
    fileprivate var playsItsOwnTime: Bool { (log ?? ownLog).hasItsOwnTime }

    /// Passes a time that gpsd has found in the played log to ``PrivateGPSD``, which adapts the pace of the log.
    fileprivate func reported(_ time: Double) { daemon?.reported(time) }

    /// True if the positions come from a private gpsd, whose position can be simulated.
    fileprivate var isPrivate: Bool { server == nil }

    /// Calls the completion when the source of fixes has been chosen. Starts the probe if necessary.
    fileprivate func resolve(_ completion: @escaping () -> Void) {
        guard !isResolved else { return completion() }
        waiting.append(completion)
        guard probe == nil else { return }
        probe = GPSDProbe(LocationChoice.own, loop: loop, limit: .seconds(1)) { [unowned self] outcome in
            let found = LocationChoice.verdict(outcome)
            settle(on: found.device == nil ? nil : LocationChoice.own, found.reason)
        }
    }

    private func settle(on server: ServerAddress?, _ reason: String) {
        self.server = server
        isResolved = true
        probe = nil
        description = LocationSourceDescription(
            address: server?.description ?? "127.0.0.1", reason: reason,
            feed: server == nil ? (log ?? ownLog).name : nil)
        let completions = waiting
        waiting = []
        for completion in completions { completion() }
    }

    deinit { close() }

    /// Ends the private gpsd, if there is one.
    package func close() {
        daemon?.close()
        daemon = nil
    }

    /// Creates a location source for one app.
    package func source() -> any LocationSource { DeviceLocationSource(receiver: self) }

    /// Returns the log in a file's content.
    ///
    /// - Parameters:
    ///   - content: the bytes of the file.
    ///   - name: the path of the file, for messages.
    /// - Throws: ``KeepAliveError`` with code `location`; also for a GPX file, which only the option `--gps-replay`
    ///   converts.
    package static func log(of content: [UInt8], name: String) throws -> ReceiverLog {
        guard ReplayFile.format(of: content) != .gpx else {
            throw KeepAliveError(
                .location, "\(name): a GPX file has to be converted first",
                remedy: "gpsbabel does it: gpsbabel -i gpx -f FILE -o nmea -F -")
        }
        return try ReplayFile.log(of: content, name: name)
    }

    /// Plays other positions from now on; `nil` returns to the receiver's own log.
    ///
    /// - Throws: ``KeepAliveError`` with code `location` if the receiver is not private.
    package func simulate(_ simulation: Simulation?) throws {
        if !isResolved {
            probe?.cancel()
            settle(on: nil, "it is simulated")
        }
        guard server == nil else {
            throw KeepAliveError(
                .location, "the locations of this device come from the gpsd at \(description.address)",
                remedy: "Start it with --gps-replay FILE, which makes a receiver that can be told where it is")
        }
        switch simulation {
        case nil: log = ownLog
        case .log(let replay): log = replay
        case .place(let latitude, let longitude):
            log = ReceiverLog(try NMEAReplay(NMEASentence.place(latitude, longitude), name: "a place that was set"))
        case .some(.none): log = ReceiverLog(try NMEAReplay(NMEASentence.nowhere, name: "no fix"))
        }
        daemon?.log = log ?? ownLog
        description.feed = (log ?? ownLog).name
    }

    // MARK: Users

    /// Adds an app that requests locations, starts the private gpsd if necessary, and returns the address of the gpsd.
    fileprivate func begin(_ user: AnyObject) throws -> ServerAddress {
        if let server { return server }
        let daemon = try self.daemon ?? PrivateGPSD(playing: log ?? ownLog, loop: loop)
        self.daemon = daemon
        daemon.onNote = { [unowned self] in onNote?($0) }
        users.insert(ObjectIdentifier(user))
        loop.charge(to: .feed) {
            daemon.resume()
            daemon.isFeeding = true
        }
        return daemon.address
    }

    /// Removes an app. If no app is left, ends the private gpsd, so that gpsd causes no wakeups.
    fileprivate func end(_ user: AnyObject) {
        users.remove(ObjectIdentifier(user))
        guard users.isEmpty else { return }
        daemon?.isFeeding = false
        daemon?.close()
    }
}

/// The location source of one app, which uses the device's receiver.
private final class DeviceLocationSource: LocationSource {
    var onEvent: ((LocationSourceEvent) -> Void)?
    var description: LocationSourceDescription { receiver.description }
    var isPrepared: Bool { receiver.isResolved }

    private let receiver: DeviceReceiver
    private var client: GPSDLocationSource?
    private var isWanted = false

    init(receiver: DeviceReceiver) {
        self.receiver = receiver
    }

    deinit { stop() }

    func start() {
        guard !isWanted else { return }
        isWanted = true
        receiver.resolve { [weak self] in self?.connect() }
    }

    private func connect() {
        guard isWanted, client == nil else { return }
        do {
            let server = try receiver.begin(self)
            let client = GPSDLocationSource(
                server, reason: description.reason, feed: description.feed,
                logClock: receiver.isPrivate ? LogClock(hasItsOwnTime: receiver.playsItsOwnTime) : nil,
                loop: receiver.loop)
            client.onTime = { [unowned receiver] in receiver.reported($0) }
            client.onEvent = { [unowned self] in onEvent?($0) }
            self.client = client
            // A private gpsd listens only some milliseconds after its start, so the client waits before it connects.
            _ = receiver.loop.schedule(after: .milliseconds(receiver.isPrivate ? 50 : 0)) { [weak client] in
                client?.start()
            }
        } catch {
            onEvent?(.note("no location: \(error)"))
        }
    }

    func stop() {
        guard isWanted else { return }
        isWanted = false
        client?.stop()
        client = nil
        receiver.end(self)
    }
}
