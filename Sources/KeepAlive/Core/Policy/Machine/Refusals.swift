/// The refusals that still stand: the latest refusal of each domain, oldest first.
struct Refusals: Sendable, Hashable {
    /// The parts of the system that refuse independently of each other.
    enum Domain: String, Sendable, Hashable {
        case audio, location, taskScheduler, voip

        /// True if the refused service would have kept the app running: then the refusal explains a suspension.
        var keepsAppsRunning: Bool { self == .audio || self == .location }
    }

    private struct Entry: Sendable, Hashable {
        var domain: Domain
        var reason: Reason
    }

    private var entries: [Entry] = []

    /// The latest refusal of a domain; `nil` if there is none.
    subscript(domain: Domain) -> Reason? {
        get { entries.last { $0.domain == domain }?.reason }
        set {
            entries.removeAll { $0.domain == domain }
            if let newValue { entries.append(Entry(domain: domain, reason: newValue)) }
        }
    }

    /// The reasons of all refusals, the latest last.
    var all: [Reason] { entries.map(\.reason) }

    /// The refusal that best explains a suspension; `nil` if there is none.
    var causeOfSuspension: Reason? { entries.last { $0.domain.keepsAppsRunning }?.reason }
}
