import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// A source of locations that reads a gpsd through libgps, on the event loop.
///
/// One wakeup of the event loop reads everything that gpsd has sent. Without a connection, a timer starts the next
/// attempt after 0.25, 0.5, 1, 2, 4 s, and then every 5 s.
package final class GPSDLocationSource: LocationSource {
    package var onEvent: ((LocationSourceEvent) -> Void)?
    /// Called with the time of each report that has one, as gpsd reports it, in seconds since 1970.
    var onTime: ((Double) -> Void)?
    package let description: LocationSourceDescription

    /// The phase of the connection.
    private enum Phase {
        /// The source is not started.
        case stopped
        /// A timer waits for the next attempt.
        case waiting(ScheduledAction)
        /// An attempt to connect runs.
        case connecting(Connector)
        /// The source is connected, and waits for gpsd's first answer until the timer fires.
        case greeting(GPSDSession, EventLoop.Watch, ScheduledAction)
        /// gpsd sends reports.
        case live(GPSDSession, EventLoop.Watch)
    }

    /// The time without a report after which a connected source sends a `noFix` event, once. It is five epochs of a
    /// usual receiver; the value is this project's choice.
    static let silenceLimit = Duration.seconds(5)
    /// The time limit for the first answer on a new connection; the limit is this project's choice.
    private static let greetingLimit = Duration.seconds(5)
    /// The duration from which a connection counts as stable, so that its end resets the back-off; the value is this
    /// project's choice.
    private static let steadyAfter = Duration.seconds(10)
    /// The largest number of messages that are handled at once; then other events of the loop are handled first.
    private static let messagesAtOnce = 100

    private let address: ServerAddress
    private let loop: EventLoop
    private var phase = Phase.stopped
    private var backoff = Backoff(first: .milliseconds(250), limit: .seconds(5))
    private var filter = FixFilter()
    private var version: (release: String, major: Int, minor: Int)?
    /// The failure that was reported last, so that the same failure is reported only once.
    private var toldCause: String?
    /// The time at which gpsd started to send reports.
    private var liveSince = MonotonicInstant.zero
    /// The scheduled call that handles the remaining messages.
    private var more: ScheduledAction?
    private var pace = ReportPace()
    /// The clock that corrects the times of a receiver that plays a log; `nil` for a real receiver.
    private var logClock: LogClock?
    /// The timer for ``silenceLimit``.
    private var silence: ScheduledAction?

    /// Creates the source without connecting; ``start()`` connects.
    ///
    /// - Parameters:
    ///   - address: the address of the gpsd, with its endpoints already looked up.
    ///   - reason: the reason for the choice of this gpsd, for the summary.
    ///   - feed: the name of the log that a private gpsd plays; otherwise `nil`.
    ///   - logClock: the clock for the times of a gpsd that plays a log; otherwise `nil`.
    ///   - loop: the event loop on which the source runs.
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
        // The connection starts with the next event of the loop, so that ``onEvent`` is not called within ``start()``.
        wait(.zero)
    }

    package func stop() {
        let ended = phase
        phase = .stopped
        forgetSilence()
        if let more { loop.cancel(more) }
        more = nil
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

    /// Reports a failure, unless it is the same as the last, and schedules the next attempt.
    private func failed(_ cause: String) {
        wait(backoff.next())
        guard cause != toldCause else { return }
        toldCause = cause
        onEvent?(.note("no gpsd at \(address.description): \(cause); trying again"))
    }

    // MARK: Reading

    private func drain(_ session: GPSDSession) {
        // A handler of an event may stop the source. Then the session is closed, its next read returns `ended`, and
        // this loop ends.
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

    /// Reports the end of the connection, and schedules the next attempt.
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

    /// Restarts the timer for ``silenceLimit``. Each report postpones the timer, so the timer causes no wakeup while
    /// reports arrive.
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

/// The supported versions of gpsd's protocol.
enum GPSDProtocol {
    /// The protocol of gpsd 3.22, the oldest version with which KeepAlive builds. Later 3.x versions only add to it.
    static let oldest = (major: 3, minor: 14)

    /// Describes why a server's protocol version is not supported, worded to follow the server's name; `nil` if the
    /// version is supported.
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
