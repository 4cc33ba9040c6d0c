/// The refusals that still stand: the latest of each domain, in the order in which they came.
struct Refusals: Sendable, Hashable {
    /// The parts of the system that refuse independently of each other.
    enum Domain: String, Sendable, Hashable {
        case audio, location, taskScheduler, voip

        /// True when the refused service would have kept the app running, so that its lack explains a suspension.
        var keepsAppsRunning: Bool { self == .audio || self == .location }
    }

    private struct Entry: Sendable, Hashable {
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

    /// The refusal that best explains a suspension, if there is one.
    var causeOfSuspension: Reason? { entries.last { $0.domain.keepsAppsRunning }?.reason }
}
