import KeepAlivePolicy

/// A period of a run: a state, a freeze, or a grant that was held.
struct TimelineSpan {
    /// The kind of a span. Spans of the same kind do not overlap.
    enum Lane: Hashable {
        case state, frozen
        case grant(Grant)
    }

    var lane: Lane
    /// The name of the state or the grant, or `frozen`.
    var name: String
    /// The start of the span in seconds since the launch; `end` is its end in seconds since the launch.
    var start: Double
    var end: Double
    /// The event with which the state, the freeze or the grant began.
    var event: TimelineEvent

    /// Returns the spans of a timeline in the order of their starts. A span without an end lasts until the end of the
    /// run.
    ///
    /// - Parameter end: the end of the run in seconds since the launch.
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
