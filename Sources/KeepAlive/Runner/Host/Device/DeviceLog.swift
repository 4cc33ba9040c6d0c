import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

/// The last lines of a device's timeline, and the clients that follow it.
final class DeviceLog {
    /// Enough for a screen and the events before it.
    private static let linesMax = 500

    private var events: [TimelineEvent] = []
    /// The position of the oldest event, once the buffer is full.
    private var oldest = 0
    private var followers: [(client: any MessageClient, app: String?)] = []
    /// The entries that are collected while a request is observed.
    final class Observation {
        /// An entry of an observation.
        enum Entry {
            case event(TimelineEvent)
            /// News about the device itself.
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

    /// Reports news about the device itself to the request that causes it. Timelines belong to the apps.
    func say(_ text: String) { observations.last?.entries.append(.news(text.withoutControls)) }

    /// The events that are still known, oldest first.
    func recent(of app: String?) -> [JSONValue] {
        (events[oldest...] + events[..<oldest]).filter { app == nil || $0.app == app }
            .compactMap { try? JSONValue(encoding: $0) }
    }

    /// Sends each further event to a client.
    func follow(_ client: any MessageClient, app: String?) {
        client.isSubscriber = true
        // A client that asks again changes what it follows.
        forget(client)
        followers.append((client, app))
    }

    /// Forgets a client that is gone.
    func forget(_ client: any MessageClient) { followers.removeAll { $0.client === client } }

    /// Collects events until the observation is stopped.
    func observe() -> Observation {
        let observation = Observation()
        observations.append(observation)
        return observation
    }

    func stop(_ observation: Observation) { observations.removeAll { $0 === observation } }
}
