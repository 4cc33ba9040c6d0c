import KeepAlivePolicy

/// A receiver that knows where the device is.
package protocol LocationSource: AnyObject {
    /// Where the source reports; set before ``start()``.
    var onEvent: ((LocationSourceEvent) -> Void)? { get set }

    /// Where fixes come from, for the summary.
    var description: LocationSourceDescription { get }

    /// Whether it is known where fixes come from; else it is found out when it is started.
    var isPrepared: Bool { get }

    /// Connects and starts to report; reconnects by itself until ``stop()``.
    func start()

    /// Disconnects; no event comes after it.
    func stop()
}

extension LocationSource {
    package var isPrepared: Bool { true }
}

/// What happens at a receiver.
package enum LocationSourceEvent: Sendable, Equatable {
    /// The receiver answers; `source` is its address and version.
    case opened(source: String)
    /// The receiver is gone, for this reason; the source goes on trying.
    case lost(cause: String)
    /// A new fix.
    case fix(LocationFix)
    /// A report without a usable fix, for this reason,
    /// and how many before it were like it, and are not told one by one.
    case noFix(cause: String, repeats: Int = 0)
    /// Something worth a line.
    case note(String)
}

/// Where fixes come from.
package struct LocationSourceDescription: Sendable, Equatable, Codable {
    /// `HOST:PORT` of the gpsd.
    package var address: String
    /// Why this one.
    package var reason: String
    /// What feeds it, when it is a private one.
    package var feed: String?

    package init(address: String, reason: String, feed: String? = nil) {
        self.address = address
        self.reason = reason
        self.feed = feed
    }
}
