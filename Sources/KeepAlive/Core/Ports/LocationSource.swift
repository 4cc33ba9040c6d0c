import KeepAliveModel

/// A receiver that knows where the device is.
package protocol LocationSource: AnyObject {
    /// The receiver of the source's events; set before ``start()``.
    var onEvent: ((LocationSourceEvent) -> Void)? { get set }

    /// A description of the origin of the fixes, for the summary.
    var description: LocationSourceDescription { get }

    /// True when the origin of the fixes is known; otherwise ``start()`` finds it out.
    var isPrepared: Bool { get }

    /// Connects and starts to report; reconnects by itself until ``stop()``.
    func start()

    /// Disconnects; no event comes after it.
    func stop()
}

extension LocationSource {
    package var isPrepared: Bool { true }
}

/// An event at a receiver.
package enum LocationSourceEvent: Sendable, Equatable {
    /// The receiver answers; `source` is its address and version.
    case opened(source: String)
    /// The receiver is gone, for this reason; the source goes on trying.
    case lost(cause: String)
    /// A new fix.
    case fix(LocationFix)
    /// A report without a usable fix, for this reason; `repeats` reports like it came before, and were not reported one
    /// by one.
    case noFix(cause: String, repeats: Int = 0)
    /// A message that is worth a line.
    case note(String)
}

/// The origin of the fixes.
package struct LocationSourceDescription: Sendable, Equatable, Codable {
    /// `HOST:PORT` of the gpsd.
    package var address: String
    /// The reason for the choice of this gpsd.
    package var reason: String
    /// The source that feeds it, when it is a private one.
    package var feed: String?

    package init(address: String, reason: String, feed: String? = nil) {
        self.address = address
        self.reason = reason
        self.feed = feed
    }
}
