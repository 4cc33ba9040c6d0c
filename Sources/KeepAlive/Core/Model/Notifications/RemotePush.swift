/// A push as it arrives at the device.
public struct RemotePush: Sendable, Hashable {
    /// The identifier of the push, the `apns-id`; it also identifies the payload.
    public var identifier: String
    /// The `apns-push-type`; `nil` if the push has none, and then the payload alone decides what the push does.
    public var type: PushType?
    /// The `apns-priority`: 1, 5 or 10.
    public var priority: Int
    /// The `apns-collapse-id`: the notification of this push replaces that of an earlier push with the same id (LN-20).
    public var collapseIdentifier: String?
    /// The payload: an object with `aps` and the app's own members (SD-41).
    public var payload: JSONValue

    /// Creates a push, by default a silent push of priority 5 without a type.
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

    /// Returns whether `topic` is the `apns-topic` of an app for pushes of this type.
    package func isFor(_ app: String, topic: String) -> Bool { topic == app + (type?.topicSuffix ?? "") }

    private var aps: JSONValue { payload["aps"] ?? .null }

    /// True if the payload has `content-available`, which makes the push wake the app (WK-04).
    package var isSilent: Bool { aps["content-available"]?.int == 1 }

    /// True if the push shows something to the user or plays a sound (WK-05).
    package var isShown: Bool {
        type != .background && (aps["alert"] != nil || aps["badge"] != nil || aps["sound"] != nil)
    }

    /// True if the push may wake the app.
    package var wakes: Bool {
        switch type {
        case .voip, .pushtotalk: true
        case .liveactivity: startsActivity
        case .location: false
        case .alert, .background, nil: isSilent
        }
    }

    /// True if the push starts a Live Activity (WK-21).
    package var startsActivity: Bool { aps["event"]?.string == "start" }
    /// True if the push ends a Live Activity.
    package var endsActivity: Bool { aps["event"]?.string == "end" }
}
