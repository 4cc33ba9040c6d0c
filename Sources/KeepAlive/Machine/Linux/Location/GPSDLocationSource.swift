import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// A source of locations that reads a gpsd through libgps, on the event loop.
///
/// One wakeup of the loop reads everything that gpsd has sent. While there is no connection, a timer waits for the next
/// attempt: 0.25, 0.5, 1, 2, 4, then every 5 s.
package final class GPSDLocationSource: LocationSource {
    package var onEvent: ((LocationSourceEvent) -> Void)?
    /// Called with the time of each report that has one, as gpsd reports it.
    var onTime: ((Double) -> Void)?
    package let description: LocationSourceDescription

    /// The phase of the connection.
    private enum Phase {
        /// The source is not started.
        case stopped
        /// A timer waits for the next attempt.
        case waiting(ScheduledAction)
        /// An attempt is under way.
        case connecting(Connector)
        /// The source is connected; gpsd must answer before the timer fires.
        case greeting(GPSDSession, EventLoop.Watch, ScheduledAction)
        /// gpsd reports.
        case live(GPSDSession, EventLoop.Watch)
    }

    /// The time after which a live server that reports nothing causes an event, once: five epochs of a usual receiver;
    /// our choice.
    static let silenceLimit = Duration.seconds(5)
    /// The longest silence of a new connection: our choice.
    private static let greetingLimit = Duration.seconds(5)
    /// The age from which a connection counts as steady, so that its end resets the waits: our choice.
    private static let steadyAfter = Duration.seconds(10)
    /// The messages that are handled before other work of the loop has its turn.
    private static let messagesAtOnce = 100

    private let address: ServerAddress
    private let loop: EventLoop
    private var phase = Phase.stopped
    private var backoff = Backoff(first: .milliseconds(250), limit: .seconds(5))
    private var filter = FixFilter()
    private var version: (release: String, major: Int, minor: Int)?
    /// The failure that was reported last, so that a server that stays away is reported once.
    private var toldCause: String?
    /// The time since which the server reports.
    private var liveSince = MonotonicInstant.zero
    /// The call that goes on with messages that have arrived.
    private var more: ScheduledAction?
    private var pace = ReportPace()
    /// The clock of a receiver that plays a log.
    private var logClock: LogClock?
    /// Fires when the server has been silent for too long.
    private var silence: ScheduledAction?

    /// Creates the source; nothing is connected before ``start()``.
    ///
    /// - Parameters:
    ///   - address: the address of the gpsd, looked up.
    ///   - reason: the reason for the choice of this gpsd, for the summary.
    ///   - feed: the name of the log that feeds it, when it is private.
    ///   - logClock: the clock of a gpsd that plays a log.
    ///   - loop: the loop on which everything runs.
    init(
        _ address: ServerAddress, reason: String, feed: String? = nil, logClock: LogClock? = nil, loop: EventLoop
    ) {
        self.logClock = logClock
        self.address = address
        description = LocationSourceDescription(address: address.description, reason: reason, feed: feed)
        self.loop = loop
    }

    deinit { stop() }

    package func start() {
        guard case .stopped = phase else { return }
        backoff.reset()
        filter = FixFilter()
        toldCause = nil
        // A later call of the loop connects, so that no event comes from within this call.
        wait(.zero)
    }

    package func stop() {
        let ended = phase
        phase = .stopped
        forgetSilence()
        switch ended {
        case .stopped: break
        case .waiting(let timer): loop.cancel(timer)
        case .connecting(let connector): connector.cancel()
        case .greeting(let session, let watch, let timer):
            loop.cancel(timer)
            close(session, watch)
        case .live(let session, let watch): close(session, watch)
        }
    }

    // MARK: Connecting

    private func wait(_ duration: Duration) {
        phase = .waiting(loop.schedule(after: duration) { [unowned self] in connect() })
    }

    private func connect() {
        let connector = Connector(address, loop: loop) { [unowned self] outcome in
            switch outcome {
            case .accepted(let connection): open(connection)
            case .refused(let cause): failed(cause)
            }
        }
        phase = .connecting(connector)
        connector.start()
    }

    private func open(_ connection: CInt) {
        do {
            let session = try GPSDSession(connection)
            guard session.watch() else { return failed("gpsd takes no commands") }
            let watch = try loop.watch(session.descriptor, for: .readable) { [unowned self] _ in drain(session) }
            let timer = loop.schedule(after: Self.greetingLimit) { [unowned self] in
                ended("it accepts connections and does not answer as gpsd")
            }
            version = nil
            phase = .greeting(session, watch, timer)
        } catch {
            failed("\(error)")
        }
    }

    /// Reports a failed attempt once, and plans the next one.
    private func failed(_ cause: String) {
        wait(backoff.next())
        guard cause != toldCause else { return }
        toldCause = cause
        onEvent?(.note("no gpsd at \(address.description): \(cause); trying again"))
    }

    // MARK: Reading

    private func drain(_ session: GPSDSession) {
        // A handler of an event may stop the source. Then the session is closed, and this loop ends.
        for _ in 0..<Self.messagesAtOnce {
            switch session.read() {
            case .message(let message): received(message)
            case .drained: return
            case .ended(let cause):
                if isCurrent(session) { ended(cause) }
                return
            }
        }
        guard isCurrent(session), more == nil else { return }
        more = loop.schedule(after: .zero) { [unowned self] in
            more = nil
            if isCurrent(session) { drain(session) }
        }
    }

    private func isCurrent(_ session: GPSDSession) -> Bool {
        switch phase {
        case .greeting(let current, _, _), .live(let current, _): current === session
        case .stopped, .waiting, .connecting: false
        }
    }

    private func received(_ message: GPSDMessage) {
        switch message {
        case .version(let release, let major, let minor):
            version = (release, major, minor)
        case .watching:
            becomeLive()
        case .report(let report):
            becomeLive()
            guard case .live = phase else { return }
            awaitReport()
            var report = report
            if report.timestamp.isFinite { onTime?(report.timestamp) }
            if let present = logClock?.present(for: report.timestamp, now: WallClock.now) { report.timestamp = present }
            guard let event = filter.event(for: report, wallClock: WallClock.now) else { return }
            if let event = pace.pass(event, at: loop.now) { onEvent?(event) }
        case .devices, .other: break
        }
    }

    private func becomeLive() {
        guard case .greeting(let session, let watch, let timer) = phase else { return }
        loop.cancel(timer)
        phase = .live(session, watch)
        liveSince = loop.now
        toldCause = nil
        awaitReport()
        let release = version.map { "gpsd \($0.release)" } ?? "gpsd"
        onEvent?(.opened(source: "\(release) at \(address.description)"))
        if let version, let mismatch = GPSDProtocol.mismatch(major: version.major, minor: version.minor) {
            onEvent?(.note("\(release) at \(address.description) \(mismatch)"))
        }
    }

    /// Handles the end of the connection.
    private func ended(_ cause: String) {
        switch phase {
        case .live(let session, let watch):
            forgetSilence()
            close(session, watch)
            if loop.now - liveSince >= Self.steadyAfter { backoff.reset() }
            wait(backoff.next())
            onEvent?(.lost(cause: cause))
        case .greeting(let session, let watch, let timer):
            loop.cancel(timer)
            close(session, watch)
            failed(cause)
        case .stopped, .waiting, .connecting: break
        }
    }

    /// Begins to wait for the next report. The timer moves on with every report, so it costs no wakeup.
    private func awaitReport() {
        forgetSilence()
        silence = loop.schedule(after: Self.silenceLimit) { [unowned self] in
            silence = nil
            onEvent?(.noFix(cause: "no report for \(Self.silenceLimit.inWords)"))
        }
    }

    private func forgetSilence() {
        if let silence { loop.cancel(silence) }
        silence = nil
    }

    private func close(_ session: GPSDSession, _ watch: EventLoop.Watch) {
        loop.unwatch(watch)
        session.close()
    }
}

/// The versions of gpsd's protocol.
enum GPSDProtocol {
    /// The protocol of gpsd 3.22, the oldest that KeepAlive builds with; later 3.x only add to it.
    static let oldest = (major: 3, minor: 14)

    /// Describes the problem with a server's version, as the end of a sentence that begins with its name; `nil` when
    /// there is none.
    static func mismatch(major: Int, minor: Int) -> String? {
        let spoken = "speaks protocol \(major).\(minor)"
        if major != oldest.major {
            return "\(spoken); KeepAlive was built for \(oldest.major).x, and fixes may be misread"
        }
        if minor < oldest.minor {
            return "\(spoken), older than \(oldest.major).\(oldest.minor): some figures may be missing"
        }
        return nil
    }
}
