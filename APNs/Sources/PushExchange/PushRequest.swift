import FoundationEssentials

/// A request of a provider: what it asks, before anybody has looked whether it may.
package struct PushRequest: Sendable {
    package var token: DeviceToken
    /// The `apns-topic`, where it is given.
    package var topic: String?
    /// The push, with an empty topic.
    private var push: Push

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - headers: names in lower case and values, in the order they came in.
    ///   - makeID: makes the `apns-id` of a request that has none.
    /// - Throws: ``Refusal``, with what APNs answers.
    package init(
        method: String, path: String, headers: [(name: String, value: String)], body: [UInt8],
        makeID: () -> String = { UUID().uuidString }
    ) throws(Refusal) {
        let named = try Self.single(headers)
        try Self.check(method: method, path: path)
        let text = path.dropFirst(Self.prefix.count)
        guard !text.isEmpty else { throw .missingDeviceToken }
        guard let token = DeviceToken(text) else { throw .badDeviceToken }
        self.token = token
        topic = named["apns-topic"].flatMap { $0.isEmpty ? nil : $0 }
        guard (topic?.utf8.count ?? 0) <= Self.topicMax else { throw .badTopic }

        var type: PushType?
        if let name = named["apns-push-type"] {
            guard let known = PushType(rawValue: name) else { throw .invalidPushType }
            type = known
        } else {
            type = topic.flatMap { PushType(suffixOf: $0) }
        }
        let id = try Self.id(named) ?? makeID()
        push = Push(
            id: id, topic: "", type: type, priority: try Self.priority(named["apns-priority"]),
            collapseID: named["apns-collapse-id"], lifetime: try Self.lifetime(named["apns-expiration"]), payload: [])
        guard (push.collapseID?.utf8.count ?? 0) <= Self.collapseIDMax else { throw .badCollapseID }
        guard body.count <= (type?.payloadMax ?? PushType.alert.payloadMax) else { throw .payloadTooLarge }
        guard Self.isObject(body) else { throw .payloadEmpty }
        push.payload = body
    }

    /// The `apns-id` that the answer names.
    package var id: String { push.id }

    /// Returns the push to a topic.
    func push(to topic: String) -> Push {
        var push = push
        push.topic = topic
        return push
    }

    /// The largest payload of all kinds, in bytes: no more of a request's body needs to be kept.
    package static let bodyMax = PushType.allCases.map(\.payloadMax).max() ?? 0
    static let prefix = "/3/device/"
    static let collapseIDMax = 64
    /// The longest topic, in bytes; our choice.
    static let topicMax = 255

    /// Returns the `apns-id` of a request that can be read no further, for its answer.
    package static func id(of headers: [(name: String, value: String)]) -> String? {
        guard let value = headers.first(where: { $0.name == "apns-id" })?.value else { return nil }
        return isUUID(value) ? value : nil
    }

    // MARK: Parts

    private static func check(method: String, path: String) throws(Refusal) {
        guard path.hasPrefix(prefix) || path + "/" == prefix else { throw .badPath }
        guard method == "POST" else { throw .methodNotAllowed }
    }

    private static func single(_ headers: [(name: String, value: String)]) throws(Refusal) -> [String: String] {
        var named: [String: String] = [:]
        for (name, value) in headers where name.hasPrefix("apns-") || name == "authorization" {
            guard named.updateValue(value, forKey: name) == nil else { throw .duplicateHeaders }
        }
        return named
    }

    private static func id(_ headers: [String: String]) throws(Refusal) -> String? {
        guard let value = headers["apns-id"] else { return nil }
        guard isUUID(value) else { throw .badMessageID }
        return value
    }

    private static func isUUID(_ text: String) -> Bool { text.utf8.count == 36 && UUID(uuidString: text) != nil }

    private static func priority(_ text: String?) throws(Refusal) -> Int {
        guard let text else { return 10 }
        guard let priority = Int(text), [1, 5, 10].contains(priority) else { throw .badPriority }
        return priority
    }

    private static func lifetime(_ text: String?) throws(Refusal) -> Push.Lifetime {
        guard let text else { return .unlimited }
        guard let seconds = Int64(text), seconds >= 0 else { throw .badExpirationDate }
        return seconds == 0 ? .once : .until(Date(timeIntervalSince1970: Double(seconds)))
    }

    /// Any value of a JSON object.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// Returns whether a payload is a JSON object that holds something. What APNs answers to other bytes is not
    /// published: here they count as no payload.
    private static func isObject(_ body: [UInt8]) -> Bool {
        guard let members = try? JSONDecoder().decode([String: Anything].self, from: Data(body)) else { return false }
        return !members.isEmpty
    }
}
