import FoundationEssentials

/// Who sends pushes.
package enum Provider: Sendable, Hashable {
    /// A team, by its provider token: all topics.
    case team(String)
    /// A certificate, for these topics.
    case certificate(topics: Set<String>)
}

/// Takes pushes from providers and passes them on to devices: the rules of APNs, without a network.
package struct Exchange {
    private var registry: TokenRegistry
    private var queues: [String: DeviceQueue] = [:]
    private var allowances: [DeviceToken: RequestPace.Allowance] = [:]
    private let pace: RequestPace
    /// The number of the last push.
    private var number = 0

    /// The most pushes that may wait for one device that is connected; our choice.
    static let waitingMax = 20_000
    /// The most devices that have something stored or a connection; our choice.
    static let devicesMax = 10_000

    package init(_ registry: TokenRegistry = TokenRegistry(), pace: RequestPace = RequestPace()) {
        self.registry = registry
        self.pace = pace
    }

    // MARK: Providers

    /// Takes a push.
    ///
    /// - Returns: what becomes of it. Also a push that is dropped is accepted.
    /// - Throws: ``Refusal``, with what APNs answers.
    package mutating func accept(
        _ request: PushRequest, from provider: Provider, at now: Date
    ) throws(Refusal) -> Fate {
        let topic = try Self.topic(of: request, from: provider)
        let push = request.push(to: topic)
        if let type = push.type {
            guard topic.hasSuffix(type.topicSuffix), !type.topicSuffix.isEmpty || PushType(suffixOf: topic) == nil
            else {
                throw .badTopic
            }
            if case .certificate = provider, type.needsProviderToken { throw .topicDisallowed }
        }
        let registration = try registry.registration(of: request.token)
        guard registration.topic == topic else { throw .deviceTokenNotForTopic }
        try pay(for: request.token, at: now)
        var queue = queues[registration.device] ?? DeviceQueue()
        guard queue.count < Self.waitingMax else { throw .tooManyRequests }
        guard queues[registration.device] != nil || queues.count < Self.devicesMax else { throw .serviceUnavailable }
        // The queue changes in place: a copy for each push would be one of all that waits.
        queues[registration.device] = nil
        defer { queues[registration.device] = queue }
        number += 1
        return queue.add(push, number: number, at: now)
    }

    private static func topic(of request: PushRequest, from provider: Provider) throws(Refusal) -> String {
        guard case .certificate(let topics) = provider else {
            guard let topic = request.topic else { throw .missingTopic }
            return topic
        }
        guard let topic = request.topic else {
            guard topics.count == 1, let only = topics.first else { throw .missingTopic }
            return only
        }
        guard topics.contains(topic) else { throw .topicDisallowed }
        return topic
    }

    private mutating func pay(for token: DeviceToken, at now: Date) throws(Refusal) {
        var allowance = allowances[token] ?? RequestPace.Allowance(pace, at: now)
        let isPaid = allowance.take(pace, at: now)
        allowances[token] = allowance
        guard isPaid else { throw .tooManyRequests }
    }

    // MARK: Devices

    /// Connects a device; a connection that it had ends.
    ///
    /// - Parameter isReachable: whether it has a network: without one, what comes is stored.
    package mutating func connect(_ device: String, _ link: any DeviceLink, isReachable: Bool, at now: Date) {
        queues[device]?.link?.close()
        queues[device, default: DeviceQueue()].connect(link)
        if isReachable { queues[device]?.reach(at: now) }
    }

    /// Notes that a connected device has a network, or none.
    package mutating func reach(_ device: String, _ link: any DeviceLink, _ isReachable: Bool, at now: Date) {
        guard queues[device]?.link === link else { return }
        if isReachable { queues[device]?.reach(at: now) } else { queues[device]?.leave() }
    }

    /// Loses a device's connection, unless it has another one by now.
    package mutating func disconnect(_ device: String, _ link: any DeviceLink) {
        guard queues[device]?.link === link else { return }
        queues[device]?.disconnect()
        if queues[device]?.isEmpty ?? true { queues[device] = nil }
    }

    /// Forgets the temporary devices that are not connected: their tokens go out of use, and what waits for them goes.
    package mutating func forgetTemporaryDevices(at now: Date) {
        for device in registry.temporaryDevices where queues[device]?.link == nil {
            for token in registry.remove(device, at: now) { allowances[token] = nil }
            queues[device] = nil
        }
    }

    /// Gives an app of a device its token, and the app what has been stored for it; `nil` when there are too many.
    package mutating func register(_ registration: TokenRegistry.Registration, at now: Date) -> DeviceToken? {
        guard let token = registry.token(for: registration) else { return nil }
        queues[registration.device]?.listen(to: registration.topic, at: now)
        return token
    }

    /// Puts an app's token out of use.
    package mutating func unregister(_ registration: TokenRegistry.Registration, at now: Date) {
        if let token = registry.remove(registration, at: now) { allowances[token] = nil }
        // A Live Activity's end is not the end of the others.
        if !registry.hasToken(on: registration.device, for: registration.topic) {
            queues[registration.device]?.forget(registration.topic)
        }
    }

    /// Notes that a device has dealt with a push.
    package mutating func confirm(_ number: Int, from device: String, at now: Date) {
        queues[device]?.confirm(number, at: now)
    }
}
