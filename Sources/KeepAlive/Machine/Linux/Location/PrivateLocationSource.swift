import KeepAlivePolicy
import KeepAlivePorts

/// The location source of a private receiver: a private gpsd that plays a recorded log.
package final class PrivateLocationSource: LocationSource {
    package var onEvent: ((LocationSourceEvent) -> Void)?
    package var description: LocationSourceDescription { client.description }
    package let daemon: PrivateGPSD

    private let client: GPSDLocationSource
    private let loop: EventLoop

    /// Starts the gpsd, and runs the loop until gpsd answers. The log is played only after ``start()``.
    ///
    /// - Parameters:
    ///   - log: the log that is played repeatedly.
    ///   - reason: the reason for a private receiver, for the summary.
    ///   - loop: the event loop on which the source runs. This initializer must not be called from a callback of the
    ///     loop.
    /// - Throws: ``KeepAliveError`` with code `location` if gpsd is missing or does not start.
    package init(playing log: ReceiverLog, reason: String, loop: EventLoop) throws {
        self.loop = loop
        daemon = try loop.charge(to: .feed) {
            let daemon = try PrivateGPSD(playing: log, loop: loop)
            try daemon.start()
            return daemon
        }
        client = GPSDLocationSource(
            daemon.address, reason: reason, feed: log.name,
            logClock: LogClock(hasItsOwnTime: log.hasItsOwnTime),
            loop: loop)
        client.onTime = { [unowned self] in daemon.reported($0) }
        client.onEvent = { [unowned self] in onEvent?($0) }
        daemon.onNote = { [unowned self] in onEvent?(.note($0)) }
    }

    deinit { stop() }

    /// Connects to gpsd, and plays the log to it. Starts gpsd again if ``stop()`` has ended it.
    package func start() {
        loop.charge(to: .feed) {
            daemon.resume()
            daemon.isFeeding = true
        }
        client.start()
    }

    /// Disconnects, ends the gpsd and removes the pseudo-terminal.
    package func stop() {
        client.stop()
        daemon.isFeeding = false
        daemon.close()
    }
}
