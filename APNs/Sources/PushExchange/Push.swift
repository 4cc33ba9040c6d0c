import FoundationEssentials

/// A push on its way to a device.
package struct Push: Sendable, Hashable {
    /// The `apns-id`: a UUID.
    package var id: String
    /// The `apns-topic`.
    package var topic: String
    /// The `apns-push-type`; `nil` where the provider gave none, and the topic does not say it.
    package var type: PushType?
    /// The `apns-priority`: 1, 5 or 10.
    package var priority: Int
    /// The `apns-collapse-id`.
    package var collapseID: String?
    /// How long it may be kept for a device that is away.
    package var lifetime: Lifetime
    /// A JSON object, as the provider wrote it.
    package var payload: [UInt8]

    /// What `apns-expiration` says.
    package enum Lifetime: Sendable, Hashable {
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
