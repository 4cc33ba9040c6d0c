/// What the app has asked for in vain, and not got since: the latest of each domain, in the order of the refusals.
struct Refusals: Sendable, Hashable, Codable {
    /// The parts of the system that refuse independently of each other.
    enum Domain: String, Sendable, Hashable, Codable {
        case audio, location, taskScheduler, voip

        /// Whether what is refused would have kept the app running, so that its lack is why it is suspended.
        var keepsAppsRunning: Bool { self == .audio || self == .location }
    }

    private struct Entry: Sendable, Hashable, Codable {
        var domain: Domain
        var reason: Reason
    }

    private var entries: [Entry] = []

    /// The last refusal of a domain.
    subscript(domain: Domain) -> Reason? {
        get { entries.last { $0.domain == domain }?.reason }
        set {
            entries.removeAll { $0.domain == domain }
            if let newValue { entries.append(Entry(domain: domain, reason: newValue)) }
        }
    }

    /// All refusals, the latest last.
    var all: [Reason] { entries.map(\.reason) }

    /// The best answer to "why is it suspended?", if a refusal answers it.
    var causeOfSuspension: Reason? { entries.last { $0.domain.keepsAppsRunning }?.reason }
}
