import FoundationEssentials

/// Why a request is refused: a status and a reason, as Apple's table has them ("Handling notification responses from
/// APNs").
public struct Refusal: Error, Sendable, Hashable {
    /// The status of the answer.
    public let status: Int
    /// The `reason` of the answer's body.
    public let reason: String
    /// The time since which the token has been out of use; only with status 410.
    public var since: Date?

    private init(_ status: Int, _ reason: String, since: Date? = nil) {
        self.status = status
        self.reason = reason
        self.since = since
    }

    public static let badCollapseID = Refusal(400, "BadCollapseId")
    public static let badDeviceToken = Refusal(400, "BadDeviceToken")
    public static let badExpirationDate = Refusal(400, "BadExpirationDate")
    public static let badMessageID = Refusal(400, "BadMessageId")
    public static let badPriority = Refusal(400, "BadPriority")
    public static let badTopic = Refusal(400, "BadTopic")
    public static let deviceTokenNotForTopic = Refusal(400, "DeviceTokenNotForTopic")
    public static let duplicateHeaders = Refusal(400, "DuplicateHeaders")
    public static let idleTimeout = Refusal(400, "IdleTimeout")
    public static let invalidPushType = Refusal(400, "InvalidPushType")
    public static let missingDeviceToken = Refusal(400, "MissingDeviceToken")
    public static let missingTopic = Refusal(400, "MissingTopic")
    public static let payloadEmpty = Refusal(400, "PayloadEmpty")
    public static let topicDisallowed = Refusal(400, "TopicDisallowed")
    public static let badCertificate = Refusal(403, "BadCertificate")
    public static let expiredProviderToken = Refusal(403, "ExpiredProviderToken")
    public static let invalidProviderToken = Refusal(403, "InvalidProviderToken")
    public static let missingProviderToken = Refusal(403, "MissingProviderToken")
    public static let badPath = Refusal(404, "BadPath")
    public static let methodNotAllowed = Refusal(405, "MethodNotAllowed")
    public static let payloadTooLarge = Refusal(413, "PayloadTooLarge")
    public static let tooManyProviderTokenUpdates = Refusal(429, "TooManyProviderTokenUpdates")
    public static let tooManyRequests = Refusal(429, "TooManyRequests")
    public static let serviceUnavailable = Refusal(503, "ServiceUnavailable")
    public static let shutdown = Refusal(503, "Shutdown")

    /// The token was in use, and is not any more.
    public static func unregistered(since: Date) -> Refusal { Refusal(410, "Unregistered", since: since) }

    /// The body of the answer.
    public var body: String {
        guard let since else { return "{\"reason\":\"\(reason)\"}" }
        return "{\"reason\":\"\(reason)\",\"timestamp\":\(Int(since.timeIntervalSince1970 * 1000))}"
    }
}
