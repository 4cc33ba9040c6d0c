import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// A gpsd as a source of locations, read through libgps on the event loop.
///
/// One wake of the loop reads everything that gpsd has sent. While there is no connection, one timer waits for the next
/// attempt: 0.25, 0.5, 1, 2, 4, then every 5 s.
package final class GPSDLocationSource: LocationSource {
    package var onEvent: ((LocationSourceEvent) -> Void)?
    /// Called with the time of each report that has one, as it is told.
    var onTime: ((Double) -> Void)?
    package let description: LocationSourceDescription

    /// Where the source stands.
    private enum Phase {
        /// Not started.
        case stopped
        /// The next attempt has a timer.
        case waiting(ScheduledAction)
        /// An attempt is under way.
        case connecting(Connector)
        /// Connected; gpsd has not yet said who it is, for which it has until the timer fires.
        case greeting(GPSDSession, EventLoop.Watch, ScheduledAction)
        /// gpsd reports.
        case live(GPSDSession, EventLoop.Watch)
    }

    /// After how long a live server that reports nothing is told of, once: five epochs of a usual receiver; our choice.
    static let silenceLimit = Duration.seconds(5)
    /// How long an accepted connection may stay silent: our choice.
    private static let greetingLimit = Duration.seconds(5)
    /// How long a connection must have lived for its end to be none of a server that drops them: our choice.
    private static let steadyAfter = Duration.seconds(10)
    /// Messages that are dealt with before others on the loop have their turn.
    private static let messagesAtOnce = 100

    private let address: ServerAddress
    private let loop: EventLoop
    private var phase = Phase.stopped
    private var backoff = Backoff(first: .milliseconds(250), limit: .seconds(5))
    private var filter = FixFilter()
    private var version: (release: String, major: Int, minor: Int)?
    /// The failure that was told last, so that a server that stays away is told once.
    private var toldCause: String?
    /// Since when the server reports.
    private var liveSince = MonotonicInstant.zero
    /// Goes on with messages that have arrived.
    private var more: ScheduledAction?
    private var pace = ReportPace()
    /// Of a receiver that plays a log.
    private var logClock: LogClock?
    /// Fires when the server has been silent for too long.
    private var silence: ScheduledAction?

    /// Prepares; nothing is connected before ``start()``.
    ///
    /// - Parameters:
    ///   - address: of the gpsd, looked up.
    ///   - reason: why this one, for the summary.
    ///   - feed: what feeds it, when it is a private one.
    ///   - logClock: of one that plays a log.
    ///   - loop: where everything happens.
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
        // From the loop, so that no event comes from within this call.
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

    /// An attempt came to nothing.
    private func failed(_ cause: String) {
        wait(backoff.next())
        guard cause != toldCause else { return }
        toldCause = cause
        onEvent?(.note("no gpsd at \(address.description): \(cause); trying again"))
    }

    // MARK: Reading

    private func drain(_ session: GPSDSession) {
        // A handler of an event may stop the source: then the session is closed and the loop ends.
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

    /// The connection is over.
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

/// What is known of gpsd's protocol versions.
enum GPSDProtocol {
    /// The protocol of gpsd 3.22, the oldest that KeepAlive builds with; later 3.x only add to it.
    static let oldest = (major: 3, minor: 14)

    /// What is wrong with a server's version, as the end of a sentence that begins with its name; `nil` when it fits.
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

/// The wall clock.
enum WallClock {
    /// Seconds since 1970-01-01 UTC. The corresponding C function is `clock_gettime` with `CLOCK_REALTIME`.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
