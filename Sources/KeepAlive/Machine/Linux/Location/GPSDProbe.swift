import KeepAlivePolicy
import KeepAlivePorts

/// Asks a gpsd once for its release and its devices. gpsd does not open its devices for this request.
final class GPSDProbe {
    /// The release and the devices that a gpsd reported.
    struct Answer: Sendable, Equatable {
        /// The release of the gpsd, such as `3.22`.
        var release: String
        /// The paths of the devices that the gpsd reads.
        var devices: [String]
    }

    /// The result of a probe.
    enum Outcome: Sendable, Equatable {
        case answered(Answer)
        /// No gpsd answered, for this reason.
        case failed(cause: String)
    }

    private let loop: EventLoop
    private var completion: ((Outcome) -> Void)?
    private var connector: Connector?
    private var session: GPSDSession?
    private var watch: EventLoop.Watch?
    private var timer: ScheduledAction?
    private var release = "?"

    /// Starts the probe.
    ///
    /// - Parameters:
    ///   - address: the address of the gpsd.
    ///   - loop: the event loop on which the probe runs.
    ///   - limit: the time limit for the connection to an endpoint, and again for the answer.
    ///   - completion: called once, from the loop, unless ``cancel()`` is called before.
    init(
        _ address: ServerAddress, loop: EventLoop, limit: Duration = .seconds(2),
        completion: @escaping (Outcome) -> Void
    ) {
        self.loop = loop
        self.completion = completion
        let connector = Connector(address, loop: loop, limit: limit) { [unowned self] outcome in
            switch outcome {
            case .accepted(let connection): ask(connection, limit: limit)
            case .refused(let cause): finish(.failed(cause: cause))
            }
        }
        self.connector = connector
        timer = loop.schedule(at: loop.now) { [unowned self] in
            timer = nil
            connector.start()
        }
    }

    deinit { cancel() }

    /// Probes a gpsd, and runs the loop until the answer. This function must not be called from a callback of the loop.
    static func ask(_ address: ServerAddress, loop: EventLoop, limit: Duration = .seconds(2)) -> Outcome {
        var outcome: Outcome?
        let probe = GPSDProbe(address, loop: loop, limit: limit) { outcome = $0 }
        // The probe has a time limit for each endpoint. This limit only ensures that the wait ends in any case.
        _ = loop.run(until: { outcome != nil }, timeout: limit * (address.endpoints.count + 1))
        probe.cancel()
        return outcome ?? .failed(cause: "no answer within \(limit)")
    }

    /// Ends the probe without calling the completion.
    func cancel() {
        completion = nil
        letGo()
    }

    private func ask(_ connection: CInt, limit: Duration) {
        do {
            let session = try GPSDSession(connection)
            self.session = session
            guard session.requestDevices() else { return finish(.failed(cause: "gpsd takes no commands")) }
            watch = try loop.watch(session.descriptor, for: .readable) { [unowned self] _ in drain(session) }
            timer = loop.schedule(after: limit) { [unowned self] in
                timer = nil
                finish(.failed(cause: "it accepts connections and does not answer as gpsd"))
            }
        } catch {
            finish(.failed(cause: "\(error)"))
        }
    }

    private func drain(_ session: GPSDSession) {
        while true {
            switch session.read() {
            case .message(.version(let release, _, _)): self.release = release
            case .message(.devices(let devices)):
                return finish(.answered(Answer(release: release, devices: devices)))
            case .message: break
            case .drained: return
            case .ended(let cause): return finish(.failed(cause: cause))
            }
        }
    }

    private func finish(_ outcome: Outcome) {
        letGo()
        let completion = completion.take()
        completion?(outcome)
    }

    private func letGo() {
        if let timer { loop.cancel(timer) }
        timer = nil
        connector?.cancel()
        if let watch { loop.unwatch(watch) }
        watch = nil
        session?.close()
        session = nil
    }
}
