import FoundationEssentials

/// A push on its way to a device.
public struct Push: Sendable, Hashable {
    /// The `apns-id`: a UUID.
    public var id: String
    /// The `apns-topic`.
    public var topic: String
    /// The `apns-push-type`; `nil` where the provider gave none, and the topic does not say it.
    public var type: PushType?
    /// The `apns-priority`: 1, 5 or 10.
    public var priority: Int
    /// The `apns-collapse-id`.
    public var collapseID: String?
    /// How long it may be kept for a device that is away.
    public var lifetime: Lifetime
    /// A JSON object, as the provider wrote it.
    public var payload: [UInt8]

    /// What `apns-expiration` says.
    public enum Lifetime: Sendable, Hashable {
        /// Nothing: it is kept as long as the server keeps any.
        case unlimited
        /// 0: it is delivered now or never.
        case once
        /// It is kept until then.
        case until(Date)

        /// Returns whether a push may still be delivered.
        func allows(_ now: Date) -> Bool { if case .until(let date) = self { now < date } else { true } }
    }
}
