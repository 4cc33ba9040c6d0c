import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

/// The last lines of a device's timeline, and those who follow it.
final class DeviceLog {
    /// Enough for a screen and what led to it.
    private static let linesMax = 500

    private var events: [TimelineEvent] = []
    /// Where the oldest event is, once there are as many as are kept.
    private var oldest = 0
    private var followers: [(client: any MessageClient, app: String?)] = []
    /// What happens while somebody wants to know.
    final class Observation {
        /// What there is to tell.
        enum Entry {
            case event(TimelineEvent)
            /// What is new about the device itself.
            case news(String)
        }

        fileprivate(set) var entries: [Entry] = []
    }

    private var observations: [Observation] = []

    /// Takes an event.
    func append(_ event: TimelineEvent) {
        if events.count < Self.linesMax {
            events.append(event)
        } else {
            events[oldest] = event
            oldest = (oldest + 1) % Self.linesMax
        }
        for observation in observations { observation.entries.append(.event(event)) }
        guard !followers.isEmpty, let json = try? JSONValue(encoding: event) else { return }
        for follower in followers where follower.app == nil || follower.app == event.app {
            follower.client.send(.request(method: "line", parameters: json, id: nil))
        }
    }

    /// Takes what is new about the device itself, while somebody makes it so: it is said to them. Timelines are the apps'.
    func say(_ text: String) { observations.last?.entries.append(.news(text.withoutControls)) }

    /// The events that are still known, oldest first.
    func recent(of app: String?) -> [JSONValue] {
        (events[oldest...] + events[..<oldest]).filter { app == nil || $0.app == app }
            .compactMap { try? JSONValue(encoding: $0) }
    }

    /// Tells somebody of each further event.
    func follow(_ client: any MessageClient, app: String?) {
        client.isSubscriber = true
        // Who asks again changes what is followed.
        forget(client)
        followers.append((client, app))
    }

    /// Somebody is gone.
    func forget(_ client: any MessageClient) { followers.removeAll { $0.client === client } }

    /// Writes down what happens, until that is no longer wanted.
    func observe() -> Observation {
        let observation = Observation()
        observations.append(observation)
        return observation
    }

    func stop(_ observation: Observation) { observations.removeAll { $0 === observation } }
}
