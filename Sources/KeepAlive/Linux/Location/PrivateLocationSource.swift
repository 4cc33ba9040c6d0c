import KeepAlivePolicy
import KeepAlivePorts

/// A private receiver: a gpsd of our own that plays a recorded log, read as any gpsd is.
package final class PrivateLocationSource: LocationSource {
    package var onEvent: ((LocationSourceEvent) -> Void)?
    package var description: LocationSourceDescription { client.description }
    /// The daemon behind it.
    package let daemon: PrivateGPSD

    private let client: GPSDLocationSource
    private let loop: EventLoop

    /// Starts the gpsd and waits on the loop until it answers; it is fed from ``start()`` on.
    ///
    /// - Parameters:
    ///   - log: what the receiver says, again and again.
    ///   - reason: why a private one, for the summary.
    ///   - loop: where everything happens. Not to be called from a handler of it.
    /// - Throws: ``KeepAliveError`` with code `location` when gpsd is missing or does not start.
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

    /// Connects and starts to feed the gpsd, which is started again if ``stop()`` has ended it.
    package func start() {
        loop.charge(to: .feed) {
            daemon.resume()
            daemon.isFeeding = true
        }
        client.start()
    }

    /// Disconnects, ends the gpsd and removes the pseudo-terminal: nothing is left.
    package func stop() {
        client.stop()
        daemon.isFeeding = false
        daemon.close()
    }
}
