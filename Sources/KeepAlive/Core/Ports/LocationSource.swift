import KeepAliveModel

/// A source of locations: a connection to a location receiver, which reports the device's position.
package protocol LocationSource: AnyObject {
    /// The handler of the source's events; set before ``start()``.
    var onEvent: ((LocationSourceEvent) -> Void)? { get set }

    /// A description of the receiver, for the summary.
    var description: LocationSourceDescription { get }

    /// True if the receiver has already been chosen; otherwise ``start()`` chooses it.
    var isPrepared: Bool { get }

    /// Connects to the receiver and starts to report; reconnects by itself until ``stop()``.
    func start()

    /// Disconnects from the receiver; no further event follows.
    func stop()
}

extension LocationSource {
    package var isPrepared: Bool { true }
}

/// An event that a ``LocationSource`` reports to its handler `onEvent`.
package enum LocationSourceEvent: Sendable, Equatable {
    /// The receiver responds; `source` is its address and version.
    case opened(source: String)
    /// The connection to the receiver is lost; the source continues to try to reconnect.
    case lost(cause: String)
    /// A new fix has arrived.
    case fix(LocationFix)
    /// The receiver sent a report without a usable fix; the cause is given. `repeats` is the number of earlier, similar
    /// reports of the receiver for which the source sent no event.
    case noFix(cause: String, repeats: Int = 0)
    /// A note for the timeline.
    case note(String)
}

/// The location receiver that provides the fixes.
package struct LocationSourceDescription: Sendable, Equatable, Codable {
    /// The address of the gpsd, `HOST:PORT`.
    package var address: String
    /// The reason why this gpsd was chosen.
    package var reason: String
    /// The data that a gpsd started for the run gets as its input; `nil` for a gpsd that ran already.
    package var feed: String?

    package init(address: String, reason: String, feed: String? = nil) {
        self.address = address
        self.reason = reason
        self.feed = feed
    }
}
