import KeepAlivePolicy
import KeepAlivePorts

/// A private receiver. Its gpsd plays a recorded log, and is read like any gpsd.
package final class PrivateLocationSource: LocationSource {
    package var onEvent: ((LocationSourceEvent) -> Void)?
    package var description: LocationSourceDescription { client.description }
    /// The daemon behind it.
    package let daemon: PrivateGPSD

    private let client: GPSDLocationSource
    private let loop: EventLoop

    /// Starts the gpsd, and runs the loop until it answers. The log is played from ``start()`` on.
    ///
    /// - Parameters:
    ///   - log: the log that the receiver repeats.
    ///   - reason: the reason for a private receiver, for the summary.
    ///   - loop: the loop on which everything runs. This must not be called from a handler of it.
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

    /// Connects, and plays the log to the gpsd, which is started again if ``stop()`` has ended it.
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
