import KeepAlivePolicy

/// A part of a run that lasted from one instant to another: a state, a freeze, or a reason to run.
struct TimelineSpan {
    /// The kind of a span. At most one span of each kind lasts at a time.
    enum Lane: Hashable {
        case state, frozen
        case grant(Grant)
    }

    var lane: Lane
    /// The state's or the grant's name, or `frozen`.
    var name: String
    /// Seconds since the launch.
    var start: Double
    var end: Double
    /// The event that it began with.
    var event: TimelineEvent

    /// Finds the spans of a timeline. A span that nothing ends lasts until the end of the run.
    ///
    /// - Parameter end: the end of the run, in seconds.
    static func spans(of events: [TimelineEvent], end: Double) -> [TimelineSpan] {
        var spans: [TimelineSpan] = []
        var open: [Lane: TimelineSpan] = [:]
        func close(_ lane: Lane, at t: Double) {
            guard var span = open.removeValue(forKey: lane) else { return }
            span.end = t
            spans.append(span)
        }
        func begin(_ lane: Lane, _ name: String, _ event: TimelineEvent) {
            close(lane, at: event.t)
            open[lane] = TimelineSpan(lane: lane, name: name, start: event.t, end: end, event: event)
        }
        for event in events {
            switch event.event {
            case .state:
                if let state = event.state { begin(.state, state.rawValue, event) }
            case .frozen: begin(.frozen, "frozen", event)
            case .thawed, .exited: close(.frozen, at: event.t)
            case .grantGained:
                if let grant = event.grant { begin(.grant(grant), grant.rawValue, event) }
            case .grantLost:
                if let grant = event.grant { close(.grant(grant), at: event.t) }
            default: break
            }
        }
        return (spans + open.values).sorted { ($0.start, $0.name) < ($1.start, $1.name) }
    }
}
