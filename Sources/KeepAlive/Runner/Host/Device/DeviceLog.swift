import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

/// The latest events of a device's timeline, and the clients that follow the timeline.
final class DeviceLog {
    /// The number of events that are kept: enough for a screen and some events before it.
    private static let linesMax = 500

    private var events: [TimelineEvent] = []
    /// The index of the oldest event, once the array is full and used as a ring buffer.
    private var oldest = 0
    private var followers: [(client: any MessageClient, app: String?)] = []
    /// The events and news that are collected while a request is performed.
    final class Observation {
        /// An entry of an observation: an event or news.
        enum Entry {
            case event(TimelineEvent)
            /// A text about the device itself, which belongs to no app.
            case news(String)
        }

        fileprivate(set) var entries: [Entry] = []
    }

    private var observations: [Observation] = []

    /// Stores an event and sends it to the clients that follow the timeline.
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

    /// Adds news about the device itself to the observation of the current request. This text is not stored, because
    /// the timeline contains only events of apps.
    func say(_ text: String) { observations.last?.entries.append(.news(text.withoutControls)) }

    /// Returns the stored events of an app, the oldest first; of all apps if `app` is `nil`.
    func recent(of app: String?) -> [JSONValue] {
        (events[oldest...] + events[..<oldest]).filter { app == nil || $0.app == app }
            .compactMap { try? JSONValue(encoding: $0) }
    }

    /// Sends all further events of an app to a client; of all apps if `app` is `nil`.
    func follow(_ client: any MessageClient, app: String?) {
        client.isSubscriber = true
        // A second request of the same client replaces the first.
        forget(client)
        followers.append((client, app))
    }

    /// Stops sending events to a client that has disconnected.
    func forget(_ client: any MessageClient) { followers.removeAll { $0.client === client } }

    /// Starts to collect events, until ``stop(_:)``.
    func observe() -> Observation {
        let observation = Observation()
        observations.append(observation)
        return observation
    }

    func stop(_ observation: Observation) { observations.removeAll { $0 === observation } }
}
