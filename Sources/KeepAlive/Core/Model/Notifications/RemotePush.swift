/// A push as it reaches the device.
public struct RemotePush: Sendable, Hashable {
    /// The name of the push, by which its payload is known: its `apns-id`.
    public var identifier: String
    /// The `apns-push-type`; `nil` for what the payload says.
    public var type: PushType?
    /// The `apns-priority`: 1, 5 or 10.
    public var priority: Int
    /// The `apns-collapse-id`: what is shown takes the place of an earlier push with the same one (LN-20).
    public var collapseIdentifier: String?
    /// The payload: an object with `aps` and the app's own keys (SD-41).
    public var payload: JSONValue

    /// Creates a push.
    public init(
        identifier: String, type: PushType? = nil, priority: Int = 5, collapseIdentifier: String? = nil,
        payload: JSONValue = ["aps": ["content-available": 1]]
    ) {
        self.identifier = identifier
        self.type = type
        self.priority = priority
        self.collapseIdentifier = collapseIdentifier
        self.payload = payload
    }

    /// Returns whether a topic is an app's for such pushes.
    package func isFor(_ app: String, topic: String) -> Bool { topic == app + (type?.topicSuffix ?? "") }

    private var aps: JSONValue { payload["aps"] ?? .null }

    /// True when it wakes the app (WK-04).
    package var isSilent: Bool { aps["content-available"]?.int == 1 }

    /// True when the user sees or hears something of it (WK-05).
    package var isShown: Bool {
        type != .background && (aps["alert"] != nil || aps["badge"] != nil || aps["sound"] != nil)
    }

    /// True when it may wake the app.
    package var wakes: Bool {
        switch type {
        case .voip, .pushtotalk: true
        case .liveactivity: startsActivity
        case .location: false
        case .alert, .background, nil: isSilent
        }
    }

    /// True when it starts a Live Activity (WK-21).
    package var startsActivity: Bool { aps["event"]?.string == "start" }
    /// Whether it ends a Live Activity.
    package var endsActivity: Bool { aps["event"]?.string == "end" }
}
