import FoundationEssentials

/// Why a request is refused: a status and a reason, as Apple's table has them ("Handling notification responses from
/// APNs").
package struct Refusal: Error, Sendable, Hashable {
    /// The status of the answer.
    package let status: Int
    /// The `reason` of the answer's body.
    package let reason: String
    /// The time since which the token has been out of use; only with status 410.
    package var since: Date?

    private init(_ status: Int, _ reason: String, since: Date? = nil) {
        self.status = status
        self.reason = reason
        self.since = since
    }

    package static let badCollapseID = Refusal(400, "BadCollapseId")
    package static let badDeviceToken = Refusal(400, "BadDeviceToken")
    package static let badExpirationDate = Refusal(400, "BadExpirationDate")
    package static let badMessageID = Refusal(400, "BadMessageId")
    package static let badPriority = Refusal(400, "BadPriority")
    package static let badTopic = Refusal(400, "BadTopic")
    package static let deviceTokenNotForTopic = Refusal(400, "DeviceTokenNotForTopic")
    package static let duplicateHeaders = Refusal(400, "DuplicateHeaders")
    package static let invalidPushType = Refusal(400, "InvalidPushType")
    package static let missingDeviceToken = Refusal(400, "MissingDeviceToken")
    package static let missingTopic = Refusal(400, "MissingTopic")
    package static let payloadEmpty = Refusal(400, "PayloadEmpty")
    package static let topicDisallowed = Refusal(400, "TopicDisallowed")
    package static let badCertificate = Refusal(403, "BadCertificate")
    package static let expiredProviderToken = Refusal(403, "ExpiredProviderToken")
    package static let invalidProviderToken = Refusal(403, "InvalidProviderToken")
    package static let missingProviderToken = Refusal(403, "MissingProviderToken")
    package static let badPath = Refusal(404, "BadPath")
    package static let methodNotAllowed = Refusal(405, "MethodNotAllowed")
    package static let payloadTooLarge = Refusal(413, "PayloadTooLarge")
    package static let tooManyProviderTokenUpdates = Refusal(429, "TooManyProviderTokenUpdates")
    package static let tooManyRequests = Refusal(429, "TooManyRequests")
    package static let serviceUnavailable = Refusal(503, "ServiceUnavailable")
    package static let shutdown = Refusal(503, "Shutdown")

    /// The token was in use, and is not any more.
    package static func unregistered(since: Date) -> Refusal { Refusal(410, "Unregistered", since: since) }

    /// The body of the answer.
    package var body: String {
        guard let since else { return "{\"reason\":\"\(reason)\"}" }
        return "{\"reason\":\"\(reason)\",\"timestamp\":\(Int(since.timeIntervalSince1970 * 1000))}"
    }
}
